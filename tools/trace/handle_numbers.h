/* SPDX-License-Identifier: Apache-2.0 */
/* Assigns a number to each handle or pointer of each process, and to each text. */
#ifndef CLRELAY_TOOLS_TRACE_HANDLE_NUMBERS_H
#define CLRELAY_TOOLS_TRACE_HANDLE_NUMBERS_H

#include "../base/array.h"

#include <stddef.h>
#include <stdint.h>

/* Initialize with { NULL, 0, 0 }. */
struct handles {
    struct handle *items;
    size_t count, space;
};

/* A place for the number of a handle, initially 0; the pointer is valid until the next call. `kind`
 * tells apart equal handles of different types. */
uint64_t *handles_number(struct handles *handles, size_t process, unsigned kind, uint64_t handle);
void handles_free(struct handles *handles);

ARRAY(name_texts, char *);

/* Initialize with 0. */
struct names {
    struct handles hashes;
    struct name_texts texts;
};

/* The number of a text, from 1 on. Keeps a copy of the text. */
uint64_t names_number(struct names *names, const char *text);
const char *names_text(const struct names *names, uint64_t number);
void names_free(struct names *names);

#endif
