/* SPDX-License-Identifier: Apache-2.0 */
#include "../../../loader/load/table_check.c"

#include "again.h"

void table_again(void)
{
    memset(care, 0, sizeof care);
}
