/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the loader answers itself: NAME_answer, for the BY_LOADER rows. */
#include "answer/answers.h"

#include "load/driver.h"
#include "load/filter.h"
#include "load/lifecycle.h"
#include "load/order.h"
#include "load/platforms.h"
#include "base/log.h"
#include "base/text.h"

#include <stdatomic.h>
#include <string.h>

cl_int CL_API_CALL clGetPlatformIDs_answer(cl_uint num_entries, cl_platform_id *platforms,
                                           cl_uint *num_platforms)
{
    struct platform_view now = { 0, NULL };
    bool hides = false; /* nobody knows yet which devices the user wants */
    if (!lifecycle_is_loaded()) {
        if (lifecycle_ensure_loaded())
            return DISPATCH_EXPORT(clGetPlatformIDs)(num_entries, platforms, num_platforms);
        hides = filter_has_any();
    }
    if ((num_entries == 0 && platforms) || (!platforms && !num_platforms)) return CL_INVALID_VALUE;
    if (!hides) now = platforms_snapshot();
    log_line(LOG_DEBUG, LOG_CALL, "clGetPlatformIDs(%u): %zu platforms", num_entries, now.count);
    if (num_platforms) *num_platforms = (cl_uint)now.count;
    for (cl_uint i = 0; platforms && i < num_entries; i++) {
        if (i < now.count) platforms[i] = now.at[i]->id;
        else if (now.count == 0) platforms[i] = NULL;
        else break;
    }
    return now.count ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR;
}

/* Without an object, the loader can't know the driver (cl_khr_icd, issue 1). */
cl_int CL_API_CALL clUnloadCompiler_answer(void)
{
    return CL_SUCCESS;
}

const char *loader_info(cl_icdl_info what)
{
    switch (what) {
    case CL_ICDL_OCL_VERSION: return "OpenCL " CLRELAY_OPENCL_VERSION;
    case CL_ICDL_VERSION: return CLRELAY_VERSION;
    case CL_ICDL_NAME: return "clrelay";
    case CL_ICDL_VENDOR: return "The clrelay authors";
    default: return NULL;
    }
}

/* cl_loader_info 1.0.0. */
static cl_int CL_API_CALL clGetICDLoaderInfoOCLICD_answer(cl_icdl_info param_name,
                                                          size_t param_value_size,
                                                          void *param_value,
                                                          size_t *param_value_size_ret)
{
    const char *answer = loader_info(param_name);
    size_t size;
    if (!answer) return CL_INVALID_VALUE;
    size = strlen(answer) + 1;
    if (param_value && param_value_size < size) return CL_INVALID_VALUE;
    if (param_value) memcpy(param_value, answer, size);
    if (param_value_size_ret) *param_value_size_ret = size;
    return CL_SUCCESS;
}

static void *to_address(function found)
{
    void *address;
    _Static_assert(sizeof address == sizeof found, "functions and objects have addresses alike");
    memcpy(&address, &found, sizeof address);
    return address;
}

/* The loader's own functions that not every loader exports: the extension functions of the dispatch
 * table, and the queries about the loader. */
static void *loader_function(const char *name)
{
    if (strcmp(name, "clGetICDLoaderInfoOCLICD") == 0)
        return to_address((function)clGetICDLoaderInfoOCLICD_answer);
    if (strcmp(name, "clGetLoaderReportCLRELAY") == 0) return to_address((function)report_answer);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        if (dispatch_name(slot) && dispatch_info[slot].version == 0 &&
            strcmp(dispatch_name(slot), name) == 0)
            return to_address(dispatch_export(slot));
    return NULL;
}

/* What programs get of what a driver offers. */
static void *filtered(void *address, const char *name)
{
    function found;
    memcpy(&found, &address, sizeof found);
    return to_address(filter_named(name, found));
}

/* Functions for drivers and loaders only. */
static bool is_private(const char *name)
{
    return text_begins_with(name, "clIcd");
}

/* Whether a program may ask a platform for such a function all the same: the one that lists the
 * driver's platforms, unless it would show what the user hides. */
static bool is_shown(const char *name)
{
    return strcmp(name, "clIcdGetPlatformIDsKHR") == 0 && !filter_has_any() && !order_hides();
}

void *CL_API_CALL clGetExtensionFunctionAddress_answer(const char *func_name)
{
    struct platform_view now;
    const struct icd *asked = NULL;
    void *address;
    /* First, so that another loader that takes this one for a driver does not start it. */
    if (!func_name || is_private(func_name)) return NULL;
    if (lifecycle_ensure_loaded()) return DISPATCH_EXPORT(clGetExtensionFunctionAddress)(func_name);
    address = loader_function(func_name);
    if (!address) address = to_address(extensions_function(func_name));
    if (address) return address;
    /* Other functions of several vendors need a platform:
     * clGetExtensionFunctionAddressForPlatform. */
    if (text_ends_with(func_name, "KHR") || text_ends_with(func_name, "EXT")) return NULL;
    now = platforms_snapshot();
    for (size_t i = 0; i < now.count && !address; i++) {
        if (now.at[i]->icd == asked || !*now.at[i]->suffix ||
            !text_ends_with(func_name, now.at[i]->suffix))
            continue;
        asked = now.at[i]->icd; /* the driver can't see which platform it is asked for */
        address = asked->extension(func_name);
    }
    return filtered(address, func_name);
}

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform_answer(cl_platform_id platform,
                                                                  const char *func_name)
{
    void *address;
    if (!func_name || (is_private(func_name) && !platform)) return NULL;
    if (lifecycle_ensure_loaded())
        return DISPATCH_EXPORT(clGetExtensionFunctionAddressForPlatform)(platform, func_name);
    if (is_private(func_name) && !is_shown(func_name)) return NULL;
    address = loader_function(func_name);
    if (address) return address;
    return platform ? filtered(driver_platform_function(platform, func_name), func_name) : NULL;
}
