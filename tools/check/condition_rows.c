/* SPDX-License-Identifier: Apache-2.0 */
#include "condition_rows.h"

#include "../base/system.h"
#include "../base/text.h"
#include "../recording/layer_file.h"

#include <stdlib.h>
#include <string.h>

static struct condition_row *rows;
static size_t row_count;

const struct condition_row *conditions_rows(size_t *count)
{
    *count = row_count;
    return rows;
}

static void add_row(const struct condition_row *row, void *data)
{
    (void)data;
    rows = require_memory(realloc(rows, (row_count + 1) * sizeof *rows));
    rows[row_count++] = *row;
}

char *conditions_read(void)
{
    char *complaint = NULL, *message = NULL, *path;
    conditions_function *list = NULL;
    void *layer, *found;
    if (rows) return NULL;
    path = layer_file_find("check", &complaint);
    if (!path) return complaint;
    layer = system_bind(path, &message);
    found = layer ? system_function(layer, CONDITIONS_SYMBOL) : NULL;
    memcpy(&list, &found, sizeof list);
    if (list) list(add_row, NULL);
    else
        complaint = text_format("%s can't be asked: %s", path,
                                message ? message : "it belongs to another version of clrelay");
    free(message);
    free(path);
    return complaint;
}

const char *condition_checked_by(enum checked_by checked)
{
    static const char *const names[] = { "handle", "before", "after", "driver" };
    return names[checked];
}

void conditions_of_driver(unsigned number, int32_t error,
                          void (*visit)(const char *text, void *data), void *data)
{
    free(conditions_read());
    for (const struct condition_row *row = rows; row && row < rows + row_count; row++)
        if (row->function == number && row->checked == CHECKED_BY_DRIVER && row->error == error)
            visit(row->text, data);
}
