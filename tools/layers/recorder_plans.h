/* SPDX-License-Identifier: Apache-2.0 */
/* Plans for each function: how to write the values that its arguments point to. */
#ifndef CLRELAY_TOOLS_LAYERS_RECORDER_PLANS_H
#define CLRELAY_TOOLS_LAYERS_RECORDER_PLANS_H

#include "../calls/functions.h"
#include "../calls/signature.h"

#include "layer_system.h"

enum {
    PLANNED = 7,    /* the most values in a plan */
    NOT_PLAIN = 255 /* the count of a value that may have more elements than a plan allows */
};

struct plan {
    unsigned char parameter, element; /* as in struct record_value */
    uint16_t flags;                   /* 0 */
    unsigned char count;              /* of elements; 0: `length` tells; NOT_PLAIN */
    unsigned char length;             /* the argument that has the number of elements */
    unsigned char padding[2];
};

/* The signature of each function, by its number. */
extern HIDDEN const struct signature *recorder_signatures[EXTENSION_NUMBER_END];

/* The parameters of each function that have values, as bits, by the function's number. */
extern HIDDEN uint16_t recorder_pointers[EXTENSION_NUMBER_END];

/* The plan of each function, by its number: how to write these values, in order, if the call
 * succeeds. An entry without elements ends a plan. */
extern HIDDEN struct plan recorder_plans[EXTENSION_NUMBER_END][PLANNED + 1];

/* Makes all plans for a file with these options. */
HIDDEN void recorder_make_plans(uint32_t options);

/* The number of elements that parameter.length means if it is no index of a parameter
 * (signature.h). */
HIDDEN unsigned recorder_fixed_length(const struct signature *signature, unsigned place);

#endif
