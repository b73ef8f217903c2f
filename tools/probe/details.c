/* SPDX-License-Identifier: Apache-2.0 */
#include "details.h"

#include "../base/data.h"
#include "../base/text.h"
#include "../base/types.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_ANSWER = 1 << 20, /* longer answers are implausible */
    MOST_FORMATS = 4096
};

/* ---- values ---- */

static uint64_t number_at(const unsigned char *bytes, size_t size)
{
    uint64_t number = 0;
    uint32_t four;
    uint16_t two;
    if (size == sizeof number) memcpy(&number, bytes, size);
    if (size == sizeof four) memcpy(&four, bytes, size), number = four;
    if (size == sizeof two) memcpy(&two, bytes, size), number = two;
    return size == 1 ? *bytes : number;
}

/* An unsigned number, although json_int_t is signed. */
static json_t *unsigned_json(uint64_t number)
{
    if (number <= INT64_MAX) return json_integer((json_int_t)number);
    return json_sprintf("%llu", (unsigned long long)number);
}

static json_t *signed_json(uint64_t number, size_t size)
{
    unsigned shift = 64 - 8 * (unsigned)size;
    return json_integer((json_int_t)(number << shift) >> shift);
}

static json_t *name_json(enum type_index type, uint64_t number, size_t size)
{
    const struct enumerant *enumerant = type_enumerant(type, (int64_t)number);
    if (!enumerant && size < 8) enumerant = type_enumerant(type, (int64_t)(int32_t)number);
    return enumerant ? json_string(enumerant->name) : unsigned_json(number);
}

/* The names of all set flags. Flags without a name become one number. */
static json_t *flags_json(enum type_index type, uint64_t flags)
{
    size_t count;
    const struct enumerant *all = type_enumerants(type, &count);
    json_t *names = json_array();
    for (size_t i = 0; i < count; i++) {
        uint64_t flag = (uint64_t)all[i].value;
        if (flag == 0 || (flag & (flag - 1)) || !(flags & flag)) continue;
        json_array_append_new(names, json_string(all[i].name));
        flags &= ~flag;
    }
    if (flags) json_array_append_new(names, json_sprintf("0x%llx", (unsigned long long)flags));
    return names;
}

static json_t *version_json(uint64_t version)
{
    return json_sprintf("%u.%u.%u", (unsigned)(version >> 22), (unsigned)(version >> 12) & 0x3ff,
                        (unsigned)version & 0xfff);
}

