/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches each kernel of a file, with one work-item: bounds FILE KIND N [OPTIONS [FILE...]].
 * It prints what the program can see, which must be the same with --bounds.
 *
 * KIND says what the arguments are, of 64 bytes each: buffers, parts of buffers, shared virtual
 * memory, or null for none. With "waiting", the program instead prints how many microseconds 1000
 * and 8000 launches take that wait for a user event. With "again", it only builds the program,
 * three times, the last time with another option.
 *
 * The program links further files with the first one: library.cl as a library, files named *.h as
 * headers.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 64, MOST = 64, ARGUMENTS = 4, PART = 4096 };

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static const char *kind;

static void expect(int is_right, const char *what)
{
    if (is_right) return;
    fprintf(stderr, "bounds: %s failed\n", what);
    exit(77);
}

enum { TEXT = 1 << 16 };

static char *read_file(const char *name)
{
    char *text = malloc(TEXT);
    FILE *file = fopen(name, "r");
    expect(file && text, name);
    text[fread(text, 1, TEXT - 1, file)] = 0;
    fclose(file);
    return text;
}

/* ---- memory ---- */

struct memory {
    cl_mem whole, mem;
    char *svm;
};

static struct memory make_memory(cl_kernel kernel, cl_uint index)
{
    const cl_buffer_region region = { PART, SIZE };
    struct memory memory = { NULL, NULL, NULL };
    char content[3 * PART];
    if (!strcmp(kind, "null")) {
        clSetKernelArg(kernel, index, sizeof memory.mem, index ? NULL : &memory.mem);
        return memory;
    }
    if (!strcmp(kind, "null_svm")) {
        clSetKernelArgSVMPointer(kernel, index, NULL);
        return memory;
    }
    for (int i = 0; i < 3 * PART; i++) content[i] = (char)(i % 4 ? 0 : i % 13);
    if (!strcmp(kind, "svm")) {
        memory.svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 2 * SIZE, 0);
        expect(memory.svm != NULL, "clSVMAlloc");
        clEnqueueSVMMemcpy(queue, CL_TRUE, memory.svm, content, 2 * SIZE, 0, NULL, NULL);
        clSetKernelArgSVMPointer(kernel, index, memory.svm + SIZE);
        return memory;
    }
    if (!strcmp(kind, "parts")) {
        memory.whole = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof content, content, NULL);
        memory.mem =
            clCreateSubBuffer(memory.whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    } else memory.mem = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, SIZE, content, NULL);
    clSetKernelArg(kernel, index, sizeof memory.mem, &memory.mem);
    return memory;
}

static void print_and_free(struct memory memory)
{
    unsigned char content[SIZE] = { 0 };
    unsigned sum = 0;
    if (memory.svm)
        clEnqueueSVMMemcpy(queue, CL_TRUE, content, memory.svm + SIZE, SIZE, 0, NULL, NULL);
    else if (memory.mem)
        clEnqueueReadBuffer(queue, memory.mem, CL_TRUE, 0, SIZE, content, 0, NULL, NULL);
    for (int i = 0; i < SIZE; i++) sum = sum * 31 + content[i];
    printf(" %08x", sum);
    if (memory.svm) clSVMFree(context, memory.svm);
    if (memory.mem) clReleaseMemObject(memory.mem);
    if (memory.whole) clReleaseMemObject(memory.whole);
}

/* ---- kernels ---- */

static void print_queries(cl_kernel kernel, cl_program program)
{
    cl_program own = NULL;
    cl_uint arguments = 0, references = 0;
    char name[256] = "", argument[256] = "";
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL);
    clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof references, &references, NULL);
    clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof own, &own, NULL);
    if (arguments)
        clGetKernelArgInfo(kernel, arguments - 1, CL_KERNEL_ARG_NAME, sizeof argument, argument,
                           NULL);
    printf("%s: %u arguments, the last %s; %u references, %s program;", name, arguments, argument,
           references, own == program ? "its" : "another");
}

static void launch(cl_kernel kernel, cl_program program, cl_int n)
{
    static const size_t one = 1;
    struct memory memory[ARGUMENTS];
    cl_uint arguments = 0, count = 0;
    cl_event done = NULL;
    print_queries(kernel, program);
    clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL);
    for (cl_uint i = 0; i < arguments; i++) {
        if (i == 2) clSetKernelArg(kernel, i, sizeof n, &n);
        else memory[count++] = make_memory(kernel, i);
    }
    expect(!clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, &done),
           "clEnqueueNDRangeKernel");
    clWaitForEvents(1, &done);
    clReleaseEvent(done);
    for (cl_uint i = 0; i < count; i++) print_and_free(memory[i]);
    printf("\n");
}

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void launch_waiting(cl_kernel kernel, unsigned launches)
{
    static const size_t one = 1;
    const cl_int n = 0;
    struct memory memory[] = { make_memory(kernel, 0), make_memory(kernel, 1) };
    cl_event begins = clCreateUserEvent(context, NULL);
    double began;
    clSetKernelArg(kernel, 2, sizeof n, &n);
    began = microseconds();
    for (unsigned i = 0; i < launches; i++)
        expect(!clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, i ? 0 : 1,
                                       i ? NULL : &begins, NULL),
               "clEnqueueNDRangeKernel");
    printf("%.0f\n", microseconds() - began);
    clSetUserEventStatus(begins, CL_COMPLETE);
    clFinish(queue);
    clReleaseEvent(begins);
    for (int i = 0; i < 2; i++) clReleaseMemObject(memory[i].mem);
}

