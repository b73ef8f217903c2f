/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a driver's object and a dispatch table are, and the tables that are made from the rows of
 * entry_points.h (cl_khr_icd, "Inferring Vendors From Function Calls from Arguments").
 */
#ifndef CLRELAY_DISPATCH_H
#define CLRELAY_DISPATCH_H

#include "api/opencl.h"
#include "api/parameters.h"
#include "base/compiler.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* NAME_slot, the pointer type of each function. */
#define SLOT(type, name, ...) typedef type(CL_API_CALL *name##_slot) PARAMS(__VA_ARGS__);
#define BY_HANDLE(version, type, name, result, ...) SLOT(type, name, __VA_ARGS__)
#define BY_ARRAY(version, type, name, result, count, array, ...) SLOT(type, name, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, result, properties, ...) SLOT(type, name, __VA_ARGS__)
#define BY_LOADER(version, type, name, result, ...) SLOT(type, name, __VA_ARGS__)
#include "api/entry_points.h"
#undef SLOT

/* A table as drivers and layers fill it. */
struct dispatch {
#define BY_HANDLE(version, type, name, ...) name##_slot name;
#define BY_ARRAY(version, type, name, ...) name##_slot name;
#define BY_PROPERTIES(version, type, name, ...) name##_slot name;
#define BY_LOADER(version, type, name, ...) name##_slot name;
#define ABSENT(count) function JOIN(absent_, __LINE__)[count];
#include "api/entry_points.h"
};

#define SLOT_COUNT (sizeof(struct dispatch) / sizeof(function))
#define SLOT_OF(name) (offsetof(struct dispatch, name) / sizeof(function))

/*
 * What every OpenCL object of a driver begins with. Where the table is tagged as one of
 * cl_khr_icd 2.0, the loader keeps the table that counts, and `data` leads to it; in any other
 * object that word is the driver's own business.
 */
struct object {
    const struct dispatch *dispatch;
    const struct dispatch *data;
};

/* Whether a slot that is never called holds the tag of cl_khr_icd 2.0 instead of a function. */
static inline bool dispatch_is_tag(function slot)
{
    intptr_t value;
    memcpy(&value, &slot, sizeof value);
    return value == CL_ICD2_TAG_KHR;
}

/* Slots by number, for code that goes over all of them. */
static inline function dispatch_slot(const struct dispatch *table, size_t slot)
{
    return ((const function *)(const void *)table)[slot];
}

static inline void dispatch_set_slot(struct dispatch *table, size_t slot, function value)
{
    ((function *)(void *)table)[slot] = value;
}

/* The same of a table of distances from its own beginning (entry_tables.S); 0: none. */
static inline function dispatch_relative_slot(const int32_t *table, size_t slot)
{
    function found = NULL;
    uintptr_t address = (uintptr_t)table + (uintptr_t)(intptr_t)table[slot];
    if (table[slot]) memcpy(&found, &address, sizeof found);
    return found;
}

/*
 * What is known of each slot besides its functions. The names are one behind the other, and each slot
 * has the place of its own: pointers would have to be relocated each time a program starts.
 */
struct slot_info {
    uint16_t name;         /* its place among the names; 0: this system has no such function */
    unsigned char version; /* the OpenCL version that promises it, major * 10 + minor; 0: none does, it
                              is an extension's, and clGetExtensionFunctionAddress hands it out */
};
extern HIDDEN const struct slot_info dispatch_info[];

struct slot_names {
    char none[1];
#define BY_HANDLE(version, type, name, ...)     char name[sizeof #name];
#define BY_ARRAY(version, type, name, ...)      char name[sizeof #name];
#define BY_PROPERTIES(version, type, name, ...) char name[sizeof #name];
#define BY_LOADER(version, type, name, ...)     char name[sizeof #name];
#include "api/entry_points.h"
};
extern HIDDEN const struct slot_names dispatch_names;

/* A slot's name, or NULL where this system has no such function. */
static inline const char *dispatch_name(size_t slot)
{
    return dispatch_info[slot].name ? (const char *)&dispatch_names + dispatch_info[slot].name
                                    : NULL;
}

/*
 * Where an exported function goes: see doc/architecture.md. A by-handle slot that is NULL goes
 * straight to the table of the object; any other slot is jumped to. lifecycle.c alone writes it,
 * and it is read-only in between: its pages hold nothing else (the alignment pads it to them).
 */
#if defined(_WIN32) || defined(__x86_64__) || defined(__i386__) || defined(__s390x__) ||           \
    defined(__riscv)
#define DETOUR_PAGE 4096 /* on Windows for all processors, whose files align nothing beyond 8192 */
#else
#define DETOUR_PAGE 65536
#endif
struct detour {
    alignas(DETOUR_PAGE) struct dispatch table;
};
extern HIDDEN struct detour detour;

/* The exported functions, by slot: by addresses that no other library's symbols can take the place
 * of. */
function dispatch_export(size_t slot);
#define DISPATCH_EXPORT(name) ((name##_slot)dispatch_export(SLOT_OF(name)))

/*
 * The functions behind them, by slot, which look before they jump. Judged ones check all they are
 * given: handles, holes, tags, corrections, and whether they would jump to themselves; they are
 * right at any time and for any object. Careful ones leave out the corrections and can take the
 * place of judged ones where no table has any for that slot. (The two differ in by-handle slots
 * only.) NULL where this system has no such function.
 */
function dispatch_judged(size_t slot);
function dispatch_careful(size_t slot);

/* The function that answers CL_INVALID_OPERATION in the way of its row. */
function dispatch_missing(size_t slot);

/* What is called where a driver's table has no function for a slot: that one, or the fallback for
 * the function (hooks.h). */
function dispatch_fallback(size_t slot);

/*
 * What is called in place of some slots of one driver's table: where a slot of `instead` is not
 * NULL, an object whose table is `table` goes there and not to its own slot. Any thread may read a
 * correction at any time from the moment it is added, so it never changes afterwards.
 */
struct patch {
    const struct dispatch *table;
    struct dispatch replacements;
    struct patch *next;
};

/* Adds a correction, allocated with malloc; dispatch owns it from now on. */
void dispatch_add_patch(struct patch *patch);

/* Whether a table has one. */
bool dispatch_is_patched(const struct dispatch *table);

/* Frees all corrections: only when no call can arrive any more. */
void dispatch_free_patches(void);

/*
 * The function that a call on an object goes to, or NULL when its driver has none. The slot is
 * read from the object's own table at this moment: devices and contexts may have other tables
 * than their platform, and drivers may swap them.
 */
function dispatch_find(const void *object, size_t slot);

/*
 * The function that a call with this handle, which may be NULL, must go to: that of dispatch_find,
 * or one that fails in the way of its row, or does what a NULL handle means. Never NULL.
 */
HIDDEN function dispatch_resolve(const void *handle, size_t slot);

#define DISPATCH_FIND(object, name) ((name##_slot)dispatch_find((object), SLOT_OF(name)))

#endif
