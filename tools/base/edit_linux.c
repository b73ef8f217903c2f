/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* O_DIRECTORY, realpath */
#include "edit.h"

#include "files.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_FILE = 1 << 20 };

struct edit_system {
    char *path;         /* the path of the file itself, with links resolved */
    const char *name;   /* the last part of the path */
    int folder;         /* the folder, which is locked */
    struct made *made;  /* the folders that were created, the innermost first */
    struct stat before; /* the file before, if it existed */
    bool for_all;       /* all users can read what this creates */
};

struct made {
    struct made *outer;
    int parent;
    char *name;
};

/* The new file is in the same folder, because rename() works only within a file system. Its name is
 * fixed, so the next run replaces what a killed process left behind. */
#define NEW_NAME ".clrelay-new"

static char *say(const char *path)
{
    int error = errno;
    return text_format("%s: %s", path, strerror(error));
}

/* ---- the folder ---- */

/* The loader ignores other users' folders, and their owner could replace a file with a link. */
static char *check_owner(int folder, const char *path)
{
    struct stat status;
    if (fstat(folder, &status) != 0) return say(path);
    if (status.st_uid == 0 || status.st_uid == geteuid()) return NULL;
    return text_format("it would have no effect: %s belongs to another user (%lu), and the loader "
                       "ignores such files%s",
                       path, (unsigned long)status.st_uid,
                       geteuid() == 0 ? ". For all users: --system; for root alone: HOME=/root"
                                      : "");
}

/* Opens the nearest existing folder of a path; `*rest` becomes the missing part, up to the file's
 * name. */
static int open_nearest(char *path, char **rest)
{
    int folder = -1;
    char *end = strrchr(path, '/');
    *rest = end + 1;
    while (folder < 0) {
        char *before;
        *end = 0;
        folder = open(*path ? path : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        before = strrchr(path, '/');
        *end = '/';
        if (folder >= 0 || errno != ENOENT || !before) return folder;
        end = before;
        *rest = end + 1;
    }
    return folder;
}

/* Makes a folder in another one, and enters it. Takes over `parent`. */
static int enter(struct edit_system *system, int parent, const char *name)
{
    const bool is_new = mkdirat(parent, name, 0755) == 0;
    const int folder = is_new || errno == EEXIST
                           ? openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                           : -1;
    const int error = errno;
    if (is_new) {
        struct made *made = require_memory(calloc(1, sizeof *made));
        *made = (struct made){ system->made, parent, text_format("%s", name) };
        system->made = made;
        if (folder >= 0 && system->for_all) fchmod(folder, 0755);
    } else {
        close(parent);
    }
    errno = error;
    return folder;
}

/* Removes the created folders that are still empty. */
static void remove_made(struct edit_system *system)
{
    for (const struct made *at = system->made; at; at = at->outer)
        unlinkat(at->parent, at->name, AT_REMOVEDIR);
}

/* Opens the file's folder. Creates missing folders, but only in folders of this user or root. */
static char *open_folder(struct edit_system *system)
{
    char *path = text_format("%s", system->path), *rest, *slash, *trouble;
    system->folder = open_nearest(path, &rest);
    rest[-1] = 0;
    trouble = system->folder < 0 ? say(path) : check_owner(system->folder, *path ? path : "/");
    while (!trouble && (slash = strchr(rest, '/'))) {
        rest[-1] = '/';
        *slash = 0;
        if (*rest) system->folder = enter(system, system->folder, rest);
        trouble = system->folder < 0 ? say(path) : check_owner(system->folder, path);
        rest = slash + 1;
    }
    if (!trouble && flock(system->folder, LOCK_EX) != 0) trouble = say(path);
    system->name = text_file_name(system->path);
    free(path);
    return trouble;
}

/* The path of the file itself: a link to the file stays as it is. */
static char *real_file(const char *path, char **trouble)
{
    struct stat link;
    char *real = realpath(path, NULL);
    if (real) return real;
    if (errno != ENOENT || lstat(path, &link) == 0) *trouble = say(path);
    return text_format("%s", path);
}

/* ---- reading ---- */

static char *read_all(struct edit *edit, int file)
{
    struct edit_system *system = edit->system;
    ssize_t count = 1;
    if (fstat(file, &system->before) != 0) return say(system->path);
    if (!S_ISREG(system->before.st_mode))
        return text_format("%s: this is not a regular file", system->path);
    if (system->before.st_size > LONGEST_FILE)
        return text_format("%s: the file is too large", system->path);
    edit->existed = true;
    edit->before.bytes = require_memory(calloc(1, LONGEST_FILE + 1));
    while (count > 0 && edit->before.length < LONGEST_FILE) {
        count = read(file, edit->before.bytes + edit->before.length,
                     LONGEST_FILE - edit->before.length);
        if (count > 0) edit->before.length += (size_t)count;
        if (count < 0 && errno == EINTR) count = 1;
    }
    return count < 0 ? say(system->path) : NULL;
}

char *edit_begin(struct edit *edit, const char *path, bool for_all)
{
    char *trouble = NULL;
    int file;
    *edit = (struct edit){ .system = require_memory(calloc(1, sizeof *edit->system)) };
    edit->system->folder = -1;
    edit->system->for_all = for_all;
    edit->system->path = real_file(path, &trouble);
    if (!trouble) trouble = open_folder(edit->system);
    if (trouble) return trouble;
    file = openat(edit->system->folder, edit->system->name,
                  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 && errno != ENOENT) return say(edit->system->path);
    if (file < 0) edit->before.bytes = require_memory(calloc(1, 1));
    if (file >= 0) trouble = read_all(edit, file);
    if (file >= 0) close(file);
    return trouble;
}

/* ---- writing ---- */

static bool write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = write(file, bytes, length);
        if (count < 0 && errno != EINTR) return false;
        if (count > 0) bytes += count, length -= (size_t)count;
    }
    return true;
}

