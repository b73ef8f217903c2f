/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* realpath */
#include "linker_linux.h"

#include "../base/elf_linux.h"
#include "../base/files.h"
#include "../base/subprocess_linux.h"
#include "../base/text.h"

#include <elf.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what must not run ---- */

/* Says why a linker must not run, or NULL: it may. A program may name any other program as its
 * dynamic linker. In a user namespace, root's files may seem to be another user's. */
static char *refuse(const char *linker)
{
    char *real = realpath(linker, NULL), *why = NULL;
    const char *name = real ? text_file_name(real) : "";
    struct stat about;
    if (!real || stat(real, &about) != 0 || !S_ISREG(about.st_mode) ||
        (about.st_mode & (S_IWGRP | S_IWOTH)) ||
        (strncmp(name, "ld-", 3) != 0 && strncmp(name, "ld.", 3) != 0 &&
         strncmp(name, "ld64.", 5) != 0 && strncmp(name, "libc.", 5) != 0))
        why = text_format("its dynamic linker %s is not one of the system's", linker);
    else if (about.st_uid != 0)
        why = text_format("root does not own its dynamic linker %s here, so it is not run", linker);
    free(real);
    return why;
}

/* Libraries of DT_AUDIT run in the dynamic linker, even if the linker only lists libraries. */
static bool is_audited(const char *program)
{
    struct elf elf;
    bool is;
    if (!elf_open(&elf, program)) return true;
    is = elf_may_have_dynamic(&elf, DT_AUDIT) || elf_may_have_dynamic(&elf, DT_DEPAUDIT);
    elf_close(&elf);
    return is;
}

/* ---- the run ---- */

/* The elements of a list without this one. The caller frees the list. */
static char *list_without(const char *list, const char *element)
{
    char *all = text_format("%s", "");
    while (*list) {
        const size_t length = strcspn(list, ":;");
        if (length != strlen(element) || strncmp(list, element, length) != 0)
            text_add(&all, "%s%.*s", *all ? ":" : "", (int)length, list);
        list += length + (list[length] != '\0');
    }
    return all;
}

/* Takes only variables that say where and what to search. Others, such as LD_AUDIT, run code or
 * write files. */
static char **make_environment(const struct link_question *question)
{
    static const char *const names[] = { "LD_LIBRARY_PATH", "GLIBC_TUNABLES", "LD_PRELOAD" };
    char **all = require_memory(calloc(sizeof names / sizeof names[0] + 1, sizeof *all));
    size_t count = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = question->privileged ? NULL : getenv(names[i]);
        bool preload = strcmp(names[i], "LD_PRELOAD") == 0;
        char *rest =
            value && i == 0 && question->without ? list_without(value, question->without) : NULL;
        if (rest) value = rest;
        if (preload && question->also)
            all[count++] = text_format("LD_PRELOAD=%s%s%s", text_or_empty(value), value ? ":" : "",
                                       question->also);
        else if (value) all[count++] = text_format("%s=%s", names[i], value);
        free(rest);
    }
    return all;
}

/* Returns the linker's output, or NULL if the linker can't run. */
static char *run(const struct link_question *question, const char *linker)
{
    char *words[] = { (char *)(uintptr_t)linker, "--list", (char *)(uintptr_t)question->program,
                      NULL };
    char **variables = make_environment(question), *output;
    const struct subprocess subprocess = {
        .words = words, .variables = variables, .input = -1, .prints_errors = true, .most = SIZE_MAX
    };
    size_t length;
    int status;
    output = subprocess_output(&subprocess, &length, &status);
    for (char **variable = variables; *variable; variable++) free(*variable);
    free(variables);
    return output;
}

/* ---- what it says ---- */

/* Reads a line: "NAME => FILE (0x…)", "NAME => not found" or, for a library that is named by its
 * path, "FILE (0x…)". The linker itself and the kernel's own library have lines, too. */
