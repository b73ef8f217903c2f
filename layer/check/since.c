/* SPDX-License-Identifier: Apache-2.0 */
#include "since.h"

#include "../calls.h"
#include "known.h"

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
#include "../enumerants.h"
};

static const struct {
    enum identity identity;
    int32_t error;
} types[] = {
    [SINCE_MEM_FLAGS] = { MEM_FLAGS_NEWER, CL_INVALID_VALUE },
    [SINCE_MAP_FLAGS] = { MAP_FLAGS_NEWER, CL_INVALID_VALUE },
    [SINCE_ADDRESSING] = { ADDRESSING_MODE_NEWER, CL_INVALID_VALUE },
    [SINCE_ORDER] = { CHANNEL_ORDER_NEWER, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR },
    [SINCE_CHANNEL] = { CHANNEL_TYPE_NEWER, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR },
};

static void find(struct check_call *call, const void *object, enum since_type type, uint64_t value,
                 unsigned since)
{
    const unsigned version = known_version(object);
    if (version && version < since)
        finding_add(call, types[type].identity, types[type].error, NULL,
                    VALUES(value, since / 10, since % 10));
}

void since_flags(struct check_call *call, const void *object, enum since_type type, uint64_t flags)
{
    for (size_t i = 0; flags && i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == type && flags & rows[i].value && rows[i].since > 10)
            find(call, object, type, rows[i].value, rows[i].since);
}

void since_value(struct check_call *call, const void *object, enum since_type type, uint64_t value)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == type && rows[i].value == value && rows[i].since > 10)
            find(call, object, type, value, rows[i].since);
}

void since_format(struct check_call *call, const void *object, const cl_image_format *format)
{
    if (!format) return;
    since_value(call, object, SINCE_ORDER, format->image_channel_order);
    since_value(call, object, SINCE_CHANNEL, format->image_channel_data_type);
}
