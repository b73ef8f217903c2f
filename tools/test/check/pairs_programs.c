/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs about programs and about calls that failed. */
#include "pairs.h"

/* ---- programs ---- */

static void CL_CALLBACK notify(cl_program program, void *data)
{
}

static size_t text_size;
static const unsigned char binary[64];
static const size_t both_sizes[] = { 64, 64 };
#define BUILD(device)       layer->clBuildProgram(a_program(), 1, device, "", NULL, NULL)
#define BUILD_WITH(options) layer->clBuildProgram(a_program(), 1, gpu, options, NULL, NULL)
#define LOG(device)                                                                                \
    layer->clGetProgramBuildInfo(a_program(), device, CL_PROGRAM_BUILD_LOG, 0, NULL, &text_size)
PAIR(PROGRAM_DEVICE, , BUILD(gpu + 1), BUILD(gpu))
PAIR(PROGRAM_DEVICE, ,
     layer->clCompileProgram(a_program(), 1, gpu + 1, "", 0, NULL, NULL, NULL, NULL),
     layer->clCompileProgram(a_program(), 1, gpu, "", 0, NULL, NULL, NULL, NULL))
PAIR(PROGRAM_DEVICE, , LOG(gpu[1]), LOG(gpu[0]))
#define FROM_BINARY(in, count, devices)                                                            \
    layer->clCreateProgramWithBinary(in, count, devices, (const size_t[]){ 64, 64 },               \
                                     (const unsigned char *[]){ binary, binary }, NULL, NULL)
PAIR(PROGRAM_CONTEXT_DEVICE, , FROM_BINARY(a_context(), 2, gpu), FROM_BINARY(a_context(), 1, gpu))
#define FROM_PARTS(lengths, parts)                                                                 \
    layer->clCreateProgramWithBinary(a_context(), 1, gpu, lengths, parts, NULL, NULL)
#define LENGTHS(length) ((const size_t[]){ length })
#define PARTS(part)     ((const unsigned char *[]){ part })
PAIR(BINARY_MISSING, , FROM_PARTS(NULL, PARTS(binary)), FROM_PARTS(LENGTHS(1), PARTS(binary)))
PAIR(BINARY_MISSING, , FROM_PARTS(LENGTHS(64), NULL), FROM_PARTS(LENGTHS(64), PARTS(binary)))
PAIR(BINARY_MISSING, , FROM_PARTS(LENGTHS(0), PARTS(binary)), FROM_PARTS(LENGTHS(1), PARTS(binary)))
PAIR(BINARY_MISSING, , FROM_PARTS(LENGTHS(64), PARTS(NULL)), FROM_PARTS(LENGTHS(64), PARTS(binary)))
#define REJECTED(count, status)                                                                    \
    layer->clCreateProgramWithBinary(both_context(), count, gpu, both_sizes,                       \
                                     (const unsigned char *[]){ binary, binary }, status, NULL)
#define STATUS(second) ((cl_int[]){ 0, second })
PAIR_REFUSED(BINARY_REJECTED, CL_INVALID_BINARY, , REJECTED(1, NULL), REJECTED(2, NULL))
PAIR_REFUSED(BINARY_REJECTED, CL_INVALID_BINARY, WANTS(1), REJECTED(2, STATUS(-42)),
             REJECTED(1, STATUS(-42)))
#define BUILT_IN(names, devices)                                                                   \
    layer->clCreateProgramWithBuiltInKernels(a_context(), 1, devices, names, NULL)
PAIR(PROGRAM_CONTEXT_DEVICE, , BUILT_IN("it", gpu + 1), BUILT_IN("it", gpu))
PAIR(PROGRAM_CONTEXT_DEVICE, cl_program with = a_program(),
     layer->clLinkProgram(a_context(), 1, gpu + 1, "", 1, &with, NULL, NULL, NULL),
     layer->clLinkProgram(a_context(), 1, gpu, "", 1, &with, NULL, NULL, NULL))
PAIR(BUILT_IN_NAMES_NULL, , BUILT_IN(NULL, gpu), BUILT_IN("it", gpu))
#define HAS_BUILT_IN SAYS_TEXT(NULL, CL_DEVICE_BUILT_IN_KERNELS, "it;other")
PAIR_REFUSED(BUILT_IN_NAME, CL_INVALID_VALUE, HAS_BUILT_IN;
             WANTS(2), BUILT_IN("it;none", gpu), BUILT_IN("other;it", gpu))
