/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trace layer's threads use what they share only under the lock: the lists of commands, queues
 * and chunks, and the content of the file. In each case, the test holds the lock at one moment of a
 * call, and the call must wait for it. Real threads would have to meet within a few instructions to
 * show that the lock is missing.
 */
#include "made_file.h"

#include "../../layers/trace/interpose.h"

#include <pthread.h>

static struct dispatch below; /* the functions of the layer */

/* ---- the lock's other owner ---- */

static const char *taken_in; /* the driver's function that takes the lock next, or "" */
static atomic_bool taken, returned;
static atomic_bool asked; /* the driver was called while the other owner had the lock */

static void take(const char *name)
{
    asked = taken;
    if (strcmp(taken_in, name) != 0) return;
    taken_in = "";
    recorder_take_lock();
    taken = true;
}

/* ---- the driver ---- */

static const cl_event event = (cl_event)0xe1;
static const cl_command_queue queue = (cl_command_queue)0xc1;

static cl_int CL_API_CALL retain(cl_event unused)
{
    take("clRetainEvent");
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release(cl_event unused)
{
    take("clReleaseEvent");
    return CL_SUCCESS;
}

static cl_int CL_API_CALL event_info(cl_event unused, cl_event_info what, size_t size, void *value,
                                     size_t *size_ret)
{
    take("clGetEventInfo");
    memset(value, 0, size);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL times(cl_event unused, cl_profiling_info what, size_t size, void *value,
                                size_t *size_ret)
{
    take("clGetEventProfilingInfo");
    memset(value, 1, size);
    return CL_SUCCESS;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties properties,
                                                 cl_int *errcode_ret)
{
    take("clCreateCommandQueue");
    return queue;
}

static cl_int CL_API_CALL queue_info(cl_command_queue unused, cl_command_queue_info what,
                                     size_t size, void *value, size_t *size_ret)
{
    take("clGetCommandQueueInfo");
    return CL_SUCCESS;
}

static cl_int CL_API_CALL set_property(cl_command_queue unused,
                                       cl_command_queue_properties properties, cl_bool enable,
                                       cl_command_queue_properties *old)
{
    take("clSetCommandQueueProperty");
    return CL_SUCCESS;
}

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t size,
                                      void *value, size_t *size_ret)
{
    return CL_INVALID_VALUE;
}

/* ---- the calls ---- */

static void add(void)
{
    cl_event given = event;
    const struct command_event own = { NULL, 1 };
    commands_add(&given, &own);
}

static void collect(void)
{
    commands_collect(true);
}

static void add_and_collect(void)
{
    add();
    collect();
}

static void count_references(void)
{
    cl_uint count;
    below.clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL);
}

static void create(void)
{
    below.clCreateCommandQueue(NULL, NULL, 0, NULL);
}

static void ask_for_properties(void)
{
    below.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, NULL);
}

static void set_profiling(void)
{
    below.clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, NULL);
}

/* The first record of a thread needs a chunk. */
static void record_first(void)
{
    recorder_name(queue, "a queue");
}

static void note_content(void)
{
    recorder_is_new(1);
}

static void *record_and_end(void *unused)
{
    record_first();
    take("end");
    return NULL;
}

static void run_thread(void *(*start)(void *data), void *data)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, start, data)) TEST_STOP("no thread");
    pthread_join(thread, NULL);
}

/* A thread that ends leaves its chunk to others. */
static void end_thread(void)
{
    run_thread(record_and_end, NULL);
}

static const struct {
    const char *taken_in; /* when the other owner takes the lock; "begin": before the call */
    void (*call)(void);
} cases[] = {
    { "clRetainEvent", add },
    { "begin", collect },
    { "clGetEventProfilingInfo", add_and_collect },
    { "clReleaseEvent", add_and_collect },
    { "begin", count_references },
    { "clGetEventInfo", count_references },
    { "clCreateCommandQueue", create },
    { "begin", ask_for_properties },
    { "clGetCommandQueueInfo", ask_for_properties },
    { "begin", set_profiling },
    { "clSetCommandQueueProperty", set_profiling },
    { "begin", record_first },
    { "begin", note_content },
    { "end", end_thread },
};

static void *run(void *call)
{
    (*(void (*const *)(void))call)();
    returned = true;
    return NULL;
}

static void pause_for(long milliseconds)
{
    const struct timespec length = { 0, milliseconds * 1000000 };
    nanosleep(&length, NULL);
}

/* Threads that run at the same time, each started by the one before, and the places where they
 * record. */
enum { THREADS = 3, CHUNK = 4 * RECORD_GRANULE, MUCH = 16000, LITTLE = 12000 };
static uint64_t places[THREADS];
static const int *lengths; /* the lengths of the names that they record */

static void *record_with_others(void *place)
{
    static char name[CHUNK];
    uint64_t *const own = place;
    snprintf(name, sizeof name, "%0*d", lengths[own - places], 0);
    recorder_name(queue, name);
    *own = recorder_buffer.place;
    if (own + 1 < places + THREADS) run_thread(record_with_others, own + 1);
    return NULL;
}

/* Each thread has its own chunk. Threads that end leave theirs to later ones. */
static void test_chunks(void)
{
    static const struct {
        const char *about;
        int lengths[THREADS];
        bool reused;
    } rounds[] = {
        { "chunks", { 1, 1, 1 }, false },
        { "chunks that others left", { 1, 1, 1 }, true },
        { "chunks of which one is filled", { 1, 1, CHUNK - LITTLE }, true },
        { "chunks of which the first has too little space", { MUCH, 1, 1 }, true },
    };
    for (size_t round = 0; round < sizeof rounds / sizeof *rounds; round++) {
        const uint64_t end = file->end;
        test_about = rounds[round].about;
        lengths = rounds[round].lengths;
        run_thread(record_with_others, places);
        for (int i = 0; i < THREADS; i++)
            for (int k = 0; k < i; k++) CHECK(places[i] != places[k]);
        if (rounds[round].reused) CHECK(file->end == end);
    }
}

int main(void)
{
    make_recording();
    file->options = RECORD_DEVICE;
    CHECK_STR(recorder_open(RECORD_VARIABLE, "clrelay trace", true), NULL);
    next_layer.clRetainEvent = retain;
    next_layer.clReleaseEvent = release;
    next_layer.clGetEventInfo = event_info;
    next_layer.clGetEventProfilingInfo = times;
    next_layer.clCreateCommandQueue = create_queue;
    next_layer.clGetCommandQueueInfo = queue_info;
    next_layer.clSetCommandQueueProperty = set_property;
    next_layer.clGetDeviceInfo = device_info;
    below = next_layer;
    commands_interpose(&below);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pthread_t thread;
        test_about = cases[i].taken_in;
        taken_in = cases[i].taken_in;
        taken = returned = asked = false;
        take("begin");
        if (pthread_create(&thread, NULL, run, (void *)(uintptr_t)&cases[i].call))
            TEST_STOP("no thread");
        while (!taken && !returned) pause_for(1);
        CHECK(taken);
        pause_for(20);
        CHECK(!returned);
        if (!strcmp(cases[i].taken_in, "begin")) CHECK(!asked);
        if (taken) recorder_release_lock();
        pthread_join(thread, NULL);
    }
    test_chunks();
    unlink(path);
    return test_end();
}
