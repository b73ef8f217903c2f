/* SPDX-License-Identifier: Apache-2.0 */
/* A process of another program: its user, its groups, and when it started. */
#ifndef CLRELAY_TOOLS_DOCTOR_RUNNING_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_RUNNING_LINUX_H

#include "../base/array.h"

#include <stdbool.h>
#include <sys/types.h>

ARRAY(running_groups, gid_t);

struct running {
    char *number;
    uid_t user;
    gid_t group;
    struct running_groups groups; /* its other groups */
    double started;               /* seconds since 1970; 0: not known */
    bool shows_files;             /* this command can see which files the process has open */
    bool has_node;                /* the process has a node of a GPU open */
    char *maps; /* the files that it has mapped, as /proc lists them; "": not known */
};

/* Reads about the process. Returns false if there is no such process. The caller calls
 * running_free() in any case. */
bool running_read(struct running *running, const char *number);
void running_free(struct running *running);

/* Gives the limits of the other process to this one, as far as the system allows that. */
void running_take_limits(const struct running *running);

/* Gives the user and the groups of the other process to this one. Returns false if the system
 * refuses. */
bool running_become(const struct running *running);

/* A driver's library that the process has mapped, but whose file was removed or replaced; or NULL.
 * The caller frees the path. */
char *running_replaced(const struct running *running);
/* Whether the process has mapped a library of this name. */
bool running_has_library(const struct running *running, const char *name);
/* Whether the process started before a file was there. `installed`: the file was installed with all
 * its rights; otherwise it is a node of the machine. False where the clock was changed. */
bool running_is_earlier(const struct running *running, const char *root, const char *path,
                        bool installed);

/* Whether the user and the groups of the process may use a file. True if this is in doubt. */
bool running_may_use(const struct running *running, const char *path);

/* Finds a process of another user that runs this program, and this script with it unless `script`
 * is NULL. */
bool running_find(struct running *running, const char *program, const char *script);

/* The name of a user. The caller frees the name. */
char *running_user_name(uid_t user);
/* Whether this user logs in. */
bool running_logs_in(uid_t user);

/* The service of the system to which a process belongs, as /proc below the root says, or NULL.
 * `number`: "self" is this process. The caller frees the name. */
char *running_service(const char *root, const char *number);

#endif
