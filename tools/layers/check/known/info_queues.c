/* SPDX-License-Identifier: Apache-2.0 */
#include "info_queues.h"

#include "info_devices.h"

static void fill_queue(void *handle, struct info *info)
{
    struct info_queue *filled = (void *)info;
    cl_command_queue queue = handle;
    queries.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof filled->context, &filled->context,
                                  NULL);
    queries.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof filled->device, &filled->device,
                                  NULL);
    filled->answered = !queries.clGetCommandQueueInfo(
        queue, CL_QUEUE_PROPERTIES, sizeof filled->properties, &filled->properties, NULL);
}

const struct info_kind info_kind_queue = { sizeof(struct info_queue), fill_queue, NULL };

static const struct info_queue *queue_of(cl_command_queue queue)
{
    return (const void *)info_of(queue, KIND_QUEUE);
}

cl_device_id info_queue_device(cl_command_queue queue)
{
    const struct info_queue *info = queue_of(queue);
    return info ? info->device : NULL;
}

void info_note_queue_bits(cl_command_queue queue, cl_command_queue_properties bits, bool enable)
{
    struct info_queue *info = (void *)info_to_change(queue, KIND_QUEUE);
    if (info) info->properties = enable ? info->properties | bits : info->properties & ~bits;
}

cl_command_queue_properties info_queue_properties(cl_command_queue queue)
{
    const struct info_queue *info = queue_of(queue);
    return info ? info->properties : 0;
}

bool info_queue_is_without(cl_command_queue queue, cl_command_queue_properties property)
{
    const struct info_queue *info = queue_of(queue);
    return info && info->answered && !(info->properties & property);
}

uint64_t info_queue_limit(cl_command_queue queue, cl_device_info what)
{
    return info_device(info_queue_device(queue), what);
}

uint64_t info_queue_bits_lacking(cl_device_id device, uint64_t properties)
{
    const uint64_t host = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    const uint64_t supported = info_device(device, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
    if (properties & CL_QUEUE_ON_DEVICE) return 0;
    return properties & host & ~supported;
}
