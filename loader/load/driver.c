/* SPDX-License-Identifier: Apache-2.0 */
#include "load/driver.h"

#include "base/settings.h"
#include "base/text.h"
#include "load/devices.h"
#include "load/icd2.h"
#include "load/order.h"
#include "load/suggestion.h"
#include "load/table_check.h"

#include <stdlib.h>
#include <string.h>

typedef cl_int(CL_API_CALL *list_function)(cl_uint room, cl_platform_id *platforms, cl_uint *count);

struct driver {
    struct icd icd;
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

/* The first call offers space for USUAL_PLATFORMS. A count above MOST_PLATFORMS is implausible. */
enum { USUAL_PLATFORMS = 64, MOST_PLATFORMS = 65536 };

/* The drivers that have listed platforms, the last one first. The loading thread writes the list,
 * and any thread reads it. */
static _Atomic(struct driver *) drivers;

static void driver_free(struct driver *driver)
{
    free(driver->answer.list);
    free(driver);
}

/* Closes the library of a driver that allows it, and frees what only this library could use. */
static void driver_close(struct driver *driver)
{
    bool gone;
    log_line(LOG_DEBUG, LOG_CALL, "%s: closing the library", driver->icd.candidate->library);
    gone = library_close(&driver->icd.library);
    icd2_release(&driver->icd.library, gone                         ? RESIDENCY_ENDED
                                       : driver->icd.library.shared ? RESIDENCY_STAYS
                                                                    : RESIDENCY_ENDS);
    driver_free(driver);
}

/* ---- platforms ---- */

/* Whether a platform says that its library may be unloaded (cl_khr_icd_unloadable). If the query
 * fails, the library stays loaded, which does no harm. */
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
        extensions = icd_query(platform->icd, info, platform->id, CL_PLATFORM_EXTENSIONS, &verdict);
        if (!extensions) return verdict;
        icd = text_has_word(extensions, "cl_khr_icd");
        unloadable = is_unloadable(info, platform->id, extensions);
        platform->suggests = suggestion_is_listed(extensions);
        free(extensions);
    }
    if (!icd) return VERDICT_PLATFORM_NO_ICD;
    verdict = VERDICT_PLATFORM_NO_SUFFIX;
    platform->suffix =
        icd_query(platform->icd, info, platform->id, CL_PLATFORM_ICD_SUFFIX_KHR, &verdict);
    if (!platform->suffix) return verdict;
    if (!unloadable) driver->unloadable = false;
    verdict = VERDICT_ACCEPTED;
    if (!order_needs_names() && !devices_are_chosen()) return verdict;
    platform->name = icd_query(platform->icd, info, platform->id, CL_PLATFORM_NAME, &verdict);
    platform->vendor = icd_query(platform->icd, info, platform->id, CL_PLATFORM_VENDOR, &verdict);
    platform->named = platform->name && platform->vendor;
    /* With a name missing for lack of memory, the user's pattern would select another platform. */
    if (verdict != VERDICT_ACCEPTED) return verdict;
    /* A platform without a name can still be selected by its suffix. */
    if (!platform->name) platform->name = text_copy_string("");
    return platform->name ? order_choice(platform) : VERDICT_OUT_OF_MEMORY;
}

/* Publishes a platform if it passes all checks, after applying what its table needs. */
static enum verdict publish_platform(struct driver *driver, cl_platform_id id,
                                     struct details *details)
{
    struct inspection inspection = { .patch = NULL };
    clGetPlatformInfo_slot info;
    struct platform *platform = NULL;
    enum verdict verdict = VERDICT_PLATFORM_NULL;

    if (!id) return verdict;
    if (platforms_find(id)) return VERDICT_PLATFORM_REPEATED;
    verdict = table_inspect(&driver->icd, id, &inspection, details);
    if (verdict != VERDICT_ACCEPTED) goto drop;
    verdict = VERDICT_OUT_OF_MEMORY;
    platform = calloc(1, sizeof *platform);
    if (!platform) goto drop;
    platform->id = id;
    platform->icd = &driver->icd;
    info = icd_info(&driver->icd, table_function(&inspection, id, SLOT_OF(clGetPlatformInfo)));
    verdict = query_platform(driver, info, platform);
    if (verdict != VERDICT_ACCEPTED) goto drop;
    suggestion_find(platform);
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
    cl_int error;
    candidate_announce(driver->icd.candidate, CALL_clIcdGetPlatformIDsKHR);
    error = driver->list(room, list, count);
    log_line(LOG_DEBUG, LOG_CALL, "%s: clIcdGetPlatformIDsKHR(%u) = %d, %u platforms",
             driver->icd.candidate->library, room, error, count ? *count : 0);
    return error;
}

