/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* accept4, struct ucred */
#include "server.h"

#include "../../layer/bounds_protocol.h"
#include "../../layer/system.h"
#include "../base/text.h"
#include "clang.h"
#include "program.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- messages ---- */

/* The text of a message, with a NUL behind it, or NULL. The caller frees it. */
static char *receive(int from, enum bounds_message message, size_t *size)
{
    struct bounds_head head;
    char *text;
    if (!system_receive(from, &head, sizeof head) || head.message != (uint32_t)message ||
        head.size > BOUNDS_MOST_TEXT)
        return NULL;
    *size = (size_t)head.size;
    text = require_memory(malloc(*size + 1));
    text[*size] = 0;
    if (system_receive(from, text, *size)) return text;
    free(text);
    return NULL;
}

static bool answer(int to, enum bounds_message message, unsigned accesses, const char *text,
                   size_t size)
{
    const struct bounds_head head = { (uint32_t)message, accesses, size };
    return system_send(to, &head, sizeof head) && system_send(to, text, size);
}

/* ---- questions ---- */

static char *probe(void *asked, const char *source)
{
    const int file = *(const int *)asked;
    size_t size;
    if (!answer(file, BOUNDS_PROBE, 0, source, strlen(source))) return NULL;
    return receive(file, BOUNDS_NAMES, &size);
}

/* Answers one question. */
static void serve(const char *clang, int file)
{
    size_t size;
    char *text = receive(file, BOUNDS_SOURCE, &size), *why;
    struct string options = { NULL, 0, 0 };
    struct rewritten rewritten = { .count = 0 };
    if (!text || strlen(text) == size) return;
    why = program_rewrite(clang, &(struct program){ text, text + strlen(text) + 1, probe, &file },
                          &options, &rewritten);
    if (why) {
        answer(file, BOUNDS_REFUSED, 0, why, strlen(why));
        return;
    }
    string_add_bytes(&options, "", 1);
    string_add_bytes(&options, rewritten.accesses.text, rewritten.accesses.length + 1);
    string_add_bytes(&options, rewritten.source.text, rewritten.source.length);
    answer(file, BOUNDS_REWRITTEN, rewritten.count, options.text, options.length);
}

/* Whether the same user asks. */
static bool is_own(int file)
{
    struct ucred other;
    socklen_t size = sizeof other;
    return !getsockopt(file, SOL_SOCKET, SO_PEERCRED, &other, &size) && other.uid == geteuid();
}

/* Whoever asks gets an end of file then. The parent may have died before this call. */
static void die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
}

static void serve_in_child(const char *clang, int listener, int file)
{
    const pid_t parent = getpid();
    if (fork() == 0) {
        die_with(parent);
        signal(SIGCHLD, SIG_DFL);
        close(listener);
        if (is_own(file)) serve(clang, file);
        _exit(0);
    }
    close(file);
}

static void serve_all(const char *clang, int listener, pid_t parent)
{
    static const int others[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGPIPE, SIGUSR1 };
    die_with(parent);
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) signal(others[i], SIG_IGN);
    for (;;) {
        const int file = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (file >= 0) serve_in_child(clang, listener, file);
        else if (errno != EINTR && errno != ECONNABORTED) _exit(1);
    }
}

/* ---- the command ---- */

/* A socket with a name that is no file, so that nothing is left of it. Returns -1 if there can be
 * none. */
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
    if (server->process == 0) serve_all(clang, listener, parent);
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
