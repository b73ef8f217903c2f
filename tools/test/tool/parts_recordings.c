/* SPDX-License-Identifier: Apache-2.0 */
/* As parts.c, for functions about recordings, findings and layers. */
#include "parts.h"

#include "../../base/files.h"
#include "../../base/strings.h"
#include "../../base/terminal.h"
#include "../../base/text.h"
#include "../../calls/functions.h"
#include "../../calls/kind.h"
#include "../../calls/record_version.h"
#include "../../check/check_id_texts.h"
#include "../../check/describe.h"
#include "../../check/finding_text.h"
#include "../../check/kind_words.h"
#include "../../check/open_calls.h"
#include "../../check/sections.h"
#include "../../check/server_formats.h"
#include "../../check/suppressions.h"
#include "../../recording/layer_file.h"
#include "../../recording/loading.h"
#include "../../recording/output.h"
#include "../../recording/records.h"
#include "../../recording/show.h"
#include "../../trace/clocks.h"
#include "../../trace/last_calls.h"
#include "../../trace/notes.h"

#include <errno.h>
#include <signal.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

/* ---- what findings say ---- */

/* A name that there is not, and the one that is meant; NULL: at least half of it differs from each.
 * Of several that are as similar, the first one counts. */
static void check_missing_names(void)
{
    static const char *const rows[][2] = {
        { "CLR-EVENT-FRED", "CLR-EVENT-FREED" },
        { "event-fred", "CLR-EVENT-FREED" },
        { "buffer-size-low", "CLR-BUFFER-SIZE-ZERO" },
        { "buffer-size-zeros", "CLR-BUFFER-SIZE-ZERO" },
        { "freed", NULL },
        { "size-zero", NULL },
        { "", NULL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char wanted[256], *said = check_id_missing(rows[i][0]);
        snprintf(wanted, sizeof wanted,
                 rows[i][1] ? "there is no finding %s; perhaps %s"
                            : "there is no finding %s: clrelay check --list says which there are",
                 rows[i][0], rows[i][1]);
        test_about = rows[i][0];
        CHECK_STR(said, wanted);
        free(said);
    }
}

/* The type of the handles of each kind. */
static void check_kinds(void)
{
    static const struct {
        enum kind kind;
        const char *type;
    } rows[] = {
#define KIND(kind, handle, error, retain, release) { KIND_##kind, #handle },
#include "../../calls/kind_rows.h"
    };
    test_about = "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK_STR(kind_type(rows[i].kind), rows[i].type);
        CHECK(kind_is_type(rows[i].type));
    }
    CHECK(!kind_is_type("void *"));
}

