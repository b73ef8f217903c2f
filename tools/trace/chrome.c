/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chrome's format: a list of JSON objects, one per line. Its rows are threads of processes, so each
 * lane of a queue becomes a thread, with a number that no real thread has.
 */
#include "timeline_formats.h"

#include "../base/strings.h"
#include "../recording/call_sites.h"
#include "../recording/show.h"
#include "model.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    const struct model *model;
    bool arguments;
    FILE *file;
    uint64_t written; /* bytes written so far */
    bool begun;
    struct string line, text;
};

/* The first rows of queues and of mapped memory: far above the system's thread IDs. */
enum { QUEUE_ROWS = 1900000000, MAPPED_ROWS = 1950000000, LANES_OF_ROW = 1024 };

/* ---- objects ---- */

static void write_line(struct writer *writer)
{
    fwrite(writer->line.text, 1, writer->line.length, writer->file);
    writer->written += writer->line.length;
    string_clear(&writer->line);
}

/* Begins an event of a phase, in a row. */
static void begin(struct writer *writer, const char *phase, const struct process *process,
                  uint64_t row)
{
    string_format(&writer->line, "%s\n{\"ph\":\"%s\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu64,
                  writer->begun ? "," : "", phase, process->id, row);
    writer->begun = true;
}

/* Adds a time in microseconds, with all digits. */
static void add_time(struct writer *writer, const char *name, uint64_t nanoseconds)
{
    string_format(&writer->line, ",\"%s\":%" PRIu64 ".%03u", name, nanoseconds / 1000,
                  (unsigned)(nanoseconds % 1000));
}

static void add_name(struct writer *writer, const char *name)
{
    string_add(&writer->line, ",\"name\":");
    string_add_json(&writer->line, name);
}

static void begin_argument(struct writer *writer, bool *first, const char *name)
{
    string_format(&writer->line, "%s\"%s\":", *first ? ",\"args\":{" : ",", name);
    *first = false;
}

static void add_argument(struct writer *writer, bool *first, const char *name, const char *text)
{
    /* A number has to fit into the 53 bits of JavaScript's integers. */
    const size_t length = strlen(text), digits = strspn(text, "0123456789");
    bool is_number = length == digits && length < 16 && (*text != '0' || length == 1);
    begin_argument(writer, first, name);
    if (is_number && length) string_add(&writer->line, text);
    else string_add_json(&writer->line, text);
}

static void add_number(struct writer *writer, bool *first, const char *name, uint64_t number)
{
    begin_argument(writer, first, name);
    string_format(&writer->line, "%" PRIu64, number);
}

static void add_site(struct writer *writer, bool *first, const char *text)
{
    if (text) add_argument(writer, first, "call site", text);
}

static void end(struct writer *writer, bool no_arguments)
{
    string_add(&writer->line, no_arguments ? "}" : "}}");
    write_line(writer);
}

/* ---- rows ---- */

static uint64_t lane_row(uint64_t rows, size_t place, uint32_t lane)
{
    return rows + place * LANES_OF_ROW + lane;
}

/* Describes a row: its name or position, or the name of its process. Frees the text. */
static void describe(struct writer *writer, const struct process *process, uint64_t row,
                     const char *what, char *text)
{
    bool first = true;
    begin(writer, "M", process, row);
    add_name(writer, what);
    begin_argument(writer, &first, "name");
    string_add_json(&writer->line, text);
    end(writer, first);
    free(text);
}

static void describe_rows(struct writer *writer)
{
    const struct model *model = writer->model;
    const struct recording *recording = model->recording;
    for (size_t i = 0; i < recording->process_count; i++)
        describe(writer, recording->processes[i], recording->processes[i]->id, "process_name",
                 text_format("%s", recording->processes[i]->name));
    for (size_t i = 0; i < recording->thread_count; i++)
        if (recording->threads[i]->name[0])
            describe(writer, recording->threads[i]->process, recording->threads[i]->id,
                     "thread_name", text_format("%s", recording->threads[i]->name));
    for (size_t i = 0; i < model->queue_count; i++) {
        const struct model_queue *queue = &model->queues[i];
        const char *device = model->devices[queue->device].name;
        for (uint32_t lane = 0; lane < queue->lanes; lane++)
            describe(
                writer, queue->process, lane_row(QUEUE_ROWS, i, lane), "thread_name",
                text_format("Queue %u (%s)", queue->number, device ? device : "unknown device"));
    }
}

