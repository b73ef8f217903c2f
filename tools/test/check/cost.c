/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cost LAYER all|objects: laps of calls over a made-up driver, for callgrind to count. For
 * clSetKernelArg of an int and of a buffer, and for a launch, it makes 1000 and 2000 calls through
 * the check layer, then as many directly to the driver. Each lap is one call of check_lap(). With
 * `objects`, the layer only follows objects.
 */
#include "made_up.h"

/* ---- the driver: a kernel with a buffer and an int ---- */

static intptr_t platform, device;
static cl_context in;
static cl_program from;

static void *new_object(cl_int *error)
{
    static intptr_t objects[8];
    static unsigned used;
    if (used == sizeof objects / sizeof *objects) TEST_STOP("too many objects");
    if (error) *error = CL_SUCCESS;
    return &objects[used++];
}

static cl_int CL_API_CALL platform_ids(cl_uint room, cl_platform_id *list, cl_uint *count)
{
    return list_object(&platform, room, list, count);
}

static cl_int CL_API_CALL device_ids(cl_platform_id of, cl_device_type type, cl_uint room,
                                     cl_device_id *list, cl_uint *count)
{
    return list_object(&device, room, list, count);
}

static cl_int CL_API_CALL device_info(cl_device_id of, cl_device_info what, size_t size,
                                      void *value, size_t *size_ret)
{
    const size_t most = 1024, sizes[3] = { 1024, 1024, 64 };
    const cl_uint dimensions = 3;
    switch (what) {
    case CL_DEVICE_VERSION: return ANSWER_TEXT("OpenCL 3.0 made up");
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return ANSWER(most);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: return ANSWER(sizes);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: return ANSWER(dimensions);
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL queue_info(cl_command_queue of, cl_command_queue_info what, size_t size,
                                     void *value, size_t *size_ret)
{
    const cl_command_queue_properties properties = 0;
    const void *on = &device;
    switch (what) {
    case CL_QUEUE_CONTEXT: return ANSWER(in);
    case CL_QUEUE_DEVICE: return ANSWER(on);
    case CL_QUEUE_PROPERTIES: return ANSWER(properties);
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL kernel_info(cl_kernel of, cl_kernel_info what, size_t size, void *value,
                                      size_t *size_ret)
{
    const cl_uint parameters = 2;
    switch (what) {
    case CL_KERNEL_NUM_ARGS: return ANSWER(parameters);
    case CL_KERNEL_PROGRAM: return ANSWER(from);
    case CL_KERNEL_FUNCTION_NAME: return ANSWER_TEXT("set");
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL argument_info(cl_kernel of, cl_uint index, cl_kernel_arg_info what,
                                        size_t size, void *value, size_t *size_ret)
{
    const cl_uint space = index ? CL_KERNEL_ARG_ADDRESS_PRIVATE : CL_KERNEL_ARG_ADDRESS_GLOBAL;
    switch (what) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER: return ANSWER(space);
    case CL_KERNEL_ARG_TYPE_NAME: return index ? ANSWER_TEXT("int") : ANSWER_TEXT("float*");
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
    case CL_MEM_TYPE: return ANSWER(type);
    case CL_MEM_FLAGS: return ANSWER(flags);
    case CL_MEM_SIZE: return ANSWER(bytes);
    }
    return CL_INVALID_VALUE;
}

static void make_driver(void)
{
    driver.clGetPlatformIDs = platform_ids;
    driver.clGetDeviceIDs = device_ids;
    driver.clGetDeviceInfo = device_info;
    driver.clGetCommandQueueInfo = queue_info;
    driver.clGetKernelInfo = kernel_info;
    driver.clGetKernelArgInfo = argument_info;
    driver.clGetMemObjectInfo = mem_info;
}

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

/* callgrind counts from the beginning of this function to its end. */
__attribute__((noinline)) void check_lap(const struct dispatch *api,
                                         void (*call)(const struct dispatch *), long count);
__attribute__((noinline)) void check_lap(const struct dispatch *api,
                                         void (*call)(const struct dispatch *), long count)
{
    for (long i = 0; i < count; i++) call(api);
}

static void laps(void (*call)(const struct dispatch *))
{
    call(checked); /* the layer's first call asks the driver */
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
    if (count != 3) return 2;
    make_file();
    if (!strcmp(arguments[2], "objects")) file->options |= RECORD_OBJECTS_ONLY;
    make_driver();
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
    return test_end();
}
