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

/* A bare name, of a library that lies in a folder of its maker. */
bool is_name_not_searched(struct search *it)
{
    static const char *const folders[] = { "/opt/*/lib",
                                           "/opt/*/lib64",
                                           "/opt/*/*/lib",
                                           "/opt/*/*/lib/x86_64",
                                           "/usr/local/lib",
                                           "/usr/lib/wsl/lib",
                                           "/usr/lib/*-linux-gnu*/intel-opencl" };
    const char *name = text_or_empty(it->driver->library);
    if (it->driver->verdict != VERDICT_LIBRARY_MISSING || strpbrk(name, "/*?[")) return false;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !it->value; i++) {
        char *pattern = text_format("%s/%s", folders[i], name), *found = fact_path(it, pattern);
        char *architecture = found ? file_architecture(found) : NULL,
             *own = file_own_architecture();
        if (text_same(architecture, own)) it->value = text_format("%s", found + strlen(it->root));
        free(own);
        free(architecture);
        free(found);
        free(pattern);
    }
    it->other = text_format("%s", remedy_where(it->driver));
    return it->value != NULL;
}