static void read_line(const char *line, size_t length, struct linked_libraries *libraries)
{
    char *text = text_format("%.*s", (int)length, line), *name = text + strspn(text, " \t");
    char *arrow = strstr(name, " => "), *file = arrow ? arrow + 4 : name;
    char *end = strstr(file, " (0x");
    bool missing = arrow && strcmp(file, "not found") == 0;
    struct linked *linked;
    if (end || missing) {
        if (end) *end = '\0';
        if (arrow) *arrow = '\0';
        linked = linked_libraries_add(libraries);
        *linked = (struct linked){ .name = text_format("%s", name) };
        if (!missing) linked->file = text_format("%s", file);
    }
    free(text);
}

static void read_lines(const char *text, struct linked_libraries *libraries)
{
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = text + strcspn(text, "\n");
        read_line(text, (size_t)(end - text), libraries);
    }
}

/* The library whose file is at the end of a text, or NULL. */
static struct linked *library_at_end(const char *text, const struct linked_libraries *libraries)
{
    struct linked *all = libraries->items;
    const size_t whole = strlen(text);
    for (size_t i = 0; i < libraries->count; i++) {
        const size_t length = strlen(text_or_empty(all[i].file));
        if (length > 0 && length <= whole && strcmp(text + whole - length, all[i].file) == 0)
            return &all[i];
    }
    return NULL;
}

/* Reads a line: "PROGRAM: FILE: version `VERSION' not found (required by BY)". */
static void read_version(char *line, struct linked_libraries *libraries)
{
    static const char before[] = ": version `", behind[] = "' not found (required by ";
    char *version = strstr(line, before), *by = version ? strstr(version, behind) : NULL;
    char *end = by ? strrchr(by, ')') : NULL;
    struct linked *linked;
    if (!end) return;
    *version = *by = *end = '\0';
    version += sizeof before - 1;
    by += sizeof behind - 1;
    linked = library_at_end(line, libraries);
    if (linked && !linked->problem)
        linked->problem = text_format("lacks version %s, which %s needs", version, by);
}

/* Reads a line: "PROGRAM: FILE: no version information available (required by BY)". */
static void read_unversioned(char *line, struct linked_libraries *libraries)
{
    static const char words[] = ": no version information available (required by ";
    char *by = strstr(line, words), *end = by ? strrchr(by, ')') : NULL;
    struct linked *linked;
    struct elf elf;
    if (!end) return;
    *by = *end = '\0';
    linked = library_at_end(line, libraries);
    if (!linked || linked->unversioned) return;
    linked->unversioned = text_format("%s", by + sizeof words - 1);
    if (!elf_open(&elf, linked->file)) return;
    linked->has_no_versions = !elf_may_have_dynamic(&elf, DT_VERSYM);
    elf_close(&elf);
}

static void read_versions(const char *text, struct linked_libraries *libraries)
{
    for (const char *end; *text; text = *end ? end + 1 : end) {
        char *line;
        end = text + strcspn(text, "\n");
        line = text_format("%.*s", (int)(end - text), text);
        read_version(line, libraries);
        read_unversioned(line, libraries);
        free(line);
    }
}

static void add_missing(struct linked_libraries *libraries, const char *name, size_t length)
{
    struct linked *linked = linked_libraries_add(libraries);
    *linked = (struct linked){ .name = text_format("%.*s", (int)length, name) };
}

/* If a library is missing, glibc lists nothing, and names that library. */
static void read_missing(const char *text, struct linked_libraries *libraries)
{
    static const char before[] = "error while loading shared libraries: ";
    const char *name = strstr(text, before), *end;
    if (!name) return;
    name += sizeof before - 1;
    end = strstr(name, ": cannot open shared object file");
    if (end) add_missing(libraries, name, (size_t)(end - name));
}

/* musl names each missing library, and lists the others. Returns the first line about a library that
 * is there and is of no use, or NULL. */
static const char *read_errors(const char *text, struct linked_libraries *libraries)
{
    static const char before[] = "Error loading shared library ", behind[] = ": No such file";
    const char *failure = NULL;
    for (const char *line = text; (line = strstr(line, before)); line++) {
        const char *name = line + sizeof before - 1, *end = name + strcspn(name, ":\n");
        if (strncmp(end, behind, sizeof behind - 1) == 0)
            add_missing(libraries, name, (size_t)(end - name));
        else if (!failure) failure = line;
    }
    return failure;
}

