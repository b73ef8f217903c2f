/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface to the operating system, except for what has a header of its own: child_system.h
 * (processes), files.h (files), machine.h (other problems of a machine). Texts are UTF-8, unless
 * the system allows any bytes. The caller frees returned texts.
 */
#ifndef CLRELAY_TOOL_SYSTEM_H
#define CLRELAY_TOOL_SYSTEM_H

#include "text.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- the program ---- */

/* The program's main function. Each system calls it from its own. */
int clrelay_main(int count, char **words);

/* Call this first. Returns NULL, or why this program does not work here. */
const char *system_begin(void);

/* Whether this program has rights that those who can set its environment may lack, so that the
 * loader ignores variables. */
bool system_is_privileged(void);

/* Whether a path exists. */
bool system_exists(const char *path);

/* Whether a path is a pipe or a device: opening one may wait for whoever is at its other end. */
bool system_is_stream(const char *path);

/* A monotonic clock. */
double system_milliseconds(void);

/* ---- terminals ---- */

struct system_terminal {
    bool out, err; /* whether standard output and standard error are terminals */
    bool obeys;    /* terminals understand ANSI escape sequences */
    long width;    /* columns of standard output; 0: none */
};
struct system_terminal system_terminal_start(void);

/* How many columns a character beyond ASCII takes. 0: do not show it as it is. */
int system_columns(unsigned long code);

/* ---- libraries, in a process with OpenCL in it (probe.c) ---- */

/* Prepares the process. `words` are what child_run() has added to the words of the question.
 * Returns false if there is no way to answer. */
bool system_probe_begin(char **words);

/* Sends an answer to child_run(). Needs no memory, and works even if a library has closed files. */
void system_answer(const char *text, size_t length);

/* Saves which files this process has had open from the start. */
void system_save_files(void);

/* Which of these files have been closed or replaced since then, in words. NULL: none, or the system
 * has no such files. */
char *system_changed_files(void);

/* Opens the loader's library as programs that are linked to it get it. Returns NULL with the reason
 * in *message. */
void *system_open_loader(const char *path, char **message);
/* Whether that was the one that belongs to this program, because the system has none. */
bool system_loader_is_beside(void);

/* A function of a library, or NULL. */
void *system_function(void *library, const char *name);

/* The file that contains a function, or NULL. */
char *system_file_of(const void *address);

/* A path without links, or NULL. */
char *system_real_path(const char *path);

/* Opens a library with all its dependencies, binding all symbols at once. Returns NULL with the system's
 * message in *message. */
void *system_bind(const char *path, char **message);

#endif
