/* SPDX-License-Identifier: Apache-2.0 */
/* Types of a source (source_types.h). */
#include "source_types.h"

enum { MOST_NESTED = 16, LARGEST = 1 << 24 };

/* ---- the types of the language ---- */

enum meaning {
    NO_MEANING,
    IGNORED, /* the word changes nothing here */
    CONST,
    RESTRICT,
    SPACE,
    ACCESS,
    PIPE,
    SIGN,
    NUMBER,
    OBJECT,
    VOID,
    STRUCT,
    ENUM,
    ATTRIBUTE,
    STRANGE /* the word makes a type of which not much is known */
};

struct word {
    const char *text;
    /* `value` is an enum space, an enum type_access, or the bytes of a number. */
    uint8_t meaning, value;
};

/* clang-format off */
static const struct word words[] = {
    { "const", CONST, 0 }, { "volatile", IGNORED, 0 }, { "restrict", RESTRICT, 0 }, { "static", IGNORED, 0 },
    { "extern", IGNORED, 0 }, { "inline", IGNORED, 0 }, { "kernel", IGNORED, 0 },
    { "global", SPACE, SPACE_GLOBAL }, { "constant", SPACE, SPACE_CONSTANT }, { "local", SPACE, SPACE_LOCAL },
    { "private", SPACE, SPACE_PRIVATE }, { "read_only", ACCESS, TYPE_READS }, { "write_only", ACCESS, TYPE_WRITES },
    { "read_write", ACCESS, TYPE_READS_AND_WRITES }, { "pipe", PIPE, 0 },
    { "unsigned", SIGN, 0 }, { "signed", SIGN, 0 }, { "struct", STRUCT, 0 }, { "union", STRUCT, 1 }, { "enum", ENUM, 0 },
    { "attribute__", ATTRIBUTE, 0 }, { "attribute", ATTRIBUTE, 0 }, { "void", VOID, 0 },
    { "char", NUMBER, 1 }, { "uchar", NUMBER, 1 }, { "short", NUMBER, 2 }, { "ushort", NUMBER, 2 },
    { "int", NUMBER, 4 }, { "uint", NUMBER, 4 }, { "long", NUMBER, 8 }, { "ulong", NUMBER, 8 },
    { "float", NUMBER, 4 }, { "double", NUMBER, 8 }, { "half", NUMBER, 2 },
    { "bool", STRANGE, 0 }, { "event_t", STRANGE, 0 }, { "generic", STRANGE, 0 }, { "quad", STRANGE, 0 },
    { "sampler_t", OBJECT, 0 }, { "queue_t", OBJECT, 0 },
};
static const char *const device_words[] = { "size_t", "ptrdiff_t", "intptr_t", "uintptr_t", NULL };
/* clang-format on */

/* The number of elements by the rest of a type's name: 1 without a rest, 0 if the rest is something
 * else. */
static unsigned elements_of(const char *rest, uint32_t length)
{
    if (!length) return 1;
    if (length == 1 && strchr("2348", *rest)) return (unsigned)(*rest - '0');
    return length == 2 && !memcmp(rest, "16", 2) ? 16 : 0;
}

static struct word word_of(const struct token *token)
{
    const bool has_lines = token->length > 2 && !memcmp(token->text, "__", 2);
    const char *text = token->text + (has_lines ? 2 : 0);
    const uint32_t length = token->length - (has_lines ? 2 : 0);
    for (size_t i = 0; token->kind == TOKEN_NAME && i < sizeof words / sizeof *words; i++) {
        const uint32_t own = (uint32_t)strlen(words[i].text);
        unsigned elements;
        if (length < own || memcmp(words[i].text, text, own) != 0) continue;
        if (length == own) return words[i];
        if (has_lines || words[i].meaning != NUMBER) continue;
        elements = elements_of(text + own, length - own);
        if (elements == 3) elements = 4;
        if (elements)
            return (struct word){ words[i].text, NUMBER, (uint8_t)(elements * words[i].value) };
    }
    if (length > 5 && !memcmp(token->text, "image", 5) &&
        !memcmp(token->text + token->length - 2, "_t", 2) && strchr("123", token->text[5]))
        return (struct word){ "image", OBJECT, 0 };
    return (struct word){ NULL, NO_MEANING, 0 };
}

bool type_is_word(const struct token *word)
{
    return word_of(word).meaning != NO_MEANING || token_is_one(word, device_words);
}

/* ---- types with names ---- */

struct named_type {
    struct type type;
    uint32_t region;
    struct named_type *before; /* an earlier type of that name */
};

