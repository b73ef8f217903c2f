/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The demo in the README. It lists the platforms and devices that this libOpenCL finds, runs a
 * small kernel on each device and checks the result. The exit code is 0 if there is a device and
 * none has failed.
 *
 * A driver can end a process, so this process uses no driver. A child of its own handles each
 * platform and each device. A child that crashes or hangs costs one line of the list.
 */
#define _POSIX_C_SOURCE          200809L /* strdup */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <clrelay/opencl_compat.h>

#include "demo_system.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH   80    /* columns */
#define SECONDS 60    /* the time limit of a child */
#define NUMBERS 65536 /* that the kernel computes */

/* How a child ends. */
enum result { RIGHT = EXIT_SUCCESS, FAILED, CANNOT_RUN, RESULTS };

/* Results from the children, in memory that they share with this process. */
struct counts {
    cl_uint platforms; /* of the loader */
    cl_uint devices;   /* of the last platform */
};
static struct counts *counts;

/* ---- texts ---- */

/* Prints a line, indented by `indent` blanks and cut at the width of the terminal. */
static void line(int indent, const char *text)
{
    const int room = WIDTH - 1 - indent;
    if ((int)strlen(text) <= room) printf("%*s%s\n", indent, "", text);
    else printf("%*s%.*s...\n", indent, "", room - 3, text);
}

static const char *plural(unsigned count)
{
    return count == 1 ? "" : "s";
}

static const char *type_name(cl_device_type type)
{
    if (type & CL_DEVICE_TYPE_GPU) return "GPU";
    if (type & CL_DEVICE_TYPE_CPU) return "CPU";
    if (type & CL_DEVICE_TYPE_ACCELERATOR) return "accelerator";
    return "device of another type";
}

/* The names of the errors that a user is likely to see, otherwise the number. */
static const char *error_name(cl_int error)
{
    static char number[32];
    switch (error) {
    case CL_DEVICE_NOT_FOUND: return "CL_DEVICE_NOT_FOUND";
    case CL_DEVICE_NOT_AVAILABLE: return "CL_DEVICE_NOT_AVAILABLE";
    case CL_COMPILER_NOT_AVAILABLE: return "CL_COMPILER_NOT_AVAILABLE";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "CL_MEM_OBJECT_ALLOCATION_FAILURE";
    case CL_OUT_OF_RESOURCES: return "CL_OUT_OF_RESOURCES";
    case CL_OUT_OF_HOST_MEMORY: return "CL_OUT_OF_HOST_MEMORY";
    case CL_BUILD_PROGRAM_FAILURE: return "CL_BUILD_PROGRAM_FAILURE";
    case CL_INVALID_VALUE: return "CL_INVALID_VALUE";
    case CL_INVALID_PLATFORM: return "CL_INVALID_PLATFORM";
    case CL_INVALID_DEVICE: return "CL_INVALID_DEVICE";
    case CL_INVALID_BINARY: return "CL_INVALID_BINARY";
    case CL_INVALID_OPERATION: return "CL_INVALID_OPERATION";
    }
    snprintf(number, sizeof number, "error %d", (int)error);
    return number;
}

/* ---- queries ---- */

/* A text of a platform or a device, or "?" if there is none. The caller frees it. */
typedef cl_int (*question)(void *of, cl_uint what, size_t size, void *to, size_t *size_ret);

static cl_int get_platform_info(void *of, cl_uint what, size_t size, void *to, size_t *size_ret)
{
    return clGetPlatformInfo(of, what, size, to, size_ret);
}

static cl_int get_device_info(void *of, cl_uint what, size_t size, void *to, size_t *size_ret)
{
    return clGetDeviceInfo(of, what, size, to, size_ret);
}

static char *text_of(question ask, void *of, cl_uint what)
{
    size_t size = 0;
    char *text;
    if (ask(of, what, 0, NULL, &size) || !size) return strdup("?");
    text = calloc(1, size + 1); /* one more, for drivers that forget the NUL */
    if (!text || ask(of, what, size, text, NULL)) {
        free(text);
        return strdup("?");
    }
    return text;
}

