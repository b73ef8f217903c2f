/* SPDX-License-Identifier: Apache-2.0 */
#include "packages.h"

#include "../base/files.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- distributions ---- */

static const struct older {
    const char *id;
    bool alike;
    double before;
    const char *words, *newer;
} olders[] = {
#define OLDER(id, alike, before, words, newer) { id, alike, before, words, newer },
#include "package_rows.h"
#undef OLDER
};

static const struct distribution {
    const char *name, *id;
    bool alike;
    const char *again, *find;
    const struct older *older; /* the words of this version, or NULL */
} distributions[] = {
#define SYSTEM(name, id, alike, again, find) { name, id, alike, again, find, NULL },
#include "package_rows.h"
#undef SYSTEM
};
enum { DISTRIBUTIONS = sizeof distributions / sizeof distributions[0] };

char *packages_conda_prefix(const struct loader *loader)
{
    char *prefix = text_format("%s", loader ? text_or_empty(loader->file) : ""), *meta;
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(prefix, '/');
        if (slash) *slash = '\0';
    }
    meta = text_format("%s/conda-meta", prefix);
    if (!*prefix || access(meta, F_OK) != 0) {
        free(prefix);
        prefix = NULL;
    }
    free(meta);
    return prefix;
}

/* Whether a line of /etc/os-release has this word; "opensuse-leap" counts as "opensuse". */
static bool has_id(const char *line, const char *id)
{
    size_t length = strlen(id);
    for (const char *at = line; (at = strstr(at, id)); at += length)
        if ((at == line || at[-1] == ' ' || at[-1] == '"') && strchr(" \"-", at[length]))
            return true;
    return false;
}

static const struct distribution *find_id(const char *line, bool like)
{
    for (size_t i = 0; i < DISTRIBUTIONS; i++)
        if ((distributions[i].alike || !like) && has_id(line, distributions[i].id))
            return &distributions[i];
    return NULL;
}

/* The distribution in this version, which may begin with a quotation mark. `like`: the version is that
 * of a system like it. */
static const struct distribution *in_version(const struct distribution *found, bool like,
                                             const char *version)
{
    static struct distribution older;
    const double number = strtod(version + (*version == '"'), NULL);
    for (size_t i = 0; found && i < sizeof olders / sizeof olders[0]; i++)
        if (strcmp(found->id, olders[i].id) == 0 && (olders[i].alike || !like) && number > 0 &&
            number < olders[i].before) {
            older = *found;
            older.older = &olders[i];
            return &older;
        }
    return found;
}

/* The distribution as it is if its /usr is an image of ostree, which dnf cannot change. */
static const struct distribution *of_image(const struct distribution *found, const char *root)
{
    static const struct older words = { .words = "rpm-ostree install", .newer = "dnf install" };
    static struct distribution image;
    char *path = text_format("%s/run/ostree-booted", root);
    const bool is = found && access(path, F_OK) == 0;
    free(path);
    if (!is) return found;
    image = *found;
    image.older = &words;
    return &image;
}

/* Whether the system has Fedora's packages, and not only its commands. */
static bool is_like_fedora(const char *own, const char *like)
{
    return (strcmp(like, "fedora") == 0 || strcmp(like, "\"fedora\"") == 0) && !has_id(own, "amzn");
}

const struct distribution *packages_distribution(const char *root, const struct loader *loader)
{
    char own[128] = "", like[128] = "", version[32] = "";
    char *conda = packages_conda_prefix(loader), *file = text_format("%s/etc/os-release", root);
    const struct distribution *own_one, *found;
    file_line(file, "ID=", own, sizeof own);
    file_line(file, "ID_LIKE=", like, sizeof like);
    file_line(file, "VERSION_ID=", version, sizeof version);
    own_one = find_id(conda ? "conda" : own, false);
    free(file);
    free(conda);
    if (own_one) return of_image(in_version(own_one, false, version), root);
    found = find_id(like, true);
    if (!found && is_like_fedora(own, like)) found = find_id("fedora", false);
    return of_image(in_version(found, true, version), root);
}

/* ---- packages ---- */

enum package {
#define PACKAGE(id, what, ...) id,
#include "package_rows.h"
#undef PACKAGE
    PACKAGES
};