/* The section of a check ID says more than that of a function if it is a part of it. */
static void check_sections(void)
{
    static const struct {
        const char *own;
        unsigned function;
        const char *section;
    } rows[] = {
        { "", clFinish_number, "section 5.16" },
        { "5.16", clFinish_number, "section 5.16" },
        { "5.16.2", clFinish_number, "section 5.16.2" },
        { "5.1", clFinish_number, "section 5.16" },
        { "5.10", clReleaseCommandQueue_number, "section 5.1" },
        { "5.1.0", clReleaseCommandQueue_number, "section 5.1.0" },
        { "4.3", clFinish_number, "section 5.16" },
        { "cl_khr_x", clFinish_number, "extension cl_khr_x" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct check_id_text check_id = { .section = rows[i].own };
        char *section = section_of_condition(&check_id, rows[i].function);
        test_about = rows[i].own;
        CHECK_STR(section, rows[i].section);
        free(section);
    }
}

/* Which functions a choice of one records: others only if they make or free objects. */
static void check_chosen(void)
{
    static const struct {
        unsigned function, bits;
    } rows[] = { { SLOT_OF(clFlush), RECORD_ON },
                 { SLOT_OF(clFinish), 0 },
                 { SLOT_OF(clCreateBuffer), RECORD_OBJECTS },
                 { SLOT_OF(clReleaseMemObject), RECORD_OBJECTS },
                 { SLOT_OF(clCreateKernel), RECORD_OBJECTS },
                 { SLOT_OF(clSVMAlloc), RECORD_OBJECTS },
                 { SLOT_OF(clSVMFree), RECORD_OBJECTS },
                 { SLOT_OF(clEnqueueSVMFree), RECORD_OBJECTS },
                 { SLOT_OF(clEnqueueMapBuffer), 0 },
                 { SLOT_OF(clEnqueueUnmapMemObject), 0 },
                 { SLOT_OF(clRetainEvent), 0 } };
    unsigned char bits[FUNCTION_NUMBERS];
    test_about = "clFlush";
    CHECK_INT(functions_choose(bits, "clFlush"), 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about = functions_name(rows[i].function);
        CHECK_INT(bits[rows[i].function], rows[i].bits);
    }
}

/* A pattern of the longest length, and a longer one. */
static void check_longest_patterns(void)
{
    for (size_t length = SUPPRESSIONS_LONGEST; length <= SUPPRESSIONS_LONGEST + 1; length++) {
        struct suppressions suppressions = { .items = NULL };
        char *pattern = calloc(length + 1, 1), *complaint;
        if (!pattern) TEST_STOP("no memory");
        memset(pattern, '*', length);
        test_about = length > SUPPRESSIONS_LONGEST ? "longer" : "longest";
        complaint = suppressions_add_check_ids(&suppressions, pattern);
        CHECK_INT(complaint != NULL, length > SUPPRESSIONS_LONGEST);
        free(complaint);
        free(pattern);
        suppressions_free(&suppressions);
    }
}

/* ---- recordings that are just being made ---- */

static void check_ready(void)
{
    static const struct {
        const char *about, *bytes;
        size_t size;
        bool ready;
    } rows[] = { { "no name", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0more", 20, false },
                 { "the first half of the name", "clrelay \0\0\0\0\0\0\0\0more", 20, false },
                 { "the second half", "\0\0\0\0\0\0\0\0trace\r\n\0more", 20, false },
                 { "the name", "clrelay trace\r\n\0more", 20, true },
                 { "no recording", "text", 4, true },
                 { "nothing", "", 0, false } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[4096], *error;
        FILE *file;
        in_root(path, "/records");
        file = fopen(path, "wb");
        if (!file || fwrite(rows[i].bytes, 1, rows[i].size, file) != rows[i].size || fclose(file))
            TEST_STOP("no %s", path);
        test_about = rows[i].about;
        CHECK_INT(records_are_ready(path, &error), rows[i].ready);
        CHECK_STR(error, NULL);
    }
    clear();
}

/* ---- outputs that do not fit ---- */

/* What a full disk cuts off is removed, except lines. */
static void check_outputs(void)
{
    static const struct {
        const char *about;
        enum output_kind kind;
        size_t size;
        bool fails, stays;
    } rows[] = { { "a text that fits", OUTPUT_TEXT, 100, false, true },
                 { "a text", OUTPUT_TEXT, 10000, true, false },
                 { "bytes", OUTPUT_BYTES, 10000, true, false },
                 { "lines", OUTPUT_LINES, 10000, true, true } };
    struct rlimit before, limit;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    if (getrlimit(RLIMIT_FSIZE, &before)) TEST_STOP("no limit of sizes");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[4096], *complaint;
        struct output output;
        in_root(path, "/output");
        complaint = output_open(&output, path, rows[i].kind);
        if (complaint) TEST_STOP("%s", complaint);
        limit = before;
        limit.rlim_cur = 5000;
        setrlimit(RLIMIT_FSIZE, &limit);
        for (size_t at = 0; at < rows[i].size; at++) putc('x', output.file);
        complaint = output_close(&output);
        setrlimit(RLIMIT_FSIZE, &before);
        test_about = rows[i].about;
        CHECK_INT(complaint != NULL, rows[i].fails);
        CHECK_INT(access(path, F_OK) == 0, rows[i].stays);
        free(complaint);
        clear();
    }
    signal(SIGXFSZ, handler);
}

/* The reason of a write that has failed before, if errno still has one. */
static void check_earlier_reasons(void)
{
    static const struct {
        int earlier, reason;
    } rows[] = { { ENOSPC, ENOSPC }, { EFBIG, EFBIG }, { EPIPE, EPIPE },
                 { EIO, EIO },       { ENOENT, EIO },  { 0, EIO } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct output output = { .file = fopen("/dev/null", "r") };
        if (!output.file) TEST_STOP("no null device");
        fputc('x', output.file); /* fails */
        test_about = strerror(rows[i].earlier);
        errno = rows[i].earlier;
        output_flush(&output);
        CHECK_INT(output.failure, rows[i].reason);
        fclose(output.file);
    }
}

/* What the formats of servers keep, and control characters that become visible. */
static void check_kept(void)
{
    static const char *const rows[][3] = { { "a\tb\nc", "", "a\\x09b\\nc" },
                                           { "a\tb\nc", "\t", "a\tb\\nc" },
                                           { "a\tb\nc", "\r\n", "a\\x09b\nc" },
                                           { "\xc3\xa4\x1b", "\t", "\xc3\xa4\\x1b" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct string text = { NULL, 0, 0 };
        string_add_harmless(&text, rows[i][0], rows[i][1]);
        test_about = rows[i][2];
        CHECK_STR(text.text, rows[i][2]);
        string_free(&text);
    }
}

/* A test case is skipped if findings may be missing, but not if there are some. */
static void check_skipped(void)
{
    static const struct {
        const char *level;
        bool missing;
        const char *shown;
    } rows[] = { { "error", false, "failures=\"1\" errors=\"0\" skipped=\"0\"" },
                 { "error", true, "failures=\"1\" errors=\"0\" skipped=\"0\"" },
                 { "note", true, "failures=\"0\" errors=\"0\" skipped=\"1\"" },
                 { "note", false, "failures=\"0\" errors=\"0\" skipped=\"0\"" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *findings = json_pack("[{s:s, s:s}]", "identity", "X", "level", rows[i].level);
        json_t *summary = json_pack("{s:b, s:i}", "missing", rows[i].missing, "processes", 1);
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        if (!file) TEST_STOP("no memory");
        junit_write(findings, summary, file);
        fclose(file);
        test_about = text;
        CHECK_INT(strstr(text, rows[i].shown) != NULL, true);
        free(text);
        json_decref(summary);
        json_decref(findings);
    }
}

/* ---- layers ---- */

/* A layer comes before the check layer, and behind others. */
static void check_layer_lists(void)
{
    static const char *const rows[][2] = {
        { NULL, "/l/x.so" },
        { "/a.so", "/a.so:/l/x.so" },
        { "/libclrelay_check.so", "/l/x.so:/libclrelay_check.so" },
        { "/a.so:/libclrelay_check.so", "/a.so:/l/x.so:/libclrelay_check.so" },
        { "/libclrelay_check.so:/a.so", "/l/x.so:/libclrelay_check.so:/a.so" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *list;
        if (rows[i][0]) setenv("OPENCL_LAYERS", rows[i][0], 1);
        else unsetenv("OPENCL_LAYERS");
        list = layer_file_list("/l/x.so");
        test_about = rows[i][1];
        CHECK_STR(list, rows[i][1]);
        free(list);
    }
    unsetenv("OPENCL_LAYERS");
}

/* LD_PRELOAD can't have each path. */
static void check_preload(void)
{
    static const struct {
        const char *folder;
        bool can;
    } rows[] = { { "/layers", true }, { "/lay ers", false }, { "/lay:ers", false } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[4096], library[64], *complaint = NULL, *list;
        snprintf(library, sizeof library, "%s/libclrelay_frees.so", rows[i].folder);
        make(library, "");
        in_root(path, rows[i].folder);
        strcat(path, "/libclrelay_check.so");
        list = layer_file_preload(path, &complaint);
        test_about = rows[i].folder;
        CHECK_INT(list != NULL, rows[i].can);
        CHECK_INT(complaint == NULL, rows[i].can);
        free(complaint);
        free(list);
        clear();
    }
}

/* A program that crashes was outside of OpenCL only if the recording has all of its calls. */
static void check_last_calls(void)
{
    static const struct {
        const char *about;
        uint32_t state;
        unsigned long process;
        bool whole, outside;
    } rows[] = { { "all", 0, 7, true, true },
                 { "the limit was reached", RECORD_FULL, 7, true, false },
                 { "the disk was full", RECORD_NO_DISK, 7, true, false },
                 { "there was no memory", RECORD_FAILED, 7, true, false },
                 { "a process without calls", 0, 8, true, false },
                 { "recorded in part", 0, 7, false, false } };
    static _Alignas(struct record_file) unsigned char image[2 * RECORD_GRANULE];
    struct record_file *file = (void *)image;
    struct record_chunk *chunk = (void *)(image + RECORD_GRANULE);
    char path[4096];
    in_root(path, "/recording");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct recording *recording;
        FILE *to = fopen(path, "wb");
        char *error = NULL, *text;
        memset(image, 0, sizeof image);
        record_stamp(file);
        file->end = sizeof image;
        file->state = rows[i].state;
        memcpy(chunk->magic, RECORD_CHUNK_MAGIC, sizeof chunk->magic);
        chunk->size = RECORD_GRANULE;
        chunk->process = 7;
        chunk->thread = 7;
        if (!to || fwrite(image, sizeof image, 1, to) != 1 || fclose(to))
            TEST_STOP("no temporary file");
        recording = recording_open(path, &error);
        if (!recording) TEST_STOP("%s", error);
        text = trace_ending(recording, SIGSEGV, rows[i].process, rows[i].whole);
        test_about = rows[i].about;
        CHECK_INT(strstr(text, ", outside of calls of OpenCL.") != NULL, rows[i].outside);
        free(text);
        recording_close(recording);
    }
    clear();
}

/* What was being loaded when the program ended. Other processes matter only if no process has
 * loaded the layer, and nothing has crashed. */
static void check_loading(void)
{
    static const struct {
        const char *notes;
        uint32_t processes;
        int status;
        const char *text;
    } rows[] = {
        { "7 driver a.icd\n", 0, 0, "The program ended while drivers were being loaded: a.icd." },
        { "7 driver a.icd\n", 1, 0, "The program ended while drivers were being loaded: a.icd." },
        { "7 driver a.icd\n7 done \n", 0, 0, NULL },
        { "8 layer a.so\n", 0, 0,
          "Process 8 has come no further than this: layers were being loaded: a.so." },
        { "8 layer a.so\n", 1, 0, NULL },
        { "8 layer a.so\n", 0, SIGSEGV, NULL },
        { "8 layer a.so\n9 done \n", 0, 0,
          "Process 8 has come no further than this: layers were being loaded: a.so." },
        { "9 done \n8 layer a.so\n", 0, 0,
          "Process 8 has come no further than this: layers were being loaded: a.so." },
    };
    char path[4096];
    in_root(path, "/loading");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record_file file = { .processes = rows[i].processes };
        const struct records records = { .loading = path, .file = &file };
        const struct run_program program = { .id = 7, .status = rows[i].status };
        char *text;
        make("/loading", rows[i].notes);
        text = loading_ending(&records, &program);
        test_about = rows[i].notes;
        CHECK_STR(text, rows[i].text);
        free(text);
        clear();
    }
}

/* A trace of a size that makes viewers slow has a note, which says its size. */
static void check_sizes_for_viewers(void)
{
    static const struct {
        uint64_t bytes;
        const char *size;
    } rows[] = { { 199999999, NULL },
                 { 200000000, "has to load 190.7 MiB," },
                 { (uint64_t)1 << 30, "has to load 1.0 GiB," },
                 { (uint64_t)1 << 50, "has to load 1024.0 TiB," } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *notes = json_array();
        const char *note;
        notes_add_size(notes, rows[i].bytes);
        note = json_string_value(json_array_get(notes, 0));
        test_about = note ? note : "no note";
        CHECK_INT(json_array_size(notes), rows[i].size ? 1 : 0);
        if (note) CHECK_INT(strstr(note, rows[i].size) != NULL, true);
        json_decref(notes);
    }
}

/* The calls that the threads of a process were in; 0: those of all processes. */
static void check_open_calls(void)
{
    static const struct {
        unsigned long process;
        const char *calls;
    } rows[] = { { 7, "clFlush (thread 70), clWaitForEvents (thread 71)" },
                 { 8, "clFinish (thread 80)" },
                 { 9, NULL },
                 { 0, "clFlush (thread 70), clFinish (thread 80), clWaitForEvents (thread 71)" } };
    static struct record_file file;
    const struct recording recording = { .file = &file };
    static const struct {
        unsigned function;
        uint32_t process;
        uint64_t thread;
    } open[] = { { SLOT_OF(clFlush), 7, 70 },
                 { SLOT_OF(clFinish), 8, 80 },
                 { SLOT_OF(clWaitForEvents), 7, 71 } };
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        file.currents[i].function = open[i].function + 1;
        file.currents[i].process = open[i].process;
        file.currents[i].thread = open[i].thread;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct string text = { NULL, 0, 0 };
        open_calls_add(&text, &recording, rows[i].process);
        test_about = "open calls";
        CHECK_STR(text.text, rows[i].calls);
        string_free(&text);
    }
}

/* ---- places of recordings ---- */

static struct statfs memory; /* what statfs() says of /dev/shm; f_type 0: nothing */

/* Take the place of the C library's functions: what the machine has must not matter. */
int statfs(const char *path, struct statfs *about)
{
    if (strcmp(path, "/dev/shm") != 0) return (int)syscall(SYS_statfs, path, about);
    *about = memory;
    return memory.f_type ? 0 : -1;
}

int access(const char *path, int mode)
{
    return strcmp(path, "/dev/shm") == 0 ? 0 : faccessat(AT_FDCWD, path, mode, 0);
}

/* A recording may take half of the memory that is left for files, but nothing that is no memory. */
static void check_places(void)
{
    static const struct {
        long type;
        unsigned long free; /* blocks of 4096 bytes */
        uint64_t limit;
        const char *variable, *place;
    } rows[] = { { TMPFS_MAGIC, 201, 100 * 4096, NULL, "/dev/shm" },
                 { TMPFS_MAGIC, 200, 100 * 4096, NULL, NULL },
                 { TMPFS_MAGIC, 201, 100 * 4096, "", "/dev/shm" },
                 { TMPFS_MAGIC, 201, 100 * 4096, "/x", "/x" },
                 { EXT4_SUPER_MAGIC, 201, 100 * 4096, NULL, NULL },
                 { 0, 0, 0, NULL, NULL } };
    const char *usual = getenv("TMPDIR");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].variable) setenv("TMPDIR", rows[i].variable, 1);
        else unsetenv("TMPDIR");
        memory.f_type = (__typeof__(memory.f_type))rows[i].type;
        memory.f_bavail = rows[i].free;
        memory.f_bsize = 4096;
        test_about = "the usual place";
        CHECK_STR(records_usual_place(rows[i].limit), rows[i].place);
    }
    if (usual) setenv("TMPDIR", usual, 1);
    else unsetenv("TMPDIR");
}