static void text_line(int indent, question ask, void *of, cl_uint what, const char *before)
{
    char *text = text_of(ask, of, what);
    size_t size = text ? strlen(before) + strlen(text) + 1 : 0;
    char *whole = text ? malloc(size) : NULL;
    if (whole) {
        snprintf(whole, size, "%s%s", before, text);
        line(indent, whole);
    }
    free(whole);
    free(text);
}

/* All platforms. The caller frees them. */
static cl_uint get_platforms(cl_platform_id **platforms)
{
    cl_uint count = 0;
    *platforms = NULL;
    if (clGetPlatformIDs(0, NULL, &count) || !count) return 0;
    *platforms = calloc(count, sizeof **platforms);
    if (!*platforms || clGetPlatformIDs(count, *platforms, NULL)) return 0;
    return count;
}

/* All devices of a platform. The caller frees them. */
static cl_uint get_devices(cl_platform_id platform, cl_device_id **devices)
{
    cl_uint count = 0;
    *devices = NULL;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count) || !count) return 0;
    *devices = calloc(count, sizeof **devices);
    if (!*devices || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, *devices, NULL)) return 0;
    return count;
}

/* ---- one device ---- */

static const char source[] = "kernel void compute(global const uint *in, global uint *out)\n"
                             "{\n"
                             "    size_t i = get_global_id(0);\n"
                             "    out[i] = in[i] * in[i] + 1;\n"
                             "}\n";

/* The same for devices that have no compiler but call functions of the program. */
struct native_arguments {
    const cl_uint *in;
    cl_uint *out;
};

static void CL_CALLBACK compute_natively(void *data)
{
    struct native_arguments *arguments = data;
    for (size_t i = 0; i < NUMBERS; i++) {
        arguments->out[i] = arguments->in[i] * arguments->in[i] + 1;
    }
}

static enum result fail(const char *doing, cl_int error)
{
    printf("    FAILED: %s: %s\n", doing, error_name(error));
    return FAILED;
}

static void print_build_log(cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *log;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    log = calloc(1, size + 1);
    if (log && size > 1) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
        printf("%s\n", log);
    }
    free(log);
}

static enum result run_compiled(cl_context context, cl_device_id device, cl_command_queue queue,
                                cl_mem in, cl_mem out)
{
    const char *sources[] = { source };
    const size_t numbers = NUMBERS;
    const double start = demo_milliseconds();
    double built;
    cl_program program;
    cl_kernel kernel;
    cl_int error;

    program = clCreateProgramWithSource(context, 1, sources, NULL, &error);
    if (!program) return fail("clCreateProgramWithSource", error);
    error = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (error) {
        print_build_log(program, device);
        return fail("clBuildProgram", error);
    }
    kernel = clCreateKernel(program, "compute", &error);
    if (!kernel) return fail("clCreateKernel", error);
    if ((error = clSetKernelArg(kernel, 0, sizeof in, &in)) ||
        (error = clSetKernelArg(kernel, 1, sizeof out, &out))) {
        return fail("clSetKernelArg", error);
    }
    built = demo_milliseconds();
    error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &numbers, NULL, 0, NULL, NULL);
    if (error) return fail("clEnqueueNDRangeKernel", error);
    error = clFinish(queue);
    if (error) return fail("clFinish", error);
    printf("    kernel built in %.0f ms, run in %.1f ms: ", built - start,
           demo_milliseconds() - built);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return RIGHT;
}

static enum result run_native(cl_command_queue queue, cl_mem in, cl_mem out)
{
    struct native_arguments arguments = { NULL, NULL };
    const cl_mem buffers[] = { in, out };
    const void *places[] = { &arguments.in, &arguments.out };
    const double start = demo_milliseconds();
    cl_int error = clEnqueueNativeKernel(queue, compute_natively, &arguments, sizeof arguments, 2,
                                         buffers, places, 0, NULL, NULL);
    if (!error) error = clFinish(queue);
    if (error) return fail("clEnqueueNativeKernel", error);
    printf("    no compiler; native kernel run in %.1f ms: ", demo_milliseconds() - start);
    return RIGHT;
}

