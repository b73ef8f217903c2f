/* SPDX-License-Identifier: Apache-2.0 */
#include "info_launch.h"

#include "info_contexts.h"
#include "info_devices.h"
#include "info_queues.h"

/* ---- sizes, whatever the kernel ---- */

enum { MOST_DIMENSIONS = 3, LARGEST_DIMENSIONS = 16 };

static struct size_check fault(enum size_fault what, uint64_t dimension, uint64_t limit)
{
    return (struct size_check){ what, dimension, limit };
}

/* The largest size_t of a device; the 64-bit one if the device's is not known. */
static uint64_t largest_size(cl_device_id device)
{
    return info_device(device, CL_DEVICE_ADDRESS_BITS) == 32 ? UINT32_MAX : UINT64_MAX;
}

static struct size_check check_dimension(cl_device_id device, cl_uint i, size_t offset,
                                         size_t global)
{
    uint64_t largest = UINT32_MAX;
    if (global > largest || offset > largest - global) largest = largest_size(device);
    if (global > largest) return fault(SIZE_GLOBAL_LARGE, i, largest);
    if (offset > largest - global) return fault(SIZE_OFFSET_OVERFLOW, i, largest);
    return fault(SIZE_RIGHT, 0, 0);
}

/* Whether a launch on a device must have work-items. */
static bool needs_items(cl_device_id device, bool needs_sizes)
{
    return needs_sizes || info_device_is_before(device, 2, 1);
}

struct size_check info_check_sizes(cl_command_queue queue, cl_uint dimensions, const size_t *offset,
                                   const size_t *global, const size_t *local, bool needs_sizes)
{
    cl_device_id device = info_queue_device(queue);
    const uint64_t most = info_device(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
    struct size_check found = fault(SIZE_RIGHT, 0, 0);
    if (!dimensions || dimensions > most)
        return fault(SIZE_DIMENSIONS, 0, most == UNKNOWN ? MOST_DIMENSIONS : most);
    if (dimensions > LARGEST_DIMENSIONS) dimensions = MOST_DIMENSIONS;
    if (offset && info_device_is_before(device, 1, 1)) return fault(SIZE_OFFSET_UNSUPPORTED, 0, 0);
    if (!global && needs_items(device, needs_sizes)) return fault(SIZE_GLOBAL_NULL, 0, 0);
    for (cl_uint i = 0; !found.fault && global && i < dimensions; i++)
        found = !global[i] && needs_items(device, needs_sizes)
                    ? fault(SIZE_GLOBAL_ZERO, i, 0)
                    : check_dimension(device, i, offset ? offset[i] : 0, global[i]);
    for (cl_uint i = 0; !found.fault && local && i < dimensions; i++)
        if (!local[i]) found = fault(SIZE_LOCAL_ZERO, i, 0);
    return found;
}

/* ---- work-groups ---- */

uint64_t info_kernel_limit(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what)
{
    uint64_t answer = 0;
    return device && !queries.clGetKernelWorkGroupInfo(kernel, device, what, sizeof answer, &answer,
                                                       NULL)
               ? answer
               : UNKNOWN;
}

uint64_t info_group_size(cl_uint dimensions, const size_t *local)
{
    uint64_t product = local != NULL;
    for (cl_uint i = 0; local && i < dimensions && i < LARGEST_DIMENSIONS; i++) {
        if (local[i] && product > UINT64_MAX / local[i]) return UNKNOWN;
        product *= local[i];
    }
    return product;
}

uint64_t info_required_size(cl_kernel kernel, cl_device_id device, unsigned dimension)
{
    size_t size[MOST_DIMENSIONS] = { 0, 0, 0 };
    if (!device || dimension >= MOST_DIMENSIONS ||
        queries.clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                         sizeof size, size, NULL))
        return 0;
    return size[dimension];
}

bool info_is_other_size(cl_kernel kernel, cl_device_id device, cl_uint dimensions,
                        const size_t *local, bool is_task)
{
    if ((!local && !is_task) || !info_required_size(kernel, device, 0)) return false;
    for (unsigned i = 0; i < MOST_DIMENSIONS; i++)
        if (info_required_size(kernel, device, i) != (local && i < dimensions ? local[i] : 1))
            return true;
    return false;
}

uint64_t info_other_sub_groups(cl_kernel kernel, cl_device_id device, cl_uint dimensions,
                               const size_t *local)
{
    size_t required = 0, there = 0;
    if (!local || !dimensions || dimensions > MOST_DIMENSIONS ||
        queries.clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL,
                                        sizeof required, &required, NULL) ||
        queries.clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                        dimensions * sizeof *local, local, sizeof there, &there,
                                        NULL))
        return 0;
    return required != there ? required : 0;
}

unsigned info_uneven_dimension(cl_uint dimensions, const size_t *global, const size_t *local)
{
    for (cl_uint i = 0; global && local && i < dimensions && i < LARGEST_DIMENSIONS; i++)
        if (local[i] && global[i] % local[i]) return i + 1;
    return 0;
}

bool info_device_is_uniform(cl_device_id device)
{
    if (info_device_is_before(device, 2, 0)) return true;
    if (info_device_is_before(device, 3, 0)) return false;
    return info_asked(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT) == CL_FALSE;
}

uint64_t info_dimension_limit(cl_device_id device, unsigned dimension)
{
    size_t most[LARGEST_DIMENSIONS], size = 0;
    if (!device || !dimension ||
        queries.clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof most, most, &size) ||
        dimension > size / sizeof *most)
        return UNKNOWN;
    return most[dimension - 1];
}

unsigned info_large_dimension(cl_device_id device, cl_uint dimensions, const size_t *local)
{
    for (cl_uint i = 0; local && i < dimensions && i < LARGEST_DIMENSIONS; i++)
        if (local[i] > info_dimension_limit(device, i + 1)) return i + 1;
    return 0;
}

/* ---- the devices of a kernel's context ---- */

uint64_t info_kernel_most(cl_kernel kernel, cl_device_info what)
{
    return info_context_most(objects_context(kernel), what);
}

bool info_kernel_lacks(cl_kernel kernel, const char *extension)
{
    return info_context_lacks(objects_context(kernel), extension);
}
