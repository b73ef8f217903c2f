/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a module in SPIR-V declares about its kernels (kernel_source.h). Types come before
 * functions, so it is read once, from the beginning to the end. It may be damaged: some drivers
 * accept such a module, and then the layer must not crash. A type that is not certain, such as one
 * whose size depends on a specialization constant, is not known.
 */
#include "declared.h"

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>

/* ---- SPIR-V's numbers ---- */

enum { MAGIC = 0x07230203, HEADER = 5, BOUND = 3, MODEL_KERNEL = 6 };

enum operation {
    OP_NAME = 5,
    OP_MEMORY_MODEL = 14,
    OP_ENTRY_POINT = 15,
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_TYPE_VECTOR = 23,
    OP_TYPE_IMAGE = 25,
    OP_TYPE_SAMPLER = 26,
    OP_TYPE_ARRAY = 28,
    OP_TYPE_STRUCT = 30,
    OP_TYPE_POINTER = 32,
    OP_TYPE_QUEUE = 37,
    OP_TYPE_PIPE = 38,
    OP_TYPE_FORWARD_POINTER = 39,
    OP_CONSTANT = 43,
    OP_FUNCTION = 54,
    OP_FUNCTION_PARAMETER = 55,
    OP_FUNCTION_END = 56,
    OP_DECORATE = 71,
    OP_MEMBER_DECORATE = 72,
    OP_GROUP_DECORATE = 74,
    OP_GROUP_MEMBER_DECORATE = 75,
    OP_LABEL = 248
};

enum { DECORATION_PACKED = 10, DECORATION_PARAMETER = 38, DECORATION_ALIGNMENT = 44, BY_VALUE = 2 };

enum storage { STORED_CONSTANT = 0, STORED_LOCAL = 4, STORED_GLOBAL = 5, STORED_FUNCTION = 7 };

enum dimensions { DIM_1, DIM_2, DIM_3, DIM_BUFFER = 5 };

/* ---- a module ---- */

/* MOST_GAPS is the most IDs per word of the module; tools that remove instructions leave gaps. */
enum { LARGEST = 1 << 24, LONGEST_NAME = 255, MOST_GAPS = 16 };

/* What an id stands for. */
struct id {
    uint8_t op; /* enum operation; 0: not known */
    bool is_packed, is_strange, is_by_value;
    uint32_t at;          /* the place of its instruction */
    uint32_t size, align; /* of a type; 0: not known. For a constant, `size` is its value */
    uint32_t name;        /* the place of its name; 0: it has none */
};

struct module {
    struct reader *reader;
    const unsigned char *bytes;
    size_t count; /* the number of words */
    bool is_swapped;
    uint32_t pointer_size; /* 0: not known */
    uint32_t bound;
    struct id *ids;
    struct id none; /* for IDs out of bounds */
};

/* An instruction: the place of its first word, and the number of its words. */
struct instruction {
    size_t at, count;
    unsigned op;
};

static uint32_t word(const struct module *module, size_t at)
{
    uint32_t value = 0;
    if (at < module->count) memcpy(&value, module->bytes + 4 * at, sizeof value);
    if (!module->is_swapped) return value;
    return value >> 24 | (value >> 8 & 0xff00) | (value << 8 & 0xff0000) | value << 24;
}

/* A word of an instruction; 0 beyond its end. */
static uint32_t operand(const struct module *module, const struct instruction *from, size_t index)
{
    return index < from->count ? word(module, from->at + index) : 0;
}

/* Reads the instruction at a place. Returns false at the end of the module, or where it is
 * damaged. */
static bool read_instruction(const struct module *module, size_t at, struct instruction *to)
{
    const uint32_t first = word(module, at);
    *to = (struct instruction){ at, first >> 16, first & 0xffff };
    return reader_step(module->reader) && at < module->count && to->count &&
           to->count <= module->count - at;
}

static struct id *id_of(struct module *module, uint32_t id)
{
    if (id && id < module->bound) return &module->ids[id];
    module->none = (struct id){ .is_strange = true };
    return &module->none;
}

