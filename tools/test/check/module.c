/* SPDX-License-Identifier: Apache-2.0 */
/* The check layer reads the parameters of kernels from a module in SPIR-V: correctly, or not at
 * all. */
#include "../../layers/source/kernel_source.h"
#include "spirv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kernel has the ID 1. Its parameters begin at 100. */
enum { KERNEL = 1, NOTHING, KERNEL_TYPE, A = 100, B, IDS = 120, MOST_WORDS = 160 };

/* `types` are the types of the parameters. `expected` is as in source.c. */
struct row {
    const char *expected;
    uint32_t types[8], code[64];
};
#define NUMBERS         I(OP_INT, 10, 32, 0), I(OP_INT, 11, 8, 0), I(OP_FLOAT, 12, 32)
#define FLOAT3          I(OP_VECTOR, 13, 12, 3)
#define TO(space, type) I(OP_POINTER, 30, space, type)
#define BY_VALUE_A      I(OP_DECORATE, A, ATTRIBUTE, BY_VALUE)

/* clang-format off */
static const struct row rows[] = {
    { "4 1 4", { 10, 11, 12 }, { NUMBERS } },
    { "2 8 8", { 10, 11, 12 }, { I(OP_FLOAT, 10, 16), I(OP_INT, 11, 64, 0), I(OP_FLOAT, 12, 64) } },
    { "? ? ? ?", { 10, 11, 12, 50 }, { I(OP_INT, 10, 24, 0), I(OP_BOOL, 11), I(OP_INT, 12, 1, 0) } },
    { "16 8 16", { 13, 14, 15 }, { NUMBERS, FLOAT3, I(OP_VECTOR, 14, 12, 2), I(OP_VECTOR, 15, 11, 16) } },
    { "? ?", { 14, 15 }, { NUMBERS, I(OP_VECTOR, 14, 12, 5), I(OP_VECTOR, 15, 14, 2) } },
    /* Pointers. */
    { "P Prc L ?", { 20, 21, 22, 23 }, { NUMBERS, I(OP_POINTER, 20, IN_GLOBAL, 10), I(OP_POINTER, 21, IN_CONSTANT, 10),
      I(OP_POINTER, 22, IN_LOCAL, 10), I(OP_POINTER, 23, IN_GENERIC, 10) } },
    { "? ? P", { 20, 21, 22 }, { I(OP_SAMPLER, 10), I(OP_POINTER, 20, IN_CONSTANT, 10), I(OP_POINTER, 21, 99, 10),
      I(OP_POINTER, 22, IN_GLOBAL, 99) } },
    /* Structures: {float3, float}, one inside another, {char, int}, and some whose layout is
     * uncertain. */
    { "32s", { 30 }, { BY_VALUE_A, NUMBERS, FLOAT3, I(OP_STRUCT, 20, 13, 12), TO(IN_FUNCTION, 20) } },
    { "32s", { 20 }, { NUMBERS, FLOAT3, I(OP_STRUCT, 20, 13, 12) } },
    { "?", { 30 }, { NUMBERS, I(OP_STRUCT, 20, 10, 12), TO(IN_FUNCTION, 20) } },
    { "? 32s", { 30, 30 }, { I(OP_DECORATE, B, ATTRIBUTE, BY_VALUE), NUMBERS, FLOAT3, I(OP_STRUCT, 20, 13, 12), TO(IN_FUNCTION, 20) } },
    { "?", { 30 }, { BY_VALUE_A, NUMBERS, TO(IN_FUNCTION, 10) } },
    { "12s", { 21 }, { NUMBERS, I(OP_STRUCT, 20, 11, 10), I(OP_STRUCT, 21, 11, 20) } },
    { "5s 8s", { 20, 21 }, { I(OP_DECORATE, 20, PACKED), NUMBERS, I(OP_STRUCT, 20, 11, 10), I(OP_STRUCT, 21, 11, 10) } },
    { "6s 8s", { 21, 22 }, { I(OP_DECORATE, 20, PACKED), NUMBERS, I(OP_STRUCT, 20, 11, 10), I(OP_STRUCT, 21, 20, 11), I(OP_STRUCT, 22, 20, 11, 11, 11) } },
    { "5s 5s", { 20, 21 }, { I(OP_DECORATE, 9, PACKED), I(OP_DECORATION_GROUP, 9), I(OP_GROUP_DECORATE, 9, 20, 21),
      NUMBERS, I(OP_STRUCT, 20, 11, 10), I(OP_STRUCT, 21, 11, 10) } },
    { "16s 24s", { 20, 21 }, { NUMBERS, I(OP_CONSTANT, 10, 14, 3), I(OP_ARRAY, 15, 10, 14), I(OP_STRUCT, 20, 15, 11),
      I(OP_INT, 16, 64, 0), I(OP_CONSTANT, 16, 17, 2, 0), I(OP_ARRAY, 18, 16, 17), I(OP_STRUCT, 21, 18, 11) } },
    { "?", { 20 }, { NUMBERS, I(OP_SPEC_CONSTANT, 10, 14, 3), I(OP_ARRAY, 15, 10, 14), I(OP_STRUCT, 20, 15) } },
    { "? ?", { 20, 21 }, { NUMBERS, I(OP_CONSTANT, 12, 14, 3), I(OP_ARRAY, 15, 10, 14), I(OP_STRUCT, 20, 15),
      I(OP_CONSTANT, 10, 16, 2, 1), I(OP_ARRAY, 17, 10, 16), I(OP_STRUCT, 21, 17) } },
    { "16s", { 20 }, { I(OP_FORWARD, 31, IN_GLOBAL), NUMBERS, I(OP_STRUCT, 20, 31, 11), I(OP_POINTER, 31, IN_GLOBAL, 20) } },
    { "? ?", { 20, 21 }, { NUMBERS, I(OP_BOOL, 14), I(OP_STRUCT, 20, 14, 10), I(OP_STRUCT, 21, 50) } },
    { "? ?", { 20, 21 }, { I(OP_MEMBER_DECORATE, 20, 0, OFFSET, 0), I(OP_DECORATE, 21, ALIGNMENT, 16), NUMBERS,
      I(OP_STRUCT, 20, 10), I(OP_STRUCT, 21, 10) } },
    { "?", { 20 }, { I(OP_DECORATE, 9, OFFSET, 4), I(OP_DECORATION_GROUP, 9), I(OP_GROUP_MEMBER_DECORATE, 9, 20, 0), NUMBERS,
      I(OP_STRUCT, 20, 10) } },
    { "? ?", { 20, 15 }, { NUMBERS, I(OP_CONSTANT, 10, 14, 0x7fffffff), I(OP_ARRAY, 15, 10, 14), I(OP_STRUCT, 20, 15, 15) } },
    /* Objects. */
    { "Ir Iw Ib I", { 10, 11, 12, 13 }, { I(OP_IMAGE, 10, NOTHING, 1, 0, 0, 0, 0, 0, 0), I(OP_IMAGE, 11, NOTHING, 1, 0, 0, 0, 0, 0, 1),
      I(OP_IMAGE, 12, NOTHING, 1, 0, 0, 0, 0, 0, 2), I(OP_IMAGE, 13, NOTHING, 1, 0, 0, 0, 0, 0) } },
    { "? ? S Q pipe", { 10, 11, 12, 13, 14 }, { I(OP_IMAGE, 10, NOTHING, 3, 0, 0, 0, 0, 0, 0), I(OP_IMAGE, 11, NOTHING), I(OP_SAMPLER, 12),
      I(OP_QUEUE, 13), I(OP_PIPE, 14, 0) } },
};