/* ---- calls ---- */

static void add_flow(struct writer *writer, const char *phase, const struct process *process,
                     uint64_t row, moment at, const struct model_command *command)
{
    if (!model_has_arrow(writer->model, command)) return;
    begin(writer, phase, process, row);
    add_time(writer, "ts", at);
    add_name(writer, "command");
    string_format(&writer->line, ",\"cat\":\"command\",\"id\":%zu%s",
                  (size_t)(command - writer->model->commands) + 1,
                  *phase == 'f' ? ",\"bp\":\"e\"" : "");
    end(writer, true);
}

static void add_arguments(struct writer *writer, bool *first, const struct call *call)
{
    const struct recording *recording = writer->model->recording;
    for (int i = 0; i < call->signature->parameters; i++) {
        string_clear(&writer->text);
        show_argument(&writer->text, recording, call, i);
        if (writer->text.length)
            add_argument(writer, first, call->signature->parameter[i].name, writer->text.text);
    }
    string_clear(&writer->text);
    if (model_has_result(call)) show_result(&writer->text, recording, call);
    if (writer->text.length) add_argument(writer, first, "result", writer->text.text);
}

/* A slice that never ends gets only a beginning. */
static void write_slice(const struct model_slice *slice, void *data)
{
    struct writer *writer = data;
    const struct thread *thread = slice->entry->thread;
    bool first = true;
    begin(writer,
          slice->is_instant     ? "i"
          : slice->end == NEVER ? "B"
                                : "X",
          thread->process, thread->id);
    add_time(writer, "ts", slice->begin);
    if (slice->end != NEVER) add_time(writer, "dur", slice->end - slice->begin);
    add_name(writer, slice->name);
    if (slice->is_instant) string_add(&writer->line, ",\"s\":\"t\"");
    if (writer->arguments && slice->call) add_arguments(writer, &first, slice->call);
    if (slice->call)
        add_site(writer, &first, call_sites_text(writer->model->recording, slice->call));
    if (writer->arguments && slice->callback) {
        begin_argument(writer, &first, "object");
        string_format(&writer->line, "\"0x%" PRIx64 "\"", slice->callback->object);
        begin_argument(writer, &first, "status");
        string_format(&writer->line, "%" PRId64, slice->callback->status);
    }
    end(writer, first);
    if (slice->command)
        add_flow(writer, "s", thread->process, thread->id, slice->begin, slice->command);
}

/* ---- commands and memory ---- */

static void add_sizes(struct writer *writer, bool *first, const char *name, const uint64_t sizes[3])
{
    begin_argument(writer, first, name);
    string_format(&writer->line, "[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", sizes[0], sizes[1],
                  sizes[2]);
}

static void write_command(struct writer *writer, const struct model_command *command)
{
    const struct model *model = writer->model;
    const struct process *process = model->queues[command->queue].process;
    const uint64_t row = lane_row(QUEUE_ROWS, command->queue, command->lane);
    const struct model_launch launch = model_launch(model, command);
    const uint64_t bytes = command->bytes;
    bool first = true;
    begin(writer, "X", process, row);
    add_time(writer, "ts", command->started);
    add_time(writer, "dur", command->ended - command->started);
    add_name(writer, model_command_name(model, command));
    if (launch.dimensions) add_sizes(writer, &first, "global work size", launch.global);
    if (launch.local_given) add_sizes(writer, &first, "local work size", launch.local);
    if (bytes) add_number(writer, &first, "bytes", bytes);
    add_site(writer, &first, model_command_site(model, command));
    add_number(writer, &first, "queued for (ns)", command->submitted - command->queued);
    add_number(writer, &first, "submitted for (ns)", command->started - command->submitted);
    end(writer, first);
    add_flow(writer, "f", process, row, command->started, command);
}

static void write_counter(struct writer *writer, const struct process *process, moment at,
                          char *name, const char *series, uint64_t value)
{
    bool first = true;
    begin(writer, "C", process, process->id);
    add_time(writer, "ts", at);
    add_name(writer, name);
    add_number(writer, &first, series, value);
    end(writer, first);
    free(name);
}

