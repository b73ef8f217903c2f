/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface to the operating system. files.h is for files; process.h and child_system.h in
 * probe/ are for processes that use OpenCL. Texts are UTF-8 unless the system allows any bytes. The
 * caller frees returned texts.
 */
#ifndef CLRELAY_TOOLS_BASE_SYSTEM_H
#define CLRELAY_TOOLS_BASE_SYSTEM_H

#include "text.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- the program ---- */

/* Call this first. Returns NULL, or why this program cannot run here. */
const char *system_begin(void);

/* Whether a path exists. */
bool system_exists(const char *path);

/* Whether a path is a pipe or a device: opening one may block until the other end opens. */
bool system_is_stream(const char *path);

/* A monotonic clock. */
double system_milliseconds(void);

/* Lets this many milliseconds pass, or fewer if a signal comes. */
void system_sleep(unsigned milliseconds);

/* ---- other programs ---- */

/* An environment variable to set. A NULL name ends a list. */
struct variable {
    const char *name, *value;
};

/* The name of the signal or exception that ended a process. The text belongs to the system, and is
 * valid until the next call of one of these three functions. */
const char *system_crash_name(int code);

/* The description of that signal or exception. */
const char *system_crash_text(int code);

/* The text of an error number. */
const char *system_error_text(int code);

/* ---- terminals ---- */

struct system_terminal {
    bool out, err; /* whether standard output and standard error are terminals */
    bool obeys;    /* terminals understand ANSI escape sequences */
    long width;    /* columns of standard output; 0: none */
};

/* Prepares the terminals for output, and describes them. */
struct system_terminal system_terminal_start(void);

/* How many columns a character beyond ASCII takes. 0: the character must be escaped. */
int system_columns(unsigned long code);

/* ---- libraries ---- */

/* Finds a function of a library, or returns NULL. */
void *system_function(void *library, const char *name);

/* The file that contains a function, or NULL. */
char *system_file_of(const void *address);

/* A path with links resolved, or NULL. */
char *system_real_path(const char *path);

/* Opens a library with all its dependencies, and binds all symbols at once. Returns NULL on
 * failure; *message becomes the system's message. */
void *system_bind(const char *path, char **message);

#endif
