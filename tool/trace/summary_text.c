/* SPDX-License-Identifier: Apache-2.0 */
/* The summary for people: tables of 80 columns, the largest first. */
#include "summary.h"

#include "../base/data.h"
#include "../base/terminal.h"
#include "quantity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 12 }; /* of a table */
enum { MOST_SIZES = 5 }; /* of a kernel */
/* The columns of names: last, so that long names fit. */
enum { NAME_COLUMN = 47, SITE_COLUMN = 33 };

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

static void heading(const char *format, ...) PRINTF_LIKE(1, 2);
static void heading(const char *format, ...)
{
    va_list arguments;
    char *text;
    va_start(arguments, format);
    text = text_format_list(format, arguments);
    va_end(arguments);
    line_empty();
    line(0, 0, BOLD, "%s", text);
    free(text);
}

/* Numbers distinguish several devices, because their names may be equal. */
static bool has_several(const json_t *list)
{
    const json_t *it;
    size_t i;
    json_array_foreach(list, i, it)
        if (whole_of(it, "device_number") != whole_of(json_array_get(list, 0), "device_number"))
            return true;
    return false;
}

static void rest(size_t rows, size_t shown, const char *what)
{
    if (rows > shown)
        line(2, 2, DIM, "and %zu other %s%s", rows - shown, what, text_plural(rows - shown));
}

static void print_functions(const json_t *functions)
{
    const json_t *it;
    size_t i, shown = 0;
    heading("%9s %9s %9s %9s  %s", "calls", "total", "mean", "longest", "function");
    json_array_foreach(functions, i, it) {
        const uint64_t errors = whole_of(it, "errors");
        /* A call in which the program hung or crashed has no time. */
        if (i >= MOST_ROWS && !whole_of(it, "unfinished")) continue;
        shown++;
        line_begin(0, NAME_COLUMN);
        line_add(PLAIN, "%9llu %9s %9s %9s", (unsigned long long)whole_of(it, "calls"),
                 time_of(it, "total"), time_of(it, "mean"), time_of(it, "longest"));
        line_add(PLAIN, "  %s", data_text(it, "name"));
        if (errors)
            line_add(BAD, ", %llu error%s", (unsigned long long)errors,
                     text_plural((size_t)errors));
        if (whole_of(it, "unfinished"))
            line_add(BAD, ", %llu did not return", (unsigned long long)whole_of(it, "unfinished"));
        line_end();
    }
    rest(json_array_size(functions), shown, "function");
}

/* ---- call sites ---- */

enum { MOST_SITES = 3 }; /* in a list of them */

/* Adds the lines that took the most time, each with its share. */
static void add_sites(enum style style, const json_t *list)
{
    const size_t count = json_array_size(list);
    const char *measure = "total";
    uint64_t all = 0;
    const json_t *it;
    size_t i;
    json_array_foreach(list, i, it) all += whole_of(it, measure);
    if (!all) measure = "calls";
    if (!all)
        json_array_foreach(list, i, it) all += whole_of(it, measure);
    json_array_foreach(list, i, it) {
        if (i == MOST_SITES) break;
        line_add(style, "%s%s", i ? ", " : "", data_text(json_object_get(it, "site"), "text"));
        if (count > 1)
            line_add(style, " (%.0f %%)", 100 * (double)whole_of(it, measure) / (double)all);
    }
    if (count > MOST_SITES)
        line_add(style, " and %zu other%s", count - MOST_SITES, text_plural(count - MOST_SITES));
}

static void print_sites(const json_t *list, const char *calls, const char *name)
{
    const json_t *it;
    size_t i, shown = 0;
    if (!json_array_size(list)) return;
    heading("%9s %9s %9s  %s", calls, "total", "longest", name);
    json_array_foreach(list, i, it) {
        const uint64_t times = whole_of(it, "calls"), timed = whole_of(it, "timed");
        const json_t *callers = json_object_get(it, "callers");
        if (i >= MOST_ROWS) break;
        shown++;
        line_begin(0, SITE_COLUMN);
        line_add(PLAIN, "%9llu %9s %9s", (unsigned long long)times,
                 timed ? time_of(it, "total") : "-", timed ? time_of(it, "longest") : "-");
        line_add(PLAIN, "  %s, %s", data_text(it, "name"),
                 data_text(json_object_get(it, "site"), "text"));
        line_end();
        if (json_array_size(callers) < 2) continue;
        line_begin(SITE_COLUMN, SITE_COLUMN);
        line_add(DIM, "from ");
        add_sites(DIM, callers);
        line_end();
    }
    rest(json_array_size(list), shown, "call site");
}

static void print_call_sites(const json_t *sites)
{
    print_sites(json_object_get(sites, "calls"), "calls", "function, where the program called it");
    print_sites(json_object_get(sites, "waits"), "waits", "function, where the program waited");
    print_sites(json_object_get(sites, "kernels"), "launches", "kernel, where it was launched");
}

/* ---- kernels ---- */

