/* SPDX-License-Identifier: Apache-2.0 */
/* A library that the program loads. */
#include "program.h"

void plugin_calls(void);
void plugin_calls(void)
{
    CALL(); /* in the plugin */
}
