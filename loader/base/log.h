/* SPDX-License-Identifier: Apache-2.0 */
/* Log lines, on standard error or in a file. Silent by default. */
#ifndef CLRELAY_LOADER_BASE_LOG_H
#define CLRELAY_LOADER_BASE_LOG_H

#include "base/compiler.h"

#include <stdbool.h>

enum log_level {
    LOG_ERROR = 1, /* the user doesn't get what they asked for */
    LOG_WARNING,   /* something is wrong, and was left out or replaced */
    LOG_INFO,      /* what was done */
    LOG_DEBUG,     /* every step */
};

enum log_category {
    LOG_SETTINGS,
    LOG_SEARCH,
    LOG_DRIVER,
    LOG_LAYER,
    LOG_PLATFORM,
    LOG_TABLE, /* the dispatch tables of drivers */
    LOG_CALL,  /* calls to drivers, and their results */
    LOG_CATEGORIES
};

/* Reads from the settings which lines are written, and where to. */
void log_start(void);

/* Writes the problems of the settings that have not been written yet. */
void log_settings(void);

/* Closes what log_start() opened. Nothing is written from now on. */
void log_end(void);

/* Whether such a line would be written. Ask before you prepare an expensive one. */
bool log_is_enabled(enum log_level level, enum log_category category);

/* Writes one line. Bytes that would end the line or control a terminal become \xNN. */
void log_line(enum log_level level, enum log_category category, const char *format, ...)
    PRINTF_FORMAT(3, 4);

#endif
