/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Changes a file atomically: others see either its old or its new content. Each function returns
 * NULL on success, or the reason of the failure, which the caller frees.
 */
#ifndef CLRELAY_TOOLS_BASE_EDIT_H
#define CLRELAY_TOOLS_BASE_EDIT_H

#include "conf.h"

struct edit_system;

struct edit {
    struct conf before; /* the old content; empty if there was no file */
    bool existed;
    struct edit_system *system;
};

/* Reads a file and locks it against other clrelay processes until edit_end(). Creates the folder if
 * needed; edit_end() removes a created folder that is still empty. `for_all`: all users can read
 * what edit_begin() creates, whatever the umask. */
char *edit_begin(struct edit *edit, const char *path, bool for_all);

/* Replaces the content. */
char *edit_write(struct edit *edit, const struct conf *conf);

/* Restores the old content. */
char *edit_undo(struct edit *edit);

void edit_end(struct edit *edit);

/* Removes a file that hides others: an empty one, or a link to the null device. */
char *edit_remove_mask(const char *path);

#endif
