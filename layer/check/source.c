/* SPDX-License-Identifier: Apache-2.0 */
/* What parameters of kernels take, by the source (parameters.h). */
#include "parameters.h"

#include <stdlib.h>

enum { TYPE_NAME = 256 };

/* ---- types ---- */

uint16_t parameter_type_size(const char *name)
{
    static const struct {
        const char *name;
        uint16_t size;
    } types[] = { { "char", 1 },           { "uchar", 1 },        { "short", 2 },
                  { "ushort", 2 },         { "int", 4 },          { "uint", 4 },
                  { "long", 8 },           { "ulong", 8 },        { "float", 4 },
                  { "double", 8 },         { "half", 2 },         { "unsigned char", 1 },
                  { "unsigned short", 2 }, { "unsigned int", 4 }, { "unsigned long", 8 } };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t length = strlen(types[i].name);
        const char *rest = name + length;
        if (strncmp(name, types[i].name, length) != 0) continue;
        if (!*rest) return types[i].size;
        if (!strcmp(rest, "2")) return (uint16_t)(2 * types[i].size);
        if (!strcmp(rest, "3") || !strcmp(rest, "4")) return (uint16_t)(4 * types[i].size);
        if (!strcmp(rest, "8")) return (uint16_t)(8 * types[i].size);
        if (!strcmp(rest, "16")) return (uint16_t)(16 * types[i].size);
    }
    return 0;
}

uint32_t parameter_mem_type(const char *name)
{
    static const struct {
        const char *name;
        uint32_t type;
    } types[] = { { "image1d_t", CL_MEM_OBJECT_IMAGE1D },
                  { "image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER },
                  { "image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY },
                  { "image2d_t", CL_MEM_OBJECT_IMAGE2D },
                  { "image2d_depth_t", CL_MEM_OBJECT_IMAGE2D },
                  { "image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY },
                  { "image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY },
                  { "image3d_t", CL_MEM_OBJECT_IMAGE3D } };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(name, types[i].name)) return types[i].type;
    return 0;
}

bool parameter_is_image(const char *name)
{
    return parameter_mem_type(name) || (!strncmp(name, "image2d_", 8) && strstr(name, "msaa"));
}

/* ---- parameters in the source ---- */

/* Words that mean something in a list of parameters. */
enum meaning {
    NO_MEANING, /* the name of the parameter, or a type that only the compiler knows */
    QUALIFIER,  /* it changes nothing here */
    CONSTANT,   /* const */
    GLOBAL,
    READ_MEMORY, /* constant: global memory that kernels only read */
    LOCAL,
    PRIVATE,
    READS,
    WRITES,
    READS_AND_WRITES,
    PIPE,
    SIGN,
    TYPE
};

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (is_word(text[length])) length++;
    return length;
}

static enum meaning meaning_of(const char *word)
{
    static const struct {
        const char *word;
        enum meaning meaning;
    } words[] = {
        { "const", CONSTANT },  { "volatile", QUALIFIER },   { "restrict", QUALIFIER },
        { "global", GLOBAL },   { "constant", READ_MEMORY }, { "local", LOCAL },
        { "private", PRIVATE }, { "read_only", READS },      { "write_only", WRITES },
        { "pipe", PIPE },       { "unsigned", SIGN },        { "signed", SIGN },
        { "sampler_t", TYPE },  { "queue_t", TYPE },         { "read_write", READS_AND_WRITES }
    };
    if (!strncmp(word, "__", 2)) word += 2;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i].word)) return words[i].meaning;
    return parameter_type_size(word) || parameter_is_image(word) ? TYPE : NO_MEANING;
}

/* Copies a word, if it has space. */
static bool copy_word(char copy[TYPE_NAME], const char *text, size_t length)
{
    if (length >= TYPE_NAME) return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    return true;
}

/* Whether a word that has a meaning is defined to mean something else. */
static bool is_redefined(const char *text, const char *define)
{
    char word[TYPE_NAME];
    for (const char *it = strstr(text, define); it; it = strstr(it, define)) {
        it += strlen(define);
        while (*it == ' ' || *it == '\t') it++;
        if (!copy_word(word, it, word_length(it)) || meaning_of(word) != NO_MEANING) return true;
    }
    return false;
}

