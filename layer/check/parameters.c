/* SPDX-License-Identifier: Apache-2.0 */
/* What parameters of kernels take (parameters.h). */
#include "parameters.h"

#include <stdlib.h>

enum { TYPE_NAME = 256 };

/* ---- types ---- */

/* The bytes of a built-in type of OpenCL C, or 0. */
static uint16_t size_of_type(const char *name)
{
    static const struct {
        const char *name;
        uint16_t size;
    } types[] = { { "char", 1 },   { "uchar", 1 },  { "short", 2 },         { "ushort", 2 },
                  { "int", 4 },    { "uint", 4 },   { "long", 8 },          { "ulong", 8 },
                  { "float", 4 },  { "double", 8 }, { "half", 2 },          { "unsigned char", 1 },
                  { "unsigned short", 2 },          { "unsigned int", 4 },  { "unsigned long", 8 } };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t length = strlen(types[i].name);
        const char *rest = name + length;
        if (strncmp(name, types[i].name, length)) continue;
        if (!*rest) return types[i].size;
        if (!strcmp(rest, "2")) return (uint16_t)(2 * types[i].size);
        if (!strcmp(rest, "3") || !strcmp(rest, "4")) return (uint16_t)(4 * types[i].size);
        if (!strcmp(rest, "8")) return (uint16_t)(8 * types[i].size);
        if (!strcmp(rest, "16")) return (uint16_t)(16 * types[i].size);
    }
    return 0;
}

/* The memory object that an image type takes, or 0. */
static uint32_t mem_type_of(const char *name)
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

static bool is_image_type(const char *name)
{
    return mem_type_of(name) || (!strncmp(name, "image2d_", 8) && strstr(name, "msaa"));
}

static bool has_suffix(const char *text, const char *suffix)
{
    const size_t length = strlen(text), size = strlen(suffix);
    return length >= size && !strcmp(text + length - size, suffix);
}

/* ---- what drivers tell ---- */

static cl_uint ask_parameter(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what)
{
    cl_uint answer = 0;
    return ask.clGetKernelArgInfo(kernel, index, what, sizeof answer, &answer, NULL) ? 0 : answer;
}

static bool is_pipe(cl_kernel kernel, cl_uint index)
{
    cl_kernel_arg_type_qualifier qualifier = 0;
    return !ask.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier,
                                   &qualifier, NULL) &&
           qualifier & CL_KERNEL_ARG_TYPE_PIPE;
}

static enum access access_of(cl_kernel kernel, cl_uint index)
{
    switch (ask_parameter(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER)) {
    case CL_KERNEL_ARG_ACCESS_READ_ONLY: return ACCESS_READ;
    case CL_KERNEL_ARG_ACCESS_WRITE_ONLY: return ACCESS_WRITE;
    case CL_KERNEL_ARG_ACCESS_READ_WRITE: return ACCESS_BOTH;
    }
    return ACCESS_NONE;
}

static struct kernel_parameter image_parameter(cl_kernel kernel, cl_uint index, const char *type)
{
    return (struct kernel_parameter){ PARAMETER_IMAGE, (uint8_t)access_of(kernel, index), 0,
                               mem_type_of(type) };
}

/* In global memory are images, pipes and what pointers point to. */
static struct kernel_parameter global_parameter(cl_kernel kernel, cl_uint index, const char *type)
{
    struct kernel_parameter it = { PARAMETER_UNKNOWN, 0, 0, 0 };
    if (is_pipe(kernel, index)) it.kind = PARAMETER_PIPE;
    else if (has_suffix(type, "*")) it.kind = PARAMETER_POINTER;
    else if (access_of(kernel, index) != ACCESS_NONE) return image_parameter(kernel, index, type);
    return it;
}

static struct kernel_parameter private_parameter(const char *type)
{
    struct kernel_parameter it = { PARAMETER_VALUE, 0, size_of_type(type), 0 };
    if (has_suffix(type, "*")) it.kind = PARAMETER_UNKNOWN;
    return it;
}

