/* SPDX-License-Identifier: Apache-2.0 */
#include "stop.h"

#include <string.h>

/* The names of the check IDs, one after the other, because a list of pointers would need
 * relocations; and their levels. */
static const struct {
#define CHECK_ID(name, level, section, text, advice) char name##_[sizeof "CLR-" #name];
#include "../../../calls/check_id_rows.h"
} names = {
#define CHECK_ID(name, level, section, text, advice) "CLR-" #name,
#include "../../../calls/check_id_rows.h"
};
static const unsigned char levels[CHECK_ID_COUNT] = {
#define CHECK_ID(name, level, section, text, advice) [name] = LEVEL_##level,
#include "../../../calls/check_id_rows.h"
};

/* The name by which users know a check ID, such as CLR-BUFFER-SIZE-ZERO. */
static void name_of(enum check_id check_id, char name[128])
{
    const char *from = (const char *)&names;
    size_t length;
    for (unsigned i = 1; i < check_id; i++) from += strlen(from) + 1;
    for (length = 0; length < 127 && from[length]; length++)
        name[length] = (char)(from[length] == '_' ? '-' : from[length]);
    /* The row's name has a _ at the end, because without it, it is a macro of the API. */
    if (length && name[length - 1] == '-') length--;
    name[length] = 0;
}

static bool is_ignored(enum check_id check_id)
{
    char name[128];
    if (!*recorder_file->functions) return false;
    name_of(check_id, name);
    return functions_match(name, recorder_file->functions);
}

void stop_at_finding(enum check_id check_id)
{
    const uint32_t options = recorder_file->options;
    const uint32_t least = options / RECORD_LEAST_LEVEL % 4;
    if (options & RECORD_STOP && check_id != USER_EVENT_WAIT && levels[check_id] != LEVEL_NOTE &&
        levels[check_id] >= least && !is_ignored(check_id))
        system_break();
}
