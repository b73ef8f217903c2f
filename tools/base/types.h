/* SPDX-License-Identifier: Apache-2.0 */
/* The API's types, and the names of their values. */
#ifndef CLRELAY_TOOLS_BASE_TYPES_H
#define CLRELAY_TOOLS_BASE_TYPES_H

#include <stddef.h>
#include <stdint.h>

enum kind {
    KIND_ADDRESS,  /* of memory or code; only the address is shown */
    KIND_BITS,     /* flags */
    KIND_CODE,     /* enumerants, which may be negative */
    KIND_ENUM,     /* enumerants */
    KIND_FLOATING, /* an IEEE 754 number */
    KIND_HANDLE,   /* a driver's object */
    KIND_KEYS,     /* names of properties */
    KIND_SIGNED,
    KIND_STRUCT,
    KIND_UNSIGNED,
    KIND_VERSION /* see CL_MAKE_VERSION */
};

/* How a value is laid out in memory. */
enum form {
    FORM_UNKNOWN,         /* any bytes */
    FORM_VALUE,           /* one value */
    FORM_LIST,            /* as many as fit */
    FORM_LIST_TO_0,       /* in a property list, ends with 0; elsewhere a list */
    FORM_LIST_TO_MINUS_1, /* in a property list, ends with -1; elsewhere a list */
    FORM_PAIRS,           /* a property list: names and values, ends with 0 */
    FORM_STRING,          /* NUL-terminated */
    FORM_BYTES            /* shown as bytes */
};

/* Types that enumerants.h lacks: those of callbacks, and Windows' own. */
#define OWN_TYPES                                                                                  \
    API_TYPE(context_callback, ADDRESS, 0)                                                         \
    API_TYPE(context_destructor_callback, ADDRESS, 0)                                              \
    API_TYPE(event_callback, ADDRESS, 0)                                                           \
    API_TYPE(mem_callback, ADDRESS, 0)                                                             \
    API_TYPE(native_kernel_function, ADDRESS, 0)                                                   \
    API_TYPE(program_callback, ADDRESS, 0)                                                         \
    API_TYPE(svm_free_callback, ADDRESS, 0)                                                        \
    API_TYPE(ID3D10Buffer, STRUCT, 0)                                                              \
    API_TYPE(ID3D10Texture2D, STRUCT, 0)                                                           \
    API_TYPE(ID3D10Texture3D, STRUCT, 0)                                                           \
    API_TYPE(ID3D11Buffer, STRUCT, 0)                                                              \
    API_TYPE(ID3D11Texture2D, STRUCT, 0)                                                           \
    API_TYPE(ID3D11Texture3D, STRUCT, 0)                                                           \
    API_TYPE(UINT, UNSIGNED, 4)

enum type_index {
#define API_TYPE(name, kind, size) TYPE_##name,
#include "../calls/enumerants.h"
#define API_TYPE(name, kind, size) TYPE_##name,
    OWN_TYPES
#undef API_TYPE
        TYPE_COUNT,
    TYPE_NONE = TYPE_COUNT
};

struct type {
    const char *name;
    unsigned char kind; /* enum kind */
    unsigned char size; /* in bytes; 0: a pointer or a structure */
};

struct enumerant {
    int64_t value;
    const char *name;
    unsigned short of;    /* the type that it belongs to */
    unsigned short about; /* the type of a query's answer, or of a property's value */
    unsigned char form;   /* enum form of the value of type `about` */
};

/* Finds a type by its name. Returns TYPE_NONE if there is none. */
enum type_index type_find(const char *name, size_t length);

const struct type *type_of(enum type_index index);

/* The enumerant with a value, or NULL. */
const struct enumerant *type_enumerant(enum type_index index, int64_t value);

/* Describes an error: its name or number, and which API or vendor defines it, if that is known. The
 * caller frees the text. */
char *type_error_text(int64_t error);

/* The query with this value, of any function's; or NULL. */
const struct enumerant *type_query(int64_t value);

/* All enumerants of a type, except those that it shares with other types. *count becomes their
 * number. */
const struct enumerant *type_enumerants(enum type_index index, size_t *count);

#endif
