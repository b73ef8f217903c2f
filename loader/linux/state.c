/* SPDX-License-Identifier: Apache-2.0 */
/* Saves and restores the process state that a library may change while it is loaded. */
#define _GNU_SOURCE
#ifndef __LP64__
#define _FILE_OFFSET_BITS 64 /* 32-bit: allows large inode numbers */
#endif
#include "base/os.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __has_include
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define NEVER_MULTITHREADED (__libc_single_threaded != 0)
#endif
#endif
#ifndef NEVER_MULTITHREADED
#define NEVER_MULTITHREADED false
#endif

/* Whether there is no other thread. The C library knows if there never was one. Otherwise the
 * number of links tells how many there are: each thread is a directory, and any directory has two
 * links besides. */
static bool is_single_threaded(void)
{
    struct stat threads;
    if (NEVER_MULTITHREADED) return true;
    return stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 2 + 1;
}

static struct {
    bool single_threaded; /* there was no other thread, so any change is the library's doing */
    sigset_t signals;
    uint64_t arithmetic;
    locale_t thread_locale;
    const char *locale; /* a copy if it can be read; else only for comparison, as it may be freed */
    char *folder;       /* with room for a second path behind it; NULL: not known */
} saved;

/* ---- floating-point settings: rounding, exceptions, denormals ---- */

#if defined(__x86_64__) || defined(__i386__)

#include "base/x87.h"

enum { SSE_FLAGS = 0x3f }; /* status bits, not settings; they trap only when raised */

/* 32-bit processors may lack SSE. */
static bool has_sse(void)
{
#ifdef __SSE__
    return true;
#else
    return getauxval(AT_HWCAP) >> 25 & 1;
#endif
}

static uint32_t get_sse(void)
{
    uint32_t sse = 0;
    if (has_sse()) __asm__ __volatile__("stmxcsr %0" : "=m"(sse));
    return sse;
}

static uint64_t get_arithmetic(void)
{
    return (uint64_t)x87_get() << 32 | (get_sse() & ~(uint32_t)SSE_FLAGS);
}

static void set_arithmetic(uint64_t to)
{
    uint32_t sse = (uint32_t)to | (get_sse() & SSE_FLAGS);
    x87_set((uint16_t)(to >> 32));
    if (has_sse()) __asm__ __volatile__("ldmxcsr %0" : : "m"(sse));
}

#elif defined(__powerpc__) && !defined(_SOFT_FLOAT) && !defined(__NO_FPRS__)

enum {
    SETTINGS = 0xff, /* masks, the IEEE mode, rounding */
    TRAPS = 0xf8,
};

static uint64_t get_fpscr(void)
{
    double now;
    uint64_t bits;
    __asm__ __volatile__("mffs %0" : "=d"(now));
    memcpy(&bits, &now, sizeof bits);
    return bits;
}

/* The kernel has a setting of its own, and nothing traps without it. */
static uint64_t get_arithmetic(void)
{
    unsigned mode = 0;
    if (prctl(PR_GET_FPEXC, &mode) != 0) mode = 0;
    return (uint64_t)mode << 32 | (get_fpscr() & SETTINGS);
}

/* As with the x87, exceptions that were raised while they were masked are cleared. */
static void set_arithmetic(uint64_t to)
{
    uint64_t bits = to & SETTINGS;
    double fpscr;
    if (!(to & TRAPS)) bits |= get_fpscr() & ~(uint64_t)SETTINGS;
    memcpy(&fpscr, &bits, sizeof fpscr);
    __asm__ __volatile__("mtfsf 255, %0" : : "d"(fpscr));
    prctl(PR_SET_FPEXC, (unsigned long)(to >> 32));
}

#else

/* One register has the settings and, on most processors, the status. */
#if defined(__aarch64__)
#define GET      "mrs %0, fpcr"
#define SET      "msr fpcr, %0"
#define SETTINGS UINT64_MAX
typedef uint64_t control;
#elif defined(__arm__) && defined(__ARM_FP)
#define GET      "vmrs %0, fpscr"
#define SET      "vmsr fpscr, %0"
#define SETTINGS 0x07ffff60u
typedef uint32_t control;
#elif defined(__riscv_flen)
#define GET      "frrm %0"
#define SET      "fsrm %0"
#define SETTINGS 7u
typedef unsigned long control;
#elif defined(__s390__)
#define GET      "efpc %0"
#define SET      "sfpc %0"
#define SETTINGS 0xfc000077u
typedef uint32_t control;
#else /* unknown without another library */
#define GET      ""
#define SET      ""
#define SETTINGS 0u
typedef unsigned long control;
#endif

