/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stress LAYER: the check layer over a made-up driver, with many objects, threads and processes. It
 * must find the mistakes, and nothing else.
 */
#include "made_up.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the driver: every object is a counter in memory ---- */

struct handle {
    const void *dispatch;
    _Atomic int references;
};

static void *new_object(cl_int *error)
{
    struct handle *object = malloc(sizeof *object);
    if (!object) TEST_STOP("no memory");
    object->references = 1;
    if (error) *error = CL_SUCCESS;
    return object;
}

static cl_int retain(void *object)
{
    atomic_fetch_add(&((struct handle *)object)->references, 1);
    return CL_SUCCESS;
}

static cl_int release(void *object)
{
    if (atomic_fetch_sub(&((struct handle *)object)->references, 1) == 1) free(object);
    return CL_SUCCESS;
}

static struct handle only_platform = { NULL, 1 }, only_device = { NULL, 1 };

static cl_int CL_API_CALL platform_ids(cl_uint room, cl_platform_id *list, cl_uint *count)
{
    return list_object(&only_platform, room, list, count);
}

static cl_int CL_API_CALL device_ids(cl_platform_id of, cl_device_type type, cl_uint room,
                                     cl_device_id *list, cl_uint *count)
{
    return list_object(&only_device, room, list, count);
}

static cl_int CL_API_CALL retain_event(cl_event event)
{
    return retain(event);
}
static cl_int CL_API_CALL release_event(cl_event event)
{
    return release(event);
}
static cl_int CL_API_CALL release_sampler(cl_sampler sampler)
{
    return release(sampler);
}
static cl_int CL_API_CALL release_context(cl_context context)
{
    return release(context);
}

static void *CL_API_CALL allocate(cl_context context, cl_svm_mem_flags flags, size_t size,
                                  cl_uint alignment)
{
    return malloc(size);
}

static void *memory_kept; /* the driver does not free this memory */

static void CL_API_CALL give_back(cl_context context, void *memory)
{
    if (memory != memory_kept) free(memory);
}

static cl_int CL_API_CALL wait_for(cl_uint count, const cl_event *events)
{
    for (cl_uint i = 0; i < count; i++)
        if (!events[i]) return CL_INVALID_EVENT;
    return CL_SUCCESS;
}

static void make_driver(void)
{
    driver.clGetPlatformIDs = platform_ids;
    driver.clGetDeviceIDs = device_ids;
    driver.clReleaseContext = release_context;
    driver.clRetainEvent = retain_event;
    driver.clReleaseEvent = release_event;
    driver.clWaitForEvents = wait_for;
    driver.clReleaseSampler = release_sampler;
    driver.clSVMAlloc = allocate;
    driver.clSVMFree = give_back;
}

/* ---- the tests ---- */

static cl_context context;

/* A million objects exist at the same time, then none. */
static void test_many(void)
{
    enum { MANY = 1000000 };
    cl_sampler *samplers = malloc(MANY * sizeof *samplers);
    if (!samplers) TEST_STOP("no memory");
    for (int i = 0; i < MANY; i++)
        samplers[i] = checked->clCreateSamplerWithProperties(context, NULL, NULL);
    for (int i = 0; i < MANY; i++) checked->clReleaseSampler(samplers[i]);
    count_findings();
    CHECK_INT(records, 0);
    free(samplers);
}

/* Threads make events, pass them on and release them. The same addresses are used again and
 * again. */
static _Atomic(cl_event) handed_on[64];

static void *work(void *seed)
{
    unsigned state = (unsigned)(uintptr_t)seed;
    for (int i = 0; i < 20000; i++) {
        cl_event event = checked->clCreateUserEvent(context, NULL), old;
        state = state * 1103515245 + 12345;
        checked->clRetainEvent(event);
        checked->clWaitForEvents(1, &event);
        checked->clReleaseEvent(event);
        old = atomic_exchange(&handed_on[state >> 16 & 63], event);
        if (old) checked->clReleaseEvent(old);
    }
    return NULL;
}

static void test_threads(void)
{
    pthread_t threads[16];
    for (uintptr_t i = 0; i < 16; i++) pthread_create(&threads[i], NULL, work, (void *)(i + 1));
    for (int i = 0; i < 16; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 64; i++) {
        cl_event left = atomic_exchange(&handed_on[i], NULL);
        if (left) checked->clReleaseEvent(left);
    }
    count_findings();
    CHECK_INT(records, 0);
}

/* Threads retain and release one object. */
static void *retain_and_release(void *event)
{
    for (int i = 0; i < 100000; i++) {
        checked->clRetainEvent(event);
        checked->clReleaseEvent(event);
    }
    return NULL;
}

static void test_references(void)
{
    cl_event event = checked->clCreateUserEvent(context, NULL);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, retain_and_release, event);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    checked->clWaitForEvents(1, &event);
    checked->clReleaseEvent(event);
    count_findings();
    CHECK_INT(records, 0);
}

/* The list is shorter than the program says. Drivers stop at the NULL. */
static void test_short_list(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cl_event event = checked->clCreateUserEvent(context, NULL), *list;
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) TEST_STOP("no memory");
    list = (cl_event *)(void *)(pages + page) - 2;
    list[0] = event;
    checked->clWaitForEvents(INT32_MAX, list);
    count_findings();
    CHECK_INT(found[HANDLE_NULL], 1);
    checked->clReleaseEvent(event);
    munmap(pages, 2 * page);
}

