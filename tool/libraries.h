/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries in this process, and their own functions: what cllayerinfo asks of the system. */
#ifndef CLRELAY_LIBRARIES_H
#define CLRELAY_LIBRARIES_H

/*
 * Has ask() done where nothing that libraries print to standard output gets there, from now to the end of
 * the process. What ask() says by libraries_say() is printed when it has returned. The exit status: that
 * of ask(), or 1, when standard error tells why.
 */
int libraries_apart(int (*ask)(void));
void libraries_say(const char *text);

/* Has look(path, library) done for each, the last loaded first. `path` is valid during the call.
 * NULL, or what the system says where it does not tell. */
const char *libraries_each(void (*look)(const char *path, void *library));

/* A function that a library itself exports, not one that it depends on; or NULL. */
void *libraries_find(void *library, const char *name);

#endif