static char *text_at(const struct module *module, size_t at, struct reader *to)
{
    char text[LONGEST_NAME + 1];
    for (unsigned i = 0; i < sizeof text && at + i / 4 < module->count; i++) {
        text[i] = (char)(word(module, at + i / 4) >> i % 4 * 8 & 0xff);
        if (!text[i]) return copy_text(to, text, i);
    }
    return NULL;
}

/* ---- types ---- */

static uint32_t round_to(uint32_t size, uint32_t align)
{
    return (size + align - 1) / align * align;
}

static void set_size(struct id *type, uint64_t size, uint32_t align)
{
    const bool is_known = size && size <= LARGEST && align;
    type->size = is_known ? (uint32_t)size : 0;
    type->align = is_known ? align : 0;
}

static void read_number(struct id *type, uint32_t bits)
{
    const uint32_t size = bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
    set_size(type, size, size);
}

static void read_vector(struct id *type, const struct id *element, uint32_t count)
{
    const bool is_number = element->op == OP_TYPE_INT || element->op == OP_TYPE_FLOAT;
    const bool fits = count == 2 || count == 3 || count == 4 || count == 8 || count == 16;
    const uint32_t size = is_number && fits ? element->size * (count == 3 ? 4 : count) : 0;
    set_size(type, size, size);
}

static void read_array(struct id *type, const struct id *element, const struct id *count)
{
    if (count->op == OP_CONSTANT)
        set_size(type, (uint64_t)element->size * count->size, element->align);
}

/* Notes the value of a constant that is an unsigned number; others don't matter. */
static void read_constant(struct module *module, const struct instruction *at, struct id *to)
{
    const bool is_int = id_of(module, operand(module, at, 1))->op == OP_TYPE_INT;
    if (is_int && !operand(module, at, 4)) to->size = operand(module, at, 3);
}

static void read_structure(struct module *module, const struct instruction *at, struct id *type)
{
    uint32_t size = 0, align = 1;
    for (size_t i = 2; i < at->count && reader_step(module->reader); i++) {
        const struct id member = *id_of(module, operand(module, at, i));
        const uint32_t own = type->is_packed ? 1 : member.align;
        if (!member.size || !own || member.op == OP_CONSTANT || size > LARGEST) return;
        size = round_to(size, own) + member.size;
        if (align < own) align = own;
    }
    if (!type->is_strange) set_size(type, round_to(size, align), align);
}

static void read_type(struct module *module, const struct instruction *at, struct id *to)
{
    const uint32_t first = operand(module, at, 2), second = operand(module, at, 3);
    switch (at->op) {
    case OP_TYPE_INT: read_number(to, first); break;
    case OP_TYPE_FLOAT: read_number(to, at->count == 3 ? first : 0); break;
    case OP_TYPE_VECTOR: read_vector(to, id_of(module, first), second); break;
    case OP_TYPE_ARRAY: read_array(to, id_of(module, first), id_of(module, second)); break;
    case OP_TYPE_STRUCT: read_structure(module, at, to); break;
    case OP_TYPE_FORWARD_POINTER:
    case OP_TYPE_POINTER: set_size(to, module->pointer_size, module->pointer_size); break;
    }
}

/* ---- annotations ---- */

static void read_decoration(struct id *decorated, uint32_t decoration, uint32_t value)
{
    decorated->is_packed |= decoration == DECORATION_PACKED;
    decorated->is_strange |= decoration == DECORATION_ALIGNMENT;
    decorated->is_by_value |= decoration == DECORATION_PARAMETER && value == BY_VALUE;
}

static void read_group(struct module *module, const struct instruction *at)
{
    const struct id group = *id_of(module, operand(module, at, 1));
    for (size_t i = 2; i < at->count && reader_step(module->reader); i++) {
        struct id *to = id_of(module, operand(module, at, i));
        to->is_packed |= group.is_packed;
        to->is_strange |= group.is_strange;
        to->is_by_value |= group.is_by_value;
    }
}

/* A decoration of a structure's member may be its offset. */
static void read_member_group(struct module *module, const struct instruction *at)
{
    for (size_t i = 2; i < at->count && reader_step(module->reader); i += 2)
        id_of(module, operand(module, at, i))->is_strange = true;
}

