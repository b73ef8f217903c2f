/* SPDX-License-Identifier: Apache-2.0 */
/* What belongs to the program, and a library that was opened may have changed. */
#define _GNU_SOURCE
#ifndef __LP64__
#define _FILE_OFFSET_BITS 64 /* large files and numbers of files are no error for 32-bit programs */
#endif
#include "../os.h"

#include "checked.h"

#include <errno.h>
#include <fcntl.h>
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
#define NEVER_ANOTHER (__libc_single_threaded != 0)
#endif
#endif
#ifndef NEVER_ANOTHER
#define NEVER_ANOTHER false
#endif

/* Whether there is no other thread: the C library knows that there never was one, and the system how
 * many there are, each a directory, besides the two links of any directory. */
static bool is_alone(void)
{
    struct stat threads;
    if (NEVER_ANOTHER) return true;
    return stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 2 + 1;
}

enum {
    MOST_FILES = 64, /* open files are looked at whose numbers are below this */
    MOST_FREE = 8,   /* as long as no more than these in a row are free */
};

struct file {
    int number;
    uint64_t device, inode;
};

static struct {
    bool alone; /* no other thread was there, so whatever changes is the library's doing */
    sigset_t signals;
    uint64_t arithmetic;
    locale_t thread_locale;
    const char *locale; /* a copy where it can be read; else to be compared only, for it may be gone */
    char folder[PATH_MAX];
    uint64_t variables; /* 0: not looked at */
    struct file files[MOST_FILES]; /* the program's own, which have not changed so far */
    size_t file_count;
} noted;

/* ---- arithmetic: rounding, traps, and how numbers near zero are treated ---- */

#if defined(__x86_64__) || defined(__i386__)

#include "../x87.h"

enum { SSE_FLAGS = 0x3f }; /* what has happened, and no setting; it traps only when raised */

/* Processors of 32 bits may lack SSE. */
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
    SETTINGS = 0xff, /* what traps, whether it is IEEE's arithmetic, rounding */
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

/* The kernel has a setting of its own, without which nothing traps. */
static uint64_t get_arithmetic(void)
{
    unsigned mode = 0;
    if (prctl(PR_GET_FPEXC, &mode) != 0) mode = 0;
    return (uint64_t)mode << 32 | (get_fpscr() & SETTINGS);
}

/* As with the x87, what has been raised while it did not trap is taken back. */
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

/* One register with the settings, and mostly what has happened, too. */
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
#else /* nothing is known of it without another library */
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

/* ---- the others ---- */

static void get_folder(char *folder)
{
    if (!getcwd(folder, PATH_MAX)) *folder = '\0';
}

/* Two that are equal came of the same variables: each is a string of its own somewhere. 0: another
 * thread may just be changing them, so they must not be looked at. */
static uint64_t get_variables(void)
{
    uint64_t sum = 1;
    if (!is_alone()) return 0;
    for (char **at = environ; at && *at; at++) sum = sum * 0x100000001b3 + (uintptr_t)*at;
    return sum;
}

/* Whether the name of the locale can be read: glibc frees it when another thread sets one. Others have
 * it always in the same place, so that nothing can be told by that. */
static bool locale_is_readable(void)
{
#ifdef __GLIBC__
    return noted.alone;
#else
    return true;
#endif
}

static void note_locale(void)
{
    const char *now = setlocale(LC_ALL, NULL);
    noted.locale = locale_is_readable() && now ? strdup(now) : now;
}

static void forget_locale(void)
{
    if (locale_is_readable()) free((char *)(uintptr_t)noted.locale);
    noted.locale = NULL;
}

/* ---- open files ---- */

/* Which file a number stands for; or the system's error number. What the kernel knows of it is enough:
 * fstat() may wait for a server, and poll() asks a device, which may begin to work then. */
static int look_at(int number, struct file *file)
{
#ifdef STATX_INO
    struct statx now;
    if (statx(number, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_INO, &now) != 0) return errno;
    SYSTEM_WROTE(&now, sizeof now);
    file->device = (uint64_t)now.stx_dev_major << 32 | now.stx_dev_minor;
    file->inode = now.stx_ino;
#else
    struct stat now;
    if (fstat(number, &now) != 0) return errno;
    SYSTEM_WROTE(&now, sizeof now);
    file->device = now.st_dev;
    file->inode = now.st_ino;
#endif
    file->number = number;
    return 0;
}

/* The standard streams; and where no other thread opens and closes files, those with the next numbers:
 * the system gives out the lowest that is free, so behind many that are free there are hardly more. */
