/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver for odd.c, with the functions of all versions. Its queues know their properties, its
 * events wait for a user event, and it counts references. An event keeps its queue. A new queue has
 * the handle of the queue that was freed last. To read the device's clock, the driver calls the
 * loader. With ODD_VERSION=3.0 the device has no clock, and asking for it ends the process. With
 * ODD_SLOW=1 an event takes some microseconds to tell a time.
 */
#include "made_up.h"

#include <dlfcn.h>
#include <unistd.h>

struct object {
    const cl_icd_dispatch *dispatch;
    atomic_int references;
    struct object *queue, *waits_for; /* of an event */
    bool has_times;
    atomic_int status;
    cl_queue_properties properties[64], bits; /* of a queue */
    size_t count;
};
static _Atomic(struct object *) freed_queue;

static struct object *object_new(cl_int *errcode_ret)
{
    struct object *object = calloc(1, sizeof *object);
    if (!object) abort();
    if (errcode_ret) *errcode_ret = CL_SUCCESS;
    object->dispatch = platform.dispatch;
    object->references = 1;
    return object;
}

static void object_release(void *handle)
{
    struct object *object = handle;
    if (--object->references == 0) free(object);
}

static bool is_3_0(void)
{
    const char *version = getenv("ODD_VERSION");
    return version && !strcmp(version, "3.0");
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id id, cl_platform_info what, size_t size,
                                            void *to, size_t *size_ret)
{
    const cl_ulong none = 0;
    switch (what) {
    case CL_PLATFORM_HOST_TIMER_RESOLUTION: return GIVE(none);
    case CL_PLATFORM_VERSION: return STRING("OpenCL 3.0 odd");
    case CL_PLATFORM_EXTENSIONS: return STRING("cl_khr_icd");
    case CL_PLATFORM_ICD_SUFFIX_KHR: return STRING("ODD");
    default: return STRING("odd");
    }
}

static cl_int CL_API_CALL get_device_info(cl_device_id id, cl_device_info what, size_t size,
                                          void *to, size_t *size_ret)
{
    const cl_platform_id own = (cl_platform_id)(void *)&platform;
    switch (what) {
    case CL_DEVICE_VERSION: return STRING(is_3_0() ? "OpenCL 3.0 odd" : "OpenCL 2.1 odd");
    case CL_DEVICE_PLATFORM: return GIVE(own);
    default: return STRING("odd device");
    }
}

typedef cl_int(CL_API_CALL *pfn_timer)(cl_device_id, cl_ulong *, cl_ulong *);

/* Calls the loader, as oclgrind does, which calls this function again. So a call of it never
 * returns. */
static cl_int CL_API_CALL get_clocks(cl_device_id id, cl_ulong *device_time, cl_ulong *host_time)
{
    void *loader = is_3_0() ? NULL : dlopen("libOpenCL.so.1", RTLD_NOW);
    const pfn_timer function = (pfn_timer)(uintptr_t)dlsym(loader, "clGetDeviceAndHostTimer");
    if (!loader) abort();
    return function(id, device_time, host_time);
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *devices, context_notified notify,
                                             void *data, cl_int *errcode_ret)
{
    return (cl_context)object_new(errcode_ret);
}

static cl_int CL_API_CALL release_context(cl_context context)
{
    object_release(context);
    return CL_SUCCESS;
}

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
                                             const size_t *lengths, cl_int *errcode_ret)
{
    return (cl_program)object_new(errcode_ret);
}

static cl_int CL_API_CALL release_program(cl_program program)
{
    object_release(program);
    return CL_SUCCESS;
}

/* ---- queues ---- */

static cl_command_queue CL_API_CALL create_with_list(cl_context context, cl_device_id id,
                                                     const cl_queue_properties *properties,
                                                     cl_int *errcode_ret)
{
    struct object *queue;
    /* A queue of this size can't have profiling. */
    if (properties && properties[0] == CL_QUEUE_SIZE && properties[1] == 96 && properties[2]) {
        if (errcode_ret) *errcode_ret = CL_INVALID_QUEUE_PROPERTIES;
        return NULL;
    }
    queue = atomic_exchange(&freed_queue, NULL);
    if (queue) memset(queue, 0, sizeof *queue);
    else queue = object_new(NULL);
    queue->dispatch = platform.dispatch;
    queue->references = 1;
    if (errcode_ret) *errcode_ret = CL_SUCCESS;
    if (!properties) return (cl_command_queue)queue;
    while (properties[queue->count]) {
        memcpy(&queue->properties[queue->count], properties + queue->count, 2 * sizeof *properties);
        if (properties[queue->count] == CL_QUEUE_PROPERTIES)
            queue->bits = properties[queue->count + 1];
        queue->count += 2;
    }
    queue->count++;
    return (cl_command_queue)queue;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id id,
                                                 cl_command_queue_properties bits,
                                                 cl_int *errcode_ret)
{
    struct object *queue = (struct object *)create_with_list(context, id, NULL, errcode_ret);
    queue->bits = bits;
    return (cl_command_queue)queue;
}

