/* SPDX-License-Identifier: Apache-2.0 */
/* The values of findings about habits (habits.h), for the layer and the command. */
#ifndef CLRELAY_TOOLS_CALLS_HABIT_VALUES_H
#define CLRELAY_TOOLS_CALLS_HABIT_VALUES_H

#include "limits.h"
#include "check_ids.h"

/* Times are ticks. */
enum habit_value {
    HABIT_TIMES,
    HABIT_TIME,  /* in the calls */
    HABIT_MORE,  /* launches that objects were made for; or the time that a queue was empty */
    HABIT_PASSED /* since the recording began, or the process, a child, made its first such call */
};

/* The value that is compared with the program's time, and how many percent of it are worth a finding. */
static inline enum habit_value habit_cost(enum check_id check_id)
{
    return check_id == FINISH_AFTER_EACH_LAUNCH ? HABIT_MORE : HABIT_TIME;
}

static inline unsigned habit_worth(enum check_id check_id)
{
    return check_id == KERNEL_FOR_EACH_LAUNCH ? WORTH_CREATING : WORTH;
}

#endif
