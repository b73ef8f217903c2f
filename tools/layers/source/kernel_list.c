/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a source, and their parameters (kernel_source.h). */
#include "bodies.h"
#include "declared.h"

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <stdlib.h>

enum { MOST_PARAMETERS = 1024, LONGEST_TEXT = 255 };

/* ---- the result ---- */

char *copy_text(struct reader *reader, const char *text, size_t length)
{
    char *copy = reader_memory(reader, length + 1);
    if (copy) memcpy(copy, text, length);
    return copy;
}

struct source *source_new(void)
{
    struct source *source = calloc(1, sizeof *source);
    if (!source) return NULL;
    source->reader = (struct reader)READER;
    return source;
}

struct declared *declared_new(struct source *source, const char *name, size_t length,
                              uint32_t count)
{
    struct declared *fresh = reader_memory(&source->reader, sizeof *fresh);
    if (!fresh || count > MOST_PARAMETERS) return NULL;
    fresh->name = copy_text(&source->reader, name, length);
    fresh->count = count;
    fresh->parameters = reader_memory(&source->reader, (count + 1) * sizeof *fresh->parameters);
    fresh->texts = reader_memory(&source->reader, (count + 1) * sizeof *fresh->texts);
    return fresh->name && fresh->parameters && fresh->texts ? fresh : NULL;
}

static struct token name_token(const char *name)
{
    return (struct token){ .text = name, .length = (uint32_t)strlen(name) };
}

void declared_add(struct source *source, struct declared *fresh)
{
    const struct token name = name_token(fresh->name);
    struct declared *first = table_find(&source->declared, &name);
    if (!first) table_set(&source->reader, &source->declared, &name, first = fresh);
    else first->last->next = fresh;
    first->last = fresh;
}

void declared_end(struct source *source, const struct reader *reader)
{
    if (reader->failed || source->reader.failed) source->declared.space = 0;
    source->declared.reader = NULL;
}

/* ---- image types ---- */

static bool is_text(const char *name, size_t length, const char *text)
{
    return strlen(text) == length && !memcmp(name, text, length);
}

