/* SPDX-License-Identifier: Apache-2.0 */
/* The interface to the operating system. The caller owns returned strings, unless the function says
 * otherwise. */
#ifndef CLRELAY_LOADER_BASE_OS_H
#define CLRELAY_LOADER_BASE_OS_H

#include "base/text.h"
#include "base/verdict.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * OS_LIST_SEPARATOR and OS_LIST_SEPARATORS: what separates the elements of a list in an environment
 * variable, and the plural of its name. OS_DEFAULTS_SEPARATOR: the same in the built-in lists of
 * default directories (not a semicolon, which separates CMake's lists). OS_PATH_SEPARATOR: between
 * the parts of a path. OS_LIBRARY_SUFFIX: a part of every library's file name. OS_LOADER_NAME: the
 * name of an OpenCL loader. OS_REVOKE_WRITE: advice on how to keep others from writing to a file.
 */
#ifdef _WIN32
#define OS_LIST_SEPARATOR     ';'
#define OS_LIST_SEPARATORS    "semicolons"
#define OS_DEFAULTS_SEPARATOR '|'
#define OS_PATH_SEPARATOR     '\\'
#define OS_LIBRARY_SUFFIX     ".dll"
#define OS_LOADER_NAME        "OpenCL.dll"
#define OS_REVOKE_WRITE       "remove their write access to %s"
#else
#define OS_LIST_SEPARATOR     ':'
#define OS_LIST_SEPARATORS    "colons"
#define OS_DEFAULTS_SEPARATOR ':'
#define OS_PATH_SEPARATOR     '/'
#define OS_LIBRARY_SUFFIX     ".so"
#define OS_LOADER_NAME        "libOpenCL.so"
#define OS_REVOKE_WRITE       "chmod go-w %s"
#endif

/* The part of a path after its last separator; NULL if there is no separator. */
const char *os_basename(const char *path);

/* Whether the system searches for a library with this name. If not, the name is the path of a
 * file. */
bool os_is_searched_for(const char *name);

/* Whether a path means the same file in whatever directory the program runs. */
bool os_is_absolute(const char *name);

/* ---- process ---- */

/* The number of this process, also right after a fork. */
int os_process_id(void);

/* Whether the program has rights that its caller lacks (setuid, setgid, file capabilities). If so,
 * the loader ignores everything that the caller can set. */
bool os_privileged(void);

/* Whether the caller of a privileged program controls what a path means, because it starts at the
 * current directory. */
bool os_is_caller_controlled(const char *path);

/* The value of an environment variable, or NULL. It does not belong to the caller, and is valid
 * until the environment changes. */
const char *os_environment(const char *name);

/* The system-wide number of this thread. Asks the kernel each time: after a raw fork, a copy in the
 * C library may be stale. */
int os_thread_id(void);

/* Whether a thread of this process runs that has this number (which may be a new thread with an old
 * number). If the system can't say whether the first thread has ended, it counts as running. */
bool os_is_thread_alive(int thread);

/* Sleeps while *word is `value`, until os_wake_all(word). May return early, and does so at least
 * once a second. */
void os_wait(atomic_int *word, int value);
void os_wake_all(atomic_int *word);

/* Runs job(item) for every item, on up to `most` threads, and waits for all. If it can't create a
 * thread, this thread does the work; on Windows, this thread always takes its share. The threads
 * receive no signals. */
void os_parallel_for(void (*job)(void *item), void *const *items, size_t count, size_t most);

/* Until os_restore_cancel(the returned value), other threads can't cancel this one. */
int os_disable_cancel(void);
void os_restore_cancel(int before);

/*
 * os_save_state() saves the state that a library may change and that the loader can restore: the
 * signal mask, floating-point settings, locales, the working directory; on Windows, the thread's
 * own settings only.
 * os_restore_state() restores what belongs to this thread. It restores what belongs to the process
 * only if the process certainly had no other thread when the state was saved, because another
 * thread may have changed it on purpose. Returns whether anything had changed, with a description
 * in `words`. What stays changed is saved again. One thread at a time may call these functions.
 */
void os_save_state(void);
bool os_restore_state(char *words, size_t size);
void os_discard_state(void);

/* A monotonic clock, in microseconds. */
uint64_t os_microseconds(void);

/* Registers a function to be called when the program ends, before this library's destructor. At an
 * unload it is called, too, but after the destructor. (If the system can tell both ends apart, it
 * need not be called at all.) Returns false if that fails. */
bool os_at_exit(void (*handler)(void *));

/* Whether the library can't notice the end of the program, because of the way it was loaded. */
bool os_is_exit_hidden(void);

/* Keeps this library in memory until the program ends, even if somebody closes it. */
void os_pin_loader(void);

/* ---- called by the system; in load/lifecycle.c ---- */

/* Call it when the library has been loaded. `stays` means that nothing can unload it. Prepares to
 * distinguish an unload from the end of the program, which may have begun before the first call. */
void lifecycle_on_load(bool stays);

/*
 * Call it when the library is unloaded or the program ends. After an unload all calls fail:
 * deinitialises and closes the layers, closes the drivers that may be unloaded, and frees all
 * memory. At the end of the program it only deinitialises the layers, because other threads may
 * still call; without layers it does nothing, and calls still reach the drivers.
 */
void lifecycle_on_unload(void);

/* ---- the log file ---- */

/* Opens a file to append to, and creates it if needed. Never follows a link. Returns a number for
 * os_write(), or -1 with the system's error number in *error. */
#define OS_STANDARD_ERROR 2
int os_open_to_append(const char *path, int *error);

void os_close(int file);

/* Writes a text, with one system call if possible. */
void os_write(int file, const char *text, size_t length);

/* ---- files ---- */

/* What a path leads to, and its identity, which is equal for all paths that lead to it. `kind` is
 * VERDICT_ACCEPTED for a regular file, otherwise what is wrong with it as a file: _FILE_MISSING to
 * _FILE_UNREADABLE, which may be anything. All zero: not determined yet. */
struct os_file {
    enum verdict kind;
    int error; /* the system's error number if it is unreadable, else 0 */
    uint64_t device;
    uint64_t number;
};
struct os_file os_stat(const char *path);
/* Never true for a file or directory of number 0, because Windows has no number for it. */
bool os_same_file(const struct os_file *one, const struct os_file *other);

/* The same for a number from os_open_to_append(). It may belong to another file by now. */
struct os_file os_fstat(int file);

/*
 * A directory, and who must own it. If `base` is not 0, the first `base` bytes of the path name a
 * directory. This directory and everything below it must belong to the effective user or to root,
 * and nobody else may have write access. (A group may, if it is the effective group, the file
 * belongs to the user, and the user is not root.) If `base` is 0, anybody may own the files.
 */
struct os_place {
    const char *path;
    size_t base;
    bool users; /* the base must belong to the effective user */
};

/* Whether a verdict means that others may have made a file. The details then name the directory,
 * file or link that is at fault. */
static inline bool os_is_untrusted(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_UNTRUSTED_OWNER:
    case VERDICT_UNTRUSTED_RIGHTS:
    case VERDICT_UNTRUSTED_PROCESS:
    case VERDICT_UNTRUSTED_UNMAPPED:
    case VERDICT_UNTRUSTED_SHARED: return true;
    default: return false;
    }
}

