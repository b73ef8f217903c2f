/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rewrites programs for the check layer in the processes of the checked program. Each question gets
 * a process of its own, so that questions don't wait for each other, and the failure of one harms
 * nothing else.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_SERVER_H
#define CLRELAY_TOOLS_BOUNDS_SERVER_H

struct server {
    long process;
};

/* Starts the server. `name` is the path of the recording, which the layer knows. Returns NULL, or a
 * complaint for the caller to free. */
char *server_start(struct server *server, const char *name);

/* Ends the server, which also ends with this process. */
void server_end(const struct server *server);

#endif
