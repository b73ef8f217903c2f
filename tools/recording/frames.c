/* SPDX-License-Identifier: Apache-2.0 */
#include "frames.h"

#include "../base/text.h"

#include <string.h>

/* The name of a module. A child process does not record the modules again that its parent named
 * before the fork. */
static const char *module_name(const struct recording *recording, const struct process *process,
                               uint64_t module, moment at)
{
    for (int depth = 0; process && depth < 64; depth++) {
        const char *name = recording_module(recording, process, module, at);
        const uint32_t parent = process->parent;
        if (name) return name;
        process = NULL;
        for (size_t i = 0; i < recording->process_count; i++)
            if (recording->processes[i]->id == parent) process = recording->processes[i];
    }
    return NULL;
}

const char *frames_module(const struct recording *recording, struct return_site site,
                          uint64_t *address)
{
    if (!site.record->address) return NULL;
    *address = site.record->address - site.record->module - 1;
    return module_name(recording, site.process, site.record->module, site.at);
}

/* Whether a module is the loader or a layer, which do not belong to the program. */
static bool is_of_opencl(const char *module)
{
    static const char *const beginnings[] = { "libOpenCL.", "libclrelay_", "OpenCL.", "clrelay_" };
    const char *name = text_file_name(module);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!strncmp(name, beginnings[i], strlen(beginnings[i]))) return true;
    return false;
}

void frames_want(const struct recording *recording, struct return_site site)
{
    uint64_t address;
    const char *module = frames_module(recording, site, &address);
    if (module && !is_of_opencl(module)) sites_want(module, address);
}

void frames_leave(const struct recording *recording, struct return_site site)
{
    uint64_t address;
    const char *module = frames_module(recording, site, &address);
    if (module) sites_leave(module, address);
}

const struct site *frames_of(const struct recording *recording, struct return_site site)
{
    uint64_t address;
    const char *module = frames_module(recording, site, &address);
    return module ? sites_get(module, address) : NULL;
}
