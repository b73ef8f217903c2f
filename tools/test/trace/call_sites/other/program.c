/* SPDX-License-Identifier: Apache-2.0 */
/* Has the name of another source. */
#include "../program.h"

void other_program_calls(void)
{
    CALL(); /* in other/program.c */
}
