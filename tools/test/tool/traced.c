/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program for the tests of clrelay trace. Its first argument says what it does. "Calls" means that
 * it calls clGetPlatformInfo N times.
 *
 *   none CODE       calls nothing, and exits with this code
 *   calls N CODE    calls, and exits with this code
 *   _exit N         calls, and ends with _exit(0)
 *   kill N          calls, and kills itself with SIGKILL
 *   crash N         calls, and then calls a driver's function that crashes
 *   others N        like crash, while TRACED_HANGS other threads are in clFinish
 *   own N           calls, and kills itself with SIGSEGV
 *   called N        the same after a callback has returned
 *   abort N         calls, and then calls abort() in a callback
 *   context N       calls, and creates a context with a callback; exits with 1 unless the callback
 *                   gets its data
 *   fork N          calls, and so does a child process
 *   exec N          calls, and replaces itself by a program that calls
 *   threads N       16 threads call
 *   forks N         16 threads call while they fork child processes, which also call
 *   work N          runs the kernels `first` and `second` N times each
 *   launch N CODE   enqueues a kernel N times, and then waits; unless CODE is 0, so does a child
 *                   process
 *   write N CODE    writes a buffer N times: the same bytes if CODE is 0, other ones if not
 *   builds          builds, compiles and links with callbacks and without
 *   wait N          calls, prints "ready", and prints each signal that it gets; SIGQUIT ends it with
 *                   code 3
 *   steps           calls 10 times for each line that it reads, and then prints "done"
 *   slow N          calls, and waits a hundredth of a second before each call
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 16, FORKS = 20 };

static long calls;

static cl_platform_id platform(void)
{
    cl_platform_id id = NULL;
    if (clGetPlatformIDs(1, &id, NULL)) exit(90);
    return id;
}

static void call(void)
{
    cl_platform_id id = platform();
    char name[100];
    for (long i = 0; i < calls; i++)
        if (clGetPlatformInfo(id, CL_PLATFORM_NAME, sizeof name, name, NULL)) exit(91);
}

static cl_device_id device(void)
{
    cl_device_id id = NULL;
    if (clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &id, NULL)) exit(92);
    return id;
}

static void crash(void)
{
    char profile[100];
    clGetDeviceInfo(device(), CL_DEVICE_PROFILE, sizeof profile, profile, NULL);
}

static void *in_finish(void *queue)
{
    clFinish(queue);
    return queue;
}

static void crash_during_others(void)
{
    const cl_device_id id = device();
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, id, 0, NULL);
    pthread_t thread;
    for (int i = 0; i < atoi(getenv("TRACED_HANGS")); i++)
        if (pthread_create(&thread, NULL, in_finish, queue)) exit(84);
    crash();
}

static void CL_CALLBACK aborts(const char *text, const void *info, size_t size, void *data)
{
    abort();
}

static void CL_CALLBACK notes(const char *text, const void *info, size_t size, void *data)
{
    if (data) ++*(int *)data;
}

static int create_noting(void)
{
    cl_device_id id = device();
    int times = 0;
    call();
    clReleaseContext(clCreateContext(NULL, 1, &id, notes, &times, NULL));
    return times != 1;
}

static void create_aborting(void)
{
    cl_device_id id = device();
    clCreateContext(NULL, 1, &id, aborts, NULL, NULL);
}

/* ---- processes and threads ---- */

static int end_of(pid_t child)
{
    int status;
    if (waitpid(child, &status, 0) != child) exit(93);
    return status;
}

static int do_fork(void)
{
    pid_t child;
    call();
    child = fork();
    if (child == 0) {
        call();
        exit(0);
    }
    return end_of(child) ? 94 : 0;
}

static void *call_in_thread(void *data)
{
    call();
    return data;
}

static int do_threads(int forks)
{
    pthread_t threads[THREADS];
    int result = 0;
    platform();
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, call_in_thread, NULL)) exit(95);
    for (int i = 0; i < forks; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(60);
            call();
            _exit(0);
        }
        if (end_of(child)) result = 96;
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    return result;
}

/* ---- work ---- */

static void run(cl_command_queue queue, cl_kernel kernel, cl_mem mem)
{
    const size_t size = 64;
    cl_event event;
    cl_uint references = 0;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &mem);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, &event);
    clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, NULL);
    if (references != 1) exit(97);
    clReleaseEvent(event);
}

static int work(void)
{
    static const char *source = "kernel void first(global int *x) {}\n";
    cl_device_id id = device();
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, id, 0, NULL);
    cl_mem mem = clCreateBuffer(context, 0, 4096, NULL, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    cl_kernel first, second;
    clBuildProgram(program, 1, &id, "-DANSWER=42", NULL, NULL);
    first = clCreateKernel(program, "first", NULL);
    second = clCreateKernel(program, "second", NULL);
    for (long i = 0; i < calls; i++) {
        run(queue, first, mem);
        run(queue, second, mem);
    }
    clFinish(queue);
    clReleaseKernel(first);
    clReleaseKernel(second);
    clReleaseProgram(program);
    clReleaseMemObject(mem);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    puts("worked");
    return 0;
}

