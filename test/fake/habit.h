/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a fake driver or layer does besides its work, to the program that it is loaded into: HABIT
 * is one of those below, HABIT_AT the moment when: the first of its kind, which is while it is loaded.
 */
#ifndef CLRELAY_TEST_HABIT_H
#define CLRELAY_TEST_HABIT_H

#include "fake.h"

#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#include <unwind.h>

/* It ends the program, or keeps it. */
#define CRASHES 1
#define ABORTS  2
#define EXITS   3 /* with code 3 */
#define THROWS  4 /* what a C++ program does that throws and does not catch */
#define HANGS   5
#define ENDS_THREAD 6 /* the one that it is called in */
/* It calls OpenCL. */
#define STARTS_THREAD 10 /* in a thread that it leaves alone */
#define JOINS_THREAD  11 /* in a thread that it waits for */
#define OPENS_LOADER  12 /* through a libOpenCL that it opens itself */
/* It changes the state of the process. */
#define CLOSES_INPUT          20
#define CLOSES_OTHERS         21 /* all but the three standard files */
#define CHANGES_SIGNALS       22
#define CHANGES_ARITHMETIC    23
#define CHANGES_THREAD_LOCALE 24
#define CHANGES_LOCALE        25
#define CHANGES_FOLDER        26
#define CHANGES_VARIABLES     27
#define REPLACES_OTHERS       28 /* by another file */
/* It leaves something that leads back to it, whatever becomes of it. */
#define KEEPS_THREAD   50 /* that never ends */
#define HANDLES_SIGNAL 51 /* SIGUSR1 */
#define MAKES_KEY      52 /* for what is a thread's own, with a function for the thread's end */
#define PUTS_VARIABLE  53 /* memory of its own, into the environment */
#ifndef HABIT
#define HABIT 0
#endif

/* Of drivers: the constructor; when it is asked for platforms, information. Of layers: the constructor,
 * clGetLayerInfo, the init. */
#define AT_CONSTRUCTOR 1
#define AT_LISTING     2
#define AT_INFO        4
#define AT_INIT        8
#ifndef HABIT_AT
#define HABIT_AT AT_CONSTRUCTOR
#endif

#if HABIT
#if HABIT == THROWS
static void throw(void)
{
#ifdef HAS_UNWINDER
    static struct _Unwind_Exception exception;
    memcpy(&exception.exception_class, "CLRLTEST", sizeof exception.exception_class);
    _Unwind_RaiseException(&exception);
#endif
    abort(); /* nobody has caught it */
}
#endif

#if HABIT == STARTS_THREAD || HABIT == JOINS_THREAD || HABIT == OPENS_LOADER
static void call_through(void *library)
{
    typedef int (*list_function)(unsigned, void *, unsigned *);
    typedef int (*info_function)(void *, unsigned, size_t, void *, size_t *);
    list_function list = (list_function)fake_symbol(library, "clGetPlatformIDs");
    info_function info = (info_function)fake_symbol(library, "clGetPlatformInfo");
    char name[100];
    unsigned count = 0;
    if (list) list(0, NULL, &count);
    if (info) info(NULL, 0x0902, sizeof name, name, NULL);
}
#endif

#if HABIT == STARTS_THREAD || HABIT == JOINS_THREAD
static void *call_in_thread(void *nothing)
{
    call_through(RTLD_DEFAULT);
    return nothing;
}

static void start_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, call_in_thread, NULL)) abort();
    if (HABIT == JOINS_THREAD) pthread_join(thread, NULL);
    else pthread_detach(thread);
}
#endif

#if HABIT == OPENS_LOADER
static void open_loader(void)
{
#ifdef _WIN32
    void *library = dlopen("OpenCL.dll", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
    if (!library) abort();
    call_through(library);
    dlclose(library);
}
#endif

#if HABIT == CHANGES_THREAD_LOCALE && defined(_WIN32)
static void change_thread_locale(void)
{
    SetThreadLocale(GetThreadLocale() == 0x407 ? 0x409 : 0x407);
}
#elif HABIT == CHANGES_THREAD_LOCALE
static void change_thread_locale(void)
{
    static locale_t other;
    if (!other) other = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* not the global one, though alike */
    if (!other) abort();
    uselocale(other);
}
#endif

#if HABIT == REPLACES_OTHERS
static void replace_others(void)
{
    int other = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    for (int file = STDERR_FILENO + 1; file < 256; file++)
        if (file != other && fcntl(file, F_GETFD) >= 0) dup2(other, file);
    close(other);
}
#endif

#if HABIT == KEEPS_THREAD
static void *go_on(void *nothing)
{
    for (;;) usleep(500);
    return nothing;
}

static void keep_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, go_on, NULL)) abort();
    pthread_detach(thread);
}
#endif

#if HABIT == HANDLES_SIGNAL
static void handle(int number)
{
    (void)number;
}
#endif

#if HABIT == MAKES_KEY
static void at_end_of_thread(void *nothing)
{
    (void)nothing;
}

static void make_key(void)
{
    static pthread_key_t key;
    if (pthread_key_create(&key, at_end_of_thread) || pthread_setspecific(key, &key)) abort();
}
#endif

static void habit(int at)
{
    static atomic_flag before = ATOMIC_FLAG_INIT;
    if (!(at & (HABIT_AT)) || atomic_flag_test_and_set(&before)) return;
#if HABIT == CRASHES
    raise(SIGSEGV);
#elif HABIT == ABORTS
    abort();
#elif HABIT == EXITS
    exit(3);
#elif HABIT == THROWS
    throw();
#elif HABIT == HANGS && defined(_WIN32)
    for (;;) Sleep(INFINITE);
#elif HABIT == HANGS
    for (;;) pause();
#elif HABIT == ENDS_THREAD
    pthread_exit(NULL);
#elif HABIT == STARTS_THREAD || HABIT == JOINS_THREAD
    start_thread();
#elif HABIT == OPENS_LOADER
    open_loader();
#elif HABIT == CLOSES_INPUT
    close(STDIN_FILENO);
#elif HABIT == CLOSES_OTHERS
    for (int file = STDERR_FILENO + 1; file < 256; file++) close(file);
#elif HABIT == REPLACES_OTHERS
    replace_others();
#elif HABIT == CHANGES_SIGNALS
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
#elif HABIT == CHANGES_ARITHMETIC
    static volatile long double one = 1, zero = 0, none;
    fenv_t trapping;
    feholdexcept(&trapping); /* nothing traps any more */
    none = one / zero;       /* as this would where the program wants it to */
    (void)none;
    fesetround(FE_UPWARD);
#elif HABIT == CHANGES_THREAD_LOCALE
    change_thread_locale();
#elif HABIT == CHANGES_LOCALE
    if (!setlocale(LC_ALL, "C.UTF-8")) abort();
#elif HABIT == CHANGES_FOLDER
    if (chdir("/")) abort();
#elif HABIT == CHANGES_VARIABLES && defined(_WIN32)
    _putenv("FAKE_WAS_HERE=1");
#elif HABIT == CHANGES_VARIABLES
    setenv("FAKE_WAS_HERE", "1", 1);
#elif HABIT == KEEPS_THREAD
    keep_thread();
#elif HABIT == HANDLES_SIGNAL
    signal(SIGUSR1, handle);
#elif HABIT == MAKES_KEY
    make_key();
#elif HABIT == PUTS_VARIABLE
    static char variable[] = "FAKE_WAS_HERE=1";
    putenv(variable);
#endif
}

#else
#define habit(at) ((void)0)
#endif

#endif