/* A thousand mistakes at one place make few records. The last one has the number. */
static void test_repeated(void)
{
    cl_event event = checked->clCreateUserEvent(context, NULL);
    checked->clRetainEvent(event);
    retain(event); /* so that the driver keeps it in memory */
    checked->clReleaseEvent(event);
    checked->clReleaseEvent(event);
    for (int i = 0; i < 1000; i++) checked->clWaitForEvents(1, &event);
    count_findings();
    CHECK_INT(times[EVENT_FREED], 1000);
    CHECK_INT(records, 4);
    release(event);
}

/* Each of two wrong objects of a call counts. */
static void test_two_objects(void)
{
    cl_event events[2];
    for (unsigned i = 0; i < 2; i++) {
        events[i] = checked->clCreateUserEvent(context, NULL);
        retain(events[i]); /* so that the driver keeps it in memory */
        checked->clReleaseEvent(events[i]);
    }
    for (int i = 0; i < 5000; i++) checked->clWaitForEvents(2, events);
    count_findings();
    CHECK_INT(times[EVENT_FREED], 10000);
    for (unsigned i = 0; i < 2; i++) release(events[i]);
}

/* A child process reports the leaks of its own objects, not of its parent's. */
static void test_fork(void)
{
    cl_sampler kept = checked->clCreateSamplerWithProperties(context, NULL, NULL);
    int status;
    pid_t child;
    count_findings();
    CHECK_INT(times[SAMPLER_LEAKED], 0);
    child = fork();
    if (child == 0) {
        checked->clCreateSamplerWithProperties(context, NULL, NULL);
        deinit();
        _exit(0);
    }
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0);
    count_findings();
    CHECK_INT(times[SAMPLER_LEAKED], 1);
    CHECK_INT(times[CONTEXT_LEAKED], 0);
    checked->clReleaseSampler(kept);
}

static void use_at_one_place(cl_event event)
{
    checked->clWaitForEvents(1, &event);
}

/* A child makes a mistake at a place where its parent has made it. Each process counts its own. */
static void test_fork_counts(void)
{
    cl_event event = checked->clCreateUserEvent(context, NULL);
    unsigned before;
    int status;
    pid_t child;
    retain(event); /* so that the driver keeps it in memory */
    checked->clReleaseEvent(event);
    use_at_one_place(event);
    count_findings();
    before = found[EVENT_FREED];
    child = fork();
    if (child == 0) {
        use_at_one_place(event);
        _exit(0);
    }
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0);
    count_findings();
    CHECK_INT(found[EVENT_FREED], before + 1);
    use_at_one_place(event);
    count_findings();
    CHECK_INT(found[EVENT_FREED], before + 1);
    release(event);
}

/* Threads of the parent hold locks of the layer while it forks. */
static void use_locks(void)
{
    cl_sampler sampler = checked->clCreateSamplerWithProperties(context, NULL, NULL);
    void *memory = checked->clSVMAlloc(context, 0, 64, 0);
    checked->clReleaseSampler(sampler);
    checked->clSVMFree(context, memory);
}

static atomic_bool is_over;

static void *use_locks_until_it_is_over(void *nothing)
{
    while (!is_over) use_locks();
    return nothing;
}

/* The child neither frees nor allocates, because it must not under sanitizers. */
static bool child_is_well(cl_sampler sampler)
{
    enum { LONGEST = 20 }; /* seconds */
    int status;
    const pid_t child = fork();
    if (child == 0) {
        alarm(LONGEST);
        checked->clReleaseSampler(sampler);
        checked->clSVMFree(context, memory_kept);
        _exit(0);
    }
    return waitpid(child, &status, 0) == child && status == 0;
}

static void test_fork_among_threads(void)
{
    enum { THREADS = 2, FORKS = 20 };
    cl_sampler sampler = checked->clCreateSamplerWithProperties(context, NULL, NULL);
    pthread_t threads[THREADS];
    int good = 0;
    retain(sampler); /* so that the driver keeps it in memory */
    memory_kept = checked->clSVMAlloc(context, 0, 64, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, use_locks_until_it_is_over, NULL);
    while (good < FORKS && child_is_well(sampler)) good++;
    is_over = true;
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK_INT(good, FORKS);
    checked->clReleaseSampler(sampler);
    release(sampler);
    checked->clSVMFree(context, memory_kept);
    free(memory_kept);
    memory_kept = NULL;
}

/* With --guard, a dead object in a list keeps the call from the driver, which would accept it. The
 * program gets the error for that object. */
static void test_guard(void)
{
    cl_sampler sampler = checked->clCreateSamplerWithProperties(context, NULL, NULL);
    cl_event list[2] = { checked->clCreateUserEvent(context, NULL), (cl_event)(void *)sampler };
    retain(list[0]); /* so that the driver keeps it in memory */
    checked->clReleaseEvent(list[0]);
    file->options |= RECORD_GUARD;
    CHECK_INT(checked->clWaitForEvents(2, list), CL_INVALID_EVENT);
    file->options &= ~(uint32_t)RECORD_GUARD;
    release(list[0]);
    checked->clReleaseSampler(sampler);
}

int main(int count, char **arguments)
{
    cl_platform_id platform = NULL;
    cl_device_id device = NULL;
    if (count != 2) return 2;
    make_file();
    make_driver();
    load_layer(arguments[1], &driver);
    checked->clGetPlatformIDs(1, &platform, NULL);
    checked->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = checked->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    test_fork_among_threads(); /* while the table of objects is small */
    test_many();
    test_threads();
    test_references();
    test_repeated();
    test_two_objects();
    test_short_list();
    test_guard();
    test_fork();
    test_fork_counts();
    checked->clReleaseContext(context);
    deinit();
    return test_end();
}
