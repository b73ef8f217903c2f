/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* struct ucred */
#include "socket.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { LONGEST_ANSWER = 300 /* seconds */ };

/* Whether the server is this user's: anybody may take a name that the command has left. */
static bool is_own(int connection)
{
    struct ucred other;
    socklen_t size = sizeof other;
    return !getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &other, &size) &&
           other.uid == geteuid();
}

int socket_connect(const char *name)
{
    const struct timeval longest = { LONGEST_ANSWER, 0 };
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const size_t length = name ? strlen(name) : SIZE_MAX;
    int connection = -1;
    if (length < sizeof address.sun_path)
        connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) return -1;
    memcpy(address.sun_path + 1, name, length);
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
    if (!connect(connection, (struct sockaddr *)&address,
                 (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) &&
        is_own(connection))
        return connection;
    close(connection);
    return -1;
}

bool socket_send(int to, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size) {
        const ssize_t part = send(to, at, size, MSG_NOSIGNAL);
        if (part < 0 && errno == EINTR) continue;
        if (part <= 0) return false;
        at += part;
        size -= (size_t)part;
    }
    return true;
}

bool socket_receive(int from, void *bytes, size_t size)
{
    char *at = bytes;
    while (size) {
        const ssize_t part = recv(from, at, size, 0);
        if (part < 0 && errno == EINTR) continue;
        if (part <= 0) return false;
        at += part;
        size -= (size_t)part;
    }
    return true;
}

void socket_disconnect(int connection)
{
    close(connection);
}
