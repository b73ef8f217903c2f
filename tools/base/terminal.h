/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text for people: lines that fit the terminal, in colour if the terminal has colours. Characters
 * that could control the terminal appear as \xNN or \uNNNN.
 */
#ifndef CLRELAY_TOOLS_BASE_TERMINAL_H
#define CLRELAY_TOOLS_BASE_TERMINAL_H

#include "text.h"

#include <stdio.h>

enum style { PLAIN, BOLD, DIM, GOOD, BAD, WARN };

/* Finds out whether standard output and standard error are terminals. Call this first. */
void terminal_start(void);

/* Sends all lines to this file instead of standard output, which may belong to another program. */
void terminal_use(FILE *file);

/* A line on standard output consists of parts. A long line continues in the next row, indented by
 * `hanging` blanks. line_pad() moves to a column, in a new row if the line is already past it. */
void line_begin(int indent, int hanging);
void line_add(enum style style, const char *format, ...) PRINTF_LIKE(2, 3);
void line_pad(int column);
void line_end(void);

/* Begins a line with a label. The line continues at a column. */
void line_label(int indent, int column, const char *label);

/* Prints a line of one part. */
void line(int indent, int hanging, enum style style, const char *format, ...) PRINTF_LIKE(4, 5);

/* Prints a line with a label and a text, unless the text is NULL or "". */
void line_labelled(int indent, int column, const char *label, const char *text);
void line_empty(void);

/* Prints a line of one part on standard error, after all earlier output. */
void line_error(const char *format, ...) PRINTF_LIKE(1, 2);

/* Prints a line on standard error that is never broken: it holds text from others. */
void error_line(const char *format, ...) PRINTF_LIKE(1, 2);

/* Tells a waiting user what takes so long, on a terminal only. progress_clear() removes the
 * message. */
void progress_show(const char *what, unsigned seconds);
void progress_clear(void);

#endif
