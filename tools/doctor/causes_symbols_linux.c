/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises drivers that end the process because a library lacks a symbol: rows of causes.h. */
#include "causes_linux.h"
#include "linker_linux.h"

#include "../base/files.h"
#include "../report/packages.h"
#include "../report/remedy.h"
#include "../report/symbols_linux.h"

#include <stdlib.h>
#include <string.h>

static const char undefined[] = ": undefined symbol: ";

/* The dynamic linker's words about a missing symbol: "FILE: undefined symbol: SYMBOL". A library may
 * need the symbol only when a function is called; then the linker ends the process. NULL: it has
 * said nothing like that. The caller frees the text. */
static char *message_of(const struct search *search)
{
    static const char late[] = ": symbol lookup error: ";
    const char *text =
        search->answer ? strstr(text_or_empty(search->answer->err.text), late) : NULL;
    if (text) text += sizeof late - 1;
    else if (search->driver->verdict == VERDICT_LIBRARY_REFUSED) text = search->driver->message;
    if (!text || !strstr(text, undefined)) return NULL;
    return text_format("%.*s", (int)strcspn(text, "\n"), text);
}

/* The file that the dynamic linker finds for a library that `needs` depends on, or NULL. The caller
 * frees the path. */
static char *found_for(const char *needs, const char *name)
{
    const struct link_question question = { .program = needs };
    struct linked_libraries libraries = { NULL, 0, 0 };
    const struct linked *all;
    char *file = NULL;
    free(linker_ask(&question, &libraries));
    all = libraries.items;
    for (size_t i = 0; i < libraries.count && !file; i++)
        if (all[i].file && text_same(text_file_name(all[i].name), name))
            file = text_format("%s", all[i].file);
    linker_free(&libraries);
    return file;
}

/* What makes the dynamic linker search a folder: LD_LIBRARY_PATH, or a file of ldconfig's; or NULL.
 * The caller frees the text. */
static char *searched_by(const struct search *search, const char *folder)
{
    char *list = text_format(":%s:", text_or_empty(getenv("LD_LIBRARY_PATH")));
    char *element = text_format(":%s:", folder), *file = linker_file_with(search->root, folder),
         *by;
    if (strstr(list, element)) by = text_format("LD_LIBRARY_PATH");
    else by = file ? text_format("%s, then: sudo ldconfig", file) : NULL;
    free(file);
    free(element);
    free(list);
    return by;
}

/* Another library of the same name, in a folder that is searched first, lacks the symbol. */
bool is_symbol_shadowed(struct search *search)
{
    char *message = message_of(search), *symbol, *library, *got = NULL, *usual, *folder, *by, *name;
    if (!message) return false;
    symbol = text_format("%s", strstr(message, undefined) + sizeof undefined - 1);
    message[strcspn(message, ":")] = '\0';
    library = symbol_library(message, symbol);
    usual = library ? file_find_library(text_file_name(library)) : NULL;
    if (usual) got = found_for(message, text_file_name(library));
    if (got && !symbol_is_in(got, symbol) && symbol_is_in(usual, symbol)) {
        folder = text_format("%.*s", (int)(text_file_name(got) - got) - 1, got);
        by = searched_by(search, folder);
        name = remedy_name(search->driver);
        if (by)
            search->other = text_format(
                "If nothing else needs that folder, take %s out of %s. Or leave the driver "
                "out: clrelay disable %s",
                folder, by, name);
        if (by) search->value = text_format("%s, which lacks %s", got, symbol);
        free(name);
        free(by);
        free(folder);
    }
    free(got);
    free(usual);
    free(library);
    free(symbol);
    free(message);
    return search->value != NULL;
}

bool is_symbol_missing_late(struct search *search)
{
    char *message = search->answer && !search->answer->result ? message_of(search) : NULL;
    char *file = message ? text_format("%.*s", (int)strcspn(message, ":"), message) : NULL;
    const bool is =
        message && remedy_of_message(message, file, packages_distribution(search->root, NULL),
                                     &search->value, &search->other);
    char *name = is ? remedy_name(search->driver) : NULL, *more;
    if (is) {
        more = strstr(search->other, ". To see all missing symbols");
        if (more) *more = '\0';
        text_add(&search->other, ". Until then leave the driver out: clrelay disable %s", name);
    }
    free(name);
    free(file);
    free(message);
    return is;
}
