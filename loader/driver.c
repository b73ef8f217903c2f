/* SPDX-License-Identifier: Apache-2.0 */
#include "driver.h"

#include "library.h"
#include "select.h"
#include "settings.h"
#include "table.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *(CL_API_CALL *extension_function)(const char *name);
typedef cl_int(CL_API_CALL *list_function)(cl_uint room, cl_platform_id *platforms, cl_uint *count);

struct driver {
    struct candidate *candidate;
    struct library library;
    extension_function extension;
    list_function list;
    clGetPlatformInfo_slot info; /* NULL: only the platforms' tables have it */
    struct icd2 icd2;
    bool unloadable; /* so say all of its platforms */
    struct driver *next;
};

/* Room for this many platforms is offered at first, and more than so many are not believed. */
enum { USUAL_PLATFORMS = 64, MOST_PLATFORMS = 65536 };

/* No answer of a driver is longer than this. */
enum { LONGEST_ANSWER = 1 << 20 };

static struct driver *drivers; /* the last loaded is the first */

void *driver_extension(const struct driver *driver, const char *name)
{
    return driver->extension(name);
}

/* Closes the library of a driver, and frees what only it could hold. */
static void driver_close(struct driver *driver)
{
    struct library library = driver->library;
    table_forget_records(&library, library_close(&driver->library));
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
        log_line(LOG_DEBUG, LOG_CALL, "clGetPlatformInfo(%p, 0x%x) = %d, %zu bytes", (void *)id, what, *error,
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

char *driver_ask(const struct platform *platform, cl_platform_info what)
{
    clGetPlatformInfo_slot info = DISPATCH_FIND(platform->id, clGetPlatformInfo);
    cl_int error;
    if (!info || info == dispatch_missing.clGetPlatformInfo) info = platform->driver->info;
    return info ? ask(info, platform->id, what, &error) : NULL;
}

const struct candidate *driver_candidate(const struct driver *driver)
{
    return driver->candidate;
}

cl_uint driver_count_devices(const struct platform *platform, cl_device_type type)
{
    clGetDeviceIDs_slot list = DISPATCH_FIND(platform->id, clGetDeviceIDs);
    cl_uint count = 0;
    cl_int error = list ? list(platform->id, type, 0, NULL, &count) : CL_INVALID_OPERATION;
    log_line(LOG_DEBUG, LOG_CALL, "%s: clGetDeviceIDs(%p, 0x%x) = %d, %u devices",
             platform->driver->candidate->library, (void *)platform->id, (unsigned)type, error,
             error == CL_SUCCESS ? count : 0);
    return error == CL_SUCCESS ? count : 0;
}

/* ---- platforms ---- */

/* Whether a platform says that its library may be unloaded (cl_khr_icd_unloadable). One that
 * cannot tell is not unloaded, but works as well as any. */
static bool is_unloadable(clGetPlatformInfo_slot info, cl_platform_id id, const char *extensions)
{
    cl_bool answer = CL_FALSE;
    return text_has_word(extensions, "cl_khr_icd_unloadable") &&
           info(id, CL_PLATFORM_UNLOADABLE_KHR, sizeof answer, &answer, NULL) == CL_SUCCESS &&
           answer != CL_FALSE;
}

/* Asks the questions that decide whether a platform is one that a loader may show. */
static enum verdict interview(struct driver *driver, clGetPlatformInfo_slot info,
                              struct platform *platform)
{
    cl_int error = CL_SUCCESS;
    char *extensions = NULL;
    bool icd = true, unloadable = false;
    if (!info) return VERDICT_PLATFORM_NO_INFO;
    if (!setting_flag(SETTING_ASSUME_ICD_EXTENSION)) {
        extensions = ask(info, platform->id, CL_PLATFORM_EXTENSIONS, &error);
        if (!extensions)
            return error == CL_OUT_OF_HOST_MEMORY ? VERDICT_OUT_OF_MEMORY
                                                  : VERDICT_PLATFORM_NO_EXTENSIONS;
        icd = text_has_word(extensions, "cl_khr_icd");
        unloadable = is_unloadable(info, platform->id, extensions);
        free(extensions);
    }
    if (!icd) return VERDICT_PLATFORM_NO_ICD;
    platform->suffix = ask(info, platform->id, CL_PLATFORM_ICD_SUFFIX_KHR, &error);
    if (!platform->suffix)
        return error == CL_OUT_OF_HOST_MEMORY ? VERDICT_OUT_OF_MEMORY : VERDICT_PLATFORM_NO_SUFFIX;
    if (!unloadable) driver->unloadable = false;
    if (!select_needs_names()) return VERDICT_UNTRIED;
    platform->name = ask(info, platform->id, CL_PLATFORM_NAME, &error);
    platform->vendor = ask(info, platform->id, CL_PLATFORM_VENDOR, &error);
    /* A platform without a name can still be chosen by its suffix. */
    if (!platform->name) platform->name = text_copy_string("");
    return platform->name ? select_platform(platform) : VERDICT_OUT_OF_MEMORY;
}

/* Examines a platform and, if it is fit for use, publishes it, what its table needs before it. */
static enum verdict take_platform(struct driver *driver, cl_platform_id id, char *message,
                                  size_t size)
{
    struct judgement judgement = { .correction = NULL };
    clGetPlatformInfo_slot info;
    struct platform *platform = NULL;
    enum verdict verdict = VERDICT_PLATFORM_NULL;

    message[0] = '\0';
    if (!id) return verdict;
    if (platforms_find(id)) return VERDICT_PLATFORM_REPEATED;
    verdict = table_judge(&driver->library, &driver->icd2, id, &judgement, message, size);
    if (verdict != VERDICT_UNTRIED) goto drop;
    verdict = VERDICT_OUT_OF_MEMORY;
    platform = calloc(1, sizeof *platform);
    if (!platform) goto drop;
    platform->id = id;
    platform->driver = driver;
    info = (clGetPlatformInfo_slot)table_function(&judgement, id, SLOT_OF(clGetPlatformInfo));
    verdict = interview(driver, info ? info : driver->info, platform);
    if (verdict != VERDICT_UNTRIED) goto drop;
    table_enforce(&judgement);
    if (platforms_publish(platform)) return VERDICT_LOADED;
    verdict = VERDICT_OUT_OF_MEMORY;

drop:
    table_drop(&judgement);
    platform_free(platform);
    return verdict;
}

/* One question for the list of platforms. *count stays as it was where the driver leaves it so. */
static cl_int ask_list(const struct driver *driver, cl_uint room, cl_platform_id *list,
                       cl_uint *count)
{
    cl_int error = driver->list(room, list, count);
    log_line(LOG_DEBUG, LOG_CALL, "%s: clIcdGetPlatformIDsKHR(%u) = %d, %u platforms",
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

static bool is_choice(enum verdict verdict)
{
    return verdict == VERDICT_PLATFORM_DISABLED || verdict == VERDICT_PLATFORM_NOT_SELECTED;
}

/* Takes all platforms that are fit for use. One bad platform does not hide the good ones; its
 * verdict is the driver's only where no platform is good. */
static void take_platforms(struct driver *driver)
{
    struct candidate *candidate = driver->candidate;
    cl_platform_id *list;
    cl_uint count;
    cl_int error = CL_SUCCESS;
    char message[128], note[128] = "";
    cl_uint number = 0;
    enum verdict refused = VERDICT_UNTRIED;
    enum verdict verdict = list_platforms(driver, &list, &count, &error);
    if (verdict != VERDICT_LOADED) {
        free(list);
        snprintf(message, sizeof message, "clIcdGetPlatformIDsKHR returned %d", error);
        candidate_judge(candidate, verdict, "%s",
                        verdict == VERDICT_PLATFORMS_FAILED ? message : "");
        return;
    }
    for (cl_uint i = 0; i < count; i++) {
        verdict = take_platform(driver, list[i], message, sizeof message);
        if (verdict == VERDICT_LOADED) {
            candidate->platforms++;
            continue;
        }
        log_line(is_choice(verdict) ? LOG_INFO : LOG_WARNING, LOG_PLATFORM,
                 "%s: platform %u of %u: %s%s%s", candidate->library, i + 1, count,
                 verdict_text(verdict), *message ? ": " : "", message);
        refused = verdict;
        snprintf(note, sizeof note, "%s", message);
        number = i + 1;
    }
    if (candidate->platforms == 0)
        candidate_judge(candidate, refused, "%s", note);
    else if (refused != VERDICT_UNTRIED)
        candidate_judge(candidate, VERDICT_LOADED, "but not platform %u of %u: %s%s%s", number,
                        count, verdict_text(refused), *note ? ": " : "", note);
    else
        candidate_judge(candidate, VERDICT_LOADED, NULL);
    free(list);
}

/* ---- the library ---- */

/* A function that a driver must have, exported or through clGetExtensionFunctionAddress. */
static function look_up(const struct driver *driver, const char *name)
{
    function found = library_function(&driver->library, name);
    if (!found && driver->extension) {
        void *address = driver->extension(name);
        memcpy(&found, &address, sizeof found);
    }
    return found;
}

/* Finds the functions that a driver must have. */
static enum verdict find_functions(struct driver *driver)
{
    const char *missing = "clGetExtensionFunctionAddress";
    bool lists = library_function(&driver->library, "clIcdGetPlatformIDsKHR") != NULL;
    if (library_is_loader(&driver->library) && !lists) {
        candidate_judge(driver->candidate, VERDICT_ANOTHER_LOADER, NULL);
        return VERDICT_ANOTHER_LOADER;
    }
    driver->extension = (extension_function)library_function(&driver->library, missing);
    if (driver->extension) {
        missing = "clIcdGetPlatformIDsKHR";
        driver->list = (list_function)look_up(driver, missing);
    }
    if (!driver->list) {
        candidate_judge(driver->candidate, VERDICT_FUNCTION_MISSING, "%s", missing);
        return VERDICT_FUNCTION_MISSING;
    }
    driver->info = (clGetPlatformInfo_slot)library_own_function(
        &driver->library, SLOT_OF(clGetPlatformInfo), look_up(driver, "clGetPlatformInfo"));
    driver->icd2.get = (clIcdGetFunctionAddressForPlatformKHR_fn)look_up(
        driver, "clIcdGetFunctionAddressForPlatformKHR");
    driver->icd2.set = (clIcdSetPlatformDispatchDataKHR_fn)look_up(
        driver, "clIcdSetPlatformDispatchDataKHR");
    return VERDICT_UNTRIED;
}

void driver_load(struct candidate *candidate)
{
    uint64_t start = os_microseconds();
    struct driver *driver = calloc(1, sizeof *driver);
    if (!driver) {
        candidate_judge(candidate, VERDICT_OUT_OF_MEMORY, NULL);
    } else if (library_open(candidate, &driver->library) == VERDICT_UNTRIED) {
        driver->candidate = candidate;
        driver->unloadable = true;
        if (find_functions(driver) == VERDICT_UNTRIED) take_platforms(driver);
        if (candidate->verdict == VERDICT_LOADED) {
            driver->next = drivers;
            drivers = driver;
        } else {
            driver_close(driver);
        }
    }
    if (candidate->verdict != VERDICT_LOADED) free(driver);
    candidate->microseconds = os_microseconds() - start;
    candidate_report(candidate);
}

void driver_unload_all(bool close)
{
    while (drivers) {
        struct driver *driver = drivers;
        drivers = driver->next;
        if (close && driver->unloadable)
            driver_close(driver);
        else
            table_forget_records(&driver->library, false);
        free(driver);
    }
}
