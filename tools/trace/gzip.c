/* SPDX-License-Identifier: Apache-2.0 */
#include "gzip.h"

#include "../base/array.h"

#define ZLIB_CONST
#include <zlib.h>

/* Level 3 of 9: level 6, the usual one, saves another seventh, but takes three times as long. The
 * other numbers are zlib's, for the largest window, gzip's header, and the usual memory. */
enum { LEVEL = 3, WINDOW = 15, GZIP_HEADER = 16, MEMORY = 8 };

struct gzip {
    z_stream stream;
    FILE *file;
    unsigned char bytes[1 << 16];
};

struct gzip *gzip_open(FILE *file)
{
    struct gzip *gzip = require_memory(calloc(1, sizeof *gzip));
    const int error = deflateInit2(&gzip->stream, LEVEL, Z_DEFLATED, WINDOW + GZIP_HEADER, MEMORY,
                                   Z_DEFAULT_STRATEGY);
    gzip->file = file;
    return require_memory(error ? NULL : gzip);
}

static void compress_all(struct gzip *gzip, int flush)
{
    do {
        gzip->stream.next_out = gzip->bytes;
        gzip->stream.avail_out = sizeof gzip->bytes;
        deflate(&gzip->stream, flush);
        fwrite(gzip->bytes, 1, sizeof gzip->bytes - gzip->stream.avail_out, gzip->file);
    } while (!gzip->stream.avail_out);
}

void gzip_write(struct gzip *gzip, const void *bytes, size_t size)
{
    gzip->stream.next_in = bytes;
    gzip->stream.avail_in = (unsigned)size;
    compress_all(gzip, Z_NO_FLUSH);
}

void gzip_close(struct gzip *gzip)
{
    compress_all(gzip, Z_FINISH);
    deflateEnd(&gzip->stream);
    free(gzip);
}
