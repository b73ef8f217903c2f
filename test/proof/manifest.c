/* SPDX-License-Identifier: Apache-2.0 */
/* loader/find/manifest.c: the library that an .icd file names. */
#include "proof.h"

#include "find/manifest.h"

void proof_manifest(void)
{
    ANY_PIECE(bytes, 5);
    const struct text file = bytes;
    struct text library;
    size_t ignored;
    if (manifest_read(bytes, &library, &ignored) == VERDICT_ACCEPTED) {
        PROVE(lies_in(library, file.start, file.length) && library.length > 0,
              "the library's name lies in the file");
        PROVE(ignored <= file.length, "the line that is left out is one of the file");
    }
}
