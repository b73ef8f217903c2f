/* SPDX-License-Identifier: Apache-2.0 */
/* Programs and libraries of Windows as files: they are read, and nothing of them is run. */
#ifndef CLRELAY_TOOL_IMAGE_WINDOWS_H
#define CLRELAY_TOOL_IMAGE_WINDOWS_H

#include "windows/wide.h"

#include <stdint.h>

struct image {
    const unsigned char *bytes;
    size_t size;
    unsigned machine; /* IMAGE_FILE_MACHINE_... */
    uint32_t imports; /* where that table begins, in the file; 0: there is none */
    const IMAGE_SECTION_HEADER *sections;
    size_t section_count;
};

/* Opens a file; false: it is no program or library of Windows, or cannot be read. */
bool image_open(struct image *image, const wchar_t *path);
void image_close(struct image *image);

/* The name of a library that it needs, by a number from 0 on; NULL: there are no more. What is only
 * looked for when it is used does not count, because most of it may be missing. */
const char *image_needs(const struct image *image, size_t number);

#endif