/* ---- parameters ---- */

static uint16_t mem_type_of(uint32_t dimensions, bool is_array)
{
    switch (dimensions) {
    case DIM_1: return is_array ? CL_MEM_OBJECT_IMAGE1D_ARRAY : CL_MEM_OBJECT_IMAGE1D;
    case DIM_2: return is_array ? CL_MEM_OBJECT_IMAGE2D_ARRAY : CL_MEM_OBJECT_IMAGE2D;
    case DIM_3: return is_array ? 0 : CL_MEM_OBJECT_IMAGE3D;
    case DIM_BUFFER: return is_array ? 0 : CL_MEM_OBJECT_IMAGE1D_BUFFER;
    }
    return 0;
}

static void parameter_of_image(const struct module *module, size_t at, struct kernel_parameter *to)
{
    static const uint8_t access[] = { ACCESS_READ, ACCESS_WRITE, ACCESS_BOTH };
    struct instruction image;
    if (!read_instruction(module, at, &image) || image.count < 9) return;
    const uint32_t qualifier = image.count > 9 ? operand(module, &image, 9) : UINT32_MAX;
    const bool has_samples = operand(module, &image, 6) != 0;
    to->mem_type = mem_type_of(operand(module, &image, 3), operand(module, &image, 5) != 0);
    if (!to->mem_type) return;
    if (has_samples) to->mem_type = 0;
    to->kind = PARAMETER_IMAGE;
    if (qualifier < sizeof access) to->access = access[qualifier];
}

static void parameter_of_value(const struct id *type, struct kernel_parameter *to)
{
    if (!type->size || type->size > LARGEST_VALUE) return;
    to->kind = PARAMETER_VALUE;
    to->is_struct = type->op == OP_TYPE_STRUCT;
    to->size = (uint16_t)type->size;
}

static void parameter_of_pointer(struct module *module, const struct id *pointer, bool is_by_value,
                                 struct kernel_parameter *to)
{
    const struct id *target = id_of(module, word(module, pointer->at + 3));
    const uint32_t storage = word(module, pointer->at + 2);
    const bool is_structure = target->op == OP_TYPE_STRUCT;
    if (target->op == OP_TYPE_IMAGE || target->op == OP_TYPE_SAMPLER) return;
    if (storage == STORED_FUNCTION && is_by_value && is_structure) parameter_of_value(target, to);
    if (storage == STORED_LOCAL) to->kind = PARAMETER_LOCAL;
    if (storage != STORED_GLOBAL && storage != STORED_CONSTANT) return;
    to->kind = PARAMETER_POINTER;
    to->is_constant = storage == STORED_CONSTANT;
    if (to->is_constant) to->access = ACCESS_READ;
}

static void parameter_of(struct module *module, const struct instruction *at,
                         struct kernel_parameter *to)
{
    const struct id *type = id_of(module, operand(module, at, 1));
    const bool is_by_value = id_of(module, operand(module, at, 2))->is_by_value;
    switch (type->op) {
    case OP_TYPE_INT:
    case OP_TYPE_FLOAT:
    case OP_TYPE_VECTOR:
    case OP_TYPE_STRUCT: parameter_of_value(type, to); break;
    case OP_TYPE_POINTER: parameter_of_pointer(module, type, is_by_value, to); break;
    case OP_TYPE_IMAGE: parameter_of_image(module, type->at, to); break;
    case OP_TYPE_SAMPLER: to->kind = PARAMETER_SAMPLER; break;
    case OP_TYPE_QUEUE: to->kind = PARAMETER_QUEUE; break;
    case OP_TYPE_PIPE: to->kind = PARAMETER_PIPE; break;
    }
}

/* ---- kernels ---- */

/* Finds the next parameter of a function; lines of debug information may stand between them. */
static bool next_parameter(const struct module *module, size_t at, struct instruction *to)
{
    for (; read_instruction(module, at, to); at += to->count)
        if (to->op == OP_FUNCTION_PARAMETER) return true;
        else if (to->op == OP_FUNCTION || to->op == OP_FUNCTION_END || to->op == OP_LABEL)
            return false;
    return false;
}