static enum verdict refuse_listing(struct driver *driver, cl_int error)
{
    driver->icd.candidate->error = error;
    return verdict_explain(&driver->answer.details, VERDICT_PLATFORMS_FAILED,
                           "clIcdGetPlatformIDsKHR returned %d", error);
}

/* Asks a driver for its platforms in two calls, as other loaders do, or in one if their number is
 * known. */
static enum verdict ask_for_all(struct driver *driver, cl_uint count)
{
    cl_int error;
    if (count > MOST_PLATFORMS) {
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

/* For almost all drivers one call is enough, with space for the usual number of platforms. That
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
    /* If the call failed, the count says nothing. */
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
        if (os_is_within(&driver->icd.library.image, (uintptr_t)object->info)) return true;
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
    return driver_is_platform(platform, slot) ? platforms_function(platform, name) : NULL;
}

/* ---- publishing ---- */

/* A platform that was left out. */
struct refusal {
    enum verdict verdict;
    cl_uint number; /* in the driver's list, counted from 1; 0: there is none */
    struct details details;
};

/* Publishes all platforms that pass the checks; one bad platform does not hide the good ones. *last
 * becomes the last one that was left out. */
static void publish_platforms(struct driver *driver, struct refusal *last)
{
    struct candidate *candidate = driver->icd.candidate;
    for (cl_uint i = 0; i < driver->answer.count; i++) {
        struct refusal refusal = { .number = i + 1 };
        refusal.verdict = publish_platform(driver, driver->answer.list[i], &refusal.details);
        if (refusal.verdict == VERDICT_LOADED) {
            candidate->platforms++;
            continue;
        }
        log_line(verdict_severity(refusal.verdict) <= SEVERITY_OFF ? LOG_INFO : LOG_WARNING,
                 LOG_PLATFORM, "%s: platform %u of %u: %s%s%s", candidate->library, refusal.number,
                 driver->answer.count, verdict_text(refusal.verdict),
                 *refusal.details.text ? ": " : "", refusal.details.text);
        if (refusal.verdict == VERDICT_OUT_OF_MEMORY)
            devices_doubt_numbers("there was no memory for a platform");
        *last = refusal;
    }
}

/* Sets the verdict on a driver. If no platform was published, it is that on the last platform. */
static void set_verdict(const struct driver *driver, const struct refusal *last)
{
    struct candidate *candidate = driver->icd.candidate;
    struct details details = { "" };
    if (driver->answer.verdict != VERDICT_LOADED) {
        candidate_set_verdict(candidate, driver->answer.verdict, driver->answer.details.text);
    } else if (candidate->platforms == 0) {
        candidate_set_verdict(candidate, last->verdict, last->details.text);
    } else {
        if (last->number > 0)
            verdict_explain(&details, VERDICT_LOADED, "except platform %u of %u: %s%s%s",
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
    if (library_is_loader(&driver->icd.library) &&
        !library_function(&driver->icd.library, "clIcdGetPlatformIDsKHR"))
        return VERDICT_ANOTHER_LOADER;
    driver->icd.extension = (icd_extension_function)library_function(&driver->icd.library, missing);
    if (driver->icd.extension) {
        missing = "clIcdGetPlatformIDsKHR";
        driver->list = (list_function)icd_function(&driver->icd, missing);
    }
    return driver->list ? VERDICT_ACCEPTED
                        : verdict_explain(details, VERDICT_FUNCTION_MISSING, "%s", missing);
}

struct driver *driver_open(struct candidate *candidate)
{
    uint64_t start = os_microseconds();
    struct details details = { "" };
    struct driver *driver = calloc(1, sizeof *driver);
    enum verdict verdict = VERDICT_OUT_OF_MEMORY;
    if (driver) {
        driver->icd.candidate = candidate;
        driver->unloadable = true;
        verdict = library_open(candidate, &driver->icd.library, &details);
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
    driver->icd.candidate->microseconds += os_microseconds() - start;
}

void driver_publish(struct driver *driver)
{
    uint64_t start = os_microseconds();
    struct candidate *candidate = driver->icd.candidate;
    struct refusal last = { .number = 0 };
    bool listed = driver->answer.verdict == VERDICT_LOADED;
    if (listed) {
        driver->next = atomic_load_explicit(&drivers, memory_order_relaxed);
        /* Before the checks, because the driver may call OpenCL with its platforms meanwhile. */
        atomic_store_explicit(&drivers, driver, memory_order_release);
        publish_platforms(driver, &last);
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
