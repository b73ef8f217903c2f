/* SPDX-License-Identifier: Apache-2.0 */
/* Findings: what is wrong with a call, from the check that finds it to its record in the file. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_FINDING_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_FINDING_H

#include "check_call.h"

/* Whether calls are checked. */
static inline bool check_on(void)
{
    return recorder_on();
}

/* Whether conditions are checked, and not only objects. */
static inline bool check_conditions(void)
{
    return !(recorder_file->options & RECORD_OBJECTS_ONLY);
}

/* If the user has asked for that, keeps the call from the driver: it returns this error instead. */
static inline void check_refuse(struct check_call *call, int32_t error)
{
    if (recorder_file->options & RECORD_GUARD && !call->refusal) call->refusal = error;
}

/* The values of a finding: integers and addresses. */
#define VALUES(...)      ((const uint64_t[MOST_VALUES]){ __VA_ARGS__ })
#define ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

/* Adds a finding to a call. `values` may be NULL. */
HIDDEN SLOW void finding_add(struct check_call *call, enum check_id check_id, int32_t error,
                             const void *object, const uint64_t values[MOST_VALUES]);

/* Adds a finding to a call that conflicts with another one, which the program made at `other`. */
HIDDEN SLOW void finding_add_other(struct check_call *call, enum check_id check_id,
                                   const void *object, const uint64_t values[MOST_VALUES],
                                   struct call_site other);

/* Whether a finding of the call has an error, and so explains why the call failed, even if the
 * driver returned a different error. */
HIDDEN bool finding_explains(const struct check_call *call);

/* Records the findings that were added since the last time, and the call. The first finding stops
 * the program, if the user has asked for that. */
HIDDEN SLOW void finding_write(struct check_call *call);

/* Writes a finding that belongs to no call, but to the call site that caused it. It is about
 * `object`, which may be NULL. */
HIDDEN void finding_write_at(enum check_id check_id, const void *object, struct call_site site,
                             const uint64_t values[MOST_VALUES]);

/* Tells apart findings of one call site and check ID, such as those about different arguments.
 * finding_part_is_due() counts a finding, and returns whether to write it. */
struct finding_part {
    uint64_t number; /* not 0 */
    uint64_t times;
};
HIDDEN bool finding_part_is_due(enum check_id check_id, struct call_site site,
                                struct finding_part *part);
HIDDEN void finding_write_part(enum check_id check_id, const void *object, struct call_site site,
                               struct finding_part part, const uint64_t values[MOST_VALUES]);

/* The finding_part.number for what a kernel does with an argument: it is the same in each process
 * that has the kernel. */
HIDDEN uint64_t finding_part_number(const char *kernel, uint64_t what, uint64_t argument);

/* Writes a finding about something that the program does outside of calls, and after which it
 * continues at `caller`. It conflicts with the call that the program made at `other`. */
HIDDEN void finding_write_between(enum check_id check_id, const void *caller,
                                  struct call_site other, const uint64_t values[MOST_VALUES]);

/* Writes how often each finding has come, at the end of the program. */
HIDDEN void finding_write_counts(void);

#endif
