/* SPDX-License-Identifier: Apache-2.0 */
/* In a file of its own, so that tests can replace it. */
#include "find/windows/system.h"

#include "base/log.h"

#include <string.h>

bool system_find(const struct system_function *rows, void *functions,
                 struct system_libraries *libraries)
{
    char *member = functions;
    libraries->count = 0;
    for (; rows->name; rows++) {
        HMODULE library = LoadLibraryExW(rows->library, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
        FARPROC address = library ? GetProcAddress(library, rows->name) : NULL;
        if (library) libraries->at[libraries->count++] = library;
        if (!address) {
            log_line(LOG_INFO, LOG_SEARCH, "this Windows has no %s", rows->name);
            system_release(libraries);
            return false;
        }
        memcpy(member, &address, sizeof address);
        member += sizeof address;
    }
    return true;
}

void system_release(struct system_libraries *libraries)
{
    while (libraries->count > 0) FreeLibrary(libraries->at[--libraries->count]);
}
