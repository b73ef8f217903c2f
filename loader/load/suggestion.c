/* SPDX-License-Identifier: Apache-2.0 */
#include "load/suggestion.h"

#include "api/hooks.h"
#include "base/text.h"

#include <string.h>

static const char extension[] = "cl_khr_suggested_local_work_size";

bool suggestion_is_listed(const char *extensions)
{
    return text_has_word(extensions, extension);
}

/* An exported function comes before the extension's, because the latter may call it by its name,
 * and in a driver that is linked without -Bsymbolic this name leads back to the loader. */
void suggestion_find(struct platform *platform)
{
    const size_t slot = SLOT_OF(clGetKernelSuggestedLocalWorkSize);
    atomic_init(&platform->suggestion,
                library_own_function(&platform->icd->library, slot, dispatch_export(slot)));
}

static cl_device_id device_of_queue(cl_command_queue queue)
{
    clGetCommandQueueInfo_slot info = DISPATCH_FIND(queue, clGetCommandQueueInfo);
    cl_device_id device = NULL;
    if (!info || info(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) != CL_SUCCESS)
        return NULL;
    return device;
}

/* The published platform of a device, or NULL. */
static struct platform *platform_of_device(cl_device_id device)
{
    clGetDeviceInfo_slot info = device ? DISPATCH_FIND(device, clGetDeviceInfo) : NULL;
    cl_platform_id id = NULL;
    if (!info || info(device, CL_DEVICE_PLATFORM, sizeof id, &id, NULL) != CL_SUCCESS) return NULL;
    return platforms_find(id);
}

/* A longer list of extensions counts as empty. (PoCL's and Mesa's have 300 bytes at most.) */
enum { LONGEST_LIST = 6 * 1024 };

/* Whether a device lists an extension. Allocates nothing, because a signal handler may call
 * this; and its stack may be small, as a thread's may be. */
static bool has_extension(cl_device_id device, const char *name)
{
    clGetDeviceInfo_slot info = DISPATCH_FIND(device, clGetDeviceInfo);
    char list[LONGEST_LIST + 1];
    size_t size = 0;
    if (info(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) != CL_SUCCESS || size > LONGEST_LIST)
        return false;
    memset(list, 0, size + 1);
    return info(device, CL_DEVICE_EXTENSIONS, size, list, NULL) == CL_SUCCESS &&
           text_has_word(list, name);
}

/* The function of a platform that exports none under the core name. */
static function query_suggestion(const struct platform *platform)
{
    void *address = platforms_function(platform->id, "clGetKernelSuggestedLocalWorkSizeKHR");
    function found;
    memcpy(&found, &address, sizeof found);
    return found ? found : dispatch_missing(SLOT_OF(clGetKernelSuggestedLocalWorkSize));
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize_fallback(cl_command_queue queue,
                                                              cl_kernel kernel, cl_uint work_dim,
                                                              const size_t *global_work_offset,
                                                              const size_t *global_work_size,
                                                              size_t *suggested_local_work_size)
{
    cl_device_id device = device_of_queue(queue);
    struct platform *platform = platform_of_device(device);
    function go;
    if (!platform || !(platform->suggests || has_extension(device, extension)))
        return CL_INVALID_OPERATION;
    go = atomic_load_explicit(&platform->suggestion, memory_order_acquire);
    if (!go) {
        go = query_suggestion(platform);
        atomic_store_explicit(&platform->suggestion, go, memory_order_release);
    }
    return ((clGetKernelSuggestedLocalWorkSize_slot)go)(
        queue, kernel, work_dim, global_work_offset, global_work_size, suggested_local_work_size);
}
