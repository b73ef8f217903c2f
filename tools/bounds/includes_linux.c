/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fileno */
#include "includes.h"

#include "../base/files.h"
#include "kept_branches.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MOST_TEXT = 1 << 26,
    MOST_DEPTH = 64,
    MOST_FILES = 100000,
    MOST_STEPS = 1 << 18,
    STEP = 4096
};

/* A file, or a header that clCompileProgram got by name. It is read once. */
struct content {
    char *text;          /* NULL: it can't be included */
    const char *trouble; /* why it can't be included, or NULL */
    dev_t device;        /* 0: it is a header that was passed by name */
    ino_t number;        /* the number of the file, or of the passed header */
    bool is_balanced;
    struct part_of guard; /* the macro of its include guard; length 0: none */
    size_t once;          /* its number among files with #pragma once; 0: it has none */
    bool is_once;         /* no condition is around its #pragma once */
    bool was_put;
    /* Where it was included: the number of open conditions, and the last of them. */
    size_t depth, branch;
};

/* A text to write: the source, or a file that it includes. */
struct file {
    const struct file *by; /* the file that includes it; NULL: it is the source */
    char *path;            /* as findings show it; "" for the source */
    struct content *content;
};

ARRAY(contents, struct content *);
ARRAY(branches, size_t);

struct putting {
    const struct source *source;
    struct string *text, *places;
    size_t line;   /* the line of the written text, counted from 1 */
    json_t *known; /* the indexes of `contents`, by paths and by the numbers of files */
    struct contents contents;
    struct branches branches; /* the numbers of the open conditions, the outermost first */
    size_t branch;            /* the last number of a condition */
    json_t *undefined;        /* the names in #undef */
    size_t once;              /* the last number of a file with #pragma once */
    size_t files;             /* the number of files that were included */
    size_t steps;             /* steps that were taken to find files */
    bool may_restore;         /* #pragma pop_macro may do what #undef does */
    bool includes;            /* a file was included */
    bool has_line;            /* there is a directive of directives_is_line() */
    char *why;                /* why the source is refused; NULL: it is not */
};

static void refuse(struct putting *putting, char *why)
{
    if (putting->why) free(why);
    else putting->why = why;
}

static void close_file(struct file *file)
{
    free(file->path);
}

static void take_steps(struct putting *putting, size_t steps)
{
    putting->steps += steps;
    if (putting->steps > MOST_STEPS)
        refuse(putting,
               text_format("it has so many #include and folders that they are not all read"));
}

/* ---- files ---- */

static struct content *content_known(const struct putting *putting, const char *key)
{
    const json_t *index = json_object_get(putting->known, key);
    return index ? putting->contents.items[json_integer_value(index)] : NULL;
}

static void know(struct putting *putting, const char *key, size_t index)
{
    json_object_set_new_nocheck(putting->known, key, json_integer((json_int_t)index));
}

static void examine(struct putting *putting, struct content *content);

static struct content *new_content(struct putting *putting, const char *key)
{
    struct content *content = require_memory(calloc(1, sizeof *content));
    know(putting, key, putting->contents.count);
    *contents_add(&putting->contents) = content;
    return content;
}

/* The text of a file without NUL, or why there is none. */
static void read_text(FILE *file, uintmax_t length, struct content *content)
{
    const size_t size = (size_t)length;
    char *text;
    content->trouble = "which is too large";
    if (length > MOST_TEXT) return;
    text = require_memory(malloc(size + 1));
    text[fread(text, 1, size, file)] = 0;
    content->trouble = "which is no text";
    if (strlen(text) == size) content->text = text;
    else free(text);
}