/* This command's own linker, for libraries, which name none. The caller frees the path. */
static char *own_linker(void)
{
    struct elf elf;
    char *path = NULL;
    if (!elf_open(&elf, "/proc/self/exe")) return NULL;
    if (elf_interpreter(&elf)) path = text_format("%s", elf_interpreter(&elf));
    elf_close(&elf);
    return path;
}

/* Returns why there is no answer, or NULL. The caller frees the text. */
static char *read_output(const char *output, struct linked_libraries *libraries)
{
    const char *failure;
    read_lines(output, libraries);
    read_versions(output, libraries);
    if (libraries->count == 0) read_missing(output, libraries);
    failure = read_errors(output, libraries);
    if (failure) linker_free(libraries);
    else if (libraries->count == 0 && strcmp(output, "\tstatically linked\n") != 0)
        failure = output;
    if (!failure) return NULL;
    if (!*failure)
        return text_format("its dynamic linker ends without a word, as on a damaged file");
    return text_format("its dynamic linker says: %.*s", (int)strcspn(failure, "\n"), failure);
}

char *linker_ask(const struct link_question *question, struct linked_libraries *libraries)
{
    char *linker = question->linker ? text_format("%s", question->linker) : own_linker();
    char *output = NULL, *complaint = NULL;
    if (!linker) complaint = text_format("this command is linked statically");
    else if (access(linker, F_OK) != 0)
        complaint = text_format("its dynamic linker %s is not there", linker);
    else complaint = refuse(linker);
    if (!complaint && is_audited(question->program))
        complaint = text_format("it names libraries that run in the dynamic linker (DT_AUDIT)");
    if (!complaint && !(output = run(question, linker)))
        complaint = text_format("its dynamic linker %s does not run here", linker);
    if (output) complaint = read_output(output, libraries);
    free(output);
    free(linker);
    return complaint;
}

void linker_free(struct linked_libraries *libraries)
{
    struct linked *all = libraries->items;
    for (size_t i = 0; i < libraries->count; i++) {
        free(all[i].name);
        free(all[i].file);
        free(all[i].problem);
        free(all[i].unversioned);
    }
    free(all);
    *libraries = (struct linked_libraries){ NULL, 0, 0 };
}

char *linker_file_with(const char *root, const char *folder)
{
    static const char *const patterns[] = { "/etc/ld.so.conf", "/etc/ld.so.conf.d/*.conf" };
    char *found = NULL, line[4096];
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !found; i++) {
        char *pattern = text_format("%s%s", root, patterns[i]);
        glob_t files;
        if (glob(pattern, 0, NULL, &files) == 0)
            for (size_t f = 0; f < files.gl_pathc && !found; f++)
                if (file_line(files.gl_pathv[f], folder, line, sizeof line) && !*line)
                    found = text_format("%s", files.gl_pathv[f] + strlen(root));
        globfree(&files);
        free(pattern);
    }
    return found;
}

bool linker_searches(const char *root, const char *library)
{
    static const char *const folders[] = { "/lib", "/usr/lib", "/lib64", "/usr/lib64" };
    char *folder = text_format("%.*s", (int)(text_file_name(library) - library) - 1, library);
    char *file = linker_file_with(root, folder);
    bool does = file;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        does = does || strcmp(folder, folders[i]) == 0;
    free(file);
    free(folder);
    return does;
}

char *linker_own_folders(const char *program, bool *first)
{
    struct elf elf;
    const char *path;
    char *folders = text_format("%s", ""), *own;
    *first = false;
    if (!elf_open(&elf, program)) return folders;
    path = elf_dynamic(&elf, DT_RUNPATH, 0);
    if (!path && (path = elf_dynamic(&elf, DT_RPATH, 0))) *first = true;
    if (path) {
        own = text_format("%.*s", (int)(text_file_name(program) - program), program);
        text_add(&folders, "%s", path);
        text_replace(&folders, "${ORIGIN}", own);
        text_replace(&folders, "$ORIGIN", own);
        free(own);
    }
    elf_close(&elf);
    return folders;
}
