/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes with programs, kernels, their arguments and their launches. */
#include "cases.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char source[] =
    "kernel void copy(global const float *from, global float *to)"
    "{ to[get_global_id(0)] = from[get_global_id(0)]; }\n"
    "kernel void fill(global int *to, int value) { to[get_global_id(0)] = value; }\n"
    "kernel void vector(global float *to, float3 value) { *to = value.z; }\n"
    "kernel void sum(global int *to, local int *part) { *part = 1; *to = *part; }\n"
    "kernel void none() {}\n"
    "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void fixed() {}\n";

static const char image_source[] =
    "kernel void look(read_only image2d_t image, sampler_t sampler, global float4 *to)"
    "{ *to = read_imagef(image, sampler, (int2)(0, 0)); }\n"
    "kernel void paint(write_only image2d_t image)"
    "{ write_imagef(image, (int2)(0, 0), (float4)(0)); }\n";

/* A kernel and its program. */
struct use {
    cl_program program;
    cl_kernel kernel;
};

static struct use use_of(const struct given *given, const char *text, const char *name)
{
    struct use use;
    use.program = case_program(given, text);
    use.kernel = case_kernel(use.program, name);
    return use;
}

static struct use use(const struct given *given, const char *name)
{
    return use_of(given, source, name);
}

static void release_use(struct use *use)
{
    clReleaseKernel(use->kernel);
    clReleaseProgram(use->program);
}
#define kept_use KEPT_BY(release_use) struct use

static cl_mem buffer_of(cl_context context)
{
    return clCreateBuffer(context, 0, 4096, NULL, NULL);
}

static cl_mem image_of(const struct given *given, cl_mem_flags flags)
{
    const cl_image_format format = { CL_RGBA, CL_FLOAT };
    cl_image_desc description;
    memset(&description, 0, sizeof description);
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 4;
    return clCreateImage(given->context, flags, &format, &description, NULL, NULL);
}

