/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strcasestr */
#include "symbols_linux.h"

#include "../base/elf_linux.h"
#include "../base/files.h"
#include "../base/text.h"

#include <ctype.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what the name says ---- */

/* The outermost namespace of a C++ symbol, such as tbb for _ZN3tbb6detail...; NULL: it has none. */
static char *namespace_of(const char *symbol)
{
    char *end;
    unsigned long length;
    if (strncmp(symbol, "_Z", 2) != 0) return NULL;
    symbol += 2;
    if (*symbol == 'T' && symbol[1]) symbol += 2; /* a table or the name of a class */
    if (*symbol != 'N') return NULL;
    symbol += 1 + strspn(symbol + 1, "rVKRO");
    if (strncmp(symbol, "St", 2) == 0) return text_format("stdc++");
    length = strtoul(symbol, &end, 10);
    return length > 0 && length <= strlen(end) ? text_format("%.*s", (int)length, end) : NULL;
}

/* The word with which the names of a library's symbols, or of their versions, begin; or NULL. */
static char *word_of(const char *symbol)
{
    static const char version[] = ", version ";
    const char *tag = strstr(symbol, version);
    const char *name = tag ? tag + sizeof version - 1 : symbol;
    size_t length = strcspn(name, "_");
    char *word = namespace_of(symbol);
    if (word) return word;
    if (strncmp(name, "LLVM", 4) == 0) return text_format("LLVM");
    return length > 2 && name[length] ? text_format("%.*s", (int)length, name) : NULL;
}

/* ---- which library has the word in its name ---- */

static bool is_of_system(const char *name)
{
    static const char *const parts[] = { "libc.",  "libm.",     "libdl.",  "libpthread.",
                                         "librt.", "libgcc_s.", "ld-linux" };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strncmp(name, parts[i], strlen(parts[i])) == 0) return true;
    return false;
}

/* How well a library's name fits: not at all, with more words, or as a whole. */
enum fit { FIT_NOT, FIT_PART, FIT_WHOLE };

static enum fit fit_of(const char *library, const char *word)
{
    const size_t length = strlen(word);
    if (is_of_system(library) || !strcasestr(library, word)) return FIT_NOT;
    return strncmp(library, "lib", 3) == 0 && strncasecmp(library + 3, word, length) == 0 &&
                   !isalpha((unsigned char)library[3 + length])
               ? FIT_WHOLE
               : FIT_PART;
}

/* The needed library that fits best; NULL: none fits, or several fit equally. */
static const char *find_needed(const struct elf *elf, const char *word)
{
    const char *name, *best = NULL;
    enum fit most = FIT_NOT;
    bool several = false;
    for (size_t i = 0; (name = elf_dynamic(elf, DT_NEEDED, i)); i++) {
        const enum fit fit = fit_of(name, word);
        if (fit == FIT_NOT || fit < most) continue;
        several = fit == most;
        best = name;
        most = fit;
    }
    return several ? NULL : best;
}

/* ---- where it is ---- */

/* The path of a library in a list of folders, separated by colons; or NULL. `needs` is the file
 * that has the list. */
static char *find_in(const char *folders, const char *needs, const char *name)
{
    char *origin = text_format("%.*s", (int)(text_file_name(needs) - needs), needs), *found = NULL;
    while (folders && *folders && !found) {
        const size_t length = strcspn(folders, ":");
        found = text_format("%.*s/%s", (int)length, folders, name);
        text_replace(&found, "$ORIGIN", *origin ? origin : ".");
        if (access(found, R_OK) != 0) free(found), found = NULL;
        folders += length + (folders[length] == ':');
    }
    free(origin);
    return found;
}

static char *find_file(const struct elf *elf, const char *needs, const char *name)
{
    const char *late = elf_dynamic(elf, DT_RUNPATH, 0);
    char *file = late ? NULL : find_in(elf_dynamic(elf, DT_RPATH, 0), needs, name);
    if (!file) file = find_in(getenv("LD_LIBRARY_PATH"), needs, name);
    if (!file) file = find_in(late, needs, name);
    return file ? file : file_find_library(name);
}

bool symbol_is_in(const char *file, const char *symbol)
{
    const size_t length = strcspn(symbol, ",");
    struct elf elf;
    const char *name;
    size_t at = 0;
    if (!elf_open(&elf, file)) return false;
    while ((name = elf_symbol(&elf, true, &at)))
        if (strlen(name) == length && strncmp(name, symbol, length) == 0) break;
    elf_close(&elf);
    return name;
}

char *symbol_library(const char *needs, const char *symbol)
{
    char *word = word_of(symbol), *file = NULL;
    struct elf elf;
    const char *name;
    if (word && elf_open(&elf, needs)) {
        name = find_needed(&elf, word);
        file = name ? find_file(&elf, needs, name) : NULL;
        /* A library that has the symbol lacks the version, or the linker finds another file. */
        if (name && (!file || (!strchr(symbol, ',') && symbol_is_in(file, symbol)))) {
            free(file);
            file = text_format("%s", name);
        }
        elf_close(&elf);
    }
    free(word);
    return file;
}
