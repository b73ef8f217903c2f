/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file that a tool named to learn what the program is loading, even if a library ends the process
 * or never returns. The file stays open while libraries are loaded, which may leave no other
 * descriptor for the last line.
 */
#ifndef CLRELAY_LOADER_LOAD_PROGRESS_H
#define CLRELAY_LOADER_LOAD_PROGRESS_H

/* Writes a line, if a tool named a file: the process, a word and a name. */
void progress_note(const char *what, const char *name);

/* Writes the last line, and closes the file. */
void progress_end(void);

#endif