static int launch(int forks)
{
    const size_t size = 64;
    cl_device_id id = device();
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, id, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "first", NULL);
    pid_t child;
    for (long i = 0; i < calls; i++)
        if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL)) exit(98);
    child = forks ? fork() : -1;
    clFinish(queue);
    if (child == 0) _exit(0);
    if (child > 0 && end_of(child)) exit(99);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}

static int write_buffer(int code)
{
    static unsigned char data[77];
    cl_device_id id = device();
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, id, 0, NULL);
    cl_mem mem = clCreateBuffer(context, 0, sizeof data, NULL, NULL);
    for (long i = 0; i < calls; i++) {
        if (code) data[i % (long)sizeof data] ^= 0x80;
        if (clEnqueueWriteBuffer(queue, mem, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL))
            return 99;
    }
    clReleaseMemObject(mem);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}

/* ---- builds ---- */

static sem_t built;

static void CL_CALLBACK program_built(cl_program program, void *data)
{
    sem_post(&built);
}

static cl_program with_source(cl_context context, const char *source)
{
    return clCreateProgramWithSource(context, 1, &source, NULL, NULL);
}

/* Each kind of build: with a callback, which comes later, and without. */
static int builds(void)
{
    cl_device_id id = device();
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_program built_twice = with_source(context, "kernel void a(void) {}\n");
    cl_program parts[] = { with_source(context, "#include \"part.h\"\n"),
                           with_source(context, "int part(void) { return 1; }\n") };
    cl_program header = with_source(context, "int part(void);\n"), linked[2];
    const char *name = "part.h";
    cl_int status;
    sem_init(&built, 0, 0);
    if (clBuildProgram(built_twice, 1, &id, "-DLATER", program_built, NULL)) exit(81);
    sem_wait(&built);
    if (clBuildProgram(built_twice, 1, &id, "-DLATER -DFAILS", program_built, NULL)) exit(82);
    sem_wait(&built);
    if (clBuildProgram(built_twice, 1, &id, "-DREFUSED", NULL, NULL) != CL_INVALID_OPERATION)
        exit(86);
    if (clCompileProgram(parts[0], 1, &id, "-DUSES=1", 1, &header, &name, program_built, NULL))
        exit(83);
    sem_wait(&built);
    if (clCompileProgram(parts[1], 1, &id, NULL, 0, NULL, NULL, NULL, NULL)) exit(84);
    linked[0] = clLinkProgram(context, 1, &id, "-later", 2, parts, program_built, NULL, NULL);
    sem_wait(&built);
    linked[1] = clLinkProgram(context, 1, &id, "-FAILS", 2, parts, NULL, NULL, &status);
    if (status != CL_LINK_PROGRAM_FAILURE) exit(85);
    for (int i = 0; i < 2; i++) clReleaseProgram(linked[i]), clReleaseProgram(parts[i]);
    clReleaseProgram(header);
    clReleaseProgram(built_twice);
    clReleaseContext(context);
    return 0;
}

/* ---- waiting ---- */

static volatile sig_atomic_t ended;

static void got(int number)
{
    char text[] = "got 00\n";
    text[4] = (char)('0' + number / 10);
    text[5] = (char)('0' + number % 10);
    (void)!write(STDOUT_FILENO, text, sizeof text - 1);
    if (number == SIGQUIT) ended = 1; /* one handler may interrupt another */
}

static int wait_for_signals(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 };
    sigset_t all, none;
    call();
    alarm(100); /* if nobody sends anything */
    sigfillset(&all);
    sigemptyset(&none);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], got);
    puts("ready");
    fflush(stdout);
    while (!ended) sigsuspend(&none);
    return 3;
}

static int steps(void)
{
    char line[100];
    calls = 10;
    while (fgets(line, sizeof line, stdin)) {
        call();
        puts("done");
        fflush(stdout);
    }
    return 0;
}

static int slow(void)
{
    const struct timespec pause = { 0, 10000000 };
    long count = calls;
    calls = 1;
    for (long i = 0; i < count; i++) {
        nanosleep(&pause, NULL);
        call();
    }
    return 0;
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    int code = count > 3 ? atoi(words[3]) : 0;
    calls = count > 2 ? atol(words[2]) : 0;
    if (!strcmp(what, "none")) return (int)calls;
    if (!strcmp(what, "context")) return create_noting();
    if (!strcmp(what, "fork")) return do_fork();
    if (!strcmp(what, "threads")) return do_threads(0);
    if (!strcmp(what, "forks")) return do_threads(FORKS);
    if (!strcmp(what, "work")) return work();
    if (!strcmp(what, "launch")) return launch(code);
    if (!strcmp(what, "write")) return write_buffer(code);
    if (!strcmp(what, "builds")) return builds();
    if (!strcmp(what, "wait")) return wait_for_signals();
    if (!strcmp(what, "steps")) return steps();
    if (!strcmp(what, "slow")) return slow();
    call();
    if (!strcmp(what, "_exit")) _exit(0);
    if (!strcmp(what, "kill")) raise(SIGKILL);
    if (!strcmp(what, "crash")) crash();
    if (!strcmp(what, "others")) crash_during_others();
    if (!strcmp(what, "own")) raise(SIGSEGV);
    if (!strcmp(what, "called")) create_noting(), raise(SIGSEGV);
    if (!strcmp(what, "abort")) create_aborting();
    if (!strcmp(what, "exec")) execl(words[0], words[0], "calls", words[2], NULL);
    return code;
}
