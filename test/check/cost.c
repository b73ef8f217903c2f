/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cost LAYER all|objects: laps of calls for callgrind to count, over a made-up driver. For clSetKernelArg of an
 * int and of a buffer, and for a launch: 1000 and 2000 calls through the check layer, then as many of the driver's
 * own. Each lap is one call of check_lap(). `objects`: the layer follows objects alone.
 */
#include "alone.h"

/* ---- the driver: a kernel with a buffer and an int ---- */

struct thing {
    const void *dispatch;
};

static struct thing platform, device, context, program, kernel, buffer, queue;

static cl_int answer(const void *it, size_t bytes, size_t size, void *value, size_t *size_ret)
{
    if (value && size < bytes) return CL_INVALID_VALUE;
    if (value) memcpy(value, it, bytes);
    if (size_ret) *size_ret = bytes;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL platform_ids(cl_uint room, cl_platform_id *list, cl_uint *count)
{
    if (room) *list = (cl_platform_id)&platform;
    if (count) *count = 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL device_ids(cl_platform_id of, cl_device_type type, cl_uint room,
                                     cl_device_id *list, cl_uint *count)
{
    if (room) *list = (cl_device_id)&device;
    if (count) *count = 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL device_info(cl_device_id of, cl_device_info what, size_t size,
                                      void *value, size_t *size_ret)
{
    const size_t most = 1024, sizes[3] = { 1024, 1024, 64 };
    const cl_uint dimensions = 3;
    switch (what) {
    case CL_DEVICE_VERSION:
        return answer("OpenCL 3.0 made up", sizeof "OpenCL 3.0 made up", size, value, size_ret);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return answer(&most, sizeof most, size, value, size_ret);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: return answer(sizes, sizeof sizes, size, value, size_ret);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
        return answer(&dimensions, sizeof dimensions, size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *devices, context_callback notify,
                                             void *data, cl_int *error)
{
    *error = CL_SUCCESS;
    return (cl_context)&context;
}

static cl_command_queue CL_API_CALL create_queue(cl_context of, cl_device_id on,
                                                 const cl_queue_properties *properties,
                                                 cl_int *error)
{
    *error = CL_SUCCESS;
    return (cl_command_queue)&queue;
}

static cl_int CL_API_CALL queue_info(cl_command_queue of, cl_command_queue_info what, size_t size,
                                     void *value, size_t *size_ret)
{
    const cl_command_queue_properties properties = 0;
    const void *in = &context, *on = &device;
    switch (what) {
    case CL_QUEUE_CONTEXT: return answer(&in, sizeof in, size, value, size_ret);
    case CL_QUEUE_DEVICE: return answer(&on, sizeof on, size, value, size_ret);
    case CL_QUEUE_PROPERTIES: return answer(&properties, sizeof properties, size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

static cl_program CL_API_CALL create_program(cl_context of, cl_uint count, const char **strings,
                                             const size_t *lengths, cl_int *error)
{
    *error = CL_SUCCESS;
    return (cl_program)&program;
}

static cl_kernel CL_API_CALL create_kernel(cl_program of, const char *name, cl_int *error)
{
    *error = CL_SUCCESS;
    return (cl_kernel)&kernel;
}

static cl_mem CL_API_CALL create_buffer(cl_context of, cl_mem_flags flags, size_t size, void *host,
                                        cl_int *error)
{
    *error = CL_SUCCESS;
    return (cl_mem)&buffer;
}

static cl_int CL_API_CALL kernel_info(cl_kernel of, cl_kernel_info what, size_t size, void *value,
                                      size_t *size_ret)
{
    const cl_uint parameters = 2;
    const void *from = &program;
    switch (what) {
    case CL_KERNEL_NUM_ARGS: return answer(&parameters, sizeof parameters, size, value, size_ret);
    case CL_KERNEL_PROGRAM: return answer(&from, sizeof from, size, value, size_ret);
    case CL_KERNEL_FUNCTION_NAME: return answer("set", sizeof "set", size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL argument_info(cl_kernel of, cl_uint index, cl_kernel_arg_info what,
                                        size_t size, void *value, size_t *size_ret)
{
    const cl_uint space = index ? CL_KERNEL_ARG_ADDRESS_PRIVATE : CL_KERNEL_ARG_ADDRESS_GLOBAL;
    switch (what) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return answer(&space, sizeof space, size, value, size_ret);
    case CL_KERNEL_ARG_TYPE_NAME:
        return index ? answer("int", sizeof "int", size, value, size_ret)
                     : answer("float*", sizeof "float*", size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL mem_info(cl_mem of, cl_mem_info what, size_t size, void *value,
                                   size_t *size_ret)
{
    const cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    const cl_mem_flags flags = CL_MEM_READ_WRITE;
    const size_t bytes = 4096;
    switch (what) {
    case CL_MEM_TYPE: return answer(&type, sizeof type, size, value, size_ret);
    case CL_MEM_FLAGS: return answer(&flags, sizeof flags, size, value, size_ret);
    case CL_MEM_SIZE: return answer(&bytes, sizeof bytes, size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL set_argument(cl_kernel of, cl_uint index, size_t size, const void *value)
{
    return CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue_kernel(cl_command_queue on, cl_kernel of, cl_uint dimensions,
                                         const size_t *offset, const size_t *global,
                                         const size_t *local, cl_uint count, const cl_event *list,
                                         cl_event *event)
{
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_queue(cl_command_queue it)
{
    return CL_SUCCESS;
}
static cl_int CL_API_CALL release_mem(cl_mem it)
{
    return CL_SUCCESS;
}
static cl_int CL_API_CALL release_kernel(cl_kernel it)
{
    return CL_SUCCESS;
}
static cl_int CL_API_CALL release_program(cl_program it)
{
    return CL_SUCCESS;
}
static cl_int CL_API_CALL release_context(cl_context it)
{
    return CL_SUCCESS;
}

static const struct dispatch driver = {
    .clGetPlatformIDs = platform_ids,
    .clGetDeviceIDs = device_ids,
    .clGetDeviceInfo = device_info,
    .clCreateContext = create_context,
    .clReleaseContext = release_context,
    .clCreateCommandQueueWithProperties = create_queue,
    .clReleaseCommandQueue = release_queue,
    .clGetCommandQueueInfo = queue_info,
    .clCreateProgramWithSource = create_program,
    .clReleaseProgram = release_program,
    .clCreateKernel = create_kernel,
    .clReleaseKernel = release_kernel,
    .clGetKernelInfo = kernel_info,
    .clGetKernelArgInfo = argument_info,
    .clSetKernelArg = set_argument,
    .clEnqueueNDRangeKernel = enqueue_kernel,
    .clCreateBuffer = create_buffer,
    .clReleaseMemObject = release_mem,
    .clGetMemObjectInfo = mem_info,
};

/* ---- what is counted ---- */

static cl_command_queue on_queue;
static cl_kernel with_kernel;
static cl_mem to_buffer;

static void set_value(const struct dispatch *api)
{
    const cl_int number = 1;
    api->clSetKernelArg(with_kernel, 1, sizeof number, &number);
}

static void set_buffer(const struct dispatch *api)
{
    api->clSetKernelArg(with_kernel, 0, sizeof to_buffer, &to_buffer);
}

static void launch(const struct dispatch *api)
{
    const size_t global = 1024, local = 64;
    api->clEnqueueNDRangeKernel(on_queue, with_kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}

/* callgrind counts from its beginning to its end. */
__attribute__((noinline)) void check_lap(const struct dispatch *api,
                                         void (*call)(const struct dispatch *), long count);
__attribute__((noinline)) void check_lap(const struct dispatch *api,
                                         void (*call)(const struct dispatch *), long count)
{
    for (long i = 0; i < count; i++) call(api);
}

static void laps(void (*call)(const struct dispatch *))
{
    call(checked); /* the first one asks the driver */
    check_lap(checked, call, 1000);
    check_lap(checked, call, 2000);
    check_lap(&driver, call, 1000);
    check_lap(&driver, call, 2000);
}

int main(int count, char **arguments)
{
    const char *source = "";
    cl_platform_id first;
    cl_device_id one;
    cl_context in;
    cl_program from;
    if (count != 3) return 2;
    make_file();
    if (!strcmp(arguments[2], "objects")) file->options |= RECORD_OBJECTS_ONLY;
    load_layer(arguments[1], &driver);
    checked->clGetPlatformIDs(1, &first, NULL);
    checked->clGetDeviceIDs(first, CL_DEVICE_TYPE_ALL, 1, &one, NULL);
    in = checked->clCreateContext(NULL, 1, &one, NULL, NULL, NULL);
    from = checked->clCreateProgramWithSource(in, 1, &source, NULL, NULL);
    with_kernel = checked->clCreateKernel(from, "set", NULL);
    to_buffer = checked->clCreateBuffer(in, 0, 4096, NULL, NULL);
    on_queue = checked->clCreateCommandQueueWithProperties(in, one, NULL, NULL);
    laps(set_value);
    laps(set_buffer);
    laps(launch);
    checked->clReleaseCommandQueue(on_queue);
    checked->clReleaseMemObject(to_buffer);
    checked->clReleaseKernel(with_kernel);
    checked->clReleaseProgram(from);
    checked->clReleaseContext(in);
    deinit();
    count_findings();
    CHECK_INT(records, 0);
    unlink(path);
    return test_end();
}
