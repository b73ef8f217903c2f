/* SPDX-License-Identifier: Apache-2.0 */
/*
 * speed LAYER: habits that cost time, over a made-up driver that takes as long as the test says. Each row is a
 * program of its own: a child, whose time begins with its first habit.
 */
#include "made_up.h"

#include "../../calls/limits.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>

/* ---- the driver ---- */

enum { BUILDS = 1, CONTEXTS = 2, KERNELS = 4, BUFFERS = 8, QUEUES = 16, WAITS = 32 };
static unsigned slow; /* which functions take a millisecond */

/* A process that sleeps is less at the mercy of others than one that computes. */
static void pass(double milliseconds)
{
    const struct timespec time = { 0, (long)(milliseconds * 1e6) };
    nanosleep(&time, NULL);
}

static void take(unsigned what)
{
    if (slow & what) pass(what == WAITS ? 3 : 1);
}

static void *new_thing(cl_int *error)
{
    static intptr_t things[1 << 16];
    static unsigned used;
    if (error) *error = CL_SUCCESS;
    return &things[used++ % (1 << 16)];
}

#define MAKES(name, what, type, ...)                                                               \
    static type CL_API_CALL name(__VA_ARGS__, cl_int *error)                                       \
    {                                                                                              \
        take(what);                                                                                \
        return new_thing(error);                                                                   \
    }
MAKES(make_context, CONTEXTS, cl_context, const cl_context_properties *properties, cl_uint count,
      const cl_device_id *list, context_callback notify, void *data)
MAKES(make_kernel, KERNELS, cl_kernel, cl_program program, const char *name)
MAKES(make_buffer, BUFFERS, cl_mem, cl_context in, cl_mem_flags flags, size_t size, void *from)
MAKES(make_queue, QUEUES, cl_command_queue, cl_context in, cl_device_id on,
      const cl_queue_properties *properties)

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *list,
                                const char *options, program_callback notify, void *data)
{
    take(BUILDS);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    take(WAITS);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL wait_for(cl_uint count, const cl_event *list)
{
    take(WAITS);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t *offset, const size_t *global, const size_t *local,
                                  cl_uint count, const cl_event *list, cl_event *event)
{
    if (event) *event = new_thing(NULL);
    return CL_SUCCESS;
}

static void make_driver(void)
{
    driver.clBuildProgram = build;
    driver.clCreateContext = make_context;
    driver.clCreateKernel = make_kernel;
    driver.clCreateBuffer = make_buffer;
    driver.clCreateCommandQueueWithProperties = make_queue;
    driver.clFinish = finish;
    driver.clWaitForEvents = wait_for;
    driver.clEnqueueNDRangeKernel = enqueue;
}

/* ---- programs ---- */

static intptr_t a_device;
static cl_device_id device = (cl_device_id)(void *)&a_device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;

static cl_program from_source(const char *text)
{
    return checked->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
}

static void launch(cl_command_queue on, cl_kernel what, cl_event *event)
{
    const size_t one = 1;
    checked->clEnqueueNDRangeKernel(on, what, 1, NULL, &one, NULL, 0, NULL, event);
}

static void builds(int often)
{
    for (int i = 0; i <= often; i++) {
        cl_program it = from_source("kernel void same(void) {}");
        checked->clBuildProgram(it, 1, &device, "-w", NULL, NULL);
        checked->clReleaseProgram(it);
    }
}

/* Its source and its options are in other buffers each time. */
static void builds_with_options(int often)
{
    char options[16];
    for (int i = 0; i <= often; i++) {
        snprintf(options, sizeof options, "-DN=%d", i);
        checked->clBuildProgram(from_source("kernel void other(void) {}"), 1, &device, options,
                                NULL, NULL);
    }
}

static void builds_other_sources(int often)
{
    char text[16];
    for (int i = 0; i <= often; i++) {
        snprintf(text, sizeof text, "// %d", i);
        checked->clBuildProgram(from_source(text), 1, &device, "", NULL, NULL);
    }
}

static void builds_binaries(int often)
{
    const unsigned char *binary = (const unsigned char *)"binary";
    const size_t size = 6;
    for (int i = 0; i <= often; i++)
        checked->clBuildProgram(
            checked->clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL, NULL), 1,
            &device, "", NULL, NULL);
}