/* Puts spaces where comments, strings and joined lines are. */
static void blank(char *source)
{
    while (*source) {
        const char *end = NULL;
        if (!strncmp(source, "//", 2)) {
            end = strchr(source, '\n');
            if (!end) end = source + strlen(source);
        } else if (!strncmp(source, "/*", 2)) {
            end = strstr(source + 2, "*/");
            end = end ? end + 2 : source + strlen(source);
        } else if (!strncmp(source, "\\\n", 2) || *source == '"' || *source == '\'') {
            const char quote = *source;
            end = source + 1;
            while (quote != '\\' && *end && *end != quote && *end != '\n')
                end += *end == '\\' && end[1] ? 2 : 1;
            if (*end) end++;
        }
        if (!end) source++;
        while (source < end) *source++ = ' ';
    }
}

/* A parameter as it is read, word by word. */
struct reading {
    bool global, local, private, pipe, sign, strange;
    bool constant;                      /* what it points to, or it is, if it is no pointer */
    unsigned pointers, types, nameless; /* nameless: words without a meaning */
    enum access access;
    char type[TYPE_NAME], name[TYPE_NAME];
};

static void read_word(struct reading *it, const char *word)
{
    it->strange |= it->nameless != 0; /* the name is the last word */
    switch (meaning_of(word)) {
    case NO_MEANING:
        it->nameless++;
        strcpy(it->name, word);
        break;
    case QUALIFIER: break;
    case CONSTANT: it->constant |= !it->pointers; break;
    case READ_MEMORY: it->constant = it->global = true; break;
    case GLOBAL: it->global = true; break;
    case LOCAL: it->local = true; break;
    case PRIVATE: it->private = true; break;
    case READS: it->access = ACCESS_READ; break;
    case WRITES: it->access = ACCESS_WRITE; break;
    case READS_AND_WRITES: it->access = ACCESS_BOTH; break;
    case PIPE: it->pipe = true; break;
    case SIGN: it->sign = true; break;
    case TYPE:
        it->types++;
        strcpy(it->type, word);
        break;
    }
}

static struct reading read_parameter(const char *text, const char *end)
{
    struct reading it = { 0 };
    char word[TYPE_NAME];
    while (text < end) {
        const size_t length = word_length(text);
        if (length) {
            if (copy_word(word, text, length)) read_word(&it, word);
            else it.strange = true;
        } else if (*text == '*') {
            it.pointers++;
            it.nameless = 0; /* what was before is a type */
        } else if (!is_space(*text)) {
            it.pointers = 2;
        }
        text += length ? length : 1;
    }
    return it;
}

static struct kernel_parameter parameter_read(const struct reading *it)
{
    struct kernel_parameter parameter = { .kind = PARAMETER_UNKNOWN };
    const bool plain = !it->strange && !it->global && !it->local && !it->pointers && it->types <= 1;
    if (it->pointers == 1 && it->global != it->local && !it->private && !it->pipe) {
        parameter.kind = it->global ? PARAMETER_POINTER : PARAMETER_LOCAL;
        parameter.access = it->global && it->constant ? ACCESS_READ : ACCESS_NONE;
    } else if (!plain || it->pipe || it->nameless > 1) return parameter;
    else if (!strcmp(it->type, "sampler_t")) parameter.kind = PARAMETER_SAMPLER;
    else if (!strcmp(it->type, "queue_t")) parameter.kind = PARAMETER_QUEUE;
    else if (parameter_is_image(it->type))
        parameter =
            (struct kernel_parameter){ .kind = PARAMETER_IMAGE,
                                       .access = (uint8_t)(it->access ? it->access : ACCESS_READ),
                                       .mem_type = (uint16_t)parameter_mem_type(it->type) };
    else if (parameter_type_size(it->types ? it->type : it->sign ? "int" : ""))
        parameter =
            (struct kernel_parameter){ .kind = PARAMETER_VALUE,
                                       .size = parameter_type_size(it->types ? it->type : "int") };
    return parameter;
}

