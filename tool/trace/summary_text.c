/* SPDX-License-Identifier: Apache-2.0 */
/* The summary for people: tables of 80 columns, the largest first. */
#include "summary.h"

#include "../data.h"
#include "../terminal.h"
#include "quantity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 12 }; /* of a table */

static uint64_t whole_of(const json_t *object, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(object, name));
}

static const char *time_of(const json_t *object, const char *name)
{
    static char texts[4][QUANTITY];
    static unsigned next;
    return quantity_time(texts[next++ % 4], whole_of(object, name));
}

static const char *bytes_of(const json_t *object, const char *name)
{
    static char texts[4][QUANTITY];
    static unsigned next;
    return quantity_bytes(texts[next++ % 4], whole_of(object, name));
}

/* A name that fits a column of the table: what is longer loses its middle. */
static const char *fitted(const char *name, size_t width)
{
    static char text[100];
    const size_t length = strlen(name), kept = (width - 3) / 2;
    if (length <= width) return name;
    snprintf(text, sizeof text, "%.*s...%s", (int)(width - 3 - kept), name, name + length - kept);
    return text;
}

static void heading(const char *format, const char *first, const char *const columns[5])
{
    line_empty();
    line(0, 0, BOLD, format, first, columns[0], columns[1], columns[2], columns[3], columns[4]);
}

static void rest(size_t rows, size_t shown, const char *what)
{
    if (rows > shown)
        line(2, 2, DIM, "and %zu other %s%s", rows - shown, what, text_plural(rows - shown));
}

static void print_functions(const json_t *functions)
{
    static const char *const columns[] = { "calls", "total", "mean", "longest", "errors" };
    const json_t *it;
    size_t i, shown = 0;
    heading("%-33s %9s %9s %9s %9s %6s", "Calls", columns);
    json_array_foreach(functions, i, it) {
        const uint64_t errors = whole_of(it, "errors");
        /* The call in which a program hung or crashed has no time. */
        if (i >= MOST_ROWS && !whole_of(it, "unfinished")) continue;
        shown++;
        line_begin(0, 2);
        line_add(PLAIN, "%-33s %9llu %9s %9s %9s", fitted(data_text(it, "name"), 33),
                 (unsigned long long)whole_of(it, "calls"), time_of(it, "total"),
                 time_of(it, "mean"), time_of(it, "longest"));
        if (errors) line_add(BAD, " %6llu", (unsigned long long)errors);
        line_end();
        if (whole_of(it, "unfinished"))
            line(2, 2, BAD, "%llu of them did not return",
                 (unsigned long long)whole_of(it, "unfinished"));
    }
    rest(json_array_size(functions), shown, "function");
}

/* "1024x1024/16x16", the global and the local size. */
static char *sizes_text(const json_t *kernel)
{
    static const char *const names[] = { "global", "local" };
    char *text = text_format("%s", "");
    for (int which = 0; which < 2; which++) {
        const json_t *list = json_object_get(kernel, names[which]), *it;
        size_t i;
        json_array_foreach(list, i, it) {
            char *longer = text_format("%s%s%lld", text,
                                       i       ? "x"
                                       : which ? "/"
                                               : "",
                                       (long long)json_integer_value(it));
            free(text);
            text = longer;
        }
    }
    return text;
}

static void print_kernels(const json_t *kernels)
{
    static const char *const columns[] = { "count", "total", "mean", "share", "size" };
    const json_t *it;
    size_t i;
    if (!json_array_size(kernels)) return;
    heading("%-26s %8s %9s %9s %6s  %s", "Kernels, time on the device", columns);
    json_array_foreach(kernels, i, it) {
        char *sizes = sizes_text(it);
        if (i == MOST_ROWS) {
            free(sizes);
            break;
        }
        line_begin(0, 2);
        line_add(PLAIN, "%-26s %8llu %9s %9s %5.1f%%  %s%s", fitted(data_text(it, "name"), 26),
                 (unsigned long long)whole_of(it, "commands"), time_of(it, "total"),
                 time_of(it, "mean"), 100 * json_real_value(json_object_get(it, "share")), sizes,
                 json_is_true(json_object_get(it, "sizes_differ")) ? " ..." : "");
        line_end();
        free(sizes);
    }
    rest(json_array_size(kernels), MOST_ROWS, "kernel");
}

