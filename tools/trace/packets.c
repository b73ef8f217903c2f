/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Builds one packet at a time, in memory that all packets use. A cache of fixed size maps texts to
 * numbers; a text that was evicted gets a new number, which only costs space.
 */
#include "packets.h"

#include "../base/text.h"
#include "gzip.h"

#include <stdlib.h>
#include <string.h>

/* Clocks from 64 on are local to a sequence. */
enum { SEQUENCE_CLOCK = 64 };

enum { SETS = 2048, WAYS = 4 };

struct known_text {
    uint64_t hash;   /* the hash of the text, its list and the sequence; 0: empty */
    uint64_t number; /* 0: the text came once, and was written in full */
};

enum { ARGUMENTS_IN_EVENT = ARGUMENTS_MOST + 8, TEXTS_IN_PACKET = 2 * ARGUMENTS_IN_EVENT + 4 };

struct packets {
    struct gzip *file;
    uint64_t written; /* bytes before compression */
    const struct record_file *clock;
    uint32_t sequences;
    struct known_text *known;
    unsigned replaced;
    unsigned char *bytes;
    size_t space;
    /* The current packet. */
    struct sequence *sequence;
    TracePacket packet;
    TrackEvent event;
    DebugAnnotation arguments[ARGUMENTS_IN_EVENT], *argument[ARGUMENTS_IN_EVENT];
    InternedData texts;
    InternedText text[TEXTS_IN_PACKET], *lists[STAGE_NAMES][TEXTS_IN_PACKET];
    size_t text_count;
    InternedGpuRenderStageSpecification stage, *stages;
    /* Copies of texts that are not valid UTF-8, which protobuf demands. */
    char *copies[TEXTS_IN_PACKET];
    size_t copy_count;
};

struct packets *packets_open(FILE *file, const struct record_file *clock)
{
    struct packets *packets = require_memory(calloc(1, sizeof *packets));
    packets->file = gzip_open(file);
    packets->clock = clock;
    packets->known = require_memory(calloc(SETS, WAYS * sizeof *packets->known));
    return packets;
}

uint64_t packets_close(struct packets *packets)
{
    const uint64_t written = packets->written;
    gzip_close(packets->file);
    free(packets->known);
    free(packets->bytes);
    free(packets);
    return written;
}

/* Writes the packet as an element of Trace. */
static void write_packet(struct packets *packets)
{
    size_t size = trace_packet__get_packed_size(&packets->packet), rest = size, head = 0;
    if (size + 16 > packets->space) {
        packets->space = 2 * (size + 16);
        packets->bytes = require_memory(realloc(packets->bytes, packets->space));
    }
    packets->bytes[head++] = 1 << 3 | 2; /* field 1, with a length */
    for (; rest > 0x7f; rest >>= 7) packets->bytes[head++] = (unsigned char)(rest | 0x80);
    packets->bytes[head++] = (unsigned char)rest;
    size = head + trace_packet__pack(&packets->packet, packets->bytes + head);
    gzip_write(packets->file, packets->bytes, size);
    packets->written += size;
}

/* ---- sequences ---- */

static void add_clock(ClockSnapshot *snapshot, ClockSnapshot__Clock *clock, uint32_t id,
                      uint64_t time)
{
    clock_snapshot__clock__init(clock);
    clock->has_clock_id = clock->has_timestamp = true;
    clock->clock_id = id;
    clock->timestamp = time;
    snapshot->clocks[snapshot->n_clocks++] = clock;
}

static void set_sequence(struct packets *packets, uint32_t flags)
{
    packets->packet.has_trusted_packet_sequence_id = true;
    packets->packet.trusted_packet_sequence_id = packets->sequence->id;
    packets->packet.has_sequence_flags = true;
    packets->packet.sequence_flags = flags;
}

/* Begins a sequence. Its first packet defines its clock, which starts with the recording, and the
 * defaults of its packets. */