/* Whether this kind of a file is known and has no bytes: a directory, FIFO, socket or device. */
static inline bool os_is_special(enum verdict kind)
{
    switch (kind) {
    case VERDICT_FILE_IS_DIRECTORY:
    case VERDICT_FILE_IS_FIFO:
    case VERDICT_FILE_IS_SOCKET:
    case VERDICT_FILE_IS_DEVICE: return true;
    default: return false;
    }
}

/* Opens a directory: VERDICT_ACCEPTED, and *file identifies it. Close it with os_close_directory().
 * Otherwise *directory is NULL. */
struct os_directory;
enum verdict os_open_directory(const struct os_place *place, struct os_directory **directory,
                               struct os_file *file, struct details *details);
void os_close_directory(struct os_directory *directory);

/* Whether it is certain that nothing exists at a path. Follows no link behind its first `base`
 * bytes. False if the system can't say. */
bool os_is_missing(const char *path, size_t base);

/* Whether a directory has an entry of this name. A dangling link counts. */
bool os_is_in_directory(const struct os_directory *directory, const char *name);

/* If the directory has a base, *real becomes its path without links, for opening relative names;
 * otherwise NULL. The path does not belong to the caller. Refuses if others could replace a
 * directory above the base. */
enum verdict os_directory_path(const struct os_directory *directory, const char **real,
                               struct details *details);

struct os_name {
    char *name;      /* NULL in the last element */
    bool is_regular; /* certainly a regular file and not a link */
};

/* Lists the names in a directory that end with `ending`, sorted bytewise. Free the array with
 * os_free_names(). Returns NULL on failure, with the system's words in *details. */
