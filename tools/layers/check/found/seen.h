/* SPDX-License-Identifier: Apache-2.0 */
/* What was found before, and where: so that a loop does not fill the file with one finding. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_SEEN_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_SEEN_H

#include "../../recorder.h"
#include "../../../calls/check_ids.h"

/* The finding that another one follows from. */
struct cause {
    const void *site;
    enum check_id check_id; /* 0: none is known */
};

/* A finding of this process, at the address where the program continues after the call. */
struct seen {
    const void *site;
    enum check_id check_id;
    struct cause cause;
    uint64_t part; /* finding_part.number, or 0 */
    uint64_t times;
};

/* Counts a finding. Returns how often it has come, including this time; 0 if there is no memory. If
 * `writes`, and the finding is due, the thread counts as a writer until seen_end_writing(). */
HIDDEN uint64_t seen_again(const void *site, enum check_id check_id, struct cause cause,
                           uint64_t part, bool writes);

/* Whether to write a finding that has come so often: the first time, the 10th, the 100th, and so
 * on. */
HIDDEN bool seen_is_due(uint64_t times);

/* The thread has written its finding. */
HIDDEN void seen_end_writing(void);

/* Waits until other threads have completed their findings: this call may end the process. (It does
 * not wait forever: a writer may need a lock that this thread has, such as that of dlopen, or may
 * have ended. Then no thread waits again.) */
HIDDEN void seen_await_writers(void);

/* Copies the finding with an index. Returns false if there is none. */
HIDDEN bool seen_get(size_t index, struct seen *copy);

#endif
