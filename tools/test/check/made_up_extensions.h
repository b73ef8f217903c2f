/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The extension functions of a made-up driver, made from their rows. The including file defines
 * OWN_EXTENSIONS with those that do more, and the table `revised`, and includes made_up.h before.
 * Of the rows with one name, the last one counts that is for the extension's revision or an older
 * one.
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
    cl_version from; /* the first revision with this row */
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
    /* That of an extension of which the layer has not heard. Nobody calls it. */
    void *extension = strcmp(name, "clMakeSomethingEXT") ? NULL : (void *)&known;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name) && revision_of(known[i].extension) >= known[i].from)
            memcpy(&extension, &known[i].function, sizeof extension);
    return extension;
}
