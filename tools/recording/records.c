/* SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include "../calls/record_version.h"

void records_begin(struct records *records, uint64_t limit)
{
    struct record_file *file = records->file;
    record_stamp(file);
    file->limit = limit;
    file->first = file->last = records_now();
    file->realtime = records_realtime();
    file->boottime = records_boottime();
    atomic_store(&file->end, RECORD_GRANULE);
}

bool records_are_ready(const char *path, char **error)
{
    char name[sizeof RECORD_MAGIC] = "";
    const size_t got = records_peek(path, name, sizeof name, error);
    if (got == 0 || *error) return false;
    /* A layer sets the size first, and the name last, perhaps in halves. */
    return got < sizeof name || (name[0] && name[sizeof name - 2]);
}