PAIR_REFUSED(BUILT_IN_NAME, CL_INVALID_VALUE, HAS_BUILT_IN;
             if (!wrong) fails(NULL, CL_DEVICE_BUILT_IN_KERNELS, CL_OUT_OF_RESOURCES),
             BUILT_IN("none", gpu), BUILT_IN("none", gpu))

static const size_t one_size[] = { 64, 0 };
#define BINARIES(list) says(NULL, CL_PROGRAM_BINARY_SIZES, list, sizeof list)
PAIR_REFUSED(PROGRAM_NO_BINARY, CL_INVALID_BINARY,
             cl_program of = FROM_BINARY(both_context(), 2, gpu);
             if (wrong) BINARIES(one_size);
             else BINARIES(both_sizes), layer->clBuildProgram(of, 0, NULL, "", NULL, NULL),
             layer->clBuildProgram(of, 0, NULL, "", NULL, NULL))
PAIR_WHERE(COMPILER_MISSING, CL_SUCCESS,
           SAYS(NULL, CL_DEVICE_COMPILER_AVAILABLE, cl_bool, CL_FALSE), BUILD(gpu))
PAIR(COMPILER_MISSING, SAYS(NULL, CL_DEVICE_COMPILER_AVAILABLE, cl_bool, CL_FALSE);
     cl_program of = FROM_BINARY(a_context(), 1, gpu), BUILD(gpu),
     layer->clBuildProgram(of, 1, gpu, "", NULL, NULL))
PAIR_WHERE(LINKER_MISSING, CL_SUCCESS, SAYS(NULL, CL_DEVICE_LINKER_AVAILABLE, cl_bool, CL_FALSE),
           layer->clLinkProgram(a_context(), 0, NULL, "", 1, (const cl_program[]){ a_program() },
                                NULL, NULL, NULL))

#define LINK(count, list)                                                                          \
    layer->clLinkProgram(a_context(), 0, NULL, "", count, list, NULL, NULL, NULL)
PAIR(LINK_PROGRAMS_LENGTH, cl_program with = a_program(), LINK(0, &with), LINK(1, &with))
PAIR(LINK_PROGRAMS_LENGTH, cl_program with = a_program(), LINK(1, NULL), LINK(1, &with))

/* Errors that the build log explains. */
#define LOGS(text) SAYS_TEXT(NULL, CL_PROGRAM_BUILD_LOG, text)
PAIR_FAILS(PROGRAM_BUILD_LOG, CL_BUILD_PROGRAM_FAILURE, LOGS("out of registers"), BUILD(gpu))
PAIR_FAILS(PROGRAM_BUILD_LOG, CL_COMPILE_PROGRAM_FAILURE, LOGS("error: no place"),
           layer->clCompileProgram(a_program(), 0, NULL, "", 0, NULL, NULL, NULL, NULL))
PAIR_FAILS(PROGRAM_BUILD, CL_BUILD_PROGRAM_FAILURE, LOGS("it.cl:3:7: error: no such name"),
           BUILD(gpu))
PAIR_FAILS(PROGRAM_BUILD_LOG, CL_BUILD_PROGRAM_FAILURE, static char longest[40000];
           memset(longest, 'x', sizeof longest - 1); LOGS(longest), BUILD(gpu))
#define BUILD_PAIR(text, line, column)                                                             \
    PAIR_FAILS(PROGRAM_BUILD, CL_BUILD_PROGRAM_FAILURE, LOGS(text); WANTS(line, column), BUILD(gpu))
BUILD_PAIR("it.cl(12): error: no such name", 12, 0)
BUILD_PAIR("it.cl:3:7: fatal error: no such file", 3, 7)
BUILD_PAIR("building\nerror: it.cl:3:7: no such name", 3, 7)
PAIR_WHERE(PROGRAM_BUILDING, CL_INVALID_OPERATION,
           SAYS(NULL, CL_PROGRAM_BUILD_STATUS, cl_int, CL_BUILD_IN_PROGRESS), BUILD(gpu))
