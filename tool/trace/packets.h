/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the packets that Perfetto's format is made of. They belong to sequences, which save space:
 * the timestamp of a packet is the distance from the one before, its track may be the sequence's, and
 * a text that comes again is a number.
 */
#ifndef CLRELAY_TOOL_TRACE_PACKETS_H
#define CLRELAY_TOOL_TRACE_PACKETS_H

#include "../recording/recording.h"
#include "perfetto.pb-c.h"

#include <stdio.h>

/* The lists of texts that have numbers; each sequence has its own. */
enum texts { EVENT_NAMES, ARGUMENT_NAMES, ARGUMENT_TEXTS, KERNEL_NAMES, STAGE_NAMES, TEXT_LISTS };

/* Begin with its track, or 0, and zeros. */
struct sequence {
    uint64_t track; /* where its events are unless they say otherwise */
    uint32_t id;    /* 0: has not begun */
    moment last;
    uint64_t numbers[TEXT_LISTS]; /* the last that were given */
};

struct packets;

/* Writes to a file, compressed, with the clock of a recording. Returns how many bytes that are for
 * a reader at the end. */
struct packets *packets_open(FILE *file, const struct record_file *clock);
uint64_t packets_close(struct packets *packets);

/* Begins a packet, and the sequence if it is its first. Fill in what is returned, point it to what
 * lives until packet_send(), and use the functions below. */
TracePacket *packet_begin(struct packets *packets, struct sequence *sequence);
/* The same with an event. */
TrackEvent *packet_begin_event(struct packets *packets, struct sequence *sequence,
                               TrackEvent__Type type);

/* The number of a text, which the packet defines if it is new. It lives until packet_send(). */
uint64_t packet_text(struct packets *packets, enum texts list, const char *text);

/* Adds an argument to the event. Texts that come again are written once. */
void packet_number(struct packets *packets, const char *name, uint64_t value);
void packet_signed(struct packets *packets, const char *name, int64_t value);
void packet_pointer(struct packets *packets, const char *name, uint64_t value);
void packet_string(struct packets *packets, const char *name, const char *text);

/* Packets of a sequence come in the order of time. One that is too early gets the time of the last. */
void packet_send(struct packets *packets, moment at);
/* Sends a packet without a time. */
void packet_send_description(struct packets *packets);

#endif