/* Whether nobody has changed the file since it was read: editors do not know our lock. */
static bool is_as_before(const struct edit *edit)
{
    const struct edit_system *system = edit->system;
    struct stat now;
    if (fstatat(system->folder, system->name, &now, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT && !edit->existed;
    return edit->existed && now.st_ino == system->before.st_ino &&
           now.st_size == system->before.st_size &&
           now.st_mtim.tv_sec == system->before.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == system->before.st_mtim.tv_nsec;
}

/* Copies the old file's mode and, if possible, its owner. */
static bool fill(const struct edit *edit, int file, const struct conf *conf)
{
    const struct stat *before = &edit->system->before;
    if (edit->existed && fchown(file, before->st_uid, before->st_gid) != 0 && errno != EPERM)
        return false;
    if (edit->existed && fchmod(file, before->st_mode & 0777) != 0) return false;
    if (!edit->existed && edit->system->for_all && fchmod(file, 0644) != 0) return false;
    /* The bytes must be on the disk before the rename. */
    return write_all(file, conf->bytes, conf->length) && fsync(file) == 0;
}

static char *replace(struct edit *edit, const struct conf *conf, bool if_unchanged)
{
    const struct edit_system *system = edit->system;
    char *trouble = NULL;
    int file;
    unlinkat(system->folder, NEW_NAME, 0);
    file = openat(system->folder, NEW_NAME, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  0644);
    if (file < 0) return say(system->path);
    if (!fill(edit, file, conf)) trouble = say(system->path);
    if (close(file) != 0 && !trouble) trouble = say(system->path);
    if (!trouble && if_unchanged && !is_as_before(edit))
        trouble = text_format("%s: another process is changing it: try again", system->path);
    if (!trouble && renameat(system->folder, NEW_NAME, system->folder, system->name) != 0)
        trouble = say(system->path);
    if (trouble) unlinkat(system->folder, NEW_NAME, 0);
    else fsync(system->folder); /* this fails on some file systems */
    return trouble;
}

char *edit_write(struct edit *edit, const struct conf *conf)
{
    return replace(edit, conf, true);
}

char *edit_undo(struct edit *edit)
{
    if (edit->existed) return replace(edit, &edit->before, false);
    if (unlinkat(edit->system->folder, edit->system->name, 0) != 0 && errno != ENOENT)
        return say(edit->system->path);
    return NULL;
}

void edit_end(struct edit *edit)
{
    struct made *made;
    if (!edit->system) return;
    remove_made(edit->system);
    if (edit->system->folder >= 0) close(edit->system->folder);
    while ((made = edit->system->made)) {
        edit->system->made = made->outer;
        close(made->parent);
        free(made->name);
        free(made);
    }
    free(edit->system->path);
    free(edit->system);
    free(edit->before.bytes);
    *edit = (struct edit){ .system = NULL };
}

/* ---- masks ---- */

char *edit_remove_mask(const char *path)
{
    struct stat status;
    char *target = file_target(path);
    bool mask = target && file_is_same(path, "/dev/null");
    free(target);
    if (!mask && (lstat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > 0))
        return text_format("%s is not empty, so remove it yourself", path);
    return unlink(path) == 0 ? NULL : say(path);
}