/* The content of the file at a path. Several paths may lead to one file. */
static struct content *read_file(struct putting *putting, const char *place)
{
    FILE *stream = file_stream(place);
    struct content *content;
    struct stat status;
    char key[64];
    if (!stream) return NULL;
    if (fstat(fileno(stream), &status)) memset(&status, 0, sizeof status);
    snprintf(key, sizeof key, "%" PRIuMAX " %" PRIuMAX, (uintmax_t)status.st_dev,
             (uintmax_t)status.st_ino);
    content = content_known(putting, key);
    if (!content) {
        content = new_content(putting, key);
        content->device = status.st_dev;
        content->number = status.st_ino;
        read_text(stream, (uintmax_t)status.st_size, content);
        examine(putting, content);
    }
    fclose(stream);
    return content;
}

/* Why there is no content at a path. */
static const char *trouble_of(const char *place)
{
    struct stat status;
    return stat(place, &status) || S_ISDIR(status.st_mode) ? NULL : "which is no regular file";
}

/* The file that the process finds at a path, which becomes the file's own. */
static struct file open_file(struct putting *putting, const struct file *by, char *path)
{
    struct file file = { .by = by, .path = path };
    char *place = text_format(*path == '/' ? "/proc/%ld/root%s" : "/proc/%ld/cwd/%s",
                              putting->source->process, path);
    take_steps(putting, 1);
    if (putting->source->process > 0 && !putting->why) file.content = content_known(putting, place);
    if (putting->source->process > 0 && !putting->why && !file.content) {
        const size_t before = putting->contents.count;
        file.content = read_file(putting, place);
        if (!file.content) {
            file.content = new_content(putting, place);
            file.content->trouble = trouble_of(place);
        } else if (putting->contents.count > before) {
            know(putting, place, before);
        }
    }
    free(place);
    return file;
}

static const char *text_of(const struct file *file)
{
    return file->content ? file->content->text : NULL;
}

static bool has_text(const struct file *file)
{
    return text_of(file);
}

/* The last header that was passed by this name. */
static struct file passed_header(struct putting *putting, const struct file *by, const char *name)
{
    struct file file = { .by = by, .path = text_format("%s", name) };
    const char *at = putting->source->headers, *found = NULL;
    ino_t number = 0;
    char key[64];
    take_steps(putting, (size_t)(putting->source->end - at) / STEP);
    for (ino_t i = 1; at < putting->source->end; i++) {
        const char *text = at + strlen(at) + 1;
        if (!strcmp(at, name)) found = text, number = i;
        at = text + strlen(text) + 1;
    }
    if (!found) return file;
    snprintf(key, sizeof key, "passed %" PRIuMAX, (uintmax_t)number);
    file.content = content_known(putting, key);
    if (file.content) return file;
    file.content = new_content(putting, key);
    file.content->text = text_format("%s", found);
    file.content->number = number;
    examine(putting, file.content);
    return file;
}

static char *path_in(const char *folder, size_t length, const char *name)
{
    if (*name == '/' || !length) return text_format("%s", name);
    return text_format("%.*s%s%s", (int)length, folder, folder[length - 1] == '/' ? "" : "/", name);
}

static struct file in_folders(struct putting *putting, const struct file *by, const char *name)
{
    struct file file = { .by = by };
    const char *folder;
    for (size_t word = 0; !has_text(&file) && !putting->why &&
                          (folder = build_options_folder(putting->source->options, &word));) {
        close_file(&file);
        file = open_file(putting, by, path_in(folder, strlen(folder), name));
    }
    return file;
}

/* The file with this name in the folder of the including file. The source has no file: for its
 * includes, compilers look in the folder of the process, or nowhere. */
static struct file beside(struct putting *putting, const struct file *by, const char *name)
{
    const char *slash = by->content->device ? strrchr(by->path, '/') : NULL;
    return open_file(putting, by,
                     path_in(by->path, slash ? (size_t)(slash - by->path) + 1 : 0, name));
}

static bool differ(struct putting *putting, const struct file *one, const struct file *other)
{
    const char *text = text_of(one), *another = text_of(other);
    if (!text || !another || one->content == other->content) return false;
    take_steps(putting, strlen(text) / STEP);
    return strcmp(text, another) != 0;
}

/* Finds an included file; its text is NULL if there is none. First comes a file in the folder of
 * the including one, unless that is the source; then passed headers; then folders. */
