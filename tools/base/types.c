/* SPDX-License-Identifier: Apache-2.0 */
/* The tables, and binary search in them. */
#include "types.h"

#include "text.h"

#include <string.h>

static const struct type types[TYPE_COUNT] = {
#define API_TYPE(name, kind, size) { #name, KIND_##kind, size },
#include "../calls/enumerants.h"
#define API_TYPE(name, kind, size) { #name, KIND_##kind, size },
    OWN_TYPES
#undef API_TYPE
};

enum {
    SORTED = TYPE_context_callback /* the types before this one are sorted */
};

static const struct enumerant enumerants[] = {
#define ENUMERANT(type, name, value, since) { value, #name, TYPE_##type, TYPE_NONE, FORM_UNKNOWN },
#define QUERY(type, name, value, since, answer, form)                                              \
    { value, #name, TYPE_##type, TYPE_##answer, FORM_##form },
#include "../calls/enumerants.h"
};
#define ENUMERANT_COUNT (sizeof enumerants / sizeof enumerants[0])

enum type_index type_find(const char *name, size_t length)
{
    size_t low = 0, high = SORTED;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strncmp(types[middle].name, name, length);
        if (order == 0 && types[middle].name[length] == 0) return (enum type_index)middle;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    for (size_t i = SORTED; i < TYPE_COUNT; i++)
        if (strlen(types[i].name) == length && !memcmp(types[i].name, name, length))
            return (enum type_index)i;
    return TYPE_NONE;
}

const struct type *type_of(enum type_index index)
{
    return &types[index];
}

/* The other type whose values a type shares, or TYPE_NONE. */
static enum type_index shared_by(enum type_index index)
{
#define SHARES(type, other)                                                                        \
    if (index == TYPE_##type) return TYPE_##other;
#include "../calls/enumerants.h"
    return TYPE_NONE;
}

/* The index of the first enumerant of this type that is not below this value. */
static size_t first_from(enum type_index index, int64_t value)
{
    size_t low = 0, high = ENUMERANT_COUNT;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct enumerant *enumerant = &enumerants[middle];
        if (enumerant->of < index || (enumerant->of == index && enumerant->value < value))
            low = middle + 1;
        else high = middle;
    }
    return low;
}

const struct enumerant *type_enumerant(enum type_index index, int64_t value)
{
    for (; index != TYPE_NONE; index = shared_by(index)) {
        size_t first = first_from(index, value);
        if (first < ENUMERANT_COUNT && enumerants[first].of == index &&
            enumerants[first].value == value)
            return &enumerants[first];
    }
    return NULL;
}

char *type_error_text(int64_t error)
{
    static const struct {
        int error;
        const char *words;
    } others[] = { { -9999,
                     "NVIDIA's, for a kernel that failed, often by an access out of bounds" } };
    const struct enumerant *known = type_enumerant(TYPE_error_code, error);
    if (known) return text_format("%s", known->name);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].error == error)
            return text_format("%lld (%s)", (long long)error, others[i].words);
    return text_format("%lld", (long long)error);
}

const struct enumerant *type_query(int64_t value)
{
    for (size_t i = 0; i < ENUMERANT_COUNT; i++) {
        const char *end = strrchr(types[enumerants[i].of].name, '_');
        if (enumerants[i].value == value && end && !strcmp(end, "_info")) return &enumerants[i];
    }
    return NULL;
}

const struct enumerant *type_enumerants(enum type_index index, size_t *count)
{
    size_t first = first_from(index, INT64_MIN), last = first;
    while (last < ENUMERANT_COUNT && enumerants[last].of == index) last++;
    *count = last - first;
    return &enumerants[first];
}
