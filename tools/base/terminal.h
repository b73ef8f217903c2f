/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text for people: lines that fit the terminal, in colour if it has colours. Characters that could
 * control the terminal are shown as \xNN or \uNNNN.
 */
#ifndef CLRELAY_TOOLS_BASE_TERMINAL_H
#define CLRELAY_TOOLS_BASE_TERMINAL_H

#include "text.h"

#include <stdio.h>

enum style { PLAIN, BOLD, DIM, GOOD, BAD, WARN };

/* Detects what standard output and standard error are. Call it first. */
void terminal_start(void);

/* Sends lines to this file: standard output may belong to another program. */
void terminal_use(FILE *file);

/* A line on standard output, made of parts. A long line continues in the next row, indented by
 * `hanging` blanks. line_pad() moves to a column, on a new row if the line is past it. */
void line_begin(int indent, int hanging);
void line_add(enum style style, const char *format, ...) PRINTF_LIKE(2, 3);
void line_pad(int column);
void line_end(void);

/* Begins a line with a label, after which it continues at a column. */
void line_label(int indent, int column, const char *label);

/* Lines of one part; of a label and a text, if that is not NULL or empty. */
void line(int indent, int hanging, enum style style, const char *format, ...) PRINTF_LIKE(4, 5);
void line_labelled(int indent, int column, const char *label, const char *text);
void line_empty(void);

/* The same on standard error, after all earlier output. */
void line_error(const char *format, ...) PRINTF_LIKE(1, 2);

/* A line on standard error that is never broken, for text from others. */
void error_line(const char *format, ...) PRINTF_LIKE(1, 2);

/* Tells a waiting user what takes so long, on a terminal only. progress_clear() removes it. */
void progress_show(const char *what, unsigned seconds);
void progress_clear(void);

#endif
