/* SPDX-License-Identifier: Apache-2.0 */
#include "load/driver.h"

#include "load/library.h"
#include "load/order.h"
#include "load/suggestion.h"
#include "base/settings.h"
#include "load/icd2.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef void *(CL_API_CALL *extension_function)(const char *name);
typedef cl_int(CL_API_CALL *list_function)(cl_uint room, cl_platform_id *platforms, cl_uint *count);

struct driver {
    struct candidate *candidate;
    struct library library;
    extension_function extension;
    list_function list;
    bool unloadable; /* all its platforms say so */
    struct {         /* what driver_list_platforms() got */
        cl_platform_id *list;
        cl_uint count;
        enum verdict verdict;
        struct details details;
    } answer;
    struct driver *next;
};

/* The first question offers space for USUAL_PLATFORMS. A number above MOST_PLATFORMS is
 * implausible. */
enum { USUAL_PLATFORMS = 64, MOST_PLATFORMS = 65536 };

/* No answer of a driver may be longer than this. */
enum { LONGEST_ANSWER = 1 << 20 };

/* The drivers that have listed platforms, the last one first. The loading thread writes the list,
 * and any thread reads it. */
static _Atomic(struct driver *) drivers;

static void driver_free(struct driver *driver)
{
    free(driver->answer.list);
    free(driver);
}

void *driver_extension_function(const struct driver *driver, const char *name)
{
    return driver->extension(name);
}

/* Closes the library of a driver that allows it, and frees what only this library could use. */
static void driver_close(struct driver *driver)
{
    bool gone = library_close(&driver->library);
    icd2_release(&driver->library, gone                     ? RESIDENCY_ENDED
                                   : driver->library.shared ? RESIDENCY_STAYS
                                                            : RESIDENCY_ENDS);
    driver_free(driver);
}

function driver_function(const struct driver *driver, const char *name)
{
    function found = library_function(&driver->library, name);
    if (!found && driver->extension) {
        void *address = driver->extension(name);
        memcpy(&found, &address, sizeof found);
    }
    return found;
}

/* The function that answers questions about a platform: the table's, or else the library's. */
static clGetPlatformInfo_slot choose_info(const struct driver *driver, function of_table)
{
    size_t slot = SLOT_OF(clGetPlatformInfo);
    if (of_table && of_table != dispatch_missing(slot)) return (clGetPlatformInfo_slot)of_table;
    return (clGetPlatformInfo_slot)library_own_function(
        &driver->library, slot, driver_function(driver, "clGetPlatformInfo"));
}

/* ---- queries ---- */

/* A platform's answer as a NUL-terminated string, for the caller to free. NULL if the platform
 * does not answer, or if there is no memory; then *verdict becomes VERDICT_OUT_OF_MEMORY. (A
 * driver that lacks memory itself returns an error.) Asks again if the answer grows between the
 * two questions. */
static char *query_string(clGetPlatformInfo_slot info, cl_platform_id id, cl_platform_info what,
                          enum verdict *verdict)
{
    for (int attempt = 0; attempt < 3; attempt++) {
        size_t size = SIZE_MAX;
        char *answer;
        cl_int error = info(id, what, 0, NULL, &size);
        log_line(LOG_DEBUG, LOG_CALL, "clGetPlatformInfo(%p, 0x%x) = %d, %zu bytes", (void *)id,
                 what, error, size);
        if (error != CL_SUCCESS || size > LONGEST_ANSWER) return NULL;
        answer = calloc(1, size + 1);
        if (!answer) {
            *verdict = VERDICT_OUT_OF_MEMORY;
            return NULL;
        }
        error = size ? info(id, what, size, answer, NULL) : CL_SUCCESS;
        answer[size] = '\0';
        if (error == CL_SUCCESS) return answer;
        free(answer);
        if (error != CL_INVALID_VALUE) return NULL;
    }
    return NULL;
}

char *driver_query(const struct platform *platform, cl_platform_info what)
{
    clGetPlatformInfo_slot info =
        choose_info(platform->driver, dispatch_find(platform->id, SLOT_OF(clGetPlatformInfo)));
    enum verdict verdict;
    return info ? query_string(info, platform->id, what, &verdict) : NULL;
}

