/* SPDX-License-Identifier: Apache-2.0 */
/* All that the loader asks of the system. Strings that are returned belong to the caller unless
 * the function says otherwise. */
#ifndef CLRELAY_OS_H
#define CLRELAY_OS_H

#include "base/compiler.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How names are written: what stands between the elements of a list in an environment variable, and
 * how people call several of it; what does in the lists of default directories that are built in
 * (CMake's lists have semicolons), and between the parts of a path; what the name of a library has in
 * it; what an OpenCL loader calls itself; how one keeps others from writing to a file.
 */
#ifdef _WIN32
#define OS_LIST_SEPARATOR ';'
#define OS_LIST_SEPARATORS "semicolons"
#define OS_DEFAULTS_SEPARATOR '|'
#define OS_PATH_SEPARATOR '\\'
#define OS_LIBRARY_SUFFIX     ".dll"
#define OS_LOADER_NAME    "OpenCL.dll"
#define OS_REVOKE_WRITE       "take the right to write to %s from them"
#else
#define OS_LIST_SEPARATOR ':'
#define OS_LIST_SEPARATORS "colons"
#define OS_DEFAULTS_SEPARATOR ':'
#define OS_PATH_SEPARATOR '/'
#define OS_LIBRARY_SUFFIX     ".so"
#define OS_LOADER_NAME    "libOpenCL.so"
#define OS_REVOKE_WRITE       "chmod go-w %s"
#endif

/* The part of a path behind its last separator; NULL: it has none. */
const char *os_basename(const char *path);

/* Whether the system searches for a library of this name, instead of opening the file that it is. */
bool os_is_searched_for(const char *name);

/* Whether a name is the same file wherever the program happens to run. */
bool os_is_absolute(const char *name);

/* ---- process ---- */

/* Whether the program runs with rights that its caller does not have (setuid, setgid, file
 * capabilities): then nothing that the caller can set is believed. */
bool os_privileged(void);

/* Whether a path is one of those: it begins in the folder that a privileged program was started in. */
bool os_is_caller_controlled(const char *path);

/* The value of an environment variable, or NULL. Not the caller's, and valid only until the
 * environment changes. */
const char *os_environment(const char *name);

/* The number of this thread, which no other one of the system has. Asked of the kernel each time, because a
 * copy in the C library may be stale after a raw fork. */
int os_thread_id(void);

/* Whether a thread of this process runs, or another one that has got its number since. Where the
 * system does not tell that the first thread has ended, it counts as running. */
bool os_is_thread_alive(int thread);

/* Sleeps while *word is `value`, until os_wake_all(word) or, at least once a second, for no reason. */
void os_wait(atomic_int *word, int value);
void os_wake_all(atomic_int *word);

/*
 * Has job(item) done for each of `count` items, side by side in at most `most` threads, and waits
 * for all. Where threads cannot be had, this one does the work; on Windows it does its share anyway.
 * The threads get no signals.
 */
void os_parallel_for(void (*job)(void *item), void *const *items, size_t count, size_t most);

/* Keeps other threads from ending this one half-way, until os_restore_cancel(what it returned). */
int os_disable_cancel(void);
void os_restore_cancel(int before);

/*
 * os_save_state() notes what the loader can put back after a library: the signal mask, the settings
 * of arithmetic, locales, the working directory; on Windows, only what is this thread's own.
 * os_restore_state() puts back what is this thread's own. It puts back what is the process's only
 * if there was no other thread when it was noted, as far as the C library can tell: another thread
 * may have changed it on purpose. It returns whether anything had changed, writes down what, and
 * notes anew what stays changed. For one thread at a time.
 */
void os_save_state(void);
bool os_restore_state(char *words, size_t size);
void os_discard_state(void);

/* Time since some fixed moment, in microseconds. */
uint64_t os_microseconds(void);

/*
 * Has a function called when the program ends, before this library is taken down. It is called when
 * the library is unloaded as well, but after the library's own end. (Where the system tells the two
 * ends apart it need not be called at all.) False: it could not be arranged.
 */
bool os_at_exit(void (*handler)(void *));

/* Whether this library was loaded in a way that hides the program's end from it. */
bool os_is_exit_hidden(void);

/* Keeps this library in memory until the program ends, whoever closes it. */
void os_pin_loader(void);

/* ---- what the system calls: load/lifecycle.c ---- */

/*
 * For the moment when the library has been loaded; `stays` says that nothing can unload it. Prepares to tell
 * an unload from the program's end, which may have begun by the time of the first call.
 */
void lifecycle_on_load(bool stays);

/*
 * For the moment when the library is taken down. From then on every call fails. If the program goes
 * on without the library: tells the layers, closes them and those drivers that can be unloaded, and
 * frees everything. If the program ends: tells the layers, and no more, because others may still
 * call; and where there are no layers it does nothing, and calls go on to the drivers.
 */
void lifecycle_on_unload(void);

/* ---- the log's file ---- */

/* Opens a file to write at its end, making it if need be; never through a link. A number for
 * os_write(), or -1 with the system's error number in *error. */
#define OS_STANDARD_ERROR 2
int os_open_to_append(const char *path, int *error);

void os_close(int file);

/* Writes, in one piece where the system can. */
void os_write(int file, const char *text, size_t length);

/* ---- files ---- */

enum os_kind {
    OS_MISSING,
    OS_DANGLING_LINK,
    OS_FILE,
    OS_DIRECTORY,
    OS_FIFO,
    OS_SOCKET,
    OS_DEVICE,
    OS_UNREADABLE, /* it may be anything */
    OS_UNTRUSTED,  /* not opened, because others may have made it: struct os_distrust says more */
};

/* Which file a path leads to, whatever the path: two paths to the same file are equal. */
struct os_file {
    enum os_kind kind;
    int error; /* the system's error number where kind is OS_UNREADABLE, else 0 */
    uint64_t device;
    uint64_t number;
};
struct os_file os_stat(const char *path);
/* (A file or folder of number 0 is one that Windows has no number for.) */
bool os_same_file(const struct os_file *one, const struct os_file *other);

/* The same of a number from os_open_to_append(), which may be that of another file by now. */
struct os_file os_fstat(int file);

/*
 * A folder, and whom what lies in it must belong to. `base` is how many bytes of the path name the
 * folder that this begins with: that folder and all below it must belong to the effective user or to
 * root, and nobody else may write to them. (A group may, if it is the effective one, the file is the
 * user's, and the user is not root.) 0: whoever can write there is believed.
 */
struct os_place {
    const char *path;
    size_t base;
    bool users; /* the base must belong to the effective user */
};

/* Why something in such a place is not believed, and the folder, file or link at fault. */
enum os_trust {
    OS_TRUSTED,
    OS_UNTRUSTED_OWNER,  /* it belongs to another user */
    OS_UNTRUSTED_RIGHTS, /* others may write to it, and its owner can change that */
    OS_UNTRUSTED_SHARED, /* it is a folder that others may write to on purpose, like /tmp, or root's */
};
struct os_distrust {
    enum os_trust why;
    char path[1024];
};

/*
 * Opens a folder. NULL: *file tells why not, or *doubt where its kind is OS_UNTRUSTED; else *file
 * tells which folder it is. The caller closes it by os_close_directory().
 */
struct os_directory;
struct os_directory *os_open_directory(const struct os_place *place, struct os_file *file,
                                       struct os_distrust *distrust);
void os_close_directory(struct os_directory *directory);

/* Whether surely nothing is there, found out without following a link; where the system cannot say so,
 * false. */
bool os_is_missing(const char *path);

/* Whether a folder has a name, be it that of a link which leads nowhere. */
bool os_is_in_directory(const struct os_directory *directory, const char *name);

/* Where its place has a base: the folder's path without links, from which names that are relative to it
 * may be opened; NULL: others could exchange a folder above the base, which *doubt names. NULL where the
 * place has none. Not the caller's. */
const char *os_directory_path(const struct os_directory *directory, struct os_distrust *distrust);

struct os_name {
    char *name;   /* NULL: the end */
    bool regular; /* surely a regular file, and no link */
};

/* The names in a folder that end in `ending`, sorted by their bytes: an array that is freed by
 * os_free_names(). NULL on failure, with the system's error number in *error. */
struct os_name *os_list_directory(struct os_directory *directory, const char *ending, int *error);
void os_free_names(struct os_name *names);

/*
 * Reads the first `capacity` bytes of a regular file; never waits for anything else. Where `in` is
 * not NULL the path is that of a name in this folder, and what holds for the folder's place holds
 * for the file. Returns the number of bytes, or -1: then *file tells the kind that it is,
 * OS_UNREADABLE with the error, or OS_UNTRUSTED with *doubt. `surely`: the folder says that it is a
 * regular file.
 */
ptrdiff_t os_read_file(const struct os_directory *in, const char *path, bool surely, char *buffer,
                       size_t capacity, struct os_file *file, struct os_distrust *distrust);

/* Where a folder of this name would be among the user's own settings, for the caller to free, and in
 * *base what struct os_place has; NULL: no memory, or where *has_place is false, the user has no such
 * place. */
char *os_user_folder(const char *name, size_t *base, bool *has_place);

/* The folder that this library lies in, found out at the first call; NULL: it is not known, or only
 * by a path that depended on where the program was. Not the caller's. */
const char *os_loader_folder(void);

/* The system's words for an error number; `buffer` may be used for them. */
const char *os_error_text(int error, char *buffer, size_t size);

/* ---- libraries ---- */

/* Opens a library; on failure NULL and the system's message, or NULL, in *message. */
void *os_open_library(const char *name, char **message);
void os_close_library(void *library);

/* What kind of failure stands behind a message of os_open_library for a library of this name. */
enum os_library_problem {
    OS_LIBRARY_MISSING,
    OS_LIBRARY_UNREADABLE,
    OS_LIBRARY_WRONG_ARCHITECTURE, /* for another kind of processor or system */
    OS_LIBRARY_NOT_A_LIBRARY,      /* not a library at all */
    OS_LIBRARY_REFUSED,            /* anything else: the message tells */
};
enum os_library_problem os_library_problem(const char *name, const char *message);

/* A function that a library, or a library that it depends on, exports; or NULL. */
function os_symbol(void *library, const char *name);

/* What the names of this process mean to a library that binds them globally; or NULL. */
function os_global_symbol(const char *name);

/* A program or library in memory. The strings belong to the system, and stay while it is loaded. */
struct os_image {
    uintptr_t low, high;           /* the addresses from low to before high */
    uintptr_t data_low, data_high; /* those that are certainly there and hold its data */
    uintptr_t code_low, code_high; /* and those that hold code; there may be more of either */
    const char *path;       /* as the system found it; empty for the program itself */
    const char *soname;     /* the name it gives itself, or empty */
};
static inline bool os_is_within(const struct os_image *image, uintptr_t address)
{
    return address >= image->low && address < image->high;
}
bool os_image_of_library(void *library, struct os_image *image);
bool os_image_at(uintptr_t address, struct os_image *image);

/* How many bytes the data has that begins at an address: what the exported symbol that begins there
 * says; 0: there is none, or the system cannot tell. */
size_t os_symbol_size(const void *address);

/* Finds out which of these addresses lie in the code of a program or library of this namespace; all do,
 * where the address of a function is not that of its code. Looks at all libraries once. */
void os_find_code(const uintptr_t *addresses, size_t count, bool *is_code);

/* Finds out which of these addresses lie in memory that may be executed, be it that of a library, of one
 * in another namespace, or code that was made at run time. Where the address of a function is not that of
 * its code, all do that lead to anything. Takes no lock, as far as the system tells it without one. */
void os_find_executable(const uintptr_t *addresses, size_t count, bool *is_code);

/* How many libraries the system has loaded so far, those counted that are gone again. */
uint64_t os_count_loads(void);

/* ---- memory ---- */

/* Copies memory that may not be there: the number of bytes that could be read from its start. `near`
 * is where it probably lies, or NULL: that need not be asked for. */
size_t os_copy_memory(void *to, const void *from, size_t size, const struct os_image *near);

/* What this thread has written so far is known to every thread of the process that sees what this one
 * writes from now on, though the other only reads plainly. */
void os_process_barrier(void);

/* Makes memory that is aligned to its own size writable, or read-only if it fills its pages. False: it
 * could not be made writable. */
bool os_protect(void *memory, size_t size, bool writable);

#endif
