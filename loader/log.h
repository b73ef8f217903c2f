/* SPDX-License-Identifier: Apache-2.0 */
/* Lines on standard error for users who ask for them; silent by default. */
#ifndef CLRELAY_LOG_H
#define CLRELAY_LOG_H

#include <stdbool.h>

/* As bits of OCL_ICD_DEBUG. */
enum log_kind {
    LOG_WARNING = 1,
    LOG_INFO = 2,
    LOG_CALL = 4,
    LOG_DUMP = 8,
};

#ifdef __GNUC__
#define LOG_FORMAT(string, first) __attribute__((format(printf, string, first)))
#else
#define LOG_FORMAT(string, first)
#endif

/* Decides from the settings what is written from now on. */
void log_start(void);

/* Whether lines of this kind are written: for lines that take effort to make. */
bool log_wants(enum log_kind kind);

/* Writes one line. Bytes that would end it or steer a terminal are written as \xNN. */
void log_line(enum log_kind kind, const char *format, ...) LOG_FORMAT(2, 3);

#endif
