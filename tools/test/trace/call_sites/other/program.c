/* SPDX-License-Identifier: Apache-2.0 */
/* This file has the same name as another source. */
#include "../program.h"

void other_program_calls(void)
{
    CALL(); /* in other/program.c */
}
