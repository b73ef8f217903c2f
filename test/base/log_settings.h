/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces the rest of the loader, so that tests can use loader/base/log.c alone. The log has the
 * level info, and goes to log_path. */
#ifndef CLRELAY_TEST_BASE_LOG_SETTINGS_H
#define CLRELAY_TEST_BASE_LOG_SETTINGS_H

#include "base/settings.h"

#include <stdarg.h>
#include <stdio.h>

static const char *log_path;

const char *setting_text(enum setting setting)
{
    return setting == SETTING_LOG ? "info" : setting == SETTING_LOG_FILE ? log_path : NULL;
}
bool setting_flag(enum setting setting)
{
    return (void)setting, false;
}
bool setting_number(enum setting setting, unsigned *number)
{
    return (void)setting, (void)number, false;
}
const char *setting_name(enum setting setting)
{
    return (void)setting, "it";
}
bool settings_are_incomplete(void)
{
    return false;
}
const struct problem *settings_problems(void)
{
    return NULL;
}

/* The last problem with its settings that the log reported. */
static char complaint[200];

void settings_add_problem(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(complaint, sizeof complaint, format, list);
    va_end(list);
}

#endif