/* Each kind of image, with the type of its memory object. */
static const struct {
    uint32_t dimensions, depth, array, samples, mem_type;
} images[] = {
    { 0, 0, 0, 0, 0x10f4 }, { 0, 0, 1, 0, 0x10f5 }, { 5, 0, 0, 0, 0x10f6 }, { 1, 0, 0, 0, 0x10f1 },
    { 1, 1, 0, 0, 0x10f1 }, { 1, 0, 1, 0, 0x10f3 }, { 2, 0, 0, 0, 0x10f2 }, { 1, 0, 0, 1, 0 },
};
/* clang-format on */

/* ---- modules ---- */

struct module {
    uint32_t words[MOST_WORDS];
    size_t count;
};

static void add(struct module *module, const uint32_t *words, size_t count)
{
    memcpy(module->words + module->count, words, count * sizeof *words);
    module->count += count;
}
#define ADD(module, ...) add(module, (const uint32_t[]){ __VA_ARGS__ }, WORDS(__VA_ARGS__))

static void make(const struct row *row, struct module *module)
{
    module->count = 0;
    ADD(module, SPIRV_HEADER(IDS), I(OP_MEMORY_MODEL, 2, 2), I(OP_ENTRY_POINT, 6, KERNEL, 'k'),
        I(OP_ENTRY_POINT, 5, KERNEL, 'g'), I(OP_NAME, A, 'a'));
    for (const uint32_t *at = row->code; *at; at += *at >> 16) add(module, at, *at >> 16);
    ADD(module, I(OP_FUNCTION, NOTHING, KERNEL, 0, KERNEL_TYPE));
    for (uint32_t i = 0; row->types[i]; i++)
        ADD(module, I(OP_PARAMETER, row->types[i], A + i), I(OP_LINE, 5, 1, 1));
    ADD(module, I(OP_FUNCTION_END, 0), I(OP_FUNCTION, NOTHING, KERNEL + 4, 0, KERNEL_TYPE),
        I(OP_PARAMETER, 10, A + 15));
}

