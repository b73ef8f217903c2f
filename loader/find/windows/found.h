/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources of drivers and layers on Windows have found. */
#ifndef CLRELAY_LOADER_FIND_WINDOWS_FOUND_H
#define CLRELAY_LOADER_FIND_WINDOWS_FOUND_H

#include "windows/wide.h"

#include "find/candidate.h"

/* One thing that a source has found. */
struct found {
    const char *source;   /* the kind of place that names it, in words */
    char *origin;         /* the place: a registry key, a device, a package */
    char *library;        /* the library to open; NULL: none, and the verdict says why */
    enum verdict verdict; /* VERDICT_UNTRIED if it is to be opened */
    char *message;        /* details of the verdict, or NULL */
    bool is_key;          /* a place that was searched, not a candidate */
    uint32_t priority;    /* the lowest comes first; of layers it is nearest to the drivers */
    uint64_t adapter;     /* the display adapter's LUID, the high part in the upper half; 0: none */
};

struct findings {
    struct found *at;
    size_t count;
};

/* Adds a finding. Copies the texts; origin and library may be NULL. The result is valid until the
 * next call. Returns NULL, and logs it, if there is no memory. */
struct found *findings_add(struct findings *findings, const char *source, const wchar_t *origin,
                           const wchar_t *library);

/* Sets its verdict, with a message or NULL. */
void found_set_verdict(struct found *found, enum verdict verdict, const char *message);

/* Sorts by ascending priority. Equal ones keep their order. */
void findings_sort(struct findings *findings);

/* Removes findings that name the same library as an earlier one. */
void findings_drop_repeated(struct findings *findings);

void findings_free(struct findings *findings);

#endif