static void note_files(void)
{
    const int end = noted.alone ? MOST_FILES : STDERR_FILENO + 1;
    int free_numbers = 0;
    noted.file_count = 0;
    for (int i = 0; i < end && free_numbers < MOST_FREE; i++) {
        bool is_open = look_at(i, &noted.files[noted.file_count]) == 0;
        if (is_open) noted.file_count++;
        free_numbers = is_open ? 0 : free_numbers + 1;
    }
}

/* ---- noting and comparing ---- */

void os_note_state(void)
{
    int error = errno;
    noted.alone = is_alone();
    memset(&noted.signals, 0, sizeof noted.signals);
    pthread_sigmask(SIG_SETMASK, NULL, &noted.signals);
    noted.arithmetic = get_arithmetic();
    noted.thread_locale = uselocale((locale_t)0);
    note_locale();
    get_folder(noted.folder);
    noted.variables = get_variables();
    note_files();
    errno = error;
}

void os_forget_state(void)
{
    forget_locale();
}

struct words {
    char *text;
    size_t size, length;
};

static void add(struct words *words, const char *what, bool restored)
{
    int more = snprintf(words->text + words->length, words->size - words->length, "%s%s%s",
                        words->length ? ", " : "", what, restored ? " (put back)" : "");
    words->length += (size_t)more;
    if (words->length >= words->size) words->length = words->size - 1;
}

/* What is this thread's own. */
static void restore_thread(struct words *words)
{
    sigset_t signals;
    memset(&signals, 0, sizeof signals); /* sigemptyset() leaves out what is not used */
    pthread_sigmask(SIG_SETMASK, &noted.signals, &signals);
    if (memcmp(&signals, &noted.signals, sizeof signals) != 0) add(words, "the signal mask", true);
    if (get_arithmetic() != noted.arithmetic) {
        set_arithmetic(noted.arithmetic);
        add(words, "the settings of floating-point arithmetic", true);
    }
    if (uselocale((locale_t)0) != noted.thread_locale) {
        uselocale(noted.thread_locale);
        add(words, "the locale of the thread", true);
    }
}

static bool is_locale(const char *now)
{
    if (!locale_is_readable() || !noted.locale || !now) return now == noted.locale;
    return strcmp(now, noted.locale) == 0;
}

/* What is the process's: in another thread somebody may have changed it on purpose. */
static void restore_process(struct words *words)
{
    char folder[PATH_MAX];
    uint64_t variables = get_variables();
    get_folder(folder);
    if (!is_locale(setlocale(LC_ALL, NULL))) {
        bool restored = noted.alone && noted.locale && setlocale(LC_ALL, noted.locale);
        add(words, "the locale", restored);
        forget_locale();
        note_locale();
    }
    if (strcmp(folder, noted.folder) != 0) {
        bool restored = noted.alone && *noted.folder && chdir(noted.folder) == 0;
        add(words, "the working directory", restored);
        if (!restored) strcpy(noted.folder, folder);
    }
    if (variables && noted.variables && variables != noted.variables)
        add(words, "the environment", false);
    noted.variables = variables;
}

struct numbers {
    unsigned count;
    int first;
};

static void add_files(struct words *words, const char *what, struct numbers files)
{
    char text[100];
    if (files.count == 0) return;
    snprintf(text, sizeof text, "%u open file%s, which it %s (%snumber %d)", files.count,
             files.count == 1 ? "" : "s", what, files.count == 1 ? "" : "the first is ",
             files.first);
    add(words, text, false);
}

static void count_file(struct numbers *files, int number)
{
    if (files->count++ == 0) files->first = number;
}

/* Files that a library opens are its own to close: only those are looked at that were there before,
 * and of each it is told once. Another thread of the program may have put another file in a file's
 * place; it would not close a standard stream. */
static void compare_files(struct words *words)
{
    struct numbers closed = { 0, 0 }, replaced = { 0, 0 };
    bool stream = false;
    size_t kept = 0;
    for (size_t i = 0; i < noted.file_count; i++) {
        struct file was = noted.files[i], now = was;
        bool is_closed = look_at(was.number, &now) == EBADF;
        if (is_closed && was.number <= STDERR_FILENO)
            stream = true;
        else if (is_closed)
            count_file(&closed, was.number);
        else if (noted.alone && (now.device != was.device || now.inode != was.inode))
            count_file(&replaced, was.number);
        else
            noted.files[kept++] = was;
    }
    noted.file_count = kept;
    if (stream) add(words, "a standard stream, which it closed", false);
    add_files(words, "closed", closed);
    add_files(words, "replaced by another", replaced);
}

bool os_restore_state(char *text, size_t size)
{
    struct words words = { text, size, 0 };
    int error = errno;
    *text = '\0';
    restore_thread(&words);
    restore_process(&words);
    compare_files(&words);
    errno = error;
    return words.length > 0;
}