static void begin_sequence(struct packets *packets)
{
    const uint64_t start = packets->clock->first.nanoseconds;
    ClockSnapshot snapshot = CLOCK_SNAPSHOT__INIT;
    ClockSnapshot__Clock clock[4], *clocks[4];
    TracePacketDefaults defaults = TRACE_PACKET_DEFAULTS__INIT;
    TrackEventDefaults event_defaults = TRACK_EVENT_DEFAULTS__INIT;
    packets->sequence->id = ++packets->sequences;
    snapshot.clocks = clocks;
    add_clock(&snapshot, &clock[0], BUILTIN_CLOCK__BUILTIN_CLOCK_MONOTONIC, start);
    add_clock(&snapshot, &clock[1], SEQUENCE_CLOCK, start);
    clock[1].has_is_incremental = clock[1].is_incremental = true;
    if (packets->sequences == 1 && packets->clock->realtime)
        add_clock(&snapshot, &clock[2], BUILTIN_CLOCK__BUILTIN_CLOCK_REALTIME,
                  packets->clock->realtime);
    /* Viewers expect to relate a trace's clocks to this one. */
    if (packets->sequences == 1 && packets->clock->boottime)
        add_clock(&snapshot, &clock[3], BUILTIN_CLOCK__BUILTIN_CLOCK_BOOTTIME,
                  packets->clock->boottime);
    snapshot.has_primary_trace_clock = true;
    snapshot.primary_trace_clock = BUILTIN_CLOCK__BUILTIN_CLOCK_MONOTONIC;
    event_defaults.has_track_uuid = true;
    event_defaults.track_uuid = packets->sequence->track;
    if (packets->sequence->track) defaults.track_event_defaults = &event_defaults;
    defaults.has_timestamp_clock_id = true;
    defaults.timestamp_clock_id = SEQUENCE_CLOCK;
    trace_packet__init(&packets->packet);
    packets->packet.clock_snapshot = &snapshot;
    packets->packet.trace_packet_defaults = &defaults;
    packets->packet.has_first_packet_on_sequence = true;
    packets->packet.first_packet_on_sequence = true;
    set_sequence(packets, TRACE_PACKET__SEQUENCE_FLAGS__SEQ_INCREMENTAL_STATE_CLEARED);
    write_packet(packets);
}

TracePacket *packet_begin(struct packets *packets, struct sequence *sequence)
{
    packets->sequence = sequence;
    if (!sequence->id) begin_sequence(packets);
    trace_packet__init(&packets->packet);
    set_sequence(packets, TRACE_PACKET__SEQUENCE_FLAGS__SEQ_NEEDS_INCREMENTAL_STATE);
    return &packets->packet;
}

TrackEvent *packet_begin_event(struct packets *packets, struct sequence *sequence,
                               TrackEvent__Type type)
{
    packet_begin(packets, sequence);
    track_event__init(&packets->event);
    packets->event.has_type = true;
    packets->event.type = type;
    packets->event.debug_annotations = packets->argument;
    packets->packet.track_event = &packets->event;
    return &packets->event;
}

void packet_send_description(struct packets *packets)
{
    write_packet(packets);
    while (packets->copy_count) free(packets->copies[--packets->copy_count]);
    packets->text_count = 0;
}

void packet_send(struct packets *packets, moment at)
{
    struct sequence *sequence = packets->sequence;
    packets->packet.has_timestamp = true;
    packets->packet.timestamp = at > sequence->last ? at - sequence->last : 0;
    sequence->last += packets->packet.timestamp;
    packet_send_description(packets);
}

/* ---- texts ---- */

/* FNV-1a. */
static uint64_t hash_of(const struct packets *packets, enum texts list, const char *text)
{
    uint64_t hash = 0xcbf29ce484222325;
    hash ^= ((uint64_t)packets->sequence->id * TEXT_LISTS + (uint64_t)list) * 0x9e3779b97f4a7c15;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return hash ? hash : 1;
}

/* The cache entry of a text. *seen becomes whether the text came before. */
static struct known_text *find_text(struct packets *packets, uint64_t hash, bool *seen)
{
    struct known_text *set = &packets->known[(hash >> 32) % SETS * WAYS], *known;
    *seen = true;
    for (known = set; known < set + WAYS; known++)
        if (known->hash == hash) return known;
    *seen = false;
    known = &set[packets->replaced++ % WAYS];
    known->hash = hash;
    known->number = 0;
    return known;
}

