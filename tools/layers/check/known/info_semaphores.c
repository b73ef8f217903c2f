/* SPDX-License-Identifier: Apache-2.0 */
#include "info_semaphores.h"

#include "info_contexts.h"
#include "info_properties.h"

enum { MOST_SEMAPHORE_DEVICES = 16, MOST_SEMAPHORE_PROPERTIES = 64 };

struct info_semaphore {
    struct info info;
    cl_semaphore_type_khr type; /* 0: not known */
    size_t count;               /* the number of devices that it is for; 0: not known */
    cl_device_id devices[MOST_SEMAPHORE_DEVICES];
    bool answered; /* the properties are known; a 0 follows them */
    cl_semaphore_properties_khr properties[MOST_SEMAPHORE_PROPERTIES + 1];
};

/* The function comes from the driver: loaders need not have it. */
static clGetSemaphoreInfoKHR_fn semaphore_query(const void *semaphore)
{
    void *found = info_function(semaphore, "clGetSemaphoreInfoKHR");
    clGetSemaphoreInfoKHR_fn query;
    memcpy(&query, &found, sizeof query);
    return query;
}

static void fill_semaphore(void *handle, struct info *info)
{
    struct info_semaphore *filled = (void *)info;
    cl_semaphore_khr semaphore = handle;
    clGetSemaphoreInfoKHR_fn query = semaphore_query(handle);
    size_t size = 0;
    if (!query) return;
    query(semaphore, CL_SEMAPHORE_TYPE_KHR, sizeof filled->type, &filled->type, NULL);
    if (!query(semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, sizeof filled->devices,
               filled->devices, &size))
        filled->count = size / sizeof *filled->devices;
    filled->answered =
        !query(semaphore, CL_SEMAPHORE_PROPERTIES_KHR,
               sizeof filled->properties - sizeof *filled->properties, filled->properties, NULL);
}

const struct info_kind info_kind_semaphore = { sizeof(struct info_semaphore), fill_semaphore,
                                               NULL };

static const struct info_semaphore *semaphore_of(cl_semaphore_khr semaphore)
{
    return (const void *)info_of(semaphore, KIND_SEMAPHORE);
}

uint64_t info_semaphore_answer(cl_semaphore_khr semaphore, cl_uint what)
{
    clGetSemaphoreInfoKHR_fn query =
        objects_living(semaphore, KIND_SEMAPHORE) ? semaphore_query(semaphore) : NULL;
    return query ? info_answer(query(semaphore, what, 0, NULL, info_answer_size())) : UNKNOWN;
}

bool info_semaphore_lacks(cl_semaphore_khr semaphore, cl_ulong property)
{
    const struct info_semaphore *info = semaphore_of(semaphore);
    return info && info->answered && !info_has_property(PROPERTIES(info->properties), property);
}

bool info_semaphore_lacks_export(cl_semaphore_khr semaphore, cl_ulong type)
{
    const struct info_semaphore *info = semaphore_of(semaphore);
    uint64_t exported;
    if (!info || !info->answered) return false;
    for (size_t i = 0;; i++) {
        exported = info_property_element(PROPERTIES(info->properties),
                                         CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, i);
        if (!exported) return true;
        if (exported == type) return false;
    }
}

bool info_semaphores_need_payload(const cl_semaphore_khr *list, size_t count)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++) {
        const struct info_semaphore *info = semaphore_of(list[i]);
        if (info && info->type && info->type != CL_SEMAPHORE_TYPE_BINARY_KHR) return true;
    }
    return false;
}

bool info_is_semaphore_elsewhere(cl_semaphore_khr semaphore, cl_device_id device)
{
    const struct info_semaphore *info = semaphore_of(semaphore);
    if (!info || !info->count || !device) return false;
    for (size_t i = 0; i < info->count; i++)
        if (info->devices[i] == device) return false;
    return true;
}

cl_semaphore_khr info_semaphore_elsewhere(const cl_semaphore_khr *list, size_t count,
                                          cl_device_id device)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_is_semaphore_elsewhere(list[i], device)) return list[i];
    return NULL;
}

bool info_is_device_elsewhere(cl_semaphore_khr semaphore, cl_device_id device)
{
    return info_is_foreign_device(objects_context(semaphore), device);
}

cl_semaphore_khr info_semaphore_without(const cl_semaphore_khr *list, size_t count,
                                        cl_device_id device)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_is_device_elsewhere(list[i], device)) return list[i];
    return NULL;
}
