/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make_recording FILE: makes a recording (tools/calls/record.h) from the lines of standard input.
 * Moments are nanoseconds since the recording began.
 *
 *   limit BYTES                                    the size of the file
 *   header OPTIONS STATE                           bits of struct record_file
 *   chunk PROCESS THREAD [NAME]                    the following records are this thread's
 *   process PARENT NAME
 *   call LABEL FUNCTION BEGIN END RESULT ARGUMENT...   END 0: it has not returned
 *   value PARAMETER ELEMENT NUMBER...              the memory behind a pointer of the last call, in
 *                                                  elements of ELEMENT bytes; 0: pointers
 *   image_format ORDER TYPE                        a structure behind the last call's parameter of
 *                                                  this name
 *   image_desc TYPE WIDTH HEIGHT DEPTH ARRAY_SIZE OBJECT
 *   string PARAMETER TEXT
 *   flags NUMBER                                   of the last value: enum value_flags
 *   command LABEL SEEN STATUS QUEUED SUBMITTED STARTED ENDED
 *   callback FUNCTION BEGIN END OBJECT STATUS
 *   name OBJECT MOMENT TEXT
 *   type DEVICE MOMENT TEXT
 *   log PROGRAM MOMENT TEXT
 *   mark KIND MOMENT RANGE [TEXT]                  KIND: enum clrelay_mark_kind
 *   timer DEVICE BEFORE AFTER DEVICE_TIME HOST_TIME
 */
#define SIGNATURE_TEXTS
#include "../../../calls/record_version.h"
#include "../../../calls/signature.h"

#include <CL/cl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START = 1000000000, SPACE = 1 << 24, LABELS = 1 << 16 };

static unsigned char *file;
static struct record_chunk *chunk;
static unsigned char *next;
static struct record_call *last;
static struct record_value *last_value;
static uint64_t end = RECORD_GRANULE, limit, labels[LABELS];
static uint32_t options = RECORD_DEVICE, state = RECORD_ON;

static void fail(const char *why, const char *line)
{
    fprintf(stderr, "make_recording: %s: %s\n", why, line);
    exit(1);
}

static uint64_t number_in(char **line)
{
    char *from = *line;
    uint64_t number = strtoull(from, line, 0);
    if (*from == '-') number = (uint64_t)strtoll(from, line, 0);
    return number;
}

static char *word_in(char **line)
{
    char *word;
    *line += strspn(*line, " ");
    word = *line;
    *line += strcspn(word, " ");
    if (**line) *(*line)++ = 0;
    return word;
}

static void *add(unsigned kind, size_t size)
{
    struct record_head *head = (void *)next;
    size = (size + 7) / 8 * 8;
    if (!chunk || next + size + sizeof *head > (unsigned char *)chunk + chunk->size)
        fail("no space", "");
    next += size;
    head->kind = (uint16_t)kind;
    head->flags = RECORD_ON;
    atomic_store(&head->size, (uint32_t)size);
    return head;
}

static void begin_chunk(char *line)
{
    enum { SIZE = 4 * RECORD_GRANULE };
    if (end + SIZE > SPACE) fail("no space for", line);
    chunk = (void *)(file + end);
    next = (unsigned char *)(chunk + 1);
    end += SIZE;
    memcpy(chunk->magic, RECORD_CHUNK_MAGIC, sizeof chunk->magic);
    chunk->size = SIZE;
    chunk->process = (uint32_t)number_in(&line);
    chunk->clock = CLOCK_NANOSECONDS;
    chunk->thread = number_in(&line);
    snprintf(chunk->name, sizeof chunk->name, "%s", word_in(&line));
}

static unsigned function_number(const char *name)
{
    for (unsigned number = 0; number < 0x200; number++) {
        const struct signature *signature = signature_of(number);
        if (signature && !strcmp(signature->name, name)) return number;
    }
    fail("no such function", name);
    return 0;
}

static void add_call(char *line)
{
    uint64_t label = number_in(&line);
    unsigned number = function_number(word_in(&line));
    unsigned count = signature_of(number)->parameters;
    uint64_t *words;
    last = add(number, sizeof *last + count * sizeof *words);
    words = (uint64_t *)(last + 1);
    labels[label % LABELS] = (uint64_t)((unsigned char *)last - file);
    last->begin = START + number_in(&line);
    last->end = number_in(&line);
    if (last->end) last->end += START;
    last->result = number_in(&line);
    for (unsigned i = 0; i < count; i++) words[i] = number_in(&line);
}

static struct record_value *add_value(const char *parameter, size_t element, const void *bytes,
                                      size_t count)
{
    const struct signature *signature = signature_of(last->head.kind);
    const size_t size = (sizeof(struct record_value) + element * count + 7) / 8 * 8;
    struct record_value *value = (void *)next;
    for (unsigned i = 0; i < signature->parameters; i++)
        if (!strcmp(signature->parameter[i].name, parameter)) {
            value->parameter = (uint8_t)i;
            value->element = (uint8_t)element;
            value->count = (uint32_t)count;
            memcpy(value + 1, bytes, element * count);
            next += size;
            atomic_fetch_add(&last->head.size, (uint32_t)size);
            return last_value = value;
        }
    fail("no such parameter", parameter);
    return NULL;
}

static void add_numbers(char *line)
{
    const char *parameter = word_in(&line);
    size_t element = (size_t)number_in(&line), size = 0;
    if (!element) element = sizeof(void *);
    unsigned char bytes[512];
    for (line += strspn(line, " "); *line; line += strspn(line, " ")) {
        uint64_t number = number_in(&line);
        memcpy(bytes + size, &number, element);
        size += element;
    }
    add_value(parameter, element, bytes, size / element);
}

