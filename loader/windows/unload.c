/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tells the lifecycle when the library is taken down. Not part of a static library, which nobody can
 * take down.
 */
#include "base/os.h"
#include "windows/wide.h"

/*
 * The last parameter tells the two ends apart. When the process ends, the other threads are gone,
 * wherever they were, and drivers and layers may have been taken down before: so nothing is touched.
 */
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
