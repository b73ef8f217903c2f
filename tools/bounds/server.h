/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rewrites programs for the check layer, which asks from the processes of the checked program. Each
 * question has a process of its own: so questions don't wait for each other, and what goes wrong
 * with one harms nothing else.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_SERVER_H
#define CLRELAY_TOOLS_BOUNDS_SERVER_H

struct server {
    long process;
};

/* Starts it. `name` is the path of the recording, which the layer knows. Returns NULL, or a
 * complaint for the caller to free. */
char *server_start(struct server *server, const char *name);

/* Ends it. It also ends with this process. */
void server_end(const struct server *server);

#endif
