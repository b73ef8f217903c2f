/* SPDX-License-Identifier: Apache-2.0 */
#include "extensions.h"

#include "../calls/functions.h"
#include "next_layer.h"
#include "provisional.h"

#include <string.h>

static const struct extension_wrappers *const *wrapper_files; /* NULL ends the list */

static function wrapper_of(const struct extension_wrappers *file, unsigned place, function found)
{
    for (unsigned i = 0; i < EXTENSION_COPIES; i++) {
        const function wrapper = file->wrapper(place, i);
        function taken = NULL;
        if (wrapper == found) return found; /* the wrapper of a loader above */
        if (atomic_compare_exchange_strong(&file->found[place][i], &taken, found) || taken == found)
            return wrapper;
    }
    return found;
}

/* Whether the wrapper with this number fits a function that a driver has returned for a name. */
static bool fits(cl_platform_id platform, unsigned number, const char *name, const void *found)
{
    return !strcmp(functions_name(number), name) && provisional_fits(platform, number, name, found);
}

/* The wrapper for a function that a driver has returned for a name; the function itself if the
 * layer has no wrapper for it. Each may be NULL. `platform` is NULL if the program has not named
 * one. */
static void *wrap_found(cl_platform_id platform, const char *name, void *found)
{
    if (!name || !found) return found;
    for (const struct extension_wrappers *const *file = wrapper_files; *file; file++) {
        for (unsigned place = 0; place < (*file)->count; place++) {
            function wrapped;
            if (!fits(platform, (*file)->numbers[place], name, found)) continue;
            memcpy(&wrapped, &found, sizeof wrapped);
            wrapped = wrapper_of(*file, place, wrapped);
            memcpy(&found, &wrapped, sizeof found);
            return found;
        }
    }
    return found;
}

static void *CL_API_CALL look_up(const char *name)
{
    return wrap_found(NULL, name, next_layer.clGetExtensionFunctionAddress(name));
}

static void *CL_API_CALL look_up_for_platform(cl_platform_id platform, const char *name)
{
    return wrap_found(platform, name,
                      next_layer.clGetExtensionFunctionAddressForPlatform(platform, name));
}

void extensions_interpose(struct dispatch *below, const struct extension_wrappers *const *files)
{
    wrapper_files = files;
    if (next_layer.clGetExtensionFunctionAddress) below->clGetExtensionFunctionAddress = look_up;
    if (next_layer.clGetExtensionFunctionAddressForPlatform)
        below->clGetExtensionFunctionAddressForPlatform = look_up_for_platform;
}