struct os_name *os_list_directory(struct os_directory *directory, const char *ending,
                                  struct details *details);
void os_free_names(struct os_name *names);

/*
 * Reads the first `capacity` bytes of a regular file, and never blocks on anything else. If `in` is
 * not NULL, the path must be in this directory, and the rules for its base hold for the file, too.
 * Sets *length unless it refuses the file. `is_regular`: the directory says that it is a regular
 * file.
 */
enum verdict os_read_file(const struct os_directory *in, const char *path, bool is_regular,
                          char *buffer, size_t capacity, size_t *length, struct details *details);

/* Reads a whole file in this way. The text is valid until the next call, by any thread. */
enum verdict os_read_text(const struct os_directory *in, const char *path, bool is_regular,
                          struct text *text, struct details *details);

/* The path of a directory among the user's own settings, and in *base what struct os_place needs.
 * Empty if the user has no such place, NULL if there is no memory. */
char *os_user_folder(const char *name, size_t *base);

/* The directory of this library, determined at the first call. NULL if it is unknown, or known only
 * by a path relative to an earlier working directory. Valid until os_forget_loader_folder(). */
const char *os_loader_folder(void);
void os_forget_loader_folder(void);

/* The system's text for an error number. May use `buffer`. */
const char *os_error_text(int error, char *buffer, size_t size);

/* Whether an error lasts until somebody changes files or rights, unlike a lack of memory. */
bool os_is_lasting(int error);

/* Whether an error was noted that need not last: another time more may be there. Only for the
 * loading thread. */
bool os_was_short(void);
void os_note_error(int error);
void os_forget_errors(void);

/* Writes this text as the details, if `error` is not 0, notes the error, and returns the
 * verdict. */
enum verdict os_refuse(struct details *details, enum verdict verdict, int error);

/* ---- libraries ---- */

/* Opens a library. Returns NULL on failure, with the system's message, or NULL, in *message. */
void *os_open_library(const char *name, char **message);
void os_close_library(void *library);

/* Why os_open_library() failed for a library, deduced from its name and the message: one of
 * VERDICT_LIBRARY_*. */
enum verdict os_library_problem(const char *name, const char *message);

/* A function that a library or one of its dependencies exports, or NULL. */
function os_symbol(void *library, const char *name);

/* What a library of this process gets that binds a name globally, or NULL. */
function os_global_symbol(const char *name);

/* A program or library in memory. The strings belong to the system, and stay valid while it is
 * loaded. */
struct os_image {
    uintptr_t low, high;           /* from low up to, but not including, high */
    uintptr_t data_low, data_high; /* a part that is certainly mapped and holds data */
    uintptr_t code_low, code_high; /* a part that holds code; either may have more parts */
    const char *path;              /* as the system found it; empty for the program itself */
    const char *soname;            /* its own name for itself, or empty */
};
static inline bool os_is_within(const struct os_image *image, uintptr_t address)
{
    return address >= image->low && address < image->high;
}
bool os_image_of_library(void *library, struct os_image *image);
bool os_image_at(uintptr_t address, struct os_image *image);

/* The size of the exported symbol at an address, or 0 if there is none or the system can't tell. */
size_t os_symbol_size(const void *address);

/* Determines which addresses lie in the code of a program or library of this link namespace. If a
 * function's address is not the address of its code, all do. Walks all libraries once. */
void os_find_code(const uintptr_t *addresses, size_t count, bool *is_code);

/*
 * Determines which addresses lie in executable memory, whether it belongs to a library, to one in
 * another link namespace, or to code generated at run time. If a function's address is not the
 * address of its code, any readable address counts. Takes no lock if the system can answer without
 * one.
 */
void os_find_executable(const uintptr_t *addresses, size_t count, bool *is_code);

/* How many libraries the system has loaded so far, including those that are gone. */
uint64_t os_count_loads(void);

/* ---- memory ---- */

/* Copies memory that may not exist. Returns the number of bytes that could be read from the
 * start. `near` is the image that probably contains it, or NULL; memory in its data needs no
 * system call. */
size_t os_copy_memory(void *to, const void *from, size_t size, const struct os_image *near);

/* Makes all earlier writes of this thread visible to every thread that sees a later write of this
 * thread, even if the other thread uses plain reads. */
void os_process_barrier(void);

/* Makes memory writable, or read-only again if it fills its pages. It must be aligned to its own
 * size. Returns false if it could not be made writable. */
bool os_protect(void *memory, size_t size, bool writable);

#endif
