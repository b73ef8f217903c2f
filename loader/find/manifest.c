/* SPDX-License-Identifier: Apache-2.0 */
#include "find/manifest.h"

#include <string.h>

enum verdict manifest_read(struct text bytes, struct text *library, size_t *ignored)
{
    struct text_line line = { .number = 0 };
    *library = (struct text){ NULL, 0 };
    *ignored = 0;
    if (bytes.length > 0 && memchr(bytes.start, '\0', bytes.length)) return VERDICT_FILE_BINARY;
    while (text_next_line(&bytes, &line)) {
        if (line.length > TEXT_LONGEST_LINE) return VERDICT_FILE_LONG_LINE;
        if (text_is_ignorable(&line)) continue;
        if (!library->start) *library = line.text;
        else if (!*ignored) *ignored = line.number;
    }
    return library->start ? VERDICT_ACCEPTED : VERDICT_FILE_EMPTY;
}
