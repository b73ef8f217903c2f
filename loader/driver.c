/* SPDX-License-Identifier: Apache-2.0 */
#include "driver.h"

#include "settings.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

typedef void *(CL_API_CALL *extension_function)(const char *name);
typedef cl_int(CL_API_CALL *list_function)(cl_uint room, cl_platform_id *platforms, cl_uint *count);

struct driver {
    struct candidate *candidate;
    void *library;
    struct os_image image; /* where the library's own code and data lie */
    extension_function extension;
    list_function list;
    clGetPlatformInfo_slot info; /* NULL: only the platforms' tables have it */
    const struct dispatch *judged; /* the table whose judgement was put in force last */
    struct driver *next;
};

/* Room for this many platforms is offered at first, and more than so many are not believed. */
enum { USUAL_PLATFORMS = 64, MOST_PLATFORMS = 65536 };

/* No answer of a driver is longer than this. */
enum { LONGEST_ANSWER = 1 << 20 };

static struct driver *drivers;
static bool careful_slots[SLOT_COUNT];

bool driver_needs_care(size_t slot)
{
    return careful_slots[slot];
}

/* ---- whose function is it ---- */

static bool is_within(const struct os_image *image, function address)
{
    return (uintptr_t)address >= image->low && (uintptr_t)address < image->high;
}

/* Whether an image is an OpenCL loader: this one, under whatever name, or another. */
static bool is_loader(const struct os_image *image)
{
    return is_within(image, (function)dispatch_exports.clGetPlatformIDs) ||
           text_begins_with(image->soname, "libOpenCL.so");
}

/* A function that the driver's library, or one that it depends on, exports, and no loader does:
 * drivers that are linked to libOpenCL would lead back to us. */
static function exported(const struct driver *driver, const char *name)
{
    struct os_image image;
    function found = os_symbol(driver->library, name);
    if (!found || is_within(&driver->image, found)) return found;
    if (os_image_at((uintptr_t)found, &image) && is_loader(&image)) return NULL;
    return found;
}

/*
 * A driver that is linked without -Bsymbolic and fills its table with the names of the API gets
 * whatever the process binds to these names: this loader, another one, an interposer, or the stub
 * of a program that takes a function's address. Called through the loader they would call
 * themselves for ever.
 */
static bool is_foreign(const struct driver *driver, size_t slot, function found)
{
    const char *name = dispatch_facts[slot].name;
    struct os_image image;
    if (is_within(&driver->image, found)) return false;
    if (found == dispatch_slot(&dispatch_exports, slot)) return true;
    if (os_image_at((uintptr_t)found, &image) && is_loader(&image)) return true;
    return found == os_global_symbol(name) && found != os_symbol(driver->library, name);
}

/* What a driver means by the function that it gave for a slot; NULL: it has none. */
static function own_function(const struct driver *driver, size_t slot, function found)
{
    if (!found || !dispatch_facts[slot].name || !is_foreign(driver, slot, found)) return found;
    return exported(driver, dispatch_facts[slot].name);
}

/* A function that a driver must have, exported or through clGetExtensionFunctionAddress. */
static function look_up(const struct driver *driver, const char *name)
{
    function found = exported(driver, name);
    if (!found && driver->extension) {
        void *address = driver->extension(name);
        memcpy(&found, &address, sizeof found);
    }
    return found;
}

void *driver_extension(const struct driver *driver, const char *name)
{
    return driver->extension(name);
}

/* ---- the table ---- */

/* What was found out about a table, to be put in force if its platform is accepted. */
struct judgement {
    struct correction *correction; /* NULL: the table needs none */
    bool careful[SLOT_COUNT];      /* whose calls must look before they jump */
};