static void add_image_format(char *line)
{
    cl_image_format format;
    format.image_channel_order = (cl_channel_order)number_in(&line);
    format.image_channel_data_type = (cl_channel_type)number_in(&line);
    add_value("image_format", sizeof format, &format, 1);
}

/* Lays the structure out as this build does. A program's structures are laid out like those of the
 * layer that records it. */
static void add_image_desc(char *line)
{
    cl_image_desc desc = { 0 };
    desc.image_type = (cl_mem_object_type)number_in(&line);
    desc.image_width = (size_t)number_in(&line);
    desc.image_height = (size_t)number_in(&line);
    desc.image_depth = (size_t)number_in(&line);
    desc.image_array_size = (size_t)number_in(&line);
    desc.mem_object = (cl_mem)(uintptr_t)number_in(&line);
    add_value("image_desc", sizeof desc, &desc, 1);
}

static void add_command(char *line)
{
    struct record_command *command = add(RECORD_COMMAND, sizeof *command);
    command->call = labels[number_in(&line) % LABELS];
    command->seen = START + number_in(&line);
    command->status = (int64_t)number_in(&line);
    command->queued = number_in(&line);
    command->submitted = number_in(&line);
    command->start = number_in(&line);
    command->ended = number_in(&line);
}

static void add_callback(char *line)
{
    struct record_callback *callback = add(RECORD_CALLBACK, sizeof *callback);
    callback->given_to = function_number(word_in(&line));
    callback->begin = START + number_in(&line);
    callback->end = number_in(&line);
    if (callback->end) callback->end += START;
    callback->object = number_in(&line);
    callback->status = (int64_t)number_in(&line);
    callback->function = 0x1000;
}

static void add_mark(char *line)
{
    const uint64_t kind = number_in(&line), moment = number_in(&line), range = number_in(&line);
    struct record_mark *mark;
    line += strspn(line, " ");
    mark = add(RECORD_MARK, sizeof *mark + (*line ? strlen(line) + 1 : 0));
    mark->head.flags = (uint16_t)kind;
    mark->moment = START + moment;
    mark->range = range;
    memcpy(mark + 1, line, strlen(line));
}

static void add_timer(char *line)
{
    struct record_timer *timer = add(RECORD_TIMER, sizeof *timer);
    timer->device = number_in(&line);
    timer->before = START + number_in(&line);
    timer->after = START + number_in(&line);
    timer->device_time = number_in(&line);
    timer->host_time = number_in(&line);
}

static void add_line(char *line)
{
    const char *what = word_in(&line);
    if (!strcmp(what, "limit")) limit = number_in(&line);
    else if (!strcmp(what, "header")) {
        options = (uint32_t)number_in(&line);
        state = (uint32_t)number_in(&line);
    } else if (!strcmp(what, "chunk")) begin_chunk(line);
    else if (!strcmp(what, "call")) add_call(line);
    else if (!strcmp(what, "value")) add_numbers(line);
    else if (!strcmp(what, "flags")) last_value->flags = (uint16_t)number_in(&line);
    else if (!strcmp(what, "image_format")) add_image_format(line);
    else if (!strcmp(what, "image_desc")) add_image_desc(line);
    else if (!strcmp(what, "command")) add_command(line);
    else if (!strcmp(what, "callback")) add_callback(line);
    else if (!strcmp(what, "mark")) add_mark(line);
    else if (!strcmp(what, "timer")) add_timer(line);
    else if (!strcmp(what, "process")) {
        struct record_process *process = (void *)next;
        process->parent = (uint32_t)number_in(&line);
        line += strspn(line, " ");
        process = add(RECORD_PROCESS, sizeof *process + strlen(line) + 1);
        process->pointer = sizeof(void *);
        memcpy(process + 1, line, strlen(line));
    } else if (!strcmp(what, "name") || !strcmp(what, "type") || !strcmp(what, "log")) {
        uint64_t object = number_in(&line), moment = number_in(&line);
        struct record_name *name;
        line += strspn(line, " ");
        name = add(*what == 't'   ? RECORD_TYPE
                   : *what == 'l' ? RECORD_LOG
                                  : RECORD_NAME,
                   sizeof *name + strlen(line) + 1);
        name->object = object;
        name->moment = START + moment;
        memcpy(name + 1, line, strlen(line));
    } else if (!strcmp(what, "string")) {
        const char *parameter = word_in(&line);
        add_value(parameter, 1, line, strlen(line));
    } else if (*what) fail("no such line", what);
}

int main(int count, char **arguments)
{
    static char line[4096];
    struct record_file *header;
    FILE *to;
    if (count != 2) return 2;
    file = aligned_alloc(RECORD_GRANULE, SPACE);
    if (!file) return 1;
    memset(file, 0, SPACE);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        add_line(line);
    }
    header = (void *)file;
    record_stamp(header);
    header->options = options;
    header->state = state;
    header->end = end;
    header->limit = limit ? limit : end;
    header->realtime = UINT64_C(1700000000000000000);
    header->boottime = UINT64_C(5000000000);
    header->first.nanoseconds = START;
    header->last.nanoseconds = START + UINT64_C(1000000000);
    to = fopen(arguments[1], "wb");
    if (!to || fwrite(file, 1, (size_t)end, to) != end || fclose(to)) return 1;
    free(file);
    return 0;
}
