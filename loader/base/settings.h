/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The settings of the user and the administrator. They are read once, when the drivers are loaded,
 * and do not change afterwards. The environment overrides the user's loader.conf, which overrides
 * the system's. A privileged program uses the system's file only.
 */
#ifndef CLRELAY_LOADER_BASE_SETTINGS_H
#define CLRELAY_LOADER_BASE_SETTINGS_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>

enum setting {
#define SETTING(id, name, type, fallback, help) SETTING_##id,
#include "base/setting_rows.h"
#undef SETTING
    SETTING_COUNT
};

/* Reads all settings. Until then each has its fallback. */
void settings_read(void);

/* A problem with the settings. */
struct problem {
    char *text; /* a sentence; NULL ends the list */
    /* For programs: FILE_IGNORED, LINE_IGNORED, VALUE for a value that is wrong or matches nothing,
     * or that of settings_add_hint(). */
    const char *code;
    char *file;  /* which loader.conf, or its line, is ignored; NULL: none */
    size_t line; /* 0: all of the file */
};

/* Adds a problem with a value: a sentence, formatted as by printf(). */
void settings_add_problem(const char *format, ...) PRINTF_FORMAT(1, 2);

/* The same for something that is no fault of a value: DEVICES_HIDDEN, more than the user may have
 * meant; or FOREIGN_VARIABLE, which only other loaders know. The code must stay valid. */
void settings_add_hint(const char *code, const char *format, ...) PRINTF_FORMAT(2, 3);

/* Whether there was no memory for some settings or problems. */
bool settings_are_incomplete(void);

/* Whether a choice of drivers, platforms or devices may have been lost, for lack of memory, or
 * because a file could not be read this time. */
bool settings_choice_is_lost(void);

/* The problems. NULL if there are none. */
const struct problem *settings_problems(void);

/* The files with settings, whether or not they exist: the machine's and the user's own. NULL: there
 * is none, or it does not count in this program. */
const char *settings_machine_file(void);
const char *settings_user_file(void);

/* Frees what settings_read() allocated. */
void settings_free(void);

/* The name of a setting, what it does, and the origin of its value: "default", "environment", or
 * the file and line. */
const char *setting_name(enum setting setting);
const char *setting_help(enum setting setting);
const char *setting_origin(enum setting setting);

/* The value, or the fallback, or NULL if there is neither. Valid as long as the loader. */
const char *setting_text(enum setting setting);
bool setting_flag(enum setting setting);

/* Returns false if there is no value, or if it is not a number. */
bool setting_number(enum setting setting, unsigned *number);

#endif
