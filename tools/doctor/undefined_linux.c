/* SPDX-License-Identifier: Apache-2.0 */
#include "undefined_linux.h"

#include "../base/elf_linux.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

static const char *const functions[] = {
#define BY_ANY(version, type, name, ...) #name,
#include "api/entry_points.h"
};

/* The constant with this name of a function, or NULL: OpenCL has no such function. */
static const char *find_function(const char *name)
{
    if (strncmp(name, "cl", 2) != 0) return NULL;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i], name) == 0) return functions[i];
    return NULL;
}

static const char **name_at(const struct undefined *undefined, size_t number)
{
    return &undefined->names.items[number];
}

/* Removes the names of functions that a file has. */
static void take_defined(struct undefined *undefined, const char *file)
{
    struct elf elf;
    const char *name;
    size_t at = 0;
    if (undefined->names.count == 0 || !elf_open(&elf, file)) return;
    while ((name = elf_symbol(&elf, true, &at))) {
        if (strncmp(name, "cl", 2) != 0) continue;
        for (size_t i = 0; i < undefined->names.count; i++)
            if (strcmp(*name_at(undefined, i), name) == 0)
                *name_at(undefined, i--) = *name_at(undefined, --undefined->names.count);
    }
    elf_close(&elf);
}

/* Collects the functions of OpenCL that a file calls, but does not have itself. */
static void collect(struct undefined *undefined, const char *file)
{
    struct elf elf;
    const char *name;
    size_t at = 0;
    if (!elf_open(&elf, file)) return;
    while ((name = elf_symbol(&elf, false, &at))) {
        const char *function = find_function(name);
        if (function) *function_names_add(&undefined->names) = function;
    }
    undefined->stops = elf_binds_now(&elf) || *text_or_empty(getenv("LD_BIND_NOW"));
    elf_close(&elf);
}

/* Collects the functions that a file calls, but that neither the program nor its libraries have.
 * Returns whether there are such functions. */
static bool look_at(struct undefined *undefined, const char *file, const char *program,
                    const struct linked_libraries *libraries)
{
    const struct linked *all = libraries->items;
    collect(undefined, file);
    take_defined(undefined, program);
    for (size_t i = 0; i < libraries->count; i++)
        if (all[i].file) take_defined(undefined, all[i].file);
    if (undefined->names.count > 0) {
        undefined->by = text_format("%s", file);
        return true;
    }
    undefined_free(undefined);
    return false;
}

/* Whether a file is a module of Python, which opens modules with RTLD_NOW. */
static bool is_of_python(const char *file)
{
    struct elf elf;
    const char *name;
    size_t at = 0;
    bool is = false;
    if (!elf_open(&elf, file)) return false;
    while (!is && (name = elf_symbol(&elf, true, &at))) is = strncmp(name, "PyInit_", 7) == 0;
    elf_close(&elf);
    return is;
}

struct undefined undefined_find(const char *program, const struct linked_libraries *libraries)
{
    const struct linked *all = libraries->items;
    struct undefined undefined = { .by = NULL };
    bool found;
    for (size_t i = 0; i < libraries->count; i++)
        if (!all[i].file) return undefined; /* the missing library may have them */
    found = look_at(&undefined, program, program, libraries);
    for (size_t i = 0; i < libraries->count && !found; i++)
        found = look_at(&undefined, all[i].file, program, libraries);
    if (found && is_of_python(program)) undefined.stops = true;
    return undefined;
}

bool undefined_is_in(const struct undefined *undefined, const char *file)
{
    struct undefined rest = { .by = NULL };
    bool is;
    for (size_t i = 0; i < undefined->names.count; i++)
        *function_names_add(&rest.names) = *name_at(undefined, i);
    take_defined(&rest, file);
    is = rest.names.count == 0;
    undefined_free(&rest);
    return is;
}

char *undefined_words(const struct undefined *undefined)
{
    enum { MOST = 3 };
    const size_t count = undefined->names.count;
    char *words = text_format("%s", "");
    for (size_t i = 0; i < count && i < MOST; i++)
        text_add(&words, "%s%s",
                 i == 0                            ? ""
                 : i + 1 == count && count <= MOST ? " and "
                                                   : ", ",
                 *name_at(undefined, i));
    if (count > MOST)
        text_add(&words, " and %zu more function%s", count - MOST, text_plural(count - MOST));
    return words;
}

void undefined_free(struct undefined *undefined)
{
    free(undefined->by);
    free(undefined->names.items);
    *undefined = (struct undefined){ .by = NULL };
}