/* Uses another function in place of a slot, or none. False: no memory. */
static bool replace_slot(const struct driver *driver, struct judgement *judgement, size_t slot,
                         function own)
{
    struct correction *correction = judgement->correction;
    if (!correction) correction = judgement->correction = calloc(1, sizeof *correction);
    if (!correction) return false;
    judgement->careful[slot] = true;
    ((function *)(void *)&correction->instead)[slot] =
        own ? own : dispatch_slot(&dispatch_missing, slot);
    log_line(LOG_DUMP, "%s: slot %zu: %s %s", driver->candidate->library, slot,
             dispatch_facts[slot].name,
             own ? "was bound to a foreign function; the driver has its own"
                 : "is bound to a foreign function or out of reach; counts as missing");
    return true;
}

/*
 * Looks over a table once: slots that are bound to foreign functions or lie in memory that is not
 * there are to be corrected, and calls of these and of the missing ones must be careful.
 */
static enum verdict judge_table(const struct driver *driver, const struct dispatch *table,
                                struct judgement *judgement)
{
    struct dispatch copy;
    size_t readable = os_copy_memory(&copy, table, sizeof copy) / sizeof(function);
    if (readable == 0) return VERDICT_PLATFORM_NO_TABLE;
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function found = slot < readable ? dispatch_slot(&copy, slot) : NULL;
        function own = own_function(driver, slot, found);
        if (!dispatch_facts[slot].name) continue;
        if (!found) {
            judgement->careful[slot] = true;
            log_line(LOG_DUMP, "%s: slot %zu: %s is missing", driver->candidate->library, slot,
                     dispatch_facts[slot].name);
        }
        if ((own != found || slot >= readable) && !replace_slot(driver, judgement, slot, own))
            return VERDICT_OUT_OF_MEMORY;
    }
    if (judgement->correction) judgement->correction->table = table;
    return VERDICT_LOADED;
}

static void put_in_force(const struct judgement *judgement)
{
    if (judgement->correction) dispatch_correct(judgement->correction);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) careful_slots[slot] |= judgement->careful[slot];
}

/* ---- questions to a platform ---- */

/*
 * A platform's answer as a string of its own, always terminated; NULL when the platform does not
 * answer, *error is its code then. An answer may grow between the two questions.
 */
static char *ask(clGetPlatformInfo_slot info, cl_platform_id id, cl_platform_info what,
                 cl_int *error)
{
    for (int attempt = 0; attempt < 3; attempt++) {
        size_t size = SIZE_MAX;
        char *answer;
        *error = info(id, what, 0, NULL, &size);
        log_line(LOG_CALL, "clGetPlatformInfo(%p, 0x%x) = %d, %zu bytes", (void *)id, what, *error,
                 size);
        if (*error != CL_SUCCESS) return NULL;
        if (size > LONGEST_ANSWER) break;
        answer = calloc(1, size + 1);
        *error = CL_OUT_OF_HOST_MEMORY;
        if (!answer) return NULL;
        *error = size ? info(id, what, size, answer, NULL) : CL_SUCCESS;
        answer[size] = '\0';
        if (*error == CL_SUCCESS) return answer;
        free(answer);
        if (*error != CL_INVALID_VALUE) return NULL;
    }
    *error = CL_INVALID_VALUE;
    return NULL;
}

cl_uint driver_count_devices(const struct platform *platform, cl_device_type type)
{
    clGetDeviceIDs_slot list = DISPATCH_FIND(platform->id, clGetDeviceIDs);
    cl_uint count = 0;
    cl_int error = list ? list(platform->id, type, 0, NULL, &count) : CL_INVALID_OPERATION;
    log_line(LOG_CALL, "%s: clGetDeviceIDs(%p, 0x%x) = %d, %u devices",
             platform->driver->candidate->library, (void *)platform->id, (unsigned)type, error,
             error == CL_SUCCESS ? count : 0);
    return error == CL_SUCCESS ? count : 0;
}

/* ---- platforms ---- */

