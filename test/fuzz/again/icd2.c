/* SPDX-License-Identifier: Apache-2.0 */
/* Records that are left to a driver outlive the loader. No driver here does, so the records are
 * counted and freed. */
#include <stdlib.h>

static void *note_record(size_t count, size_t size);
static void forget_record(void *record);

#define calloc note_record
#define free   forget_record
#include "../../../loader/load/icd2.c"
#undef calloc
#undef free

#include "again.h"

enum { MOST_RECORDS = 4096 };
static void *living[MOST_RECORDS];

static void *note_record(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    for (size_t i = 0; memory && size == sizeof(struct record) && i < MOST_RECORDS; i++)
        if (!living[i]) {
            living[i] = memory;
            break;
        }
    return memory;
}

static void forget_record(void *record)
{
    for (size_t i = 0; record && i < MOST_RECORDS; i++)
        if (living[i] == record) {
            living[i] = NULL;
            break;
        }
    free(record);
}

void icd2_again(void)
{
    for (size_t i = 0; i < MOST_RECORDS; i++) {
        free(living[i]);
        living[i] = NULL;
    }
    records = NULL;
}
