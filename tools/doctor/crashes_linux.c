/* SPDX-License-Identifier: Apache-2.0 */
/* Says what to do if a driver crashes or hangs in a library that is not its own. */
#define _GNU_SOURCE /* realpath */
#include "machine.h"

#include "../base/files.h"
#include "../report/owners.h"
#include "../report/remedy.h"

#include <stdlib.h>
#include <string.h>

/* Whether a library lies directly in a folder for the libraries of all programs. */
static bool is_for_all(const char *file)
{
    static const char *const folders[] = { "/usr/lib", "/usr/lib64" };
    char *folder = text_format("%.*s", (int)(text_file_name(file) - file - 1), file);
    char *part = strrchr(folder, '/');
    bool is;
    if (part && strstr(part, "-linux-gnu")) *part = '\0'; /* Debian: a folder per architecture */
    is = strcmp(folder, "/lib") == 0 || strcmp(folder, "/lib64") == 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t length = strlen(folder), end = strlen(folders[i]);
        is = is || (length >= end && strcmp(folder + length - end, folders[i]) == 0);
    }
    free(folder);
    return is;
}

/* Whether a library certainly comes with the driver: it is of the driver's package, or a part of
 * NVIDIA's driver. */
static bool is_of_driver(const char *root, const char *file, const char *driver)
{
    char *package, *drivers;
    bool is;
    owner_of_file(root, file, &package);
    owner_of_file(root, driver, &drivers);
    is = file_is_same(file, driver) || strstr(file, "libnvidia") || strstr(file, "libcuda") ||
         (package && text_same(package, drivers));
    free(drivers);
    free(package);
    return is;
}

/* The driver's library, or NULL: not known. A driver that crashes has told nothing. The caller
 * frees the path. */
static char *file_of(const struct candidate *driver)
{
    const char *name = *text_or_empty(driver->file) ? driver->file : text_or_empty(driver->library);
    char *found = strchr(name, '/') ? text_format("%s", name) : file_find_library(name);
    char *real = found ? realpath(found, NULL) : NULL;
    free(found);
    return real;
}

char *machine_crash_remedy(const struct options *options, const struct candidate *driver,
                           const struct answer *answer)
{
    const char *file = probe_failed_in(answer);
    char *real = file && driver ? file_of(driver) : NULL, *owner, *name, *remedy = NULL;
    if (real && is_for_all(file) && strncmp(text_file_name(file), "libOpenCL.", 10) != 0 &&
        !is_of_driver(options->root, file, real)) {
        owner = owner_words(options->root, file);
        name = remedy_name(driver);
        remedy =
            text_format(answer->end == END_OVERRUN
                            ? "see whether %s%s and the driver are of one release, or leave the "
                              "driver out: clrelay disable %s"
                            : "See whether %s%s and the driver are of one release, and "
                              "install another version of one of them. Until then leave the "
                              "driver out: clrelay disable %s",
                        text_file_name(file), owner, name);
        free(name);
        free(owner);
    }
    free(real);
    return remedy;
}
