/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fileno */
#include "includes.h"

#include "directives.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_TEXT = 1 << 26, MOST_DEPTH = 64 };

/* What is being put in: the source, or a file that it includes. */
struct file {
    const struct file *by; /* which includes it; NULL: it is the source */
    char *path;            /* as findings show it; "" of the source */
    char *text;            /* NULL: there is no such file */
    dev_t device;          /* 0: it was passed by name, and its number is the header's */
    ino_t number;
};

struct putting {
    const struct source *source;
    struct string *text, *places;
    size_t line;       /* of the text, counted from 1 */
    struct array once; /* struct file: those with #pragma once */
    bool includes;     /* anything */
    bool has_line;     /* directives_is_line() */
    char *why;
};

static void refuse(struct putting *it, char *why)
{
    if (it->why) free(why);
    else it->why = why;
}

static void close_file(struct file *it)
{
    free(it->path);
    free(it->text);
}

/* ---- files ---- */

/* A regular file without NUL; its text for the caller to free, or NULL. */
static char *read_text(FILE *file, const struct stat *status)
{
    const size_t size = (size_t)status->st_size;
    char *text;
    if (!S_ISREG(status->st_mode) || status->st_size > MOST_TEXT) return NULL;
    text = require_memory(malloc(size + 1));
    text[fread(text, 1, size, file)] = 0;
    if (strlen(text) == size) return text;
    free(text);
    return NULL;
}

/* The file that the process finds at a path, which becomes the file's. */
static struct file open_file(const struct putting *it, const struct file *by, char *path)
{
    struct file file = { .by = by, .path = path };
    char *place = text_format(*path == '/' ? "/proc/%ld/root%s" : "/proc/%ld/cwd/%s",
                              it->source->process, path);
    FILE *stream = it->source->process > 0 ? fopen(place, "rb") : NULL;
    struct stat status;
    free(place);
    if (!stream) return file;
    if (!fstat(fileno(stream), &status)) {
        file.text = read_text(stream, &status);
        file.device = status.st_dev;
        file.number = status.st_ino;
    }
    fclose(stream);
    return file;
}

/* The last header that was passed by a name. */
static struct file passed_header(const struct putting *it, const struct file *by, const char *name)
{
    struct file file = { .by = by, .path = text_format("%s", name) };
    const char *at = it->source->headers;
    for (ino_t number = 1; at < it->source->end; number++) {
        const char *text = at + strlen(at) + 1;
        if (!strcmp(at, name)) {
            free(file.text);
            file.text = text_format("%s", text);
            file.number = number;
        }
        at = text + strlen(text) + 1;
    }
    return file;
}

static char *path_in(const char *folder, size_t length, const char *name)
{
    if (*name == '/' || !length) return text_format("%s", name);
    return text_format("%.*s%s%s", (int)length, folder, folder[length - 1] == '/' ? "" : "/", name);
}

static struct file in_folders(const struct putting *it, const struct file *by, const char *name)
{
    struct file file = { .by = by };
    const char *folder;
    for (size_t word = 0;
         !file.text && (folder = build_options_folder(it->source->options, &word));) {
        close_file(&file);
        file = open_file(it, by, path_in(folder, strlen(folder), name));
    }
    return file;
}

/* The file beside the one that includes it. The source is no file: compilers look for the files
 * beside it in the folder of the process, or nowhere. */
static struct file beside(const struct putting *it, const struct file *by, const char *name)
{
    const char *slash = by->device ? strrchr(by->path, '/') : NULL;
    return open_file(it, by, path_in(by->path, slash ? (size_t)(slash - by->path) + 1 : 0, name));
}

static bool differ(const struct file *one, const struct file *other)
{
    return one->text && other->text && strcmp(one->text, other->text) != 0;
}

/* Without a text, it is not found. Headers that were passed come before folders; a file beside the
 * one that includes it comes first, unless that is no file. */
static struct file find(struct putting *it, const struct file *by, const char *name, bool is_quoted)
{
    enum { PASSED, BESIDE, IN_FOLDER, PLACES };
    const struct file none = { .by = by };
    struct file found[PLACES] = { passed_header(it, by, name),
                                  is_quoted ? beside(it, by, name) : none,
                                  in_folders(it, by, name) };
    const int chosen = found[BESIDE].text && by->device ? BESIDE
                       : found[PASSED].text             ? PASSED
                       : found[IN_FOLDER].text          ? IN_FOLDER
                                                        : BESIDE;
    if (!it->source->process && !found[PASSED].text)
        refuse(it, text_format("the files of its process can't be read"));
    if (differ(&found[BESIDE], &found[chosen]) ||
        (chosen == BESIDE && differ(&found[PASSED], &found[chosen])))
        refuse(it, text_format("it includes %s, of which there are several", name));
    if (by->by && !by->device && strchr(by->path, '/') && is_quoted)
        refuse(it,
               text_format("its header %s includes %s, which may be looked for beside it or not",
                           by->path, name));
    for (int i = 0; i < PLACES; i++)
        if (i != chosen) close_file(&found[i]);
    return found[chosen];
}

/* ---- putting them in ---- */

static void put_bytes(struct putting *it, const char *begin, const char *end)
{
    string_add_bytes(it->text, begin, (size_t)(end - begin));
    for (; begin < end; begin++) it->line += *begin == '\n';
    if (it->text->length > MOST_TEXT) refuse(it, text_format("what it includes is too large"));
}

static void put(struct putting *it, const char *text)
{
    put_bytes(it, text, text + strlen(text));
}

static bool are_same(const struct file *one, const struct file *other)
{
    return one->device == other->device && one->number == other->number;
}