/* Asks the two questions that decide whether a platform is one that a loader may show. */
static enum verdict interview(clGetPlatformInfo_slot info, cl_platform_id id, char **suffix)
{
    cl_int error = CL_SUCCESS;
    if (!info) return VERDICT_PLATFORM_NO_INFO;
    if (!setting_flag(SETTING_ASSUME_ICD_EXTENSION)) {
        char *extensions = ask(info, id, CL_PLATFORM_EXTENSIONS, &error);
        bool icd = extensions && text_has_word(extensions, "cl_khr_icd");
        if (!extensions)
            return error == CL_OUT_OF_HOST_MEMORY ? VERDICT_OUT_OF_MEMORY
                                                  : VERDICT_PLATFORM_NO_EXTENSIONS;
        free(extensions);
        if (!icd) return VERDICT_PLATFORM_NO_ICD;
    }
    *suffix = ask(info, id, CL_PLATFORM_ICD_SUFFIX_KHR, &error);
    if (*suffix) return VERDICT_LOADED;
    return error == CL_OUT_OF_HOST_MEMORY ? VERDICT_OUT_OF_MEMORY : VERDICT_PLATFORM_NO_SUFFIX;
}

/* Whether a platform is fit for use: its table, then its answers. */
static enum verdict examine(const struct driver *driver, cl_platform_id id,
                            struct judgement *judgement, char **suffix)
{
    struct object object = { NULL };
    clGetPlatformInfo_slot info;
    enum verdict verdict;

    if (!id) return VERDICT_PLATFORM_NULL;
    if (platforms_find(id)) return VERDICT_PLATFORM_REPEATED;
    if (os_copy_memory(&object, id, sizeof object) < sizeof object || !object.dispatch)
        return VERDICT_PLATFORM_NO_TABLE;
    if (object.dispatch != driver->judged) {
        verdict = judge_table(driver, object.dispatch, judgement);
        if (verdict != VERDICT_LOADED) return verdict;
    }
    info = DISPATCH_FIND(id, clGetPlatformInfo);
    if (judgement->correction && judgement->correction->instead.clGetPlatformInfo)
        info = judgement->correction->instead.clGetPlatformInfo;
    if (info == dispatch_missing.clGetPlatformInfo || !info) info = driver->info;
    return interview(info, id, suffix);
}

/* Examines a platform and publishes it, its table's corrections before it. */
static enum verdict publish(struct driver *driver, cl_platform_id id)
{
    struct judgement judgement = { .correction = NULL };
    struct platform *platform = malloc(sizeof *platform);
    char *suffix = NULL;
    enum verdict verdict = VERDICT_OUT_OF_MEMORY;
    if (!platform) goto fail;
    verdict = examine(driver, id, &judgement, &suffix);
    if (verdict != VERDICT_LOADED) goto fail;
    put_in_force(&judgement);
    judgement.correction = NULL;
    driver->judged = ((const struct object *)(const void *)id)->dispatch;
    *platform = (struct platform){ .id = id, .driver = driver, .suffix = suffix };
    if (platforms_publish(platform)) return VERDICT_LOADED;
    verdict = VERDICT_OUT_OF_MEMORY;

fail:
    free(judgement.correction);
    free(suffix);
    free(platform);
    return verdict;
}

/* One question for the list of platforms. *count stays as it was where the driver leaves it so. */
static cl_int ask_list(const struct driver *driver, cl_uint room, cl_platform_id *list,
                       cl_uint *count)
{
    cl_int error = driver->list(room, list, count);
    log_line(LOG_CALL, "%s: clIcdGetPlatformIDsKHR(%u) = %d, %u platforms",
             driver->candidate->library, room, error, count ? *count : 0);
    return error;
}

/* The platforms of a driver whose number is known, or NULL. */
static cl_platform_id *ask_for(const struct driver *driver, cl_uint count, cl_int *error)
{
    cl_platform_id *list = calloc(count, sizeof *list);
    *error = list ? ask_list(driver, count, list, NULL) : CL_OUT_OF_HOST_MEMORY;
    if (*error == CL_SUCCESS) return list;
    free(list);
    return NULL;
}

/*
 * Lists the platforms of a driver: an array for the caller to free. One question with room for the
 * usual number is enough for almost all drivers, and saves half the time of a slow one; a driver
 * that does not understand it is asked in two steps, as other loaders do.
 */
