/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#ifndef __LP64__
#define _FILE_OFFSET_BITS 64
#endif
#include "linux/trust.h"

#include "linux/checked.h"
#include "linux/users.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MAX_LINKS = 40 };

/* A walk along a path, directory by directory. Allocated, because threads may have small stacks. */
struct walk {
    int folder;            /* the current directory, opened with O_PATH */
    char path[PATH_MAX];   /* its path, without links */
    char rest[PATH_MAX];   /* the names that are left */
    char last[PATH_MAX];   /* the last name */
    char target[PATH_MAX]; /* of a link */
    struct stat status;    /* of the last name */
    int links;             /* how many links it has followed */
    bool strict;           /* what is not trusted ends the walk; else it is only recorded */
    struct distrust *distrust;
};

int trust_open(int folder, const char *name, int flags)
{
    int opened;
    do {
        opened = openat(folder, name, flags | O_CLOEXEC, 0600);
    } while (opened < 0 && errno == EINTR);
    return opened;
}

/* Whether an access control list may let others write if the mode allows only our group to. Files
 * are checked twice: on the descriptor with O_PATH, the question fails with EBADF, which does not
 * count, because the answer comes when the file is opened for reading. */
static bool has_acl(int file, bool folder)
{
    int opened = folder ? trust_open(file, ".", O_RDONLY | O_DIRECTORY) : file;
    bool listed = true;
    if (opened < 0) return true;
    if (fgetxattr(opened, "system.posix_acl_access", NULL, 0) < 0)
        listed = errno != ENODATA && errno != EOPNOTSUPP && (folder || errno != EBADF);
    if (folder) close(opened);
    return listed;
}

/* Why a directory, file or link is not trusted. A group may write to a user's own file if the group
 * is the user's own: with umask 002 all files are like that. No group may write to root's files.
 * VERDICT_UNTRUSTED_SHARED: the folder is sticky, or another user's, who alone can change its mode. */
static enum verdict check_owner_and_mode(const struct stat *status, int file)
{
    uid_t user = geteuid();
    bool own_group = user != 0 && status->st_uid == user && status->st_gid == getegid() &&
                     users_group_mapping(status->st_gid) == MAPPING_THERE;
    bool folder = S_ISDIR(status->st_mode);
    if (status->st_uid != 0 && status->st_uid != user) return VERDICT_UNTRUSTED_OWNER;
    if (status->st_uid != 0 && users_mapping(user) != MAPPING_THERE)
        return VERDICT_UNTRUSTED_UNMAPPED;
    if (!folder && !S_ISREG(status->st_mode)) return VERDICT_ACCEPTED;
    if (!(status->st_mode & S_IWOTH) &&
        (!(status->st_mode & S_IWGRP) || (own_group && !has_acl(file, folder))))
        return VERDICT_ACCEPTED;
    return folder && (status->st_mode & S_ISVTX || status->st_uid != user)
               ? VERDICT_UNTRUSTED_SHARED
               : VERDICT_UNTRUSTED_RIGHTS;
}

/* Adds a name to a path. Returns false if there is no space. */
static bool append(char *path, size_t size, const char *name)
{
    size_t length = strlen(path);
    bool slash = length == 0 || path[length - 1] != '/';
    if (length + slash + strlen(name) >= size) return false;
    sprintf(path + length, "%s%s", slash ? "/" : "", name);
    return true;
}

/* If there is no space, records no path at all, because a truncated one would be another path. */
static void note_distrust(struct distrust *distrust, enum verdict why, const char *path,
                          const char *name)
{
    size_t length = strlen(path);
    distrust->why = why;
    *distrust->path = '\0';
    if (length >= sizeof distrust->path) return;
    memcpy(distrust->path, path, length + 1);
    if (*name && !append(distrust->path, sizeof distrust->path, name)) *distrust->path = '\0';
}

/* A folder whose owner the user namespace does not map, as with all of root's in `bwrap` and
 * `unshare -r`. It may also be another user's, who can then move what lies in it. But a folder
 * can't lead elsewhere, as a link can, and the base below it must be the user's own. */
static bool is_of_nobody(const struct stat *status)
{
    return S_ISDIR(status->st_mode) && users_mapping(status->st_uid) == MAPPING_MISSING &&
           (status->st_mode & S_ISVTX || !(status->st_mode & (S_IWGRP | S_IWOTH)));
}

