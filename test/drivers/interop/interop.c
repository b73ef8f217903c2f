/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenCL and Vulkan take turns on one image and one buffer, on a real GPU:
 *
 *     interop [--frames N] [--size WIDTHxHEIGHT] [--linear] [--export-from-opencl]
 *             [--without-semaphores] [--rounds N] [--describe]
 *
 * In each frame Vulkan reads what OpenCL wrote in the frame before and writes its own pattern, then
 * OpenCL reads that and writes its own. The two share memory and semaphores by file descriptor, and
 * only the two semaphores order their work: the host looks later at what each side saw, and
 * compares every pixel and every word. Every call of OpenCL is a plain call; the extension
 * functions come from clrelay_ext.
 *
 * --linear              the image's pixels lie in rows instead of the device's own order
 * --export-from-opencl  OpenCL makes the semaphore that it signals, instead of Vulkan
 * --without-semaphores  leaves the semaphores out, to see that the comparison fails without them
 * --rounds              how long each side waits before it writes: long enough that a side that
 *                       does not wait for the other one reads too early
 * --describe            prints what the driver says about the shared objects
 *
 * Ends with `all pixels match` and 0; with what differs or failed and 1; or with 77 if no device
 * supports both APIs, or its driver says that it does not support the options.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pattern.h"
#include "vulkan.h"

/* Headers from 2023 on give these two other names. */
#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR     0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#endif
#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR     0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

#define CHECK(call)    check((call), #call)
#define MOST_PLATFORMS 64
#define MOST_DEVICES   64
#define SKIPPED        77

typedef cl_uint uint;
/* clang-format off */
static PATTERN

static const char kernels[] = PATTERN_TEXT(PATTERN)
    "kernel void see(read_only image2d_t image, global const uint *words, global uint *seen)"
    "{"
    "    const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE |"
    "                              CLK_FILTER_NEAREST;"
    "    uint x = get_global_id(0), y = get_global_id(1);"
    "    uint width = get_global_size(0), index = y * width + x;"
    "    uint4 pixel = read_imageui(image, sampler, (int2)(x, y));"
    "    seen[index] = pixel.x | pixel.y << 8 | pixel.z << 16 | pixel.w << 24;"
    "    seen[width * get_global_size(1) + index] = words[index];"
    "}"
    "kernel void put(write_only image2d_t image, global uint *words, uint seed, uint rounds,"
    "                uint none)"
    "{"
    "    uint x = get_global_id(0), y = get_global_id(1);"
    "    uint index = y * get_global_size(0) + x;"
    "    uint slow = index;"
    "    for (uint i = 0; i < rounds; i++) slow = pattern(slow, i);"
    "    uint word = pattern(index, seed) ^ (slow & none);"
    "    uint4 pixel = (uint4)(word, word >> 8, word >> 16, word >> 24) & 255u;"
    "    write_imageui(image, (int2)(x, y), pixel);"
    "    words[index] = pattern(index, ~seed);"
    "}";
/* clang-format on */

struct options {
    unsigned frames, rounds;
    struct vulkan_size size;
    bool linear, export_from_opencl, without_semaphores, describe;
};

struct opencl {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel see, put;
    cl_mem shared[2]; /* the image and the buffer */
    cl_mem seen;
    cl_semaphore_khr to_vulkan, from_vulkan;
    /* What OpenCL saw in this frame and in the previous one, and the event that says when it is
     * complete. */
    uint *words[2];
    cl_event there[2];
};

static void check(cl_int status, const char *call)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "OpenCL: %s: error %d\n", call, status);
    exit(1);
}

static int skip(const char *why)
{
    printf("skipped: %s\n", why);
    return SKIPPED;
}

/* ---- the device that both have ---- */

static void print_versions(cl_platform_id platform, cl_device_id device)
{
    char text[3][256] = { "", "", "" };
    Dl_info where;
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text[0], text[0], NULL);
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof text[1], text[1], NULL);
    clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof text[2], text[2], NULL);
    printf("OpenCL: %s, %s (driver %s)\n", text[0], text[1], text[2]);
    /* A function's address as data: dladdr() wants it so, and POSIX allows the conversion. */
    union {
        cl_int(CL_API_CALL *function)(cl_uint, cl_platform_id *, cl_uint *);
        void *address;
    } loader = { clGetPlatformIDs };
    if (dladdr(loader.address, &where)) printf("loader: %s\n", where.dli_fname);
}