static enum verdict list_platforms(const struct driver *driver, cl_platform_id **list,
                                   cl_uint *count, cl_int *error)
{
    cl_platform_id *usual = calloc(USUAL_PLATFORMS, sizeof *usual);
    *list = NULL;
    *count = CL_UINT_MAX;
    if (!usual) return VERDICT_OUT_OF_MEMORY;
    *error = ask_list(driver, USUAL_PLATFORMS, usual, count);
    if (*error == CL_PLATFORM_NOT_FOUND_KHR) *count = 0;
    if (*count <= USUAL_PLATFORMS &&
        (*error == CL_SUCCESS || *error == CL_PLATFORM_NOT_FOUND_KHR)) {
        *list = usual;
        return *count ? VERDICT_LOADED : VERDICT_NO_PLATFORMS;
    }
    free(usual);
    if (*error != CL_SUCCESS || *count > MOST_PLATFORMS) {
        *count = CL_UINT_MAX;
        *error = ask_list(driver, 0, NULL, count);
        if (*error == CL_PLATFORM_NOT_FOUND_KHR) return VERDICT_NO_PLATFORMS;
        if (*error != CL_SUCCESS) return VERDICT_PLATFORMS_FAILED;
        if (*count == 0) return VERDICT_NO_PLATFORMS;
        if (*count > MOST_PLATFORMS) return VERDICT_PLATFORMS_IMPLAUSIBLE;
    }
    *list = ask_for(driver, *count, error);
    if (*list) return VERDICT_LOADED;
    return *error == CL_OUT_OF_HOST_MEMORY ? VERDICT_OUT_OF_MEMORY : VERDICT_PLATFORMS_FAILED;
}

/* Takes all platforms that are fit for use. One bad platform does not hide the good ones; its
 * verdict is the driver's only where no platform is good. */
static void take_platforms(struct driver *driver)
{
    struct candidate *candidate = driver->candidate;
    cl_platform_id *list;
    cl_uint count;
    cl_int error = CL_SUCCESS;
    enum verdict verdict = list_platforms(driver, &list, &count, &error);
    if (verdict == VERDICT_PLATFORMS_FAILED)
        candidate_judge(candidate, verdict, "clIcdGetPlatformIDsKHR returned %d", error);
    else if (verdict != VERDICT_LOADED)
        candidate_judge(candidate, verdict, NULL);
    else
        for (cl_uint i = 0; i < count; i++) {
            verdict = publish(driver, list[i]);
            if (verdict == VERDICT_LOADED) {
                candidate->platforms++;
                continue;
            }
            log_line(LOG_WARNING, "%s: platform %u of %u: %s", candidate->library, i + 1, count,
                     verdict_text(verdict));
            if (candidate->platforms == 0) candidate_judge(candidate, verdict, NULL);
        }
    if (candidate->platforms > 0) candidate_judge(candidate, VERDICT_LOADED, NULL);
    free(list);
}

/* ---- the library ---- */

/* Refuses a candidate whose library was tried before, under whatever name. */
static enum verdict check_duplicate(struct candidate *candidate)
{
    for (const struct candidate *it = candidate_first(); it && it != candidate; it = it->next)
        if (it->opened && os_same_file(&it->file, &candidate->file)) {
            candidate_judge(candidate, VERDICT_DUPLICATE, "%s%s%s", it->origin ? it->origin : "",
                            it->origin ? ": " : "", it->library);
            return VERDICT_DUPLICATE;
        }
    return VERDICT_LOADED;
}

/* What can be said of a library before it is opened, so that nothing is opened in vain. */
static enum verdict check_name(struct candidate *candidate)
{
    struct os_image self;
    struct os_file own;
    enum verdict verdict;
    const char *name = candidate->library;
    if (!*name) return VERDICT_NAME_EMPTY;
    if (*name == '$' && os_privileged()) return VERDICT_NAME_PRIVILEGED;
    if (*name == '$' || !strchr(name, '/')) return VERDICT_LOADED;
    candidate->file = os_look_at(name);
    if (candidate->file.kind >= OS_DIRECTORY && candidate->file.kind <= OS_DEVICE)
        return VERDICT_LIBRARY_NO_LIBRARY;
    verdict = check_duplicate(candidate);
    if (verdict != VERDICT_LOADED) return verdict;
    if (!os_image_at((uintptr_t)&dispatch_exports, &self)) return VERDICT_LOADED;
    own = os_look_at(self.path);
    return os_same_file(&own, &candidate->file) ? VERDICT_ITSELF : VERDICT_LOADED;
}

