/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the summaries (summary.h) of two runs. Each is read as JSON, or made from a
 * recording. */
#include "compare.h"

#include "../base/array.h"
#include "../base/data.h"
#include "../base/terminal.h"
#include "../recording/output.h"
#include "../recording/recording.h"
#include "../recording/run.h"
#include "../base/quantity.h"
#include "summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 12 }; /* the most rows of a table */
/* A share of the time of all kernels, for --fail-if. */
static const double worth_failing_share = 0.01;

/* ---- reading ---- */

static json_t *read_recording(const char *path, char **error)
{
    struct recording *recording = recording_open(path, error);
    struct summary *summary;
    struct model *model;
    json_t *json;
    if (!recording) return NULL;
    model = model_make(recording);
    summary = summary_make(model);
    json = summary_json(summary);
    summary_free(summary);
    model_free(model);
    recording_close(recording);
    return json;
}

static bool is_summary(const json_t *object)
{
    return json_is_array(json_object_get(object, "kernels")) &&
           json_is_object(json_object_get(object, "time"));
}

/* Reads a summary, which the caller releases. NULL after an error message. */
static json_t *read_run(const char *path)
{
    char *error = NULL;
    json_t *summary = json_load_file(path, 0, NULL);
    if (summary && !is_summary(summary)) {
        error_line("clrelay trace: %s is not a summary from clrelay trace --json", path);
        json_decref(summary);
        return NULL;
    }
    if (!summary) summary = read_recording(path, &error);
    if (!summary) error_line("clrelay trace: %s", error);
    free(error);
    return summary;
}

/* ---- rows ---- */

/* A figure of both runs, in nanoseconds. */
struct row {
    const char *name;
    double before, after;
    double spread; /* the larger standard deviation; 0: a single value */
    bool counts;   /* --fail-if considers it */
};

static double figure(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

static double change_of(const struct row *row)
{
    return row->before > 0 ? 100 * (row->after / row->before - 1) : 0;
}

static int by_difference(const void *a, const void *b)
{
    const struct row *left = a, *right = b;
    const double one = fabs(left->after - left->before), other = fabs(right->after - right->before);
    return (one < other) - (one > other);
}

ARRAY(rows, struct row);

static void add_row(struct rows *rows, const struct row *row)
{
    *rows_add(rows) = *row;
}

/* The item of a list with the same names as `like`. */
static const json_t *find(const json_t *list, const json_t *like, const char *first,
                          const char *second)
{
    const json_t *item;
    size_t i;
    json_array_foreach(list, i, item)
        if (!strcmp(data_text(item, first), data_text(like, first)) &&
            (!second || !strcmp(data_text(item, second), data_text(like, second))))
            return item;
    return NULL;
}

static void add_host(struct rows *rows, const json_t *before, const json_t *after)
{
    static const char *const names[][2] = { { "waiting", "waiting" },
                                            { "enqueuing", "enqueuing" },
                                            { "building", "building programs" },
                                            { "other_calls", "in other calls" },
                                            { "outside", "outside OpenCL" } };
    const json_t *one = json_object_get(before, "time"), *other = json_object_get(after, "time");
    add_row(rows, &(struct row){ "from the first call to the last", 1e9 * figure(before, "seconds"),
                                 1e9 * figure(after, "seconds"), 0, true });
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_row(rows, &(struct row){ names[i][1], figure(one, names[i][0]),
                                     figure(other, names[i][0]), 0, false });
}

/* Adds the figures of a list; kernels also by device. A kernel missing in one run has no median
 * there; other totals are 0 then. */
static void add_list(struct rows *rows, const char *list, const char *name, const char *measure,
                     const json_t *before, const json_t *after)
{
    const bool kernels = !strcmp(list, "kernels");
    const char *second = kernels ? "device" : NULL;
    const json_t *earlier = json_object_get(before, list), *later = json_object_get(after, list),
                 *item;
    size_t i;
    json_array_foreach(later, i, item) {
        const json_t *other = find(earlier, item, name, second);
        const struct row row = { data_text(item, name), figure(other, measure),
                                 figure(item, measure),
                                 fmax(figure(item, "deviation"), figure(other, "deviation")),
                                 figure(item, "share") >= worth_failing_share };
        if (!kernels || (row.before > 0 && row.after > 0)) add_row(rows, &row);
    }
    json_array_foreach(earlier, i, item)
        if (!kernels && !find(later, item, name, second))
            add_row(rows,
                    &(struct row){ data_text(item, name), figure(item, measure), 0, 0, false });
    if (rows->count) qsort(rows->items, rows->count, sizeof(struct row), by_difference);
}

/* Prints the names that only one run has. */
static void print_missing(const char *list, const char *what, const json_t *present,
                          const json_t *missing, const char *where)
{
    const json_t *item;
    size_t i;
    json_array_foreach(json_object_get(present, list), i, item)
        if (!find(json_object_get(missing, list), item, "name", "device"))
            line(2, 4, DIM, "Only the %s run has %s %s.", where, what, data_text(item, "name"));
}

/* ---- printing ---- */

static void print_rows(const struct rows *rows, const char *title, bool spread)
{
    char before[QUANTITY], after[QUANTITY], deviation[QUANTITY];
    if (!rows->count) return;
    if (spread)
        line(0, 0, BOLD, "%9s %9s %9s %9s  %s", "before", "after", "change", "spread", title);
    else line(0, 0, BOLD, "%9s %9s %9s  %s", "before", "after", "change", title);
    for (size_t i = 0; i < rows->count && i < MOST_ROWS; i++) {
        const struct row *row = &rows->items[i];
        line_begin(0, spread ? 41 : 31);
        line_add(PLAIN, "%9s %9s ", quantity_time(before, (uint64_t)row->before),
                 quantity_time(after, (uint64_t)row->after));
        if (row->before > 0) line_add(PLAIN, "%+8.1f%%", change_of(row));
        else line_add(PLAIN, "%9s", "-");
        if (spread) line_add(PLAIN, " %9s", quantity_time(deviation, (uint64_t)row->spread));
        line_add(PLAIN, "  %s", row->name);
        line_end();
    }
    if (rows->count > MOST_ROWS)
        line(2, 2, DIM, "and %zu other%s, changed less", rows->count - MOST_ROWS,
             text_plural(rows->count - MOST_ROWS));
    line_empty();
}

static json_t *rows_json(const struct rows *rows)
{
    json_t *list = json_array();
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->items[i];
        json_array_append_new(list, json_pack("{s:s, s:f, s:f, s:f, s:f}", "name", row->name,
                                              "before", row->before, "after", row->after, "change",
                                              change_of(row), "spread", row->spread));
    }
    return list;
}

