/* SPDX-License-Identifier: Apache-2.0 */
/* Tells the lifecycle when the library is taken down. Not part of a static library, which nobody
 * can take down. */
#include "../lifecycle.h"

__attribute__((destructor)) static void unload(void)
{
    lifecycle_leave();
}
