/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of extensions that a made-up driver has: made from their rows, but for those in
 * OWN_EXTENSIONS, which the including file defines. The last row of a name counts whose revision
 * the extension has. Needs made_up.h and the table `revised`.
 */
#define MAKE_UP(type, name, result, ...)                                                           \
    static type CL_API_CALL name##_made_up PARAMS(__VA_ARGS__)                                     \
    {                                                                                              \
        ANSWER_##result(name);                                                                     \
    }
#define BY_HANDLE(extension, type, name, ...) MAKE_UP(type, name, __VA_ARGS__)
#define BY_SEMAPHORE                          BY_HANDLE
#include "extension_functions.h"
#define PROVISIONAL(extension, from, to, type, name, row, ...) MAKE_UP(type, row, __VA_ARGS__)
#include "../../calls/provisional_functions.h"
#undef PROVISIONAL

static const struct {
    const char *name;
    function function;
    const char *extension;
    cl_version from; /* the last row counts whose revision the extension has */
} known[] = {
#define BY_HANDLE(extension, type, name, ...) { #name, (function)name##_made_up, #extension, 0 },
#define BY_SEMAPHORE                          BY_HANDLE
#include "extension_functions.h"
#define PROVISIONAL(extension, from, to, type, name, row, ...)                                     \
    { name, (function)row##_made_up, #extension, from },
#include "../../calls/provisional_functions.h"
#undef PROVISIONAL
    OWN_EXTENSIONS
};

static cl_version revision_of(const char *extension)
{
    for (size_t i = 0; i < sizeof revised / sizeof *revised; i++)
        if (!strcmp(extension, revised[i].name)) return revised[i].version;
    return 0;
}

static void *CL_API_CALL look_up(cl_platform_id platform, const char *name)
{
    void *extension = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name) && revision_of(known[i].extension) >= known[i].from)
            memcpy(&extension, &known[i].function, sizeof extension);
    return extension;
}