PAIR_REFUSED(PROGRAM_BUILDING, CL_INVALID_OPERATION,
             SAYS(gpu[0], CL_PROGRAM_BUILD_STATUS, cl_int, CL_BUILD_IN_PROGRESS);
             cl_program of = program_in(both_context()),
             layer->clBuildProgram(of, 1, gpu, "", NULL, NULL),
             layer->clBuildProgram(of, 1, gpu + 1, "", NULL, NULL))
PAIR_REFUSED(PROGRAM_BUILDING, CL_INVALID_OPERATION,
             SAYS(gpu[1], CL_PROGRAM_BUILD_STATUS, cl_int, CL_BUILD_IN_PROGRESS);
             cl_program of = program_in(both_context()),
             layer->clBuildProgram(of, 0, NULL, "", NULL, NULL),
             layer->clBuildProgram(of, 1, gpu, "", NULL, NULL))
PAIR_REFUSED(PROGRAM_OPTION_VALUE, CL_INVALID_BUILD_OPTIONS, , BUILD_WITH("-cl-std=1.2"),
             BUILD_WITH("-cl-std=CL1.2"))
PAIR_REFUSED(PROGRAM_OPTIONS, CL_INVALID_BUILD_OPTIONS, , BUILD_WITH("-cl-fast-math"),
             BUILD_WITH("-cl-fast-relaxed-math -D A=1"))
PAIR_WHERE(PROGRAM_OPTION_REFUSED, CL_SUCCESS, refuses_option("-cl-no-signed-zeros");
           WANTS(8), BUILD_WITH("-D A=1 -cl-no-signed-zeros -w"))
PAIR_WHERE(PROGRAM_OPTION_REFUSED, CL_SUCCESS, refuses_option("-D B");
           WANTS(4), BUILD_WITH("-w -D B=1 -DC"))
PAIR_REFUSED(PROGRAM_OPTIONS, CL_INVALID_BUILD_OPTIONS, , BUILD_WITH("-DA=\"x y\"\t-fast"),
             BUILD_WITH("-DA=\"x \\\" y\"\t-w"))
/* The word behind such an option is its value. */
PAIR_REFUSED(PROGRAM_OPTIONS, CL_INVALID_BUILD_OPTIONS, , BUILD_WITH("-x spir -fast"),
             BUILD_WITH("-x spir -w"))
PAIR_REFUSED(PROGRAM_OPTIONS, CL_INVALID_BUILD_OPTIONS, , BUILD_WITH("-I path -fast"),
             BUILD_WITH("-I path -w"))
PAIR_REFUSED(PROGRAM_OPTIONS, CL_INVALID_BUILD_OPTIONS, , BUILD_WITH("-D A -fast"),
             BUILD_WITH("-D A -w"))
PAIR_FAILS(PROGRAM_DESTRUCTORS, CL_INVALID_OPERATION, version(22),
           layer->clSetProgramReleaseCallback(a_program(), notify, NULL))

/* 16 bytes are also the size of a list for two devices. */
static const size_t odd_sizes[] = { 2 * sizeof(void *), 100 };
static unsigned char *list[32];
#define ASK(size) layer->clGetProgramInfo(of, CL_PROGRAM_BINARIES, size, list, NULL)
PAIR(PROGRAM_BINARIES_BYTES, cl_program of = program_in(both_context()); BINARIES(odd_sizes);
     SAYS(NULL, CL_PROGRAM_BINARIES, void *, NULL), ASK(100), ASK(2 * sizeof(void *)))
/* A list that is too short is not looked at. */
PAIR(PROGRAM_BINARIES_POINTER, cl_program of = program_in(both_context()); list[0] = (void *)8;
     BINARIES(odd_sizes);
     SAYS(NULL, CL_PROGRAM_BINARIES, void *, NULL), ASK(2 * sizeof(void *)),
     (ASK(sizeof(void *)),
      layer->clGetProgramInfo(of, CL_PROGRAM_BINARIES, sizeof list, NULL, &text_size)))

/* A name too long to be compared is one of a program's kernels, too. */
#define LONG_NAME "a_name_that_has_more_than_sixty_four_letters_which_is_too_long_to_compare"
#define NAMES                                                                                      \
    SAYS(NULL, CL_PROGRAM_NUM_KERNELS, size_t, 2);                                                 \
    SAYS_TEXT(NULL, CL_PROGRAM_KERNEL_NAMES, LONG_NAME ";it")