static void CL_CALLBACK built(cl_program it, void *data)
{
}

static void builds_with_callback(int often)
{
    for (int i = 0; i <= often; i++)
        checked->clBuildProgram(from_source("kernel void same(void) {}"), 1, &device, "-w", built,
                                NULL);
}

static cl_context new_context(void)
{
    return checked->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
}

static void contexts(int often)
{
    for (int i = 0; i <= often; i++) checked->clReleaseContext(new_context());
}

static void contexts_at_once(int often)
{
    cl_context those[64];
    for (int i = 0; i <= often; i++) those[i] = new_context();
    for (int i = 0; i <= often; i++) checked->clReleaseContext(those[i]);
}

static void launch_own_kernel(const char *name, int launches)
{
    cl_kernel own = checked->clCreateKernel(program, name, NULL);
    for (int i = 0; i < launches; i++) launch(queue, own, NULL);
    checked->clReleaseKernel(own);
}

/* The main program has made the first, which is needed. The finding comes with the one after it is certain. */
static void kernels(int often)
{
    for (int i = 0; i < often + 1; i++) launch_own_kernel("one", 1);
}

static void kernels_of_other_functions(int often)
{
    char name[8];
    for (int i = 0; i < often + 2; i++) {
        snprintf(name, sizeof name, "k%d", i % 1000);
        launch_own_kernel(name, 1);
    }
}

static void kernels_for_three(int often)
{
    for (int i = 0; i < often + 2; i++) launch_own_kernel("one", 3);
}

static cl_mem new_buffer(void)
{
    return checked->clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, NULL);
}

static void buffers(int often)
{
    for (int i = 0; i < often + 1; i++) {
        cl_mem one = new_buffer(), two = new_buffer();
        launch(queue, kernel, NULL);
        checked->clReleaseMemObject(one);
        checked->clReleaseMemObject(two);
    }
}

static void buffers_without_launch(int often)
{
    for (int i = 0; i < often + 1; i++) checked->clReleaseMemObject(new_buffer());
}

static void buffers_for_all(int often)
{
    cl_mem those[64];
    for (int i = 0; i < often + 1; i++) those[i] = new_buffer();
    for (int i = 0; i < often + 1; i++) launch(queue, kernel, NULL);
    for (int i = 0; i < often + 1; i++) checked->clReleaseMemObject(those[i]);
}

/* All at once, for one launch. */
static void buffers_for_one(int often)
{
    cl_mem those[64];
    for (int i = 0; i < often + 1; i++) those[i] = new_buffer();
    launch(queue, kernel, NULL);
    for (int i = 0; i < often + 1; i++) checked->clReleaseMemObject(those[i]);
    checked->clReleaseMemObject(new_buffer());
}

static void buffers_for_many(int often)
{
    for (int i = 0; i < often + 1; i++) {
        cl_mem one = new_buffer();
        for (int j = 0; j < 5; j++) launch(queue, kernel, NULL);
        checked->clReleaseMemObject(one);
    }
}

static void queues(int often)
{
    for (int i = 0; i < often + 1; i++) {
        cl_command_queue own =
            checked->clCreateCommandQueueWithProperties(context, device, NULL, NULL);
        launch(own, kernel, NULL);
        checked->clReleaseCommandQueue(own);
    }
}

/* Waits after each of `launches` launches; between the wait and the next launch the host works for so long, and does
 * something else, if it does. */
static void waits(int often, int launches, double works, void (*between)(void))
{
    for (int i = 0; i <= often; i++) {
        for (int j = 0; j < launches; j++) launch(queue, kernel, NULL);
        checked->clFinish(queue);
        pass(works);
        if (between) between();
    }
    checked->clFinish(queue);
}

/* One more, because the finding comes with a wait. */
static void finishes(int often)
{
    waits(often + 1, 1, 0.5, NULL);
}

static void finishes_after_two(int often)
{
    waits(often, 2, 0.5, NULL);
}

/* A wait takes 3 milliseconds (take()). */
static void finishes_and_works(int often)
{
    waits(3 * often, 1, 6, NULL);
}

static void read_buffer(void)
{
    static char to[64];
    checked->clEnqueueReadBuffer(queue, new_buffer(), CL_TRUE, 0, 64, to, 0, NULL, NULL);
}

static void finishes_and_reads(int often)
{
    waits(often, 1, 0.5, read_buffer);
}

