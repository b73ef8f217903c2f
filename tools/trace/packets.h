/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the packets of Perfetto's format. They belong to sequences, which save space: a packet's
 * timestamp is relative to the previous one, its track may be the sequence's, and a repeated text
 * is a number.
 */
#ifndef CLRELAY_TOOLS_TRACE_PACKETS_H
#define CLRELAY_TOOLS_TRACE_PACKETS_H

#include "../recording/recording.h"
#include "perfetto.pb-c.h"

#include <stdio.h>

/* The lists of numbered texts, one of each per sequence. */
enum texts { EVENT_NAMES, ARGUMENT_NAMES, ARGUMENT_TEXTS, KERNEL_NAMES, STAGE_NAMES, TEXT_LISTS };

/* Initialize with its track, or 0, and zeros. */
struct sequence {
    uint64_t track; /* the default track of its events */
    uint32_t id;    /* 0: not begun */
    moment last;
    uint64_t numbers[TEXT_LISTS]; /* the last numbers assigned, for each list */
};

struct packets;

/* Writes a compressed file, with a recording's clock. */
struct packets *packets_open(FILE *file, const struct record_file *clock);

/* Returns the number of bytes that a reader of the file gets. */
uint64_t packets_close(struct packets *packets);

/* Begins a packet; the first packet of a sequence begins that, too. Fill in the result with
 * pointers that stay valid until packet_send(). */
TracePacket *packet_begin(struct packets *packets, struct sequence *sequence);

/* Begins a packet with an event, which it returns. packet_text() and the functions after it add to
 * the event. */
TrackEvent *packet_begin_event(struct packets *packets, struct sequence *sequence,
                               TrackEvent__Type type);

/* The number of a text. The packet defines a new text, which must stay valid until
 * packet_send(). */
uint64_t packet_text(struct packets *packets, enum texts list, const char *text);

/* Adds an argument to the event. Repeated texts are written once. */
void packet_number(struct packets *packets, const char *name, uint64_t value);
void packet_signed(struct packets *packets, const char *name, int64_t value);
void packet_pointer(struct packets *packets, const char *name, uint64_t value);
void packet_string(struct packets *packets, const char *name, const char *text);

/* Sends the packet. The packets of a sequence are in order of time; one that comes too late gets
 * the last time. */
void packet_send(struct packets *packets, moment at);

/* Sends a packet without a time. */
void packet_send_description(struct packets *packets);

#endif
