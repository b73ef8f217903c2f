/* SPDX-License-Identifier: Apache-2.0 */
/* What the demo asks of the system. */
#ifndef CLRELAY_DEMO_SYSTEM_H
#define CLRELAY_DEMO_SYSTEM_H

#include <stddef.h>

/* Something to be done in a child: what it returns is the child's exit code. */
typedef int (*demo_job)(unsigned first, unsigned second);

/*
 * To be called first: the jobs that there are, and how many bytes of memory the children share with
 * this process. That memory, at first all zeros; NULL: there is none, which has been printed.
 */
void *demo_begin(int argc, char **argv, const demo_job *jobs, size_t size);

/* To be called second: where children begin at main(), does the job of a child and ends it. */
void demo_run_child_job(void);

/* Does a job in a child, in so many seconds at most. What it returned; -1: it did not end by itself,
 * and a line tells why. */
int demo_run_in_child(size_t job, unsigned first, unsigned second, unsigned seconds);

/* Sets an environment variable for the children to come, or takes it away (NULL). */
void demo_set(const char *name, const char *value);

/* The file that a function lies in, or NULL. Valid until the next call. */
const char *demo_file_of(const void *address);

/* Time since some fixed moment. */
double demo_milliseconds(void);

#endif