static uint64_t get_arithmetic(void)
{
    control now = 0;
    __asm__ __volatile__(GET : "+r"(now));
    return now & SETTINGS;
}

static void set_arithmetic(uint64_t to)
{
    control now = 0;
    __asm__ __volatile__(GET : "+r"(now));
    now = (now & ~SETTINGS) | (control)to;
    __asm__ __volatile__(SET : : "r"(now));
}

#endif

/* ---- other state ---- */

static void get_folder(char *folder)
{
    if (!getcwd(folder, PATH_MAX)) *folder = '\0';
}

/* Whether the name of the locale can be read. glibc frees it when another thread sets a locale.
 * Other C libraries always have it in the same place, so the pointer says nothing. */
static bool locale_is_readable(void)
{
#ifdef __GLIBC__
    return saved.single_threaded;
#else
    return true;
#endif
}

static void save_locale(void)
{
    const char *now = setlocale(LC_ALL, NULL);
    saved.locale = locale_is_readable() && now ? strdup(now) : now;
}

static void free_locale(void)
{
    if (locale_is_readable()) free((char *)(uintptr_t)saved.locale);
    saved.locale = NULL;
}

/* ---- saving and restoring ---- */

void os_save_state(void)
{
    int error = errno;
    saved.single_threaded = is_single_threaded();
    memset(&saved.signals, 0, sizeof saved.signals);
    pthread_sigmask(SIG_SETMASK, NULL, &saved.signals);
    saved.arithmetic = get_arithmetic();
    saved.thread_locale = uselocale((locale_t)0);
    save_locale();
    saved.folder = malloc(2 * (size_t)PATH_MAX);
    if (saved.folder) get_folder(saved.folder);
    errno = error;
}

void os_discard_state(void)
{
    /* Symbols that were not found have left an error in this thread, which is not for the program.
     * The first call returns it, the second one frees it. */
    dlerror();
    dlerror();
    free_locale();
    free(saved.folder);
    saved.folder = NULL;
}

struct words {
    char *text;
    size_t size, length;
};

static void add_change(struct words *words, const char *what, bool restored)
{
    int more = snprintf(words->text + words->length, words->size - words->length, "%s%s%s",
                        words->length ? ", " : "", what, restored ? " (restored)" : "");
    words->length += (size_t)more;
    if (words->length >= words->size) words->length = words->size - 1;
}

/* Restores what belongs to this thread. */
static void restore_thread(struct words *words)
{
    sigset_t signals;
    memset(&signals, 0, sizeof signals); /* sigemptyset() leaves unused bits alone */
    pthread_sigmask(SIG_SETMASK, &saved.signals, &signals);
    if (memcmp(&signals, &saved.signals, sizeof signals) != 0)
        add_change(words, "the signal mask", true);
    if (get_arithmetic() != saved.arithmetic) {
        set_arithmetic(saved.arithmetic);
        add_change(words, "the floating-point settings", true);
    }
    if (uselocale((locale_t)0) != saved.thread_locale) {
        uselocale(saved.thread_locale);
        add_change(words, "the thread's locale", true);
    }
}

static bool is_saved_locale(const char *now)
{
    if (!locale_is_readable() || !saved.locale || !now) return now == saved.locale;
    return strcmp(now, saved.locale) == 0;
}

/* Restores what belongs to the process, unless another thread may have changed it on purpose. */
static void restore_process(struct words *words)
{
    char *folder = saved.folder ? saved.folder + strlen(saved.folder) + 1 : NULL;
    if (!is_saved_locale(setlocale(LC_ALL, NULL))) {
        bool restored = saved.single_threaded && saved.locale && setlocale(LC_ALL, saved.locale);
        add_change(words, "the locale", restored);
        free_locale();
        save_locale();
    }
    if (folder) get_folder(folder);
    if (folder && strcmp(folder, saved.folder) != 0) {
        bool restored = saved.single_threaded && *saved.folder && chdir(saved.folder) == 0;
        add_change(words, "the working directory", restored);
        if (!restored) memmove(saved.folder, folder, strlen(folder) + 1);
    }
}

bool os_restore_state(char *text, size_t size)
{
    struct words words = { text, size, 0 };
    int error = errno;
    *text = '\0';
    restore_thread(&words);
    restore_process(&words);
    errno = error;
    return words.length > 0;
}
