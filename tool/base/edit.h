/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Changes a file as a whole: whatever happens, others find its old content or its new one. All
 * functions return NULL, or say why they could not do it, in a text that the caller frees.
 */
#ifndef CLRELAY_TOOL_BASE_EDIT_H
#define CLRELAY_TOOL_BASE_EDIT_H

#include "conf.h"

struct edit_system;

struct edit {
    struct conf before; /* the old content; empty if there was no file */
    bool existed;
    struct edit_system *system;
};

/* Reads a file and keeps others of this program from changing it until edit_end(). Makes the
 * folder if need be; edit_undo() removes it again. `for_all`: all users can read what is made,
 * whatever the umask. */
char *edit_begin(struct edit *edit, const char *path, bool for_all);

/* Replaces the content. */
char *edit_write(struct edit *edit, const struct conf *conf);

/* Puts back what there was before. */
char *edit_undo(struct edit *edit);

void edit_end(struct edit *edit);

/* Removes a file that hides others: an empty one, or a link to the null device. */
char *edit_remove_mask(const char *path);

#endif
