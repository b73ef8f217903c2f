/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises which module of the kernel a GPU lacks: rows of causes.h. The kernel's list says which
 * devices each module is for. */
#define _GNU_SOURCE
#include "causes_linux.h"

#include "../base/files.h"

#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 1 << 20 }; /* lines of the list; usual lists have 30,000 */

/* The modules for GPUs of each vendor. The module that OpenCL's drivers need comes first. */
static const struct {
    enum vendor vendor;
    const char *modules[4];
} known[] = { { INTEL, { "i915", "xe", "gma500_gfx", NULL } },
              { AMD, { "amdgpu", "radeon", NULL } },
              { NVIDIA, { "nvidia", "nvidia_current", NULL } } };
enum { VENDORS = sizeof known / sizeof *known };

/* What the list says about a GPU: the best module for it, or NULL. `has_vendor`: the list has a
 * module for GPUs of the vendor. */
struct listed {
    char kernel[128];
    const char *module;
    bool is_read, has_vendor;
};

/* The kernel's name for the device. If the system does not have the name, the numbers of vendor and
 * device make it. */
static char *name_of_device(const struct search *search)
{
    const struct gpu *gpu = search->gpu;
    char line[256] = "", *path = text_format("/sys/bus/pci/devices/%s/modalias", gpu->address);
    const bool has = fact_line(search, path, "", line, sizeof line) && *line;
    free(path);
    return has ? text_format("%s", line)
               : text_format("pci:v%08Xd%08Xsv00000000sd00000000bc03sc00i00", (unsigned)gpu->vendor,
                             gpu->number);
}

/* Reads a line, like "alias pci:v00008086d00004C8Asv*sd*bc03sc*i* i915". */
static void take_line(struct listed *listed, char *line, const char *device,
                      const char *const modules[])
{
    char *rest = line, *word = strsep(&rest, " "), *pattern = strsep(&rest, " "),
         *module = strsep(&rest, " \n");
    if (strcmp(word, "alias") != 0 || !pattern || !module || strncmp(pattern, "pci:", 4) != 0)
        return;
    for (size_t i = 0; modules[i] && (!listed->module || listed->module != modules[i]); i++) {
        if (strcmp(module, modules[i]) != 0) continue;
        listed->has_vendor = true;
        if (fnmatch(pattern, device, 0) == 0) listed->module = modules[i];
    }
}

/* Whether the kernel has one of these modules built in. The list of modules does not say so. */
static bool is_built_in(const struct search *search, const char *kernel,
                        const char *const modules[])
{
    char *path = text_format("/lib/modules/%s/modules.builtin", kernel);
    bool is = false;
    for (size_t i = 0; modules[i] && !is; i++) {
        char *name = text_format("/%s.ko", modules[i]);
        is = fact_line_contains(search, path, name, "");
        free(name);
    }
    free(path);
    return is;
}

static struct listed read_list(const struct search *search)
{
    struct listed listed = { .module = NULL };
    const char *const *modules = NULL;
    char *path, *device, *line = NULL;
    size_t space = 0;
    FILE *file;
    for (size_t i = 0; i < VENDORS; i++)
        if (known[i].vendor == search->gpu->vendor) modules = known[i].modules;
    if (!modules || *search->gpu->driver ||
        (search->gpu->vendor != NVIDIA && /* its own module does not obey this option */
         fact_line_contains(search, "/proc/cmdline", "nomodeset", "")) ||
        !fact_line(search, "/proc/sys/kernel/osrelease", "", listed.kernel, sizeof listed.kernel) ||
        strchr(listed.kernel, '/') || is_built_in(search, listed.kernel, modules))
        return listed;
    path = text_format("%s/lib/modules/%s/modules.alias", search->root, listed.kernel);
    device = name_of_device(search);
    file = file_stream(path);
    for (int lines = 0; file && lines < MOST_LINES && getline(&line, &space, file) > 0; lines++) {
        take_line(&listed, line, device, modules);
        listed.is_read = true;
    }
    if (file) fclose(file);
    free(line);
    free(device);
    free(path);
    return listed;
}

/* The kernel has a module of the vendor, but only for other GPUs. */
bool is_newer_than_kernel(struct search *search)
{
    const struct listed listed = read_list(search);
    return listed.has_vendor && !listed.module && fact_found(search, listed.kernel, NULL);
}