static void name_type(struct parser *parser, struct table *table, const struct token *name,
                      const struct type *type, uint32_t region)
{
    struct named_type *fresh = reader_memory(parser->reader, sizeof *fresh);
    if (!fresh) return;
    *fresh = (struct named_type){ *type, region, table_find(table, name) };
    table_set(parser->reader, table, name, fresh);
}

/* The type of a name, from a declaration that is certainly compiled where the token is. */
static const struct type *find_type(const struct parser *parser, const struct table *table,
                                    const struct token *name)
{
    const struct named_type *found = table_find(table, name);
    while (found && !region_is_within(parser->regions, name->region, found->region))
        found = reader_step(parser->reader) ? found->before : NULL;
    return found ? &found->type : NULL;
}

/* ---- attributes ---- */

struct attributes {
    bool is_packed, is_strange;
    uint32_t align;
};

static uint32_t number_of(const struct token *token)
{
    uint32_t number = 0;
    if (!token->length || token->kind != TOKEN_NUMBER || *token->text == '0') return 0;
    for (uint32_t i = 0; i < token->length; i++) {
        const char letter = token->text[i];
        if (i && strchr("uU", letter)) break;
        if (letter < '0' || letter > '9' || number > LARGEST) return 0;
        number = number * 10 + (uint32_t)(letter - '0');
    }
    return number;
}

/* The bytes of aligned(N); 0: the attribute is another one. */
static uint32_t alignment_of(const struct parser *parser, size_t at, size_t end)
{
    const uint32_t number =
        end - at >= 4 && token_is(&parser->list[at + 1], "(") && parser->partners[at + 1] == at + 3
            ? number_of(&parser->list[at + 2])
            : 0;
    return number & (number - 1) ? 0 : number;
}

/* Reads __attribute__((...)). Returns what follows it. */
static size_t read_attribute(const struct parser *parser, size_t at, size_t end,
                             struct attributes *attributes)
{
    static const char *const aligned[] = { "aligned", "__aligned__", NULL };
    static const char *const packed[] = { "packed", "__packed__", NULL };
    size_t behind;
    attributes->is_strange |= at + 1 >= end || !token_is(&parser->list[at + 1], "(");
    if (attributes->is_strange) return at + 1;
    behind = behind_brackets(parser, at + 1);
    if (behind > end) behind = end;
    for (at += 2; at < behind; at++) {
        const struct token *token = &parser->list[at];
        if (token_is_one(token, packed)) attributes->is_packed = true;
        else if (token_is_one(token, aligned)) {
            const uint32_t align = alignment_of(parser, at, behind);
            if (!align) attributes->is_strange = true;
            if (align > attributes->align) attributes->align = align;
            at += 3;
        } else if (token->kind == TOKEN_HIDDEN || token->kind == TOKEN_NAME)
            attributes->is_strange = true;
    }
    return behind;
}

static size_t read_attributes(const struct parser *parser, size_t at, size_t end,
                              struct attributes *attributes)
{
    while (at < end && word_of(&parser->list[at]).meaning == ATTRIBUTE)
        at = read_attribute(parser, at, end, attributes);
    return at;
}

/* ---- structures ---- */

/* The layout of a structure while its members are read. */
struct layout {
    bool is_union, is_packed, is_unknown;
    uint32_t size, align;
};

static uint32_t round_up(uint32_t size, uint32_t align)
{
    return (size + align - 1) / align * align;
}

static void add_member(struct layout *layout, const struct type *type, uint32_t count,
                       const struct attributes *attributes)
{
    uint32_t align = layout->is_packed || attributes->is_packed ? 1 : type->align;
    if (align < attributes->align) align = attributes->align;
    if (!type->size || !align || !count || attributes->is_strange || type->size > LARGEST / count) {
        layout->is_unknown = true;
        return;
    }
    if (layout->is_union) {
        if (layout->size < type->size * count) layout->size = type->size * count;
    } else {
        layout->size = round_up(layout->size, align) + type->size * count;
    }
    if (layout->align < align) layout->align = align;
    if (layout->size > LARGEST) layout->is_unknown = true;
}

/* Reads [N] and [N][M]. *count becomes the number of elements, 0 if it is not known. */
static size_t read_dimensions(const struct parser *parser, size_t at, size_t end, uint32_t *count)
{
    *count = 1;
    while (at < end && token_is(&parser->list[at], "[")) {
        const uint32_t number =
            parser->partners[at] == at + 2 ? number_of(&parser->list[at + 1]) : 0;
        *count = number && *count <= LARGEST / number ? *count * number : 0;
        at = behind_brackets(parser, at);
    }
    return at;
}