/* Tells whether the device can share objects, and returns its UUID. */
static bool device_uuid(cl_device_id device, uint8_t uuid[VULKAN_UUID_SIZE])
{
    static const char *const needed[] = { "cl_khr_device_uuid", "cl_khr_external_memory_opaque_fd",
                                          "cl_khr_external_semaphore_opaque_fd" };
    char extensions[16384] = "";
    if (clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL))
        return false;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!strstr(extensions, needed[i])) return false;
    return clGetDeviceInfo(device, CL_DEVICE_UUID_KHR, VULKAN_UUID_SIZE, uuid, NULL) == CL_SUCCESS;
}

/* Returns the OpenCL device that has the UUID of one of Vulkan's devices, or NULL; *n is the number
 * of Vulkan's device. */
static cl_device_id match(const struct vulkan *vulkan, unsigned *n)
{
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint platform_count = 0;
    if (clGetPlatformIDs(MOST_PLATFORMS, platforms, &platform_count) != CL_SUCCESS) return NULL;
    for (cl_uint p = 0; p < platform_count && p < MOST_PLATFORMS; p++) {
        cl_device_id devices[MOST_DEVICES];
        cl_uint count = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MOST_DEVICES, devices, &count))
            continue;
        for (cl_uint d = 0; d < count && d < MOST_DEVICES; d++) {
            uint8_t uuid[VULKAN_UUID_SIZE];
            if (!device_uuid(devices[d], uuid)) continue;
            for (*n = 0; *n < vulkan_device_count(vulkan); ++*n)
                if (memcmp(uuid, vulkan_device_uuid(vulkan, *n), sizeof uuid) == 0) {
                    printf("Vulkan: %s\n", vulkan_device_text(vulkan, *n));
                    print_versions(platforms[p], devices[d]);
                    return devices[d];
                }
        }
    }
    return NULL;
}

/* ---- sharing ---- */

static void import_memory(struct opencl *cl, const struct vulkan_handles *handles,
                          struct vulkan_size size, bool linear)
{
    cl_mem_properties properties[] = {
        CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, (cl_mem_properties)handles->image,
        CL_MEM_DEVICE_HANDLE_LIST_KHR,           (cl_mem_properties)cl->device,
        CL_MEM_DEVICE_HANDLE_LIST_END_KHR,       0,
    };
    cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc image = {
        .image_type = CL_MEM_OBJECT_IMAGE2D,
        .image_width = size.width,
        .image_height = size.height,
    };
    cl_int status;
    cl->shared[0] = clCreateImageWithProperties(cl->context, properties, CL_MEM_READ_WRITE, &format,
                                                &image, NULL, &status);
    if (status != CL_SUCCESS && linear) {
        printf("skipped: the driver does not take a linear image: error %d\n", status);
        exit(SKIPPED);
    }
    check(status, "clCreateImageWithProperties");
    properties[1] = (cl_mem_properties)handles->buffer;
    cl->shared[1] = clCreateBufferWithProperties(cl->context, properties, CL_MEM_READ_WRITE,
                                                 handles->buffer_bytes, NULL, &status);
    check(status, "clCreateBufferWithProperties");
}

static cl_semaphore_khr import_semaphore(struct opencl *cl, int descriptor)
{
    cl_semaphore_properties_khr properties[] = {
        CL_SEMAPHORE_TYPE_KHR,
        CL_SEMAPHORE_TYPE_BINARY_KHR,
        CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
        (cl_semaphore_properties_khr)cl->device,
        CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
        CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
        (cl_semaphore_properties_khr)descriptor,
        0,
    };
    cl_int status;
    cl_semaphore_khr semaphore =
        clCreateSemaphoreWithPropertiesKHR(cl->context, properties, &status);
    check(status, "clCreateSemaphoreWithPropertiesKHR, of Vulkan's semaphore");
    return semaphore;
}

