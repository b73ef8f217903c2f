/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compresses a file while writing it. Perfetto's viewer and trace processor also read gzipped
 * files.
 */
#ifndef CLRELAY_TOOLS_TRACE_GZIP_H
#define CLRELAY_TOOLS_TRACE_GZIP_H

#include <stddef.h>
#include <stdio.h>

struct gzip;

/* Begins to compress into a file. ferror() of the file tells of write errors. */
struct gzip *gzip_open(FILE *file);
void gzip_write(struct gzip *gzip, const void *bytes, size_t size);

/* Writes the rest; the file stays open. */
void gzip_close(struct gzip *gzip);

#endif