/* Whether a text defines a word with this directive or option. */
static bool is_defined(const char *text, const char *define, const char *word)
{
    const size_t length = strlen(word);
    for (const char *it = strstr(text, define); it; it = strstr(it, define)) {
        it += strlen(define);
        while (*it == ' ' || *it == '\t') it++;
        if (!strncmp(it, word, length) && !is_word(it[length])) return true;
    }
    return false;
}

/* A source, and the options to build it with. */
struct text {
    const char *source, *options;
};

/* The body of the function whose list of parameters begins at a place: where it begins and ends, or NULL. */
static const char *body_of(const char *list, const char **end)
{
    unsigned depth = 1;
    const char *body;
    for (; *list && depth; list++) depth += (unsigned)(*list == '(') - (unsigned)(*list == ')');
    while (is_space(*list)) list++;
    if (*list != '{') return NULL;
    body = list++;
    for (depth = 1; *list && depth; list++)
        depth += (unsigned)(*list == '{') - (unsigned)(*list == '}');
    *end = list;
    return body;
}

static bool is_macro(const struct text *text, const char *word)
{
    return is_defined(text->source, "define", word) || is_defined(text->options, "-D", word);
}

/* Whether a macro is replaced by a number, or an expression of numbers: then it hides nothing. A name there
 * may be another macro's. */
static bool is_number(const char *replacement)
{
    for (const char *it = replacement; *it && *it != '\n'; it++) {
        if (is_word(*it) && !is_word(it[-1]) && (*it < '0' || *it > '9')) return false;
        if (!is_word(*it) && !strchr(" \t()+-*/.", *it)) return false;
    }
    return true;
}

/* Whether one of the words that a text defines is between `at` and `end`. `numbers`: words for numbers count, too. */
static bool has_macro(const char *text, const char *define, bool numbers, const char *at,
                      const char *end)
{
    for (const char *it = strstr(text, define); it; it = strstr(it, define)) {
        size_t length;
        it += strlen(define);
        while (*it == ' ' || *it == '\t' || *it == '"') it++;
        length = word_length(it);
        if (!numbers && is_number(it + length)) continue;
        for (const char *word = at; length && word + length < end; word++)
            if (!strncmp(word, it, length) && !is_word(word[-1]) && !is_word(word[length]))
                return true;
    }
    return false;
}

/* Whether a macro gets a name alone, and may declare it. */
static bool is_for_macro(const struct text *text, const char *body, const char *end,
                         const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = body + 1; at + length < end; at++) {
        const char *word = at, *behind = at + length;
        char macro[TYPE_NAME];
        if (strncmp(at, name, length) != 0 || is_word(at[-1]) || is_word(*behind)) continue;
        while (is_space(*behind)) behind++;
        while (word > body && (is_space(word[-1]) || strchr("(,", word[-1]) || is_word(word[-1])))
            word--;
        while (word < at && !is_word(*word)) word++;
        if (word < at && strchr("),", *behind) && copy_word(macro, word, word_length(word)) &&
            is_macro(text, macro))
            return true;
    }
    return false;
}

/* Whether a body can be taken literally: macros may hide conditions. */
static bool is_plain(const struct text *text, const char *body, const char *end)
{
    return !strstr(text->source, "include") &&
           !has_macro(text->source, "define", false, body + 1, end) &&
           !has_macro(text->options, "-D", true, body + 1, end);
}

/* A parameter, and what the body does with it. */
static struct kernel_parameter parameter_used(const struct reading *it, const struct text *text,
                                              const char *body, const char *end)
{
    struct kernel_parameter parameter = parameter_read(it);
    if (!body || it->nameless != 1 || is_macro(text, it->name) ||
        is_for_macro(text, body, end, it->name) || !is_plain(text, body, end))
        return parameter;
    if (parameter.kind == PARAMETER_IMAGE)
        parameter.indexed =
            parameter.access != ACCESS_READ && parameter_is_drawn(body, end, it->name);
    if (parameter.kind != PARAMETER_POINTER) return parameter;
    if (parameter.access == ACCESS_NONE && parameter_is_written(body, end, it->name))
        parameter.access = ACCESS_WRITE;
    parameter.indexed = parameter_is_indexed(body, end, it->name, parameter.access == ACCESS_WRITE);
    if (parameter.indexed)
        parameter.size = parameter_type_size(it->types ? it->type : it->sign ? "int" : "");
    return parameter;
}

