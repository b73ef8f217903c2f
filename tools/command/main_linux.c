/* SPDX-License-Identifier: Apache-2.0 */
/* The main() of the command. */
#include "commands.h"

int main(int count, char **words)
{
    return clrelay_main(count, words);
}
