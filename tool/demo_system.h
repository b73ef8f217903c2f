/* SPDX-License-Identifier: Apache-2.0 */
/* What the demo needs from the system. */
#ifndef CLRELAY_DEMO_SYSTEM_H
#define CLRELAY_DEMO_SYSTEM_H

#include <stddef.h>

/* A job for a child. Its result is the child's exit code. */
typedef int (*demo_job)(unsigned first, unsigned second);

/* Call this first, with all jobs, and with the size of the memory that the children share with this
 * process. Returns that memory, initially zero; or NULL, after printing why there is none. */
void *demo_begin(int argc, char **argv, const demo_job *jobs, size_t size);

/* Call this second. If children start at main(), this runs a child's job and exits. */
void demo_run_child_job(void);

/* Runs a job in a child, for at most `seconds`. Returns the job's result, or -1 if the child did
 * not end normally, after printing a line about it. */
int demo_run_in_child(size_t job, unsigned first, unsigned second, unsigned seconds);

/* Sets an environment variable for later children, or unsets it (NULL). */
void demo_set(const char *name, const char *value);

/* The file that contains a function, or NULL. Valid until the next call. */
const char *demo_file_of(const void *address);

/* A monotonic clock. */
double demo_milliseconds(void);

#endif
