/* SPDX-License-Identifier: Apache-2.0 */
#include "process.h"

#include <stdlib.h>
#include <string.h>

/* The number of bytes to keep of each stream; the rest is discarded. */
static const size_t limits[STREAMS] = { ANSWER_LIMIT, 65536, 65536 };

void process_append(struct run *run, enum stream stream, const char *bytes, size_t count)
{
    struct printed *printed = &run->streams[stream];
    size_t room = limits[stream] - printed->length;
    printed->total += count;
    if (count > room) count = room;
    printed->text = require_memory(realloc(printed->text, printed->length + count + 1));
    memcpy(printed->text + printed->length, bytes, count);
    printed->length += count;
    printed->text[printed->length] = '\0';
}