static void launch(const struct given *given, cl_kernel kernel)
{
    const size_t one = 1;
    clEnqueueNDRangeKernel(given->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    clFinish(given->queue);
}

/* ---- programs ---- */

static cl_program program_of(const struct given *given, const char *text)
{
    return clCreateProgramWithSource(given->context, 1, &text, NULL, NULL);
}

static void CL_CALLBACK called(cl_program program, void *data)
{
}

static void CL_CALLBACK ends(cl_program program, void *data)
{
    atomic_store((atomic_bool *)data, true);
}

CASE(source_count_zero, "CLR-SOURCE-MISSING")
{
    const char *text = source;
    kept_program program =
        clCreateProgramWithSource(given->context, wrong ? 0 : 1, &text, NULL, NULL);
}

CASE(source_null, "CLR-SOURCE-NULL")
{
    const char *texts[] = { source, wrong ? NULL : "" };
    kept_program program = clCreateProgramWithSource(given->context, 2, texts, NULL, NULL);
}

CASE(build_list_length, "CLR-DEVICE-LIST-LENGTH")
{
    kept_program program = program_of(given, source);
    clBuildProgram(program, wrong ? 1 : 0, NULL, NULL, NULL, NULL);
}

CASE(build_callback_data, "CLR-CALLBACK-DATA")
{
    static int data;
    kept_program program = program_of(given, source);
    clBuildProgram(program, 1, &given->device, NULL, wrong ? NULL : called, &data);
}

CASE(build_error, "CLR-PROGRAM-BUILD")
{
    kept_program program =
        program_of(given, wrong ? "kernel void k()\n{\n    missing = 1;\n}\n" : source);
    clBuildProgram(program, 1, &given->device, NULL, NULL, NULL);
}

/* PoCL names two places: where the source uses the macro, and where it defines it. */
CASE(build_error_in_macro, "CLR-PROGRAM-BUILD")
{
    kept_program program =
        program_of(given, wrong ? "#define SUM(a) ((a) + missing)\n\nkernel void "
                                  "k(global int *a)\n{\n    *a = SUM(1);\n}\n"
                                : source);
    clBuildProgram(program, 1, &given->device, NULL, NULL, NULL);
}

CASE_ON("oclgrind", build_error_after_warning, "CLR-PROGRAM-BUILD")
{
    kept_program program = program_of(
        given, wrong ? "#warning an error: not 7:8: here\nkernel void k() { missing = 1; }\n"
                     : "#warning an error: not 7:8: here\nkernel void k() {}\n");
    clBuildProgram(program, 1, &given->device, NULL, NULL, NULL);
}

/* With a callback, the driver may report the error in the call or later. */
CASE(build_error_called, "CLR-PROGRAM-BUILD")
{
    static atomic_bool ended;
    kept_program program =
        program_of(given, wrong ? "kernel void k()\n{\n    missing = 1;\n}\n" : source);
    clBuildProgram(program, 1, &given->device, NULL, ends, &ended);
    while (!atomic_load(&ended)) {
    }
}

CASE(build_options, "CLR-PROGRAM-OPTIONS")
{
    kept_program program = program_of(given, source);
    clBuildProgram(program, 1, &given->device,
                   wrong ? "-D A=1 --fast -w" : "-D A=\"1 2\" -I . -cl-fast-relaxed-math -w", NULL,
                   NULL);
}

/* The option before has a value. */
CASE(build_option_behind_value, "CLR-PROGRAM-OPTIONS")
{
    kept_program program = program_of(given, source);
    clBuildProgram(program, 1, &given->device, wrong ? "-D A -I . -bogus" : "-D A -I .", NULL,
                   NULL);
}

CASE(build_option_misspelt, "CLR-PROGRAM-OPTIONS")
{
    kept_program program = program_of(given, source);
    clBuildProgram(program, 1, &given->device,
                   wrong ? "-cl-fast-relaxed-mth" : "-cl-fast-relaxed-math", NULL, NULL);
}

CASE(build_with_kernels, "CLR-PROGRAM-HAS-KERNELS")
{
    struct use used = use(given, "copy");
    if (!wrong) clReleaseKernel(used.kernel);
    clBuildProgram(used.program, 1, &given->device, NULL, NULL, NULL);
    if (wrong) clReleaseKernel(used.kernel);
    clReleaseProgram(used.program);
}

CASE(build_linked, "CLR-PROGRAM-ORIGIN")
{
    cl_program program = program_of(given, source), linked;
    clCompileProgram(program, 1, &given->device, NULL, 0, NULL, NULL, NULL, NULL);
    linked = clLinkProgram(given->context, 1, &given->device, NULL, 1, &program, NULL, NULL, NULL);
    if (linked) {
        if (wrong) clBuildProgram(linked, 1, &given->device, NULL, NULL, NULL);
        clReleaseProgram(linked);
    }
    clReleaseProgram(program);
}

CASE(compile_error, "CLR-PROGRAM-BUILD")
{
    kept_program program =
        program_of(given, wrong ? "\nkernel void k(global int *a) { a = 1.0f; }" : source);
    clCompileProgram(program, 1, &given->device, NULL, 0, NULL, NULL, NULL, NULL);
}

CASE(compile_error_in_header, "CLR-PROGRAM-BUILD")
{
    const char *name = "header.h";
    kept_program program = program_of(given, "#include \"header.h\"\nkernel void k() {}"),
                 header = program_of(given,
                                     wrong ? "\n\n\n\n#define OK\nint missing(\n" : "#define OK\n");
    clCompileProgram(program, 1, &given->device, NULL, 1, &header, &name, NULL, NULL);
}

CASE(headers_length, "CLR-HEADERS-LENGTH")
{
    const char *name = "header.h";
    kept_program program = program_of(given, "#include \"header.h\"\nkernel void k() {}"),
                 header = program_of(given, "#define HEADER 1\n");
    clCompileProgram(program, 1, &given->device, NULL, 1, wrong ? NULL : &header, &name, NULL,
                     NULL);
}

CASE(link_nothing, "CLR-LINK-PROGRAMS-LENGTH")
{
    kept_program program = program_of(given, source), linked = NULL;
    clCompileProgram(program, 1, &given->device, NULL, 0, NULL, NULL, NULL, NULL);
    linked = clLinkProgram(given->context, 1, &given->device, NULL, wrong ? 0 : 1, &program, NULL,
                           NULL, NULL);
}

CASE(link_other_context, "CLR-PROGRAM-CONTEXT")
{
    kept_context other = clCreateContext(NULL, 1, &given->device, NULL, NULL, NULL);
    kept_program program = program_of(given, source), linked = NULL;
    clCompileProgram(program, 1, &given->device, NULL, 0, NULL, NULL, NULL, NULL);
    linked = clLinkProgram(wrong ? other : given->context, 1, &given->device, NULL, 1, &program,
                           NULL, NULL, NULL);
}

/* Makes a program from the binary of another one. The binary may be empty or damaged. */
static cl_program of_binary(const struct given *given, cl_uint devices, bool empty, bool broken)
{
    cl_program program = case_program(given, source), made;
    unsigned char *binary;
    const unsigned char *list;
    size_t size = 0, passed;
    cl_int status, error;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    list = binary = malloc(size);
    passed = empty ? 0 : size;
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    clReleaseProgram(program);
    if (broken) memset(binary, 'x', size);
    made = clCreateProgramWithBinary(given->context, devices, &given->device, &passed, &list,
                                     &status, &error);
    free(binary);
    return made;
}

CASE(binaries_bytes, "CLR-PROGRAM-BINARIES-BYTES")
{
    cl_program program = case_program(given, source);
    unsigned char *binary;
    size_t size;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    binary = calloc(1, size);
    if (wrong) clGetProgramInfo(program, CL_PROGRAM_BINARIES, size, binary, NULL);
    else clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    free(binary);
    clReleaseProgram(program);
}

CASE(binaries_pointer, "CLR-PROGRAM-BINARIES-POINTER")
{
    cl_program program = case_program(given, source);
    unsigned char *binary, *pointer;
    size_t size;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    binary = malloc(size);
    pointer = wrong ? (void *)16 : binary;
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, NULL);
    free(binary);
    clReleaseProgram(program);
}

CASE(binary_empty, "CLR-BINARY-MISSING")
{
    kept_program program = of_binary(given, 1, wrong, false);
}

CASE(binary_rejected, "CLR-BINARY-REJECTED")
{
    kept_program program = of_binary(given, 1, false, wrong);
}

CASE(binary_compiled, "CLR-PROGRAM-BINARY-COMPILED")
{
    kept_program program = of_binary(given, 1, false, false);
    if (wrong) clCompileProgram(program, 1, &given->device, NULL, 0, NULL, NULL, NULL, NULL);
    else clBuildProgram(program, 1, &given->device, NULL, NULL, NULL);
}

CASE(binary_no_devices, "CLR-DEVICE-LIST-EMPTY")
{
    kept_program program = of_binary(given, wrong ? 0 : 1, false, false);
}

CASE(built_in_name, "CLR-BUILT-IN-NAME")
{
    char names[65536] = "";
    kept_program program = NULL;
    clGetDeviceInfo(given->device, CL_DEVICE_BUILT_IN_KERNELS, sizeof names, names, NULL);
    if (!*names) exit(77);
    if (strchr(names, ';')) *strchr(names, ';') = 0;
    if (wrong) strcat(names, ";no such kernel");
    program = clCreateProgramWithBuiltInKernels(given->context, 1, &given->device, names, NULL);
}

