/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text for people: lines that fit the terminal, in colour where it has colours. Whatever a text
 * holds, no byte of it that a terminal would obey gets there: such characters are shown as \xNN or
 * \uNNNN.
 */
#ifndef CLRELAY_TOOL_TERMINAL_H
#define CLRELAY_TOOL_TERMINAL_H

#include "text.h"

enum style { PLAIN, BOLD, DIM, GOOD, BAD, WARN };

/* Looks what standard output and standard error are. Before all others. */
void terminal_start(void);

/*
 * A line on standard output, made of parts. One that is too long goes on in the next row, behind
 * `hanging` blanks. line_pad() goes to a column, in a new row if the line is beyond it.
 */
void line_begin(int indent, int hanging);
void line_add(enum style style, const char *format, ...) PRINTF_LIKE(2, 3);
void line_pad(int column);
void line_end(void);

/* A line of one part. */
void line(int indent, int hanging, enum style style, const char *format, ...) PRINTF_LIKE(4, 5);
void line_empty(void);

/* The same on standard error, after all that was written before. */
void line_error(const char *format, ...) PRINTF_LIKE(1, 2);

/* A line on standard error that is never broken, for what others have written. */
void error_line(const char *format, ...) PRINTF_LIKE(1, 2);

/* Tells a waiting user what takes so long, on a terminal only; and takes it away again. */
void progress_show(const char *what, unsigned seconds);
void progress_clear(void);

#endif
