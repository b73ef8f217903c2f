/* SPDX-License-Identifier: Apache-2.0 */
/* Tells the lifecycle when the library is taken down. Not part of a static library, of which
 * lifecycle.c itself hears. */
#include "../lifecycle.h"

__attribute__((destructor)) static void unload(void)
{
    lifecycle_leave();
}