/* Reads a list of `count` parameters, after its opening parenthesis. Returns false if it is another list. */
static bool read_list(const struct text *whole, const char *text, cl_uint count,
                      struct kernel_parameter *parameters)
{
    const char *end = NULL, *body = body_of(text, &end);
    cl_uint place = 0;
    unsigned depth = 0;
    const char *begin = text;
    for (; *text && *text != '#' && *text != '{' && *text != ';'; text++) {
        if (*text == '(') depth++;
        if ((*text == ',' && !depth) || (*text == ')' && !depth--)) {
            const struct reading it = read_parameter(begin, text);
            if (place == count) return false;
            parameters[place++] = parameter_used(&it, whole, body, end);
            begin = text + 1;
            if (*text == ')') return place == count;
        }
    }
    return false;
}

/* Whether the word before a place is `void`. */
static bool is_behind_void(const char *source, const char *it)
{
    while (it > source && is_space(it[-1])) it--;
    return it - source >= 4 && !strncmp(it - 4, "void", 4) &&
           (it - source == 4 || !is_word(it[-5]));
}

/* The next position after `it` where a list of the kernel's parameters begins, or NULL. */
static const char *next_list(const char *source, const char *it, const char *name)
{
    const size_t length = strlen(name);
    while ((it = strstr(it, name))) {
        const char *end = it + length;
        const bool whole = (it == source || !is_word(it[-1])) && !is_word(*end);
        while (is_space(*end)) end++;
        if (whole && *end == '(' && is_behind_void(source, it)) return end + 1;
        it += length;
    }
    return NULL;
}

/* Adds what one of several lists says. Returns false if they differ in more than what pointers are used for. */
static bool merge(struct kernel_parameter *all, const struct kernel_parameter *one, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++) {
        const bool is_pointer = all[i].kind == PARAMETER_POINTER;
        if (all[i].kind != one[i].kind || all[i].mem_type != one[i].mem_type ||
            (!is_pointer && (all[i].access != one[i].access || all[i].size != one[i].size)))
            return false;
        if (all[i].access != one[i].access || !one[i].indexed) all[i].indexed = false;
        if (!is_pointer) continue;
        if (all[i].access != one[i].access) all[i].access = ACCESS_NONE;
        if (all[i].size != one[i].size) all[i].size = 0;
    }
    return true;
}

void parameters_of_source(char *source, const char *options, const char *name, cl_uint count,
                          struct kernel_parameter *parameters)
{
    const size_t size = count * sizeof *parameters;
    const struct text text = { source, options };
    struct kernel_parameter *others = calloc(count ? count : 1, sizeof *others);
    const char *it;
    bool same = others != NULL, found = false;
    blank(source);
    if (is_redefined(source, "define") || is_redefined(options, "-D")) same = false;
    /* A source may have several, of which one is compiled: then all must be the same. */
    for (it = source; same && (it = next_list(source, it, name)); found = true) {
        same = read_list(&text, it, count, others) && (!found || merge(parameters, others, count));
        if (same && !found) memcpy(parameters, others, size);
    }
    if (!same) memset(parameters, 0, size);
    free(others);
}

/* Copies words with one space between them. Returns false if there are none, or too many. */
static bool copy_words(const char *from, const char *end, char *text, size_t size)
{
    size_t length = 0;
    while (from < end && is_space(*from)) from++;
    while (end > from && is_space(end[-1])) end--;
    for (; from < end && length + 2 < size; from++)
        if (!is_space(*from)) text[length++] = *from;
        else if (!is_space(from[1])) text[length++] = ' ';
    text[length] = 0;
    return from == end && length;
}

bool parameter_text_of_source(char *source, const char *name, cl_uint index, char *text,
                              size_t size)
{
    unsigned depth = 0;
    const char *begin, *it;
    blank(source);
    begin = it = next_list(source, source, name);
    for (; it && *it && *it != '#'; it++) {
        if (*it == '(') depth++;
        if ((*it == ',' && !depth) || (*it == ')' && !depth--)) {
            if (!index--) return copy_words(begin, it, text, size);
            if (*it == ')') return false;
            begin = it + 1;
        }
    }
    return false;
}
