/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a whole file, on any system. */
#include "base/os.h"

#include <stdlib.h>

/* Nearly all files are small, and memory that nobody writes to costs time, too. */
char *os_read_text(const struct os_directory *in, const char *path, bool surely, size_t largest,
                   ptrdiff_t *length, struct os_file *file, struct os_distrust *distrust)
{
    size_t size = 2048;
    char *bytes = malloc(size);
    *length = bytes ? os_read_file(in, path, surely, bytes, size, file, distrust) : -1;
    if (*length < (ptrdiff_t)size) return bytes;
    free(bytes);
    bytes = malloc(largest + 1);
    *length = bytes ? os_read_file(in, path, surely, bytes, largest + 1, file, distrust) : -1;
    return bytes;
}
