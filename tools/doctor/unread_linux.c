/* SPDX-License-Identifier: Apache-2.0 */
/* Watches whether a loader opens the files that name drivers. A loader without a report does not
 * say so. */
#include "unread_linux.h"

#include "facts_linux.h"

#include "../base/array.h"
#include "../base/files.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

struct watched {
    char *path;
    int number; /* inotify's number: each path of a file has the same one */
    bool named; /* OCL_ICD_FILENAMES names it; otherwise not each loader looks there */
    bool opened;
};

ARRAY(watched_files, struct watched);

struct unread {
    int inotify;
    struct watched_files files;
};

static void watch(struct unread *unread, const char *path, bool named)
{
    const int number = inotify_add_watch(unread->inotify, path, IN_OPEN);
    struct watched *file;
    if (number < 0) return;
    file = watched_files_add(&unread->files);
    *file = (struct watched){ .path = text_format("%s", path), .number = number, .named = named };
}

/* Watches the elements that are paths of libraries. What is wrong with other elements is another
 * finding. */
static void watch_named(struct unread *unread)
{
    const char *rest = text_or_empty(getenv("OCL_ICD_FILENAMES"));
    while (*rest) {
        const size_t length = strcspn(rest, ":");
        char *path = text_format("%.*s", (int)length, rest), *architecture = NULL;
        if (*path == '/') architecture = file_architecture(path);
        if (architecture) watch(unread, path, true);
        free(architecture);
        free(path);
        rest += length + (rest[length] == ':');
    }
}

static void watch_folder(struct unread *unread, const char *root, const char *folder)
{
    char *pattern = text_format("%s%s/*.icd", root, folder);
    glob_t paths;
    if (glob(pattern, 0, NULL, &paths) == 0)
        for (size_t i = 0; i < paths.gl_pathc; i++) watch(unread, paths.gl_pathv[i], false);
    globfree(&paths);
    free(pattern);
}

struct unread *machine_watch(const struct options *options)
{
    static const char *const folders[] = { "/usr/share/OpenCL/vendors",
                                           "/run/opengl-driver/etc/OpenCL/vendors",
                                           "/usr/local/etc/OpenCL/vendors",
                                           "/usr/lib64/OpenCL/vendors", "/usr/lib/OpenCL/vendors" };
    struct unread *unread = require_memory(calloc(1, sizeof *unread));
    unread->inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (unread->inotify < 0) return unread;
    watch_named(unread);
    if (!fact_is_unset("OCL_ICD_VENDORS") || !fact_is_unset("OPENCL_VENDOR_PATH")) return unread;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        watch_folder(unread, options->root, folders[i]);
    return unread;
}

/* Notes which files were opened since the last call. After an overflow of the queue: all files. */
static void note_opened(struct unread *unread)
{
    _Alignas(struct inotify_event) char events[4096];
    struct watched *all = unread->files.items;
    for (ssize_t size; (size = read(unread->inotify, events, sizeof events)) > 0;)
        for (ssize_t at = 0; at < size;) {
            const struct inotify_event *event = (const void *)(events + at);
            for (size_t i = 0; i < unread->files.count; i++)
                if (event->wd == all[i].number || event->mask & IN_Q_OVERFLOW) all[i].opened = true;
            at += (ssize_t)(sizeof *event + event->len);
        }
}

/* Opens the file itself, and returns whether the system reports that. */
static bool can_be_seen(struct unread *unread, struct watched *watched)
{
    const int file = file_open(watched->path);
    if (file >= 0) close(file);
    note_opened(unread);
    return watched->opened;
}

const char *unread_next(struct unread *unread, bool opened, size_t *at, bool *named)
{
    struct watched *all = unread->files.items;
    note_opened(unread);
    while (*at < unread->files.count) {
        struct watched *watched = &all[(*at)++];
        *named = watched->named;
        if (opened) return watched->path;
        if (!watched->opened && can_be_seen(unread, watched)) return watched->path;
    }
    return NULL;
}

void machine_unwatch(struct unread *unread)
{
    struct watched *all = unread->files.items;
    for (size_t i = 0; i < unread->files.count; i++) free(all[i].path);
    free(all);
    if (unread->inotify >= 0) close(unread->inotify);
    free(unread);
}
