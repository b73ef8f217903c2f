/* SPDX-License-Identifier: Apache-2.0 */
/* Times and sizes with a suitable unit: three digits, at most 9 characters. */
#ifndef CLRELAY_TOOLS_BASE_QUANTITY_H
#define CLRELAY_TOOLS_BASE_QUANTITY_H

#include <stdint.h>

enum { QUANTITY = 24 };

/* Writes a time to `text`, and returns `text`: 1500 is "1.50 us". */
const char *quantity_time(char text[QUANTITY], uint64_t nanoseconds);

/* Writes a size to `text`, and returns `text`: 1536 is "1.50 KiB". */
const char *quantity_bytes(char text[QUANTITY], uint64_t bytes);

#endif