/* Reads the names after a member's type, up to the semicolon. */
static size_t read_members(struct parser *parser, size_t at, size_t end, struct type base,
                           struct layout *layout)
{
    const bool is_nameless = base.kind == TYPE_STRUCT && token_is(&parser->list[at], ";");
    const struct attributes none = { 0 };
    if (is_nameless) add_member(layout, &base, 1, &none);
    while (at < end && !token_is(&parser->list[at], ";")) {
        struct attributes attributes = { 0 };
        struct type type = base;
        uint32_t count;
        at = type_read_pointers(parser, at, end, &type);
        if (at >= end || parser->list[at].kind != TOKEN_NAME) break;
        at = read_dimensions(parser, at + 1, end, &count);
        at = read_attributes(parser, at, end, &attributes);
        add_member(layout, &type, count, &attributes);
        if (at < end && token_is(&parser->list[at], ",")) at++;
        else break;
    }
    if (at >= end || !token_is(&parser->list[at], ";")) layout->is_unknown = true;
    return at + 1;
}

/* Reads the members between the braces. Whatever is not certain makes the layout unknown. */
static void read_layout(struct parser *parser, size_t at, size_t end, uint32_t region,
                        struct layout *layout)
{
    for (size_t i = at; i < end && reader_step(parser->reader); i++)
        layout->is_unknown |=
            !is_certain_in(parser, i, region) || parser->list[i].kind == TOKEN_HIDDEN;
    while (at < end && !layout->is_unknown && reader_step(parser->reader)) {
        struct type type;
        at = type_read(parser, at, end, &type);
        if (at >= end) layout->is_unknown = true;
        else at = read_members(parser, at, end, type, layout);
    }
}

/* Reads a structure, after the word `struct` or `union`. */
static size_t read_struct(struct parser *parser, size_t at, size_t end, bool is_union,
                          struct type *type)
{
    struct attributes attributes = { 0 };
    const struct token *tag = NULL;
    const struct type *known;
    struct layout layout = { .is_union = is_union };
    const uint32_t region = parser->list[at - 1].region;
    at = read_attributes(parser, at, end, &attributes);
    if (at < end && parser->list[at].kind == TOKEN_NAME) tag = &parser->list[at++];
    *type = (struct type){ .kind = TYPE_STRUCT };
    if (at >= end || !token_is(&parser->list[at], "{")) {
        known = tag ? find_type(parser, &parser->tags, tag) : NULL;
        if (known) *type = *known;
        return at;
    }
    if (!parser->partners[at] || parser->partners[at] >= end || parser->depth >= MOST_NESTED)
        return end;
    const size_t close = parser->partners[at];
    const size_t behind = read_attributes(parser, close + 1, end, &attributes);
    layout.is_packed = attributes.is_packed;
    layout.is_unknown = attributes.is_strange || close >= parser->laid_out;
    parser->depth++;
    read_layout(parser, at + 1, close, region, &layout);
    parser->depth--;
    if (layout.align < attributes.align) layout.align = attributes.align;
    if (!layout.is_unknown && layout.align) {
        type->align = layout.align;
        type->size = round_up(layout.size, layout.align);
    }
    if (tag) name_type(parser, &parser->tags, tag, type, region);
    return behind;
}

/* ---- declarations ---- */

/* The beginning of a declaration, as far as it was read. */
struct specifiers {
    struct type type;
    bool has_type, has_sign, is_strange;
};

/* Reads a word of the language. Returns what follows it. */
static size_t read_word(struct parser *parser, size_t at, size_t end, struct word word,
                        struct specifiers *to)
{
    const uint8_t space = to->type.space, access = to->type.access;
    const bool is_const = to->type.is_const, was_typed = to->has_type;
    struct attributes attributes = { 0 };
    switch ((enum meaning)word.meaning) {
    case NO_MEANING:
    case IGNORED: break;
    case CONST: to->type.is_const = true; break;
    case RESTRICT: to->type.is_restrict = true; break;
    case SPACE:
        to->is_strange |= space && space != word.value;
        to->type.space = word.value;
        break;
    case ACCESS: to->type.access = word.value; break;
    case PIPE: to->type.is_pipe = true; break;
    case SIGN: to->has_sign = true; break;
    case NUMBER: /* `long int`, `short int` */
        if (to->has_type && !token_is(&parser->list[at], "int")) to->is_strange = true;
        if (!to->has_type) to->type.size = to->type.align = word.value;
        to->type.kind = TYPE_VALUE;
        to->has_type = true;
        break;
    case OBJECT:
        to->type.kind = TYPE_OBJECT;
        to->type.word = parser->list[at];
        to->is_strange |= was_typed;
        to->has_type = true;
        break;
    case VOID:
        to->type.kind = TYPE_VOID;
        to->is_strange |= was_typed;
        to->has_type = true;
        break;
    case STRUCT:
        at = read_struct(parser, at + 1, end, word.value, &to->type);
        to->type.space = space;
        to->type.access = access;
        to->type.is_const = is_const;
        to->is_strange |= was_typed;
        to->has_type = true;
        return at;
    case ENUM:
        at++;
        if (at < end && parser->list[at].kind == TOKEN_NAME) at++;
        if (at < end && token_is(&parser->list[at], "{")) at = behind_brackets(parser, at);
        to->has_type = true;
        return at;
    case ATTRIBUTE: to->is_strange = true; return read_attribute(parser, at, end, &attributes);
    case STRANGE:
        to->is_strange = true;
        to->has_type = true;
        break;
    }
    return at + 1;
}

