/* SPDX-License-Identifier: Apache-2.0 */
/* How the values that a call's arguments point to are written, for each function. */
#ifndef CLRELAY_TOOLS_LAYERS_RECORDER_PLANS_H
#define CLRELAY_TOOLS_LAYERS_RECORDER_PLANS_H

#include "../calls/functions.h"
#include "../calls/signature.h"

#include "layer_system.h"

enum {
    PLANNED = 7,    /* values of a plan */
    NOT_PLAIN = 255 /* more elements than a plain value may have */
};

struct plan {
    unsigned char parameter, element; /* as in struct record_value */
    uint16_t flags;                   /* 0 */
    unsigned char count;              /* of elements; 0: as many as an argument says; NOT_PLAIN */
    unsigned char length;             /* this argument */
    unsigned char padding[2];
};

/* By number: the signatures, and which parameters have values. */
extern HIDDEN const struct signature *recorder_signatures[EXTENSION_NUMBER_END];
extern HIDDEN uint16_t recorder_pointers[EXTENSION_NUMBER_END];

/* By number: how to write these values, in order, if the call succeeds. An entry without elements
 * ends the plan. */
extern HIDDEN struct plan recorder_plans[EXTENSION_NUMBER_END][PLANNED + 1];

/* Makes all plans, for these options of a file. */
HIDDEN void recorder_make_plans(uint32_t options);

/* The number of elements for a length that is not an argument. */
HIDDEN unsigned recorder_fixed_length(const struct signature *signature, unsigned place);

#endif
