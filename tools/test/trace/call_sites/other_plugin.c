/* SPDX-License-Identifier: Apache-2.0 */
/* Another plugin, with the same code. */
#include "program.h"

void plugin_calls(void);
void plugin_calls(void)
{
    CALL(); /* in the other plugin */
}
