/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a tally that counts memory, object by object. */
#ifndef CLRELAY_TOOL_TALLY_MEMORY_H
#define CLRELAY_TOOL_TALLY_MEMORY_H

#include "tally.h"

/* Ends with tally_objects_free(). */
struct tally_objects *tally_objects_make(void);
void tally_objects_free(struct tally_objects *objects);

/* Counts what a call, which has not failed, allocates or frees, in tally->memories. */
void tally_memory_note(struct tally *tally, const struct recording *recording,
                       const struct call *call);

/* The bytes of an element of an image; 0 if its creation, or its format, was not recorded. */
uint64_t tally_image_element(struct tally *tally, const struct call *call, uint64_t image);

#endif