struct waiting {
    struct writer *writer;
    const struct model_queue *queue;
};

static void write_waiting(moment at, uint64_t count, void *data)
{
    const struct waiting *waiting = data;
    write_counter(waiting->writer, waiting->queue->process, at,
                  text_format("Queue %u: commands that wait", waiting->queue->number), "commands",
                  count);
}

static void write_queues(struct writer *writer)
{
    const struct model *model = writer->model;
    for (size_t i = 0; i < model->timed_count; i++) {
        const struct model_command *command = &model->commands[model->order[i]];
        if (!command->outside) write_command(writer, command);
    }
    for (size_t i = 0; i < model->queue_count; i++) {
        struct waiting waiting = { writer, &model->queues[i] };
        model_waiting(model, waiting.queue, write_waiting, &waiting);
    }
}

static void write_memory(struct writer *writer)
{
    const struct model *model = writer->model;
    for (size_t i = 0; i < model->change_count; i++) {
        const struct model_change *change = &model->changes[i];
        const struct model_context *context = &model->contexts[change->context];
        write_counter(
            writer, context->process, change->at,
            text_format("Context %u: %s", context->number, model_memory_name(change->kind)),
            "bytes", change->bytes);
    }
}

static void write_mapping(struct writer *writer, const struct model_mapping *mapping)
{
    const struct model_context *context = &writer->model->contexts[mapping->context];
    uint64_t row = lane_row(MAPPED_ROWS, mapping->context, mapping->lane);
    bool first = true;
    describe(writer, context->process, row, "thread_name",
             text_format("Context %u: mapped memory", context->number));
    begin(writer, mapping->end == NEVER ? "B" : "X", context->process, row);
    add_time(writer, "ts", mapping->begin);
    if (mapping->end != NEVER) add_time(writer, "dur", mapping->end - mapping->begin);
    add_name(writer, "mapped");
    begin_argument(writer, &first, "pointer");
    string_format(&writer->line, "\"0x%" PRIx64 "\"", mapping->pointer);
    end(writer, first);
}

/* One end of a range that any thread may end. */
static void write_end(struct writer *writer, const char *phase, const struct range *range,
                      size_t place, moment at)
{
    char *name = marks_name(range->text);
    begin(writer, phase, range->thread->process, range->thread->id);
    add_time(writer, "ts", at);
    add_name(writer, name);
    string_format(&writer->line, ",\"cat\":\"range\",\"id\":\"range %zu\"", place + 1);
    end(writer, true);
    free(name);
}

static void write_ranges(struct writer *writer)
{
    const struct marks *marks = &writer->model->marks;
    for (size_t i = 0; i < marks->ranges.count; i++) {
        const struct range *range = marks_range(marks, i);
        if (range->is_nested || range->is_outside) continue;
        write_end(writer, "b", range, i, range->begin);
        if (range->end != NEVER) write_end(writer, "e", range, i, range->end);
    }
}

/* Adds the alignment of clocks, which the format has no place for, as further text. */
static void add_clocks(struct writer *writer)
{
    const struct model *model = writer->model;
    string_add(&writer->line, ",\"otherData\":{");
    for (size_t i = 0; i < model->device_count; i++) {
        const struct model_device *device = &model->devices[i];
        char *clock = clocks_text(&device->clocks);
        string_format(&writer->line, "%s\n\"clock of device %u\":", i > 0 ? "," : "",
                      device->number);
        string_add_json(&writer->line, clock);
        free(clock);
    }
    string_add(&writer->line, "}");
}

uint64_t format_chrome(FILE *to, const struct model *model, bool arguments)
{
    struct writer writer = { .model = model, .arguments = arguments, .file = to };
    string_add(&writer.line, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    write_line(&writer);
    describe_rows(&writer);
    model_walk(model, write_slice, NULL, &writer);
    write_queues(&writer);
    write_memory(&writer);
    for (size_t i = 0; i < model->mapping_count; i++) write_mapping(&writer, &model->mappings[i]);
    write_ranges(&writer);
    string_add(&writer.line, "\n]");
    add_clocks(&writer);
    string_add(&writer.line, "}\n");
    write_line(&writer);
    string_free(&writer.line);
    string_free(&writer.text);
    return writer.written;
}
