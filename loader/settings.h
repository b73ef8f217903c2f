/* SPDX-License-Identifier: Apache-2.0 */
/* What the user has set: read once, when the drivers are loaded, and the same from then on. */
#ifndef CLRELAY_SETTINGS_H
#define CLRELAY_SETTINGS_H

#include <stdbool.h>

enum setting {
#define SETTING(id, name, type, fallback, help) SETTING_##id,
#include "setting_rows.h"
#undef SETTING
    SETTING_COUNT
};

/* Reads all settings. Before this, each has its fallback. */
void settings_read(void);

/* Frees what settings_read() took. */
void settings_forget(void);

/* The name of a setting's variable. */
const char *setting_name(enum setting setting);

/* The value, or the fallback, or NULL where there is neither. Valid for the life of the loader. */
const char *setting_text(enum setting setting);
bool setting_flag(enum setting setting);

/* The number; false when the user's value is none. */
bool setting_number(enum setting setting, unsigned *number);

#endif