/* Adds the global and the local size, as in "1024x1024/16x16". */
static void add_sizes(const json_t *launch)
{
    static const char *const names[] = { "global", "local" };
    for (int which = 0; which < 2; which++) {
        const json_t *list = json_object_get(launch, names[which]), *it;
        size_t i;
        json_array_foreach(list, i, it)
            line_add(PLAIN, "%s%lld",
                     i       ? "x"
                     : which ? "/"
                             : " ",
                     (long long)json_integer_value(it));
    }
}

/* Adds how often and how long a kernel ran. */
static void begin_launches(const json_t *it)
{
    line_begin(0, NAME_COLUMN);
    line_add(PLAIN, "%9llu", (unsigned long long)whole_of(it, "commands"));
    if (whole_of(it, "timed"))
        line_add(PLAIN, " %8s %8s %8s %8s", time_of(it, "total"), time_of(it, "median"),
                 time_of(it, "p99"), time_of(it, "longest"));
    else line_add(PLAIN, " %8s %8s %8s %8s", "-", "-", "-", "-");
}

static void print_launches(const json_t *launches)
{
    const json_t *it;
    size_t i;
    json_array_foreach(launches, i, it) {
        if (i == MOST_SIZES) break;
        begin_launches(it);
        line_add(PLAIN, "   ");
        add_sizes(it);
        line_end();
    }
    rest(json_array_size(launches), MOST_SIZES, "size");
}

static void print_kernels(const json_t *kernels)
{
    const bool several = has_several(kernels);
    const json_t *it;
    size_t i;
    if (!json_array_size(kernels)) return;
    heading("%9s %8s %8s %8s %8s  %s", "launches", "total", "median", "p99", "longest",
            "kernel, sizes");
    json_array_foreach(kernels, i, it) {
        const json_t *launches = json_object_get(it, "launches");
        if (i == MOST_ROWS) break;
        begin_launches(it);
        line_add(BOLD, "  %s", data_text(it, "name"));
        if (json_array_size(launches) == 1) add_sizes(json_array_get(launches, 0));
        if (several)
            line_add(PLAIN, " on device %llu", (unsigned long long)whole_of(it, "device_number"));
        line_end();
        if (whole_of(it, "timed"))
            line(10, 10, DIM, "%.1f %% of all kernels; deviation %s; queued for %s (median)",
                 100 * json_real_value(json_object_get(it, "share")), time_of(it, "deviation"),
                 time_of(it, "waited"));
        if (json_array_size(launches) > 1) print_launches(launches);
    }
    rest(json_array_size(kernels), MOST_ROWS, "kernel");
}

static void print_transfers(const json_t *transfers)
{
    const json_t *it;
    size_t i;
    if (!json_array_size(transfers)) return;
    heading("%9s %9s %9s %9s %7s  %s", "count", "bytes", "total", "mean", "GB/s", "transfers");
    json_array_foreach(transfers, i, it) {
        const json_t *speed = json_object_get(it, "gigabytes_per_second");
        const bool timed = whole_of(it, "timed");
        line_begin(0, NAME_COLUMN);
        line_add(PLAIN, "%9llu %9s %9s %9s", (unsigned long long)whole_of(it, "commands"),
                 bytes_of(it, "bytes"), timed ? time_of(it, "total") : "-",
                 timed ? time_of(it, "mean") : "-");
        if (timed && json_is_real(speed)) line_add(PLAIN, " %7.2f", json_real_value(speed));
        else line_add(PLAIN, " %7s", "-");
        line_add(PLAIN, "  %s", data_text(it, "kind"));
        line_end();
    }
}

/* Whether a device has several queues. A single queue's time is its device's. */
static bool has_several_queues(const json_t *queues)
{
    const json_t *one, *other;
    size_t i, j;
    json_array_foreach(queues, i, one)
        for (j = 0; j < i; j++) {
            other = json_array_get(queues, j);
            if (whole_of(one, "device_number") == whole_of(other, "device_number")) return true;
        }
    return false;
}

static void print_queues(const json_t *queues)
{
    const json_t *it;
    size_t i;
    if (!has_several_queues(queues)) return;
    heading("%9s %9s %9s  %s", "commands", "busy", "idle", "queue");
    json_array_foreach(queues, i, it) {
        const bool timed = whole_of(it, "timed");
        if (i == MOST_ROWS) break;
        line_begin(0, 31);
        line_add(PLAIN, "%9llu %9s %9s", (unsigned long long)whole_of(it, "commands"),
                 timed ? time_of(it, "busy") : "-", timed ? time_of(it, "idle") : "-");
        line_add(PLAIN, "  %llu on device %llu", (unsigned long long)whole_of(it, "number"),
                 (unsigned long long)whole_of(it, "device_number"));
        if (*data_text(it, "device")) line_add(PLAIN, ", %s", data_text(it, "device"));
        line_end();
    }
    rest(json_array_size(queues), MOST_ROWS, "queue");
    line(2, 2, DIM,
         "(idle: its last command had ended, and the host had not yet enqueued the next)");
}