#define KERNEL(name) layer->clCreateKernel(a_program(), name, NULL)
PAIR_REFUSED(KERNEL_NAME, CL_INVALID_KERNEL_NAME, NAMES, KERNEL("its"), KERNEL(LONG_NAME))
PAIR_REFUSED(KERNEL_NAME, CL_INVALID_KERNEL_NAME, NAMES;
             if (!wrong) fails_to_answer(NULL, CL_PROGRAM_KERNEL_NAMES), KERNEL("its"),
             KERNEL("its"))
PAIR_REFUSED(KERNEL_NAME, CL_INVALID_KERNEL_NAME, NAMES;
             if (!wrong) says(NULL, CL_PROGRAM_KERNEL_NAMES, NULL, 0), KERNEL("its"), KERNEL("its"))
static cl_kernel kernels[2];
PAIR_REFUSED(KERNELS_SPACE, CL_INVALID_VALUE, SAYS(NULL, CL_PROGRAM_NUM_KERNELS, size_t, 2),
             layer->clCreateKernelsInProgram(a_program(), 1, kernels, NULL),
             layer->clCreateKernelsInProgram(a_program(), 2, kernels, NULL))

/* ---- intermediate language ---- */

static const uint32_t spirv[8] = { 0x07230203, 0x00010000 }, swapped[8] = { 0x03022307 },
                      text[8] = { 0x656b5f5f };
#define IL(module, size) layer->clCreateProgramWithIL(a_context(), module, size, NULL)
PAIR_WHERE(IL_UNSUPPORTED, CL_SUCCESS, SAYS_TEXT(NULL, CL_DEVICE_IL_VERSION, ""), IL(spirv, 32))
PAIR(IL_MISSING, , IL(NULL, 32), IL(spirv, 32))
PAIR(IL_MISSING, , IL(spirv, 0), IL(spirv, 20))
PAIR_REFUSED(IL_FORMAT, CL_INVALID_VALUE, WANTS(0x656b5f5f), IL(text, 32), IL(spirv, 32))
PAIR_REFUSED(IL_FORMAT, CL_INVALID_VALUE, WANTS(0), IL(text, 3), IL(spirv, 32))
PAIR_REFUSED(IL_FORMAT, CL_INVALID_VALUE, WANTS(0x07230203), IL(spirv, 16), IL(spirv, 20))
PAIR_REFUSED(IL_FORMAT, CL_INVALID_VALUE, , IL(swapped, 22), IL(swapped, 24))
#define IL_PROGRAM cl_program of = IL(spirv, 32)
#define CONSTANT(program, size, value)                                                             \
    layer->clSetProgramSpecializationConstant(program, 0, size, value)
PAIR(CONSTANT_VALUE, IL_PROGRAM, CONSTANT(of, 4, NULL), CONSTANT(of, 4, spirv))
PAIR_REFUSED(CONSTANT_SIZE, CL_INVALID_VALUE, IL_PROGRAM, CONSTANT(of, 3, spirv),
             CONSTANT(of, 4, spirv))
PAIR_REFUSED(CONSTANT_SIZE, CL_INVALID_VALUE, IL_PROGRAM, CONSTANT(of, 16, spirv),
             CONSTANT(of, 8, spirv))
PAIR_REFUSED(CONSTANT_SIZE, CL_INVALID_VALUE, IL_PROGRAM, CONSTANT(of, 0, spirv),
             CONSTANT(of, 1, spirv))
PAIR(PROGRAM_NOT_IL, IL_PROGRAM, CONSTANT(a_program(), 4, spirv), CONSTANT(of, 4, spirv))
PAIR(COMPILER_MISSING, SAYS(gpu[1], CL_DEVICE_COMPILER_AVAILABLE, cl_bool, CL_FALSE); IL_PROGRAM;
     cl_program both = layer->clCreateProgramWithIL(both_context(), spirv, 32, NULL),
     CONSTANT(both, 4, spirv), CONSTANT(of, 4, spirv))
PAIR(IL_UNSUPPORTED, IL_PROGRAM; if (wrong) SAYS_TEXT(NULL, CL_DEVICE_IL_VERSION, ""),
                                 CONSTANT(of, 4, spirv), CONSTANT(of, 4, spirv))

/* ---- calls that failed ---- */