/* Reads a name that is no word of the language: a type, which may be known, or the declared name.
 * Returns false for the latter. */
static bool read_name(const struct parser *parser, size_t at, size_t end, struct specifiers *to)
{
    const struct token *name = &parser->list[at];
    const struct type *known = find_type(parser, &parser->types, name);
    const bool is_last = at + 1 >= end || (parser->list[at + 1].kind == TOKEN_MARK &&
                                           !token_is(&parser->list[at + 1], "*"));
    if (to->has_type || to->has_sign || (is_last && !known)) return false;
    to->has_type = true;
    if (token_is_one(name, device_words)) {
        to->type.kind = TYPE_VALUE;
        to->type.is_integer_of_device = true;
        to->type.size = to->type.align = parser->pointer_size;
    } else if (known) {
        const struct type before = to->type;
        to->type = *known;
        to->type.is_restrict |= before.is_restrict;
        to->type.is_pipe |= before.is_pipe;
        if (before.access) to->type.access = before.access;
        /* `const` before the name of a pointer type is about the pointer itself. */
        if (known->kind == TYPE_POINTER) to->is_strange |= before.space != 0;
        else to->type.is_const |= before.is_const;
        if (before.space) to->type.space = before.space;
    }
    return true;
}

size_t type_read(struct parser *parser, size_t at, size_t end, struct type *type)
{
    struct specifiers read = { .is_strange = false };
    while (at < end && parser->list[at].kind == TOKEN_NAME && reader_step(parser->reader)) {
        const struct word word = word_of(&parser->list[at]);
        if (word.meaning) at = read_word(parser, at, end, word, &read);
        else if (read_name(parser, at, end, &read)) at++;
        else break;
    }
    if (read.has_sign && !read.has_type) {
        read.type.kind = TYPE_VALUE;
        read.type.size = read.type.align = 4;
    }
    if (read.is_strange) {
        read.type.kind = TYPE_UNKNOWN;
        read.type.size = 0;
    }
    *type = read.type;
    return at;
}

size_t type_read_pointers(const struct parser *parser, size_t at, size_t end, struct type *type)
{
    while (at < end) {
        const struct word word = word_of(&parser->list[at]);
        if (token_is(&parser->list[at], "*")) {
            const bool is_plain = type->kind == TYPE_VALUE;
            *type = (struct type){ .kind = type->kind == TYPE_POINTER ? TYPE_UNKNOWN : TYPE_POINTER,
                                   .space = type->space,
                                   .is_const = type->is_const,
                                   .size = parser->pointer_size,
                                   .align = parser->pointer_size,
                                   .element = is_plain ? type->size : 0 };
        } else if (word.meaning == RESTRICT) {
            type->is_restrict = true;
        } else if (word.meaning != CONST && word.meaning != IGNORED) {
            break;
        } else if (word.meaning == CONST && type->kind != TYPE_POINTER) {
            type->is_const = true;
        }
        at++;
    }
    return at;
}

/* Several names may follow `typedef` and a type. */
void type_define(struct parser *parser, size_t at, size_t end)
{
    const uint32_t region = parser->list[at].region;
    struct type base;
    at = type_read(parser, at + 1, end, &base);
    while (at < end && reader_step(parser->reader)) {
        struct type type = base;
        struct attributes attributes = { 0 };
        const struct token *name;
        uint32_t count;
        at = type_read_pointers(parser, at, end, &type);
        if (at >= end || parser->list[at].kind != TOKEN_NAME) return;
        name = &parser->list[at];
        at = read_dimensions(parser, at + 1, end, &count);
        at = read_attributes(parser, at, end, &attributes);
        if (attributes.is_strange || attributes.is_packed || attributes.align) type.size = 0;
        if (count != 1 || type.is_pipe) type = (struct type){ .kind = TYPE_UNKNOWN };
        name_type(parser, &parser->types, name, &type, region);
        if (at < end && !token_is(&parser->list[at], ",")) return;
        at++;
    }
}