static void print_transfers(const json_t *transfers)
{
    static const char *const columns[] = { "count", "bytes", "total", "mean", "GB/s" };
    const json_t *it;
    size_t i;
    if (!json_array_size(transfers)) return;
    heading("%-26s %8s %9s %9s %9s %7s", "Transfers", columns);
    json_array_foreach(transfers, i, it)
        line(0, 2, PLAIN, "%-26s %8llu %9s %9s %9s %7.2f", data_text(it, "kind"),
             (unsigned long long)whole_of(it, "commands"), bytes_of(it, "bytes"),
             time_of(it, "total"), time_of(it, "mean"),
             json_real_value(json_object_get(it, "gigabytes_per_second")));
}

static void print_queues(const json_t *queues)
{
    const json_t *it;
    size_t i;
    if (!json_array_size(queues)) return;
    line_empty();
    line(0, 0, BOLD, "%-35s %9s %9s %9s", "Queues", "commands", "busy", "idle");
    json_array_foreach(queues, i, it) {
        if (i == MOST_ROWS) break;
        line(0, 2, PLAIN, "%-35s %9llu %9s %9s",
             fitted(data_text(it, *data_text(it, "device") ? "device" : "queue"), 35),
             (unsigned long long)whole_of(it, "commands"), time_of(it, "busy"),
             time_of(it, "idle"));
    }
    rest(json_array_size(queues), MOST_ROWS, "queue");
}

static void print_memory(const json_t *summary)
{
    const json_t *it, *builds = json_object_get(summary, "builds");
    size_t i;
    line_empty();
    json_array_foreach(json_object_get(summary, "memory"), i, it) {
        const uint64_t objects = whole_of(it, "objects_left");
        if (i == MOST_ROWS) break;
        line_begin(0, 2);
        line_add(PLAIN, "Context %zu: at most %s allocated at a time", i + 1, bytes_of(it, "most"));
        if (objects)
            line_add(WARN, ", %s in %llu object%s not freed", bytes_of(it, "left"),
                     (unsigned long long)objects, text_plural((size_t)objects));
        line_end();
    }
    if (whole_of(builds, "builds"))
        line(0, 2, PLAIN, "Building programs: %s in %llu call%s", time_of(builds, "total"),
             (unsigned long long)whole_of(builds, "builds"),
             text_plural((size_t)whole_of(builds, "builds")));
}

static void print_hints(const json_t *hints)
{
    const json_t *it;
    size_t i;
    if (!json_array_size(hints)) return;
    line_empty();
    line(0, 0, BOLD, "What to look at");
    json_array_foreach(hints, i, it) {
        line_begin(0, 2);
        line_add(WARN, "- ");
        line_add(PLAIN, "%s ", data_text(it, "text"));
        line_add(DIM, "%s", data_text(it, "advice"));
        line_end();
    }
}

void summary_print(const json_t *summary)
{
    const uint64_t processes = whole_of(summary, "processes"), calls = whole_of(summary, "calls");
    line_begin(0, 2);
    line_add(BOLD, "%llu call%s", (unsigned long long)calls, text_plural((size_t)calls));
    line_add(PLAIN, " in %.3f s", json_real_value(json_object_get(summary, "seconds")));
    if (processes > 1) line_add(PLAIN, ", %llu processes", (unsigned long long)processes);
    if (whole_of(summary, "threads") > 1)
        line_add(PLAIN, ", %llu threads", (unsigned long long)whole_of(summary, "threads"));
    line_end();
    print_functions(json_object_get(summary, "functions"));
    print_kernels(json_object_get(summary, "kernels"));
    print_transfers(json_object_get(summary, "transfers"));
    print_queues(json_object_get(summary, "queues"));
    print_memory(summary);
    print_hints(json_object_get(summary, "hints"));
}
