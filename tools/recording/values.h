/* SPDX-License-Identifier: Apache-2.0 */
/* Shows values of API types: numbers, handles, enumerants, flags, structures, lists. */
#ifndef CLRELAY_TOOLS_RECORDING_VALUES_H
#define CLRELAY_TOOLS_RECORDING_VALUES_H

#include "../base/strings.h"
#include "../base/types.h"
#include "recording.h"

/* Where a value comes from, to find the names of kernels at that moment. `recording` may be
 * NULL. */
struct origin {
    const struct recording *recording;
    const struct process *process;
    moment at;
};

/* A number of 1, 2, 4 or 8 bytes in memory. */
uint64_t values_number(const unsigned char *bytes, size_t size);

void values_add_decimal(struct string *to, int64_t number);
void values_add_hexadecimal(struct string *to, uint64_t number);

/* Adds an address; 0 is NULL. */
void values_add_address(struct string *to, uint64_t address);

/* Adds a string in quotes, up to its NUL. Long ones are truncated. `cut`: the string was longer. */
void values_add_string(struct string *to, const unsigned char *text, size_t length, bool cut);

/* Adds a value whose type is not a structure. */
void values_add(struct string *to, const struct origin *origin, enum type_index type,
                uint64_t number);

/* Adds the contents of memory. `cut`: the memory had more. */
void values_add_memory(struct string *to, const struct origin *origin, enum type_index type,
                       enum form form, const unsigned char *bytes, size_t size, bool cut);

/* Adds bytes whose type only the driver and the program know: a kernel argument, a pattern. Shows
 * what is probably a floating-point number in both ways. */
void values_add_untyped(struct string *to, const unsigned char *bytes, size_t size, bool cut);

#endif