/* The reason that remains once exceptions are made. In a sticky folder, others can create files but
 * not replace those that exist. So a sticky folder above the base does no harm. Nor does one of
 * root's that a link leads through, because what follows must be the user's or root's: Nix and Guix
 * have such stores. */
static enum verdict excuse(const struct walk *walk, enum verdict why)
{
    const bool sticky = why == VERDICT_UNTRUSTED_SHARED && walk->status.st_mode & S_ISVTX;
    if (sticky && (!walk->strict || (walk->links && walk->status.st_uid == 0)))
        return VERDICT_ACCEPTED;
    if (why == VERDICT_UNTRUSTED_OWNER && !walk->strict && is_of_nobody(&walk->status))
        return VERDICT_UNTRUSTED_UNMAPPED;
    return why;
}

/* Whether the walk may continue with `name` in its directory, opened as `file`. The first reason
 * against that is kept, but gives way to the reason that another user owns a part of the path. */
static bool is_trusted(struct walk *walk, int file, const char *name)
{
    enum verdict why = excuse(walk, check_owner_and_mode(&walk->status, file));
    const enum verdict before = walk->distrust->why;
    if (why != VERDICT_ACCEPTED &&
        (before == VERDICT_ACCEPTED ||
         (why == VERDICT_UNTRUSTED_OWNER && before != VERDICT_UNTRUSTED_OWNER)))
        note_distrust(walk->distrust, why, walk->path, name);
    errno = EPERM;
    return why == VERDICT_ACCEPTED || !walk->strict;
}

/* Takes the next of the names that are left. It may be empty. */
static void take_name(struct walk *walk)
{
    size_t skipped = strspn(walk->rest, "/"), length = strcspn(walk->rest + skipped, "/");
    memcpy(walk->last, walk->rest + skipped, length);
    walk->last[length] = '\0';
    skipped += length;
    skipped += strspn(walk->rest + skipped, "/");
    memmove(walk->rest, walk->rest + skipped, strlen(walk->rest + skipped) + 1);
}

/* Enters a directory. Keeps the path free of links and dots. */
static bool enter_folder(struct walk *walk, int folder, const char *name)
{
    char *last = strrchr(walk->path, '/');
    close(walk->folder);
    walk->folder = folder;
    if (strcmp(name, ".") == 0) return true;
    if (strcmp(name, "..") == 0) {
        last[last == walk->path] = '\0';
        return true;
    }
    errno = ENAMETOOLONG;
    return append(walk->path, sizeof walk->path, name);
}

static bool begin_walk(struct walk *walk)
{
    walk->folder = trust_open(AT_FDCWD, "/", O_PATH | O_DIRECTORY);
    strcpy(walk->path, "/");
    return walk->folder >= 0 && fstat(walk->folder, &walk->status) == 0 &&
           is_trusted(walk, walk->folder, "");
}

/* Puts the target of a link before the names that are left. */
static bool follow_link(struct walk *walk, int link)
{
    char *target = walk->target;
    ssize_t length = readlinkat(link, "", target, sizeof walk->target - 1);
    if (length < 0) return false;
    errno = ELOOP;
    if (++walk->links > MAX_LINKS) return false;
    SYSTEM_WROTE(target, (size_t)length);
    target[length] = '\0';
    errno = ENAMETOOLONG;
    if (*walk->rest && !append(target, sizeof walk->target, walk->rest)) return false;
    strcpy(walk->rest, target);
    if (*target != '/') return true;
    close(walk->folder);
    return begin_walk(walk);
}

/* Opens a name, and a link as the link itself. An automounter reacts only if a directory is asked
 * for. */
static int open_step(int folder, const char *name)
{
    int flags = O_PATH | O_NOFOLLOW, step = trust_open(folder, name, flags | O_DIRECTORY);
    return step < 0 && errno == ENOTDIR ? trust_open(folder, name, flags) : step;
}

/* Takes one step: enters a directory, or follows a link. Anything else is only checked. */
static bool take_step(struct walk *walk)
{
    int step = open_step(walk->folder, walk->last), error;
    bool good = step >= 0 && fstat(step, &walk->status) == 0 && is_trusted(walk, step, walk->last);
    if (good && S_ISDIR(walk->status.st_mode)) return enter_folder(walk, step, walk->last);
    if (good && S_ISLNK(walk->status.st_mode)) good = follow_link(walk, step);
    error = errno;
    if (step >= 0) close(step);
    errno = error;
    return good;
}

/* Walks along all names that are left. Returns true at their end, in a directory, with an empty
 * `last`; or before the end, with the name of something else in `last` and its status. */
