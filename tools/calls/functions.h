/* SPDX-License-Identifier: Apache-2.0 */
/* Which functions are recorded: all, or those that the user has chosen by patterns. */
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
    MAKES_BUFFER, /* makes one, of `size` bytes */
    MAKES_PIPE,
    MAKES_PART,  /* a sub-buffer, with the memory of its first argument */
    MAKES_IMAGE, /* with memory of its own, or of the buffer that its descriptor names */
    MAKES_SVM,   /* `size` bytes with an address */
    MAKES_USM,
    RETAINS_MEMORY,
    RELEASES_MEMORY,
    FREES_MEMORY, /* of its second argument, an address */
    FREES_LIST,
    MAPS_MEMORY, /* returns an address */
    MAPS_SVM,
    UNMAPS_MEMORY,
    UNMAPS_SVM,
};
HIDDEN enum memory_effect functions_memory(unsigned number);

/* Sets, for each function by its number, the bits of record_file.state with which its calls are
 * recorded: RECORD_ON if it is chosen, RECORD_OBJECTS if it makes or frees objects, because what is
 * said of other calls depends on them. `patterns`: separated by commas; "": all are chosen. Returns
 * how many are chosen. */
HIDDEN unsigned functions_choose(unsigned char bits[FUNCTION_NUMBERS], const char *patterns);

/* Whether there is a function of this name in the API or the extensions that layers see. */
HIDDEN bool functions_has(const char *name);

/* The name of the function with a number. Functions of several numbers may have it
 * (provisional_functions.h). */
HIDDEN const char *functions_name(unsigned number);

/* Whether a text matches a list of patterns; the empty list matches everything. */
HIDDEN bool functions_match(const char *text, const char *patterns);

#endif
