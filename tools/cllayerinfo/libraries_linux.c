/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "libraries.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a process for the libraries ---- */

enum { ROOM = 16 << 20 };

/* The output of the child process that loads the libraries, in shared memory. Whatever a library
 * does to its process's files, this memory and our files stay intact. */
static struct said {
    bool ended; /* print_answers() has returned */
    bool cut;   /* the output was too long */
    int status;
    size_t length;
    char text[ROOM];
} * said;

void libraries_print(const char *text)
{
    size_t length = strlen(text), room = ROOM - said->length;
    if (length > room) {
        length = room;
        said->cut = true;
    }
    memcpy(said->text + said->length, text, length);
    said->length += length;
}

/* Runs print_answers() in the child. Does not return. */
static void ask_here(int (*print_answers)(void), pid_t parent)
{
    int nowhere;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(STDOUT_FILENO);
    nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0 && nowhere != STDOUT_FILENO) dup2(nowhere, STDOUT_FILENO);
    said->status = print_answers();
    said->ended = true;
    exit(said->status);
}

static int print_what_was_said(int end)
{
    int status = said->status;
    fwrite(said->text, 1, said->length, stdout);
    if (fflush(stdout) != 0 || ferror(stdout) || said->cut) {
        fprintf(stderr, "cllayerinfo: the output %s\n",
                said->cut ? "is too long" : "cannot be written");
        status = 1;
    }
    if (WIFSIGNALED(end)) {
        fprintf(stderr, "cllayerinfo: a layer or driver has crashed: %s\n",
                strsignal(WTERMSIG(end)));
        status = 1;
    } else if (!said->ended) {
        fprintf(stderr, "cllayerinfo: a layer or driver has ended the process with exit code %d\n",
                WEXITSTATUS(end));
        status = 1;
    }
    return status;
}

int libraries_run_isolated(int (*print_answers)(void))
{
    void *memory = mmap(NULL, sizeof *said, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    const pid_t parent = getpid();
    pid_t process = -1;
    int end = 0, status;
    if (memory != MAP_FAILED) process = fork();
    if (process < 0) {
        fprintf(stderr, "cllayerinfo: %s\n", strerror(errno));
        return 1;
    }
    said = memory;
    if (process == 0) ask_here(print_answers, parent);
    while (waitpid(process, &end, 0) < 0 && errno == EINTR) {
    }
    status = print_what_was_said(end);
    munmap(memory, sizeof *said);
    return status;
}

/* ---- libraries ---- */

const char *libraries_each(void (*visit)(const char *path, void *library))
{
    struct link_map *map = NULL;
    void *program = dlopen(NULL, RTLD_LAZY), *library;
    if (!program || dlinfo(program, RTLD_DI_LINKMAP, &map) != 0 || !map) return dlerror();
    /* The list is in the order of loading, so this begins at its end. */
    while (map->l_next) map = map->l_next;
    for (; map; map = map->l_prev) {
        if (!map->l_name || !*map->l_name) continue;
        library = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
        if (!library) continue;
        visit(map->l_name, library);
        dlclose(library);
    }
    return NULL;
}

bool libraries_is_loaded(const char *name)
{
    void *library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (library) dlclose(library);
    return library != NULL;
}

void *libraries_find(void *library, const char *name)
{
    struct link_map *map = NULL;
    Dl_info information;
    void *address = dlsym(library, name);
    /* The function must be of this library itself, not of a dependency. */
    if (!address || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return NULL;
    if (!dladdr(address, &information)) return NULL;
    return strcmp(information.dli_fname, map->l_name) == 0 ? address : NULL;
}
