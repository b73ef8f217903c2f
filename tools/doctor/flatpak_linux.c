/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of Flatpak, seen from the system: rows of causes.h about the drivers that these programs
 * get. */
#include "causes_linux.h"
#include "program.h"
#include "program_linux.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static const char extension[] = "org.freedesktop.Platform.GL.";

/* The element of a path behind these words, or NULL. The caller frees it. */
static char *element_behind(const char *path, const char *words)
{
    const char *found = strstr(path, words);
    const char *name = found ? found + strlen(words) : "";
    const int length = (int)strcspn(name, "/");
    return length > 0 ? text_format("%.*s", length, name) : NULL;
}

char *flatpak_name(const char *path)
{
    char *name = element_behind(path, "/flatpak/exports/bin/");
    return name ? name : element_behind(path, "/flatpak/app/");
}

/* What is known about Flatpak's extensions with NVIDIA's driver. */
struct extensions {
    const char *wanted; /* the name of the extension that fits */
    char *all;          /* the names of other ones, with commas between them */
    bool has_folder, has_wanted;
};

static void take_extension(struct extensions *extensions, const char *name)
{
    const size_t length = sizeof extension - 1;
    if (strncmp(name, extension, length) != 0) return;
    /* "host" stands for the system's own libraries, which some users put there. */
    if (strcmp(name + length, "host") == 0 || strcmp(name, extensions->wanted) == 0)
        extensions->has_wanted = true;
    else if (strncmp(name + length, "nvidia-", 7) == 0)
        text_add(&extensions->all, "%s%s", extensions->all ? ", " : "", name + length);
}

/* Looks into an installation of Flatpak, the system's or this user's. */
static void look_in(struct extensions *extensions, const char *installation)
{
    static const char *const kinds[] = { "runtime", "extension" };
    for (size_t i = 0; i < 2; i++) {
        char *path = text_format("%s/%s", installation, kinds[i]);
        DIR *folder = opendir(path);
        struct dirent *entry;
        extensions->has_folder |= folder && i == 0;
        while (folder && (entry = readdir(folder))) take_extension(extensions, entry->d_name);
        if (folder) closedir(folder);
        free(path);
    }
}

/* Whether Flatpak may have installations, or take drivers, that are not known here. */
static bool is_unusual(const struct search *search)
{
    static const char *const variables[] = { "FLATPAK_GL_DRIVERS", "FLATPAK_SYSTEM_DIR",
                                             "FLATPAK_USER_DIR", "XDG_DATA_HOME" };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (!fact_is_unset(variables[i])) return true;
    return fact_has_path(search, "/etc/flatpak/installations.d/*.conf");
}

char *flatpak_extension(const char *version)
{
    char *name = text_format("%snvidia-%s", extension, version);
    for (char *dot = name + sizeof extension - 1; (dot = strchr(dot, '.'));) *dot = '-';
    return name;
}

bool is_flatpak_without_extension(struct search *search)
{
    struct extensions extensions = { .all = NULL };
    const char *home = getenv("HOME");
    char version[64] = "", *name, *system, *own;
    if (search->gpu->vendor != NVIDIA || is_unusual(search) ||
        !fact_nvidia_version(search, version, sizeof version))
        return false;
    extensions.wanted = name = flatpak_extension(version);
    system = text_format("%s/var/lib/flatpak", search->root);
    own = text_format("%s/.local/share/flatpak", text_or_empty(home));
    look_in(&extensions, system);
    look_in(&extensions, own);
    if (extensions.has_folder && !extensions.has_wanted) {
        search->value = text_format("%s", name);
        if (extensions.all) search->other = text_format(" (there is %s)", extensions.all);
    }
    free(own);
    free(system);
    free(name);
    free(extensions.all);
    return search->value;
}

/* Without a program of Flatpak's, nobody lacks the extension. */
bool are_flatpaks_without_extension(struct search *search)
{
    struct search home = { .root = text_or_empty(getenv("HOME")) };
    return (fact_has_path(search, "/var/lib/flatpak/app/*") ||
            fact_has_path(&home, "/.local/share/flatpak/app/*")) &&
           is_flatpak_without_extension(search);
}

bool is_flatpak_without_amd(struct search *search)
{
    return search->gpu->vendor == AMD && fact_has_driver(search, "libamdocl") &&
           fact_found(search, search->program->flatpak, NULL);
}
