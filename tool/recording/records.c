/* SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include "../../layer/record_version.h"

#include <stdlib.h>

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

bool records_are_ready(const char *path)
{
    char *error = NULL;
    size_t size = 0;
    const void *mapped = records_map(path, &size, &error);
    const bool ready = mapped && size >= sizeof(struct record_file) && record_is_one(mapped);
    if (mapped) records_unmap(mapped, size);
    free(error);
    return ready;
}
