/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the traced program as if nothing stood between it and whoever started clrelay. */
#ifndef CLRELAY_TOOL_RECORDING_RUN_H
#define CLRELAY_TOOL_RECORDING_RUN_H

#include "../base/system.h" /* struct variable */

/* Exit statuses, as those of env(1) and timeout(1). */
enum { RUN_FAILED = 125, RUN_NOT_EXECUTABLE, RUN_NOT_FOUND };

struct run_program {
    unsigned long id; /* of its process */
    int status;       /* how it ended, as the system says it */
};

/* Starts a program with further variables, in the same terminal and group of processes. From now
 * on, signals to this process go to the program. Returns NULL, or why it did not start, for the caller
 * to free; then *status is the exit status. */
char *run_start(struct run_program *program, char **words, const struct variable *variables,
                int *status);

/* Waits until the program has ended, or the user has asked to switch the recording on or off, or
 * this many seconds have passed. */
enum run_event { RUN_ENDED, RUN_SWITCH, RUN_TIME };
enum run_event run_wait(struct run_program *program, double seconds);

/* Signals to this process are its own again. Call it when the program has ended. */
void run_end(struct run_program *program);

/* The signal, or exception, that has ended the program; 0: none. base/system.h has names for them. */
int run_crash(const struct run_program *program);

/* Ends this process as the program ended: with its exit status, which is returned, or by the same
 * signal. */
int run_exit_status(const struct run_program *program);

#endif
