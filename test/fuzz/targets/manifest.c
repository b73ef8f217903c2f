/* SPDX-License-Identifier: Apache-2.0 */
/* The text of a manifest: the input is the file. */
#include "../fuzz.h"

#include "find/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text bytes = { (const char *)data, size }, library, wanted = reference_manifest(bytes);
    size_t ignored;
    enum verdict what = manifest_read(bytes, &library, &ignored);
    if (what != VERDICT_ACCEPTED) {
        PROMISE(wanted.length == 0);
        return 0;
    }
    PROMISE(library.length > 0 && library.length == wanted.length);
    PROMISE(library.start == wanted.start);
    PROMISE(!memchr(library.start, '\n', library.length) && library.start[0] != '#');
    PROMISE(ignored == 0 || ignored > 1);
    return 0;
}
