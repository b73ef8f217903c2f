/* SPDX-License-Identifier: Apache-2.0 */
/* The command has no server on Windows, where --bounds is not available. */
#include "socket.h"

int socket_connect(const char *name)
{
    (void)name;
    return -1;
}

bool socket_send(int to, const void *bytes, size_t size)
{
    (void)to;
    (void)bytes;
    (void)size;
    return false;
}

bool socket_receive(int from, void *bytes, size_t size)
{
    (void)from;
    (void)bytes;
    (void)size;
    return false;
}

void socket_disconnect(int connection)
{
    (void)connection;
}
