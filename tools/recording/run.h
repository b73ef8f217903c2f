/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the traced program as if clrelay were not in between. */
#ifndef CLRELAY_TOOLS_RECORDING_RUN_H
#define CLRELAY_TOOLS_RECORDING_RUN_H

#include "../base/system.h" /* struct variable */

/* Exit statuses, as in env(1) and timeout(1). */
enum { RUN_FAILED = 125, RUN_NOT_EXECUTABLE, RUN_NOT_FOUND };

struct run_program {
    unsigned long id; /* of the process */
    int status;       /* the exit status, in the system's form */
};

/* Starts a program with additional environment variables, in the same terminal and process group.
 * From now on, signals to this process go to the program. Returns NULL, or a complaint for the
 * caller to free; then *status is the exit status for this process. */
char *run_start(struct run_program *program, char **words, const struct variable *variables,
                int *status);

enum run_event { RUN_ENDED, RUN_SWITCH, RUN_TIME };

/* Waits until the program ends, the user switches recording on or off, or this many seconds
 * pass. */
enum run_event run_wait(struct run_program *program, double seconds);

/* Stops forwarding signals. Call it when the program has ended. */
void run_end(struct run_program *program);

/* The signal or exception that ended the program; 0: none. system_crash_name() names it. */
int run_crash(const struct run_program *program);

/* Ends this process as the program ended: returns its exit status, or dies of the same signal. */
int run_exit_status(const struct run_program *program);

#endif