static struct file find(struct putting *putting, const struct file *by, const char *name,
                        bool is_quoted)
{
    enum { PASSED, BESIDE, IN_FOLDER, PLACES };
    const struct file none = { .by = by };
    struct file found[PLACES] = { passed_header(putting, by, name),
                                  is_quoted ? beside(putting, by, name) : none,
                                  in_folders(putting, by, name) };
    const bool is_passed = has_text(&found[PASSED]), is_beside = has_text(&found[BESIDE]);
    int chosen = is_beside && by->content->device            ? BESIDE
                 : is_passed                                 ? PASSED
                 : has_text(&found[IN_FOLDER]) || !is_quoted ? IN_FOLDER
                                                             : BESIDE;
    if (!putting->source->process && !is_passed)
        refuse(putting, text_format("the files of its process can't be read"));
    if (differ(putting, &found[BESIDE], &found[chosen]) ||
        (chosen == BESIDE && differ(putting, &found[PASSED], &found[chosen])))
        refuse(putting, text_format("it includes %s, of which there are several", name));
    if (by->by && !by->content->device && strchr(by->path, '/') && is_quoted)
        refuse(putting,
               text_format("its header %s includes %s, which may be looked for beside it or not",
                           by->path, name));
    for (int i = 0; i < PLACES && !has_text(&found[chosen]); i++)
        if (found[i].content && found[i].content->trouble) chosen = i;
    for (int i = 0; i < PLACES; i++)
        if (i != chosen) close_file(&found[i]);
    return found[chosen];
}

/* ---- including files ---- */

static void put_bytes(struct putting *putting, const char *begin, const char *end)
{
    string_add_bytes(putting->text, begin, (size_t)(end - begin));
    for (; begin < end; begin++) putting->line += *begin == '\n';
    if (putting->text->length > MOST_TEXT)
        refuse(putting, text_format("what it includes is too large"));
}

static void put(struct putting *putting, const char *text)
{
    put_bytes(putting, text, text + strlen(text));
}

static bool are_same(const struct file *one, const struct file *other)
{
    return one->content->device == other->content->device &&
           one->content->number == other->content->number;
}

static bool is_once(const struct directive *directive)
{
    return directives_is(directive, "pragma") && !strncmp(directives_rest(directive), "once", 4);
}

static bool opens(const struct directive *directive)
{
    return directives_is(directive, "if") || directives_is(directive, "ifdef") ||
           directives_is(directive, "ifndef");
}

/* Notes the facts about a text. A text is balanced if each of its conditions ends in it. Compilers
 * refuse others, unless they never reach the #include. */
static void examine(struct putting *putting, struct content *content)
{
    struct directive directive;
    size_t depth = 0;
    if (!content->text) return;
    content->is_balanced = true;
    for (const char *at = content->text; directives_next(at, &directive); at = directive.end) {
        if (opens(&directive)) depth++;
        if (directives_is(&directive, "endif") && depth-- == 0) content->is_balanced = false;
        if (!content->is_balanced) return;
        if (!is_once(&directive)) continue;
        if (!content->once) content->once = ++putting->once;
        content->is_once |= depth == 0;
    }
    content->is_balanced = depth == 0;
    content->guard = directives_guard(content->text);
    putting->may_restore |= strstr(content->text, "pop_macro") != NULL;
}

/* Whether a file includes itself, or is included so deep that it can't be meant. */
static bool is_endless(const struct file *file)
{
    unsigned depth = 0;
    for (const struct file *by = file->by; by; by = by->by, depth++)
        if ((by->by && are_same(by, file)) || depth > MOST_DEPTH) return true;
    return false;
}

/* ---- files that were included before ---- */