static struct kernel_parameter parameter_of(cl_kernel kernel, cl_uint index)
{
    struct kernel_parameter it = { PARAMETER_UNKNOWN, 0, 0, 0 };
    char type[TYPE_NAME] = "";
    const cl_uint space = ask_parameter(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
    if (!space ||
        ask.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type - 1, type, NULL))
        return it;
    if (is_image_type(type)) return image_parameter(kernel, index, type);
    if (!strcmp(type, "sampler_t")) it.kind = PARAMETER_SAMPLER;
    else if (!strcmp(type, "queue_t")) it.kind = PARAMETER_QUEUE;
    else if (space == CL_KERNEL_ARG_ADDRESS_LOCAL) it.kind = PARAMETER_LOCAL;
    else if (space == CL_KERNEL_ARG_ADDRESS_GLOBAL) return global_parameter(kernel, index, type);
    else if (space == CL_KERNEL_ARG_ADDRESS_CONSTANT && has_suffix(type, "*"))
        it.kind = PARAMETER_POINTER;
    else if (space == CL_KERNEL_ARG_ADDRESS_PRIVATE) return private_parameter(type);
    return it;
}

/* ---- what the source tells ---- */

/* Words that mean something in a list of parameters. */
enum meaning {
    NO_MEANING, /* the name of the parameter, or a type that only the compiler knows */
    QUALIFIER,  /* it changes nothing here */
    GLOBAL,
    LOCAL,
    PRIVATE,
    READS,
    WRITES,
    READS_AND_WRITES,
    PIPE,
    SIGN,
    TYPE
};

static bool is_word(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

static bool is_space(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

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
    } words[] = { { "const", QUALIFIER },     { "volatile", QUALIFIER },  { "restrict", QUALIFIER },
                  { "global", GLOBAL },       { "constant", GLOBAL },     { "local", LOCAL },
                  { "private", PRIVATE },     { "read_only", READS },     { "write_only", WRITES },
                  { "pipe", PIPE },           { "unsigned", SIGN },       { "signed", SIGN },
                  { "sampler_t", TYPE },      { "queue_t", TYPE },
                  { "read_write", READS_AND_WRITES } };
    if (!strncmp(word, "__", 2)) word += 2;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i].word)) return words[i].meaning;
    return size_of_type(word) || is_image_type(word) ? TYPE : NO_MEANING;
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
    unsigned pointers, types, nameless; /* nameless: words without a meaning */
    enum access access;
    char type[TYPE_NAME];
};

