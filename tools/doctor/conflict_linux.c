/* SPDX-License-Identifier: Apache-2.0 */
#include "conflict_linux.h"

#include "../base/elf_linux.h"
#include "../base/files.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

/* A symbol that a file of the driver needs. */
struct need {
    char *name;
    const char *by;
    bool in_own, in_other; /* the driver's library has it; the program's has it */
};

ARRAY(needs, struct need);

static int compare(const void *one, const void *other)
{
    return strcmp(((const struct need *)one)->name, ((const struct need *)other)->name);
}

static void collect(struct needs *needs, const char *file)
{
    struct elf elf;
    const char *name;
    size_t at = 0;
    if (!elf_open(&elf, file)) return;
    while ((name = elf_symbol(&elf, false, &at))) {
        struct need *need = needs_add(needs);
        *need = (struct need){ .name = text_format("%s", name), .by = file };
    }
    elf_close(&elf);
}

/* Notes which of the sorted symbols a library has. Returns whether this command can read the
 * library. */
static bool mark(const struct needs *needs, const char *file, bool own)
{
    struct elf elf;
    char *name;
    size_t at = 0;
    struct need *all = needs->items, *end = all + needs->count;
    if (!elf_open(&elf, file)) return false;
    while ((name = (char *)(uintptr_t)elf_symbol(&elf, true, &at))) {
        const struct need wanted = { .name = name };
        struct need *found = bsearch(&wanted, all, needs->count, sizeof *all, compare);
        while (found && found > all && compare(found - 1, &wanted) == 0) found--;
        for (; found && found < end && compare(found, &wanted) == 0; found++)
            *(own ? &found->in_own : &found->in_other) = true;
    }
    elf_close(&elf);
    return true;
}

/* The program's library with the name of the driver's library, if it is another file; or NULL. */
static const char *find_other(const struct linked *own, const struct linked_libraries *libraries)
{
    const struct linked *all = libraries->items;
    for (size_t i = 0; own->file && i < libraries->count; i++)
        if (all[i].file && strcmp(text_file_name(all[i].name), text_file_name(own->name)) == 0 &&
            !file_is_same(all[i].file, own->file))
            return all[i].file;
    return NULL;
}

/* Says what a file of the driver needs, but only the driver's own library has, and no library of
 * the process. NULL: nothing. The caller frees the text. */
static char *compare_libraries(struct needs *needs, const char *own, const char *other,
                               const struct linked_libraries *drivers,
                               const struct linked_libraries *libraries)
{
    struct need *all = needs->items;
    for (size_t i = 0; i < needs->count; i++) all[i].in_own = all[i].in_other = false;
    if (!mark(needs, own, true) || !mark(needs, other, false)) return NULL;
    for (size_t i = 0; i < libraries->count; i++)
        if (libraries->items[i].file) mark(needs, libraries->items[i].file, false);
    for (size_t i = 0; i < drivers->count; i++)
        if (drivers->items[i].file && !find_other(&drivers->items[i], libraries))
            mark(needs, drivers->items[i].file, false);
    for (size_t i = 0; i < needs->count; i++)
        if (all[i].in_own && !all[i].in_other)
            return text_format("%s needs %s, which %s lacks", all[i].by, all[i].name, other);
    return NULL;
}

char *conflict_find(const char *driver, const struct linked_libraries *libraries)
{
    const struct link_question question = { .program = driver };
    struct linked_libraries drivers = { NULL, 0, 0 };
    struct needs needs = { NULL, 0, 0 };
    char *complaint = linker_ask(&question, &drivers), *words = NULL;
    const struct linked *all = drivers.items;
    bool any = false;
    for (size_t i = 0; i < drivers.count && !any; i++) any = find_other(&all[i], libraries) != NULL;
    if (any) {
        collect(&needs, driver);
        /* A library of the driver that the program replaces is not in the process. */
        for (size_t i = 0; i < drivers.count; i++)
            if (all[i].file && !find_other(&all[i], libraries)) collect(&needs, all[i].file);
        ARRAY_SORT(&needs, compare);
    }
    for (size_t i = 0; needs.count && i < drivers.count && !words; i++) {
        const char *other = find_other(&all[i], libraries);
        if (other) words = compare_libraries(&needs, all[i].file, other, &drivers, libraries);
    }
    for (size_t i = 0; i < needs.count; i++) free(needs.items[i].name);
    free(needs.items);
    linker_free(&drivers);
    free(complaint);
    return words;
}
