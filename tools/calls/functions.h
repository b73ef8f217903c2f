/* SPDX-License-Identifier: Apache-2.0 */
/* Which functions are recorded: all, or those that the user has chosen by patterns; and what
 * functions do to memory. */
#ifndef CLRELAY_TOOLS_CALLS_FUNCTIONS_H
#define CLRELAY_TOOLS_CALLS_FUNCTIONS_H

#include "record.h"
#include "words.h"

#include <stdbool.h>

/* Numbers of functions (words.h) are less than this. */
#define FUNCTION_NUMBERS EXTENSION_NUMBER_END

/* What a function does to memory that OpenCL gives out. */
enum memory_effect {
    NO_EFFECT,
    MAKES_BUFFER, /* of `size` bytes */
    MAKES_PIPE,
    MAKES_PART,  /* a sub-buffer; it shares the memory of the first argument */
    MAKES_IMAGE, /* it has memory of its own, or that of the buffer in its descriptor */
    MAKES_SVM,   /* shared virtual memory, of `size` bytes */
    MAKES_USM,
    RETAINS_MEMORY,
    RELEASES_MEMORY,
    FREES_MEMORY, /* frees the memory at its second argument, an address */
    FREES_LIST,
    MAPS_MEMORY, /* returns an address */
    MAPS_SVM,
    UNMAPS_MEMORY,
    UNMAPS_SVM,
};
HIDDEN enum memory_effect functions_memory(unsigned number);

/* Sets the bits of record_file.state for which each function's calls are recorded. RECORD_ON: the
 * user has chosen the function. RECORD_OBJECTS: it makes or frees objects, which the report names
 * by such calls. Commas separate `patterns`; "" chooses all functions. Returns the number of chosen
 * functions. */
HIDDEN unsigned functions_choose(unsigned char bits[FUNCTION_NUMBERS], const char *patterns);

/* Whether the API, or an extension that layers see, has a function of this name. */
HIDDEN bool functions_has(const char *name);

/* The name of the function with a number. Several numbers may have one name
 * (provisional_functions.h). */
HIDDEN const char *functions_name(unsigned number);

/* Whether a text matches a list of patterns; the empty list matches everything. */
HIDDEN bool functions_match(const char *text, const char *patterns);

#endif