void driver_set_index(struct platform *platform, size_t index)
{
    struct candidate *candidate = platform->driver->candidate;
    platform->index = index;
    platform->next = candidate->first_platform;
    candidate->first_platform = platform;
}

cl_uint driver_count_devices(struct platform *platform, enum platform_kind kind)
{
    static const cl_device_type types[PLATFORM_KINDS] = {
        [PLATFORM_GPUS] = CL_DEVICE_TYPE_GPU,
        [PLATFORM_CPUS] = CL_DEVICE_TYPE_CPU,
        [PLATFORM_ALL] = CL_DEVICE_TYPE_ALL,
    };
    clGetDeviceIDs_slot list = DISPATCH_FIND(platform->id, clGetDeviceIDs);
    for (; platform->counted <= (int)kind; platform->counted++) {
        cl_device_type type = types[platform->counted];
        cl_uint count = 0;
        cl_int error = list ? list(platform->id, type, 0, NULL, &count) : CL_INVALID_OPERATION;
        log_line(LOG_DEBUG, LOG_CALL, "%s: clGetDeviceIDs(%p, 0x%x) = %d, %u devices",
                 platform->driver->candidate->library, (void *)platform->id, (unsigned)type, error,
                 error == CL_SUCCESS ? count : 0);
        platform->devices[platform->counted] = error == CL_SUCCESS ? count : 0;
    }
    return platform->devices[kind];
}

unsigned driver_version(const struct driver *driver, cl_platform_id id, function of_table)
{
    static const char before[] = "OpenCL ";
    clGetPlatformInfo_slot info = choose_info(driver, of_table);
    enum verdict verdict;
    char *answer = info ? query_string(info, id, CL_PLATFORM_VERSION, &verdict) : NULL;
    unsigned version = 0;
    if (answer && text_begins_with(answer, before)) {
        const char *at = answer + strlen(before);
        /* Minor versions have one digit. */
        for (; *at >= '0' && *at <= '9' && version < 100; at++)
            version = version * 10 + (unsigned)(*at - '0');
        version *= 10;
        if (at[0] == '.' && at[1] >= '0' && at[1] <= '9') version += (unsigned)(at[1] - '0');
    }
    free(answer);
    return version < 10 ? 10 : version;
}

/* ---- platforms ---- */

/* Whether a platform says that its library may be unloaded (cl_khr_icd_unloadable). If it can't
 * say, it is not unloaded; there is no other harm. */
static bool is_unloadable(clGetPlatformInfo_slot info, cl_platform_id id, const char *extensions)
{
    cl_bool answer = CL_FALSE;
    return text_has_word(extensions, "cl_khr_icd_unloadable") &&
           info(id, CL_PLATFORM_UNLOADABLE_KHR, sizeof answer, &answer, NULL) == CL_SUCCESS &&
           answer != CL_FALSE;
}

/* Asks a platform what decides whether the loader may publish it. */
static enum verdict query_platform(struct driver *driver, clGetPlatformInfo_slot info,
                                   struct platform *platform)
{
    enum verdict verdict = VERDICT_PLATFORM_NO_EXTENSIONS;
    char *extensions = NULL;
    bool icd = true, unloadable = false;
    if (!info) return VERDICT_PLATFORM_NO_INFO;
    if (!setting_flag(SETTING_ASSUME_ICD_EXTENSION)) {
        extensions = query_string(info, platform->id, CL_PLATFORM_EXTENSIONS, &verdict);
        if (!extensions) return verdict;
        icd = text_has_word(extensions, "cl_khr_icd");
        unloadable = is_unloadable(info, platform->id, extensions);
        suggestion_read(&platform->suggestion, extensions);
        free(extensions);
    }
    if (!icd) return VERDICT_PLATFORM_NO_ICD;
    verdict = VERDICT_PLATFORM_NO_SUFFIX;
    platform->suffix = query_string(info, platform->id, CL_PLATFORM_ICD_SUFFIX_KHR, &verdict);
    if (!platform->suffix) return verdict;
    if (!unloadable) driver->unloadable = false;
    verdict = VERDICT_ACCEPTED;
    if (!order_needs_names()) return verdict;
    platform->name = query_string(info, platform->id, CL_PLATFORM_NAME, &verdict);
    platform->vendor = query_string(info, platform->id, CL_PLATFORM_VENDOR, &verdict);
    /* With a name missing for lack of memory, the user's pattern would select another platform. */
    if (verdict != VERDICT_ACCEPTED) return verdict;
    /* A platform without a name can still be selected by its suffix. */
    if (!platform->name) platform->name = text_copy_string("");
    return platform->name ? order_choice(platform) : VERDICT_OUT_OF_MEMORY;
}

