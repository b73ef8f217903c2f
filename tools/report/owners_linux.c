/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* lstat, realpath */
#include "owners.h"

#include "../base/files.h"
#include "../base/text.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Each package has a list of its files, with a path in each line. */
static const struct lists {
    const char *pattern, *end;
    int parts; /* parts of the version, behind hyphens, at the end of the package's name */
} lists[] = { { "/var/lib/dpkg/info/*.list", ".list", 0 },
              { "/var/lib/pacman/local/*/files", "/files", 2 } };

static bool has_path(const char *root, const char *pattern)
{
    char *full = text_format("%s%s", root, pattern);
    glob_t found;
    const bool has = glob(full, 0, NULL, &found) == 0;
    globfree(&found);
    free(full);
    return has;
}

/* Takes away the root's slash, with which the paths of some lists begin. `merged`: /lib is a link
 * to /usr/lib, so a list may have either. Then takes away /usr, too. */
static const char *bare_path(const char *path, bool merged)
{
    path += *path == '/';
    return merged && strncmp(path, "usr/lib", 7) == 0 ? path + 4 : path;
}

static bool is_merged(const char *root)
{
    char *lib = text_format("%s/lib", root);
    struct stat about;
    const bool is = lstat(lib, &about) != 0 || S_ISLNK(about.st_mode);
    free(lib);
    return is;
}

static bool has_line(const char *list, const char *wanted, bool merged)
{
    char line[4096];
    bool found = false;
    FILE *file = file_stream(list);
    while (file && !found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        found = strcmp(bare_path(line, merged), wanted) == 0;
    }
    if (file) fclose(file);
    return found;
}

/* Makes "libc6" of ".../info/libc6:amd64.list", and "mesa" of ".../local/mesa-1:24.0.1-1/files". */
static char *package_of(const char *list, const struct lists *kind)
{
    char *path = text_format("%.*s", (int)(strlen(list) - strlen(kind->end)), list), *end;
    char *name = text_format("%s", text_file_name(path));
    for (int i = 0; i < kind->parts; i++)
        if ((end = strrchr(name, '-'))) *end = '\0';
    if (kind->parts == 0) name[strcspn(name, ":")] = '\0';
    free(path);
    return name;
}

/* The path without links among its folders, as lists have it. The caller frees it. */
static char *plain_path(const char *root, const char *file)
{
    const char *name = text_file_name(file);
    const size_t length = strlen(root);
    char *folder = text_format("%s%.*s", root, (int)(name - file), file);
    char *real = realpath(folder, NULL);
    char *plain = real && strncmp(real, root, length) == 0
                      ? text_format("%s/%s", real + length, name)
                      : text_format("%s", file);
    free(real);
    free(folder);
    return plain;
}

/* Whether dpkg may have put the package's file aside, so that this file is another package's. */
static bool is_diverted(const char *root, const char *wanted, bool merged)
{
    char *diversions = text_format("%s/var/lib/dpkg/diversions", root);
    const bool is = has_line(diversions, wanted, merged);
    free(diversions);
    return is;
}

static bool has_rpm(const char *root)
{
    return has_path(root, "/var/lib/rpm/*") || has_path(root, "/usr/lib/sysimage/rpm/*");
}

/* Whether only a distribution's packages should have files in this folder. Elsewhere, other
 * installers keep lists of their own: conda, snap, pip, makers of drivers. */
static bool is_of_system(const char *file)
{
    return (strncmp(file, "/usr/lib", 8) == 0 || strncmp(file, "/lib", 4) == 0) &&
           !strstr(file, "/python") && !strstr(file, "/site-packages");
}

enum owner owner_of_file(const char *root, const char *file, char **package)
{
    const bool merged = is_merged(root);
    char *plain = plain_path(root, file);
    const char *wanted = bare_path(plain, merged);
    enum owner owner = OWNER_UNKNOWN;
    *package = NULL;
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !*package; i++) {
        char *pattern = text_format("%s%s", root, lists[i].pattern);
        glob_t found;
        if (glob(pattern, 0, NULL, &found) == 0) {
            owner = OWNER_NONE;
            for (size_t f = 0; f < found.gl_pathc && !*package; f++)
                if (has_line(found.gl_pathv[f], wanted, merged))
                    *package = package_of(found.gl_pathv[f], &lists[i]);
        }
        globfree(&found);
        free(pattern);
    }
    if (*package && is_diverted(root, wanted, merged)) report_set(package, NULL);
    else if (*package) owner = OWNER_PACKAGE;
    if (owner == OWNER_NONE &&
        (!is_of_system(plain) || has_rpm(root) || is_diverted(root, wanted, merged)))
        owner = OWNER_UNKNOWN;
    free(plain);
    return owner;
}

/* Whether this path of a list is the one that is looked for. */
typedef bool wanted_path(const char *root, const char *path, const char *name);

static bool has_name(const char *root, const char *path, const char *name)
{
    (void)root;
    return strcmp(text_file_name(path), name) == 0;
}

static bool is_lost_manifest(const char *root, const char *path, const char *name)
{
    static const char folder[] = "/etc/OpenCL/vendors/";
    return strncmp(path, folder, strlen(folder)) == 0 && strstr(path, name) &&
           text_same(strrchr(path, '.'), ".icd") && !has_path(root, path);
}

/* The first such path in a list, or NULL. The caller frees the path. */
static char *path_in(const char *root, const char *list, wanted_path *is_wanted, const char *name)
{
    char line[4096] = "/", *path = NULL;
    FILE *file = file_stream(list);
    while (file && !path && fgets(line + 1, sizeof line - 1, file)) {
        const char *at = line + (line[1] == '/');
        line[strcspn(line, "\n")] = '\0';
        if (strchr(line + 1, '/') && is_wanted(root, at, name)) path = text_format("%s", at);
    }
    if (file) fclose(file);
    return path;
}

static char *find_owner(const char *root, wanted_path *is_wanted, const char *name, char **file)
{
    char *package = NULL;
    *file = NULL;
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !package; i++) {
        char *pattern = text_format("%s%s", root, lists[i].pattern);
        glob_t found;
        if (glob(pattern, 0, NULL, &found) == 0)
            for (size_t f = 0; f < found.gl_pathc && !package; f++)
                if ((*file = path_in(root, found.gl_pathv[f], is_wanted, name)))
                    package = package_of(found.gl_pathv[f], &lists[i]);
        globfree(&found);
        free(pattern);
    }
    return package;
}

char *owner_of_name(const char *root, const char *name, char **file)
{
    return find_owner(root, has_name, name, file);
}

char *owner_of_lost_manifest(const char *root, const char *word, char **file)
{
    return find_owner(root, is_lost_manifest, word, file);
}

char *owner_words(const char *root, const char *file)
{
    char *package, *words;
    const enum owner owner = owner_of_file(root, file, &package);
    if (owner == OWNER_PACKAGE) words = text_format(" (of the package %s)", package);
    else if (owner == OWNER_NONE) words = text_format(" (of no package)");
    else
        words = has_rpm(root) ? text_format(" (rpm -qf %s names its package)", file)
                              : text_format("%s", "");
    free(package);
    return words;
}