CASE(constant_of_source, "CLR-PROGRAM-NOT-IL")
{
    const cl_int value = 1;
    kept_program program = program_of(given, source);
    if (wrong) clSetProgramSpecializationConstant(program, 0, sizeof value, &value);
}

CASE(program_info_size, "CLR-QUERY-SIZE")
{
    kept_program program = program_of(given, source);
    cl_uint count;
    clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count - wrong, &count, NULL);
}

CASE(program_names_before_build, "CLR-PROGRAM-NOT-BUILT")
{
    kept_program program = program_of(given, source);
    size_t count;
    if (!wrong) clBuildProgram(program, 1, &given->device, NULL, NULL, NULL);
    clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL);
}

CASE(build_info_device_null, "CLR-HANDLE-NULL")
{
    kept_program program = program_of(given, source);
    cl_build_status status;
    clGetProgramBuildInfo(program, wrong ? NULL : given->device, CL_PROGRAM_BUILD_STATUS,
                          sizeof status, &status, NULL);
}

/* ---- kernels ---- */

CASE(kernel_before_build, "CLR-PROGRAM-NOT-BUILT")
{
    kept_program program = program_of(given, source);
    kept_kernel kernel = NULL;
    if (!wrong) clBuildProgram(program, 1, &given->device, NULL, NULL, NULL);
    kernel = clCreateKernel(program, "copy", NULL);
}

/* oclgrind returns another error. */
CASE_ON("oclgrind", kernel_before_build_name, "CLR-PROGRAM-NOT-BUILT")
{
    kernel_before_build(given, wrong);
}

CASE(kernel_name, "CLR-KERNEL-NAME")
{
    kept_program program = case_program(given, source);
    kept_kernel kernel = clCreateKernel(program, wrong ? "Copy" : "copy", NULL);
}

CASE(kernel_name_null, "CLR-KERNEL-NAME-NULL")
{
    kept_program program = case_program(given, source);
    kept_kernel kernel = clCreateKernel(program, wrong ? NULL : "copy", NULL);
}

CASE(kernels_space, "CLR-KERNELS-SPACE")
{
    kept_program program = case_program(given, source);
    cl_kernel kernels[16];
    cl_uint count = 0;
    if (!clCreateKernelsInProgram(program, wrong ? 2 : 16, kernels, &count))
        for (cl_uint i = 0; i < count; i++) clReleaseKernel(kernels[i]);
}

CASE(global_size_of_kernel, "CLR-KERNEL-NOT-BUILT-IN")
{
    kept_use used = use(given, "none");
    size_t sizes[3];
    clGetKernelWorkGroupInfo(used.kernel, given->device,
                             wrong ? CL_KERNEL_GLOBAL_WORK_SIZE : CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                             sizeof sizes, sizes, NULL);
}

CASE(argument_info_index, "CLR-KERNEL-ARGUMENT-INDEX")
{
    cl_program program = program_of(given, source);
    cl_kernel_arg_address_qualifier space;
    kept_use used = { program, NULL };
    clBuildProgram(program, 1, &given->device, "-cl-kernel-arg-info", NULL, NULL);
    used.kernel = case_kernel(program, "copy");
    clGetKernelArgInfo(used.kernel, wrong ? 2 : 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space,
                       &space, NULL);
}

/* ---- arguments ---- */

CASE(argument_index, "CLR-KERNEL-ARGUMENT-INDEX")
{
    kept_use used = use(given, "fill");
    const cl_int value = 1;
    clSetKernelArg(used.kernel, wrong ? 2 : 1, sizeof value, &value);
}

CASE(argument_size, "CLR-KERNEL-ARGUMENT-SIZE")
{
    kept_use used = use(given, "fill");
    const cl_long value = 1;
    clSetKernelArg(used.kernel, 1, wrong ? sizeof value : sizeof(cl_int), &value);
}

/* The finding names the parameter as the source does, in one line and without comments. */
static void pass_long(const struct given *given, const char *text, bool wrong)
{
    const cl_long value = 1;
    kept_use used = use_of(given, text, "lines");
    clSetKernelArg(used.kernel, 1, wrong ? sizeof value : sizeof(cl_int), &value);
}
CALL(argument_size_lines, "CLR-KERNEL-ARGUMENT-SIZE",
     pass_long(given,
               "kernel void lines(global int *to, const\nint/* of\nit */\nvalue) { *to = value; }",
               wrong))
CALL(argument_size_variadic, "CLR-KERNEL-ARGUMENT-SIZE",
     pass_long(given,
               "#define PARAMETERS(first, ...) first, int value\n"
               "kernel void lines(PARAMETERS(global int *to)) { *to = value; }",
               wrong))

CASE(argument_vector_size, "CLR-KERNEL-ARGUMENT-SIZE")
{
    kept_use used = use(given, "vector");
    const cl_float4 value = { { 0 } };
    clSetKernelArg(used.kernel, 1, wrong ? 3 * sizeof(cl_float) : sizeof(cl_float3), &value);
}

/* Passes this many bytes to a kernel `move` that takes a `point`. */
static void pass_point(const struct given *given, const char *text, size_t size)
{
    const cl_char point[64] = { 0 };
    kept_use used = use_of(given, text, "move");
    clSetKernelArg(used.kernel, 0, size, point);
}

/* Three floats take 12 bytes on the host. PoCL accepts any size. */
CASE(argument_layout, "CLR-KERNEL-ARGUMENT-LAYOUT")
{
    pass_point(given,
               "typedef struct { float3 at; float weight; } point;\n"
               "kernel void move(point from) { }\n",
               wrong ? 16 : 32);
}

CASE(argument_layout_packed, "CLR-KERNEL-ARGUMENT-LAYOUT")
{
    pass_point(given,
               "#define PACKED __attribute__((packed))\n"
               "typedef struct PACKED { char kind; float at[3]; } point;\n"
               "kernel void move(const point from) { }\n",
               wrong ? 16 : 13);
}

