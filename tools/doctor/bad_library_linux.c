/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* lstat */
#include "bad_library_linux.h"

#include "../base/elf_linux.h"
#include "../base/files.h"
#include "../base/text.h"
#include "../probe/protocol.h"

#include <elf.h>
#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- one file ---- */

char *library_problem(const char *file, const char *architecture)
{
    struct stat about;
    struct elf elf;
    char *target, *found = NULL, *obstacle, *problem = NULL;
    if (lstat(file, &about) != 0) return NULL;
    if (stat(file, &about) != 0) {
        target = file_target(file);
        problem = target ? text_format("is a link to %s, which is not there", target) : NULL;
        free(target);
        return problem;
    }
    if (S_ISDIR(about.st_mode)) {
        target = file_target(file);
        problem = target ? text_format("is a link to %s, which is a folder", target)
                         : text_format("is a folder, and not a library");
        free(target);
        return problem;
    }
    if (!S_ISREG(about.st_mode)) return text_format("is not a library");
    if ((obstacle = file_obstacle(file))) {
        problem = text_format("cannot be read: %s", obstacle);
        free(obstacle);
        return problem;
    }
    if (about.st_size == 0) return text_format("is empty");
    if (!(found = file_architecture(file))) return text_format("is not a library");
    if (strcmp(found, architecture) != 0)
        problem = text_format("is for %s, and not for %s", found, architecture);
    else if (!elf_open(&elf, file)) problem = text_format("is not a whole library");
    else {
        if (elf_least_size(&elf) > elf.size)
            problem = text_format("is cut off: it has %zu of at least %llu bytes", elf.size,
                                  (unsigned long long)elf_least_size(&elf));
        elf_close(&elf);
    }
    free(found);
    return problem;
}

/* Whether the dynamic linker skips such a file and goes on to the next folder. */
static bool is_skipped(const char *problem)
{
    return strncmp(problem, "is for ", 7) == 0 || strncmp(problem, "cannot be read", 14) == 0 ||
           strstr(problem, ", which is not there");
}

/* ---- where it is ---- */

enum found { NOTHING, SKIPPED, STOPPED, GOOD };

/* Looks at one file. A file that the linker skips counts only if no other one is found. */
static enum found look_at(struct bad_library *bad, const char *file, const char *folder,
                          const char *architecture)
{
    struct stat about;
    char *problem;
    if (lstat(file, &about) != 0) return NOTHING;
    problem = library_problem(file, architecture);
    if (!problem) return GOOD;
    if (is_skipped(problem) && bad->file) {
        free(problem);
        return SKIPPED;
    }
    if (bad->file) bad_library_free(bad);
    bad->file = text_format("%s", file);
    bad->folder = folder ? text_format("%s", folder) : NULL;
    bad->problem = problem;
    return is_skipped(problem) ? SKIPPED : STOPPED;
}

/* Looks in the folders of a list, up to the first file that the linker would take or stop at. */
static enum found look_in_list(struct bad_library *bad, const char *list, bool is_variable,
                               const char *name, const char *architecture)
{
    enum found found = NOTHING;
    while (*list && found < STOPPED) {
        const size_t length = strcspn(list, ":;");
        char *folder = text_format("%.*s", (int)length, list);
        char *file = text_format("%s/%s", length ? folder : ".", name);
        found = look_at(bad, file, is_variable ? folder : NULL, architecture);
        free(file);
        free(folder);
        list += length + (list[length] != '\0');
    }
    return found;
}

/* Whether a file lies in a folder for another architecture, to judge by the C library there. That
 * library is below /lib even where /usr/lib is another folder. */
static bool is_foreign(const char *file, const char *architecture)
{
    const char *path = strncmp(file, "/usr/lib", 8) == 0 ? file + 4 : file;
    char *libc = text_format("%.*slibc.so.6", (int)(text_file_name(path) - path), path);
    char *found = file_architecture(libc);
    const bool is = found && strcmp(found, architecture) != 0;
    free(found);
    free(libc);
    return is;
}