/* Copies the first bytes to memory of exactly their size, so that memory checkers notice reads
 * beyond. */
static struct source *read_module(const uint32_t *words, size_t bytes)
{
    uint32_t *copy = malloc(bytes ? bytes : 1);
    struct source *read;
    if (!copy) exit(2);
    memcpy(copy, words, bytes);
    read = source_read_module(copy, bytes);
    free(copy);
    if (!read) exit(2);
    return read;
}

static void swap_all(struct module *module)
{
    for (size_t i = 0; i < module->count; i++) {
        const uint32_t word = module->words[i];
        module->words[i] =
            word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | (word & 0xff) << 24;
    }
}

/* ---- tests ---- */

static const char *word_of(const struct kernel_parameter *kernel_parameter, char text[32])
{
    static const char *const words[] = { "?", "", "P", "L", "I", "pipe", "S", "Q" };
    static const char *const access[] = { "", "r", "w", "b" };
    if (kernel_parameter->kind == PARAMETER_VALUE) snprintf(text, 32, "%u", kernel_parameter->size);
    else
        snprintf(text, 32, "%s%s", words[kernel_parameter->kind], access[kernel_parameter->access]);
    if (kernel_parameter->is_constant) strcat(text, "c");
    if (kernel_parameter->is_struct) strcat(text, "s");
    return text;
}

static unsigned check(const struct row *row, const struct module *module)
{
    struct source *source = read_module(module->words, 4 * module->count);
    struct kernel_parameter parameters[8] = { { 0 } };
    char found[256] = "", text[32];
    uint32_t count = 0;
    const char *name;
    while (row->types[count]) count++;
    if (!source_parameters(source, "k", count, parameters)) strcat(found, "nothing: ");
    for (uint32_t i = 0; i < count; i++) {
        if (i) strcat(found, " ");
        strcat(found, word_of(&parameters[i], text));
    }
    name = source_parameter_text(source, "k", 0);
    if (!name || strcmp(name, "a") != 0 || source_parameter_text(source, "k", 1))
        strcat(found, ", names");
    if (source_parameters(source, "k", count + 1, parameters) ||
        source_parameters(source, "g", count, parameters))
        strcat(found, ", another kernel");
    source_free(source);
    if (strcmp(found, row->expected) == 0) return 0;
    fprintf(stderr, "module: found \"%s\", not \"%s\"\n", found, row->expected);
    return 1;
}

/* A damaged module crashes nothing, whatever the layer finds in it. */
static void damage(const struct module *module)
{
    for (size_t size = 0; size < 4 * module->count; size++)
        source_free(read_module(module->words, size));
    for (size_t i = 0; i < module->count; i++)
        for (unsigned bit = 0; bit < 32; bit++) {
            struct module other = *module;
            other.words[i] ^= (uint32_t)1 << bit;
            source_free(read_module(other.words, 4 * other.count));
        }
}

static unsigned check_images(void)
{
    unsigned failures = 0;
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        const struct row row = { "Ir",
                                 { 10 },
                                 { I(OP_IMAGE, 10, NOTHING, images[i].dimensions, images[i].depth,
                                     images[i].array, images[i].samples, 0, 0, 0) } };
        struct kernel_parameter parameter = { 0 };
        struct module module;
        struct source *source;
        make(&row, &module);
        source = read_module(module.words, 4 * module.count);
        source_parameters(source, "k", 1, &parameter);
        source_free(source);
        if (parameter.kind == PARAMETER_IMAGE && parameter.mem_type == images[i].mem_type) continue;
        fprintf(stderr, "module: image %zu: found kind %u, %#x\n", i, parameter.kind,
                parameter.mem_type);
        failures++;
    }
    return failures;
}

/* Pointers in structures have the size of the module's addressing model. */
static unsigned check_addresses(void)
{
    static const struct row row = { "8s",
                                    { 20 },
                                    { NUMBERS, TO(IN_GLOBAL, 10), I(OP_STRUCT, 20, 30, 11) } };
    static const char *const expected[] = { "?", "8s", "16s" };
    unsigned failures = 0;
    for (uint32_t model = 0; model < 3; model++) {
        struct row changed = row;
        struct module module;
        changed.expected = expected[model];
        make(&row, &module);
        module.words[6] = model;
        failures += check(&changed, &module);
    }
    return failures;
}

int main(void)
{
    unsigned failures = check_images() + check_addresses();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct module module;
        make(&rows[i], &module);
        failures += check(&rows[i], &module);
        damage(&module);
        swap_all(&module);
        failures += check(&rows[i], &module);
    }
    return failures != 0;
}