/* Checks a platform and, if it passes, publishes it. Applies what its table needs before that. */
static enum verdict check_platform(struct driver *driver, cl_platform_id id,
                                   struct details *details)
{
    struct inspection inspection = { .patch = NULL };
    clGetPlatformInfo_slot info;
    struct platform *platform = NULL;
    enum verdict verdict = VERDICT_PLATFORM_NULL;

    if (!id) return verdict;
    if (platforms_find(id)) return VERDICT_PLATFORM_REPEATED;
    verdict = table_inspect(driver, &driver->library, id, &inspection, details);
    if (verdict != VERDICT_ACCEPTED) goto drop;
    verdict = VERDICT_OUT_OF_MEMORY;
    platform = calloc(1, sizeof *platform);
    if (!platform) goto drop;
    platform->id = id;
    platform->driver = driver;
    info = choose_info(driver, table_function(&inspection, id, SLOT_OF(clGetPlatformInfo)));
    verdict = query_platform(driver, info, platform);
    if (verdict != VERDICT_ACCEPTED) goto drop;
    suggestion_find(&platform->suggestion, &driver->library);
    table_apply(&inspection);
    if (platforms_publish(platform)) return VERDICT_LOADED;
    verdict = VERDICT_OUT_OF_MEMORY;

drop:
    table_discard(&inspection);
    platform_free(platform);
    return verdict;
}

/* Asks once for the list of platforms. *count stays unchanged if the driver does not set it. */
static cl_int call_get_platform_ids(const struct driver *driver, cl_uint room, cl_platform_id *list,
                                    cl_uint *count)
{
    cl_int error = driver->list(room, list, count);
    log_line(LOG_DEBUG, LOG_CALL, "%s: clIcdGetPlatformIDsKHR(%u) = %d, %u platforms",
             driver->candidate->library, room, error, count ? *count : 0);
    return error;
}

static enum verdict refuse_listing(struct driver *driver, cl_int error)
{
    return verdict_refuse(&driver->answer.details, VERDICT_PLATFORMS_FAILED,
                          "clIcdGetPlatformIDsKHR returned %d", error);
}

/* Asks a driver for its platforms in two steps, as other loaders do, or in one if the number of
 * platforms is known. */
static enum verdict ask_for_all(struct driver *driver, cl_uint count)
{
    cl_int error;
    if (count > MOST_PLATFORMS) {
        count = CL_UINT_MAX;
        error = call_get_platform_ids(driver, 0, NULL, &count);
        if (error == CL_PLATFORM_NOT_FOUND_KHR) return VERDICT_NO_PLATFORMS;
        if (error != CL_SUCCESS) return refuse_listing(driver, error);
        if (count == 0) return VERDICT_NO_PLATFORMS;
        if (count > MOST_PLATFORMS) return VERDICT_PLATFORMS_IMPLAUSIBLE;
    }
    driver->answer.list = calloc(count, sizeof driver->answer.list[0]);
    driver->answer.count = count;
    if (!driver->answer.list) return VERDICT_OUT_OF_MEMORY;
    error = call_get_platform_ids(driver, count, driver->answer.list, NULL);
    return error == CL_SUCCESS ? VERDICT_LOADED : refuse_listing(driver, error);
}

