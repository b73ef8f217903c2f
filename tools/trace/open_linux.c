/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A server for one file. The page's security policy lets it read only from this port of this
 * machine. Other pages and other users of the machine can send requests, too, so a request needs
 * the page's origin, a host header that names this machine, and a secret number in the path.
 */
#define _GNU_SOURCE /* accept4 */
#include "open.h"

#include "../calls/clock.h"
#include "../calls/socket.h"
#include "../base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE "https://ui.perfetto.dev"
#define HOST "127.0.0.1:9001"
enum { PORT = 9001 };

enum { CLIENTS = 16, REQUEST_MOST = 8192, SEND_SECONDS = 30 };

/* A connection, and its request so far. */
struct client {
    int socket; /* -1: none */
    size_t length;
    char request[REQUEST_MOST];
};

struct server {
    int listener, file;
    uint64_t size;
    char *path; /* the path that a request must have */
    struct client clients[CLIENTS];
    size_t next; /* the index of the client that the next new one replaces */
    bool answered;
};

/* ---- requests ---- */

/* Whether there is a header with this value. */
static bool has_header(const char *request, const char *name, const char *value)
{
    const size_t length = strlen(name), value_length = strlen(value);
    const char *line = request;
    while ((line = strstr(line, "\r\n"))) {
        line += 2;
        if (strncasecmp(line, name, length) != 0 || line[length] != ':') continue;
        line += length + 1;
        line += strspn(line, " \t");
        return strncmp(line, value, value_length) == 0 &&
               strspn(line + value_length, " \t") == strcspn(line + value_length, "\r");
    }
    return false;
}

/* Whether a request starts with this method and the file's path. */
static bool asks(const struct server *server, const char *request, const char *method)
{
    char *line = text_format("%s %s HTTP/1.1\r\n", method, server->path);
    const bool is_asked = strncmp(request, line, strlen(line)) == 0;
    free(line);
    return is_asked;
}

/* ---- answers ---- */

static bool send_text(int to, char *text)
{
    const bool well = socket_send(to, text, strlen(text));
    free(text);
    return well;
}

static bool send_file(const struct server *server, int to)
{
    static char part[1 << 16];
    uint64_t at = 0;
    while (at < server->size) {
        const ssize_t got = pread(server->file, part, sizeof part, (off_t)at);
        if (got <= 0 || !socket_send(to, part, (size_t)got)) return false;
        at += (uint64_t)got;
    }
    return true;
}

#define FOR_THE_PAGE "Access-Control-Allow-Origin: " PAGE "\r\nConnection: close\r\n"

/* Answers a request. Returns whether the page got the file. */
static bool answer(const struct server *server, int to, const char *request)
{
    const char *refusal = "404 Not Found";
    if (!has_header(request, "Host", HOST) || !has_header(request, "Origin", PAGE)) {
        refusal = "403 Forbidden";
    } else if (asks(server, request, "OPTIONS")) {
        send_text(to, text_format("HTTP/1.1 204 No Content\r\n" FOR_THE_PAGE
                                  "Access-Control-Allow-Methods: GET\r\n"
                                  "Access-Control-Allow-Private-Network: true\r\n\r\n"));
        return false;
    } else if (asks(server, request, "GET")) {
        return send_text(to, text_format("HTTP/1.1 200 OK\r\n" FOR_THE_PAGE
                                         "Content-Type: application/octet-stream\r\n"
                                         "Cache-Control: no-store\r\n"
                                         "Content-Length: %" PRIu64 "\r\n\r\n",
                                         server->size)) &&
               send_file(server, to);
    }
    send_text(
        to, text_format("HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", refusal));
    return false;
}

/* ---- connections ---- */

