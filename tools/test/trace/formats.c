/* SPDX-License-Identifier: Apache-2.0 */
/* The formats text and csv of a recording that this test writes itself. */
#include "test.h"

#include "../../calls/record_version.h"
#include "../../calls/words.h"
#include "../../recording/frames.h"
#include "../../trace/line_formats.h"

#include <unistd.h>

enum { START = 1000000 }; /* the clock's nanoseconds when the recording begins */

static _Alignas(struct record_file) unsigned char image[3 * RECORD_GRANULE];
static unsigned char *end; /* the end of the last record */
static char path[] = "/tmp/clrelay-formats-XXXXXX";

static void *put(unsigned kind, size_t size)
{
    struct record_head *head = (void *)end;
    head->kind = (uint16_t)kind;
    head->size = (uint32_t)size;
    end += size;
    return head;
}

static void begin_file(void)
{
    struct record_file *file = (void *)image;
    memset(image, 0, sizeof image);
    record_stamp(file);
    file->first.nanoseconds = START;
    file->end = sizeof image;
    end = image + RECORD_GRANULE;
}

static void begin_chunk(int number, uint32_t process, uint64_t thread)
{
    struct record_chunk *chunk = (void *)(image + (size_t)number * RECORD_GRANULE);
    memcpy(chunk->magic, RECORD_CHUNK_MAGIC, sizeof chunk->magic);
    chunk->size = RECORD_GRANULE;
    chunk->process = process;
    chunk->thread = thread;
    chunk->clock = CLOCK_NANOSECONDS;
    end = (unsigned char *)(chunk + 1);
}

/* Adds a call. Returns its place in the file. A `duration` of 0 means that the call does not
 * return. */
static uint64_t put_call(unsigned number, uint64_t begin, uint64_t duration, uint64_t result,
                         unsigned count, const uint64_t *words)
{
    const size_t size = sizeof(struct record_call) + count * sizeof *words;
    struct record_call *call = put(number, size);
    call->head.flags = RECORD_ON;
    call->begin = START + begin;
    call->end = duration ? call->begin + duration : 0;
    call->result = result;
    memcpy(call + 1, words, count * sizeof *words);
    return (uint64_t)((unsigned char *)call - image);
}

/* Adds a string for a parameter of the last call, which is at this place. */
static void put_string(uint64_t place, unsigned char parameter, const char *text)
{
    const size_t length = strlen(text), filled = (length + 7) / 8 * 8;
    struct record_call *call = (void *)(image + place);
    struct record_value *value = (void *)end;
    value->parameter = parameter;
    value->element = 1;
    value->count = (uint32_t)length;
    memcpy(value + 1, text, length);
    end += sizeof *value + filled;
    call->head.size += (uint32_t)(sizeof *value + filled);
}

static void put_command(uint64_t call, int64_t status, uint64_t queued, uint64_t submitted,
                        uint64_t start, uint64_t ended)
{
    struct record_command *command = put(RECORD_COMMAND, sizeof *command);
    command->call = call;
    command->status = status;
    command->queued = queued;
    command->submitted = submitted;
    command->start = start;
    command->ended = ended;
}

static void put_callback(uint64_t begin, uint64_t duration, unsigned given_to, int64_t status)
{
    struct record_callback *callback = put(RECORD_CALLBACK, sizeof *callback);
    callback->begin = START + begin;
    callback->end = duration ? callback->begin + duration : 0;
    callback->function = 0x1234;
    callback->object = 0x55;
    callback->status = status;
    callback->given_to = given_to;
}

static void put_mark(enum clrelay_mark_kind kind, uint64_t at, uint64_t range, const char *text)
{
    const size_t length = text ? (strlen(text) + 8) / 8 * 8 : 0;
    struct record_mark *mark = put(RECORD_MARK, sizeof *mark + length);
    mark->head.flags = (uint16_t)kind;
    mark->moment = START + at;
    mark->range = range;
    if (text) strcpy((char *)(mark + 1), text);
}