/* ---- all of it ---- */

struct table {
    const char *key, *title;
    bool spread;
    struct rows rows;
};
enum { HOST, KERNELS_TABLE, TRANSFERS, CALLS, TABLES };

static void fill(struct table tables[TABLES], const json_t *before, const json_t *after)
{
    add_host(&tables[HOST].rows, before, after);
    add_list(&tables[KERNELS_TABLE].rows, "kernels", "name", "median", before, after);
    add_list(&tables[TRANSFERS].rows, "transfers", "kind", "total", before, after);
    add_list(&tables[CALLS].rows, "functions", "name", "total", before, after);
}

/* Whether a figure is slower by more than `percent`; prints each such figure. */
static bool is_slower(const struct table tables[TABLES], double percent)
{
    bool slower = false;
    for (int i = HOST; i <= KERNELS_TABLE; i++)
        for (size_t j = 0; j < tables[i].rows.count; j++) {
            const struct row *row = &tables[i].rows.items[j];
            if (!row->counts || change_of(row) <= percent) continue;
            error_line("clrelay trace: %.1f %% slower, more than %g %%: %s%s", change_of(row),
                       percent, i == KERNELS_TABLE ? "kernel " : "the time ", row->name);
            slower = true;
        }
    return slower;
}

static bool print(const struct trace_options *options, const struct table tables[TABLES],
                  const json_t *before, const json_t *after)
{
    char *error = NULL;
    struct output output;
    if ((error = output_open(&output, options->summary ? options->summary : "-", OUTPUT_TEXT)))
        goto failed;
    if (options->json) {
        json_t *object = json_pack("{s:i, s:s}", "schema", 1, "command", "trace --compare");
        for (int i = 0; i < TABLES; i++)
            json_object_set_new(object, tables[i].key, rows_json(&tables[i].rows));
        json_dumpf(object, output.file, JSON_INDENT(2) | JSON_ENSURE_ASCII);
        fputc('\n', output.file);
        json_decref(object);
    } else {
        terminal_use(output.file);
        for (int i = 0; i < TABLES; i++)
            print_rows(&tables[i].rows, tables[i].title, tables[i].spread);
        print_missing("kernels", "kernel", before, after, "earlier");
        print_missing("kernels", "kernel", after, before, "later");
    }
    if (!(error = output_close(&output))) return true;
failed:
    error_line("clrelay trace: %s", error);
    free(error);
    return false;
}

int compare(const struct trace_options *options)
{
    struct table tables[TABLES] = {
        [HOST] = { "time", "the program", false, { NULL, 0, 0 } },
        [KERNELS_TABLE] = { "kernels", "median of kernels", true, { NULL, 0, 0 } },
        [TRANSFERS] = { "transfers", "transfers, in all", false, { NULL, 0, 0 } },
        [CALLS] = { "functions", "calls, in all", false, { NULL, 0, 0 } },
    };
    json_t *before = read_run(options->compare), *after = NULL;
    int status = RUN_FAILED;
    if (before) after = read_run(options->program[0]);
    if (after) {
        fill(tables, before, after);
        if (print(options, tables, before, after))
            status = options->fail_if_slower > 0 && is_slower(tables, options->fail_if_slower);
    }
    for (int i = 0; i < TABLES; i++) free(tables[i].rows.items);
    json_decref(before);
    json_decref(after);
    return status;
}