CASE(argument_layout_nested, "CLR-KERNEL-ARGUMENT-LAYOUT")
{
    pass_point(given,
               "struct at { long x; char y; };\n"
               "struct point { struct at at; union { int number; float2 value; } with[2]; };\n"
               "kernel void move(struct point from) { }\n",
               wrong ? 28 : 32);
}

/* The members of the structure depend on a macro of which only the driver knows. */
CASE(argument_layout_unknown_is_legal, "CLR-KERNEL-ARGUMENT-LAYOUT")
{
    pass_point(given,
               "#ifdef __FAST_RELAXED_MATH__\n#define MORE int more;\n#else\n#define MORE\n#endif\n"
               "typedef struct { int number; MORE } point;\n"
               "kernel void move(point from) { }\n",
               4);
    pass_point(given,
               "typedef struct { float3 at; float weight; } point;\n"
               "kernel void move(point from) { }\n",
               wrong ? 28 : 32);
}

/* Three floats take 12 bytes on the host. */
CASE_ON("oclgrind", argument_struct, "CLR-KERNEL-ARGUMENT-STRUCT")
{
    static const char text[] = "#ifndef NUMBERS\n#define NUMBERS 1\n#endif\n"
                               "typedef struct { int number[NUMBERS]; float3 at; } point;\n"
                               "kernel void move(point from) { }\n";
    const cl_char point[32] = { 0 };
    kept_program program = program_of(given, text);
    kept_kernel kernel = NULL;
    clBuildProgram(program, 1, &given->device, NULL, NULL, NULL);
    kernel = clCreateKernel(program, "move", NULL);
    clSetKernelArg(kernel, 0, wrong ? 16 : 32, point);
}

CASE(argument_value_null, "CLR-KERNEL-ARGUMENT-NULL")
{
    kept_use used = use(given, "fill");
    const cl_int value = 1;
    clSetKernelArg(used.kernel, 1, sizeof value, wrong ? NULL : &value);
}

CASE(argument_of_buffer_size, "CLR-KERNEL-ARGUMENT-OBJECT-SIZE")
{
    kept_use used = use(given, "fill");
    kept_mem buffer = buffer_of(given->context);
    cl_mem handles[4096 / sizeof buffer] = { buffer };
    clSetKernelArg(used.kernel, 0, wrong ? sizeof handles : sizeof buffer, handles);
    clSetKernelArg(used.kernel, 0, sizeof buffer, NULL);
}

CASE(argument_local_value, "CLR-KERNEL-ARGUMENT-LOCAL-VALUE")
{
    kept_use used = use(given, "sum");
    cl_int values[4] = { 0 };
    clSetKernelArg(used.kernel, 1, sizeof values, wrong ? values : NULL);
}

CASE(argument_local_zero, "CLR-KERNEL-ARGUMENT-LOCAL-ZERO")
{
    kept_use used = use(given, "sum");
    clSetKernelArg(used.kernel, 1, wrong ? 0 : 4, NULL);
}

CASE(argument_local_limit, "CLR-KERNEL-LOCAL-MEMORY")
{
    kept_use used = use(given, "sum");
    cl_ulong most = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, NULL);
    clSetKernelArg(used.kernel, 1, (size_t)most + wrong, NULL);
}

CASE(argument_freed, "CLR-MEM-FREED")
{
    kept_use used = use(given, "fill");
    cl_mem buffer = buffer_of(given->context);
    if (wrong) clReleaseMemObject(buffer);
    clSetKernelArg(used.kernel, 0, sizeof buffer, &buffer);
    if (!wrong) clReleaseMemObject(buffer);
}

CASE(argument_no_object, "CLR-HANDLE-UNKNOWN")
{
    static uint64_t memory[64];
    kept_use used = use(given, "fill");
    cl_mem buffer = buffer_of(given->context), none = (cl_mem)(void *)memory;
    memcpy(memory, buffer, 16);
    clSetKernelArg(used.kernel, 0, sizeof buffer, wrong ? &none : &buffer);
    clReleaseMemObject(buffer);
}

CASE(argument_other_context, "CLR-KERNEL-ARGUMENT-CONTEXT")
{
    kept_context other = clCreateContext(NULL, 1, &given->device, NULL, NULL, NULL);
    kept_use used = use(given, "fill");
    kept_mem buffer = buffer_of(wrong ? other : given->context);
    clSetKernelArg(used.kernel, 0, sizeof buffer, &buffer);
}

CASE(argument_image_for_buffer, "CLR-KERNEL-ARGUMENT-KIND")
{
    kept_use used = use(given, "fill");
    kept_mem image = image_of(given, 0), buffer = buffer_of(given->context);
    clSetKernelArg(used.kernel, 0, sizeof buffer, wrong ? &image : &buffer);
}

CASE(argument_buffer_for_image, "CLR-KERNEL-ARGUMENT-KIND")
{
    kept_use used = use_of(given, image_source, "paint");
    kept_mem image = image_of(given, 0), buffer = buffer_of(given->context);
    clSetKernelArg(used.kernel, 0, sizeof buffer, wrong ? &buffer : &image);
}

CASE(argument_image_null, "CLR-KERNEL-ARGUMENT-OBJECT-NULL")
{
    kept_use used = use_of(given, image_source, "paint");
    cl_mem image = image_of(given, 0), none = NULL;
    clSetKernelArg(used.kernel, 0, sizeof image, wrong ? &none : &image);
    clReleaseMemObject(image);
}

CASE(argument_buffer_null_is_legal, "CLR-KERNEL-ARGUMENT-OBJECT-SIZE")
{
    kept_use used = use(given, "fill");
    cl_mem none = NULL;
    clSetKernelArg(used.kernel, 0, sizeof none, &none);
    clSetKernelArg(used.kernel, 0, wrong ? 1 : sizeof none, &none);
}