/* What is no file has no beginning, which is no mistake. */
static void check_beginnings(void)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    const int server = socket(AF_UNIX, SOCK_STREAM, 0);
    char bytes[4], *error, path[4096];
    make("/file", "abcdef");
    in_root(path, "/socket");
    if (strlen(path) >= sizeof name.sun_path) TEST_STOP("a long path");
    memcpy(name.sun_path, path, strlen(path) + 1);
    if (bind(server, (const struct sockaddr *)&name, sizeof name)) TEST_STOP("no socket");
    test_about = "a socket";
    CHECK_INT(records_peek(path, bytes, sizeof bytes, &error), 0);
    CHECK_STR(error, NULL);
    close(server);
    unlink(path);
    test_about = "no file";
    CHECK_INT(records_peek(path, bytes, sizeof bytes, &error), 0);
    CHECK_STR(error, NULL);
    test_about = "a folder";
    CHECK_INT(records_peek(root, bytes, sizeof bytes, &error), 0);
    CHECK_STR(error, NULL);
    test_about = "a file";
    in_root(path, "/file");
    CHECK_INT(records_peek(path, bytes, sizeof bytes, &error), sizeof bytes);
    CHECK_STR(error, NULL);
    clear();
}

/* ---- the summary of checks ---- */

/* How often findings occurred, and what followed from them. */
static void check_summaries(void)
{
    static const char *const rows[][2] = {
        { "'places': 1, 'times': 1", "1 place\n" },
        { "'places': 2, 'times': 2", "2 places\n" },
        { "'places': 1, 'times': 2", "1 place, 2 times\n" },
        { "'places': 1, 'times': 2, 'more': true", "1 place, 2 times or more\n" },
        { "'places': 1, 'times': 1, 'following': 1, 'null': ['kernel']",
          "1 place, and 1 call with that kernel\n" },
        { "'places': 1, 'times': 1, 'following': 2, 'null': ['kernel', 'event']",
          "1 place, and 2 calls with that kernel or event\n" },
        { "'places': 1, 'times': 1, 'following': 2, 'null': ['kernel', 'event', 'queue']",
          "1 place, and 2 calls with that kernel, event or queue\n" },
    };
    setenv("COLUMNS", "200", 1);
    terminal_start();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *all = NULL, object[300];
        const char *shown;
        size_t size = 0;
        json_t *summary;
        FILE *file = open_memstream(&all, &size);
        if (!file) TEST_STOP("no memory");
        snprintf(object, sizeof object, "{'identities': [{'identity': 'X', 'level': 'error', %s}]}",
                 rows[i][0]);
        for (char *at = object; (at = strchr(at, '\''));) *at = '"';
        summary = json_loads(object, 0, NULL);
        terminal_use(file);
        text_print_summary(summary);
        fclose(file);
        test_about = rows[i][0];
        shown = strstr(all, rows[i][1]);
        CHECK_STR(shown, rows[i][1]);
        json_decref(summary);
        free(all);
    }
}