static void compare(void (*format)(FILE *to, const struct recording *recording, bool arguments),
                    const char *wanted)
{
    char *text = NULL, *error = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "wb"), *to = open_memstream(&text, &size);
    struct recording *recording;
    if (!file || fwrite(image, sizeof image, 1, file) != 1 || fclose(file) || !to)
        TEST_STOP("%s cannot be written", path);
    recording = recording_open(path, &error);
    if (!recording) TEST_STOP("%s", error);
    format(to, recording, true);
    CHECK_INT(ferror(to), 0);
    fclose(to);
    CHECK_STR(text, wanted);
    free(text);
    recording_close(recording);
}

static void put_calls(void)
{
    uint64_t place;
    place = put_call(SLOT_OF(clCreateKernel), 5, 999, 0xabc, 3, (uint64_t[]){ 0x66, 0x99, 0 });
    put_string(place, 1, "a\",b");
    place = put_call(SLOT_OF(clEnqueueMarker), 2000000000, 1234, 0, 2, (uint64_t[]){ 0x77, 0 });
    put_command(place, 0, 100, 200, 1100, 13600);
    place = put_call(SLOT_OF(clEnqueueMarker), 2000002000, 999999, 0, 2, (uint64_t[]){ 0x77, 0 });
    put_command(place, CL_OUT_OF_RESOURCES, 0, 0, 0, 0);
    put_callback(2100000000, 999499999, SLOT_OF(clSetEventCallback), CL_COMPLETE);
    put_callback(3200000000, 0, SLOT_OF(clBuildProgram), 0);
    put_call(SLOT_OF(clSVMFree), 3300000000, 12345000000, 0, 2, (uint64_t[]){ 0xc, 0xd });
    put_call(SLOT_OF(clFlush), 15700000000, 0, 0, 1, (uint64_t[]){ 0x78 });
}

static void check_text(void)
{
    begin_file();
    begin_chunk(1, 7, 7);
    put_calls();
    compare(
        format_text,
        "0.000000005 clCreateKernel(program = 0x66, kernel_name = \"a\\\",b\", errcode_ret = NULL)"
        " = 0xabc \"a\\\",b\" <999 ns>\n"
        "2.000000000 clEnqueueMarker(command_queue = 0x77, event = NULL) = CL_SUCCESS <1.23 us>"
        " [device: after 1.00 us ran 12.5 us]\n"
        "2.000002000 clEnqueueMarker(command_queue = 0x77, event = NULL) = CL_SUCCESS <1.00 ms>"
        " [device: CL_OUT_OF_RESOURCES]\n"
        "2.100000000 callback of clSetEventCallback: 0x1234(0x55, CL_COMPLETE) <999 ms>\n"
        "3.200000000 callback of clBuildProgram: 0x1234(0x55) <unfinished>\n"
        "3.300000000 clSVMFree(context = 0xc, svm_pointer = 0xd) <12.3 s>\n"
        "15.700000000 clFlush(command_queue = 0x78) = ? <unfinished>\n");
}

/* The longest list that is shown whole, and one more element. */
static void check_lists(void)
{
    for (uint64_t count = 32; count <= 33; count++) {
        char wanted[1000];
        uint64_t place;
        struct record_value *value;
        begin_file();
        begin_chunk(1, 7, 7);
        place = put_call(SLOT_OF(clWaitForEvents), 0, 10, 0, 2, (uint64_t[]){ count, 0x99 });
        value = (void *)end;
        *value = (struct record_value){ .parameter = 1, .element = 8, .count = (uint32_t)count };
        end = (unsigned char *)(value + 1) + 8 * count;
        ((struct record_call *)(image + place))->head.size += (uint32_t)(sizeof *value + 8 * count);
        snprintf(wanted, sizeof wanted,
                 "0.000000000 clWaitForEvents(num_events = %u, event_list = [", (unsigned)count);
        for (unsigned i = 0; i < 32; i++) {
            uint64_t event = 0x10 + i;
            memcpy((unsigned char *)(value + 1) + 8 * (size_t)i, &event, 8);
            snprintf(wanted + strlen(wanted), 20, "%s0x%x", i ? ", " : "", 0x10 + i);
        }
        strcat(wanted, count > 32 ? ", ...]) = CL_SUCCESS <10 ns>\n" : "]) = CL_SUCCESS <10 ns>\n");
        compare(format_text, wanted);
    }
}

