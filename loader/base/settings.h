/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the user, or the administrator, has set: read once, when the drivers are loaded, and the
 * same from then on. The environment wins over the user's loader.conf, that over the machine's. In
 * a privileged program only the machine's counts.
 */
#ifndef CLRELAY_SETTINGS_H
#define CLRELAY_SETTINGS_H

#include "base/compiler.h"

#include <stdbool.h>

enum setting {
#define SETTING(id, name, type, fallback, help) SETTING_##id,
#include "base/setting_rows.h"
#undef SETTING
    SETTING_COUNT
};

/* Reads all settings. Before this, each has its fallback. */
void settings_read(void);

/* Remembers that something is wrong with them, a sentence in printf's way. */
void settings_add_problem(const char *format, ...) PRINTF_FORMAT(1, 2);

/* Whether there was no memory for some of them, or for what is wrong with them. */
bool settings_are_incomplete(void);

/* What is wrong with them, a sentence each, NULL at the end; NULL: nothing. */
const char *const *settings_problems(void);

/* Frees what settings_read() took. */
void settings_free(void);

/* The name of a setting, what it does, and where its value comes from: "default", "environment", or
 * the file and line. */
const char *setting_name(enum setting setting);
const char *setting_help(enum setting setting);
const char *setting_origin(enum setting setting);

/* The value, or the fallback, or NULL where there is neither. Valid for the life of the loader. */
const char *setting_text(enum setting setting);
bool setting_flag(enum setting setting);

/* The number; false when there is none, or the value is no number. */
bool setting_number(enum setting setting, unsigned *number);

#endif