/* Returns a semaphore that OpenCL creates; *descriptor is for Vulkan to import it. */
static cl_semaphore_khr export_semaphore(struct opencl *cl, int *descriptor)
{
    cl_semaphore_properties_khr properties[] = {
        CL_SEMAPHORE_TYPE_KHR,
        CL_SEMAPHORE_TYPE_BINARY_KHR,
        CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
        (cl_semaphore_properties_khr)cl->device,
        CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
        CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
        CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
        CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR,
        0,
    };
    cl_int status;
    size_t size;
    cl_semaphore_khr semaphore =
        clCreateSemaphoreWithPropertiesKHR(cl->context, properties, &status);
    if (status == CL_INVALID_PROPERTY) {
        printf("skipped: the driver makes no semaphores for others: error %d\n", status);
        exit(SKIPPED);
    }
    check(status, "clCreateSemaphoreWithPropertiesKHR, for export");
    CHECK(clGetSemaphoreHandleForTypeKHR(semaphore, cl->device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                         sizeof *descriptor, descriptor, &size));
    return semaphore;
}

static void start_opencl(struct opencl *cl, struct vulkan *vulkan, struct vulkan_handles handles,
                         const struct options *options)
{
    const char *text = kernels;
    size_t bytes = 8 * (size_t)options->size.width * options->size.height;
    cl_int status;
    cl->context = clCreateContext(NULL, 1, &cl->device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl->queue = clCreateCommandQueueWithProperties(cl->context, cl->device, NULL, &status);
    check(status, "clCreateCommandQueueWithProperties");
    cl->program = clCreateProgramWithSource(cl->context, 1, &text, NULL, &status);
    check(status, "clCreateProgramWithSource");
    CHECK(clBuildProgram(cl->program, 1, &cl->device, NULL, NULL, NULL));
    cl->see = clCreateKernel(cl->program, "see", &status);
    check(status, "clCreateKernel see");
    cl->put = clCreateKernel(cl->program, "put", &status);
    check(status, "clCreateKernel put");
    cl->seen = clCreateBuffer(cl->context, CL_MEM_WRITE_ONLY, bytes, NULL, &status);
    check(status, "clCreateBuffer");
    for (unsigned i = 0; i < 2; i++) cl->words[i] = malloc(bytes);

    import_memory(cl, &handles, options->size, options->linear);
    cl->from_vulkan = import_semaphore(cl, handles.from_vulkan);
    if (options->export_from_opencl) {
        int descriptor = -1;
        close(handles.to_vulkan);
        cl->to_vulkan = export_semaphore(cl, &descriptor);
        vulkan_import_semaphore(vulkan, descriptor);
    } else {
        cl->to_vulkan = import_semaphore(cl, handles.to_vulkan);
    }
}

static void end_opencl(struct opencl *cl)
{
    CHECK(clFinish(cl->queue));
    CHECK(clReleaseSemaphoreKHR(cl->to_vulkan));
    CHECK(clReleaseSemaphoreKHR(cl->from_vulkan));
    for (unsigned i = 0; i < 2; i++) {
        CHECK(clReleaseMemObject(cl->shared[i]));
        free(cl->words[i]);
    }
    CHECK(clReleaseMemObject(cl->seen));
    CHECK(clReleaseKernel(cl->see));
    CHECK(clReleaseKernel(cl->put));
    CHECK(clReleaseProgram(cl->program));
    CHECK(clReleaseCommandQueue(cl->queue));
    CHECK(clReleaseContext(cl->context));
}

/* ---- frames ---- */

/* Enqueues OpenCL's work for one frame and returns at once. What OpenCL saw arrives later in
 * words[frame % 2]. */
static void enqueue(struct opencl *cl, unsigned frame, uint seed, const struct options *options)
{
    size_t size[] = { options->size.width, options->size.height };
    size_t bytes = 8 * size[0] * size[1];
    const uint none = 0;
    bool with_semaphores = !options->without_semaphores;
    if (with_semaphores)
        CHECK(clEnqueueWaitSemaphoresKHR(cl->queue, 1, &cl->from_vulkan, NULL, 0, NULL, NULL));
    CHECK(clEnqueueAcquireExternalMemObjectsKHR(cl->queue, 2, cl->shared, 0, NULL, NULL));
    CHECK(clSetKernelArg(cl->see, 0, sizeof(cl_mem), &cl->shared[0]));
    CHECK(clSetKernelArg(cl->see, 1, sizeof(cl_mem), &cl->shared[1]));
    CHECK(clSetKernelArg(cl->see, 2, sizeof(cl_mem), &cl->seen));
    CHECK(clEnqueueNDRangeKernel(cl->queue, cl->see, 2, NULL, size, NULL, 0, NULL, NULL));
    CHECK(clSetKernelArg(cl->put, 0, sizeof(cl_mem), &cl->shared[0]));
    CHECK(clSetKernelArg(cl->put, 1, sizeof(cl_mem), &cl->shared[1]));
    CHECK(clSetKernelArg(cl->put, 2, sizeof seed, &seed));
    CHECK(clSetKernelArg(cl->put, 3, sizeof(uint), &options->rounds));
    CHECK(clSetKernelArg(cl->put, 4, sizeof(uint), &none));
    CHECK(clEnqueueNDRangeKernel(cl->queue, cl->put, 2, NULL, size, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReleaseExternalMemObjectsKHR(cl->queue, 2, cl->shared, 0, NULL, NULL));
    if (with_semaphores)
        CHECK(clEnqueueSignalSemaphoresKHR(cl->queue, 1, &cl->to_vulkan, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(cl->queue, cl->seen, CL_FALSE, 0, bytes, cl->words[frame % 2], 0,
                              NULL, &cl->there[frame % 2]));
    CHECK(clFlush(cl->queue));
}

/* Returns how many of the words differ from the pattern, and prints the first one. */
static size_t differences(const uint *words, size_t count, uint seed, const char *what)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        if (words[i] != pattern((uint)i, seed) && wrong++ == 0)
            printf("  %s: the first that differs is %zu: %08x instead of %08x\n", what, i,
                   (unsigned)words[i], (unsigned)pattern((uint)i, seed));
    return wrong;
}

/* Compares what one side saw with what the other side had written, prints a line and counts the
 * differences. */
static size_t compare(const char *from, const char *to, unsigned frame, const uint *seen, uint seed,
                      struct vulkan_size size)
{
    size_t pixels = (size_t)size.width * size.height;
    size_t wrong_pixels = differences(seen, pixels, seed, "pixels of the image");
    size_t wrong_words = differences(seen + pixels, pixels, ~seed, "words of the buffer");
    printf("frame %u: %s -> %s: %zu of %zu pixels and %zu of %zu words match\n", frame, from, to,
           pixels - wrong_pixels, pixels, pixels - wrong_words, pixels);
    return wrong_pixels + wrong_words;
}

/* ---- what the driver says about the shared objects ---- */

static void describe_semaphore(const char *what, struct opencl *cl, cl_semaphore_khr semaphore)
{
    cl_uint references = 0;
    cl_context context = NULL;
    cl_semaphore_type_khr type = 0;
    cl_semaphore_payload_khr payload = 0;
    cl_int status[4] = {
        clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR, sizeof references,
                              &references, NULL),
        clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_CONTEXT_KHR, sizeof context, &context, NULL),
        clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_TYPE_KHR, sizeof type, &type, NULL),
        clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_PAYLOAD_KHR, sizeof payload, &payload, NULL),
    };
    printf("semaphore %s: references %u (error %d), its context %s (error %d), type %u (error %d), "
           "payload %llu (error %d)\n",
           what, references, status[0], context == cl->context ? "ours" : "another", status[1],
           type, status[2], (unsigned long long)payload, status[3]);
    CHECK(clRetainSemaphoreKHR(semaphore));
    status[0] = clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR,
                                      sizeof references, &references, NULL);
    CHECK(clReleaseSemaphoreKHR(semaphore));
    printf("semaphore %s, retained once more: references %u (error %d)\n", what, references,
           status[0]);
}

