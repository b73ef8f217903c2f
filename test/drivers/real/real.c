/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses real drivers through the library, and checks their results. run.py calls it:
 *
 *   real kernels             a kernel from source on every device of every platform
 *   real spir FILE           the same from a SPIR 1.2 module, with clCreateProgramWithBinary
 *   real spirv FILE          the same from a SPIR-V module, with clCreateProgramWithIL and with the
 *                            extension's clCreateProgramWithILKHR; a device that claims no support
 *                            may refuse it
 *   real il                  clCreateProgramWithIL on every device returns: a program, or an error
 *   real list                only the lines below
 *
 * Prints a line for each platform and device. Fails if a device fails, not if there is none: run.py
 * knows which devices must exist.
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <clrelay/extensions.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 1024

#define CHECK_CL(call)                                                                             \
    do {                                                                                           \
        const cl_int check_error = (call);                                                         \
        if (check_error) return fail(#call, check_error);                                          \
    } while (0)
#define CHECK_OBJECT(object, what)                                                                 \
    do {                                                                                           \
        if (!(object) || error) return fail(what, error);                                          \
    } while (0)

static bool fail(const char *what, cl_int error)
{
    printf("    FAILED: %s: error %d\n", what, (int)error);
    return false;
}

/* The content of the file with a kernel, or NULL. */
static unsigned char *module;
static size_t module_size;

static bool read_module(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    module = malloc(1 << 20);
    if (module) module_size = fread(module, 1, 1 << 20, file);
    fclose(file);
    return module_size > 0;
}

/* Tells whether a device claims to support SPIR-V. */
static bool takes_spirv(cl_device_id device)
{
    char version[256] = "";
    return clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof version, version, NULL) ==
               CL_SUCCESS &&
           strstr(version, "SPIR-V");
}

enum form { SOURCE, SPIR, SPIRV, SPIRV_KHR };

/* Builds `compute` for the device and runs it: out[i] = in[i] * 3 + i. */
static bool run(cl_context context, cl_device_id device, enum form form)
{
    static const char *source = "kernel void compute(global const uint *in, global uint *out)\n"
                                "{ size_t i = get_global_id(0); out[i] = in[i] * 3 + (uint)i; }\n";
    cl_uint in[NUMBERS], out[NUMBERS];
    const size_t numbers = NUMBERS;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem from, to;
    cl_event event;
    cl_int error = CL_SUCCESS;

    if (form == SPIRV || form == SPIRV_KHR) {
        const char *what = form == SPIRV ? "clCreateProgramWithIL" : "clCreateProgramWithILKHR";
        program = form == SPIRV ? clCreateProgramWithIL(context, module, module_size, &error)
                                : clCreateProgramWithILKHR(context, module, module_size, &error);
        if (!program && error && !takes_spirv(device)) {
            printf("    %s: error %d, and it takes no SPIR-V\n", what, (int)error);
            return true;
        }
        CHECK_OBJECT(program, what);
        printf("    %s: a program\n", what);
        error = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    } else if (form == SPIR) {
        const unsigned char *binaries[] = { module };
        program =
            clCreateProgramWithBinary(context, 1, &device, &module_size, binaries, NULL, &error);
        CHECK_OBJECT(program, "clCreateProgramWithBinary");
        error = clBuildProgram(program, 1, &device, "-x spir -spir-std=1.2", NULL, NULL);
    } else {
        program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
        CHECK_OBJECT(program, "clCreateProgramWithSource");
        error = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    }
    if (error) {
        char log[4096] = "";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        printf("%s\n", log);
        return fail("clBuildProgram", error);
    }
    for (cl_uint i = 0; i < NUMBERS; i++) in[i] = i * i + 7;
    memset(out, 0, sizeof out);

    queue = clCreateCommandQueue(context, device, 0, &error);
    CHECK_OBJECT(queue, "clCreateCommandQueue");
    kernel = clCreateKernel(program, "compute", &error);
    CHECK_OBJECT(kernel, "clCreateKernel");
    from = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof in, in, &error);
    CHECK_OBJECT(from, "clCreateBuffer");
    to = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof out, NULL, &error);
    CHECK_OBJECT(to, "clCreateBuffer");
    CHECK_CL(clSetKernelArg(kernel, 0, sizeof from, &from));
    CHECK_CL(clSetKernelArg(kernel, 1, sizeof to, &to));
    CHECK_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &numbers, NULL, 0, NULL, &event));
    CHECK_CL(clWaitForEvents(1, &event));
    CHECK_CL(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 1, &event, NULL));
    for (cl_uint i = 0; i < NUMBERS; i++) {
        if (out[i] != in[i] * 3 + i) {
            printf("    FAILED: number %u is %u\n", (unsigned)i, (unsigned)out[i]);
            return false;
        }
    }
    CHECK_CL(clReleaseEvent(event));
    CHECK_CL(clReleaseMemObject(from));
    CHECK_CL(clReleaseMemObject(to));
    CHECK_CL(clReleaseKernel(kernel));
    CHECK_CL(clReleaseProgram(program));
    CHECK_CL(clReleaseCommandQueue(queue));
    printf("    %d numbers right\n", NUMBERS);
    return true;
}

/* No driver here accepts this module, which consists of a header alone. The call must return. */
static bool give_il(cl_context context)
{
    static const cl_uint header[] = { 0x07230203, 0x00010000, 0, 1, 0 };
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithIL(context, header, sizeof header, &error);
    if (!program && !error) return fail("clCreateProgramWithIL: neither a program nor an error", 0);
    printf("    clCreateProgramWithIL: %s %d\n", program ? "a program" : "error", (int)error);
    if (program) CHECK_CL(clReleaseProgram(program));
    return true;
}

static bool use_platform(cl_platform_id platform, const char *what)
{
    char name[256] = "";
    cl_device_id devices[16];
    cl_uint count = 0;
    bool good = true;

    CHECK_CL(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    printf("platform: %s\n", name);
    if (!strcmp(what, "list")) return true;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 16, devices, &count)) count = 0;
    if (!count) printf("  no devices\n");
    for (cl_uint i = 0; i < count; i++) {
        /* clang-format off */
        const cl_context_properties properties[] = {
            CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0
        };
        /* clang-format on */
        cl_int error = CL_SUCCESS;
        cl_context context;
        CHECK_CL(clGetDeviceInfo(devices[i], CL_DEVICE_NAME, sizeof name, name, NULL));
        printf("  device: %s\n", name);
        context = clCreateContext(properties, 1, &devices[i], NULL, NULL, &error);
        CHECK_OBJECT(context, "clCreateContext");
        if (!strcmp(what, "il")) good &= give_il(context);
        else if (!strcmp(what, "spirv"))
            good &= run(context, devices[i], SPIRV) && run(context, devices[i], SPIRV_KHR);
        else good &= run(context, devices[i], !strcmp(what, "spir") ? SPIR : SOURCE);
        CHECK_CL(clReleaseContext(context));
    }
    return good;
}

int main(int argc, char **argv)
{
    cl_platform_id platforms[64];
    cl_uint count = 0;
    cl_int error;
    bool good = true;

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 2 || (!strncmp(argv[1], "spir", 4) && (argc < 3 || !read_module(argv[2])))) {
        fprintf(stderr, "usage: real kernels | spir FILE | spirv FILE | il | list\n");
        return 2;
    }
    error = clGetPlatformIDs(64, platforms, &count);
    if (error) {
        fail("clGetPlatformIDs", error);
        return EXIT_FAILURE;
    }
    for (cl_uint i = 0; i < count; i++) good &= use_platform(platforms[i], argv[1]);
    free(module);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