/* The time of each device, from its first command to the end of its last one. */
static void print_devices(const json_t *devices)
{
    const json_t *it;
    size_t i;
    bool any = false;
    json_array_foreach(devices, i, it) {
        if (!whole_of(it, "span")) continue;
        if (!any) heading("%9s %9s %9s %9s  %s", "busy", "overlap", "no work", "others", "device");
        any = true;
        line_begin(0, 41);
        line_add(PLAIN, "%9s %9s %9s %9s  %llu", time_of(it, "busy"), time_of(it, "overlapped"),
                 time_of(it, "waited_for_host"), time_of(it, "waited_for_queues"),
                 (unsigned long long)whole_of(it, "device_number"));
        if (*data_text(it, "device")) line_add(PLAIN, ", %s", data_text(it, "device"));
        line_end();
    }
    if (any)
        line(
            2, 2, DIM,
            "(overlap: a kernel and a transfer ran; no work: every command had ended, and the host "
            "had not yet enqueued the next; others: it waited for commands of other queues)");
}

/* Times that contradict the host's are useless: their commands count as having none. */
static void print_clocks(const json_t *devices)
{
    const json_t *it;
    size_t i;
    json_array_foreach(devices, i, it)
        if (!json_is_true(json_object_get(it, "clock_agrees"))) {
            line_empty();
            line(
                0, 2, WARN,
                "The times that the driver gives for device %llu, %s, contradict the host's clock. "
                "They are left out of this summary.",
                (unsigned long long)whole_of(it, "device_number"),
                *data_text(it, "device") ? data_text(it, "device") : "whose name is unknown");
        }
}

/* The parts of the program, as it names them. */
static void print_ranges(const json_t *ranges)
{
    const json_t *it;
    size_t i;
    if (!json_array_size(ranges)) return;
    heading("%9s %8s %8s %8s %8s %8s  %s", "count", "total", "mean", "longest", "waiting", "busy",
            "range");
    json_array_foreach(ranges, i, it) {
        const uint64_t unfinished = whole_of(it, "unfinished");
        if (i == MOST_ROWS) break;
        line_begin(0, 56);
        line_add(PLAIN, "%9llu %8s %8s %8s", (unsigned long long)whole_of(it, "count"),
                 time_of(it, "total"), time_of(it, "mean"), time_of(it, "longest"));
        line_add(PLAIN, " %8s %8s  %s", time_of(it, "waiting"), time_of(it, "busy"),
                 data_text(it, "name"));
        if (unfinished) line_add(BAD, ", %llu did not end", (unsigned long long)unfinished);
        line_end();
    }
    rest(json_array_size(ranges), MOST_ROWS, "range");
    line(2, 2, DIM,
         "(waiting: its thread waited in a call of OpenCL; busy: a device worked meanwhile)");
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
        line_add(PLAIN, "Context %llu: at most %s allocated at a time",
                 (unsigned long long)whole_of(it, "number"), bytes_of(it, "most"));
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
        if (json_object_get(it, "call_sites")) {
            line_add(PLAIN, "Where: ");
            add_sites(PLAIN, json_object_get(it, "call_sites"));
            line_add(PLAIN, ". ");
        }
        line_add(DIM, "%s", data_text(it, "advice"));
        line_end();
    }
}

static double part(const json_t *summary, uint64_t time)
{
    const double seconds = json_real_value(json_object_get(summary, "seconds"));
    return seconds > 0 ? (double)time / seconds / 1e7 : 0;
}

/* Where the program's time went, and how busy each device was. */
static void print_headline(const json_t *summary)
{
    static const char *const names[][2] = { { "waiting", "waiting" },
                                            { "enqueuing", "enqueuing" },
                                            { "building", "building programs" },
                                            { "other_calls", "in other calls" },
                                            { "outside", "outside OpenCL" } };
    const json_t *time = json_object_get(summary, "time"), *it;
    bool any = false;
    size_t i;
    line_begin(0, 2);
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        const double percent = part(summary, whole_of(time, names[i][0]));
        if (percent < 0.5) continue;
        line_add(PLAIN, "%s%.0f %% %s", any ? ", " : "", percent, names[i][1]);
        any = true;
    }
    line_end();
    json_array_foreach(json_object_get(summary, "devices"), i, it)
        if (whole_of(it, "span"))
            line(0, 2, PLAIN, "Device %llu%s%s was busy %.0f %% of the time",
                 (unsigned long long)whole_of(it, "device_number"),
                 *data_text(it, "device") ? ", " : "", data_text(it, "device"),
                 part(summary, whole_of(it, "busy")));
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
    print_headline(summary);
    print_ranges(json_object_get(summary, "ranges"));
    print_functions(json_object_get(summary, "functions"));
    print_call_sites(json_object_get(summary, "call_sites"));
    print_kernels(json_object_get(summary, "kernels"));
    print_transfers(json_object_get(summary, "transfers"));
    print_queues(json_object_get(summary, "queues"));
    print_devices(json_object_get(summary, "devices"));
    print_clocks(json_object_get(summary, "devices"));
    print_memory(summary);
    print_hints(json_object_get(summary, "hints"));
}
