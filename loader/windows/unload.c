/* SPDX-License-Identifier: Apache-2.0 */
/* Tells load/lifecycle.c when the library is unloaded. Not part of a static library, which can't be
 * unloaded. */
#include "base/os.h"
#include "windows/wide.h"

/* The last parameter distinguishes the two ends. When the process ends, the other threads have been
 * stopped anywhere, and drivers and layers may be unloaded already, so we do nothing. */
BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, void *process_ends);
BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, void *process_ends)
{
    (void)library;
    if (reason == DLL_PROCESS_DETACH && !process_ends) {
        lifecycle_on_unload();
        wide_free_interned();
    }
    return TRUE;
}
