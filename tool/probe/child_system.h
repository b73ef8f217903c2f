/* SPDX-License-Identifier: Apache-2.0 */
/* What the child needs from the system: to answer, and to open the loader. */
#ifndef CLRELAY_TOOL_PROBE_CHILD_SYSTEM_H
#define CLRELAY_TOOL_PROBE_CHILD_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

/* Prepares the process. `words` are what process_run() has added to the words of the question.
 * Returns false if there is no way to answer. */
bool child_begin(char **words);

/* Sends an answer to process_run(). Needs no memory, and works even if a library has closed
 * files. */
void child_answer(const char *text, size_t length);

/* Which of the files that this process has had open from the start have been closed or replaced, in
 * words for the caller to free. NULL: none, or the system has no such files. */
char *child_changed_files(void);

/* Opens the loader's library as programs that are linked to it get it. Returns NULL with the reason
 * in *message, for the caller to free. */
void *child_open_loader(const char *path, char **message);
/* Whether that was the one that belongs to this program, because the system has none. */
bool child_loader_is_beside(void);

#endif
