/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's own marks in what `clrelay trace` shows: ranges and instants, among the calls of
 * OpenCL.
 *
 *     clrelay_range_push("frame");
 *     ...
 *     clrelay_range_pop();
 *
 * It links to nothing, and needs neither OpenCL nor clrelay to be installed where the program runs.
 * Unless `clrelay trace` runs the program, a mark is a load and a branch.
 *
 * Any thread may call these functions at any time, even before the first call of OpenCL, but no
 * signal handler. A text is UTF-8 that ends with a NUL; the caller keeps it. At most 1000 bytes of
 * it are shown. NULL is an empty text. On other systems than Linux, and with compilers that do not
 * know GNU C, they do nothing.
 *
 * How it works: `clrelay trace` names its library in the variable CLRELAY_MARKS. The first mark of
 * each source file loads it and keeps the address of clrelay_mark(), or NULL. (A function of an
 * extension of OpenCL could not be asked for without loading all drivers, and not by a library that
 * does not use OpenCL. A variable of the program for the library to fill in must be exported, and a
 * mark before the first call of OpenCL would be lost.)
 */
#ifndef CLRELAY_MARKS_H
#define CLRELAY_MARKS_H

#include <stddef.h>
#include <stdint.h>
#if defined(__linux__) && defined(__GNUC__)
#include <stdlib.h>
#include <sys/auxv.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What clrelay_mark() notes. These numbers never change. */
enum clrelay_mark_kind {
    CLRELAY_PUSH,    /* a range of this thread begins, inside those that have begun */
    CLRELAY_POP,     /* the innermost of them ends; if there is none, nothing happens */
    CLRELAY_INSTANT, /* something happens now */
    CLRELAY_START,   /* a range begins that any thread may end, whatever it overlaps with */
    CLRELAY_END      /* it ends */
};

/*
 * The function that the library exports by the name clrelay_mark.
 *
 * kind   enum clrelay_mark_kind
 * range  with CLRELAY_END, what CLRELAY_START returned; otherwise ignored
 * text   with CLRELAY_POP and CLRELAY_END ignored
 *
 * Returns the number of the range with CLRELAY_START, 0 if it is not recorded; otherwise nothing of
 * use.
 */
typedef uint64_t (*clrelay_mark_fn)(unsigned kind, uint64_t range, const char *text);

#if defined(__linux__) && defined(__GNUC__)
/* Weak, because before glibc 2.34 they are in a library of their own, and a static program has
 * none. */
static void *clrelay_dlopen(const char *, int) __attribute__((weakref("dlopen")));
static void *clrelay_dlsym(void *, const char *) __attribute__((weakref("dlsym")));

static uint64_t clrelay_mark_first(unsigned kind, uint64_t range, const char *text);
static clrelay_mark_fn clrelay_mark_found = clrelay_mark_first;

static inline uint64_t clrelay_mark_(unsigned kind, uint64_t range, const char *text)
{
    const clrelay_mark_fn mark = __atomic_load_n(&clrelay_mark_found, __ATOMIC_ACQUIRE);
    return mark ? mark(kind, range, text) : 0;
}

static uint64_t clrelay_mark_first(unsigned kind, uint64_t range, const char *text)
{
    union {
        void *address;
        clrelay_mark_fn mark;
    } found;
    /* Whoever starts a privileged program has no say in what it loads. */
    const char *named = getauxval(AT_SECURE) ? NULL : getenv("CLRELAY_MARKS");
    void *library = named && clrelay_dlopen && clrelay_dlsym ? clrelay_dlopen(named, 2) : NULL;
    found.address = library ? clrelay_dlsym(library, "clrelay_mark") : NULL; /* 2: RTLD_NOW */
    __atomic_store_n(&clrelay_mark_found, found.mark, __ATOMIC_RELEASE);
    return clrelay_mark_(kind, range, text);
}
#else
static inline uint64_t clrelay_mark_(unsigned kind, uint64_t range, const char *text)
{
    (void)kind, (void)range, (void)text;
    return 0;
}
#endif

/* Begins a range of this thread. Those of a thread nest. */
static inline void clrelay_range_push(const char *text)
{
    clrelay_mark_(CLRELAY_PUSH, 0, text);
}

/* Ends the innermost range that this thread has begun. */
static inline void clrelay_range_pop(void)
{
    clrelay_mark_(CLRELAY_POP, 0, NULL);
}

/* Notes that something happens now. */
static inline void clrelay_instant(const char *text)
{
    clrelay_mark_(CLRELAY_INSTANT, 0, text);
}

/* Begins a range that any thread may end. Returns its number for clrelay_range_end(); 0: it is not
 * recorded. */
static inline uint64_t clrelay_range_start(const char *text)
{
    return clrelay_mark_(CLRELAY_START, 0, text);
}

/* Ends the range with this number, which clrelay_range_start() has returned. */
static inline void clrelay_range_end(uint64_t range)
{
    clrelay_mark_(CLRELAY_END, range, NULL);
}

#ifdef __cplusplus
}
#endif

#endif
