/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <CL/cl_ext.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_STRING = 200, /* characters */
    LONGEST_LIST = 32,    /* elements */
    LONGEST_BYTES = 64,
    BYTES_OF_WORD = 16
};

/* ---- numbers ---- */

void values_add_hexadecimal(struct string *to, uint64_t number)
{
    char text[20], *at = text + sizeof text;
    do *--at = "0123456789abcdef"[number % 16];
    while (number /= 16);
    *--at = 'x';
    *--at = '0';
    string_add_bytes(to, at, (size_t)(text + sizeof text - at));
}

static void add_unsigned(struct string *to, uint64_t number)
{
    char text[20], *at = text + sizeof text;
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    string_add_bytes(to, at, (size_t)(text + sizeof text - at));
}

void values_add_decimal(struct string *to, int64_t number)
{
    if (number < 0) string_add(to, "-");
    add_unsigned(to, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void values_add_address(struct string *to, uint64_t address)
{
    if (address) values_add_hexadecimal(to, address);
    else string_add(to, "NULL");
}

/* Adds a floating-point number with as many digits as needed to identify it. */
static void add_floating(struct string *to, double number, bool single)
{
    char text[40];
    for (int digits = single ? 6 : 15; digits <= (single ? 9 : 17); digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (single ? strtof(text, NULL) == (float)number : strtod(text, NULL) == number) break;
    }
    string_add(to, text);
    if (!strpbrk(text, ".en")) string_add(to, ".0"); /* but not to inf and nan */
    if (single) string_add(to, "f");
}

uint64_t values_number(const unsigned char *bytes, size_t size)
{
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (size) {
    case 1: return memcpy(&one, bytes, 1), one;
    case 2: return memcpy(&two, bytes, 2), two;
    case 4: return memcpy(&four, bytes, 4), four;
    case 8: return memcpy(&eight, bytes, 8), eight;
    default: return 0;
    }
}

static float float_at(const unsigned char *bytes)
{
    float number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

/* ---- types ---- */

static size_t pointer_size(const struct origin *origin)
{
    return origin->process ? origin->process->pointer : sizeof(void *);
}

/* The size of a value; 0 for a structure. */
static size_t size_of(const struct origin *origin, enum type_index index)
{
    const struct type *type = type_of(index);
    if (type->size) return type->size;
    return type->kind == KIND_STRUCT ? 0 : pointer_size(origin);
}

static int64_t extended(uint64_t number, size_t size)
{
    if (size == 0 || size >= 8) return (int64_t)number;
    number &= ((uint64_t)1 << 8 * size) - 1;
    if (number >> (8 * size - 1)) number |= ~(uint64_t)0 << 8 * size;
    return (int64_t)number;
}

static uint64_t cut_off(uint64_t number, size_t size)
{
    return size && size < 8 ? number & (((uint64_t)1 << 8 * size) - 1) : number;
}

/* ---- single values ---- */

/* Adds flags in bit order, by name; those without a name in hexadecimal. */
static void add_bits(struct string *to, enum type_index index, uint64_t bits)
{
    const struct enumerant *exact = type_enumerant(index, (int64_t)bits);
    const char *between = "";
    if (exact) {
        string_add(to, exact->name);
        return;
    }
    for (uint64_t bit = 1; bit && bit <= bits; bit <<= 1) {
        const struct enumerant *enumerant = bits & bit ? type_enumerant(index, (int64_t)bit) : NULL;
        if (!enumerant) continue;
        string_add(to, between);
        string_add(to, enumerant->name);
        between = " | ";
        bits &= ~bit;
    }
    if (bits) {
        string_add(to, between);
        values_add_hexadecimal(to, bits);
    } else if (!*between) {
        string_add(to, "0");
    }
}

static void add_handle(struct string *to, const struct origin *origin, enum type_index type,
                       uint64_t handle)
{
    const char *name = NULL;
    values_add_address(to, handle);
    if (type == TYPE_cl_kernel && handle && origin->recording)
        name = recording_name(origin->recording, origin->process, handle, origin->at);
    if (!name) return;
    string_add(to, " ");
    values_add_string(to, (const unsigned char *)name, strlen(name), false);
}

static void add_floating_bits(struct string *to, uint64_t bits, size_t size)
{
    double number;
    if (size == sizeof(float)) {
        uint32_t single = (uint32_t)bits;
        add_floating(to, (double)float_at((const unsigned char *)&single), true);
    } else {
        memcpy(&number, &bits, sizeof number);
        add_floating(to, number, false);
    }
}

void values_add(struct string *to, const struct origin *origin, enum type_index index,
                uint64_t number)
{
    const struct type *type = type_of(index);
    const size_t size = size_of(origin, index);
    const struct enumerant *enumerant;
    number = cut_off(number, size);
    switch ((enum kind)type->kind) {
    case KIND_ADDRESS: values_add_address(to, number); return;
    case KIND_BITS: add_bits(to, index, number); return;
    case KIND_CODE:
        enumerant = type_enumerant(index, extended(number, size));
        if (enumerant) string_add(to, enumerant->name);
        else values_add_decimal(to, extended(number, size));
        return;
    case KIND_ENUM:
    case KIND_KEYS:
        enumerant = type_enumerant(index, (int64_t)number);
        if (enumerant) string_add(to, enumerant->name);
        else values_add_hexadecimal(to, number);
        return;
    case KIND_FLOATING: add_floating_bits(to, number, size); return;
    case KIND_HANDLE: add_handle(to, origin, index, number); return;
    case KIND_SIGNED: values_add_decimal(to, extended(number, size)); return;
    case KIND_UNSIGNED: add_unsigned(to, number); return;
    case KIND_VERSION:
        string_format(to, "%u.%u.%u", (unsigned)(number >> 22), (unsigned)(number >> 12 & 0x3ff),
                      (unsigned)(number & 0xfff));
        return;
    case KIND_STRUCT: break;
    }
    values_add_hexadecimal(to, number);
}

/* ---- strings and bytes ---- */

void values_add_string(struct string *to, const unsigned char *text, size_t length, bool cut)
{
    const unsigned char *end = length ? memchr(text, 0, length) : NULL;
    if (end) {
        length = (size_t)(end - text);
        cut = false;
    }
    if (length > LONGEST_STRING) {
        length = LONGEST_STRING;
        cut = true;
    }
    string_add_quoted(to, text, length);
    if (cut) string_add(to, "...");
}

/* Adds bytes in words, because a terminal breaks lines between words. */
static void add_bytes(struct string *to, const unsigned char *bytes, size_t size, bool cut)
{
    string_format(to, "<%zu%s bytes: ", size, cut ? " or more" : "");
    for (size_t i = 0; i < size && i < LONGEST_BYTES; i++)
        string_format(to, "%s%02x", i && i % BYTES_OF_WORD == 0 ? " " : "", bytes[i]);
    string_add(to, size > LONGEST_BYTES || cut ? "...>" : ">");
}

/* ---- structures ---- */

/* The fields of a structure: types, names and offsets. */
struct field {
    enum type_index type;
    const char *name; /* "": shown without a name; NULL: the end */
    size_t offset;
};
#define FIELD(structure, type, name)                                                               \
    {                                                                                              \
        TYPE_##type, #name ": ", offsetof(structure, name)                                         \
    }
#define PLAIN(structure, type, name)                                                               \
    {                                                                                              \
        TYPE_##type, "", offsetof(structure, name)                                                 \
    }
#define END                                                                                        \
    {                                                                                              \
        TYPE_NONE, NULL, 0                                                                         \
    }

/* Only newer headers declare this. */
struct pci_bus_info {
    cl_uint pci_domain, pci_bus, pci_device, pci_function;
};
struct name_version {
    cl_uint version;
    char name[64];
};
struct queue_family {
    cl_bitfield properties, capabilities;
    cl_uint count;
    char name[64];
};
struct dot_product {
    cl_uint field[6];
};

static const struct field image_format[] = {
    PLAIN(cl_image_format, cl_channel_order, image_channel_order),
    PLAIN(cl_image_format, cl_channel_type, image_channel_data_type), END
};
static const struct field image_desc[] = { PLAIN(cl_image_desc, cl_mem_object_type, image_type),
                                           FIELD(cl_image_desc, size_t, image_width),
                                           FIELD(cl_image_desc, size_t, image_height),
                                           FIELD(cl_image_desc, size_t, image_depth),
                                           FIELD(cl_image_desc, size_t, image_array_size),
                                           FIELD(cl_image_desc, size_t, image_row_pitch),
                                           FIELD(cl_image_desc, size_t, image_slice_pitch),
                                           FIELD(cl_image_desc, cl_uint, num_mip_levels),
                                           FIELD(cl_image_desc, cl_uint, num_samples),
                                           FIELD(cl_image_desc, cl_mem, mem_object),
                                           END };
static const struct field buffer_region[] = { FIELD(cl_buffer_region, size_t, origin),
                                              FIELD(cl_buffer_region, size_t, size), END };
static const struct field pci_bus_info[] = { FIELD(struct pci_bus_info, cl_uint, pci_domain),
                                             FIELD(struct pci_bus_info, cl_uint, pci_bus),
                                             FIELD(struct pci_bus_info, cl_uint, pci_device),
                                             FIELD(struct pci_bus_info, cl_uint, pci_function),
                                             END };
static const struct field name_version[] = { PLAIN(struct name_version, char, name),
                                             PLAIN(struct name_version, cl_version, version), END };
static const struct field queue_family[] = {
    PLAIN(struct queue_family, char, name), FIELD(struct queue_family, cl_uint, count),
    FIELD(struct queue_family, cl_command_queue_properties, properties),
    FIELD(struct queue_family, cl_command_queue_capabilities_intel, capabilities), END
};
static const struct field dot_product[] = {
    { TYPE_cl_bool, "signed_accelerated: ", 0 },
    { TYPE_cl_bool, "unsigned_accelerated: ", 4 },
    { TYPE_cl_bool, "mixed_signedness_accelerated: ", 8 },
    { TYPE_cl_bool, "accumulating_saturating_signed_accelerated: ", 12 },
    { TYPE_cl_bool, "accumulating_saturating_unsigned_accelerated: ", 16 },
    { TYPE_cl_bool, "accumulating_saturating_mixed_signedness_accelerated: ", 20 },
    END
};

static const struct structure {
    enum type_index type;
    const struct field *fields;
    size_t size;
    bool zeros; /* show fields that are 0, too */
} structures[] = {
    { TYPE_cl_image_format, image_format, sizeof(cl_image_format), true },
    { TYPE_cl_image_desc, image_desc, sizeof(cl_image_desc), false },
    { TYPE_cl_buffer_region, buffer_region, sizeof(cl_buffer_region), true },
    { TYPE_cl_device_pci_bus_info_khr, pci_bus_info, sizeof(struct pci_bus_info), true },
    { TYPE_cl_name_version, name_version, sizeof(struct name_version), true },
    { TYPE_cl_queue_family_properties_intel, queue_family, sizeof(struct queue_family), true },
    { TYPE_cl_device_integer_dot_product_acceleration_properties, dot_product,
      sizeof(struct dot_product), true },
};

static const struct structure *structure_of(enum type_index type)
{
    for (size_t i = 0; i < sizeof structures / sizeof structures[0]; i++)
        if (structures[i].type == type) return &structures[i];
    return NULL;
}

static void add_structure(struct string *to, const struct origin *origin,
                          const struct structure *structure, const unsigned char *bytes)
{
    const char *between = "{";
    for (const struct field *field = structure->fields; field->name; field++) {
        const unsigned char *at = bytes + field->offset;
        const uint64_t number = values_number(at, size_of(origin, field->type));
        const bool text = field->type == TYPE_char;
        if (!text && !number && !structure->zeros && *field->name) continue;
        string_add(to, between);
        string_add(to, field->name);
        if (text) values_add_string(to, at, 64, false);
        else values_add(to, origin, field->type, number);
        between = ", ";
    }
    string_add(to, "}");
}

/* ---- lists ---- */

static void add_list(struct string *to, const struct origin *origin, enum type_index type,
                     const unsigned char *bytes, size_t size, bool cut)
{
    const struct structure *structure = structure_of(type);
    const size_t element = structure ? structure->size : size_of(origin, type);
    size_t count = element ? size / element : 0;
    if (count > LONGEST_LIST) {
        count = LONGEST_LIST;
        cut = true;
    }
    string_add(to, "[");
    for (size_t i = 0; i < count; i++) {
        const unsigned char *at = bytes + i * element;
        if (i) string_add(to, ", ");
        if (structure) add_structure(to, origin, structure, at);
        else values_add(to, origin, type, values_number(at, element));
    }
    string_add(to, cut ? count ? ", ...]" : "...]" : "]");
}

/* Adds a property list. Its elements have the size of their type. A list inside it ends as its form
 * says. */
static void add_pairs(struct string *to, const struct origin *origin, enum type_index type,
                      const unsigned char *bytes, size_t size, bool cut)
{
    const size_t element = size_of(origin, type), count = element ? size / element : 0;
    const char *between = "";
    size_t i = 0;
    string_add(to, "[");
    while (i < count) {
        const uint64_t name = values_number(bytes + i++ * element, element);
        const struct enumerant *key = type_enumerant(type, (int64_t)name);
        const bool list = key && (key->form == FORM_LIST_TO_0 || key->form == FORM_LIST_TO_MINUS_1);
        const int64_t last = key && key->form == FORM_LIST_TO_0 ? 0 : -1;
        if (!name) break;
        string_add(to, between);
        values_add(to, origin, type, name);
        string_add(to, list ? " = [" : " = ");
        for (size_t place = 0; i < count; place++) {
            const uint64_t value = values_number(bytes + i++ * element, element);
            if (list && extended(value, element) == last) break;
            if (place) string_add(to, ", ");
            if (key && key->form != FORM_UNKNOWN)
                values_add(to, origin, (enum type_index)key->about, value);
            else values_add_hexadecimal(to, value);
            if (!list) break;
        }
        if (list) string_add(to, "]");
        between = ", ";
    }
    string_add(to, cut ? ", ...]" : "]");
}

void values_add_memory(struct string *to, const struct origin *origin, enum type_index type,
                       enum form form, const unsigned char *bytes, size_t size, bool cut)
{
    const struct structure *structure = structure_of(type);
    const size_t element = structure ? structure->size : size_of(origin, type);
    switch (form) {
    case FORM_UNKNOWN: break;
    case FORM_VALUE:
        if (!element || size < element) break;
        if (structure) add_structure(to, origin, structure, bytes);
        else values_add(to, origin, type, values_number(bytes, element));
        return;
    case FORM_LIST:
    case FORM_LIST_TO_0:
    case FORM_LIST_TO_MINUS_1: add_list(to, origin, type, bytes, size, cut); return;
    case FORM_PAIRS: add_pairs(to, origin, type, bytes, size, cut); return;
    case FORM_STRING: values_add_string(to, bytes, size, cut); return;
    case FORM_BYTES: add_bytes(to, bytes, size, cut); return;
    }
    if (size == 4 || size == 8) values_add_hexadecimal(to, values_number(bytes, size));
    else string_format(to, "<%zu%s bytes>", size, cut ? " or more" : "");
}

/* ---- values of unknown types ---- */

/* Whether a person would write such a number. */
static bool is_likely(double number)
{
    return fabs(number) >= 1e-9 && fabs(number) <= 1e9;
}

/* Whether all 4-byte words are likely numbers or zeros. */
static bool are_likely(const unsigned char *bytes, size_t size)
{
    bool found = false;
    for (size_t i = 0; i < size; i += 4) {
        if (!values_number(bytes + i, 4)) continue;
        if (!is_likely((double)float_at(bytes + i))) return false;
        found = true;
    }
    return found;
}

static void add_floats(struct string *to, const unsigned char *bytes, size_t size)
{
    string_add(to, " or ");
    for (size_t i = 0; i < size; i += 4) {
        if (i) string_add(to, " ");
        add_floating(to, (double)float_at(bytes + i), true);
    }
}

static void add_word(struct string *to, const unsigned char *bytes)
{
    const int64_t number = extended(values_number(bytes, 4), 4);
    /* Integers in this range are unlikely as floating-point numbers. */
    if (number > -0x1000000 && number < 0x30000000) {
        values_add_decimal(to, number);
        return;
    }
    values_add_hexadecimal(to, (uint32_t)number);
    if (are_likely(bytes, 4)) add_floats(to, bytes, 4);
}

/* 8 bytes may also be a handle or an address. */
static void add_double_word(struct string *to, const unsigned char *bytes)
{
    const uint64_t number = values_number(bytes, 8);
    char text[32];
    double floating;
    memcpy(&floating, bytes, sizeof floating);
    snprintf(text, sizeof text, "%.15g", floating);
    if (number + 0x1000000 < 0x101000000) {
        values_add_decimal(to, (int64_t)number);
        return;
    }
    values_add_hexadecimal(to, number);
    if (is_likely(floating) && strtod(text, NULL) == floating) {
        string_add(to, " or ");
        add_floating(to, floating, false);
    } else if (are_likely(bytes, 8)) {
        add_floats(to, bytes, 8);
    }
}

void values_add_untyped(struct string *to, const unsigned char *bytes, size_t size, bool cut)
{
    if (size == 1 || size == 2) {
        add_unsigned(to, values_number(bytes, size));
    } else if (size == 4) {
        add_word(to, bytes);
    } else if (size == 8) {
        add_double_word(to, bytes);
    } else if (size % 4 || size > LONGEST_BYTES || cut) {
        add_bytes(to, bytes, size, cut);
    } else {
        string_format(to, "<%zu bytes:", size);
        for (size_t i = 0; i < size; i += 4)
            string_format(to, " %08" PRIx64, values_number(bytes + i, 4));
        if (are_likely(bytes, size)) add_floats(to, bytes, size);
        string_add(to, ">");
    }
}
