/* SPDX-License-Identifier: Apache-2.0 */
#include "platforms.h"

#include "base/text.h"
#include "remedy.h"

static struct platform *platform_at(const struct platforms *platforms, json_int_t index)
{
    bool has_platform = index >= 0 && (size_t)index < platforms->count;
    return has_platform ? &platforms->all[(size_t)index] : NULL;
}

static char *copied(const char *text)
{
    return text ? text_format("%s", text) : NULL;
}

static const char *const types[] = { "gpu", "cpu", "accelerator", "custom" };
enum { TYPES = sizeof types / sizeof types[0] };

/* The loader's entry for a device. If settings choose devices, only the loader knows the
 * numbers. */
static const struct choosable *find_choosable(const struct choosables *all, json_int_t platform,
                                              json_int_t index)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->all[i].platform == platform && all->all[i].index == index) return &all->all[i];
    return NULL;
}

/* Adds the pattern of each device: its type, and its number among those of the type. */
static void add_patterns(struct probed *probed)
{
    json_int_t counts[TYPES] = { 0 };
    for (size_t i = 0; probed->report && i < probed->platforms.count; i++) {
        struct platform *platform = &probed->platforms.all[i];
        for (size_t j = 0; j < platform->device_count; j++) {
            struct device *device = &platform->devices[j];
            const struct choosable *known =
                find_choosable(&probed->report->devices, platform->index, device->index);
            for (size_t type = 0; device->type && type < TYPES; type++) {
                if (text_compare_nocase(types[type], device->type) != 0) continue;
                report_set(&device->pattern,
                           text_format("%s:%lld", types[type],
                                       known ? known->number_of_type : counts[type]));
                counts[type]++;
            }
        }
    }
}

void platforms_add_from_report(struct probed *probed)
{
    struct candidates *drivers = probed->report ? &probed->report->drivers : NULL;
    for (size_t i = 0; drivers && i < drivers->count; i++) {
        struct candidate *driver = &drivers->all[i];
        remedy_add(driver, probed->report);
        for (size_t j = 0; j < driver->platforms.count; j++) {
            struct platform *from = &driver->platforms.all[j];
            struct platform *to = platform_at(&probed->platforms, from->index);
            if (!to) continue;
            to->reported = true;
            to->is_default = from->is_default;
            report_set(&to->suffix, copied(from->suffix));
            report_set(&to->file, copied(driver->file));
        }
    }
    add_patterns(probed);
}

size_t platforms_count_devices(const struct platforms *platforms)
{
    size_t count = 0;
    for (size_t i = 0; i < platforms->count; i++) count += platforms->all[i].device_count;
    return count;
}

bool platforms_any_error(const struct platforms *platforms)
{
    for (size_t i = 0; i < platforms->count; i++)
        if (platforms->all[i].error) return true;
    return false;
}

void platforms_move_devices(struct candidate *driver, const struct platforms *platforms)
{
    for (size_t i = 0; i < driver->platforms.count; i++) {
        struct platform *to = &driver->platforms.all[i], *from = platform_at(platforms, to->index);
        if (!from) continue;
        to->listed = true;
        to->devices = from->devices;
        to->device_count = from->device_count;
        to->error = from->error;
        from->devices = NULL;
        from->device_count = 0;
        from->error = NULL;
    }
}
