/* SPDX-License-Identifier: Apache-2.0 */
/* Managed tables outlive the loader if it leaves them to a driver. No driver here outlives it, so
 * the tables are counted and freed. */
#include <stdlib.h>

static void *note_table(size_t count, size_t size);
static void forget_table(void *table);

#define calloc note_table
#define free   forget_table
#include "../../../loader/load/icd2.c"
#undef calloc
#undef free

#include "again.h"

enum { MOST_TABLES = 4096 };
static void *living[MOST_TABLES];

static void *note_table(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    for (size_t i = 0; memory && size == sizeof(struct managed) && i < MOST_TABLES; i++)
        if (!living[i]) {
            living[i] = memory;
            break;
        }
    return memory;
}

static void forget_table(void *table)
{
    for (size_t i = 0; table && i < MOST_TABLES; i++)
        if (living[i] == table) {
            living[i] = NULL;
            break;
        }
    free(table);
}

void icd2_again(void)
{
    for (size_t i = 0; i < MOST_TABLES; i++) {
        free(living[i]);
        living[i] = NULL;
    }
    all = NULL;
}
