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

/* The address that the current function returns to. */
#ifdef _MSC_VER
#include <intrin.h>
#define RETURN_ADDRESS() _ReturnAddress()
#else
#define RETURN_ADDRESS() __builtin_return_address(0)
#endif

/* For small thread-local variables: the dynamic linker reserves space for them, so the layer finds
 * them without a call. */
#if defined(__GNUC__) && !defined(_WIN32)
#define THREAD_LOCAL_NEAR __attribute__((tls_model("initial-exec")))
#else
#define THREAD_LOCAL_NEAR
#endif

/* The value of an environment variable. NULL: it is not set, or the program is privileged: another
 * user may have set the variables of such a program, so loaders ignore them, too. */
HIDDEN const char *system_variable(const char *name);

/* Opens the file of records, and maps its first `size` bytes. The mapping is shared with other
 * processes, and stays. Returns NULL on failure; *error becomes the reason. */
HIDDEN void *system_open_file(const char *path, size_t size, const char **error);

/* Makes the file of records for up to *limit bytes, or as many as a file may have, and maps its
 * first `size` bytes. Returns NULL on failure; *error becomes the reason, or NULL if a file has
 * that name already. */
HIDDEN void *system_make_file(const char *path, size_t size, uint64_t *limit, const char **error);

/* Gives a part of that file space on the disk, and maps the part. Returns NULL if the disk has no
 * space (*no_disk becomes true), or if the part can't be mapped. */
HIDDEN void *system_map_part(uint64_t offset, size_t size, bool *no_disk);
HIDDEN void system_unmap_part(void *part, size_t size);

/* Copies memory, parts of which may not be readable. Returns whether all of it was. */
HIDDEN bool system_copy(void *to, const void *from, size_t size);

/* Writes the addresses that the calling functions return to, the innermost first, to `sites`.
 * Returns their number; 0 if the system does not know them. */
HIDDEN size_t system_backtrace(const void **sites, size_t most);

/* The same as system_backtrace(). Also writes, to `places`, where on the stack each address lies;
 * NULL: not known. */
HIDDEN size_t system_backtrace_places(const void **sites, const void *const **places, size_t most);

/* Finds the module that an address belongs to: its path, and the difference between addresses in
 * memory and in the module's file. Returns false if there is none. */
HIDDEN bool system_module(const void *address, uint64_t *difference, char *path, size_t size);

/* The number of modules that the process has unloaded; 0 if the system does not count them. */
HIDDEN uint64_t system_unloaded(void);

/* The address and size of the code of the library that an address belongs to. The size is 0 if the
 * address belongs to no library, or to the program itself. */
HIDDEN uintptr_t system_library(const void *address, size_t *size);

/* Makes `watcher` learn of memory that the program frees. Returns false if libclrelay_frees is not
 * preloaded. */
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

/* Takes a lock. Owners hold it for a few hundred instructions at most, so a thread that waits
 * longer lets the owner run. */
static inline void system_take(atomic_flag *lock)
{
    for (unsigned tries = 0; atomic_flag_test_and_set_explicit(lock, memory_order_acquire); tries++)
        if (tries >= 100) system_yield();
}

/* Makes fork() call `before`, then `parent` in this process and `child` in the new one. The first
 * two may be NULL. */
HIDDEN void system_at_fork(void (*before)(void), void (*parent)(void), void (*child)(void));

/* Makes each thread that has called system_note_thread() call `ended` when it ends. */
HIDDEN void system_at_thread_end(void (*ended)(void));
HIDDEN void system_note_thread(void);

#endif