static enum found look_in_system(struct bad_library *bad, const char *name,
                                 const char *architecture)
{
    static const char *const folders[] = {
        "/lib/*-linux-gnu*", "/usr/lib/*-linux-gnu*", "/lib64", "/usr/lib64", "/lib",
        "/usr/lib",          "/usr/local/lib"
    };
    enum found found = NOTHING;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && found < STOPPED; i++) {
        char *pattern = text_format("%s/%s", folders[i], name);
        glob_t matches;
        if (glob(pattern, 0, NULL, &matches) == 0)
            for (size_t m = 0; m < matches.gl_pathc && found < STOPPED; m++)
                if (!is_foreign(matches.gl_pathv[m], architecture))
                    found = look_at(bad, matches.gl_pathv[m], NULL, architecture);
        globfree(&matches);
        free(pattern);
    }
    return found;
}

static void look_in_all(struct bad_library *bad, const struct link_question *question,
                        const char *name, const char *architecture)
{
    const char *value = question->privileged ? NULL : getenv("LD_LIBRARY_PATH");
    bool first;
    char *own = linker_own_folders(question->program, &first);
    enum found found = first ? look_in_list(bad, own, false, name, architecture) : NOTHING;
    if (found < STOPPED) found = look_in_list(bad, text_or_empty(value), true, name, architecture);
    if (found < STOPPED && !first) found = look_in_list(bad, own, false, name, architecture);
    if (found < STOPPED) found = look_in_system(bad, name, architecture);
    if (found == GOOD) bad_library_free(bad);
    free(own);
}

/* The file of this name with which a message begins, or which follows ": " in the message; or NULL.
 * The caller frees the path. */
static char *file_in(const char *message, const char *name)
{
    for (const char *end; (end = strstr(message, ": ")); message = end + 2) {
        char *file = text_format("%.*s", (int)(end - message), message);
        if (*file == '/' && strcmp(text_file_name(file), name) == 0) return file;
        free(file);
    }
    return NULL;
}

/* The element of LD_LIBRARY_PATH that has this file by this name, or NULL. The caller frees the
 * text. */
static char *element_of(const char *file, const char *name)
{
    const char *list = text_or_empty(getenv("LD_LIBRARY_PATH"));
    while (*list) {
        const size_t length = strcspn(list, ":;");
        char *path = text_format("%.*s/%s", (int)length, list, name);
        bool same = length > 0 && file_is_same(path, file);
        free(path);
        if (same) return text_format("%.*s", (int)length, list);
        list += length + (list[length] != '\0');
    }
    return NULL;
}

/* ---- what the dynamic linker finds ---- */

/* The library that the linker finds by this name, or NULL if it is of no use. The caller frees the
 * path. */
static char *find_good(const struct link_question *question, const char *name,
                       const char *architecture)
{
    struct linked_libraries libraries = { NULL, 0, 0 };
    const struct linked *all;
    char *found = NULL, *problem;
    bool lacks = false;
    free(linker_ask(question, &libraries));
    all = libraries.items;
    for (size_t i = 0; i < libraries.count && !found; i++)
        if (all[i].file && strcmp(text_file_name(all[i].name), name) == 0) {
            found = text_format("%s", all[i].file);
            lacks = all[i].problem;
        }
    linker_free(&libraries);
    problem = found ? library_problem(found, architecture) : NULL;
    if (problem || lacks) {
        free(found);
        found = NULL;
    }
    free(problem);
    return found;
}

void bad_library_find_next(struct bad_library *bad, const struct link_question *question,
                           const char *name, const char *architecture)
{
    struct link_question other = *question;
    if (!bad->folder && !question->privileged) bad->folder = element_of(bad->file, name);
    other.without = bad->folder;
    if (bad->folder) bad->next = find_good(&other, name, architecture);
}

struct bad_library bad_library_find(const struct link_question *question, const char *name,
                                    const char *architecture, const char *message)
{
    struct bad_library bad = { NULL, NULL, NULL, NULL };
    char *file = message ? file_in(message, name) : NULL;
    const char *lacks = message ? strstr(message, PROBE_LACKS_FUNCTION) : NULL;
    if (lacks) {
        free(file);
        bad.file = find_good(question, name, architecture);
        if (bad.file) bad.problem = text_format("%s", lacks);
    } else if (file) {
        bad.problem = library_problem(file, architecture);
        bad.file = file;
    } else {
        free(file);
        look_in_all(&bad, question, name, architecture);
    }
    if (bad.file) bad_library_find_next(&bad, question, name, architecture);
    return bad;
}

void bad_library_free(struct bad_library *bad)
{
    free(bad->file);
    free(bad->problem);
    free(bad->folder);
    free(bad->next);
    *bad = (struct bad_library){ NULL, NULL, NULL, NULL };
}
