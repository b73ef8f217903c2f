/* SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include <string.h>

void records_begin(struct records *records, uint64_t limit)
{
    struct record_file *file = records->file;
    memcpy(file->magic, RECORD_MAGIC, sizeof file->magic);
    file->version = RECORD_VERSION;
    file->limit = limit;
    file->realtime = records_realtime();
    file->first = file->last = records_now();
    atomic_store(&file->end, RECORD_GRANULE);
}