static void read_word(struct reading *it, const char *word)
{
    it->strange |= it->nameless != 0; /* the name is the last word */
    switch (meaning_of(word)) {
    case NO_MEANING: it->nameless++; break;
    case QUALIFIER: break;
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
    struct kernel_parameter parameter = { PARAMETER_UNKNOWN, 0, 0, 0 };
    const bool plain = !it->strange && !it->global && !it->local && !it->pointers && it->types <= 1;
    if (it->pointers == 1 && it->global != it->local && !it->private && !it->pipe)
        parameter.kind = it->global ? PARAMETER_POINTER : PARAMETER_LOCAL;
    else if (!plain || it->pipe || it->nameless > 1)
        return parameter;
    else if (!strcmp(it->type, "sampler_t"))
        parameter.kind = PARAMETER_SAMPLER;
    else if (!strcmp(it->type, "queue_t"))
        parameter.kind = PARAMETER_QUEUE;
    else if (is_image_type(it->type))
        parameter = (struct kernel_parameter){ PARAMETER_IMAGE,
                                               (uint8_t)(it->access ? it->access : ACCESS_READ), 0,
                                               mem_type_of(it->type) };
    else if (size_of_type(it->types ? it->type : it->sign ? "int" : ""))
        parameter = (struct kernel_parameter){ PARAMETER_VALUE, 0,
                                               size_of_type(it->types ? it->type : "int"), 0 };
    return parameter;
}

/* Reads a list of `count` parameters, behind its parenthesis. Returns false if it is another list. */
static bool read_list(const char *text, cl_uint count, struct kernel_parameter *parameters)
{
    cl_uint place = 0;
    unsigned depth = 0;
    const char *begin = text;
    for (; *text && *text != '#' && *text != '{' && *text != ';'; text++) {
        if (*text == '(') depth++;
        if ((*text == ',' && !depth) || (*text == ')' && !depth--)) {
            const struct reading it = read_parameter(begin, text);
            if (place == count) return false;
            parameters[place++] = parameter_read(&it);
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
    return it - source >= 4 && !strncmp(it - 4, "void", 4) && (it - source == 4 || !is_word(it[-5]));
}

/* The next place behind `it` where a list of the kernel's parameters begins, or NULL. */
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

void parameters_of_source(char *source, const char *options, const char *name, cl_uint count,
                          struct kernel_parameter *parameters)
{
    const size_t size = count * sizeof *parameters;
    struct kernel_parameter *others = calloc(count ? count : 1, sizeof *others);
    const char *it;
    bool same = others != NULL, found = false;
    blank(source);
    if (is_redefined(source, "define") || is_redefined(options, "-D")) same = false;
    /* A source may have several, of which one is compiled: then all must be the same. */
    for (it = source; same && (it = next_list(source, it, name)); found = true) {
        same = read_list(it, count, others) && (!found || !memcmp(others, parameters, size));
        if (same && !found) memcpy(parameters, others, size);
    }
    if (!same) memset(parameters, 0, size);
    free(others);
}

/* A string that a query answers with; NULL: none. */
static char *text_of(cl_int (*query)(const void *object, size_t size, void *value, size_t *needed),
                     const void *object)
{
    size_t size = 0;
    char *text;
    if (query(object, 0, NULL, &size) || !size) return NULL;
    text = calloc(1, size + 1);
    if (text && query(object, size, text, NULL)) {
        free(text);
        return NULL;
    }
    return text;
}

static cl_int ask_source(const void *program, size_t size, void *value, size_t *needed)
{
    return ask.clGetProgramInfo((cl_program)(uintptr_t)program, CL_PROGRAM_SOURCE, size, value,
                                needed);
}

static cl_int ask_name(const void *kernel, size_t size, void *value, size_t *needed)
{
    return ask.clGetKernelInfo((cl_kernel)(uintptr_t)kernel, CL_KERNEL_FUNCTION_NAME, size, value,
                               needed);
}

static cl_int ask_options(const void *program, size_t size, void *value, size_t *needed)
{
    cl_device_id device = known_program_first_device((cl_program)(uintptr_t)program);
    return device ? ask.clGetProgramBuildInfo((cl_program)(uintptr_t)program, device,
                                              CL_PROGRAM_BUILD_OPTIONS, size, value, needed)
                  : CL_INVALID_DEVICE;
}

static void ask_the_source(cl_kernel kernel, cl_uint count, struct kernel_parameter *parameters)
{
    cl_program program = NULL;
    char *source, *options, *name;
    if (ask.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL) ||
        known_program_origin(program) != ORIGIN_SOURCE)
        return;
    source = text_of(ask_source, program);
    options = text_of(ask_options, program);
    name = text_of(ask_name, kernel);
    if (source && options && name && *name)
        parameters_of_source(source, options, name, count, parameters);
    free(source);
    free(options);
    free(name);
}

/* ---- both ---- */

void parameters_of(cl_kernel kernel, cl_uint count, struct kernel_parameter *parameters)
{
    /* Drivers without the information say so for the first parameter. */
    const bool told = count && ask_parameter(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
    for (cl_uint i = 0; told && i < count; i++) parameters[i] = parameter_of(kernel, i);
    if (!told && count) ask_the_source(kernel, count, parameters);
}
