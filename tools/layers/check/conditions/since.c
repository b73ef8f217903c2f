/* SPDX-License-Identifier: Apache-2.0 */
#include "since.h"

#include "../../../calls/calls.h"
#include "../known/info_contexts.h"
#include "../known/info_devices.h"
#include "../known/info_queues.h"
#include "../known/info_versions.h"
#include "../known/sharing.h"

/* ---- values ---- */

static const struct {
    unsigned char type, since;
    uint64_t value;
} rows[] = {
#define ROWS_cl_mem_flags               , ROW_OF_MEM
#define ROWS_cl_map_flags               , ROW_OF_MAP
#define ROWS_cl_addressing_mode         , ROW_OF_ADDRESSING
#define ROWS_cl_channel_order           , ROW_OF_ORDER
#define ROWS_cl_channel_type            , ROW_OF_CHANNEL
#define ROW_OF_MEM(value, since)        { SINCE_MEM_FLAGS, since, value },
#define ROW_OF_MAP(value, since)        { SINCE_MAP_FLAGS, since, value },
#define ROW_OF_ADDRESSING(value, since) { SINCE_ADDRESSING, since, value },
#define ROW_OF_ORDER(value, since)      { SINCE_ORDER, since, value },
#define ROW_OF_CHANNEL(value, since)    { SINCE_CHANNEL, since, value },
#define NO_ROW(value, since)
#define ENUMERANT(type, name, value, since) PICK(ROWS_##type, NO_ROW, )(value, since)
#include "../../../calls/enumerants.h"
};

/* Values that came with extensions. `since`: the version of OpenCL that includes the extension; 0:
 * none. */
static const struct {
    unsigned char type, since;
    uint64_t value;
    const char *extension;
} extension_rows[] = {
#define TYPE_cl_mem_flags     SINCE_MEM_FLAGS
#define TYPE_cl_channel_order SINCE_ORDER
#define TYPE_cl_channel_type  SINCE_CHANNEL
#define EXTENSION_ENUMERANT(type, name, value, extension, since)                                   \
    { TYPE_##type, since, value, extension },
#include "../../../calls/enumerants.h"
};

static const struct {
    enum check_id newer, extension; /* 0: no extension has such values */
    int32_t error;
} types[] = {
    [SINCE_MEM_FLAGS] = { MEM_FLAGS_NEWER, MEM_FLAGS_EXTENSION, CL_INVALID_VALUE },
    [SINCE_MAP_FLAGS] = { MAP_FLAGS_NEWER, 0, CL_INVALID_VALUE },
    [SINCE_ADDRESSING] = { ADDRESSING_MODE_NEWER, 0, CL_INVALID_VALUE },
    [SINCE_ORDER] = { CHANNEL_ORDER_NEWER, CHANNEL_ORDER_EXTENSION,
                      CL_INVALID_IMAGE_FORMAT_DESCRIPTOR },
    [SINCE_CHANNEL] = { CHANNEL_TYPE_NEWER, CHANNEL_TYPE_EXTENSION,
                        CL_INVALID_IMAGE_FORMAT_DESCRIPTOR },
};

static void find(struct check_call *call, const void *object, enum since_type type, uint64_t value,
                 unsigned since)
{
    const unsigned version = info_version(object);
    if (version && version < since)
        finding_add(call, types[type].newer, types[type].error, NULL,
                    VALUES(value, since / 10, since % 10));
}

static bool lack(const void *object, const char *extension)
{
    return info_context_lacks(objects_context(object), extension) &&
           info_platform_lacks(object, extension);
}

/* AMD's drivers give the value another meaning, of an extension that they do not list. */
static bool may_be_of_amd(const void *object, uint64_t value)
{
    return value == CL_MEM_IMMUTABLE_EXT && !lack(object, "cl_amd_device_attribute_query");
}

static void find_extension(struct check_call *call, const void *object, size_t row)
{
    const unsigned version = info_version(object), since = extension_rows[row].since;
    if ((!since || version < since) && version && lack(object, extension_rows[row].extension) &&
        !may_be_of_amd(object, extension_rows[row].value))
        finding_add(call, types[extension_rows[row].type].extension,
                    types[extension_rows[row].type].error, NULL,
                    VALUES(extension_rows[row].value, row));
}

/* Whether a value is that of a row; for flags, whether it has the row's flag. */
static bool has(enum since_type type, uint64_t value, uint64_t row)
{
    return type <= SINCE_MAP_FLAGS ? value & row : value == row;
}

void since_value(struct check_call *call, const void *object, enum since_type type, uint64_t value)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == type && has(type, value, rows[i].value) && rows[i].since > 10)
            find(call, object, type, rows[i].value, rows[i].since);
    for (size_t i = 0; i < sizeof extension_rows / sizeof *extension_rows; i++)
        if (extension_rows[i].type == type && has(type, value, extension_rows[i].value))
            find_extension(call, object, i);
}

void since_format(struct check_call *call, const void *object, const cl_image_format *format)
{
    if (!format) return;
    since_value(call, object, SINCE_ORDER, format->image_channel_order);
    since_value(call, object, SINCE_CHANNEL, format->image_channel_data_type);
}

/* ---- functions ---- */

/* Whether the dispatch table has a function of this name without the extension's suffix (KHR, EXT,
 * ...). */
static bool is_in_table(const char *name)
{
    char plain[128];
    size_t length = strlen(name);
    while (length && name[length - 1] >= 'A' && name[length - 1] <= 'Z') length--;
    if (length >= sizeof plain) return false;
    memcpy(plain, name, length);
    plain[length] = 0;
    return functions_has(plain);
}

void since_version(struct check_call *call, unsigned version, enum kind kind)
{
    const unsigned major = version / 10, minor = version % 10;
    void *object = finding_subject(call);
    cl_device_id device = NULL;
    bool before;
    if (kind == KIND_DEVICE) device = object;
    else if (kind == KIND_QUEUE) device = info_queue_device(object);
    before = device ? info_device_is_before(device, major, minor)
                    : info_context_is_before(objects_context(object), major, minor);
    if (before) finding_add(call, VERSION_FUNCTION, 0, object, VALUES(major, minor));
}

/* The extension that has a function outside the dispatch table; NULL if the table has a function of
 * the same meaning, because newer devices need not name the extension then. */
static const char *extension_of(unsigned number)
{
#define OUTSIDE(extension, type, text, name, ...)                                                  \
    if (number == name##_number) return is_in_table(text) ? NULL : extension;
#include "../../../calls/outside_rows.h"
    return NULL;
}

void since_extension(struct check_call *call)
{
    static atomic_bool is_there[EXTENSION_COUNT];
    atomic_bool *there = &is_there[call->number - SIGNATURE_EXTENSIONS];
    void *object = finding_subject(call);
    const char *extension;
    if (atomic_load_explicit(there, memory_order_relaxed)) return;
    extension = extension_of(call->number);
    if (extension && lack(object, extension))
        finding_add(call, EXTENSION_FUNCTION, 0, object, VALUES(call->number));
    else atomic_store(there, true);
}

void since_replacement(struct check_call *call, unsigned since)
{
    const struct signature *signature = signature_of(call->number);
    const unsigned version =
        signature->parameter[0].size == sizeof(void *) ? info_version(finding_subject(call)) : 0;
    /* Devices of an older version lack the replacement. */
    if (!version || version >= since)
        finding_add(call, FUNCTION_DEPRECATED, 0, NULL, VALUES(since / 10, since % 10));
}