static const struct {
    const char *id, *what, *how[DISTRIBUTIONS];
} packages[] = {
#define PACKAGE(id, what, ...) { "{" #id "}", what, { __VA_ARGS__ } },
#include "package_rows.h"
#undef PACKAGE
};

static const struct {
    const char *begin;
    enum package package;
} libraries[] = {
#define LIBRARY(begin, package) { begin, package },
#include "package_rows.h"
#undef LIBRARY
};

/* Gives a text the words of this version of a distribution. */
static void fit_version(char **text, const struct distribution *distribution)
{
    const struct older *older = distribution->older;
    if (older) text_replace(text, older->newer, older->words);
}

/* How a distribution installs a package. */
static const char *how_to(enum package package, const struct distribution *distribution)
{
    return packages[package].how[find_id(distribution->id, false) - distributions];
}

static char *describe(enum package package, const struct distribution *distribution, bool again)
{
    static const char command[] = "install ";
    const struct distribution *named = distribution ? distribution : find_id("debian", false);
    const char *what = packages[package].what, *how = how_to(package, named);
    const char *at = again && *named->again ? strstr(how, command) : NULL;
    int length = at ? (int)(at + strlen(command) - how) : 0;
    char *words;
    if (!*how) return text_format("%s", what);
    words = text_format("%s (%s: %.*s%s%s%s)", what, named->name, length, how,
                        at ? named->again : "", at ? " " : "", how + length);
    fit_version(&words, named);
    return words;
}

/* Leaves the name of the distribution and its command out where a text has them again: "PoCL (Debian:
 * apt-get install pocl-opencl-icd) or Mesa's rusticl (mesa-opencl-icd)". */
static void say_once(char **text, const struct distribution *distribution)
{
    const struct distribution *named = distribution ? distribution : find_id("debian", false);
    const char *how = how_to(LOADER, named), *end = strrchr(how, ' ');
    char *head = text_format("(%s: %.*s ", named->name, end ? (int)(end - how) : 0, how), *first;
    if (end && (first = strstr(*text, head))) {
        char *rest = text_format("%s", first + strlen(head));
        first[strlen(head)] = '\0';
        text_replace(&rest, head, "(");
        text_add(text, "%s", rest);
        free(rest);
    }
    free(head);
}

static void fill(char **text, const struct distribution *distribution, bool again)
{
    for (enum package i = 0; i < PACKAGES; i++) {
        char *words = describe(i, distribution, again);
        text_replace(text, packages[i].id, words);
        free(words);
    }
    say_once(text, distribution);
}

void packages_fill(char **text, const struct distribution *distribution)
{
    fill(text, distribution, false);
}

void packages_fill_again(char **text, const struct distribution *distribution)
{
    fill(text, distribution, true);
}

char *packages_again(const char *package, const struct distribution *distribution)
{
    const char *how, *end;
    if (!distribution || !*distribution->again) return text_format("%s", "");
    how = how_to(LOADER, distribution);
    end = strrchr(how, ' ');
    return text_format("%.*s %s %s", end ? (int)(end - how) : 0, how, distribution->again, package);
}

bool packages_is_loader(const char *package)
{
    for (size_t i = 0; i < DISTRIBUTIONS; i++) {
        const char *name = strrchr(packages[LOADER].how[i], ' ');
        if (name && strcmp(name + 1, package) == 0) return true;
    }
    return false;
}

char *packages_of_library(const char *library, const struct distribution *distribution, bool again)
{
    const char *name = text_file_name(library);
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
        if (strncmp(name, libraries[i].begin, strlen(libraries[i].begin)) == 0)
            return describe(libraries[i].package, distribution, again);
    return NULL;
}

char *packages_search(const char *library, const struct distribution *distribution)
{
    char *found = packages_of_library(library, distribution, false);
    if (found) return found;
    if (!text_is_plain_word(library))
        return text_format("a search for files in your distribution's packages may find it");
    if (!distribution || !*distribution->find)
        return text_format("on Debian and Ubuntu, 'apt-file search %s' looks for it", library);
    found = text_format("%s", distribution->find);
    fit_version(&found, distribution);
    text_replace(&found, "{}", library);
    return found;
}
