/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cost LAYER all|objects: laps of clSetKernelArg for callgrind to count, over a made-up driver. For an int,
 * and for a buffer: 1000 and 2000 calls through the check layer, then as many of the driver's own. Each lap
 * is one call of check_lap(). `objects`: the layer follows objects alone.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "alone.h"

/* ---- the driver: a kernel with a buffer and an int ---- */

struct thing {
    const void *dispatch;
};

static struct thing platform, device, context, program, kernel, buffer;

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
    (void)of, (void)type;
    if (room) *list = (cl_device_id)&device;
    if (count) *count = 1;
    return CL_SUCCESS;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *devices, context_callback notify,
                                             void *data, cl_int *error)
{
    (void)properties, (void)count, (void)devices, (void)notify, (void)data;
    *error = CL_SUCCESS;
    return (cl_context)&context;
}

static cl_program CL_API_CALL create_program(cl_context of, cl_uint count, const char **strings,
                                             const size_t *lengths, cl_int *error)
{
    (void)of, (void)count, (void)strings, (void)lengths;
    *error = CL_SUCCESS;
    return (cl_program)&program;
}

static cl_kernel CL_API_CALL create_kernel(cl_program of, const char *name, cl_int *error)
{
    (void)of, (void)name;
    *error = CL_SUCCESS;
    return (cl_kernel)&kernel;
}

static cl_mem CL_API_CALL create_buffer(cl_context of, cl_mem_flags flags, size_t size, void *host,
                                        cl_int *error)
{
    (void)of, (void)flags, (void)size, (void)host;
    *error = CL_SUCCESS;
    return (cl_mem)&buffer;
}

static cl_int CL_API_CALL kernel_info(cl_kernel of, cl_kernel_info what, size_t size, void *value,
                                      size_t *size_ret)
{
    const cl_uint parameters = 2;
    const void *from = &program;
    (void)of;
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
    (void)of;
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
    (void)of;
    switch (what) {
    case CL_MEM_TYPE: return answer(&type, sizeof type, size, value, size_ret);
    case CL_MEM_FLAGS: return answer(&flags, sizeof flags, size, value, size_ret);
    case CL_MEM_SIZE: return answer(&bytes, sizeof bytes, size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL set_argument(cl_kernel of, cl_uint index, size_t size, const void *value)
{
    (void)of, (void)index, (void)size, (void)value;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_mem(cl_mem it)
{
    (void)it;
    return CL_SUCCESS;
}
static cl_int CL_API_CALL release_kernel(cl_kernel it)
{
    (void)it;
    return CL_SUCCESS;
}
static cl_int CL_API_CALL release_program(cl_program it)
{
    (void)it;
    return CL_SUCCESS;
}
static cl_int CL_API_CALL release_context(cl_context it)
{
    (void)it;
    return CL_SUCCESS;
}

static const struct dispatch driver = {
    .clGetPlatformIDs = platform_ids,
    .clGetDeviceIDs = device_ids,
    .clCreateContext = create_context,
    .clReleaseContext = release_context,
    .clCreateProgramWithSource = create_program,
    .clReleaseProgram = release_program,
    .clCreateKernel = create_kernel,
    .clReleaseKernel = release_kernel,
    .clGetKernelInfo = kernel_info,
    .clGetKernelArgInfo = argument_info,
    .clSetKernelArg = set_argument,
    .clCreateBuffer = create_buffer,
    .clReleaseMemObject = release_mem,
    .clGetMemObjectInfo = mem_info,
};

/* ---- what is counted ---- */

/* callgrind counts from its beginning to its end. */
__attribute__((noinline)) void check_lap(const struct dispatch *api, cl_kernel of, cl_uint index,
                                         size_t size, const void *value, long count);
__attribute__((noinline)) void check_lap(const struct dispatch *api, cl_kernel of, cl_uint index,
                                         size_t size, const void *value, long count)
{
    for (long i = 0; i < count; i++) api->clSetKernelArg(of, index, size, value);
}

static void laps(cl_kernel of, cl_uint index, size_t size, const void *value)
{
    checked->clSetKernelArg(of, index, size, value); /* the first one asks the driver */
    check_lap(checked, of, index, size, value, 1000);
    check_lap(checked, of, index, size, value, 2000);
    check_lap(&driver, of, index, size, value, 1000);
    check_lap(&driver, of, index, size, value, 2000);
}

int main(int count, char **arguments)
{
    const char *source = "";
    const cl_int number = 1;
    cl_platform_id first;
    cl_device_id one;
    cl_context in;
    cl_program from;
    cl_kernel of;
    cl_mem to;
    if (count != 3) return 2;
    make_file();
    if (!strcmp(arguments[2], "objects")) file->options |= RECORD_OBJECTS_ONLY;
    load_layer(arguments[1], &driver);
    checked->clGetPlatformIDs(1, &first, NULL);
    checked->clGetDeviceIDs(first, CL_DEVICE_TYPE_ALL, 1, &one, NULL);
    in = checked->clCreateContext(NULL, 1, &one, NULL, NULL, NULL);
    from = checked->clCreateProgramWithSource(in, 1, &source, NULL, NULL);
    of = checked->clCreateKernel(from, "set", NULL);
    to = checked->clCreateBuffer(in, 0, 4096, NULL, NULL);
    laps(of, 1, sizeof number, &number);
    laps(of, 0, sizeof to, &to);
    checked->clReleaseMemObject(to);
    checked->clReleaseKernel(of);
    checked->clReleaseProgram(from);
    checked->clReleaseContext(in);
    deinit();
    count_findings();
    CHECK_INT(records, 0);
    unlink(path);
    return test_end();
}