/* Almost all drivers need only one question, with space for the usual number of platforms, which
 * halves the time of a slow driver. */
static enum verdict ask_for_platforms(struct driver *driver)
{
    cl_uint count = CL_UINT_MAX;
    cl_platform_id *usual = calloc(USUAL_PLATFORMS, sizeof *usual);
    cl_int error;
    if (!usual) return VERDICT_OUT_OF_MEMORY;
    error = call_get_platform_ids(driver, USUAL_PLATFORMS, usual, &count);
    driver->answer.list = usual;
    driver->answer.count = count;
    if (error == CL_PLATFORM_NOT_FOUND_KHR) return VERDICT_NO_PLATFORMS;
    if (error == CL_SUCCESS && count <= USUAL_PLATFORMS)
        return count ? VERDICT_LOADED : VERDICT_NO_PLATFORMS;
    free(usual);
    driver->answer.list = NULL;
    /* A driver that does not understand this question has not said the number. */
    return ask_for_all(driver, error == CL_SUCCESS ? count : CL_UINT_MAX);
}

/* ---- is it a platform? ---- */

/* Whether a driver listed a handle among its platforms, even if the platform was left out. */
static bool has_listed(const struct driver *driver, cl_platform_id id)
{
    cl_uint i = 0;
    while (i < driver->answer.count && driver->answer.list[i] != id) i++;
    return i < driver->answer.count;
}

/* Whether an object belongs to a loaded driver. Either its table is a platform's table, or it has a
 * table of its own, as devices and contexts may, with functions of the driver. */
static bool is_of_loaded_driver(const struct probe *object)
{
    struct platform_view now = platforms_snapshot();
    const struct driver *driver = atomic_load_explicit(&drivers, memory_order_acquire);
    for (; driver; driver = driver->next)
        if (os_is_within(&driver->library.image, (uintptr_t)object->info)) return true;
    for (size_t i = 0; i < now.count; i++)
        if (((const struct object *)(const void *)now.at[i]->id)->dispatch == object->table)
            return true;
    return false;
}

/*
 * Whether a value that a program passes as a platform is one, so that a call of this slot may use
 * it. These are: a published platform; one that its driver has listed and that was left out; and a
 * platform of a driver that this loader has not loaded, as far as the loader can see. Callable with
 * any value, at any time.
 */
bool driver_is_platform(cl_platform_id id, size_t slot)
{
    struct probe seen;
    const struct driver *driver = atomic_load_explicit(&drivers, memory_order_acquire);
    if (platforms_find(id)) return true;
    if (!table_probe(id, slot, &seen)) return false;
    while (driver && !has_listed(driver, id)) driver = driver->next;
    return driver || !is_of_loaded_driver(&seen);
}

void *driver_platform_function(cl_platform_id platform, const char *name)
{
    const size_t slot = SLOT_OF(clGetExtensionFunctionAddressForPlatform);
    const struct platform *published;
    clGetExtensionFunctionAddressForPlatform_slot go;
    if (!driver_is_platform(platform, slot)) return NULL;
    go = DISPATCH_FIND(platform, clGetExtensionFunctionAddressForPlatform);
    if (go && go != (clGetExtensionFunctionAddressForPlatform_slot)dispatch_missing(slot))
        return go(platform, name);
    published = platforms_find(platform);
    return published ? driver_extension_function(published->driver, name) : NULL;
}

/* ---- publishing ---- */

/* What the verdict says about platforms that were left out if others were published. */
struct refusal {
    enum verdict verdict;
    cl_uint number; /* of the last one, counted from 1 */
    struct details details;
};

/* Publishes all platforms that pass the checks. One bad platform does not hide the good ones. */
static void check_platforms(struct driver *driver, struct refusal *last)
{
    struct candidate *candidate = driver->candidate;
    for (cl_uint i = 0; i < driver->answer.count; i++) {
        struct refusal it = { .number = i + 1 };
        it.verdict = check_platform(driver, driver->answer.list[i], &it.details);
        if (it.verdict == VERDICT_LOADED) {
            candidate->platforms++;
            continue;
        }
        log_line(verdict_standing(it.verdict) <= STANDS_OFF ? LOG_INFO : LOG_WARNING, LOG_PLATFORM,
                 "%s: platform %u of %u: %s%s%s", candidate->library, it.number,
                 driver->answer.count, verdict_text(it.verdict), *it.details.text ? ": " : "",
                 it.details.text);
        *last = it;
    }
}

