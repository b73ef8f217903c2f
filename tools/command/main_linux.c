/* SPDX-License-Identifier: Apache-2.0 */
/* Where the command begins. */
#include "commands.h"

int main(int count, char **words)
{
    return clrelay_main(count, words);
}