static void add_kernel(struct module *module, const struct instruction *entry,
                       struct source *source)
{
    const struct id *kernel = id_of(module, operand(module, entry, 2));
    struct instruction first, at;
    struct declared *fresh;
    uint32_t count = 0;
    char *name = text_at(module, entry->at + 3, module->reader);
    if (operand(module, entry, 1) != MODEL_KERNEL || kernel->op != OP_FUNCTION || !name ||
        !read_instruction(module, kernel->at, &first))
        return;
    for (at = first; next_parameter(module, at.at + at.count, &at);) count++;
    fresh = declared_new(source, name, strlen(name), count);
    if (!fresh) return;
    fresh->has_body = true;
    at = first;
    for (uint32_t i = 0; i < count && next_parameter(module, at.at + at.count, &at); i++) {
        const uint32_t named = id_of(module, operand(module, &at, 2))->name;
        parameter_of(module, &at, &fresh->parameters[i]);
        if (named) fresh->texts[i] = text_at(module, named, &source->reader);
    }
    declared_add(source, fresh);
}

/* ---- the whole module ---- */

static void define(struct module *module, const struct instruction *at, uint32_t id)
{
    struct id *to = id_of(module, id);
    to->op = (uint8_t)at->op;
    to->at = (uint32_t)at->at;
    to->size = to->align = 0;
    if (at->op == OP_CONSTANT) read_constant(module, at, to);
    else read_type(module, at, to);
}

static void read_one(struct module *module, const struct instruction *at)
{
    const uint32_t first = operand(module, at, 1), second = operand(module, at, 2);
    switch (at->op) {
    case OP_NAME: id_of(module, first)->name = at->count > 2 ? (uint32_t)at->at + 2 : 0; break;
    case OP_MEMORY_MODEL: module->pointer_size = first == 1 ? 4 : first == 2 ? 8 : 0; break;
    case OP_DECORATE: read_decoration(id_of(module, first), second, operand(module, at, 3)); break;
    case OP_MEMBER_DECORATE: id_of(module, first)->is_strange = true; break;
    case OP_GROUP_DECORATE: read_group(module, at); break;
    case OP_GROUP_MEMBER_DECORATE: read_member_group(module, at); break;
    case OP_TYPE_INT:
    case OP_TYPE_FLOAT:
    case OP_TYPE_VECTOR:
    case OP_TYPE_IMAGE:
    case OP_TYPE_SAMPLER:
    case OP_TYPE_ARRAY:
    case OP_TYPE_STRUCT:
    case OP_TYPE_POINTER:
    case OP_TYPE_QUEUE:
    case OP_TYPE_PIPE:
    case OP_TYPE_FORWARD_POINTER: define(module, at, first); break;
    case OP_CONSTANT:
    case OP_FUNCTION: define(module, at, second); break;
    }
}

static void read_all(struct module *module, struct source *source)
{
    struct instruction at;
    for (size_t i = HEADER; read_instruction(module, i, &at); i += at.count) read_one(module, &at);
    for (size_t i = HEADER; read_instruction(module, i, &at); i += at.count)
        if (at.op == OP_ENTRY_POINT) add_kernel(module, &at, source);
        else if (at.op == OP_FUNCTION) break;
}

struct source *source_read_module(const void *bytes, size_t size)
{
    struct source *source = source_new();
    struct reader reader = READER;
    struct module module = { .reader = &reader, .bytes = bytes, .count = size / 4 };
    if (!source) return NULL;
    module.is_swapped = word(&module, 0) != MAGIC;
    module.bound = word(&module, BOUND);
    if (word(&module, 0) == MAGIC && module.count <= UINT32_MAX &&
        module.bound / MOST_GAPS <= module.count)
        module.ids = reader_memory(&reader, ((size_t)module.bound + 1) * sizeof *module.ids);
    if (module.ids) read_all(&module, source);
    declared_end(source, &reader);
    reader_free(&reader);
    return source;
}
