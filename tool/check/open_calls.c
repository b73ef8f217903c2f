/* SPDX-License-Identifier: Apache-2.0 */
#include "open_calls.h"

#include "../recording/recording.h"

enum { MOST_CALLS = 4 }; /* that are named */

size_t open_calls_add(struct string *to, const struct record_file *file, unsigned long process)
{
    size_t count = 0;
    for (size_t i = 0; i < RECORD_CURRENTS; i++) {
        const struct record_current *it = &file->currents[i];
        const uint32_t number = atomic_load(&it->function) & ~RECORD_CALLED_BACK;
        const struct signature *signature = number ? signature_of(number - 1) : NULL;
        if (!signature || (process && it->process != (uint32_t)process)) continue;
        if (count++ < MOST_CALLS)
            string_format(to, "%s%s (thread %llu)", count > 1 ? ", " : "", signature->name,
                          (unsigned long long)it->thread);
    }
    if (count > MOST_CALLS) string_format(to, " and %zu other calls", count - MOST_CALLS);
    return count;
}
