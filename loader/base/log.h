/* SPDX-License-Identifier: Apache-2.0 */
/* Lines for users who ask for them, on standard error or in a file; silent by default. */
#ifndef CLRELAY_LOG_H
#define CLRELAY_LOG_H

#include "base/compiler.h"

#include <stdbool.h>

enum log_level {
    LOG_ERROR = 1, /* the user does not get what was asked for */
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
    LOG_CALL,  /* what is asked of drivers, and what they answer */
    LOG_CATEGORIES
};

/* Decides from the settings what is written from now on, and where to. */
void log_start(void);

/* Writes what is wrong with the settings and has not been written yet. */
void log_settings(void);

/* Closes what log_start() opened; silent from now on. */
void log_end(void);

/* Whether such a line would be written, for those that take effort to make. */
bool log_is_enabled(enum log_level level, enum log_category category);

/* Writes one line. Bytes that would end it or steer a terminal are written as \xNN. */
void log_line(enum log_level level, enum log_category category, const char *format, ...)
    PRINTF_FORMAT(3, 4);

#endif