/* The layer recorded all of a memory or list, or only its beginning. */
static void check_beginnings(void)
{
    static const struct {
        unsigned function, words;
        uint64_t word[5];
        struct record_value value;
        const char *shown;
    } rows[] = { { SLOT_OF(clSetKernelArg),
                   4,
                   { 0x66, 0, 13, 0x99 },
                   { 3, 1, 0, 13 },
                   "clSetKernelArg(kernel = 0x66, arg_index = 0, arg_size = 13, arg_value = "
                   "<13 bytes: 10101010101010101010101010>)" },
                 { SLOT_OF(clSetKernelArg),
                   4,
                   { 0x66, 0, 99, 0x99 },
                   { 3, 1, VALUE_CUT, 13 },
                   "clSetKernelArg(kernel = 0x66, arg_index = 0, arg_size = 99, arg_value = "
                   "<13 or more bytes: 10101010101010101010101010...>)" },
                 { SLOT_OF(clCreateProgramWithSource),
                   5,
                   { 0x66, 1, 0x99, 0, 0 },
                   { 2, 8, VALUE_CONTENT, 1 },
                   "clCreateProgramWithSource(context = 0x66, count = 1, strings = "
                   "[<source 1010101010101010>], lengths = NULL, errcode_ret = NULL)" },
                 { SLOT_OF(clCreateProgramWithSource),
                   5,
                   { 0x66, 9, 0x99, 0, 0 },
                   { 2, 8, VALUE_CONTENT | VALUE_CUT, 1 },
                   "clCreateProgramWithSource(context = 0x66, count = 9, strings = "
                   "[<source 1010101010101010>, ...], lengths = NULL, errcode_ret = NULL)" },
                 { SLOT_OF(clWaitForEvents),
                   2,
                   { 9, 0x99 },
                   { 1, 8, VALUE_CUT, 1 },
                   "clWaitForEvents(num_events = 9, event_list = [0x1010101010101010, ...])" },
                 { SLOT_OF(clWaitForEvents),
                   2,
                   { 9, 0x99 },
                   { 1, 8, VALUE_CUT, 0 },
                   "clWaitForEvents(num_events = 9, event_list = [...])" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t size = (size_t)rows[i].value.element * rows[i].value.count;
        const size_t filled = sizeof rows[i].value + (size + 7) / 8 * 8;
        char wanted[300];
        uint64_t place;
        begin_file();
        begin_chunk(1, 7, 7);
        place = put_call(rows[i].function, 0, 0, 0, rows[i].words, rows[i].word);
        memcpy(end, &rows[i].value, sizeof rows[i].value);
        memset(end + sizeof rows[i].value, 0x10, size);
        ((struct record_call *)(image + place))->head.size += (uint32_t)filled;
        snprintf(wanted, sizeof wanted, "0.000000000 %s = ? <unfinished>\n", rows[i].shown);
        compare(format_text, wanted);
    }
}

/* A value that claims to be longer than its record is not shown, nor is what follows. */
static void check_damaged_value(void)
{
    for (uint32_t count = 8; count <= 9; count++) {
        struct record_value *value;
        uint64_t place;
        begin_file();
        begin_chunk(1, 7, 7);
        place = put_call(SLOT_OF(clSetKernelArg), 0, 10, 0, 4, (uint64_t[]){ 0x66, 0, 9, 0x99 });
        value = (void *)end;
        *value = (struct record_value){ .parameter = 3, .element = 1, .count = count };
        memset(value + 1, 0x10, 8);
        ((struct record_call *)(image + place))->head.size += (uint32_t)sizeof *value + 8;
        compare(format_text, count == 8
                                 ? "0.000000000 clSetKernelArg(kernel = 0x66, arg_index = 0, "
                                   "arg_size = 9, arg_value = 0x1010101010101010) = CL_SUCCESS "
                                   "<10 ns>\n"
                                 : "0.000000000 clSetKernelArg(kernel = 0x66, arg_index = 0, "
                                   "arg_size = 9, arg_value = 0x99) = CL_SUCCESS <10 ns>\n");
    }
}

/* The type of an image is there even if it is 0, which is no type. Other members are not. */
static void check_image(void)
{
    const cl_image_desc desc = { .image_width = 64 };
    struct record_value *value;
    uint64_t place;
    begin_file();
    begin_chunk(1, 7, 7);
    place =
        put_call(SLOT_OF(clCreateImage), 0, 10, 0x55, 6, (uint64_t[]){ 0x66, 1, 0, 0x99, 0, 0 });
    value = (void *)end;
    *value = (struct record_value){ .parameter = 3, .element = sizeof desc, .count = 1 };
    memcpy(value + 1, &desc, sizeof desc);
    ((struct record_call *)(image + place))->head.size += (uint32_t)(sizeof *value + sizeof desc);
    compare(format_text, "0.000000000 clCreateImage(context = 0x66, flags = CL_MEM_READ_WRITE, "
                         "image_format = NULL, image_desc = {0x0, image_width: 64}, "
                         "host_ptr = NULL, errcode_ret = NULL) = 0x55 <10 ns>\n");
}

/* Chunks begin where the layer can have made one. Another one is damaged, and hides none. */
static void check_chunks(void)
{
    const uint64_t word = 0x77;
    for (uint32_t more = 0; more <= 8; more += 8) {
        begin_file();
        begin_chunk(1, 7, 7);
        ((struct record_chunk *)(image + RECORD_GRANULE))->size += more;
        put_call(SLOT_OF(clFlush), 0, 10, 0, 1, &word);
        begin_chunk(2, 7, 7);
        put_call(SLOT_OF(clFinish), 5, 10, 0, 1, &word);
        compare(format_text,
                more ? "0.000000005 clFinish(command_queue = 0x77) = CL_SUCCESS <10 ns>\n"
                     : "0.000000000 clFlush(command_queue = 0x77) = CL_SUCCESS <10 ns>\n"
                       "0.000000005 clFinish(command_queue = 0x77) = CL_SUCCESS <10 ns>\n");
    }
}

/* Times that make no sense are left out. */
static void check_odd_commands(void)
{
    static const struct {
        int64_t status;
        uint64_t queued, start, ended;
        const char *shown;
    } rows[] = { { -777, 100, 200, 300, " [device: error -777]" },
                 { -9999, 100, 200, 300,
                   " [device: error -9999 (NVIDIA's, for a kernel that failed, often by an access "
                   "out of bounds)]" },
                 { 0, 100, 0, 500, "" },
                 { 0, 0, 100, 99, "" },
                 { 0, 0, 100, 100, " [device: 0 ns]" },
                 { 0, 0, 100, 600, " [device: 500 ns]" },
                 { 0, 101, 100, 600, " [device: 500 ns]" },
                 { 0, 100, 100, 600, " [device: after 0 ns ran 500 ns]" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char wanted[200];
        uint64_t place;
        begin_file();
        begin_chunk(1, 7, 7);
        place = put_call(SLOT_OF(clEnqueueMarker), 0, 10, 0, 2, (uint64_t[]){ 0x77, 0 });
        put_command(place, rows[i].status, rows[i].queued, 0, rows[i].start, rows[i].ended);
        snprintf(wanted, sizeof wanted,
                 "0.000000000 clEnqueueMarker(command_queue = 0x77, event = NULL) = CL_SUCCESS "
                 "<10 ns>%s\n",
                 rows[i].shown);
        compare(format_text, wanted);
    }
}

/* The formats name threads and processes if there are several. */
static void check_threads(void)
{
    const uint64_t word = 0x77;
    begin_file();
    begin_chunk(1, 7, 7);
    put_call(SLOT_OF(clFlush), 0, 10, 0, 1, &word);
    begin_chunk(2, 7, 8);
    put_call(SLOT_OF(clFinish), 5, 10, 0, 1, &word);
    compare(format_text,
            "0.000000000 [tid 7] clFlush(command_queue = 0x77) = CL_SUCCESS <10 ns>\n"
            "0.000000005 [tid 8] clFinish(command_queue = 0x77) = CL_SUCCESS <10 ns>\n");
    begin_file();
    begin_chunk(1, 7, 7);
    put_call(SLOT_OF(clFlush), 0, 10, 0, 1, &word);
    begin_chunk(2, 9, 9);
    put_call(SLOT_OF(clFinish), 5, 10, (uint32_t)CL_INVALID_COMMAND_QUEUE, 1, &word);
    compare(
        format_text,
        "0.000000000 [pid 7] clFlush(command_queue = 0x77) = CL_SUCCESS <10 ns>\n"
        "0.000000005 [pid 9] clFinish(command_queue = 0x77) = CL_INVALID_COMMAND_QUEUE <10 ns>\n");
    put(RECORD_THREAD, sizeof(struct record_thread));
    put_call(SLOT_OF(clFinish), 9, 10, 0, 1, &word);
    compare(format_text,
            "0.000000000 [pid 7 tid 7] clFlush(command_queue = 0x77) = CL_SUCCESS <10 ns>\n"
            "0.000000005 [pid 9 tid 9] clFinish(command_queue = 0x77) = CL_INVALID_COMMAND_QUEUE"
            " <10 ns>\n"
            "0.000000009 [pid 9 tid 0] clFinish(command_queue = 0x77) = CL_SUCCESS <10 ns>\n");
}

/* A record ends where no record may begin. Nothing behind it is read. */
static void check_sizes(void)
{
    uint64_t word = 0x77;
    struct record_call *second;
    unsigned char *third;
    begin_file();
    begin_chunk(1, 7, 7);
    put_call(SLOT_OF(clFlush), 0, 10, 0, 1, &word);
    second = (void *)(image + put_call(SLOT_OF(clFinish), 5, 10, 0, 1, &word));
    third = image + put_call(SLOT_OF(clFlush), 9, 10, 0, 1, &word);
    memmove(third + 4, third, (size_t)(end - third));
    second->head.size += 4;
    compare(format_text, "0.000000000 clFlush(command_queue = 0x77) = CL_SUCCESS <10 ns>\n");
}

/* Characters that end a line do not do so inside a name. */
static void check_ends_of_lines(void)
{
    begin_file();
    begin_chunk(1, 7, 8);
    put_string(
        put_call(SLOT_OF(clCreateKernel), 5, 999, 0x123456789abc, 3, (uint64_t[]){ 0x66, 0x99, 0 }),
        1, "a\r\nb");
    compare(
        format_csv,
        "time,duration,process,thread,function,arguments,result,queued,submitted,started,ended\n"
        "5,999,7,8,clCreateKernel,\"program = 0x66, kernel_name = \"\"a\\r\\nb\"\", "
        "errcode_ret = NULL\",\"0x123456789abc \"\"a\\r\\nb\"\"\",,,,\n");
}

/* An argument has the name that its object had when the call began. */
static void check_reused_handle(void)
{
    begin_file();
    begin_chunk(1, 7, 8);
    put_string(put_call(SLOT_OF(clCreateKernel), 5, 10, 0xabc, 3, (uint64_t[]){ 0x66, 0x99, 0 }), 1,
               "a");
    put_call(SLOT_OF(clReleaseKernel), 100, 100, 0, 1, (uint64_t[]){ 0xabc });
    begin_chunk(2, 7, 9);
    put_string(put_call(SLOT_OF(clCreateKernel), 150, 10, 0xabc, 3, (uint64_t[]){ 0x66, 0x99, 0 }),
               1, "b");
    compare(
        format_csv,
        "time,duration,process,thread,function,arguments,result,queued,submitted,started,ended\n"
        "5,10,7,8,clCreateKernel,\"program = 0x66, kernel_name = \"\"a\"\", errcode_ret = NULL\","
        "\"0xabc \"\"a\"\"\",,,,\n"
        "100,100,7,8,clReleaseKernel,\"kernel = 0xabc \"\"a\"\"\",CL_SUCCESS,,,,\n"
        "150,10,7,9,clCreateKernel,\"program = 0x66, kernel_name = \"\"b\"\", errcode_ret = NULL\","
        "\"0xabc \"\"b\"\"\",,,,\n");
}

static void check_csv(void)
{
    begin_file();
    begin_chunk(1, 7, 8);
    put_calls();
    compare(
        format_csv,
        "time,duration,process,thread,function,arguments,result,queued,submitted,started,ended\n"
        "5,999,7,8,clCreateKernel,"
        "\"program = 0x66, kernel_name = \"\"a\\\"\",b\"\", errcode_ret = NULL\","
        "\"0xabc \"\"a\\\"\",b\"\"\",,,,\n"
        "2000000000,1234,7,8,clEnqueueMarker,\"command_queue = 0x77, event = NULL\","
        "CL_SUCCESS,100,200,1100,13600\n"
        "2000002000,999999,7,8,clEnqueueMarker,\"command_queue = 0x77, event = NULL\","
        "CL_SUCCESS,,,,\n"
        "3300000000,12345000000,7,8,clSVMFree,\"context = 0xc, svm_pointer = 0xd\",,,,,\n"
        "15700000000,,7,8,clFlush,command_queue = 0x78,,,,,\n");
}

/* A range has a line for its beginning, a line for its end, and one row. A range without a
 * beginning has none. */
static void check_marks(void)
{
    const uint64_t word = 0x77;
    begin_file();
    begin_chunk(1, 7, 7);
    put_mark(CLRELAY_POP, 1, 3, NULL);
    put_mark(CLRELAY_PUSH, 10, 0, "a\"b\n\xff,");
    put_mark(CLRELAY_PUSH, 20, 1, "");
    put_mark(CLRELAY_START, 25, 0, "job");
    put_call(SLOT_OF(clFlush), 30, 10, 0, 1, &word);
    put_mark(CLRELAY_POP, 50, 1, NULL);
    put_mark(CLRELAY_PUSH, 55, 1, "never ends");
    put_mark(CLRELAY_INSTANT, 60, 0, "now");
    put_mark(CLRELAY_POP, 70, 0, NULL);
    put_mark(CLRELAY_END + 1, 75, 0, "of a later version");
    put_mark(CLRELAY_END, 80, 0, NULL);
    put_mark(CLRELAY_END, 90, 0, NULL);
    compare(format_text, "0.000000010 range \"a\\\"b\\n\\xff,\" begins\n"
                         "0.000000020 range \"\" begins\n"
                         "0.000000025 range \"job\" begins\n"
                         "0.000000030 clFlush(command_queue = 0x77) = CL_SUCCESS <10 ns>\n"
                         "0.000000050 range \"\" ends <30 ns>\n"
                         "0.000000055 range \"never ends\" begins\n"
                         "0.000000060 mark \"now\"\n"
                         "0.000000070 range \"a\\\"b\\n\\xff,\" ends <60 ns>\n"
                         "0.000000080 range \"job\" ends <55 ns>\n");
    compare(
        format_csv,
        "time,duration,process,thread,function,arguments,result,queued,submitted,started,ended\n"
        "10,60,7,7,range,\"\"\"a\\\"\"b\\n\\xff,\"\"\",,,,,\n"
        "20,30,7,7,range,\"\"\"\"\"\",,,,,\n"
        "25,55,7,7,range,\"\"\"job\"\"\",,,,,\n"
        "30,10,7,7,clFlush,command_queue = 0x77,CL_SUCCESS,,,,\n"
        "55,,7,7,range,\"\"\"never ends\"\"\",,,,,\n"
        "60,,7,7,mark,\"\"\"now\"\"\",,,,,\n");
}

/* ---- what is no call ---- */

static struct recording *open_image(void)
{
    char *error = NULL;
    FILE *file = fopen(path, "wb");
    struct recording *recording;
    if (!file || fwrite(image, sizeof image, 1, file) != 1 || fclose(file))
        TEST_STOP("%s cannot be written", path);
    recording = recording_open(path, &error);
    if (!recording) TEST_STOP("%s", error);
    return recording;
}

/* Findings are in the order of time. Those of one moment stay in the order of their records. */
static void check_findings(void)
{
    static const uint64_t moments[] = { 20, 10, 10 };
    static const uint32_t wanted[] = { 2, 3, 1 };
    struct recording *recording;
    begin_file();
    begin_chunk(1, 7, 7);
    for (uint32_t i = 0; i < 3; i++) {
        struct record_finding *finding = put(RECORD_FINDING, sizeof *finding);
        finding->moment = START + moments[i];
        finding->check_id = i + 1;
    }
    recording = open_image();
    CHECK_INT(recording->found_count, 3);
    for (size_t i = 0; i < recording->found_count; i++)
        CHECK_INT(recording->found[i].record->check_id, wanted[i]);
    recording_close(recording);
}

/* A process without names of its own has the modules of its parent, which it was forked from. The
 * layer may name a module only after a call from it. */
static void check_modules(void)
{
    static const char module[8] = "/m.so";
    const struct record_site record = { 0x1011, 0x1000 };
    struct record_process *process;
    struct record_name *name;
    struct recording *recording;
    uint64_t address = 0;
    begin_file();
    begin_chunk(1, 7, 7);
    name = put(RECORD_NAME, sizeof *name + sizeof module);
    name->object = record.module;
    name->moment = START + 30;
    memcpy(name + 1, module, sizeof module);
    begin_chunk(2, 8, 8);
    process = put(RECORD_PROCESS, sizeof *process + 8);
    process->parent = 7;
    process->pointer = 8;
    put_call(SLOT_OF(clFlush), 10, 10, 0, 1, (uint64_t[]){ 0x77 });
    recording = open_image();
    for (size_t i = 0; i < 2 * recording->process_count; i++) {
        const struct return_site site = { recording->processes[i / 2], i % 2 ? 20 : 40, &record };
        CHECK_STR(frames_module(recording, site, &address), module);
        CHECK_INT(address, 0x10);
    }
    CHECK_INT(recording->process_count, 2);
    recording_close(recording);
}

int main(void)
{
    int file;
    if (sizeof(void *) != 8) {
        puts("skipped: the recordings have handles of 64 bits");
        return TEST_SKIPPED;
    }
    file = mkstemp(path);
    if (file < 0) TEST_STOP("no temporary file");
    close(file);
    check_text();
    check_lists();
    check_beginnings();
    check_damaged_value();
    check_image();
    check_chunks();
    check_odd_commands();
    check_threads();
    check_csv();
    check_marks();
    check_sizes();
    check_ends_of_lines();
    check_reused_handle();
    check_findings();
    check_modules();
    unlink(path);
    return test_end();
}