static cl_int CL_API_CALL set_property(cl_command_queue handle, cl_command_queue_properties bits,
                                       cl_bool enable, cl_command_queue_properties *old)
{
    struct object *queue = (struct object *)handle;
    if (old) *old = queue->bits;
    queue->bits = enable ? queue->bits | bits : queue->bits & ~bits;
    return CL_SUCCESS;
}

static void queue_release(struct object *queue)
{
    if (--queue->references == 0) free(atomic_exchange(&freed_queue, queue));
}

static cl_int CL_API_CALL release_queue(cl_command_queue queue)
{
    queue_release((struct object *)queue);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue handle, cl_command_queue_info what,
                                         size_t size, void *to, size_t *size_ret)
{
    const struct object *queue = (struct object *)handle;
    const cl_uint references = (cl_uint)queue->references;
    switch (what) {
    case CL_QUEUE_REFERENCE_COUNT: return GIVE(references);
    case CL_QUEUE_PROPERTIES: return GIVE(queue->bits);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return give(queue->properties, queue->count * sizeof *queue->properties, size, to,
                    size_ret);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    return CL_SUCCESS;
}

/* ---- events ---- */

static cl_event CL_API_CALL create_user_event(cl_context context, cl_int *errcode_ret)
{
    struct object *event = object_new(errcode_ret);
    event->status = CL_SUBMITTED;
    return (cl_event)event;
}

static cl_int CL_API_CALL set_status(cl_event event, cl_int status)
{
    ((struct object *)event)->status = status;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue_marker(cl_command_queue queue, cl_uint count,
                                         const cl_event *list, cl_event *event)
{
    struct object *fresh;
    if (!event) return CL_SUCCESS;
    fresh = object_new(NULL);
    fresh->queue = (struct object *)queue;
    fresh->queue->references++;
    fresh->has_times = fresh->queue->bits & CL_QUEUE_PROFILING_ENABLE;
    if (count) {
        fresh->waits_for = (struct object *)list[0];
        fresh->waits_for->references++;
    }
    *event = (cl_event)fresh;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL retain_event(cl_event event)
{
    ((struct object *)event)->references++;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_event(cl_event handle)
{
    struct object *event = (struct object *)handle;
    if (--event->references) return CL_SUCCESS;
    if (event->queue) queue_release(event->queue);
    if (event->waits_for) object_release(event->waits_for);
    free(event);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL get_event_info(cl_event handle, cl_event_info what, size_t size, void *to,
                                         size_t *size_ret)
{
    const struct object *event = (struct object *)handle;
    const cl_uint references = (cl_uint)event->references;
    const cl_int status = event->waits_for ? event->waits_for->status : event->status;
    switch (what) {
    case CL_EVENT_COMMAND_EXECUTION_STATUS: return GIVE(status);
    case CL_EVENT_REFERENCE_COUNT: return GIVE(references);
    case CL_EVENT_COMMAND_QUEUE: return GIVE(event->queue);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int CL_API_CALL get_event_times(cl_event handle, cl_profiling_info what, size_t size,
                                          void *to, size_t *size_ret)
{
    const cl_ulong time = 1000 + (what - CL_PROFILING_COMMAND_QUEUED) * (cl_ulong)100;
    const struct object *event = (struct object *)handle;
    if (!event->has_times || (event->waits_for && event->waits_for->status > CL_COMPLETE))
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    if (getenv("ODD_SLOW")) usleep(5);
    return GIVE(time);
}

static const cl_icd_dispatch table = {
    .clGetPlatformInfo = get_platform_info,
    .clGetDeviceIDs = get_one_device,
    .clGetDeviceInfo = get_device_info,
    .clGetDeviceAndHostTimer = get_clocks,
    .clCreateContext = create_context,
    .clReleaseContext = release_context,
    .clCreateProgramWithSource = create_program,
    .clReleaseProgram = release_program,
    .clCreateCommandQueue = create_queue,
    .clCreateCommandQueueWithProperties = create_with_list,
    .clSetCommandQueueProperty = set_property,
    .clReleaseCommandQueue = release_queue,
    .clGetCommandQueueInfo = get_queue_info,
    .clFinish = finish,
    .clCreateUserEvent = create_user_event,
    .clSetUserEventStatus = set_status,
    .clEnqueueMarkerWithWaitList = enqueue_marker,
    .clRetainEvent = retain_event,
    .clReleaseEvent = release_event,
    .clGetEventInfo = get_event_info,
    .clGetEventProfilingInfo = get_event_times,
};