static bool walk_rest(struct walk *walk)
{
    while (*walk->rest) {
        take_name(walk);
        if (!*walk->last) break;
        if (!take_step(walk)) return false;
        if (S_ISDIR(walk->status.st_mode) || S_ISLNK(walk->status.st_mode)) continue;
        errno = ENOTDIR;
        return !*walk->rest;
    }
    *walk->last = '\0';
    return true;
}

/* The same for a path that must be a directory. */
static bool walk_to_folder(struct walk *walk, const char *path, size_t length)
{
    memcpy(walk->rest, path, length);
    walk->rest[length] = '\0';
    if (!walk_rest(walk)) return false;
    errno = ENOTDIR;
    return !*walk->last;
}

static struct walk *make_walk(struct distrust *distrust)
{
    struct walk *walk = calloc(1, sizeof *walk);
    if (!walk) return NULL;
    walk->folder = -1;
    walk->distrust = distrust;
    return walk;
}

static void end_walk(struct walk *walk)
{
    int error = errno;
    if (walk->folder >= 0) close(walk->folder);
    free(walk);
    errno = error;
}

/* Whether the base that the walk has reached may be used. On the way to it, a link or directory of
 * another user leads wherever that user wants. A service of root that has taken on a user's rights
 * can regain its own, and so can a library that it opens: so it uses no user's folders. */
static bool is_trusted_base(struct walk *walk, const struct os_place *place,
                            const struct distrust *above)
{
    errno = EPERM;
    if (above->why == VERDICT_UNTRUSTED_OWNER) *walk->distrust = *above;
    else if (place->users && walk->status.st_uid != geteuid())
        note_distrust(walk->distrust, VERDICT_UNTRUSTED_OWNER, walk->path, "");
    else if (place->users && !users_is_one())
        note_distrust(walk->distrust, VERDICT_UNTRUSTED_PROCESS, walk->path, "");
    return walk->distrust->why == VERDICT_ACCEPTED && is_trusted(walk, walk->folder, "");
}

/* Walks from the base to the end. The exception for links ends at the base; and the walk must not
 * end in a shared folder, where anybody can put what the user's files name. */
static bool walk_below_base(struct walk *walk, const char *path, size_t length)
{
    walk->links = 0;
    if (!walk_to_folder(walk, path, length)) return false;
    walk->links = 0;
    return is_trusted(walk, walk->folder, "");
}

int trust_open_folder(const struct os_place *place, char **real, struct distrust *above,
                      struct distrust *distrust)
{
    struct walk *walk;
    size_t length = strlen(place->path);
    int opened = -1;
    above->why = VERDICT_ACCEPTED;
    errno = ENAMETOOLONG;
    if (length >= PATH_MAX) return -1;
    walk = make_walk(above);
    if (!walk) return -1;
    if (begin_walk(walk) && walk_to_folder(walk, place->path, place->base)) {
        walk->strict = true;
        walk->distrust = distrust;
        if (is_trusted_base(walk, place, above) &&
            walk_below_base(walk, place->path + place->base, length - place->base)) {
            *real = strdup(walk->path);
            opened = *real ? trust_open(walk->folder, ".", O_RDONLY | O_DIRECTORY) : -1;
        }
    }
    end_walk(walk);
    return opened;
}

/* Opens what the walk has reached, and checks what was opened. */
static int open_last(struct walk *walk)
{
    int opened =
        trust_open(walk->folder, walk->last, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
    if (opened < 0) return -1;
    if (fstat(opened, &walk->status) == 0 && is_trusted(walk, opened, walk->last)) {
        errno = 0;
        if (S_ISREG(walk->status.st_mode)) return opened;
    }
    close(opened);
    return -1;
}

int trust_open_file(int folder, const char *path, const char *name, struct stat *status,
                    struct distrust *distrust)
{
    struct walk *walk;
    int opened = -1;
    errno = ENAMETOOLONG;
    if (strlen(path) >= PATH_MAX || strlen(name) >= PATH_MAX) return -1;
    walk = make_walk(distrust);
    if (!walk) return -1;
    walk->strict = true;
    strcpy(walk->path, path);
    strcpy(walk->rest, name);
    walk->folder = fcntl(folder, F_DUPFD_CLOEXEC, 0);
    if (walk->folder >= 0 && walk_rest(walk)) {
        errno = 0;
        if (S_ISREG(walk->status.st_mode)) opened = open_last(walk);
    }
    *status = walk->status;
    end_walk(walk);
    return opened;
}