/* Sets the verdict on a driver. If no platform was published, it is the verdict on the last
 * platform. */
static void set_verdict(const struct driver *driver, const struct refusal *last)
{
    struct candidate *candidate = driver->candidate;
    struct details details = { "" };
    if (driver->answer.verdict != VERDICT_LOADED) {
        candidate_set_verdict(candidate, driver->answer.verdict, driver->answer.details.text);
    } else if (candidate->platforms == 0) {
        candidate_set_verdict(candidate, last->verdict, last->details.text);
    } else {
        if (last->number > 0)
            verdict_refuse(&details, VERDICT_LOADED, "except platform %u of %u: %s%s%s",
                           last->number, driver->answer.count, verdict_text(last->verdict),
                           *last->details.text ? ": " : "", last->details.text);
        candidate_set_verdict(candidate, VERDICT_LOADED, details.text);
    }
}

/* ---- the library ---- */

/* Finds the functions that a driver must have. */
static enum verdict find_required_functions(struct driver *driver, struct details *details)
{
    const char *missing = "clGetExtensionFunctionAddress";
    if (library_is_loader(&driver->library) &&
        !library_function(&driver->library, "clIcdGetPlatformIDsKHR"))
        return VERDICT_ANOTHER_LOADER;
    driver->extension = (extension_function)library_function(&driver->library, missing);
    if (driver->extension) {
        missing = "clIcdGetPlatformIDsKHR";
        driver->list = (list_function)driver_function(driver, missing);
    }
    return driver->list ? VERDICT_ACCEPTED
                        : verdict_refuse(details, VERDICT_FUNCTION_MISSING, "%s", missing);
}

struct driver *driver_open(struct candidate *candidate)
{
    uint64_t start = os_microseconds();
    struct details details = { "" };
    struct driver *driver = calloc(1, sizeof *driver);
    enum verdict verdict = VERDICT_OUT_OF_MEMORY;
    if (driver) {
        driver->candidate = candidate;
        driver->unloadable = true;
        verdict = library_open(candidate, &driver->library, &details);
    }
    if (verdict == VERDICT_ACCEPTED) verdict = find_required_functions(driver, &details);
    candidate->microseconds = os_microseconds() - start;
    if (verdict == VERDICT_ACCEPTED) return driver;
    free(driver);
    candidate_set_verdict(candidate, verdict, details.text);
    return NULL;
}

void driver_list_platforms(struct driver *driver)
{
    uint64_t start = os_microseconds();
    driver->answer.verdict = ask_for_platforms(driver);
    driver->candidate->microseconds += os_microseconds() - start;
}

void driver_publish(struct driver *driver)
{
    uint64_t start = os_microseconds();
    struct candidate *candidate = driver->candidate;
    struct refusal last = { .number = 0 };
    bool listed = driver->answer.verdict == VERDICT_LOADED;
    if (listed) {
        driver->next = atomic_load_explicit(&drivers, memory_order_relaxed);
        /* Before the checks, because the driver may call OpenCL with its platforms meanwhile. */
        atomic_store_explicit(&drivers, driver, memory_order_release);
        check_platforms(driver, &last);
    }
    /* A refused library stays open, because its code has run: see library_close(). */
    if (candidate->platforms == 0) driver->unloadable = false;
    candidate->microseconds += os_microseconds() - start;
    set_verdict(driver, &last);
    if (!listed) driver_free(driver);
}

void driver_unload_all(bool close)
{
    struct driver *driver = atomic_exchange(&drivers, NULL);
    while (driver) {
        struct driver *next = driver->next;
        if (close && driver->unloadable) driver_close(driver);
        else driver_free(driver);
        driver = next;
    }
    icd2_abandon_all();
}
