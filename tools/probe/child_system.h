/* SPDX-License-Identifier: Apache-2.0 */
/* What the child needs from the system: a channel for answers, and the loader. */
#ifndef CLRELAY_TOOLS_PROBE_CHILD_SYSTEM_H
#define CLRELAY_TOOLS_PROBE_CHILD_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

/* Prepares the process. `words` are the words that process_run() appends. Returns false if the
 * process can't send answers. */
bool child_begin(char **words);

/* Sends an answer to process_run(). Needs no memory, and works even after a library has closed
 * files. */
void child_answer(const char *text, size_t length);

/* Which of the process's initial files were closed or replaced, in words for the caller to free.
 * NULL: none, or the system has no such files. */
char *child_changed_files(void);

/* Which signal handlers and environment variables have changed since the process began, in words
 * for the caller to free. NULL: none, or the system has none. */
char *child_changed_handlers(void);

/* Opens the loader's library as linked programs get it. Returns NULL with the reason in *message,
 * which the caller frees. */
void *child_open_loader(const char *path, char **message);

/* Whether child_open_loader() took the library beside this program, because the system has none. */
bool child_loader_is_beside(void);

#endif