/* A list has an element that is NULL, or is NULL itself. */
static void check_elements(void)
{
    static const struct {
        uint64_t list;
        const char *text;
    } rows[] = { { 0x99, "event_list has an element that is NULL" }, { 0, "event_list is NULL" } };
    const struct record_finding record = { .values = { 1, 1 } };
    const struct found found = { .record = &record };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint64_t words[] = { 1, rows[i].list };
        const struct call call = { .signature = signature_of(SLOT_OF(clWaitForEvents)),
                                   .words = words };
        const struct described what = { NULL, &found, &call };
        struct string text = { NULL, 0, 0 };
        describe(&text, "{0:parameter}{1:element} is NULL", &what);
        test_about = rows[i].text;
        CHECK_STR(text.text, rows[i].text);
        string_free(&text);
    }
}

/* A value has the name that its own type gives it, not that of another type. */
static void check_names_of_values(void)
{
    static const struct {
        const char *type;
        uint64_t value;
        const char *shown;
    } rows[] = { { "cl_bool", CL_TRUE, "CL_TRUE" },
                 { "cl_bool", CL_BUFFER_CREATE_TYPE_REGION, "0x1220" },
                 { "cl_buffer_create_type", CL_BUFFER_CREATE_TYPE_REGION,
                   "CL_BUFFER_CREATE_TYPE_REGION" },
                 { NULL, CL_BUFFER_CREATE_TYPE_REGION, "0x1220" },
                 { NULL, CL_DEVICE_VENDOR_ID, "0x1001 (CL_DEVICE_VENDOR_ID)" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct record_finding record = { .values = { rows[i].value } };
        const struct found found = { .record = &record };
        const struct described what = { NULL, &found, NULL };
        struct string text = { NULL, 0, 0 };
        if (rows[i].type) show_value(&text, rows[i].type, rows[i].value);
        else describe(&text, "{0:query}", &what);
        test_about = rows[i].shown;
        CHECK_STR(text.text, rows[i].shown);
        string_free(&text);
    }
}

/* ---- clocks ---- */

/* Clocks agree with bounds that touch at their ends. */
static void check_bounds(void)
{
    static const struct {
        const char *about;
        struct clocks_bound bounds[2];
        size_t agree;
    } rows[] = { { "bounds that overlap", { { 100, 0, 10 }, { 200, 5, 20 } }, 2 },
                 { "bounds that touch", { { 100, 0, 10 }, { 200, 10, 20 } }, 2 },
                 { "the same, the higher one first", { { 100, 10, 20 }, { 200, 0, 10 } }, 2 },
                 { "bounds apart", { { 100, 0, 10 }, { 200, 1000, 2000 } }, 1 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct clocks clocks = { .method = CLOCKS_UNKNOWN };
        test_about = rows[i].about;
        CHECK_INT(clocks_fit_most(rows[i].bounds, 2, &clocks), rows[i].agree);
        for (size_t j = 0; rows[i].agree == 2 && j < 2; j++)
            CHECK_INT(clocks_within(&clocks, &rows[i].bounds[j]), true);
    }
}

int main(void)
{
    if (!mkdtemp(root)) TEST_STOP("no temporary folder");
    check_missing_names();
    check_kinds();
    check_sections();
    check_chosen();
    check_longest_patterns();
    check_ready();
    check_outputs();
    check_earlier_reasons();
    check_kept();
    check_skipped();
    check_layer_lists();
    check_preload();
    check_last_calls();
    check_loading();
    check_sizes_for_viewers();
    check_open_calls();
    check_places();
    check_beginnings();
    check_summaries();
    check_elements();
    check_names_of_values();
    check_bounds();
    rmdir(root);
    return test_end();
}