/* In the names of modules, - and _ are the same. */
static bool is_module_name(const char *one, const char *other)
{
    for (; *one && *other; one++, other++)
        if (*one != *other && !(strchr("-_", *one) && strchr("-_", *other))) return false;
    return *one == *other;
}

/* What a file of modprobe does to a module: nothing, keeps the kernel from loading it by itself, or
 * keeps everybody from loading it. */
enum bar { BAR_NONE, BAR_BLACKLIST, BAR_OFF };

/* Reads a line, such as "blacklist nvidia", "alias nvidia off", "install nvidia /bin/false". *name:
 * the module as the line writes its name. */
static enum bar bar_in_line(const char *line, const char *module, char name[64])
{
    char target[64] = "";
    if (sscanf(line, " blacklist %63s", name) == 1 && is_module_name(name, module))
        return BAR_BLACKLIST;
    if (sscanf(line, " alias %63s %63s", name, target) == 2 && is_module_name(name, module) &&
        strcmp(target, "off") == 0)
        return BAR_OFF;
    if (sscanf(line, " install %63s %63s", name, target) == 2 && is_module_name(name, module) &&
        (strcmp(text_file_name(target), "false") == 0 ||
         strcmp(text_file_name(target), "true") == 0))
        return BAR_OFF;
    return BAR_NONE;
}

/* Whether the file bars the module in this way, or more. *name: the module as the file writes its name. */
static bool is_barred_in(const char *path, const char *module, enum bar bar, char name[64])
{
    char line[1024];
    bool found = false;
    FILE *file = file_stream(path);
    while (file && !found && fgets(line, sizeof line, file))
        found = bar_in_line(line, module, name) >= bar;
    if (file) fclose(file);
    return found;
}

/* The file of modprobe that bars a module in this way, or more; or NULL. The caller frees the path. *name: the
 * module as the file writes its name. */
static char *find_bar(const struct search *search, const char *module, enum bar bar, char name[64])
{
    static const char *const folders[] = { "/etc/modprobe.d", "/run/modprobe.d",
                                           "/usr/lib/modprobe.d", "/lib/modprobe.d" };
    char *found = NULL;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !found; i++) {
        char *pattern = text_format("%s%s/*.conf", search->root, folders[i]);
        glob_t files;
        if (glob(pattern, 0, NULL, &files) == 0) {
            for (size_t f = 0; f < files.gl_pathc && !found; f++)
                if (is_barred_in(files.gl_pathv[f], module, bar, name))
                    found = text_format("%s", files.gl_pathv[f] + strlen(search->root));
            globfree(&files);
        }
        free(pattern);
    }
    return found;
}

static bool is_unloaded(const struct search *search, const struct listed *listed)
{
    char *path = listed->module ? text_format("/sys/module/%s", listed->module) : NULL;
    const bool is = path && !fact_has_path(search, path);
    free(path);
    return is;
}

static bool is_barred(struct search *search, enum bar bar)
{
    const struct listed listed = read_list(search);
    char name[64] = "",
         *file = is_unloaded(search, &listed) ? find_bar(search, listed.module, bar, name) : NULL;
    const bool is = file && fact_found(search, name, file);
    free(file);
    return is;
}

bool is_module_barred(const struct search *search)
{
    const struct listed listed = read_list(search);
    char name[64], *file = is_unloaded(search, &listed)
                               ? find_bar(search, listed.module, BAR_BLACKLIST, name)
                               : NULL;
    const bool is = file;
    free(file);
    return is;
}

bool is_module_off(struct search *search)
{
    return is_barred(search, BAR_OFF);
}

bool is_module_blacklisted(struct search *search)
{
    return is_barred(search, BAR_BLACKLIST);
}

bool is_module_unloaded(struct search *search)
{
    const struct listed listed = read_list(search);
    return is_unloaded(search, &listed) && fact_found(search, listed.module, NULL);
}

/* The list is there, but has no module for the vendor's GPUs. NVIDIA's module comes with its
 * driver. */
bool is_without_modules(struct search *search)
{
    const struct listed listed = read_list(search);
    return listed.is_read && !listed.has_vendor && search->gpu->vendor != NVIDIA &&
           fact_found(search, listed.kernel, NULL);
}
