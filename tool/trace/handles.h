/* SPDX-License-Identifier: Apache-2.0 */
/* A number for each handle or pointer of each process, and for each text. */
#ifndef CLRELAY_TOOL_TRACE_HANDLES_H
#define CLRELAY_TOOL_TRACE_HANDLES_H

#include "../base/array.h"

#include <stddef.h>
#include <stdint.h>

/* Begin with { NULL, 0, 0 }. */
struct handles {
    struct handle *items;
    size_t count, space;
};

/* The number of a handle, which is 0 at first; valid until the next call. `kind` tells handles of
 * different types from each other. */
uint64_t *handles_number(struct handles *handles, size_t process, unsigned kind, uint64_t handle);
void handles_free(struct handles *handles);

/* Begin with all 0. */
struct names {
    struct handles hashes;
    struct array texts;
};

/* The number of a text, from 1 on. Keeps a copy of it. */
uint64_t names_number(struct names *names, const char *text);
const char *names_text(const struct names *names, uint64_t number);
void names_free(struct names *names);

#endif