/* Objects of the API begin with the address of the driver's table. This shows whether the driver's
 * other objects do. */
static void describe_first_word(const char *what, struct opencl *cl, const void *object)
{
    printf("%s begins with the %s\n", what,
           *(void *const *)object == *(void *const *)cl->context ? "context's dispatch table"
                                                                 : "driver's own data");
}

static void describe(struct opencl *cl)
{
    CHECK(clFinish(cl->queue));
    describe_semaphore("of Vulkan", cl, cl->from_vulkan);
    describe_semaphore("of OpenCL", cl, cl->to_vulkan);
    describe_first_word("a semaphore", cl, cl->to_vulkan);
    describe_first_word("a shared image", cl, cl->shared[0]);
    describe_first_word("a shared buffer", cl, cl->shared[1]);
    for (unsigned i = 0; i < 2; i++) {
        size_t size = 0, properties = 0;
        cl_int status[2] = {
            clGetMemObjectInfo(cl->shared[i], CL_MEM_SIZE, sizeof size, &size, NULL),
            clGetMemObjectInfo(cl->shared[i], CL_MEM_PROPERTIES, 0, NULL, &properties),
        };
        printf("shared %s: %zu bytes (error %d), %zu properties (error %d)\n",
               i == 0 ? "image" : "buffer", size, status[0], properties / sizeof(cl_mem_properties),
               status[1]);
    }
    cl_semaphore_khr none = NULL;
    printf("signalling a NULL semaphore: error %d\n",
           clEnqueueSignalSemaphoresKHR(cl->queue, 1, &none, NULL, 0, NULL, NULL));
}