static enum verdict open_library(struct driver *driver)
{
    static const enum verdict verdicts[] = {
        [OS_LIBRARY_MISSING] = VERDICT_LIBRARY_MISSING,
        [OS_LIBRARY_UNREADABLE] = VERDICT_LIBRARY_UNREADABLE,
        [OS_LIBRARY_FOREIGN] = VERDICT_LIBRARY_FOREIGN,
        [OS_LIBRARY_NO_LIBRARY] = VERDICT_LIBRARY_NO_LIBRARY,
        [OS_LIBRARY_REFUSED] = VERDICT_LIBRARY_REFUSED,
    };
    struct candidate *candidate = driver->candidate;
    char *message;
    driver->library = os_open_library(candidate->library, &message);
    if (!driver->library) {
        enum verdict verdict = verdicts[os_library_problem(candidate->library, message)];
        candidate_judge(candidate, verdict, "%s", message ? message : "");
        free(message);
        return verdict;
    }
    if (!os_image_of_library(driver->library, &driver->image))
        driver->image = (struct os_image){ .path = "", .soname = "" };
    candidate_set(&candidate->opened, *driver->image.path ? driver->image.path : candidate->library);
    candidate->file = os_look_at(candidate->opened ? candidate->opened : candidate->library);
    return VERDICT_LOADED;
}

/* Finds the functions that a driver must have. */
static enum verdict find_functions(struct driver *driver)
{
    struct candidate *candidate = driver->candidate;
    const char *missing = "clGetExtensionFunctionAddress";
    enum verdict verdict = check_duplicate(candidate);
    if (verdict != VERDICT_LOADED) return verdict;
    if (is_within(&driver->image, (function)dispatch_exports.clGetPlatformIDs))
        return VERDICT_ITSELF;
    if (is_loader(&driver->image) && !exported(driver, "clIcdGetPlatformIDsKHR"))
        return VERDICT_ANOTHER_LOADER;
    driver->extension = (extension_function)exported(driver, missing);
    if (driver->extension) {
        missing = "clIcdGetPlatformIDsKHR";
        driver->list = (list_function)look_up(driver, missing);
    }
    if (!driver->list) {
        candidate_judge(candidate, VERDICT_FUNCTION_MISSING, "%s", missing);
        return VERDICT_FUNCTION_MISSING;
    }
    driver->info = (clGetPlatformInfo_slot)own_function(
        driver, SLOT_OF(clGetPlatformInfo), look_up(driver, "clGetPlatformInfo"));
    return VERDICT_LOADED;
}

void driver_load(struct candidate *candidate)
{
    uint64_t start = os_microseconds();
    struct driver *driver = NULL;
    enum verdict verdict = check_name(candidate);
    if (verdict == VERDICT_LOADED) {
        driver = calloc(1, sizeof *driver);
        if (!driver) verdict = VERDICT_OUT_OF_MEMORY;
    }
    if (driver) {
        driver->candidate = candidate;
        verdict = open_library(driver);
        if (verdict == VERDICT_LOADED) verdict = find_functions(driver);
    }
    if (verdict == VERDICT_LOADED)
        take_platforms(driver);
    else if (candidate->verdict != verdict)
        candidate_judge(candidate, verdict, NULL);

    if (candidate->verdict == VERDICT_LOADED) {
        driver->next = drivers;
        drivers = driver;
    } else if (driver) {
        if (driver->library) os_close_library(driver->library);
        free(driver);
    }
    candidate->microseconds = os_microseconds() - start;
    candidate_report(candidate);
}
