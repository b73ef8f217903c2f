/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../loader/load/detour.c"

#include "again.h"

void detour_again(void)
{
    memset(&terminator, 0, sizeof terminator);
}