static const char *valid(struct packets *packets, const char *text)
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at > 0x7e) {
            packets->copies[packets->copy_count] = text_valid(text);
            return packets->copies[packets->copy_count++];
        }
    return text;
}

static void define_stage(struct packets *packets, uint64_t number, const char *text)
{
    interned_gpu_render_stage_specification__init(&packets->stage);
    packets->stage.has_iid = true;
    packets->stage.iid = number;
    packets->stage.name = (char *)(uintptr_t)text;
    packets->stage.has_category = true;
    packets->stage.category =
        INTERNED_GPU_RENDER_STAGE_SPECIFICATION__RENDER_STAGE_CATEGORY__COMPUTE;
    packets->stages = &packets->stage;
    packets->texts.gpu_specifications = &packets->stages;
    packets->texts.n_gpu_specifications = 1;
}

static void define_text(struct packets *packets, enum texts list, uint64_t number, const char *text)
{
    struct {
        size_t *count;
        InternedText ***items;
    } lists[] = {
        [EVENT_NAMES] = { &packets->texts.n_event_names, &packets->texts.event_names },
        [ARGUMENT_NAMES] = { &packets->texts.n_debug_annotation_names,
                             &packets->texts.debug_annotation_names },
        [ARGUMENT_TEXTS] = { &packets->texts.n_debug_annotation_string_values,
                             &packets->texts.debug_annotation_string_values },
        [KERNEL_NAMES] = { &packets->texts.n_compute_kernels, &packets->texts.compute_kernels },
    };
    InternedText *interned = &packets->text[packets->text_count];
    if (packets->text_count++ == 0) interned_data__init(&packets->texts);
    packets->packet.interned_data = &packets->texts;
    text = valid(packets, text);
    if (list == STAGE_NAMES) {
        define_stage(packets, number, text);
        return;
    }
    interned_text__init(interned);
    interned->has_iid = true;
    interned->iid = number;
    interned->name = (char *)(uintptr_t)text;
    *lists[list].items = packets->lists[list];
    packets->lists[list][(*lists[list].count)++] = interned;
}

static uint64_t give_number(struct packets *packets, struct known_text *known, enum texts list,
                            const char *text)
{
    if (known->number) return known->number;
    known->number = ++packets->sequence->numbers[list];
    define_text(packets, list, known->number, text);
    return known->number;
}

uint64_t packet_text(struct packets *packets, enum texts list, const char *text)
{
    bool seen;
    struct known_text *known = find_text(packets, hash_of(packets, list, text), &seen);
    return give_number(packets, known, list, text);
}

/* ---- arguments ---- */

static DebugAnnotation *add_argument(struct packets *packets, const char *name)
{
    DebugAnnotation *argument = &packets->arguments[packets->event.n_debug_annotations];
    debug_annotation__init(argument);
    argument->has_name_iid = true;
    argument->name_iid = packet_text(packets, ARGUMENT_NAMES, name);
    packets->argument[packets->event.n_debug_annotations++] = argument;
    return argument;
}

void packet_number(struct packets *packets, const char *name, uint64_t value)
{
    DebugAnnotation *argument = add_argument(packets, name);
    argument->has_uint_value = true;
    argument->uint_value = value;
}

void packet_signed(struct packets *packets, const char *name, int64_t value)
{
    DebugAnnotation *argument = add_argument(packets, name);
    argument->has_int_value = true;
    argument->int_value = value;
}

void packet_pointer(struct packets *packets, const char *name, uint64_t value)
{
    DebugAnnotation *argument = add_argument(packets, name);
    argument->has_pointer_value = true;
    argument->pointer_value = value;
}

/* A text gets a number when it comes for the second time: many never come again. */
void packet_string(struct packets *packets, const char *name, const char *text)
{
    DebugAnnotation *argument = add_argument(packets, name);
    bool seen;
    struct known_text *known = find_text(packets, hash_of(packets, ARGUMENT_TEXTS, text), &seen);
    if (seen) {
        argument->has_string_value_iid = true;
        argument->string_value_iid = give_number(packets, known, ARGUMENT_TEXTS, text);
    } else {
        argument->string_value = (char *)(uintptr_t)valid(packets, text);
    }
}