/* Takes a new client. Browsers open connections that they never use, so it replaces the oldest. */
static void take_client(struct server *server)
{
    const struct timeval limit = { SEND_SECONDS, 0 };
    struct client *client = &server->clients[server->next];
    const int fresh = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC);
    if (fresh < 0) return;
    if (client->socket >= 0) close(client->socket);
    server->next = (server->next + 1) % CLIENTS;
    client->socket = fresh;
    client->length = 0;
    setsockopt(fresh, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

/* Reads more of a request, and answers it when it is complete. A request that fills the buffer gets
 * no answer: recv() returns 0 then. */
static void hear(struct server *server, struct client *client)
{
    const size_t space = sizeof client->request - 1 - client->length;
    const ssize_t got = recv(client->socket, client->request + client->length, space, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got > 0) {
        client->length += (size_t)got;
        client->request[client->length] = 0;
        if (!strstr(client->request, "\r\n\r\n")) return;
        server->answered = answer(server, client->socket, client->request);
    }
    close(client->socket);
    client->socket = -1;
}

/* Serves the file. Returns whether the page got it in time. */
static bool serve(struct server *server, double seconds)
{
    const uint64_t begun = clock_nanoseconds();
    while (!server->answered) {
        struct pollfd polls[CLIENTS + 1];
        const double left = seconds - (double)(clock_nanoseconds() - begun) / 1e9;
        if (left <= 0) return false;
        for (size_t i = 0; i < CLIENTS; i++)
            polls[i] = (struct pollfd){ server->clients[i].socket, POLLIN, 0 };
        polls[CLIENTS] = (struct pollfd){ server->listener, POLLIN, 0 };
        if (poll(polls, CLIENTS + 1, (int)(left * 1000) + 1) <= 0) continue;
        for (size_t i = 0; i < CLIENTS && !server->answered; i++)
            if (polls[i].revents) hear(server, &server->clients[i]);
        if (polls[CLIENTS].revents) take_client(server);
    }
    return true;
}

/* ---- the page ---- */

/* Whether to start a browser: browsers refuse root, and without a display, xdg-open may start one
 * in this terminal. */
static bool may_open(void)
{
    return geteuid() != 0 && (getenv("DISPLAY") || getenv("WAYLAND_DISPLAY"));
}

/* Starts the browser in its own process group, because Ctrl-C is not for the browser. */
static void start_browser(const char *url)
{
    char *words[] = { (char *)(uintptr_t) "xdg-open", (char *)(uintptr_t)url, NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t process;
    posix_spawn_file_actions_init(&files);
    for (int stream = 0; stream < 3; stream++)
        posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnp(&process, words[0], &files, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
}

static void open_page(const struct server *server)
{
    char *url = text_format(PAGE "/#!/?url=http://" HOST "%s", server->path);
    fprintf(stderr,
            "The timeline: %s\n"
            "The page gets it from this command, once; Ctrl-C ends that. If the browser asks,\n"
            "allow the page to connect to this device. For a browser on another machine,\n"
            "first: ssh -L 9001:" HOST " THIS-MACHINE\n",
            url);
    if (may_open()) start_browser(url);
    free(url);
}

/* ---- all of it ---- */

/* A path whose name has no characters that are special in URLs. */
static char *make_path(const char *file)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    uint64_t number;
    char *path;
    if (getrandom(&number, sizeof number, 0) != sizeof number) return NULL;
    path = text_format("/%016" PRIx64 "/%s", number, text_file_name(file));
    for (char *at = path + strspn(path + 1, plain) + 2; *at; at++)
        if (!strchr(plain, *at)) *at = '_';
    return path;
}

static bool listen_here(struct server *server)
{
    const struct sockaddr_in address = { .sin_family = AF_INET,
                                         .sin_port = htons(PORT),
                                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    const int enabled = 1;
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    setsockopt(server->listener, SOL_SOCKET, SO_REUSEADDR, &enabled, sizeof enabled);
    return bind(server->listener, (const struct sockaddr *)&address, sizeof address) == 0 &&
           listen(server->listener, CLIENTS) == 0;
}

static char *run(struct server *server, const char *file, double seconds)
{
    struct stat about;
    server->file = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (server->file < 0 || fstat(server->file, &about))
        return text_format("%s can't be read: %s", file, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return text_format("--open needs a regular file: %s is not one", file);
    server->size = (uint64_t)about.st_size;
    server->path = make_path(file);
    if (!server->path || !listen_here(server))
        return text_format("port 9001, from which Perfetto's page reads, can't be used: %s. The "
                           "page opens %s from its menu, too",
                           strerror(errno), file);
    open_page(server);
    if (serve(server, seconds)) return NULL;
    return text_format("no browser has asked for the timeline in %.0f seconds: it is in %s",
                       seconds, file);
}

char *open_timeline(const char *path, double seconds)
{
    struct server *server = require_memory(calloc(1, sizeof *server));
    char *complaint;
    server->listener = server->file = -1;
    for (size_t i = 0; i < CLIENTS; i++) server->clients[i].socket = -1;
    complaint = run(server, path, seconds);
    for (size_t i = 0; i < CLIENTS; i++)
        if (server->clients[i].socket >= 0) close(server->clients[i].socket);
    if (server->listener >= 0) close(server->listener);
    if (server->file >= 0) close(server->file);
    free(server->path);
    free(server);
    return complaint;
}
