/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises why drivers fail: rows of causes.h. */
#include "causes_linux.h"

#include "../base/files.h"
#include "../report/packages.h"
#include "../report/remedy.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

bool is_without_its_gpu(struct search *it)
{
    if (!it->driver->lacks_gpu) return false;
    it->value = fact_vendors(it->driver);
    it->other = remedy_name(it->driver);
    return true;
}

bool is_illegal_instruction(struct search *it)
{
    if (!it->answer || it->answer->end != END_SIGNAL || it->answer->code != SIGILL) return false;
    it->value = remedy_name(it->driver);
    return true;
}

/* hwloc, which drivers for processors use, says so before they fail. */
bool is_without_sysfs(struct search *it)
{
    return it->answer && strstr(text_or_empty(it->answer->err.text), "sysfs") &&
           !fact_has_path(it, "/sys/devices");
}

bool is_missing_from_opt(struct search *it)
{
    const char *library = text_or_empty(it->driver->library);
    return it->driver->verdict == VERDICT_LIBRARY_MISSING && strncmp(library, "/opt/", 5) == 0 &&
           fact_found(it, remedy_where(it->driver), NULL);
}

/* Whether the driver was refused because a library that it needs has no file. */
static bool needs_missing(const struct search *it, const char *name)
{
    const char *message = text_or_empty(it->driver->message);
    return it->driver->verdict == VERDICT_LIBRARY_REFUSED && strstr(message, name) &&
           strstr(message, "cannot open shared object file");
}

bool is_libnuma_missing(struct search *it)
{
    return needs_missing(it, "libnuma.so.1");
}

bool is_needed_missing(struct search *it)
{
    const char *message = text_or_empty(it->driver->message);
    if (!needs_missing(it, "")) return false;
    it->value = text_format("%.*s", (int)strcspn(message, ":"), message);
    it->other = packages_search(it->value, it->report->distribution);
    return true;
}

/* ---- a library that lies elsewhere ---- */

/* A library for this architecture that fits, in a folder of the system or of a maker: its path below the root, or
 * NULL. The caller frees it. */
static char *find_library(const struct search *it, const char *name)
{
    static const char *const folders[] = { "/opt/*/lib",
                                           "/opt/*/lib64",
                                           "/opt/*/*/lib",
                                           "/opt/*/*/lib/x86_64",
                                           "/usr/local/lib",
                                           "/usr/lib/wsl/lib",
                                           "/usr/lib/*-linux-gnu*/intel-opencl" };
    char *found = NULL, *own = file_own_architecture(), *usual;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !found; i++) {
        char *pattern = text_format("%s/%s", folders[i], name), *file = fact_path(it, pattern);
        char *architecture = file ? file_architecture(file) : NULL;
        if (text_same(architecture, own)) found = text_format("%s", file + strlen(it->root));
        free(architecture);
        free(file);
        free(pattern);
    }
    usual = found ? NULL : fact_library(it, name);
    if (usual) found = text_format("%s", usual + strlen(it->root));
    free(usual);
    free(own);
    return found;
}

/* A bare name, of a library that lies in a folder that is not searched. */
bool is_name_not_searched(struct search *it)
{
    const char *name = text_or_empty(it->driver->library);
    if (it->driver->verdict != VERDICT_LIBRARY_MISSING || strpbrk(name, "/*?[")) return false;
    it->value = find_library(it, name);
    it->other = text_format("%s", remedy_where(it->driver));
    return it->value != NULL;
}

/* The name of a library that is missing, without its folder and with any version; or NULL. The caller frees it. */
static char *missing_with_any_version(const struct candidate *driver)
{
    const char *path = text_or_empty(driver->library), *name = text_file_name(path);
    const char *ending = strstr(name, ".so");
    if (driver->verdict != VERDICT_LIBRARY_MISSING || *path != '/' || !driver->manifest ||
        !ending || ending == name || strpbrk(name, "*?["))
        return NULL;
    return text_format("%.*s.so", (int)(ending - name), name);
}

/* What an update has left behind: another manifest names the driver that is there. */
bool is_manifest_left_behind(struct search *it)
{
    char *name = missing_with_any_version(it->driver);
    for (size_t i = 0; name && it->report && i < it->report->drivers.count; i++) {
        const struct candidate *other = &it->report->drivers.all[i];
        const char *file = text_file_name(text_or_empty(other->library));
        if (!it->value && other->manifest && strncmp(file, name, strlen(name)) == 0 &&
            (other->verdict == VERDICT_UNTRIED || other->verdict == VERDICT_LOADED))
            fact_found(it, other->manifest, it->driver->manifest);
    }
    free(name);
    return it->value != NULL;
}

bool is_library_elsewhere(struct search *it)
{
    char *name = missing_with_any_version(it->driver), *pattern = NULL;
    if (name) pattern = text_format("%s*", name);
    if (name && !(it->value = find_library(it, text_file_name(it->driver->library))))
        it->value = find_library(it, pattern);
    if (it->value) it->other = text_format("%s", it->driver->manifest);
    free(pattern);
    free(name);
    return it->value != NULL;
}