/* Follows the conditions in the written text. */
static void follow(struct putting *putting, const struct directive *directive)
{
    const size_t open = putting->branches.count;
    if (opens(directive)) {
        *branches_add(&putting->branches) = ++putting->branch;
    } else if (directives_is(directive, "endif")) {
        putting->branches.count -= open > 0;
    } else if (open && directives_name_begins(directive, "el")) {
        putting->branches.items[open - 1] = ++putting->branch;
    } else if (directives_is(directive, "undef")) {
        const struct part_of name = directives_word(directives_rest(directive));
        char *key = text_format("%.*s", (int)name.length, name.begin);
        json_object_set_new_nocheck(putting->undefined, key, json_true());
        free(key);
    }
}

/* The number of the condition at a depth, of those that are open. */
static size_t branch_at(const struct putting *putting, size_t depth)
{
    return depth ? putting->branches.items[depth - 1] : 0;
}

static bool is_undefined(const struct putting *putting, struct part_of name)
{
    char *key = text_format("%.*s", (int)name.length, name.begin);
    const bool found = json_object_get(putting->undefined, key);
    free(key);
    return found;
}

/*
 * Whether a file is certainly empty here. It counts only once, and was included before while the
 * same conditions were open: if this place is processed, so was that one. (Without this function,
 * files that include all earlier ones would double the text.)
 */
static bool is_empty_again(const struct putting *putting, const struct content *content)
{
    if (!content->was_put || content->depth > putting->branches.count ||
        branch_at(putting, content->depth) != content->branch)
        return false;
    return content->is_once || (content->guard.length && !putting->may_restore &&
                                !is_undefined(putting, content->guard));
}

static void put_file(struct putting *putting, const struct file *file);

/* Includes a file, unless it is empty there. */
static void put_again(struct putting *putting, const struct file *file)
{
    struct content *content = file->content;
    const size_t depth = putting->branches.count, branch = branch_at(putting, depth);
    if (is_empty_again(putting, content)) return;
    if (++putting->files > MOST_FILES)
        refuse(putting, text_format("it includes more than %d files", MOST_FILES));
    put_file(putting, file);
    content->was_put = true;
    content->depth = depth;
    content->branch = branch;
}

/* Replaces an #include that clang must not follow, because it might find a pipe, or another file
 * than the driver found. */
static void put_error(struct putting *putting, const char *name, size_t length, const char *trouble)
{
    char *text = memchr(name, '\\', length) || memchr(name, '"', length)
                     ? text_format("#error it includes a file, %s", trouble)
                     : text_format("#error it includes \"%.*s\", %s", (int)length, name, trouble);
    put(putting, text);
    free(text);
}

static void put_included(struct putting *putting, const struct file *by,
                         const struct directive *directive)
{
    const char *begin = directives_rest(directive);
    const char *end =
        *begin == '"' || *begin == '<' ? strpbrk(begin + 1, *begin == '"' ? "\"\n" : ">\n") : NULL;
    struct file file;
    char *name;
    if (!directives_is(directive, "include") || !end || *end == '\n') {
        put(putting, "#error it includes files in another way than by their names");
        return;
    }
    name = text_format("%.*s", (int)(end - begin - 1), begin + 1);
    file = find(putting, by, name, *begin == '"');
    if (!has_text(&file))
        put_error(putting, begin + 1, (size_t)(end - begin - 1),
                  file.content && file.content->trouble ? file.content->trouble
                                                        : "which is not found");
    else if (is_endless(&file))
        refuse(putting, text_format("it includes %s, which includes itself", file.path));
    else if (!file.content->is_balanced)
        refuse(putting, text_format("%s has conditions that do not end in it", file.path));
    else if (!putting->why) put_again(putting, &file);
    free(name);
    close_file(&file);
}

static size_t lines_in(const char *begin, const char *end)
{
    size_t lines = 0;
    for (; begin < end; begin++) lines += *begin == '\n';
    return lines;
}

/* Notes that the next lines of the written text are those of the file from this line on. */
static void note_place(struct putting *putting, const struct file *file, size_t line)
{
    string_format(putting->places, "%zu %zu %s\n", putting->line, line, file->path);
}

