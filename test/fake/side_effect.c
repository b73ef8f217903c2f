/* SPDX-License-Identifier: Apache-2.0 */
#include "side_effect.h"

#include "fake.h"

#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- ends the program, or never returns ---- */

static void crash(void)
{
    raise(SIGSEGV);
}

static void exit_with_3(void)
{
    exit(3);
}

static void hang(void)
{
#ifdef _WIN32
    for (;;) Sleep(INFINITE);
#else
    for (;;) pause();
#endif
}

static void end_thread(void)
{
    pthread_exit(NULL);
}

/* ---- calls OpenCL ---- */

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

static void *call_in_thread(void *nothing)
{
    call_through(RTLD_DEFAULT);
    return nothing;
}

static void start_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, call_in_thread, NULL)) abort();
    pthread_detach(thread);
}

static void join_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, call_in_thread, NULL)) abort();
    pthread_join(thread, NULL);
}

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

/* ---- changes the program's state ---- */

static void close_input(void)
{
    close(STDIN_FILENO);
}

static void close_others(void)
{
    for (int file = STDERR_FILENO + 1; file < 256; file++) close(file);
}

static void change_locale(void)
{
    if (!setlocale(LC_ALL, "C.UTF-8")) abort();
}

static void change_folder(void)
{
    if (chdir("/")) abort();
}

#ifdef _WIN32
static void change_thread_locale(void)
{
    SetThreadLocale(GetThreadLocale() == 0x407 ? 0x409 : 0x407);
}

static void change_variables(void)
{
    _putenv("FAKE_WAS_HERE=1");
}
#else
static void change_thread_locale(void)
{
    static locale_t other;
    if (!other)
        other = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* equal, but not the global locale */
    if (!other) abort();
    uselocale(other);
}

static void change_variables(void)
{
    setenv("FAKE_WAS_HERE", "1", 1);
}

static void change_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}

static void replace_others(void)
{
    int other = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    for (int file = STDERR_FILENO + 1; file < 256; file++)
        if (file != other && fcntl(file, F_GETFD) >= 0) dup2(other, file);
    close(other);
}

/* ---- leaves something that leads back to the library ---- */

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

static void handle(int number)
{
}

static void handle_signal(void)
{
    signal(SIGUSR1, handle);
}

static void at_end_of_thread(void *nothing)
{
}

static void make_key(void)
{
    static pthread_key_t key;
    if (pthread_key_create(&key, at_end_of_thread) || pthread_setspecific(key, &key)) abort();
}

static void put_variable(void)
{
    static char variable[] = "FAKE_WAS_HERE=1";
    putenv(variable);
}
#endif

/* ---- all side effects except those with a file of their own ---- */

static void (*const side_effects[])(void) = {
    [CRASHES] = crash,
    [ABORTS] = abort,
    [EXITS] = exit_with_3,
    [HANGS] = hang,
    [ENDS_THREAD] = end_thread,
    [STARTS_THREAD] = start_thread,
    [JOINS_THREAD] = join_thread,
    [OPENS_LOADER] = open_loader,
    [CLOSES_INPUT] = close_input,
    [CLOSES_OTHERS] = close_others,
    [CHANGES_THREAD_LOCALE] = change_thread_locale,
    [CHANGES_LOCALE] = change_locale,
    [CHANGES_FOLDER] = change_folder,
    [CHANGES_VARIABLES] = change_variables,
#ifndef _WIN32 /* on Windows zoo.txt has no row with these POSIX ones */
    [CHANGES_SIGNALS] = change_signals,
    [REPLACES_OTHERS] = replace_others,
    [KEEPS_THREAD] = keep_thread,
    [HANDLES_SIGNAL] = handle_signal,
    [MAKES_KEY] = make_key,
    [PUTS_VARIABLE] = put_variable,
#endif
};

void side_effect(int which)
{
    side_effects[which]();
}
