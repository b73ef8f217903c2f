/* SPDX-License-Identifier: Apache-2.0 */
/* Names of extensions and of their functions. Fields: each of three drivers' extensions and suffix,
 * then names of functions. */
#include "../fuzz.h"

static const char marks[DRIVERS] = { 0 };

static void *extension_of(int driver, const char *name)
{
    PROMISE(name);
    return (void *)(uintptr_t)&marks[driver];
}

static bool known(const char *name)
{
    if (strcmp(name, "clGetICDLoaderInfoOCLICD") == 0) return true;
    if (strcmp(name, "clGetLoaderReportCLRELAY") == 0) return true;
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        if (dispatch_name(slot) && strcmp(dispatch_name(slot), name) == 0)
            return dispatch_info[slot].version == 0;
    return false;
}

/* Tells whether the loader answers with a function for all platforms, if any platform has it. */
static bool serves_all(const char *name)
{
#define BY_HANDLE(extension, type, function, ...)                                                  \
    if (strcmp(#function, name) == 0) return true;
#define BY_SEMAPHORE BY_HANDLE
#include "../../../ext/extension_functions.h"
    return false;
}

/* Returns whose function this is: a driver's number, or -1. */
static int owner(const char *name)
{
    if (strncmp(name, "clIcd", 5) == 0) return -1;
    if (text_ends_with(name, "KHR") || text_ends_with(name, "EXT")) return -1;
    for (int i = 0; i < DRIVERS; i++) {
        const char *suffix = *fuzz_text(i, CL_PLATFORM_ICD_SUFFIX_KHR);
        if (!reference_has_word(*fuzz_text(i, CL_PLATFORM_EXTENSIONS), "cl_khr_icd")) continue;
        if (*suffix && text_ends_with(name, suffix)) return i;
    }
    return -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static cl_platform_id list[MOST_LISTED];
    struct input input = { data, size };
    cl_uint expected = 0;
    world_begin();
    world_set("OCL_ICD_FILENAMES", "0.so:1.so:2.so");
    world_set("OCL_ICD_VENDORS", "/none");
    world_set("OCL_ICD_PLATFORM_SORT", "none");
    for (int i = 0; i < DRIVERS; i++) {
        fuzz_add_driver(i);
        fuzz_answers[i].extension = extension_of;
        *fuzz_text(i, CL_PLATFORM_EXTENSIONS) = world_keep(take_field(&input));
        *fuzz_text(i, CL_PLATFORM_ICD_SUFFIX_KHR) = world_keep(take_field(&input));
        expected += reference_has_word(*fuzz_text(i, CL_PLATFORM_EXTENSIONS), "cl_khr_icd");
    }
    PROMISE(fuzz_list(list) == expected);
    for (int i = 0; i < 50 && input.left > 0; i++) {
        const char *name = world_keep(take_field(&input));
        const void *found = clGetExtensionFunctionAddress(name);
        if (known(name)) {
            PROMISE(found);
        } else if (serves_all(name)) { /* each of these drivers has every function */
            PROMISE((found != NULL) == (expected > 0));
            PROMISE(!((const char *)found >= marks && (const char *)found < marks + DRIVERS));
        } else {
            int driver = owner(name);
            PROMISE(found == (driver < 0 ? NULL : (const void *)&marks[driver]));
        }
        for (cl_uint k = 0; k < expected; k++) {
            const void *theirs = clGetExtensionFunctionAddressForPlatform(list[k], name);
            PROMISE((theirs == NULL) == (strncmp(name, "clIcd", 5) == 0 &&
                                         strcmp(name, "clIcdGetPlatformIDsKHR") != 0));
        }
    }
    fuzz_ask_all(REPORTED(size));
    world_end();
    return 0;
}