static bool is_once(const struct directive *directive)
{
    return directives_is(directive, "pragma") && !strncmp(directives_rest(directive), "once", 4);
}

/* The number of a file with #pragma once; 0: it has none. */
static size_t once_number(struct putting *it, const struct file *file)
{
    const struct file *list = it->once.items;
    struct directive directive;
    const char *at = file->text;
    for (size_t i = 0; i < it->once.count; i++)
        if (are_same(&list[i], file)) return i + 1;
    while (directives_next(at, &directive) && !is_once(&directive)) at = directive.end;
    if (!directives_next(at, &directive)) return 0;
    *(struct file *)array_add(&it->once, sizeof *file) = *file;
    return it->once.count;
}

/* Whether a file includes itself, or so many that it can't be meant. */
static bool is_endless(const struct file *file)
{
    unsigned depth = 0;
    for (const struct file *by = file->by; by; by = by->by, depth++)
        if ((by->by && are_same(by, file)) || depth > MOST_DEPTH) return true;
    return false;
}

/* Whether each condition of a file ends there. A compiler refuses others, unless it does not get to
 * their #include. */
static bool is_balanced(const struct file *file)
{
    struct directive directive;
    unsigned depth = 0;
    for (const char *at = file->text; directives_next(at, &directive); at = directive.end) {
        if (directives_is(&directive, "if") || directives_is(&directive, "ifdef") ||
            directives_is(&directive, "ifndef"))
            depth++;
        if (directives_is(&directive, "endif") && depth-- == 0) return false;
    }
    return depth == 0;
}

static void put_file(struct putting *it, const struct file *file);

/* An #include. Returns false if it is to stay as it is. */
static bool put_included(struct putting *it, const struct file *by,
                         const struct directive *directive)
{
    const char *begin = directives_rest(directive);
    const char *end =
        *begin == '"' || *begin == '<' ? strpbrk(begin + 1, *begin == '"' ? "\"\n" : ">\n") : NULL;
    struct file file;
    char *name;
    bool is_found;
    if (!end || *end == '\n') return false;
    name = text_format("%.*s", (int)(end - begin - 1), begin + 1);
    file = find(it, by, name, *begin == '"');
    free(name);
    is_found = file.text != NULL;
    if (is_found && is_endless(&file))
        refuse(it, text_format("it includes %s, which includes itself", file.path));
    else if (is_found && !is_balanced(&file))
        refuse(it, text_format("%s has conditions that do not end in it", file.path));
    else if (is_found && !it->why) put_file(it, &file);
    close_file(&file);
    return is_found;
}

static size_t lines_in(const char *begin, const char *end)
{
    size_t lines = 0;
    for (; begin < end; begin++) lines += *begin == '\n';
    return lines;
}

/* From here on, the text's lines are those of the file from a place on. */
static void note_place(struct putting *it, const struct file *file, const char *at)
{
    string_format(it->places, "%zu %zu %s\n", it->line, lines_in(file->text, at) + 1, file->path);
}

/* What #pragma once does, conditions do: the file is not put in again once it was processed. */
static void put_file(struct putting *it, const struct file *file)
{
    const size_t once = file->by ? once_number(it, file) : 0;
    char *name = text_format("clrelay_once_%zu\n", once);
    const char *at = file->text, *from = at;
    if (once) put(it, "#ifndef "), put(it, name);
    note_place(it, file, at);
    for (struct directive directive; !it->why && directives_next(from, &directive);
         from = directive.end) {
        const bool ends = once && is_once(&directive);
        it->has_line |= directives_is_line(&directive);
        if (!ends && !directives_is(&directive, "include")) continue;
        put_bytes(it, at, directive.begin);
        at = directive.end;
        if (ends) put(it, "#define "), put(it, name);
        else if (!put_included(it, file, &directive)) at = directive.begin;
        note_place(it, file, at);
    }
    put(it, at);
    if (file->by) put(it, "\n\n"); /* it may end with a backslash */
    if (once) put(it, "#endif\n");
    it->includes |= file->by != NULL;
    free(name);
}

/* What has another value than in the files. */
static const char *changed_macro(const char *text)
{
    static const char *const names[] = { "__LINE__", "__FILE__", "__INCLUDE_LEVEL__",
                                         "__BASE_FILE__", "__has_include" };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(text, names[i])) return names[i];
    return NULL;
}

char *includes_put(const struct source *source, struct string *text, struct string *places)
{
    struct putting it = { .source = source, .text = text, .places = places, .line = 1 };
    struct file file = { .path = text_format("%s", ""), .text = text_format("%s", source->text) };
    const char *macro;
    string_add(text, "");
    string_add(places, "");
    put_file(&it, &file);
    macro = it.includes || it.has_line ? changed_macro(text->text) : NULL;
    if (macro)
        refuse(&it, text_format("it %s, and uses %s", it.includes ? "includes files" : "has #line",
                                macro));
    close_file(&file);
    free(it.once.items);
    return it.why;
}

/* ---- places ---- */

void includes_describe(struct string *to, const char *places, size_t line, const char *source)
{
    size_t first = 1, begin = 1, length = 0;
    const char *path = "";
    for (const char *at = places; *at; at += strcspn(at, "\n") + 1) {
        char *end;
        const size_t number = strtoul(at, &end, 10);
        if (number > line) break;
        first = number;
        begin = strtoul(end, &end, 10);
        path = end + 1;
        length = strcspn(path, "\n");
    }
    string_format(to, "line %zu of %.*s", line - first + begin,
                  length ? (int)length : (int)strlen(source), length ? path : source);
}