static void use_another_queue(void)
{
    static cl_command_queue other;
    if (!other) other = checked->clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    launch(other, kernel, NULL);
}

static void finishes_for_another(int often)
{
    waits(often, 1, 0.5, use_another_queue);
}

static void finishes_with_shared_memory(int often)
{
    checked->clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    waits(often, 1, 0.5, NULL);
}

static void *finish_once(void *unused)
{
    checked->clFinish(queue);
    return unused;
}

static void finishes_in_two_threads(int often)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, finish_once, NULL)) TEST_STOP("no thread");
    pthread_join(thread, NULL);
    waits(often, 1, 0.5, NULL);
}

static void waits_for_events(int often)
{
    for (int i = 0; i <= often + 1; i++) {
        cl_event done;
        launch(queue, kernel, &done);
        checked->clWaitForEvents(1, &done);
        pass(0.5);
    }
}

/* Not for the last launch. */
static void waits_for_first_event(int often)
{
    cl_event first;
    launch(queue, kernel, &first);
    for (int i = 0; i <= often; i++) {
        cl_event done;
        launch(queue, kernel, &done);
        checked->clWaitForEvents(1, &first);
        pass(0.5);
    }
}

/* ---- the tests ---- */

static const struct {
    const char *name;
    enum check_id found; /* 0: nothing */
    void (*run)(int often);
    int often;
    unsigned slow;
    uint32_t options; /* of the layer */
    int works;        /* milliseconds before, for something else */
} rows[] = {
    { "builds", BUILT_AGAIN, builds, OFTEN, BUILDS, 0, 0 },
    { "builds, nearly often", 0, builds, OFTEN - 1, BUILDS, 0, 0 },
    { "builds, cheap", 0, builds, OFTEN, 0, 0, 200 },
    { "builds with options", 0, builds_with_options, OFTEN, BUILDS, 0, 0 },
    { "builds of other sources", 0, builds_other_sources, OFTEN, BUILDS, 0, 0 },
    { "builds of binaries", 0, builds_binaries, OFTEN, BUILDS, 0, 0 },
    { "builds with callback", 0, builds_with_callback, OFTEN, BUILDS, 0, 0 },
    { "builds, level error", 0, builds, OFTEN, BUILDS, LEVEL_ERROR *RECORD_LEAST_LEVEL, 0 },
    { "builds, level portability", 0, builds, OFTEN, BUILDS, LEVEL_PORTABILITY *RECORD_LEAST_LEVEL,
      0 },
    { "builds, level speed", BUILT_AGAIN, builds, OFTEN, BUILDS, LEVEL_SPEED *RECORD_LEAST_LEVEL,
      0 },
    { "builds, objects alone", 0, builds, OFTEN, BUILDS, RECORD_OBJECTS_ONLY, 0 },
    { "builds, with bounds", 0, builds, OFTEN, BUILDS, RECORD_BOUNDS, 0 },
    { "builds, with canaries", 0, builds, OFTEN, BUILDS, RECORD_CANARIES, 0 },
    { "contexts", CONTEXT_MADE_AGAIN, contexts, OFTEN, CONTEXTS, 0, 0 },
    { "contexts, nearly often", 0, contexts, OFTEN - 1, CONTEXTS, 0, 0 },
    { "contexts, cheap", 0, contexts, OFTEN, 0, 0, 200 },
    { "contexts at once", 0, contexts_at_once, OFTEN, CONTEXTS, 0, 0 },
    { "kernels", KERNEL_FOR_EACH_LAUNCH, kernels, OFTEN, KERNELS, 0, 0 },
    { "kernels, nearly often", 0, kernels, OFTEN - 1, KERNELS, 0, 0 },
    { "kernels, cheap", 0, kernels, OFTEN, 0, 0, 200 },
    { "kernels of other functions", 0, kernels_of_other_functions, OFTEN, KERNELS, 0, 0 },
    { "kernels for three launches", 0, kernels_for_three, OFTEN, KERNELS, 0, 0 },
    { "buffers", BUFFER_FOR_EACH_LAUNCH, buffers, OFTEN, BUFFERS, 0, 0 },
    { "buffers, nearly often", 0, buffers, OFTEN - 1, BUFFERS, 0, 0 },
    { "buffers, cheap", 0, buffers, OFTEN, 0, 0, 200 },
    { "buffers without a launch", 0, buffers_without_launch, OFTEN, BUFFERS, 0, 0 },
    { "buffers for all launches", 0, buffers_for_all, OFTEN, BUFFERS, 0, 0 },
    { "buffers for one launch", 0, buffers_for_one, OFTEN, BUFFERS, 0, 0 },
    { "buffers for many launches", 0, buffers_for_many, OFTEN, BUFFERS, 0, 0 },
    { "queues", QUEUE_FOR_EACH_LAUNCH, queues, OFTEN, QUEUES, 0, 0 },
    { "queues, nearly often", 0, queues, OFTEN - 1, QUEUES, 0, 0 },
    { "waits", FINISH_AFTER_EACH_LAUNCH, finishes, 3 * OFTEN_SMALL, WAITS, 0, 0 },
    { "waits, nearly often", 0, finishes, OFTEN_SMALL - 2, WAITS, 0, 0 },
    { "waits, cheap", 0, finishes, OFTEN_SMALL, 0, 0, 200 },
    { "waits after two launches", 0, finishes_after_two, OFTEN_SMALL, WAITS, 0, 0 },
    { "waits, and works for longer", 0, finishes_and_works, OFTEN_SMALL, WAITS, 0, 0 },
    { "waits, and reads", 0, finishes_and_reads, OFTEN_SMALL, WAITS, 0, 0 },
    { "waits for another queue", 0, finishes_for_another, OFTEN_SMALL, WAITS, 0, 0 },
    { "waits with shared memory", 0, finishes_with_shared_memory, OFTEN_SMALL, WAITS, 0, 0 },
    { "waits in two threads", 0, finishes_in_two_threads, OFTEN_SMALL, WAITS, 0, 0 },
    { "waits for events", FINISH_AFTER_EACH_LAUNCH, waits_for_events, 3 * OFTEN_SMALL, WAITS, 0,
      0 },
    { "waits for the first event", 0, waits_for_first_event, OFTEN_SMALL, WAITS, 0, 0 },
};

