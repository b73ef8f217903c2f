/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All that this program asks of the system, but for what has a header of its own: child_system.h
 * (processes), files.h (files), machine.h (what else may be wrong with a machine). Texts are UTF-8,
 * where the system has any character set; those that are returned belong to the caller.
 */
#ifndef CLRELAY_TOOL_SYSTEM_H
#define CLRELAY_TOOL_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

/*
 * How things are called: the loader's library, what keeps the elements of a list apart, and the
 * parts of a path; a file that is always empty. And words for people: SYSTEM_TEXT(on Linux, on
 * Windows).
 */
#ifdef _WIN32
#define SYSTEM_LIBRARY        "OpenCL.dll"
#define SYSTEM_LIST_SEPARATOR ';'
#define SYSTEM_PATH_SEPARATORS                  "\\/"
#define SYSTEM_NULL_DEVICE                      "NUL"
#define SYSTEM_TEXT(linux_words, windows_words) windows_words
#else
#define SYSTEM_LIBRARY        "libOpenCL.so.1"
#define SYSTEM_LIST_SEPARATOR ':'
#define SYSTEM_PATH_SEPARATORS                  "/"
#define SYSTEM_NULL_DEVICE                      "/dev/null"
#define SYSTEM_TEXT(linux_words, windows_words) linux_words
#endif

/* ---- the program ---- */

/* The system has a way of its own to begin programs; this is called then. */
int clrelay_main(int count, char **words);

/* To be called first. NULL, or why this program does nothing here. */
const char *system_begin(void);

/* Whether this program has rights that those who can set its environment may not have, so that the
 * loader believes no variable. */
bool system_is_privileged(void);

/* Whether there is anything by this path. */
bool system_exists(const char *path);

/* ---- terminals ---- */

struct system_terminal {
    bool out, err; /* standard output, standard error is one */
    bool obeys;    /* they understand ANSI's escape sequences, as far as they are terminals */
    long width;    /* columns of standard output; 0: it has none */
};
struct system_terminal system_terminal_start(void);

/* How many columns a character beyond ASCII takes; 0: it is not to be shown as it is. */
int system_columns(unsigned long code);

/* ---- libraries, in a process with OpenCL in it (probe.c) ---- */

/* Prepares the process: `words` are what child_run() has added to those of the question. False: there
 * is no way to answer. */
bool system_probe_begin(char **words);

/* Writes to child_run(). It takes no memory, and no library that closes files keeps it from that. */
void system_answer(const char *text, size_t length);

/* Notes which files this process has had open from the beginning. */
void system_save_files(void);

/* Which of them have been closed or replaced since then, in words. NULL: none, or the system has no such
 * files. */
char *system_changed_files(void);

/* Opens the loader's library as programs have it that are linked to it. NULL: *message tells why. */
void *system_open_loader(const char *path, char **message);

/* A function of a library, or NULL. */
void *system_function(void *library, const char *name);

/* The file that a function lies in, or NULL. */
char *system_file_of(const void *address);

/* The same without links in the path, or NULL. */
char *system_real_path(const char *path);

/* Opens a library with all that it needs, also what is only looked for when it is used. NULL, or what
 * the system says. */
char *system_bind(const char *path);

#endif
