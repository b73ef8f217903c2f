/* SPDX-License-Identifier: Apache-2.0 */
/*
 * forward: passing a call on takes no lock and makes no system call. So calls that never return
 * block nobody, not even the end of the program, and a signal handler may make the same call that
 * it has interrupted. The program tests every function of the API, with all kinds of drivers, and
 * with a layer.
 */
#include "calls.h"

#include "drivers.h"
#include "fake/from_rows.h"
#include "first_calls.h"
#include "rounds.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

/* ---- a driver inside this program, whose functions do what a thread wants ---- */

static atomic_uint arrived[SLOT_COUNT], blocked;
static _Thread_local enum { RETURN, INTERRUPT, BLOCK } reaction;

static void arrive(size_t slot)
{
    const int how = (int)reaction;
    atomic_fetch_add(&arrived[slot], 1);
    reaction = RETURN; /* for the calls of a handler */
    if (how == INTERRUPT) raise(SIGUSR1);
    if (how != BLOCK) return;
    atomic_fetch_add(&blocked, 1);
    for (;;) pause();
}

#define CALLED(name)         arrive(SLOT_OF(name))
#define BY_ANY(version, ...) OWN_FUNCTION(__VA_ARGS__)
#define BY_LOADER(...)
#include "api/entry_points.h"

static const struct dispatch own_table = {
#define BY_ANY(version, type, name, ...) .name = name##_own,
#define BY_LOADER(version, type, name, ...)
#include "api/entry_points.h"
};
static struct {
    const struct dispatch *table;
    void *data;
} own_object = { &own_table, NULL };

static void forward_own(const struct call *call)
{
    cl_int errcode;
    call_with(call, &own_object, &own_object, &errcode);
}

/* ---- calls that never return, and handlers that call ---- */

static void *call_and_stay(void *call)
{
    reaction = BLOCK;
    forward_own(call);
    return NULL;
}

static void handler(int number)
{
    int error = errno;
    for (size_t i = 0; i < CALL_COUNT; i++) forward_own(&calls[i]);
    errno = error;
}

static void rest(void)
{
    struct timespec time = { 0, 1000 * 1000 };
    nanosleep(&time, NULL);
}

static void stay_in_all(void)
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 256 * 1024);
    for (size_t i = 0; i < CALL_COUNT; i++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, call_and_stay, (void *)(uintptr_t)&calls[i]))
            TEST_STOP("no thread");
        pthread_detach(thread);
    }
    while (atomic_load(&blocked) < CALL_COUNT) rest();
}

static void check_arrived(unsigned times)
{
    for (size_t i = 0; i < CALL_COUNT; i++) {
        test_about = calls[i].name;
        CHECK_INT(atomic_exchange(&arrived[calls[i].slot], 0), times);
    }
}

static void use_machine(unsigned number)
{
    cl_uint count = 0;
    machine_use(&machines[number], "/dev/null");
    CHECK_INT(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
}

static void round_of_blocking(unsigned number)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_NODEFER;
    sigaction(SIGUSR1, &action, NULL);
    use_machine(number);
    stay_in_all();
    check_arrived(1);
    for (size_t i = 0; i < CALL_COUNT; i++) forward_own(&calls[i]);
    check_arrived(1);
    for (size_t i = 0; i < CALL_COUNT; i++) {
        reaction = INTERRUPT;
        forward_own(&calls[i]);
    }
    check_arrived(1 + CALL_COUNT);
    exit(test_failures ? 1 : 0); /* the exit waits for none of the threads */
}

/* ---- without system calls ---- */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHECKED true /* sanitizers make system calls themselves */
#else
#define CHECKED false
#endif

/* From now on any system call but these ends the process. */
static void leave_system(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof rules / sizeof rules[0], rules };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) ||
        prctl(PR_SET_SECCOMP, (long)SECCOMP_MODE_FILTER, &program, 0L, 0L))
        _exit(TEST_SKIPPED);
}

static void forward_to(const struct fake *fake)
{
    for (size_t i = 0; i < CALL_COUNT; i++) {
        cl_int errcode;
        fake->record(true, 0);
        call_with(&calls[i], fake->platform(0), fake->object(0), &errcode);
        fake->record(false, 0);
        test_about = calls[i].name;
        CHECK_STR(fake->last_call()->function, calls[i].name);
    }
}

static void round_without_system(unsigned number)
{
    const char *more = machines[number].more;
    const struct fake *fakes[] = { drivers_open("a"), drivers_open(more ? more : "b") };
    use_machine(number);
    /* The first round is a rehearsal, because the dynamic linker binds a function at its first
     * call. */
    for (int i = 0; i < 2; i++) forward_to(fakes[i]);
    leave_system();
    for (int i = 0; i < 2; i++) forward_to(fakes[i]);
}

/* Tells whether any other system call really ends the process here. */
static bool system_can_be_left(void)
{
    int status = 0;
    pid_t child = CHECKED ? -1 : fork();
    if (!child) {
        leave_system();
        rest();
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGSYS;
}

int main(void)
{
    unsigned i;
    for (i = 0; i < MACHINES; i++) rounds_run(round_of_blocking, i);
    if (!system_can_be_left()) {
        fprintf(stderr,
                "the system cannot be left here: that calls do without it is not checked\n");
        return test_end();
    }
    for (i = 0; i < MACHINES; i++) rounds_run(round_without_system, i);
    return test_end();
}
