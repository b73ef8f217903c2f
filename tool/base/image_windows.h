/* SPDX-License-Identifier: Apache-2.0 */
/* Reads Windows' programs and libraries as files, and runs nothing of them. */
#ifndef CLRELAY_TOOL_BASE_IMAGE_WINDOWS_H
#define CLRELAY_TOOL_BASE_IMAGE_WINDOWS_H

#include "windows/wide.h"

#include <stdint.h>

struct image {
    const unsigned char *bytes;
    size_t size;
    unsigned machine; /* IMAGE_FILE_MACHINE_... */
    uint32_t imports; /* offset of that table in the file; 0: none */
    const IMAGE_SECTION_HEADER *sections;
    size_t section_count;
};

/* Opens a file. Returns false if it is not a program or library of Windows, or can't be read. */
bool image_open(struct image *image, const wchar_t *path);
void image_close(struct image *image);

/* The name of the library that it imports under a number from 0 on, or NULL at the end. Ignores
 * delayed imports, because most of those may be missing. */
const char *image_needs(const struct image *image, size_t number);

#endif