/* ---- the turns ---- */

static uint vulkan_seed(unsigned frame)
{
    return 2 * frame + 1;
}

static uint opencl_seed(unsigned frame)
{
    return 2 * frame + 2;
}

static size_t compare_opencl(struct opencl *cl, unsigned frame, struct vulkan_size size)
{
    CHECK(clWaitForEvents(1, &cl->there[frame % 2]));
    CHECK(clReleaseEvent(cl->there[frame % 2]));
    return compare("Vulkan", "OpenCL", frame, cl->words[frame % 2], vulkan_seed(frame), size);
}

/*
 * The host never waits for OpenCL before it submits Vulkan's next frame, nor for Vulkan before
 * OpenCL's: it looks at what OpenCL saw one frame later.
 */
static size_t run(struct opencl *cl, struct vulkan *vulkan, const struct options *options)
{
    size_t wrong = 0;
    bool with_semaphores = !options->without_semaphores;
    for (unsigned frame = 0; frame <= options->frames; frame++) {
        vulkan_submit(vulkan, vulkan_seed(frame), options->rounds, frame == 0, with_semaphores);
        if (frame < options->frames) enqueue(cl, frame, opencl_seed(frame), options);
        const uint *seen = vulkan_seen(vulkan);
        if (frame == 0) continue; /* there was nothing to see yet */
        wrong += compare_opencl(cl, frame - 1, options->size);
        wrong +=
            compare("OpenCL", "Vulkan", frame - 1, seen, opencl_seed(frame - 1), options->size);
    }
    return wrong;
}

static bool read_options(int count, char **arguments, struct options *options)
{
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i];
        const char *value = i + 1 < count ? arguments[i + 1] : "";
        if (strcmp(argument, "--linear") == 0) options->linear = true;
        else if (strcmp(argument, "--export-from-opencl") == 0) options->export_from_opencl = true;
        else if (strcmp(argument, "--without-semaphores") == 0) options->without_semaphores = true;
        else if (strcmp(argument, "--describe") == 0) options->describe = true;
        else if (strcmp(argument, "--rounds") == 0 && sscanf(value, "%u", &options->rounds) == 1)
            i++;
        else if (strcmp(argument, "--frames") == 0 && sscanf(value, "%u", &options->frames) == 1)
            i++;
        else if (strcmp(argument, "--size") == 0 &&
                 sscanf(value, "%ux%u", &options->size.width, &options->size.height) == 2)
            i++;
        else return false;
    }
    return options->frames && options->size.width && options->size.height;
}

int main(int count, char **arguments)
{
    struct options options = { .frames = 8, .rounds = 100000, .size = { 640, 480 } };
    struct opencl cl = { 0 };
    const char *why;
    unsigned n;
    setvbuf(stdout, NULL, _IOLBF, 0); /* loses no line if a driver hangs */
    if (!read_options(count, arguments, &options)) {
        fprintf(stderr, "usage: interop [--frames N] [--size WIDTHxHEIGHT] [--linear]"
                        " [--export-from-opencl] [--without-semaphores] [--rounds N]"
                        " [--describe]\n");
        return 2;
    }
    struct vulkan *vulkan = vulkan_start(&why);
    if (!vulkan) return skip(why);
    cl.device = match(vulkan, &n);
    if (!cl.device) {
        vulkan_end(vulkan);
        return skip("no device that Vulkan and OpenCL both have and can share by file descriptor");
    }
    struct vulkan_handles handles = vulkan_share(vulkan, n, options.size, options.linear);
    start_opencl(&cl, vulkan, handles, &options);
    size_t wrong = run(&cl, vulkan, &options);
    if (options.describe) describe(&cl);
    end_opencl(&cl);
    vulkan_end(vulkan);
    if (wrong) printf("%zu pixels and words differ\n", wrong);
    else printf("all pixels match\n");
    return wrong != 0;
}