CASE(argument_read_write_only, "CLR-KERNEL-ARGUMENT-WRITE-ONLY")
{
    kept_use used = use_of(given, image_source, "look");
    kept_mem image = image_of(given, wrong ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY);
    clSetKernelArg(used.kernel, 0, sizeof image, &image);
}

CASE(argument_written_read_only, "CLR-KERNEL-ARGUMENT-READ-ONLY")
{
    kept_use used = use_of(given, image_source, "paint");
    kept_mem image = image_of(given, wrong ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY);
    clSetKernelArg(used.kernel, 0, sizeof image, &image);
}

static cl_sampler sampler_of(const struct given *given)
{
    const cl_sampler_properties properties[] = { CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0 };
    return clCreateSamplerWithProperties(given->context, properties, NULL);
}

CASE(argument_sampler_freed, "CLR-SAMPLER-FREED")
{
    kept_use used = use_of(given, image_source, "look");
    cl_sampler sampler = sampler_of(given);
    if (wrong) clReleaseSampler(sampler);
    clSetKernelArg(used.kernel, 1, sizeof sampler, &sampler);
    if (!wrong) clReleaseSampler(sampler);
}

CASE(argument_image_for_sampler, "CLR-HANDLE-TYPE")
{
    kept_use used = use_of(given, image_source, "look");
    kept_sampler sampler = sampler_of(given);
    kept_mem image = image_of(given, 0);
    clSetKernelArg(used.kernel, 1, sizeof sampler, wrong ? (void *)&image : (void *)&sampler);
}

CASE(argument_svm_for_value, "CLR-KERNEL-ARGUMENT-NO-POINTER")
{
    kept_use used = use(given, "fill");
    void *memory = clSVMAlloc(given->context, 0, 64, 0);
    if (!memory) exit(77);
    clSetKernelArgSVMPointer(used.kernel, wrong ? 1 : 0, memory);
    clSVMFree(given->context, memory);
}

CASE(argument_svm_freed, "CLR-KERNEL-ARGUMENT-POINTER-FREED")
{
    kept_use used = use(given, "fill");
    void *memory = clSVMAlloc(given->context, 0, 64, 0);
    if (!memory) exit(77);
    if (wrong) clSVMFree(given->context, memory);
    clSetKernelArgSVMPointer(used.kernel, 0, memory);
    if (!wrong) clSVMFree(given->context, memory);
}

CASE(exec_info_freed, "CLR-EXEC-INFO-POINTER-FREED")
{
    kept_use used = use(given, "fill");
    void *memory = clSVMAlloc(given->context, 0, 64, 0);
    if (!memory) exit(77);
    if (wrong) clSVMFree(given->context, memory);
    clSetKernelExecInfo(used.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof memory, &memory);
    if (!wrong) clSVMFree(given->context, memory);
}

CASE(exec_info_size, "CLR-EXEC-INFO-SIZE")
{
    kept_use used = use(given, "fill");
    void *memory = clSVMAlloc(given->context, 0, 64, 0);
    if (!memory) exit(77);
    clSetKernelExecInfo(used.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, wrong ? 1 : sizeof memory,
                        &memory);
    clSVMFree(given->context, memory);
}

CASE(exec_info_null, "CLR-EXEC-INFO-VALUE")
{
    kept_use used = use(given, "fill");
    void *memory = clSVMAlloc(given->context, 0, 64, 0);
    if (!memory) exit(77);
    clSetKernelExecInfo(used.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof memory,
                        wrong ? NULL : &memory);
    clSVMFree(given->context, memory);
}

/* ---- launches ---- */

