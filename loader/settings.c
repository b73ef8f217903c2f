/* SPDX-License-Identifier: Apache-2.0 */
#include "settings.h"

#include "os.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const char *fallback;
} rows[SETTING_COUNT] = {
#define SETTING(id, name, type, fallback, help) { name, fallback },
#include "setting_rows.h"
#undef SETTING
};

static char *values[SETTING_COUNT];

void settings_read(void)
{
    if (os_privileged()) return;
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const char *value = os_environment(rows[i].name);
        /* A copy, because the program may change its environment later. */
        if (value && *value) values[i] = text_copy_string(value);
    }
}

void settings_forget(void)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        free(values[i]);
        values[i] = NULL;
    }
}

const char *setting_name(enum setting setting)
{
    return rows[setting].name;
}

const char *setting_text(enum setting setting)
{
    return values[setting] ? values[setting] : rows[setting].fallback;
}

bool setting_flag(enum setting setting)
{
    static const char *const yes[] = { "true", "True", "T", "1" };
    const char *value = setting_text(setting);
    for (size_t i = 0; value && i < sizeof yes / sizeof yes[0]; i++)
        if (strcmp(value, yes[i]) == 0) return true;
    return false;
}

bool setting_number(enum setting setting, unsigned *number)
{
    const char *value = setting_text(setting);
    return value && text_number(value, number);
}