/* Runs a kernel on a device, checks all results, and prints one line about it. Releases nothing
 * after a failure, because the process ends. */
static enum result run_on(cl_platform_id platform, cl_device_id device)
{
    static cl_uint in[NUMBERS], out[NUMBERS];
    /* clang-format off */
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0
    };
    /* clang-format on */
    cl_bool compiler = CL_FALSE;
    cl_device_exec_capabilities can = 0;
    cl_context context;
    cl_command_queue queue;
    cl_mem from, to;
    enum result result;
    cl_int error;
    unsigned wrong = 0;

    clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL);
    clGetDeviceInfo(device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof can, &can, NULL);
    if (!compiler && !(can & CL_EXEC_NATIVE_KERNEL)) {
        printf("    no compiler and no native kernels: nothing to run here\n");
        return CANNOT_RUN;
    }

    context = clCreateContext(properties, 1, &device, NULL, NULL, &error);
    if (!context) return fail("clCreateContext", error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    if (!queue) return fail("clCreateCommandQueue", error);
    for (cl_uint i = 0; i < NUMBERS; i++) in[i] = i * 7 + 3;
    from = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof in, NULL, &error);
    if (!from) return fail("clCreateBuffer", error);
    to = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof out, NULL, &error);
    if (!to) return fail("clCreateBuffer", error);
    error = clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, sizeof in, in, 0, NULL, NULL);
    if (error) return fail("clEnqueueWriteBuffer", error);

    result =
        compiler ? run_compiled(context, device, queue, from, to) : run_native(queue, from, to);
    if (result != RIGHT) return result;

    error = clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
    if (error) return fail("clEnqueueReadBuffer", error);
    for (size_t i = 0; i < NUMBERS; i++) wrong += out[i] != in[i] * in[i] + 1;
    if (wrong) printf("%u of %d numbers WRONG\n", wrong, NUMBERS);
    else printf("%d numbers right\n", NUMBERS);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong ? FAILED : RIGHT;
}

/* Prints which loader this is, and the file that contains its functions. */
static int print_loader(unsigned platform, unsigned device)
{
    char version[64] = "?", name[64] = "a loader without a name", api[64] = "";
    void *address;
    clrelay_loader_info get_info;
    const char *file;
    (void)platform, (void)device;

    demo_set("OCL_ICD_VENDORS", "/nonexistent"); /* this needs no driver */
    address = clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
    memcpy(&get_info, &address, sizeof get_info);
    if (!get_info) {
        line(0, name);
        return RIGHT;
    }
    get_info(CL_ICDL_NAME, sizeof name, name, NULL);
    get_info(CL_ICDL_VERSION, sizeof version, version, NULL);
    get_info(CL_ICDL_OCL_VERSION, sizeof api, api, NULL);
    printf("%s %s, %s\n", name, version, api);
    file = demo_file_of(address);
    if (file) printf("%s\n", file); /* complete, even if it is long */
    return RIGHT;
}

static void print_device(cl_uint number, cl_device_id device)
{
    char before[32];
    cl_device_type type = 0;
    cl_uint units = 0;
    cl_ulong memory = 0;

    snprintf(before, sizeof before, "Device %u: ", (unsigned)number);
    text_line(2, get_device_info, device, CL_DEVICE_NAME, before);
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    printf("    %s, %u compute unit%s, %.1f GiB of memory\n", type_name(type), (unsigned)units,
           plural(units), (double)memory / (1 << 30));
}

/* ---- jobs of the children ---- */

static int count_platforms(unsigned platform, unsigned device)
{
    cl_platform_id *platforms;
    (void)platform, (void)device;
    counts->platforms = get_platforms(&platforms);
    free(platforms);
    return RIGHT;
}

