/* SPDX-License-Identifier: Apache-2.0 */
/* The tables that are made from the rows of entry_points.h, and where calls go. */
#ifndef CLRELAY_LOADER_API_DISPATCH_H
#define CLRELAY_LOADER_API_DISPATCH_H

#include "api/table.h"

#include <stdalign.h>

/* What is known about each slot besides its functions. The names are stored one after the other,
 * and each slot has the offset of its name: pointers would need a relocation each time a program
 * starts. */
struct slot_info {
    uint16_t name;         /* offset of its name; 0: this system has no such function */
    unsigned char version; /* the OpenCL version that promises it, major * 10 + minor; 0: it belongs
                              to an extension, and clGetExtensionFunctionAddress returns it */
};
extern HIDDEN const struct slot_info dispatch_info[];

struct slot_names {
    char none[1];
#define BY_ANY(version, type, name, ...) char name[sizeof #name];
#include "api/entry_points.h"
};
extern HIDDEN const struct slot_names dispatch_names;

/* The name of a slot, or NULL if this system has no such function. */
static inline const char *dispatch_name(size_t slot)
{
    return dispatch_info[slot].name ? (const char *)&dispatch_names + dispatch_info[slot].name
                                    : NULL;
}

/*
 * Where the exported functions go: see doc/architecture.md. If a by-handle slot is NULL, its
 * function goes directly to the table of the object; otherwise it jumps to the function in the
 * slot. Only load/detour.c writes to it. In between it is read-only: the alignment makes sure that
 * its pages hold nothing else.
 */
#if defined(_WIN32) || defined(__x86_64__) || defined(__i386__) || defined(__s390x__) ||           \
    defined(__riscv)
#define DETOUR_PAGE 4096 /* all of Windows, whose files align nothing beyond 8192 */
#else
#define DETOUR_PAGE 65536
#endif
struct detour {
    alignas(DETOUR_PAGE) struct dispatch table;
};
extern HIDDEN struct detour detour;

/* The exported functions, by slot. The addresses are internal, so no other library's symbols can
 * replace them. */
function dispatch_export(size_t slot);
#define DISPATCH_EXPORT(name) ((name##_slot)dispatch_export(SLOT_OF(name)))

/*
 * The functions behind the exported ones, by slot. They check before they jump. The two differ in
 * by-handle slots only. NULL if this system has no such function.
 *
 * Checked functions inspect the handle, and look for a NULL slot and for the tag of cl_khr_icd 2.0.
 * They are right if no table has a patch for the slot. Resolved functions also look for patches,
 * and check that they would not jump to themselves. They are right at any time and for any object,
 * and cost more.
 */
function dispatch_checked(size_t slot);
function dispatch_resolved(size_t slot);

/* The function that returns CL_INVALID_OPERATION in the way of its row. */
function dispatch_missing(size_t slot);

/* What replaces a function that a driver's table lacks: the missing function, or a fallback
 * (hooks.h). */
function dispatch_fallback(size_t slot);

/* The replacements for some slots of one driver's table. If a slot of `replacements` is not NULL,
 * calls with an object whose table is `table` go there. Any thread may read a patch once it is
 * added, so it never changes afterwards. */
struct patch {
    const struct dispatch *table;
    struct dispatch replacements;
    struct patch *next;
};

/* Adds a patch, allocated with malloc(). It belongs to dispatch.c from now on. */
void dispatch_add_patch(struct patch *patch);

/* Whether a table has a patch. */
bool dispatch_is_patched(const struct dispatch *table);

/* Frees all patches. Only for the time when no call can come any more. */
void dispatch_free_patches(void);

/* The function that a call with an object goes to, or NULL if its driver has none. Reads the
 * object's own table each time: devices and contexts may have other tables than their platform, and
 * drivers may swap them. */
function dispatch_find(const void *object, size_t slot);

/* The function that a call with this handle must go to; the handle may be NULL. Either the function
 * from dispatch_find(), or one that fails in the way of its row, or one that does what a NULL
 * handle means. Never NULL. (HIDDEN for the assembler: everything else here is compiled so.) */
HIDDEN function dispatch_resolve(const void *handle, size_t slot);

/* The platform that a context's property list names (OpenCL 3.0, section 4.4, and
 * cl_khr_gl_sharing): the value of the first CL_CONTEXT_PLATFORM, which may be anything, even NULL.
 * If the list is NULL or names none, `other`. */
cl_platform_id dispatch_platform_in(const cl_context_properties *properties, cl_platform_id other);

#define DISPATCH_FIND(object, name) ((name##_slot)dispatch_find((object), SLOT_OF(name)))

#endif
