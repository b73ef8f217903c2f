/* SPDX-License-Identifier: Apache-2.0 */
/* The connection between the check layer and the command: a local socket without a file. */
#ifndef CLRELAY_TOOLS_CALLS_SOCKET_H
#define CLRELAY_TOOLS_CALLS_SOCKET_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>

/* Connects to the socket of a server of the same user. Returns the connection, or -1 if there is no
 * server. A server that does not answer for minutes counts as missing. */
HIDDEN int socket_connect(const char *name);

/* Sends bytes. Returns whether all of them were sent. */
HIDDEN bool socket_send(int to, const void *bytes, size_t size);

/* Receives bytes. Returns whether all of them came. */
HIDDEN bool socket_receive(int from, void *bytes, size_t size);

HIDDEN void socket_disconnect(int connection);

#endif
