/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compresses what is written to a file. Perfetto's viewer and its trace processor read a file that
 * gzip has compressed as they read the file itself, and so does whoever has gzip.
 */
#ifndef CLRELAY_TOOL_TRACE_GZIP_H
#define CLRELAY_TOOL_TRACE_GZIP_H

#include <stddef.h>
#include <stdio.h>

struct gzip;

/* Errors of writing are the file's: ferror(). */
struct gzip *gzip_open(FILE *file);
void gzip_write(struct gzip *gzip, const void *bytes, size_t size);

/* Writes the rest; the file stays open. */
void gzip_close(struct gzip *gzip);

#endif
