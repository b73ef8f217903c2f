/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* accept4, struct ucred */
#include "server.h"

#include "../calls/bounds_protocol.h"
#include "../calls/socket.h"
#include "../base/text.h"
#include "cache.h"
#include "clang.h"
#include "bounded_source.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* The state of a server. */
struct serving {
    const char *clang;
    struct cache *cache;
};

/* ---- messages ---- */

/* The text of a message, with a NUL behind it, or NULL. The caller frees it. */
static char *receive(int from, struct bounds_head *head)
{
    char *text;
    if (!socket_receive(from, head, sizeof *head) || head->size > BOUNDS_MOST_TEXT) return NULL;
    text = require_memory(malloc((size_t)head->size + 1));
    text[head->size] = 0;
    if (socket_receive(from, text, (size_t)head->size)) return text;
    free(text);
    return NULL;
}

static bool answer(int to, const struct bounds_head *head, const void *text)
{
    return socket_send(to, head, sizeof *head) && socket_send(to, text, (size_t)head->size);
}

/* ---- questions ---- */

static char *probe(void *asked, const char *text, size_t size)
{
    const int file = *(const int *)asked;
    struct bounds_head head = { BOUNDS_PROBE, 0, size };
    return answer(file, &head, text) ? receive(file, &head) : NULL;
}

/* Answers the question when a source was built or compiled: sends its unit. */
static void serve_source(int file, long process, const char *text, size_t size)
{
    struct string unit = { NULL, 0, 0 };
    program_read(text, size, process, &unit);
    answer(file, &(struct bounds_head){ BOUNDS_UNIT, 0, unit.length }, unit.text);
}

/* Rewrites a program, and caches the answer for equal programs. */
static void serve_rewritten(const struct serving *server, int file, struct program *program)
{
    struct rewritten rewritten = { .count = 0 };
    char *why = program_rewrite(server->clang, program, &rewritten);
    struct bounds_head head = { BOUNDS_REFUSED, 0, why ? strlen(why) : 0 };
    if (!why) {
        string_add_bytes(&rewritten.accesses, "", 1);
        string_add_bytes(&rewritten.accesses, rewritten.sources.text, rewritten.sources.length);
        head = (struct bounds_head){ BOUNDS_REWRITTEN, rewritten.count, rewritten.accesses.length };
    }
    cache_add(server->cache, program->key.text, program->key.length, &head,
              why ? why : rewritten.accesses.text);
    answer(file, &head, why ? why : rewritten.accesses.text);
}

/* Answers the question when a kernel was made from a program. */
static void serve_units(const struct serving *server, int file, const char *text, size_t size)
{
    struct program program = { .probe = probe, .asked = &file };
    char *why = program_decide(&program, text, size);
    const struct bounds_head *before =
        why ? NULL : cache_find(server->cache, program.key.text, program.key.length);
    if (why) answer(file, &(struct bounds_head){ BOUNDS_REFUSED, 0, strlen(why) }, why);
    else if (before) answer(file, before, before + 1);
    else serve_rewritten(server, file, &program);
}

/* Answers one question. */
static void serve(const struct serving *server, int file, long process)
{
    struct bounds_head head;
    char *text = receive(file, &head);
    if (text && head.message == BOUNDS_SOURCE) serve_source(file, process, text, (size_t)head.size);
    if (text && head.message == BOUNDS_UNIT) serve_units(server, file, text, (size_t)head.size);
}

/* The process that asks; 0: it has no number in this namespace; -1: it is another user's. */
static long asking_process(int file)
{
    struct ucred other;
    socklen_t size = sizeof other;
    return !getsockopt(file, SOL_SOCKET, SO_PEERCRED, &other, &size) && other.uid == geteuid()
               ? (long)other.pid
               : -1;
}

/* Makes this process end with its parent, which may be dead already. The asking process gets an end
 * of file then. */
static void die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
}

static void serve_in_child(const struct serving *server, int listener, int file)
{
    const pid_t parent = getpid();
    const long process = asking_process(file);
    if (fork() == 0) {
        die_with(parent);
        signal(SIGCHLD, SIG_DFL);
        close(listener);
        if (process >= 0) serve(server, file, process);
        _exit(0);
    }
    close(file);
}

static void serve_all(const struct serving *server, int listener, pid_t parent)
{
    static const int others[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGPIPE, SIGUSR1 };
    die_with(parent);
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) signal(others[i], SIG_IGN);
    for (;;) {
        const int file = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (file >= 0) serve_in_child(server, listener, file);
        else if (errno != EINTR && errno != ECONNABORTED) _exit(1);
    }
}

/* ---- the command ---- */

/* A socket with a name that is no file, so that nothing is left of it. Returns -1 on failure. */
static int listen_as(const char *name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const size_t length = strlen(name);
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (length < sizeof address.sun_path) memcpy(address.sun_path + 1, name, length);
    else errno = ENAMETOOLONG;
    if (length < sizeof address.sun_path && listener >= 0 &&
        !bind(listener, (struct sockaddr *)&address,
              (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) &&
        !listen(listener, 64))
        return listener;
    if (listener >= 0) close(listener);
    return -1;
}

char *server_start(struct server *server, const char *name)
{
    const pid_t parent = getpid();
    char *clang = clang_find();
    int listener;
    if (!clang)
        return text_format("--bounds needs the compiler clang, version 14 or later. On Debian and "
                           "Ubuntu: apt-get install clang");
    listener = listen_as(name);
    server->process = listener < 0 ? -1 : (long)fork();
    if (server->process == 0) serve_all(&(struct serving){ clang, cache_make() }, listener, parent);
    free(clang);
    if (server->process < 0)
        return text_format("programs can't be rewritten for --bounds: %s", strerror(errno));
    close(listener);
    return NULL;
}

void server_end(const struct server *server)
{
    if (server->process <= 0) return;
    kill((pid_t)server->process, SIGKILL);
    while (waitpid((pid_t)server->process, NULL, 0) < 0 && errno == EINTR) {
    }
}
