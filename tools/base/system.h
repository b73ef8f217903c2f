/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface to the operating system. Files are in files.h, processes that use OpenCL in
 * probe/'s process.h and child_system.h. Texts are UTF-8 unless the system allows any bytes. The
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

/* Name and description of the signal or exception that ended a process, and the text of an error
 * number. They belong to the system, and are valid until the next call. */
const char *system_crash_name(int code);
const char *system_crash_text(int code);
const char *system_error_text(int code);

/* ---- terminals ---- */

struct system_terminal {
    bool out, err; /* whether standard output and standard error are terminals */
    bool obeys;    /* terminals understand ANSI escape sequences */
    long width;    /* columns of standard output; 0: none */
};
struct system_terminal system_terminal_start(void);

/* How many columns a character beyond ASCII takes. 0: it must be escaped. */
int system_columns(unsigned long code);

/* ---- libraries ---- */

/* A function of a library, or NULL. */
void *system_function(void *library, const char *name);

/* The file that contains a function, or NULL. */
char *system_file_of(const void *address);

/* A path with links resolved, or NULL. */
char *system_real_path(const char *path);

/* Opens a library with all its dependencies, binding all symbols at once. Returns NULL on failure,
 * with the system's message in *message. */
void *system_bind(const char *path, char **message);

#endif