static void launch_clone(cl_program program, const char *name, cl_int n)
{
    cl_kernel kernel = clCreateKernel(program, name, NULL), clone = clCloneKernel(kernel, NULL);
    launch(clone, program, n);
    clReleaseKernel(clone);
    clReleaseKernel(kernel);
}

static void print_program(cl_program program, const char *source)
{
    static char text[TEXT];
    cl_uint references = 0;
    clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof text, text, NULL);
    printf("the source is %s\n", strcmp(text, source) ? "another" : "the same");
    clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL);
    printf("%s\n", text);
    clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof references, &references, NULL);
    printf("%u references\n", references);
}

/* ---- programs ---- */

static cl_program of_source(const char *source)
{
    return clCreateProgramWithSource(context, 1, &source, NULL, NULL);
}

static bool is_header(const char *name)
{
    const char *end = strrchr(name, '.');
    return end && !strcmp(end, ".h");
}

static void release_all(cl_program *list, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++) clReleaseProgram(list[i]);
}

static cl_program library_of(cl_program program)
{
    cl_program library =
        clLinkProgram(context, 1, &device, "-create-library", 1, &program, NULL, NULL, NULL);
    expect(library != NULL, "clLinkProgram");
    clReleaseProgram(program);
    return library;
}

/* Compiles the source and the further files, and links them. */
static cl_program link_with(const char *source, const char *options, int count, char **files)
{
    cl_program sources[MOST] = { of_source(source) }, headers[MOST], linked;
    const char *names[MOST];
    cl_uint source_count = 1, header_count = 0, library = 0;
    for (int i = 0; i < count; i++) {
        char *text = read_file(files[i]), *slash = strrchr(files[i], '/');
        if (is_header(files[i])) {
            names[header_count] = slash ? slash + 1 : files[i];
            headers[header_count++] = of_source(text);
        } else {
            if (!strcmp(files[i], "library.cl")) library = source_count;
            sources[source_count++] = of_source(text);
        }
        free(text);
    }
    for (cl_uint i = 0; i < source_count; i++)
        expect(!clCompileProgram(sources[i], 1, &device, options, header_count,
                                 header_count ? headers : NULL, header_count ? names : NULL, NULL,
                                 NULL),
               "clCompileProgram");
    if (library) sources[library] = library_of(sources[library]);
    linked = clLinkProgram(context, 1, &device, "", source_count, sources, NULL, NULL, NULL);
    expect(linked != NULL, "clLinkProgram");
    release_all(sources, source_count);
    release_all(headers, header_count);
    return linked;
}

/* Builds the program. If the environment names a new version of a file, replaces the file and
 * builds again. */
static cl_program build(const char *source, const char *options)
{
    const char *next = getenv("NEXT"), *file = getenv("FILE");
    cl_program program = of_source(source);
    expect(!clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
    if (!next || !file) return program;
    clReleaseKernel(clCreateKernel(program, "called", NULL));
    expect(!rename(next, file), "rename");
    expect(!clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
    return program;
}

static void build_again(const char *source)
{
    for (int i = 0; i < 3; i++) {
        cl_program program = build(source, i < 2 ? "" : "-D OTHER");
        clReleaseKernel(clCreateKernel(program, "called", NULL));
        clReleaseProgram(program);
    }
}

/* Makes the program's kernels, after one of another program. */
static cl_uint make_kernels(cl_program program, cl_kernel kernels[MOST])
{
    cl_program other = of_source("kernel void other(global int *a) { a[0] = 1; }");
    cl_uint made = 0;
    expect(!clBuildProgram(other, 1, &device, "", NULL, NULL), "clBuildProgram");
    clReleaseKernel(clCreateKernel(other, "other", NULL));
    expect(!clCreateKernelsInProgram(program, MOST, kernels, &made), "clCreateKernelsInProgram");
    clReleaseProgram(other);
    return made;
}

int main(int count, char **words)
{
    char *source = count > 3 ? read_file(words[1]) : NULL;
    cl_kernel kernels[MOST];
    char first[256] = "";
    cl_platform_id platform = NULL;
    cl_program program;
    cl_uint made;
    expect(source && !clGetPlatformIDs(1, &platform, NULL) &&
               !clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL),
           "clGetDeviceIDs");
    kind = words[2];
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    if (!strcmp(kind, "again")) {
        build_again(source);
        return 0;
    }
    program = count > 5 ? link_with(source, words[4], count - 5, words + 5)
                        : build(source, count > 4 ? words[4] : "");
    if (getenv("REMOVED")) remove(getenv("REMOVED")); /* a file that the source includes */
    if (!strcmp(kind, "waiting")) {
        cl_kernel kernel = clCreateKernel(program, "called", NULL);
        launch_waiting(kernel, 1000);
        launch_waiting(kernel, 8000);
        clReleaseKernel(kernel);
        return 0;
    }
    print_program(program, source);
    made = make_kernels(program, kernels);
    clGetKernelInfo(kernels[0], CL_KERNEL_FUNCTION_NAME, sizeof first, first, NULL);
    for (cl_uint i = 0; i < made; i++) {
        launch(kernels[i], program, atoi(words[3]));
        clReleaseKernel(kernels[i]);
    }
    launch_clone(program, first, atoi(words[3]));
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(source);
    return 0;
}
