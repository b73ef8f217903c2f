/* SPDX-License-Identifier: Apache-2.0 */
#include "find/choice.h"

#include "base/settings.h"
#include "base/text.h"
#include "find/patterns.h"

#include <stdlib.h>
#include <string.h>

static const char *file_name(const char *path)
{
    const char *last = path ? os_basename(path) : NULL;
    return last ? last : path;
}

enum verdict choice_of_driver(const struct candidate *candidate, const char **by)
{
    bool selects = setting_text(SETTING_DRIVERS_SELECT) != NULL;
    bool disables = setting_text(SETTING_DRIVERS_DISABLE) != NULL;
    const char *names[2] = { NULL, file_name(candidate->library) };
    const char *manifest = file_name(candidate->origin), *dot;
    char *stem = NULL;
    bool selected, disabled;

    *by = "not all settings could be read";
    if (settings_choice_is_lost()) return VERDICT_OUT_OF_MEMORY;
    if (!selects && !disables) return VERDICT_ACCEPTED;
    dot = manifest ? strrchr(manifest, '.') : NULL;
    if (dot) stem = text_copy((struct text){ manifest, (size_t)(dot - manifest) });
    if (dot && !stem) return VERDICT_OUT_OF_MEMORY;
    names[0] = stem;
    selected = !selects || patterns_match(SETTING_DRIVERS_SELECT, names, 2) != SIZE_MAX;
    disabled = disables && patterns_match(SETTING_DRIVERS_DISABLE, names, 2) != SIZE_MAX;
    free(stem);
    *by = setting_name(disabled ? SETTING_DRIVERS_DISABLE : SETTING_DRIVERS_SELECT);
    if (disabled) return VERDICT_DISABLED;
    return selected ? VERDICT_ACCEPTED : VERDICT_NOT_SELECTED;
}

void choice_warn_unmatched(void)
{
    patterns_warn_unmatched(SETTING_DRIVERS_SELECT, "driver", NULL);
    patterns_warn_unmatched(SETTING_DRIVERS_DISABLE, "driver", NULL);
}