PAIR_FAILS(CALL_FAILED, CL_OUT_OF_RESOURCES, , layer->clFlush(a_queue()))
#define MAKE_SAMPLER layer->clCreateSamplerWithProperties(a_context(), NULL, NULL)
static void samplers(int count, bool release)
{
    cl_sampler made;
    while (count--) {
        made = MAKE_SAMPLER;
        if (release) layer->clReleaseSampler(made);
    }
}
static void buffers(int count)
{
    while (count--) layer->clCreateBuffer(a_context(), 0, 64, NULL, NULL);
}
#define MANY_PAIR(id, error, before) PAIR_FAILS(id, error, before, layer->clFlush(a_queue()))
PAIR(OBJECTS_KEPT, samplers(9998, false); samplers(1, !wrong);
     WANTS(10000, KIND_SAMPLER), MAKE_SAMPLER, MAKE_SAMPLER)
#define LAUNCHED                                                                                   \
    layer->clEnqueueNDRangeKernel(a_queue(), a_kernel(), 1, NULL, (size_t[]){ 64 }, NULL, 0, NULL, \
                                  NULL)
PAIR_FAILS(KERNEL_BEFORE, CL_OUT_OF_RESOURCES, LAUNCHED;
           WANTS((uint64_t)CL_OUT_OF_RESOURCES, (uintptr_t)a_kernel()), layer->clFinish(a_queue()))
PAIR_FAILS(KERNEL_BEFORE, CL_OUT_OF_RESOURCES, LAUNCHED,
           layer->clEnqueueMapBuffer(a_queue(), a_buffer(), 1, CL_MAP_WRITE_INVALIDATE_REGION, 0,
                                     64, 0, NULL, NULL, NULL))
PAIR_FAILS(CALL_FAILED, CL_OUT_OF_RESOURCES, LAUNCHED, layer->clFlush(a_queue()))
PAIR_FAILS(CALL_FAILED, CL_OUT_OF_HOST_MEMORY, LAUNCHED, layer->clFinish(a_queue()))
PAIR_FAILS(CALL_FAILED, CL_OUT_OF_RESOURCES, , layer->clFinish(a_queue()))
MANY_PAIR(OBJECTS_MANY, CL_OUT_OF_RESOURCES, samplers(100, false);
          WANTS((uint64_t)CL_OUT_OF_RESOURCES, 100, KIND_SAMPLER))
MANY_PAIR(OBJECTS_MANY, CL_OUT_OF_HOST_MEMORY, samplers(100, false))
MANY_PAIR(CALL_FAILED, CL_OUT_OF_HOST_MEMORY, samplers(99, false); samplers(1, true); buffers(101))
MANY_PAIR(CALL_FAILED, CL_INVALID_VALUE, samplers(100, false))
/* After a command with an object, the layer knows the object's size. */
static cl_int fill_on(cl_command_queue queue, cl_mem buffer)
{
    return layer->clEnqueueFillBuffer(queue, buffer, "", 1, 0, 8, 0, NULL, NULL);
}
static cl_mem fill(cl_mem buffer)
{
    fill_on(a_queue(), buffer);
    return buffer;
}
static cl_mem buffer_of(cl_mem_flags flags, void *host)
{
    return fill(layer->clCreateBuffer(a_context(), flags, 128, host, NULL));
}
#define MEMORY_PAIR(before, needed)                                                                \
    PAIR_REFUSED(CONTEXT_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE,                                 \
                 SAYS(NULL, CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong, wrong ? needed - 1 : needed);     \
                 before; WANTS(needed, needed - 1), fill(a_buffer()), fill(a_buffer()))
MEMORY_PAIR(, 64)
MEMORY_PAIR(buffer_of(0, NULL), 192)
MEMORY_PAIR(layer->clReleaseMemObject(buffer_of(0, NULL)), 64)
MEMORY_PAIR(static char host[128]; buffer_of(CL_MEM_USE_HOST_PTR, host), 64)
MEMORY_PAIR(fill(buffer_at(16)), 64)
MEMORY_PAIR(fill_on(queue_with(other_context(), gpu[0], 0), other_buffer()), 64)
PAIR_WHERE(QUERY_FAILED, CL_SUCCESS, fails(a_buffer(), CL_MEM_SIZE, CL_OUT_OF_RESOURCES),
           layer->clGetMemObjectInfo(a_buffer(), CL_MEM_SIZE, sizeof text_size, &text_size, NULL))