/* Includes a file. Conditions do what #pragma once does: compilers process the file only once. */
static void put_file(struct putting *putting, const struct file *file)
{
    const size_t once = file->by ? file->content->once : 0;
    char *name = text_format("clrelay_once_%zu\n", once);
    const char *at = file->content->text, *from = at;
    size_t line = 1;
    if (once) put(putting, "#ifndef "), put(putting, name);
    note_place(putting, file, line);
    for (struct directive directive; !putting->why && directives_next(from, &directive);
         from = directive.end) {
        const bool ends = once && is_once(&directive);
        putting->has_line |= directives_is_line(&directive);
        follow(putting, &directive);
        if (!ends && !directives_includes(&directive)) continue;
        put_bytes(putting, at, directive.begin);
        line += lines_in(at, directive.end);
        at = directive.end;
        if (ends) put(putting, "#define "), put(putting, name);
        else put_included(putting, file, &directive);
        note_place(putting, file, line);
    }
    put(putting, at);
    if (file->by) put(putting, "\n\n"); /* the file may end with a backslash */
    if (once) put(putting, "#endif\n");
    putting->includes |= file->by != NULL;
    free(name);
}

/* The name of a predefined macro in the text that would have another value than in the files, or
 * NULL. */
static const char *changed_macro(const char *text)
{
    static const char *const names[] = { "__LINE__", "__FILE__", "__INCLUDE_LEVEL__",
                                         "__BASE_FILE__", "__has_include" };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(text, names[i])) return names[i];
    return NULL;
}

static void free_contents(struct putting *putting)
{
    struct content **contents = putting->contents.items;
    for (size_t i = 0; i < putting->contents.count; i++) {
        free(contents[i]->text);
        free(contents[i]);
    }
    free(contents);
    free(putting->branches.items);
    json_decref(putting->known);
    json_decref(putting->undefined);
}

char *includes_put(const struct source *source, struct string *text, struct string *places)
{
    struct putting putting = { .source = source,
                               .text = text,
                               .places = places,
                               .line = 1,
                               .known = json_object(),
                               .undefined = json_object() };
    struct content *own = new_content(&putting, "");
    struct file file = { .path = text_format("%s", ""), .content = own };
    const char *macro;
    own->text = text_format("%s", source->text);
    putting.may_restore = strstr(own->text, "pop_macro") != NULL;
    put_file(&putting, &file);
    macro = putting.includes || putting.has_line ? changed_macro(text->text) : NULL;
    if (macro)
        refuse(&putting, text_format("it %s, and uses %s",
                                     putting.includes ? "includes files" : "has #line", macro));
    close_file(&file);
    free_contents(&putting);
    return putting.why;
}

/* ---- places ---- */

struct places {
    size_t count;
    struct place {
        size_t first, begin; /* the first line of the written text, and its line in the file */
        const char *path;
        int length;
    } list[];
};

struct places *includes_read(const char *text)
{
    struct places *places;
    size_t lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++) lines++;
    places = require_memory(malloc(sizeof *places + (lines + 1) * sizeof *places->list));
    places->count = 0;
    for (const char *at = text; *at && places->count <= lines; at += strcspn(at, "\n") + 1) {
        struct place *place = &places->list[places->count++];
        char *end;
        place->first = strtoul(at, &end, 10);
        place->begin = strtoul(end, &end, 10);
        place->path = end + (*end == ' ');
        place->length = (int)strcspn(place->path, "\n");
        if (!place->path[place->length]) break;
    }
    return places;
}

void includes_describe(struct string *to, const struct places *places, size_t line,
                       const char *source)
{
    size_t low = 0, high = places->count;
    struct place found = { 1, 1, "", 0 };
    while (low < high) { /* finds the last place that begins at the line or before */
        const size_t middle = low + (high - low) / 2;
        if (places->list[middle].first <= line) low = middle + 1;
        else high = middle;
    }
    if (low) found = places->list[low - 1];
    string_format(to, "line %zu of %.*s", line - found.first + found.begin,
                  found.length ? found.length : (int)strlen(source),
                  found.length ? found.path : source);
}
