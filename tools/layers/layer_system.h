/* SPDX-License-Identifier: Apache-2.0 */
/* What the layers need of the operating system. */
#ifndef CLRELAY_TOOLS_LAYERS_LAYER_SYSTEM_H
#define CLRELAY_TOOLS_LAYERS_LAYER_SYSTEM_H

#include "base/compiler.h"
#include "frees.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the function that has this returns to. */
#ifdef _MSC_VER
#include <intrin.h>
#define RETURN_ADDRESS() _ReturnAddress()
#else
#define RETURN_ADDRESS() __builtin_return_address(0)
#endif

/* For thread-local variables: the dynamic linker keeps space for small ones, so that no call is
 * needed to find them. */
#if defined(__GNUC__) && !defined(_WIN32)
#define THREAD_LOCAL_NEAR __attribute__((tls_model("initial-exec")))
#else
#define THREAD_LOCAL_NEAR
#endif

/* The value of an environment variable; NULL: it is not set, or the program is privileged. There
 * the loaders ignore variables, too, because another user may have set them. */
HIDDEN const char *system_variable(const char *name);

/* Opens the file for records and maps its first `size` bytes, shared with other processes and never
 * unmapped. Returns NULL, and why in *error, if it can't. */
HIDDEN void *system_open_file(const char *path, size_t size, const char **error);

/* The same for a file that it makes, for records of up to *limit bytes, or as many as a file may
 * have. If there is a file of that name, returns NULL without an error. */
HIDDEN void *system_make_file(const char *path, size_t size, uint64_t *limit, const char **error);

/* Maps a part of that file, after it has space on the disk. Returns NULL if there is none
 * (*no_disk), or if it can't be mapped. */
HIDDEN void *system_map_part(uint64_t offset, size_t size, bool *no_disk);
HIDDEN void system_unmap_part(void *part, size_t size);

/* Copies memory that may not be there. Returns whether all of it was. */
HIDDEN bool system_copy(void *to, const void *from, size_t size);

/* Writes the addresses that the calling functions return to, the innermost first. Returns how many;
 * 0 if the system does not know. */
HIDDEN size_t system_backtrace(const void **sites, size_t most);

/* The same with the places in the stack where the addresses lie; NULL: not known. */
HIDDEN size_t system_backtrace_places(const void **sites, const void *const **places, size_t most);

/* The module that an address belongs to: its path, and the difference between its addresses in
 * memory and in its file. Returns false if there is none. */
HIDDEN bool system_module(const void *address, uint64_t *difference, char *path, size_t size);

/* How many modules the process has unloaded; 0 if the system does not know. */
HIDDEN uint64_t system_unloaded(void);

/* Where the code of the library is that an address belongs to. Returns 0 bytes if there is none, or
 * if it is the program itself. */
HIDDEN uintptr_t system_library(const void *address, size_t *size);

/* Sees to it that `watcher` learns of memory that the program frees. Returns false if
 * libclrelay_frees is not preloaded. */
HIDDEN bool system_watch_frees(frees_watcher watcher);

/* Ends the process as a breakpoint does, for debuggers. */
HIDDEN void system_break(void);

HIDDEN uint32_t system_process(void);
HIDDEN uint32_t system_parent_process(void);
HIDDEN uint64_t system_thread(void);
HIDDEN void system_thread_name(char name[16]);
HIDDEN void system_program_name(char *name, size_t size);

/* Lets another thread run. */
HIDDEN void system_yield(void);

/* Takes a lock that is held for a few hundred instructions at most. A thread that waits longer
 * waits for an owner that does not run, and lets it run. */
static inline void system_take(atomic_flag *lock)
{
    for (unsigned tries = 0; atomic_flag_test_and_set_explicit(lock, memory_order_acquire); tries++)
        if (tries >= 100) system_yield();
}

/* Sees to it that fork() calls these: `before`, then `parent` and `child` in the two processes. The
 * first two may be NULL. */
HIDDEN void system_at_fork(void (*before)(void), void (*parent)(void), void (*child)(void));

/* Sees to it that a thread that has called system_note_thread() calls `ended` when it ends. */
HIDDEN void system_at_thread_end(void (*ended)(void));
HIDDEN void system_note_thread(void);

#endif
