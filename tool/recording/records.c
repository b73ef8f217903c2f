/* SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include "../../layer/record_version.h"

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