static json_t *bytes_json(const unsigned char *bytes, size_t size)
{
    char *text = require_memory(malloc(2 * size + 1));
    json_t *value;
    text[0] = '\0';
    for (size_t i = 0; i < size; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    value = json_string(text);
    free(text);
    return value;
}

/* ---- structures ---- */

struct field {
    const char *name;
    enum type_index type; /* TYPE_char means a string of 64 bytes */
    size_t offset;
};

struct name_version {
    cl_uint version;
    char name[64];
};
static const struct field name_version[] = {
    { "name", TYPE_char, offsetof(struct name_version, name) },
    { "version", TYPE_cl_version, offsetof(struct name_version, version) },
    { NULL, TYPE_NONE, 0 },
};

struct bus {
    cl_uint domain, bus, device, function;
};
static const struct field bus[] = {
    { "domain", TYPE_cl_uint, offsetof(struct bus, domain) },
    { "bus", TYPE_cl_uint, offsetof(struct bus, bus) },
    { "device", TYPE_cl_uint, offsetof(struct bus, device) },
    { "function", TYPE_cl_uint, offsetof(struct bus, function) },
    { NULL, TYPE_NONE, 0 },
};

struct dot_product {
    cl_bool flags[6];
};
#define DOT(index) offsetof(struct dot_product, flags) + (index) * sizeof(cl_bool)
static const struct field dot_product[] = {
    { "signed_accelerated", TYPE_cl_bool, DOT(0) },
    { "unsigned_accelerated", TYPE_cl_bool, DOT(1) },
    { "mixed_signedness_accelerated", TYPE_cl_bool, DOT(2) },
    { "accumulating_saturating_signed_accelerated", TYPE_cl_bool, DOT(3) },
    { "accumulating_saturating_unsigned_accelerated", TYPE_cl_bool, DOT(4) },
    { "accumulating_saturating_mixed_signedness_accelerated", TYPE_cl_bool, DOT(5) },
    { NULL, TYPE_NONE, 0 },
};

struct queue_family {
    cl_command_queue_properties properties;
    cl_bitfield capabilities;
    cl_uint count;
    char name[64];
};
static const struct field queue_family[] = {
    { "name", TYPE_char, offsetof(struct queue_family, name) },
    { "count", TYPE_cl_uint, offsetof(struct queue_family, count) },
    { "properties", TYPE_cl_command_queue_properties, offsetof(struct queue_family, properties) },
    { "capabilities", TYPE_cl_command_queue_capabilities_intel,
      offsetof(struct queue_family, capabilities) },
    { NULL, TYPE_NONE, 0 },
};

static const struct structure {
    enum type_index type;
    size_t size;
    const struct field *fields;
} structures[] = {
    { TYPE_cl_name_version, sizeof(struct name_version), name_version },
    { TYPE_cl_device_pci_bus_info_khr, sizeof(struct bus), bus },
    { TYPE_cl_device_integer_dot_product_acceleration_properties, sizeof(struct dot_product),
      dot_product },
    { TYPE_cl_queue_family_properties_intel, sizeof(struct queue_family), queue_family },
};

static const struct structure *structure_of(enum type_index type)
{
    for (size_t i = 0; i < sizeof structures / sizeof structures[0]; i++)
        if (structures[i].type == type) return &structures[i];
    return NULL;
}

/* ---- one answer ---- */

static size_t size_of(enum type_index type)
{
    const struct structure *structure = structure_of(type);
    if (structure) return structure->size;
    return type_of(type)->size ? type_of(type)->size : sizeof(size_t);
}

static json_t *plain_json(enum type_index type, const unsigned char *bytes, size_t size)
{
    uint64_t number = number_at(bytes, size);
    /* Most vendors use their PCI vendor ID, not one of Khronos'. */
    if (type == TYPE_cl_khronos_vendor_id) return unsigned_json(number);
    if (type == TYPE_cl_bool && number <= 1) return json_boolean(number);
    switch ((enum kind)type_of(type)->kind) {
    case KIND_BITS: return flags_json(type, number);
    case KIND_CODE:
    case KIND_ENUM:
    case KIND_KEYS: return name_json(type, number, size);
    case KIND_SIGNED: return signed_json(number, size);
    case KIND_VERSION: return version_json(number);
    case KIND_UNSIGNED: return unsigned_json(number);
    case KIND_ADDRESS:
    case KIND_FLOATING:
    case KIND_HANDLE:
    case KIND_STRUCT: break;
    }
    return bytes_json(bytes, size);
}

static json_t *value_json(enum type_index type, const unsigned char *bytes, size_t size)
{
    const struct structure *structure = structure_of(type);
    json_t *object;
    if (!structure) return plain_json(type, bytes, size);
    object = json_object();
    for (const struct field *field = structure->fields; field->name; field++) {
        const unsigned char *at = bytes + field->offset;
        json_object_set_new(object, field->name,
                            field->type == TYPE_char
                                ? data_format("%.64s", (const char *)at)
                                : plain_json(field->type, at, size_of(field->type)));
    }
    return object;
}

static json_t *list_json(const struct enumerant *query, const unsigned char *bytes, size_t size)
{
    enum type_index type = (enum type_index)query->about;
    size_t step = size_of(type);
    /* Lists of property names should end with 0. */
    bool to_zero = query->form == FORM_LIST_TO_0 || type_of(type)->kind == KIND_KEYS;
    json_t *list = json_array();
    for (size_t at = 0; at + step <= size; at += step) {
        if (to_zero && number_at(bytes + at, step) == 0) break;
        json_array_append_new(list, value_json(type, bytes + at, step));
    }
    return list;
}

/* The answer to a query, or NULL if it means something only in this process. `bytes` has one more
 * NUL at the end. */
static json_t *answer_json(const struct enumerant *query, const unsigned char *bytes, size_t size)
{
    enum type_index type = (enum type_index)query->about;
    /* Lists of strings (CL_DEVICE_SPIRV_EXTENSIONS) have no type: they consist of addresses. */
    if (type == TYPE_NONE || type_of(type)->kind == KIND_HANDLE ||
        type_of(type)->kind == KIND_ADDRESS)
        return NULL;
    switch ((enum form)query->form) {
    case FORM_STRING: return data_string((const char *)bytes);
    case FORM_VALUE:
        /* Some drivers return bit fields of the wrong size. */
        if (structure_of(type) ? size == size_of(type)
                               : size == 1 || size == 2 || size == 4 || size == 8)
            return value_json(type, bytes, size);
        break;
    case FORM_LIST:
    case FORM_LIST_TO_0:
    case FORM_LIST_TO_MINUS_1:
    case FORM_PAIRS: return list_json(query, bytes, size);
    case FORM_BYTES:
    case FORM_UNKNOWN: break;
    }
    return bytes_json(bytes, size);
}

/* ---- all queries ---- */

typedef cl_int(CL_API_CALL *get_info)(void *of, cl_uint what, size_t size, void *to,
                                      size_t *size_ret);

/* Adds the answer to a query, if there is one. */
static void add_answer(json_t *all, get_info get, void *of, const struct enumerant *query)
{
    size_t size = 0;
    unsigned char *bytes;
    json_t *value = NULL;
    if (get(of, (cl_uint)query->value, 0, NULL, &size) != CL_SUCCESS || size > LONGEST_ANSWER)
        return;
    bytes =
        require_memory(calloc(1, size + 1)); /* one more byte, for drivers that forget the NUL */
    if (size == 0 || get(of, (cl_uint)query->value, size, bytes, NULL) == CL_SUCCESS)
        value = answer_json(query, bytes, size);
    if (value) json_object_set_new(all, query->name, value);
    free(bytes);
}

/* The answers to all queries. Names of one value are adjacent, the preferred name first. */
static json_t *ask_all(get_info get, void *of, enum type_index queries,
                       void (*begins)(const char *query))
{
    size_t count;
    const struct enumerant *all = type_enumerants(queries, &count);
    json_t *details = json_object();
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && all[i].value == all[i - 1].value) continue;
        begins(all[i].name);
        add_answer(details, get, of, &all[i]);
    }
    return details;
}