uint16_t source_mem_type(const char *name, size_t length)
{
    static const struct {
        const char *name;
        uint16_t type;
    } types[] = { { "image1d_t", CL_MEM_OBJECT_IMAGE1D },
                  { "image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER },
                  { "image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY },
                  { "image2d_t", CL_MEM_OBJECT_IMAGE2D },
                  { "image2d_depth_t", CL_MEM_OBJECT_IMAGE2D },
                  { "image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY },
                  { "image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY },
                  { "image3d_t", CL_MEM_OBJECT_IMAGE3D } };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is_text(name, length, types[i].name)) return types[i].type;
    return 0;
}

bool source_is_image(const char *name, size_t length)
{
    return source_mem_type(name, length) || is_text(name, length, "image2d_msaa_t") ||
           is_text(name, length, "image2d_msaa_depth_t") ||
           is_text(name, length, "image2d_array_msaa_t") ||
           is_text(name, length, "image2d_array_msaa_depth_t");
}

/* ---- brackets ---- */

static char closing(char letter)
{
    return letter == '(' ? ')' : letter == '[' ? ']' : letter == '{' ? '}' : 0;
}

/* Finds the partner of each bracket. Where brackets do not match, all that are open then have
 * none. */
static void pair_brackets(struct parser *parser)
{
    uint32_t *open = reader_memory(parser->reader, (parser->count + 1) * sizeof *open);
    size_t depth = 0;
    parser->partners =
        reader_memory(parser->reader, (parser->count + 1) * sizeof *parser->partners);
    for (size_t i = 0; open && parser->partners && i < parser->count; i++) {
        const struct token *token = &parser->list[i];
        const char letter = token->kind == TOKEN_MARK && token->length == 1 ? *token->text : 0;
        if (closing(letter)) {
            open[depth++] = (uint32_t)i;
        } else if (letter && strchr(")]}", letter)) {
            if (depth && closing(*parser->list[open[depth - 1]].text) == letter) {
                parser->partners[open[--depth]] = (uint32_t)i;
                parser->partners[i] = open[depth];
            } else {
                depth = 0;
            }
        }
    }
}

/* ---- parameters ---- */

/* Describes a kernel's parameter by its pointer type. */
static void parameter_of_pointer(const struct type *type, struct kernel_parameter *to)
{
    const bool is_global = type->space == SPACE_GLOBAL || type->space == SPACE_CONSTANT;
    if (!is_global && type->space != SPACE_LOCAL) return;
    to->kind = is_global ? PARAMETER_POINTER : PARAMETER_LOCAL;
    to->is_restrict = type->is_restrict;
    to->is_constant = type->space == SPACE_CONSTANT;
    if (is_global && (type->is_const || to->is_constant)) to->access = ACCESS_READ;
}

static void parameter_of_object(const struct type *type, struct kernel_parameter *to)
{
    const struct token *word = &type->word;
    if (token_is(word, "sampler_t")) to->kind = PARAMETER_SAMPLER;
    if (token_is(word, "queue_t")) to->kind = PARAMETER_QUEUE;
    if (!source_is_image(word->text, word->length)) return;
    to->kind = PARAMETER_IMAGE;
    to->mem_type = source_mem_type(word->text, word->length);
    to->access = type->access ? type->access : ACCESS_READ;
}

static void parameter_of(const struct type *type, struct kernel_parameter *to)
{
    const bool is_private = !type->space || type->space == SPACE_PRIVATE;
    if (type->is_pipe) return;
    if (type->kind == TYPE_POINTER) parameter_of_pointer(type, to);
    if (type->kind == TYPE_OBJECT && is_private) parameter_of_object(type, to);
    if ((type->kind != TYPE_VALUE && type->kind != TYPE_STRUCT) || !is_private ||
        type->is_integer_of_device)
        return;
    if (!type->size || type->size > LARGEST_VALUE) return;
    to->kind = PARAMETER_VALUE;
    to->is_struct = type->kind == TYPE_STRUCT;
    to->size = (uint16_t)type->size;
}

/* The words of a parameter, with one space between those that had one. */
static char *text_of(struct parser *parser, struct reader *to, size_t at, size_t end)
{
    char text[LONGEST_TEXT + 1];
    size_t length = 0;
    for (; at < end; at++) {
        const struct token *token = &parser->list[at];
        const bool is_apart = length && (token->is_spaced || token->is_first);
        if (length + token->length + 1 > LONGEST_TEXT || !token->length) return NULL;
        if (is_apart) text[length++] = ' ';
        memcpy(text + length, token->text, token->length);
        length += token->length;
    }
    return length ? copy_text(to, text, length) : NULL;
}

/* Reads a parameter, and notes its name. A parameter that is not certain stays unknown. */
static void read_parameter(struct parser *parser, size_t at, size_t end, uint32_t region,
                           struct body_parameter *to)
{
    struct type type;
    for (size_t i = at; i < end; i++)
        if (!is_certain_in(parser, i, region) || parser->list[i].kind == TOKEN_HIDDEN) return;
    at = type_read(parser, at, end, &type);
    at = type_read_pointers(parser, at, end, &type);
    if (at < end && parser->list[at].kind == TOKEN_NAME) to->name = parser->list[at++];
    if (at < end) {
        to->name.length = 0;
        return;
    }
    to->is_known = true;
    parameter_of(&type, to->parameter);
    /* An included file may have defined the type's name as that of a larger one. */
    if (end > parser->plain && to->parameter->kind == PARAMETER_VALUE)
        *to->parameter = (struct kernel_parameter){ .kind = PARAMETER_UNKNOWN };
    to->element = type.element;
}

/* ---- functions ---- */

/* A declaration of a function: its name, the parentheses of its parameters, and its body, if it has
 * one. */
struct place {
    size_t name, open, close, body;
};

/* The number of parameters. */
static uint32_t count_parameters(const struct parser *parser, const struct place *place)
{
    uint32_t count = 1;
    const bool is_void =
        place->close == place->open + 2 && token_is(&parser->list[place->open + 1], "void");
    if (place->close == place->open + 1 || is_void) return 0;
    for (size_t i = place->open + 1; i < place->close; i++)
        if (token_is(&parser->list[i], ",")) count++;
        else if (parser->partners[i] > i) i = parser->partners[i];
    return count;
}

static void read_parameters(struct parser *parser, struct source *source, struct declared *declared,
                            const struct place *place, struct body_parameter *list)
{
    size_t at = place->open + 1;
    for (uint32_t i = 0; i < declared->count && reader_step(parser->reader); i++) {
        size_t end = at;
        while (end < place->close && !token_is(&parser->list[end], ","))
            end = behind_brackets(parser, end);
        list[i].parameter = &declared->parameters[i];
        read_parameter(parser, at, end, parser->list[place->name].region, &list[i]);
        declared->texts[i] = text_of(parser, &source->reader, at, end);
        at = end + 1;
    }
}

static void add_function(struct parser *parser, struct source *source, const struct place *place)
{
    const struct token *name = &parser->list[place->name];
    const uint32_t count = count_parameters(parser, place);
    struct declared *fresh = declared_new(source, name->text, name->length, count);
    struct body_parameter *list = reader_memory(parser->reader, (count + 1) * sizeof *list);
    struct body body = { place->body, place->body ? parser->partners[place->body] : 0,
                         parser->list[place->name].region, list, count };
    if (!fresh || !list) return;
    fresh->has_body = place->body != 0;
    read_parameters(parser, source, fresh, place, list);
    /* Behind an included file, names in the body may mean anything. */
    if (body.end && body.end < parser->plain) body_read(parser, &body);
    declared_add(source, fresh);
}

/* ---- what stands outside of functions ---- */

/* Whether the name at a place is that of a function that returns void. */
static bool is_behind_void(const struct parser *parser, size_t name)
{
    return name && token_is(&parser->list[name - 1], "void");
}

/* The place of a declaration's semicolon, or the end. */
static size_t end_of_declaration(const struct parser *parser, size_t at)
{
    while (at < parser->count && !token_is(&parser->list[at], ";"))
        at = behind_brackets(parser, at);
    return at < parser->count ? at : parser->count;
}

/* Reads a declaration from `at`: notes its function, if it is one. Returns what follows it. */
static size_t read_declaration(struct parser *parser, size_t at, struct place *place)
{
    const size_t first = at;
    for (; at < parser->count && reader_step(parser->reader); at = behind_brackets(parser, at)) {
        const struct token *token = &parser->list[at], *before = at > first ? token - 1 : NULL;
        const bool is_named = before && before->kind == TOKEN_NAME;
        if (token_is(token, ";")) return at + 1;
        if (token_is(token, "=") && !place->name) return end_of_declaration(parser, at);
        if (token_is(token, "{") && place->name) {
            if (parser->list[at - 1].kind == TOKEN_MARK) place->body = at;
            else place->name = 0; /* the text before the body may be anything */
            return behind_brackets(parser, at);
        }
        if (token_is(token, "(") && is_named && parser->partners[at] && !place->name &&
            !token_is(before, "__attribute__") && !type_is_word(before))
            *place = (struct place){ at - 1, at, parser->partners[at], 0 };
    }
    return at;
}

/* Notes the names of functions, which may get arguments of calls. */
static void note_functions(struct parser *parser)
{
    for (size_t at = 0; at < parser->count && reader_step(parser->reader);) {
        struct place place = { 0 };
        at = read_declaration(parser, at, &place);
        if (place.name)
            table_set(parser->reader, &parser->functions, &parser->list[place.name], parser);
    }
}

/* Reads the whole source. */
static void read_all(struct parser *parser, struct source *source)
{
    static const char *const structs[] = { "struct", "union", NULL };
    for (size_t at = 0; at < parser->count && reader_step(parser->reader);) {
        struct place place = { 0 };
        const size_t first = at;
        struct type type;
        if (token_is(&parser->list[at], "typedef")) {
            at = end_of_declaration(parser, at);
            type_define(parser, first, at);
            continue;
        }
        at = read_declaration(parser, at, &place);
        if (token_is_one(&parser->list[first], structs)) type_read(parser, first, at, &type);
        if (place.name && is_behind_void(parser, place.name)) add_function(parser, source, &place);
    }
}

static void read_source(struct reader *reader, const char *text, const char *options,
                        unsigned pointer_size, struct source *source)
{
    struct preprocessed read;
    struct parser parser = { .reader = reader, .pointer_size = pointer_size };
    preprocess(reader, text, options, &read);
    parser.list = read.tokens.list;
    parser.count = read.tokens.count;
    parser.regions = &read.regions;
    parser.plain = read.plain;
    parser.laid_out = read.laid_out;
    if (!reader->failed) pair_brackets(&parser);
    if (!reader->failed) note_functions(&parser);
    if (!reader->failed) read_all(&parser, source);
}

struct source *source_read(const char *text, const char *options, unsigned pointer_size)
{
    struct source *source = source_new();
    struct reader reader = READER;
    if (!source) return NULL;
    read_source(&reader, text, options, pointer_size, source);
    declared_end(source, &reader);
    reader_free(&reader);
    return source;
}

void source_free(struct source *source)
{
    if (!source) return;
    reader_free(&source->reader);
    free(source);
}

/* ---- questions ---- */

/* Removes from `all` what another declaration of the same function does not say. Returns false if
 * the declarations contradict each other. */
static bool merge(struct kernel_parameter *all, const struct kernel_parameter *one, bool has_body)
{
    if (all->kind != one->kind || all->mem_type != one->mem_type || all->access != one->access ||
        all->is_struct != one->is_struct ||
        (all->kind == PARAMETER_VALUE && all->size != one->size))
        return false;
    all->is_restrict &= one->is_restrict;
    all->is_constant &= one->is_constant;
    if (!has_body) return true;
    all->is_indexed &= one->is_indexed && all->is_written == one->is_written;
    if (all->kind == PARAMETER_POINTER && (all->size != one->size || !all->is_indexed))
        all->size = 0;
    all->is_written &= one->is_written;
    all->is_read &= one->is_read;
    all->is_read_first &= one->is_read_first;
    all->is_unused &= one->is_unused;
    return true;
}

/* The first declaration from `declared` on that has a body or, if not `has_body`, none. */
static const struct declared *next_function(const struct declared *declared, bool has_body)
{
    while (declared && declared->has_body != has_body) declared = declared->next;
    return declared;
}

static const struct declared *first_function(const struct source *source, const char *name,
                                             bool has_body)
{
    const struct token token = name_token(name);
    return next_function(table_find(&source->declared, &token), has_body);
}

/* Adds what the declarations with bodies say, or those without. */
static bool add_all(const struct source *source, const char *kernel, uint32_t count,
                    struct kernel_parameter *parameters, bool has_body, bool *found)
{
    for (const struct declared *declared = first_function(source, kernel, has_body); declared;
         declared = next_function(declared->next, has_body)) {
        if (declared->count != count) return false;
        if (!*found) memcpy(parameters, declared->parameters, count * sizeof *parameters);
        for (uint32_t i = 0; *found && i < count; i++)
            if (!merge(&parameters[i], &declared->parameters[i], has_body)) return false;
        *found = true;
    }
    return true;
}

bool source_parameters(const struct source *source, const char *kernel, uint32_t count,
                       struct kernel_parameter *parameters)
{
    bool found = false;
    const bool agrees = add_all(source, kernel, count, parameters, true, &found) &&
                        add_all(source, kernel, count, parameters, false, &found);
    if (!agrees || !found) memset(parameters, 0, count * sizeof *parameters);
    return agrees && found;
}

const char *source_parameter_text(const struct source *source, const char *kernel, uint32_t index)
{
    const struct declared *declared = first_function(source, kernel, true);
    return declared && index < declared->count ? declared->texts[index] : NULL;
}

uint16_t source_type_size(const char *name)
{
    struct reader reader = READER;
    struct tokens tokens = { NULL, 0, 0 };
    struct parser parser = { .reader = &reader };
    struct type type = { .kind = TYPE_UNKNOWN };
    size_t end = 0;
    tokens_read(&reader, &tokens, name, name + strlen(name));
    parser.list = tokens.list;
    parser.count = tokens.count;
    pair_brackets(&parser);
    if (tokens.count && parser.partners) end = type_read(&parser, 0, tokens.count, &type);
    reader_free(&reader);
    return type.kind == TYPE_VALUE && end == tokens.count ? (uint16_t)type.size : 0;
}
