/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface to the operating system. Files have files.h, and processes with OpenCL process.h
 * and child_system.h in probe/. Texts are UTF-8, unless the system allows any bytes. The caller
 * frees returned texts.
 */
#ifndef CLRELAY_TOOL_BASE_SYSTEM_H
#define CLRELAY_TOOL_BASE_SYSTEM_H

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

/* ---- other programs ---- */

/* An environment variable to set. In a list, the last one has the name NULL. */
struct variable {
    const char *name, *value;
};

/* Name and description of the signal or exception that has ended a process, and the words for an
 * error number. They do not belong to the caller, and are valid until the next call. */
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

/* How many columns a character beyond ASCII takes. 0: do not show it as it is. */
int system_columns(unsigned long code);

/* ---- libraries ---- */

/* A function of a library, or NULL. */
void *system_function(void *library, const char *name);

/* The file that contains a function, or NULL. */
char *system_file_of(const void *address);

/* A path without links, or NULL. */
char *system_real_path(const char *path);

/* Opens a library with all its dependencies, binding all symbols at once. Returns NULL with the
 * system's message in *message. */
void *system_bind(const char *path, char **message);

#endif
