/* SPDX-License-Identifier: Apache-2.0 */
/* Reads Windows programs and libraries as files, without running them. */
#ifndef CLRELAY_TOOLS_BASE_IMAGE_WINDOWS_H
#define CLRELAY_TOOLS_BASE_IMAGE_WINDOWS_H

#include "windows/wide.h"

#include <stdint.h>

struct image {
    const unsigned char *bytes;
    size_t size;
    unsigned machine; /* IMAGE_FILE_MACHINE_... */
    uint32_t imports; /* file offset of the import table; 0: none */
    const IMAGE_SECTION_HEADER *sections;
    size_t section_count;
};

/* Opens a file. Returns false if it is not a program or library of Windows, or can't be read. */
bool image_open(struct image *image, const wchar_t *path);
void image_close(struct image *image);

/* The name of an imported library. `number` counts from 0; NULL: there are fewer. Ignores
 * delay-loaded imports, because most of them may be missing. */
const char *image_needs(const struct image *image, size_t number);

#endif
