/* SPDX-License-Identifier: Apache-2.0 */
/* A library of the program. */
#include "program.h"

void library_calls(void)
{
    CALL(); /* in the library */
}