static const struct dispatch *functions;

static cl_int CL_API_CALL get_platform_info(void *of, cl_uint what, size_t size, void *to,
                                            size_t *ret)
{
    return functions->clGetPlatformInfo(of, what, size, to, ret);
}

static cl_int CL_API_CALL get_device_info(void *of, cl_uint what, size_t size, void *to,
                                          size_t *ret)
{
    return functions->clGetDeviceInfo(of, what, size, to, ret);
}

json_t *details_of_platform(const struct dispatch *cl, cl_platform_id platform,
                            void (*begins)(const char *query))
{
    functions = cl;
    return ask_all(get_platform_info, platform, TYPE_cl_platform_info, begins);
}

json_t *details_of_device(const struct dispatch *cl, cl_device_id device,
                          void (*begins)(const char *query))
{
    functions = cl;
    return ask_all(get_device_info, device, TYPE_cl_device_info, begins);
}

/* ---- images ---- */

static json_t *formats_json(const struct dispatch *cl, cl_context context, cl_mem_object_type kind)
{
    static cl_image_format formats[MOST_FORMATS];
    cl_uint count = 0;
    json_t *list = json_array();
    if (cl->clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, kind, MOST_FORMATS, formats,
                                       &count) != CL_SUCCESS)
        count = 0;
    for (cl_uint i = 0; i < count && i < MOST_FORMATS; i++) {
        const struct enumerant *order =
            type_enumerant(TYPE_cl_channel_order, formats[i].image_channel_order);
        const struct enumerant *type =
            type_enumerant(TYPE_cl_channel_type, formats[i].image_channel_data_type);
        char *text = order && type ? text_format("%s %s", order->name, type->name)
                                   : text_format("0x%x 0x%x", formats[i].image_channel_order,
                                                 formats[i].image_channel_data_type);
        json_array_append_new(list, json_string(text));
        free(text);
    }
    return list;
}

json_t *details_of_images(const struct dispatch *cl, cl_platform_id platform, cl_device_id device)
{
    static const cl_mem_object_type kinds[] = {
        CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
        CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
    };
    /* clang-format off */
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0
    };
    /* clang-format on */
    json_t *all = json_object();
    cl_context context = NULL;
    cl_bool images = CL_FALSE;
    cl->clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL);
    if (images && cl->clCreateContext && cl->clGetSupportedImageFormats)
        context = cl->clCreateContext(properties, 1, &device, NULL, NULL, NULL);
    for (size_t i = 0; context && i < sizeof kinds / sizeof kinds[0]; i++) {
        json_t *formats = formats_json(cl, context, kinds[i]);
        if (json_array_size(formats) > 0)
            json_object_set(all, type_enumerant(TYPE_cl_mem_object_type, kinds[i])->name, formats);
        json_decref(formats);
    }
    if (context && cl->clReleaseContext) cl->clReleaseContext(context);
    return all;
}
