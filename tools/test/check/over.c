/* SPDX-License-Identifier: Apache-2.0 */
/*
 * over LAYER: the check layer over a made-up driver that uses OpenCL itself, as StarPU's SOCL does.
 * The driver does so before the layers are in place, inside its own functions, and in its own
 * threads.
 */
#include "made_up.h"

#include <pthread.h>

/* ---- the driver ---- */

/* Each object points to the functions of its driver. */
struct handle {
    const struct dispatch *dispatch;
};

static struct handle platform = { &driver }, device = { &driver }, inner_device = { &driver };
static struct handle inner_context = { &driver }, inner_queue = { &driver };

static void *new_object(cl_int *error)
{
    static struct handle objects[64];
    static unsigned used;
    if (used == sizeof objects / sizeof *objects) TEST_STOP("too many objects");
    objects[used].dispatch = &driver;
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

static cl_context last_context;

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *list, context_callback notify,
                                             void *data, cl_int *error)
{
    return last_context = new_object(error);
}

/* Inside a call of the program, the driver makes calls of its own, with its own objects and with
 * the program's. */
static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    cl_context in = (cl_context)(void *)&inner_context;
    cl_mem own;
    if (queue == (cl_command_queue)(void *)&inner_queue) return CL_SUCCESS;
    own = checked->clCreateBuffer(in, 0, 64, NULL, NULL);
    checked->clCreateBuffer(last_context, 0, 0, NULL, NULL);
    checked->clReleaseMemObject(own);
    checked->clReleaseMemObject(own);
    return checked->clFinish((cl_command_queue)(void *)&inner_queue);
}

/* The driver calls the program's callback between its own calls. */
static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *list,
                                const char *options, program_callback notify, void *data)
{
    checked->clReleaseMemObject((cl_mem)(void *)&platform);
    if (notify) notify(program, data);
    checked->clReleaseMemObject((cl_mem)(void *)&platform);
    return CL_SUCCESS;
}

static void make_driver(void)
{
    driver.clGetPlatformIDs = platform_ids;
    driver.clGetDeviceIDs = device_ids;
    driver.clCreateContext = create_context;
    driver.clFinish = finish;
    driver.clBuildProgram = build;
}

/* A thread of the driver, with objects that it made before the layers were in place. */
static void *work(void *unused)
{
    cl_context in = (cl_context)(void *)&inner_context;
    cl_device_id on = (cl_device_id)(void *)&inner_device;
    cl_command_queue queue = checked->clCreateCommandQueueWithProperties(in, on, NULL, NULL);
    cl_mem left =
        /* The driver releases this when the process ends. */
        checked->clCreateBuffer(in, 0, 64, NULL, NULL);
    static char to[64];
    checked->clCreateBuffer(in, 0, 0, NULL, NULL);
    checked->clFinish((cl_command_queue)(void *)&inner_queue);
    checked->clFinish(queue);
    checked->clEnqueueReadBuffer(queue, left, CL_FALSE, 0, 64, to, 0, NULL, NULL);
    return unused;
}

/* ---- the tests ---- */

static cl_device_id its_device;
static cl_context context;
static cl_command_queue queue;

/* Before the layer knows that the driver uses OpenCL, it knows only the objects that the driver has
 * returned. */
static void test_before(void)
{
    static struct handle inner = { &driver };
    FINDS(HANDLE_UNKNOWN, checked->clReleaseMemObject((cl_mem)(void *)&inner));
}

static void test_inside(void)
{
    SILENT(checked->clFinish(queue));
    FINDS(BUFFER_SIZE_ZERO, checked->clCreateBuffer(context, 0, 0, NULL, NULL));
}

static void test_thread(void)
{
    const unsigned before = (count_findings(), records);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL)) TEST_STOP("no thread");
    pthread_join(thread, NULL);
    count_findings();
    CHECK_INT(records, before);
}

static void CL_CALLBACK notify(cl_program program, void *mem)
{
    checked->clReleaseMemObject(mem);
    checked->clReleaseMemObject(mem);
}

static void test_callback(void)
{
    const char *text = "";
    cl_program program = checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    cl_mem mem = checked->clCreateBuffer(context, 0, 64, NULL, NULL);
    FINDS(MEM_RELEASED_TWICE, checked->clBuildProgram(program, 0, NULL, NULL, notify, mem));
}

/* The layer knows that no driver has made this handle. */
static void test_unknown(void)
{
    static struct handle nothing, not_made = { (const void *)&nothing };
    cl_mem mem = checked->clCreateBuffer(context, 0, 64, NULL, NULL);
    FINDS(HANDLE_UNKNOWN, checked->clReleaseMemObject((cl_mem)(void *)&nothing));
    FINDS(HANDLE_UNKNOWN, checked->clReleaseMemObject((cl_mem)(void *)&not_made));
    FINDS(HANDLE_UNKNOWN, checked->clReleaseMemObject((cl_mem)(void *)&mem));
    FINDS(HANDLE_UNKNOWN, checked->clReleaseMemObject((cl_mem)(uintptr_t)0x1234));
    FINDS(HANDLE_TYPE, checked->clReleaseMemObject((cl_mem)(void *)context));
    SILENT(checked->clReleaseMemObject(mem));
}

/* The program has left a context, with a queue and a program. The driver may leave its own
 * objects. */
static void test_leaks(void)
{
    deinit();
    count_findings();
    CHECK(found[CONTEXT_LEAKED] > 0);
    CHECK_INT(found[QUEUE_LEAKED], 0);
    CHECK_INT(found[MEM_LEAKED], 0);
    CHECK_INT(found[READ_NOT_AWAITED], 0);
}

int main(int count, char **arguments)
{
    if (count != 2) return 2;
    make_file();
    make_driver();
    load_layer(arguments[1], &driver);
    checked->clGetDeviceIDs((cl_platform_id)(void *)&platform, CL_DEVICE_TYPE_ALL, 1, &its_device,
                            NULL);
    context = checked->clCreateContext(NULL, 1, &its_device, NULL, NULL, NULL);
    queue = checked->clCreateCommandQueueWithProperties(context, its_device, NULL, NULL);
    test_before();
    test_inside();
    test_callback();
    test_unknown();
    test_thread();
    test_leaks();
    return test_end();
}