static int print_platform(unsigned platform, unsigned device)
{
    cl_platform_id *platforms;
    cl_device_id *devices;
    char before[32];
    (void)device;

    if (platform >= get_platforms(&platforms)) {
        free(platforms);
        return FAILED;
    }
    snprintf(before, sizeof before, "\nPlatform %u: ", (unsigned)platform + 1);
    text_line(0, get_platform_info, platforms[platform], CL_PLATFORM_NAME, before);
    text_line(2, get_platform_info, platforms[platform], CL_PLATFORM_VERSION, "");
    counts->devices = get_devices(platforms[platform], &devices);
    if (!counts->devices) line(2, "no devices");
    free(devices);
    free(platforms);
    return RIGHT;
}

static int test_device(unsigned platform, unsigned device)
{
    cl_platform_id *platforms;
    cl_device_id *devices = NULL;
    enum result result = FAILED;

    if (platform < get_platforms(&platforms) &&
        device < get_devices(platforms[platform], &devices)) {
        print_device(device + 1, devices[device]);
        result = run_on(platforms[platform], devices[device]);
    }
    free(devices);
    free(platforms);
    return (int)result;
}

enum job { LOADER, LIST, PLATFORM, DEVICE };
static const demo_job jobs[] = {
    [LOADER] = print_loader,
    [LIST] = count_platforms,
    [PLATFORM] = print_platform,
    [DEVICE] = test_device,
};

/* Runs one of these in a child. */
static enum result run_in_child(enum job job, cl_uint platform, cl_uint device)
{
    int code = demo_run_in_child(job, platform, device, SECONDS);
    return code >= 0 && code < RESULTS ? (enum result)code : FAILED;
}

/* ---- the list ---- */

/* Lists everything, tests every device, and counts the results. Returns the number of devices. */
static unsigned test_all(unsigned results[])
{
    unsigned devices = 0;
    if (run_in_child(LIST, 0, 0) != RIGHT) {
        /* The loader counts devices to sort the platforms, which some drivers do not survive. */
        printf("    That was while the platforms were sorted; once more without.\n");
        results[FAILED]++;
        demo_set("OCL_ICD_PLATFORM_SORT", "none");
        run_in_child(LIST, 0, 0);
    }
    for (cl_uint p = 0; p < counts->platforms; p++) {
        counts->devices = 0;
        if (run_in_child(PLATFORM, p, 0) != RIGHT) results[FAILED]++;
        for (cl_uint d = 0, count = counts->devices; d < count; d++, devices++) {
            results[run_in_child(DEVICE, p, d)]++;
        }
    }
    return devices;
}

int main(int argc, char **argv)
{
    unsigned results[RESULTS] = { 0 }, devices;

    setvbuf(stdout, NULL, _IOLBF, 0); /* in order with what drivers print to stderr */
    counts = demo_begin(argc, argv, jobs, sizeof *counts);
    if (!counts) return EXIT_FAILURE;
    demo_run_child_job();
    run_in_child(LOADER, 0, 0);
    devices = test_all(results);
    if (!devices) {
        printf("\nNo OpenCL driver here has a device: showing the demo driver, which is a part\n"
               "of the tests. A real one for the processor, on Debian and Ubuntu:\n"
               "apt-get install pocl-opencl-icd\n");
        demo_set("OCL_ICD_FILENAMES", NULL);
        demo_set("OCL_ICD_VENDORS", DEMO_DRIVER);
        devices = test_all(results);
    }
    printf("\n%u platform%s, %u device%s: %u right, %u failed", (unsigned)counts->platforms,
           plural(counts->platforms), devices, plural(devices), results[RIGHT], results[FAILED]);
    if (results[CANNOT_RUN]) printf(", %u can run no kernel", results[CANNOT_RUN]);
    printf("\n");
    return results[FAILED] || !devices ? EXIT_FAILURE : EXIT_SUCCESS;
}