static bool is_habit(unsigned check_id)
{
    return check_id >= BUILT_AGAIN && check_id <= FINISH_AFTER_EACH_LAUNCH;
}

static void run_row(size_t row)
{
    int status;
    const pid_t child = fork();
    if (!child) {
        checked->clReleaseMemObject(new_buffer()); /* the time begins */
        pass(rows[row].works);
        rows[row].run(rows[row].often);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status) TEST_STOP("the child failed");
    count_findings();
}

enum { TRIES = 3 }; /* another process may have the processor for longer than a wait takes */

static bool is_found(const unsigned *before, enum check_id wanted)
{
    for (unsigned i = 0; i < CHECK_ID_COUNT; i++)
        if (is_habit(i) && found[i] - before[i] != (i == wanted)) return false;
    return true;
}

static void test_row(size_t row)
{
    const enum check_id wanted = rows[row].found;
    unsigned before[CHECK_ID_COUNT], counters, tries = 0;
    file->options = rows[row].options;
    slow = rows[row].slow;
    count_findings();
    do {
        counters = file->counters_taken;
        memcpy(before, found, sizeof before);
        run_row(row);
    } while (++tries < TRIES && !is_found(before, wanted));
    test_about = rows[row].name;
    for (unsigned i = 0; i < CHECK_ID_COUNT; i++)
        if (is_habit(i)) CHECK_INT(found[i] - before[i], i == wanted);
    CHECK_INT(file->counters_taken - counters, wanted != 0);
    test_about = "";
}

/* The values go on. */
static void test_values(void)
{
    const struct record_counter *it = &file->counters[0];
    const uint64_t often = it->values[0], ticks = it->values[1], passed = it->values[3];
    CHECK_INT(often, OFTEN);
    CHECK(ticks > 0);
    CHECK(ticks <= passed);
}

int main(int count, char **arguments)
{
    if (count != 2) return 2;
    make_file();
    make_driver();
    load_layer(arguments[1], &driver);
    context = new_context();
    queue = checked->clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    program = from_source("kernel void one(void) {}");
    checked->clBuildProgram(program, 1, &device, "", NULL, NULL);
    kernel = checked->clCreateKernel(program, "one", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) test_row(i);
    test_values();
    unlink(path);
    return test_end();
}