/* The kernel `fill`, with its arguments set. */
static struct use filling(const struct given *given, cl_mem buffer)
{
    struct use used = use(given, "fill");
    const cl_int value = 1;
    clSetKernelArg(used.kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(used.kernel, 1, sizeof value, &value);
    return used;
}

CASE(launch_argument_unset, "CLR-KERNEL-ARGUMENT-UNSET")
{
    kept_use used = use(given, "fill");
    kept_mem buffer = buffer_of(given->context);
    const cl_int value = 1;
    clSetKernelArg(used.kernel, 0, sizeof buffer, &buffer);
    if (!wrong) clSetKernelArg(used.kernel, 1, sizeof value, &value);
    launch(given, used.kernel);
}

CASE(launch_buffer_freed, "CLR-KERNEL-ARGUMENT-FREED")
{
    cl_mem buffer = buffer_of(given->context), other = buffer_of(given->context);
    kept_use used = filling(given, buffer);
    clReleaseMemObject(buffer);
    if (!wrong) clSetKernelArg(used.kernel, 0, sizeof other, &other);
    launch(given, used.kernel);
    clReleaseMemObject(other);
}

CASE(launch_sampler_freed, "CLR-KERNEL-ARGUMENT-FREED")
{
    kept_use used = use_of(given, image_source, "look");
    kept_mem image = image_of(given, 0), buffer = buffer_of(given->context);
    cl_sampler sampler = sampler_of(given);
    clSetKernelArg(used.kernel, 0, sizeof image, &image);
    clSetKernelArg(used.kernel, 1, sizeof sampler, &sampler);
    clSetKernelArg(used.kernel, 2, sizeof buffer, &buffer);
    if (wrong) clReleaseSampler(sampler);
    launch(given, used.kernel);
    if (!wrong) clReleaseSampler(sampler);
}

CASE(launch_svm_freed, "CLR-KERNEL-ARGUMENT-SVM-FREED")
{
    kept_use used = filling(given, NULL);
    void *memory = clSVMAlloc(given->context, 0, 64, 0);
    if (!memory) exit(77);
    clSetKernelArgSVMPointer(used.kernel, 0, memory);
    if (wrong) clSVMFree(given->context, memory);
    launch(given, used.kernel);
    if (!wrong) clSVMFree(given->context, memory);
}

/* ---- what kernels do with their arguments ---- */

static const char uses_source[] =
    "#define GUARD if (value)\n"
    "void store(global int *at, int value) { if (value) at[0] = 1; }\n"
    "kernel void put(global int *to, int value) { to[get_global_id(0)] = value; }\n"
    "kernel void guarded(global int *to, int value) { GUARD to[0] = 1; }\n"
    "kernel void early(global int *to, int value) { if (value == 0) return; to[0] = 1; }\n"
    "kernel void called(global int *to, int value) { store(to, value); }\n"
    "kernel void looped(global int *to, int value) { for (int i = 0; i < value; i++) to[i] = i; }\n"
    "kernel void hidden(global int *to, int value) { int own[4]; { int *to = own; to[0] = value; } "
    "}\n"
    "kernel void either(global int *to, int value) { value ? (to[0] = 1) : 0; value && to[1]++; }\n"
    "kernel void alias(global int *to, int value) { global int *other = to; if (value) other[0] = "
    "1; }\n"
    "kernel void get(global int *to, int value) { value = to[0]; if (value) to[1] = value; }\n"
    "kernel void measure(global int *to, int value) { value = sizeof(to[0]); to[0] = value; }\n"
    "#ifdef __ENDIAN_NEVER__\n#define WHEN(x) x\n#else\n#define WHEN(x)\n#endif\n"
    "kernel void perhaps(global int *to, int value) { WHEN(to[0] = value); }\n";

/* Launches a kernel of uses_source with a buffer that has these flags, and with 0. */
static void use_buffer(const struct given *given, const char *name, cl_mem_flags flags)
{
    cl_int content[16] = { 0 }, zero = 0;
    kept_mem buffer =
        clCreateBuffer(given->context, flags | CL_MEM_COPY_HOST_PTR, sizeof content, content, NULL);
    kept_use used = use_of(given, uses_source, name);
    clSetKernelArg(used.kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(used.kernel, 1, sizeof zero, &zero);
    launch(given, used.kernel);
}

static void use_null(const struct given *given, const char *name, size_t items)
{
    const cl_mem none = NULL;
    const cl_int zero = 0;
    kept_use used = use_of(given, uses_source, name);
    clSetKernelArg(used.kernel, 0, sizeof none, &none);
    clSetKernelArg(used.kernel, 1, sizeof zero, &zero);
    clEnqueueNDRangeKernel(given->queue, used.kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clFinish(given->queue);
}

/* The driver crashes if the kernel uses the buffer. */
CASE(kernel_uses_null, "CLR-KERNEL-USES-NULL")
{
    use_null(given, "guarded", 1);
    use_null(given, "either", 1);
    use_null(given, "put", 0);
    if (wrong) use_null(given, "put", 1);
}

CASE(kernel_writes_read_only, "CLR-KERNEL-WRITES-READ-ONLY")
{
    use_buffer(given, "put", wrong ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY);
}

/* No work-item writes to the buffer, or the layer cannot be certain that one does. */
CASE(kernel_may_write_is_legal, "CLR-KERNEL-WRITES-READ-ONLY")
{
    static const char *const names[] = { "guarded", "early", "called", "looped", "hidden",
                                         "either",  "alias", "get",    "perhaps" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        use_buffer(given, names[i], CL_MEM_READ_ONLY);
    if (wrong) use_buffer(given, "measure", CL_MEM_READ_ONLY);
}

CASE(kernel_reads_write_only, "CLR-KERNEL-READS-WRITE-ONLY")
{
    use_buffer(given, "get", wrong ? CL_MEM_WRITE_ONLY : CL_MEM_READ_WRITE);
}

CASE(kernel_may_read_is_legal, "CLR-KERNEL-READS-WRITE-ONLY")
{
    use_buffer(given, "measure", CL_MEM_WRITE_ONLY);
    use_buffer(given, "either", CL_MEM_WRITE_ONLY);
    use_buffer(given, wrong ? "get" : "put", CL_MEM_WRITE_ONLY);
}

/* Launches `get`, which reads the buffer. */
static void read_buffer(const struct given *given, cl_mem buffer)
{
    const cl_int zero = 0;
    kept_use used = use_of(given, uses_source, "get");
    clSetKernelArg(used.kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(used.kernel, 1, sizeof zero, &zero);
    launch(given, used.kernel);
}

CASE(kernel_reads_unwritten, "CLR-KERNEL-READS-UNWRITTEN")
{
    const cl_int zero = 0;
    kept_mem buffer = clCreateBuffer(given->context, 0, 64, NULL, NULL);
    if (!wrong) clEnqueueFillBuffer(given->queue, buffer, &zero, sizeof zero, 0, 4, 0, NULL, NULL);
    read_buffer(given, buffer);
}

CASE(kernel_reads_written_is_legal, "CLR-KERNEL-READS-UNWRITTEN")
{
    cl_int content[16] = { 0 };
    const cl_buffer_region part = { 0, 16 };
    kept_mem mapped = clCreateBuffer(given->context, CL_MEM_ALLOC_HOST_PTR, 64, NULL, NULL),
             copied = clCreateBuffer(given->context, 0, 64, NULL, NULL),
             in_part = clCreateBuffer(given->context, 0, 64, NULL, NULL),
             perhaps = clCreateBuffer(given->context, 0, 64, NULL, NULL),
             host = clCreateBuffer(given->context, CL_MEM_USE_HOST_PTR, 64, content, NULL);
    kept_mem sub = clCreateSubBuffer(in_part, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, NULL);
    kept_use used = use_of(given, uses_source, "guarded");
    void *memory =
        clEnqueueMapBuffer(given->queue, mapped, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, NULL);
    clEnqueueUnmapMemObject(given->queue, mapped, memory, 0, NULL, NULL);
    clEnqueueCopyBuffer(given->queue, host, copied, 0, 0, 64, 0, NULL, NULL);
    clEnqueueWriteBuffer(given->queue, sub, CL_TRUE, 0, 16, content, 0, NULL, NULL);
    clSetKernelArg(used.kernel, 0, sizeof perhaps, wrong ? &host : &perhaps);
    clSetKernelArg(used.kernel, 1, sizeof *content, content);
    launch(given, used.kernel);
    read_buffer(given, mapped);
    read_buffer(given, copied);
    read_buffer(given, in_part);
    read_buffer(given, host);
    read_buffer(given, perhaps);
}

static const char twice_source[] =
    "kernel void scale(global float *restrict to, global const float *from)"
    "{ size_t i = get_global_id(0); to[i] = 2 * from[i]; }\n"
    "kernel void shift(global float *restrict to, global const float *restrict from, int by)"
    "{ size_t i = get_global_id(0); to[i] = from[i + by]; }\n"
    "kernel void scale_any(global float *to, global const float *from)"
    "{ size_t i = get_global_id(0); to[i] = 2 * from[i]; }\n"
    "kernel void add(global float *to, global const float *restrict one,"
    "                global const float *restrict other)"
    "{ size_t i = get_global_id(0); to[i] = one[i] + other[i]; }\n"
    "kernel void sum(global float *to, constant float *a, constant float *b, constant float *c,"
    "    constant float *d, constant float *e, constant float *f, constant float *g,"
    "    constant float *h, global const float *i, constant float *j)"
    "{ to[0] = a[0] + b[0] + c[0] + d[0] + e[0] + f[0] + g[0] + h[0] + i[0] + j[0]; }\n";

static const char eight_source[] =
    "#define constant8 constant float *\n"
    "kernel void sum(global float *to, constant8 a, constant8 b, constant8 c, constant8 d,"
    "    constant8 e, constant8 f, constant8 g, constant8 h, global const float *i,"
    "    global const float *j)"
    "{ to[0] = a[0] + b[0] + c[0] + d[0] + e[0] + f[0] + g[0] + h[0] + i[0] + j[0]; }\n";

static const char two_images_source[] =
    "kernel void mirror(read_only image2d_t one, read_only image2d_t two, write_only image2d_t to)"
    "{ write_imagef(to, (int2)(0, 0), read_imagef(one, (int2)(0, 0)) + read_imagef(two, (int2)(0, "
    "0))); }\n";

/* Makes a buffer of zeros. */
static cl_mem zeros_of(const struct given *given, size_t size)
{
    void *zeros = calloc(1, size);
    cl_mem buffer = clCreateBuffer(given->context, CL_MEM_COPY_HOST_PTR, size, zeros, NULL);
    free(zeros);
    return buffer;
}

static void set_mem(cl_kernel kernel, cl_uint index, cl_mem mem)
{
    clSetKernelArg(kernel, index, sizeof mem, &mem);
}

CASE(kernel_restrict, "CLR-KERNEL-RESTRICT-OVERLAP")
{
    kept_use used = use_of(given, twice_source, "scale");
    kept_mem one = zeros_of(given, 64), other = zeros_of(given, 64);
    set_mem(used.kernel, 0, one);
    set_mem(used.kernel, 1, wrong ? one : other);
    launch(given, used.kernel);
}

CASE(kernel_restrict_parts, "CLR-KERNEL-RESTRICT-OVERLAP")
{
    const size_t align = 4096;
    const cl_buffer_region first = { 0, 2 * align }, second = { align, align };
    kept_use used = use_of(given, twice_source, "scale");
    kept_mem whole = zeros_of(given, 2 * align);
    kept_mem one = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &first, NULL);
    kept_mem other = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &second, NULL);
    set_mem(used.kernel, 0, wrong ? whole : other);
    set_mem(used.kernel, 1, one);
    launch(given, used.kernel);
}

/* The kernel lacks restrict, only reads, or uses elements that may differ. */
CASE(kernel_restrict_is_legal, "CLR-KERNEL-RESTRICT-OVERLAP")
{
    const cl_int by = 4;
    kept_use any = use_of(given, twice_source, "scale_any"),
             shift = use_of(given, twice_source, "shift"), add = use_of(given, twice_source, "add");
    kept_mem one = zeros_of(given, 64), other = zeros_of(given, 64);
    set_mem(any.kernel, 0, one);
    set_mem(any.kernel, 1, one);
    launch(given, any.kernel);
    set_mem(shift.kernel, 0, one);
    set_mem(shift.kernel, 1, one);
    clSetKernelArg(shift.kernel, 2, sizeof by, &by);
    launch(given, shift.kernel);
    set_mem(add.kernel, 0, wrong ? one : other);
    set_mem(add.kernel, 1, one);
    set_mem(add.kernel, 2, wrong ? other : one);
    launch(given, add.kernel);
}

/* Launches `sum`. All its parameters are constant, except the first and the last but one. */
static void sum_up(const struct given *given, const char *text, size_t size)
{
    kept_use used = use_of(given, text, "sum");
    kept_mem to = zeros_of(given, 64), one = zeros_of(given, size);
    for (cl_uint i = 1; i <= 10; i++) clSetKernelArg(used.kernel, i, sizeof one, &one);
    clSetKernelArg(used.kernel, 0, sizeof to, &to);
    launch(given, used.kernel);
}

CASE(constants_count, "CLR-KERNEL-CONSTANT-COUNT")
{
    cl_uint limit = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_MAX_CONSTANT_ARGS, sizeof limit, &limit, NULL);
    if (limit != 8) exit(77);
    sum_up(given, wrong ? twice_source : eight_source, 64);
}

CASE(constant_size, "CLR-KERNEL-CONSTANT-SIZE")
{
    cl_ulong limit = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof limit, &limit, NULL);
    if (limit > 1 << 26) exit(77);
    sum_up(given, eight_source, (size_t)limit + (wrong ? 4 : 0));
}

CASE(image_read_and_written, "CLR-KERNEL-IMAGE-TWICE")
{
    kept_use used = use_of(given, two_images_source, "mirror");
    kept_mem one = image_of(given, 0), other = image_of(given, 0);
    set_mem(used.kernel, 0, one);
    set_mem(used.kernel, 1, one);
    set_mem(used.kernel, 2, wrong ? one : other);
    launch(given, used.kernel);
}

CASE(launch_copy_unset, "CLR-KERNEL-ARGUMENT-UNSET")
{
    kept_mem buffer = buffer_of(given->context);
    kept_use used = use(given, "fill");
    const cl_int value = 1;
    kept_kernel copy = NULL;
    clSetKernelArg(used.kernel, 0, sizeof buffer, &buffer);
    if (!wrong) clSetKernelArg(used.kernel, 1, sizeof value, &value);
    copy = clCloneKernel(used.kernel, NULL);
    clSetKernelArg(used.kernel, 1, sizeof value, &value);
    if (!copy) exit(77);
    launch(given, copy);
}

CASE(launch_other_context, "CLR-QUEUE-KERNEL-CONTEXT")
{
    kept_context context = clCreateContext(NULL, 1, &given->device, NULL, NULL, NULL);
    kept_queue queue = clCreateCommandQueueWithProperties(context, given->device, NULL, NULL);
    kept_use used = use(given, "none");
    const size_t one = 1;
    clEnqueueNDRangeKernel(wrong ? queue : given->queue, used.kernel, 1, NULL, &one, NULL, 0, NULL,
                           NULL);
    clFinish(given->queue);
}

static void launch_sizes(const struct given *given, const char *name, cl_uint dimensions,
                         const size_t *offset, const size_t *global, const size_t *local)
{
    kept_use used = use(given, name);
    clEnqueueNDRangeKernel(given->queue, used.kernel, dimensions, offset, global, local, 0, NULL,
                           NULL);
    clFinish(given->queue);
}

CASE(launch_dimensions, "CLR-WORK-DIMENSIONS")
{
    const size_t ones[4] = { 1, 1, 1, 1 };
    launch_sizes(given, "none", wrong ? 4 : 3, NULL, ones, NULL);
}

CASE(launch_no_dimension, "CLR-WORK-DIMENSIONS")
{
    const size_t one = 1;
    launch_sizes(given, "none", wrong ? 0 : 1, NULL, &one, NULL);
}

CASE(launch_offset_overflow, "CLR-GLOBAL-OFFSET-OVERFLOW")
{
    const size_t offset = (size_t)0 - 16, size = wrong ? 32 : 8;
    launch_sizes(given, "none", 1, &offset, &size, NULL);
}

CASE_ON("oclgrind", launch_local_zero, "CLR-LOCAL-SIZE-ZERO")
{
    const size_t global[2] = { 8, 8 }, local[2] = { 8, wrong ? 0 : 1 };
    launch_sizes(given, "none", 2, NULL, global, local);
}

CASE(launch_local_limit, "CLR-LOCAL-SIZE-LIMIT")
{
    size_t global[2] = { 1, 2 }, local[2] = { 1, wrong ? 2 : 1 };
    clGetDeviceInfo(given->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof *local, local, NULL);
    global[0] = local[0];
    launch_sizes(given, "none", 2, NULL, global, local);
}

CASE(launch_uneven, "CLR-LOCAL-SIZE-UNEVEN")
{
    const size_t global = wrong ? 10 : 12, local = 4;
    launch_sizes(given, "none", 1, NULL, &global, &local);
}

CASE(launch_required_size, "CLR-LOCAL-SIZE-REQUIRED")
{
    const size_t global = 8, local = wrong ? 8 : 4;
    launch_sizes(given, "fixed", 1, NULL, &global, &local);
}

/* The driver of Debian 12 refuses this launch. */
CASE(launch_required_size_null, "CLR-LOCAL-SIZE-NULL")
{
    const size_t global = 8, local = 4;
    kept_use used = use(given, "fixed");
    if (!clEnqueueNDRangeKernel(given->queue, used.kernel, 1, NULL, &global, wrong ? NULL : &local,
                                0, NULL, NULL) &&
        wrong)
        exit(77);
    clFinish(given->queue);
}

static void CL_CALLBACK native(void *arguments)
{
}

CASE(native_function_null, "CLR-NATIVE-FUNCTION-NULL")
{
    int value = 1;
    clEnqueueNativeKernel(given->queue, wrong ? NULL : native, &value, sizeof value, 0, NULL, NULL,
                          0, NULL, NULL);
    clFinish(given->queue);
}

CASE(native_arguments, "CLR-NATIVE-ARGUMENTS-SIZE")
{
    int value = 1;
    clEnqueueNativeKernel(given->queue, native, &value, wrong ? 0 : sizeof value, 0, NULL, NULL, 0,
                          NULL, NULL);
    clFinish(given->queue);
}

CASE(native_mem_list, "CLR-NATIVE-MEM-LIST")
{
    cl_mem buffer = buffer_of(given->context), arguments = buffer;
    const void *place = &arguments;
    clEnqueueNativeKernel(given->queue, native, &arguments, sizeof arguments, 1,
                          wrong ? NULL : &buffer, &place, 0, NULL, NULL);
    clFinish(given->queue);
    clReleaseMemObject(buffer);
}
