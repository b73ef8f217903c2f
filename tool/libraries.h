/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries in this process, and their own functions: what cllayerinfo asks of the system. */
#ifndef CLRELAY_LIBRARIES_H
#define CLRELAY_LIBRARIES_H

/*
 * Has ask() done where nothing that libraries print to standard output gets there, from now to the
 * end of the process. What ask() says by libraries_print() is printed when it has returned. The
 * exit status: that of ask(), or 1, when standard error tells why.
 */
int libraries_run_isolated(int (*ask)(void));
void libraries_print(const char *text);

/* Has visit(path, library) done for each, the last loaded first. `path` is valid during the call.
 * NULL, or what the system says where it does not tell. */
const char *libraries_each(void (*visit)(const char *path, void *library));

/* A function that a library itself exports, not one that it depends on; or NULL. */
void *libraries_find(void *library, const char *name);

#endif
