/* SPDX-License-Identifier: Apache-2.0 */
/* The summary for people: tables of 80 columns, the largest first. */
#include "summary.h"
#include "hint_subjects.h"

#include "../base/terminal.h"
#include "../base/quantity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 12 }; /* the most rows of a table */
enum { MOST_SIZES = 5 }; /* the most sizes of a kernel */
/* The columns of names. They are the last ones, so that long names fit. */
enum { NAME_COLUMN = 47, SITE_COLUMN = 33 };

/* The text of a time. It is valid until the fourth call after this one. */
static const char *time_of(uint64_t nanoseconds)
{
    static char texts[4][QUANTITY];
    static unsigned next;
    return quantity_time(texts[next++ % 4], nanoseconds);
}

static const char *bytes_of(uint64_t bytes)
{
    static char texts[4][QUANTITY];
    static unsigned next;
    return quantity_bytes(texts[next++ % 4], bytes);
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

static void rest(size_t rows, size_t shown, const char *what)
{
    if (rows > shown)
        line(2, 2, DIM, "and %zu other %s%s", rows - shown, what, text_plural(rows - shown));
}

static void print_functions(const struct summary *summary)
{
    size_t shown = 0;
    heading("%9s %9s %9s %9s  %s", "calls", "total", "mean", "longest", "function");
    for (size_t i = 0; i < summary->functions.count; i++) {
        const unsigned number = summary->functions.items[i];
        const struct function_tally *sums = &summary->tally->functions[number];
        const uint64_t returned = sums->calls - sums->unfinished;
        /* A call in which the program hung or crashed has no time. */
        if (i >= MOST_ROWS && !sums->unfinished) continue;
        shown++;
        line_begin(0, NAME_COLUMN);
        line_add(PLAIN, "%9" PRIu64 " %9s %9s %9s", sums->calls, time_of(sums->nanoseconds),
                 time_of(returned ? sums->nanoseconds / returned : 0), time_of(sums->longest));
        line_add(PLAIN, "  %s", signature_of(number)->name);
        if (sums->errors)
            line_add(BAD, ", %" PRIu64 " error%s", sums->errors, text_plural((size_t)sums->errors));
        if (sums->unfinished) line_add(BAD, ", %" PRIu64 " did not return", sums->unfinished);
        line_end();
    }
    rest(summary->functions.count, shown, "function");
}

/* ---- call sites ---- */

enum { MOST_SITES = 3 }; /* the most sites in a list */

/* Adds the lines that took the most time, each with its share. */
static void add_sites(enum style style, const struct caller_tallies *list)
{
    const struct caller_tally *items = list->items;
    uint64_t times = 0, nanoseconds = 0;
    for (size_t i = 0; i < list->count; i++) {
        times += items[i].times;
        nanoseconds += items[i].nanoseconds;
    }
    for (size_t i = 0; i < list->count && i < MOST_SITES; i++) {
        const double share = nanoseconds ? (double)items[i].nanoseconds / (double)nanoseconds
                                         : (double)items[i].times / (double)times;
        line_add(style, "%s%s", i ? ", " : "", items[i].site->text);
        if (list->count > 1) line_add(style, " (%.0f %%)", 100 * share);
    }
    if (list->count > MOST_SITES)
        line_add(style, " and %zu other%s", list->count - MOST_SITES,
                 text_plural(list->count - MOST_SITES));
}

static void print_sites(const struct sorted_sites *list, const char *calls, const char *name)
{
    if (!list->count) return;
    heading("%9s %9s %9s  %s", calls, "total", "longest", name);
    for (size_t i = 0; i < list->count && i < MOST_ROWS; i++) {
        const struct site_tally *site = list->items[i];
        line_begin(0, SITE_COLUMN);
        line_add(PLAIN, "%9" PRIu64 " %9s %9s", site->times,
                 site->timed ? time_of(site->nanoseconds) : "-",
                 site->timed ? time_of(site->longest) : "-");
        line_add(PLAIN, "  %s, %s", site->name, site->site->text);
        line_end();
        if (site->callers.count < 2) continue;
        line_begin(SITE_COLUMN, SITE_COLUMN);
        line_add(DIM, "from ");
        add_sites(DIM, &site->callers);
        line_end();
    }
    rest(list->count, MOST_ROWS, "call site");
}

static void print_call_sites(const struct sorted_sites sites[])
{
    print_sites(&sites[SITE_CALLS], "calls", "function, where the program called it");
    print_sites(&sites[SITE_WAITS], "waits", "function, where the program waited");
    print_sites(&sites[SITE_KERNELS], "launches", "kernel, where it was launched");
}

/* ---- kernels ---- */

/* Adds the global and the local size, as in "1024x1024/16x16". */
static void add_sizes(const struct launch_tally *launch)
{
    for (unsigned i = 0; i < launch->dimensions; i++)
        line_add(PLAIN, "%s%zu", i ? "x" : " ", launch->global[i]);
    for (unsigned i = 0; launch->local[0] && i < launch->dimensions; i++)
        line_add(PLAIN, "%s%zu", i ? "x" : "/", launch->local[i]);
}

/* Adds how often and how long a kernel ran. */
static void begin_launches(uint64_t commands, const struct spread_figures *took)
{
    line_begin(0, NAME_COLUMN);
    line_add(PLAIN, "%9" PRIu64, commands);
    if (took->count)
        line_add(PLAIN, " %8s %8s %8s %8s", time_of(took->total), time_of(took->median),
                 time_of(took->p99), time_of(took->longest));
    else line_add(PLAIN, " %8s %8s %8s %8s", "-", "-", "-", "-");
}

static void print_launches(const struct launch_tallies *launches)
{
    for (size_t i = 0; i < launches->count && i < MOST_SIZES; i++) {
        struct launch_tally *launch = &launches->items[i];
        const struct spread_figures took = spread_figures(&launch->took);
        begin_launches(launch->commands, &took);
        line_add(PLAIN, "   ");
        add_sizes(launch);
        line_end();
    }
    rest(launches->count, MOST_SIZES, "size");
}

/* Prints a kernel. `all` is the time of all kernels in nanoseconds; `device` is the number of its
 * device, or 0. */
static void print_kernel(struct work_tally *kernel, uint64_t all, unsigned device)
{
    const struct spread_figures took = spread_figures(&kernel->took);
    begin_launches(kernel->commands, &took);
    line_add(BOLD, "  %s", kernel->name);
    if (kernel->launches.count == 1) add_sizes(kernel->launches.items);
    if (device) line_add(PLAIN, " on device %u", device);
    line_end();
    if (took.count)
        line(10, 10, DIM, "%.1f %% of all kernels; deviation %s; queued for %s (median)",
             all ? 100 * (double)kernel->nanoseconds / (double)all : 0, time_of(took.deviation),
             time_of(spread_figures(&kernel->waited).median));
    if (kernel->launches.count > 1) print_launches(&kernel->launches);
}

/* Prints the kernels. Numbers tell several devices apart, because their names may be equal. */
static void print_kernels(const struct tally *tally)
{
    struct work_tally *items = tally->kernels.items;
    const size_t count = tally->kernels.count;
    uint64_t all = 0;
    bool several = false;
    if (!count) return;
    for (size_t i = 0; i < count; i++) {
        all += items[i].nanoseconds;
        several |= items[i].device != items[0].device;
    }
    heading("%9s %8s %8s %8s %8s  %s", "launches", "total", "median", "p99", "longest",
            "kernel, sizes");
    for (size_t i = 0; i < count && i < MOST_ROWS; i++)
        print_kernel(&items[i], all,
                     several ? (unsigned)tally->model->devices[items[i].device].number : 0);
    rest(count, MOST_ROWS, "kernel");
}

static void print_transfer(enum work work, enum memory_kind memory, struct work_tally *transfers)
{
    const struct spread_figures took = spread_figures(&transfers->took);
    const double speed = summary_speed(work, transfers);
    line_begin(0, NAME_COLUMN);
    line_add(PLAIN, "%9" PRIu64 " %9s %9s %9s", transfers->commands, bytes_of(transfers->bytes),
             took.count ? time_of(took.total) : "-", took.count ? time_of(took.mean) : "-");
    if (took.count && speed >= 0) line_add(PLAIN, " %7.2f", speed);
    else line_add(PLAIN, " %7s", "-");
    line_add(PLAIN, "  %s", summary_transfer_name(work, memory));
    line_end();
}

static void print_transfers(struct tally *tally)
{
    bool any = false;
    for (enum work work = READ; work < WORK_COUNT; work++)
        for (enum memory_kind memory = 0; memory < MEMORY_KINDS; memory++) {
            struct work_tally *transfers = &tally->transfers[work][memory];
            if (!transfers->commands) continue;
            if (!any)
                heading("%9s %9s %9s %9s %7s  %s", "count", "bytes", "total", "mean", "GB/s",
                        "transfers");
            any = true;
            print_transfer(work, memory, transfers);
        }
}

/* ---- queues and devices ---- */

static const struct model_queue *queue_at(const struct summary *summary, size_t i)
{
    return &summary->tally->model->queues[summary->queues.items[i]];
}

/* Whether a device has several queues. The time of a single queue is that of its device. */
static bool has_several_queues(const struct summary *summary)
{
    for (size_t i = 0; i < summary->queues.count; i++)
        for (size_t j = 0; j < i; j++)
            if (queue_at(summary, i)->device == queue_at(summary, j)->device) return true;
    return false;
}

/* Adds a device's number, and its name if that is known. */
static void add_device(const struct model_device *device)
{
    line_add(PLAIN, "%" PRIu64, (uint64_t)device->number);
    if (device->name && *device->name) line_add(PLAIN, ", %s", device->name);
}

static void print_queues(const struct summary *summary)
{
    if (!has_several_queues(summary)) return;
    heading("%9s %9s %9s  %s", "commands", "busy", "idle", "queue");
    for (size_t i = 0; i < summary->queues.count && i < MOST_ROWS; i++) {
        const struct model_queue *queue = queue_at(summary, i);
        const struct queue_tally *tally = &summary->tally->queues[summary->queues.items[i]];
        line_begin(0, 31);
        line_add(PLAIN, "%9" PRIu64 " %9s %9s", tally->commands,
                 tally->timed ? time_of(tally->busy) : "-",
                 tally->timed ? time_of(tally->idle) : "-");
        line_add(PLAIN, "  %" PRIu64 " on device ", (uint64_t)queue->number);
        add_device(&summary->tally->model->devices[queue->device]);
        line_end();
    }
    rest(summary->queues.count, MOST_ROWS, "queue");
    line(2, 2, DIM,
         "(idle: its last command had ended, and the host had not yet enqueued the next)");
}

/* The time of each device, from its first command to the end of its last one. */
static void print_devices(const struct tally *tally)
{
    bool any = false;
    for (size_t i = 0; i < tally->model->device_count; i++) {
        const struct device_times *times = &tally->device_times[i];
        if (!times->span) continue;
        if (!any) heading("%9s %9s %9s %9s  %s", "busy", "overlap", "no work", "others", "device");
        any = true;
        line_begin(0, 41);
        line_add(PLAIN, "%9s %9s %9s %9s  ", time_of(times->busy), time_of(times->overlapped),
                 time_of(times->waited_for_host), time_of(times->waited_for_queues));
        add_device(&tally->model->devices[i]);
        line_end();
    }
    if (any)
        line(
            2, 2, DIM,
            "(overlap: a kernel and a transfer ran; no work: every command had ended, and the host "
            "had not yet enqueued the next; others: it waited for commands of other queues)");
}

/* Prints how clocks are aligned. Times that contradict the host's are useless: their commands count
 * as having none. */
static void print_clocks(const struct model *model)
{
    for (size_t i = 0; i < model->device_count; i++) {
        const struct model_device *device = &model->devices[i];
        if (!device->commands || device->clocks.method != CLOCKS_AT_ODDS) continue;
        line_empty();
        line(0, 2, WARN,
             "The times that the driver gives for device %" PRIu64
             ", %s, contradict the host's clock. They are left out of this summary.",
             (uint64_t)device->number,
             device->name && *device->name ? device->name : "whose name is unknown");
    }
}

static void print_left_out(const struct model *model)
{
    for (size_t i = 0; i < model->device_count; i++) {
        const struct model_device *device = &model->devices[i];
        const char *name = device->name && *device->name ? device->name : "whose name is unknown";
        if (device->reversed || device->contradicting || device->untimed) line_empty();
        if (device->reversed)
            line(0, 2, WARN,
                 "The times that the driver gives for %zu command%s of device %" PRIu64
                 ", %s, end before they start. They are left out.",
                 device->reversed, text_plural(device->reversed), (uint64_t)device->number, name);
        if (device->contradicting)
            line(0, 2, WARN,
                 "The times that the driver gives for %zu command%s of device %" PRIu64
                 ", %s, contradict the host's clock, by what most others say: before the call that "
                 "enqueued the command, or after the host saw its end. They are left out.",
                 device->contradicting, text_plural(device->contradicting),
                 (uint64_t)device->number, name);
        if (device->untimed)
            line(0, 2, PLAIN,
                 "The driver gives no times for %zu command%s of device %" PRIu64
                 ", %s: profiling is off for the queue, or not supported.",
                 device->untimed, text_plural(device->untimed), (uint64_t)device->number, name);
    }
}

/* ---- ranges, memory, hints ---- */

/* Prints the ranges: the parts of the program, as it names them. */
static void print_ranges(const struct range_tallies *ranges)
{
    if (!ranges->count) return;
    heading("%9s %8s %8s %8s %8s %8s  %s", "count", "total", "mean", "longest", "waiting", "busy",
            "range");
    for (size_t i = 0; i < ranges->count && i < MOST_ROWS; i++) {
        const struct range_tally *range = &ranges->items[i];
        const uint64_t ended = range->count - range->unfinished;
        char *name = marks_name(range->text);
        line_begin(0, 56);
        line_add(PLAIN, "%9" PRIu64 " %8s %8s %8s", range->count, time_of(range->total),
                 time_of(ended ? range->total / ended : 0), time_of(range->longest));
        line_add(PLAIN, " %8s %8s  %s", time_of(range->waiting), time_of(range->busy), name);
        if (range->unfinished) line_add(BAD, ", %" PRIu64 " did not end", range->unfinished);
        line_end();
        free(name);
    }
    rest(ranges->count, MOST_ROWS, "range");
    line(2, 2, DIM,
         "(waiting: its thread waited in a call of OpenCL; busy: a device worked meanwhile)");
}

static void print_memory(const struct tally *tally)
{
    const struct build_tally *builds = &tally->builds;
    unsigned shown = 0;
    line_empty();
    for (size_t i = 0; i < tally->model->context_count && shown < MOST_ROWS; i++) {
        const struct model_context *context = &tally->model->contexts[i];
        if (!context->objects_made) continue;
        shown++;
        line_begin(0, 2);
        line_add(PLAIN, "Context %" PRIu64 ": at most %s allocated at a time",
                 (uint64_t)context->number, bytes_of(context->all_most));
        if (context->objects_left)
            line_add(WARN, ", %s in %" PRIu64 " object%s not freed", bytes_of(context->all),
                     (uint64_t)context->objects_left, text_plural((size_t)context->objects_left));
        line_end();
    }
    if (builds->builds)
        line(0, 2, PLAIN, "Building programs: %s in %" PRIu64 " call%s",
             time_of(builds->nanoseconds), builds->builds, text_plural((size_t)builds->builds));
}

static void add_sites_of_hint(const struct sorted_sites *sites)
{
    struct caller_tallies list = { NULL, 0, 0 };
    for (size_t i = 0; i < sites->count; i++) {
        const struct site_tally *site = sites->items[i];
        *caller_tallies_add(&list) =
            (struct caller_tally){ site->site, site->times, site->nanoseconds };
    }
    line_add(PLAIN, "Where: ");
    add_sites(PLAIN, &list);
    line_add(PLAIN, ". ");
    free(list.items);
}

static void print_hints(const struct hints *hints)
{
    if (!hints->count) return;
    line_empty();
    line(0, 0, BOLD, "What to look at");
    for (size_t i = 0; i < hints->count; i++) {
        const struct hint *hint = &hints->items[i];
        line_begin(0, 2);
        line_add(WARN, "- ");
        line_add(PLAIN, "%s ", hint->text);
        if (hint->sites.count) add_sites_of_hint(&hint->sites);
        line_add(DIM, "%s", hint->advice);
        line_end();
    }
}

/* ---- all of it ---- */

static double percent_of(uint64_t part, const struct tally *tally)
{
    return tally->host_time ? 100 * (double)part / (double)tally->host_time : 0;
}

/* Says what the program's time may have of the layer's own measuring. */
static void print_own_part(const struct tally *tally)
{
    if (percent_of(tally->added_profiling, tally) < WORTH_BUILDING ||
        tally->added_profiling < LEAST_TIME)
        return;
    line_empty();
    line(0, 2, PLAIN,
         "To measure the device, clrelay trace turned on profiling for the program's queues, which "
         "may be part of the time that enqueuing took: --no-device shows the time without.");
}

/* Where the program's time went, and how busy each device was. */
static void print_headline(const struct tally *tally)
{
    const struct host_times *host = &tally->host;
    const struct {
        uint64_t time;
        const char *name;
    } uses[] = { { host->of[HOST_WAITS], "waiting" },
                 { host->of[HOST_ENQUEUES], "enqueuing" },
                 { host->of[HOST_BUILDS], "building programs" },
                 { host->of[HOST_OTHER_CALLS], "in other calls" },
                 { host_time_outside(host, tally->host_time), "outside OpenCL" } };
    bool any = false;
    line_begin(0, 2);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        const double percent = percent_of(uses[i].time, tally);
        if (percent < 0.5) continue;
        line_add(PLAIN, "%s%.0f %% %s", any ? ", " : "", percent, uses[i].name);
        any = true;
    }
    line_end();
    for (size_t i = 0; i < tally->model->device_count; i++) {
        if (!tally->device_times[i].span) continue;
        line_begin(0, 2);
        line_add(PLAIN, "Device ");
        add_device(&tally->model->devices[i]);
        line_add(PLAIN, " was busy %.0f %% of the time",
                 percent_of(tally->device_times[i].busy, tally));
        line_end();
    }
}

void summary_print(const struct summary *summary)
{
    struct tally *tally = summary->tally;
    const struct recording *recording = tally->model->recording;
    line_begin(0, 2);
    line_add(BOLD, "%" PRIu64 " call%s", tally->calls, text_plural((size_t)tally->calls));
    line_add(PLAIN, " in %.3f s", (double)tally->host_time / 1e9);
    if (recording->process_count > 1)
        line_add(PLAIN, ", %zu processes", (size_t)recording->process_count);
    if (recording->thread_count > 1)
        line_add(PLAIN, ", %zu threads", (size_t)recording->thread_count);
    line_end();
    print_headline(tally);
    print_ranges(&summary->ranges);
    print_functions(summary);
    print_call_sites(summary->sites);
    print_kernels(tally);
    print_transfers(tally);
    print_queues(summary);
    print_devices(tally);
    print_clocks(tally->model);
    print_left_out(tally->model);
    print_memory(tally);
    print_own_part(tally);
    print_hints(&summary->hints);
}
