/* SPDX-License-Identifier: Apache-2.0 */
/*
 * marks LAYER: a program with marks of include/clrelay/marks.h and of NVTX, and what `clrelay trace
 * --format text` shows of them. Each case runs in its own process, with its own recording. It calls
 * no function of OpenCL.
 */
#include "made_file.h"

#include "../../../include/clrelay/marks.h"
#include "../../base/strings.h"
#include "../../trace/line_formats.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <wchar.h>

/* ---- a program with the header ---- */

static void nests(void)
{
    clrelay_range_push("outer");
    for (int i = 0; i < 2; i++) {
        clrelay_range_push("loop");
        clrelay_instant("now");
        clrelay_range_pop();
    }
    clrelay_range_pop();
}

static void is_unbalanced(void)
{
    clrelay_range_pop();
    clrelay_range_push("one");
    clrelay_range_pop();
    clrelay_range_pop();
    clrelay_range_pop();
    clrelay_range_push("two");
    clrelay_range_push("never ends");
}

static uint64_t job;

static void *end_job(void *unused)
{
    clrelay_range_end(job);
    return unused;
}

static void in_thread(void *(*run)(void *))
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, NULL) || pthread_join(thread, NULL)) exit(1);
}

static void crosses_threads(void)
{
    uint64_t other;
    job = clrelay_range_start("job");
    other = clrelay_range_start("other");
    in_thread(end_job);
    clrelay_range_end(other);
    clrelay_range_end(other); /* this range has ended */
    clrelay_range_end(0);
    clrelay_range_end(UINT64_MAX);
}

static void has_odd_texts(void)
{
    clrelay_instant(NULL);
    clrelay_instant("");
    clrelay_range_push(NULL);
    clrelay_range_pop();
    clrelay_instant("\xff\xc3 \"\\\n\xc3\xbc");
    clrelay_mark_(99, 0, "no such kind");
}

/* 1000 bytes of a text are recorded, but no part of a character: 333 characters of three bytes
 * each, or one fewer byte than there is room for. */
static void has_long_texts(void)
{
    static char text[10001];
    for (int i = 0; i < 10000 / 3; i++) memcpy(text + 3 * (size_t)i, "\xe2\x82\xac", 3);
    text[9999] = 'x';
    clrelay_instant(text);
    memset(text, 'a', 10000);
    clrelay_instant(text);
    text[1001] = 0;
    clrelay_instant(text);
    text[1000] = 0;
    clrelay_instant(text);
    memset(text, 0x80, 1001);
    clrelay_instant(text);
}

/* Recording stops in between. Ranges that were recorded still end, as long as objects are
 * recorded. */
static void is_switched(void)
{
    clrelay_range_push("a");
    clrelay_range_push("b");
    job = clrelay_range_start("job");
    file->state = RECORD_OBJECTS;
    clrelay_range_push("not recorded");
    clrelay_instant("not recorded");
    clrelay_range_pop();
    clrelay_range_pop();
    clrelay_range_end(job);
    clrelay_range_push("not recorded");
    file->state = RECORD_ON;
    clrelay_range_push("c");
    clrelay_range_pop();
    clrelay_range_pop();
    clrelay_range_pop();
    clrelay_range_push("d");
    file->state = 0;
    clrelay_range_pop();
    nests();
    clrelay_range_end(clrelay_range_start("not recorded"));
}

static void is_off(void)
{
    file->state = RECORD_OBJECTS;
    nests();
    if (clrelay_range_start("not recorded") != 0) exit(1);
    clrelay_range_end(0);
    if (file->end != RECORD_GRANULE) exit(1); /* nothing was recorded */
}

/* The child process is inside the parent's ranges, but its own recording does not have them. */
static void forks(void)
{
    int status;
    pid_t child;
    clrelay_range_push("parent");
    child = fork();
    if (child == 0) {
        clrelay_range_push("child");
        clrelay_range_pop();
        clrelay_range_pop();
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child || status) exit(1);
    clrelay_range_pop();
}

/* The recording that `clrelay trace` has named no longer exists. */
static void has_no_recording(void)
{
    setenv(RECORD_VARIABLE, "/nowhere", 1);
    nests();
    if (clrelay_range_start("not recorded")) exit(1);
}

static void has_no_layer(void)
{
    setenv("CLRELAY_MARKS", "/nowhere", 1);
    nests();
    unsetenv("CLRELAY_MARKS");
    if (clrelay_range_start("not recorded")) exit(1);
}

/* ---- a program with NVTX, which does what its header does ---- */

struct attributes {
    uint16_t version, size;
    uint32_t category;
    int32_t color_type;
    uint32_t color;
    int32_t payload_type, reserved;
    uint64_t payload;
    int32_t message_type;
    const void *message;
};

/* A function of the library. Its place says with which parameters the program calls it. */
typedef void (*pointer)(void);
union nvtx {
    pointer any;
    void (*mark)(const struct attributes *);
    void (*mark_narrow)(const char *);
    void (*mark_wide)(const wchar_t *);
    uint64_t (*start)(const struct attributes *);
    uint64_t (*start_narrow)(const char *);
    uint64_t (*start_wide)(const wchar_t *);
    void (*end)(uint64_t);
    int (*push)(const struct attributes *);
    int (*push_narrow)(const char *);
    int (*push_wide)(const wchar_t *);
    int (*pop)(void);
    void (*mark_in)(void *, const struct attributes *);
    uint64_t (*start_in)(void *, const struct attributes *);
    void (*end_in)(void *, uint64_t);
    int (*push_in)(void *, const struct attributes *);
    int (*pop_in)(void *);
    const void *(*register_narrow)(void *, const char *);
    const void *(*register_wide)(void *, const wchar_t *);
    void *(*create)(const char *);
    void *(*create_wide)(const wchar_t *);
};
enum { CORE_SIZE = 16, CORE2_SIZE = 16 };
static union nvtx core[CORE_SIZE], core2[CORE2_SIZE];
static pointer *core_places[CORE_SIZE], *core2_places[CORE2_SIZE];
static unsigned core_size = CORE_SIZE;

static int places_of(int module, pointer ***places, unsigned *count)
{
    if (module != 1 && module != 5) return 0;
    *places = module == 1 ? core_places : core2_places;
    *count = module == 1 ? core_size : CORE2_SIZE;
    return 1;
}

static struct {
    size_t size;
    int (*places)(int module, pointer ***places, unsigned *count);
} callbacks = { sizeof callbacks, places_of };

static const void *export(uint32_t table)
{
    return table == 1 ? &callbacks : NULL;
}

/* Returns the result of the library's function. */
static int begin_nvtx(void)
{
    union {
        void *address;
        int (*initialize)(const void *(*export)(uint32_t));
    } value;
    void *library = dlopen(getenv("CLRELAY_MARKS"), RTLD_LAZY);
    value.address = library ? dlsym(library, "InitializeInjectionNvtx2") : NULL;
    if (!value.address) exit(1);
    for (int i = 1; i < CORE_SIZE; i++) core_places[i] = &core[i].any;
    for (int i = 1; i < CORE2_SIZE; i++) core2_places[i] = &core2[i].any;
    return value.initialize(export);
}

static struct attributes described(int32_t type, const void *message)
{
    return (struct attributes){
        .version = 3, .size = sizeof(struct attributes), .message_type = type, .message = message
    };
}

static void uses_nvtx(void)
{
    struct attributes narrow = described(1, "narrow"),
                      wide = described(2, L"wide \u20ac \U0001f600"), none = described(0, "none"),
                      old = described(1, "old");
    uint64_t ranges[3];
    if (!begin_nvtx()) exit(1);
    old.size = 32;
    core[1].mark(&narrow);
    core[1].mark(&wide);
    core[1].mark(&none);
    core[1].mark(&old);
    core[1].mark(NULL);
    core[2].mark_narrow("mark");
    core[3].mark_wide((const wchar_t[]){ 0xd800, 0x110000, 0 }); /* no characters */
    core[3].mark_wide(NULL);
    core[3].mark_wide(L"wide mark");
    ranges[0] = core[4].start(&narrow);
    ranges[1] = core[5].start_narrow("start");
    ranges[2] = core[6].start_wide(L"wide start");
    for (int i = 0; i < 3; i++) core[7].end(ranges[i]);
    CHECK_INT(core[8].push(&narrow), 0);
    CHECK_INT(core[9].push_narrow("push"), 1);
    CHECK_INT(core[10].push_wide(L"wide push"), 2);
    for (int i = 2; i >= -1; i--) CHECK_INT(core[11].pop(), i);
}

/* Each domain has its own ranges, which need not nest with those of others. */
static void uses_domains(void)
{
    static char longest[5000];
    static wchar_t longest_wide[5000];
    struct attributes mark = described(1, "mark"), registered, wide;
    void *one, *two, *none = NULL;
    uint64_t range;
    if (!begin_nvtx()) exit(1);
    one = core2[12].create("one");
    two = core2[13].create_wide(L"tw\u00f6");
    registered = described(3, core2[10].register_narrow(one, "text"));
    wide = described(3, core2[11].register_wide(one, L"wide"));
    memset(longest, 'x', sizeof longest - 1);
    wmemset(longest_wide, L'x', 4999);
    CHECK_INT(strlen(core2[10].register_narrow(one, longest)), 1008);
    CHECK_INT(strlen(core2[11].register_wide(one, longest_wide)), 1003);
    CHECK(!core2[10].register_narrow(one, NULL) && !core2[11].register_wide(one, NULL));
    CHECK(!core2[12].create(NULL));
    core2[1].mark_in(one, &registered);
    core2[1].mark_in(two, &wide);
    core2[1].mark_in(none, &mark);
    core2[1].mark_in(one, NULL);
    CHECK_INT(core2[4].push_in(one, &mark), 0);
    CHECK_INT(core[11].pop(), -1); /* no domain */
    CHECK_INT(core2[4].push_in(two, &mark), 0);
    CHECK_INT(core2[4].push_in(one, &registered), 1);
    CHECK_INT(core2[5].pop_in(two), 0);
    CHECK_INT(core2[5].pop_in(two), -1);
    CHECK_INT(core2[5].pop_in(one), 1);
    CHECK_INT(core2[5].pop_in(one), 0);
    range = core2[2].start_in(one, &mark);
    core2[3].end_in(one, range);
    /* The fifteenth domain and all after it share their ranges, which are not those of no domain. */
    for (int i = 3; i <= 16; i++) one = core2[12].create("last");
    CHECK_INT(core2[4].push_in(one, &mark), 0);
    CHECK_INT(core[11].pop(), -1);
}

/* An NVTX with fewer functions. */
static void uses_old_nvtx(void)
{
    core_size = 10;
    if (!begin_nvtx()) exit(1);
    core[9].push_narrow("push");
    if (core[10].any || core[11].any) exit(1);
}

/* An NVTX whose table ends before its function for places. */
static void uses_oldest_nvtx(void)
{
    callbacks.size = sizeof callbacks.size;
    if (begin_nvtx() || core[9].any) exit(1);
}

static void uses_nvtx_without_recording(void)
{
    setenv(RECORD_VARIABLE, "/nowhere", 1);
    if (begin_nvtx() || core[9].any) exit(1);
}

/* ---- the cases ---- */

static const struct {
    const char *name;
    void (*run)(void);
    const char *shown; /* the expected text, without times and numbers */
} cases[] = {
    { "nests", nests,
      "range \"outer\" begins\n"
      "range \"loop\" begins\nmark \"now\"\nrange \"loop\" ends\n"
      "range \"loop\" begins\nmark \"now\"\nrange \"loop\" ends\n"
      "range \"outer\" ends\n" },
    { "unbalanced", is_unbalanced,
      "range \"one\" begins\nrange \"one\" ends\nrange \"two\" begins\nrange \"never ends\" "
      "begins\n" },
    { "threads", crosses_threads,
      "range \"job\" begins\nrange \"other\" begins\nrange \"job\" ends\nrange \"other\" ends\n" },
    { "odd texts", has_odd_texts,
      "mark \"\"\nmark \"\"\nrange \"\" begins\nrange \"\" ends\n"
      "mark \"\\xff\\xc3 \\\"\\\\\\n\\xc3\\xbc\"\n" },
    { "switched", is_switched,
      "range \"a\" begins\nrange \"b\" begins\nrange \"job\" begins\nrange \"b\" ends\n"
      "range \"job\" ends\nrange \"c\" begins\nrange \"c\" ends\nrange \"a\" ends\n"
      "range \"d\" begins\n" },
    { "off", is_off, "" },
    { "fork", forks,
      "range \"parent\" begins\nrange \"child\" begins\nrange \"child\" ends\n"
      "range \"parent\" ends\n" },
    { "no recording", has_no_recording, "" },
    { "no layer", has_no_layer, "" },
    { "NVTX", uses_nvtx,
      "mark \"narrow\"\nmark \"wide \\xe2\\x82\\xac \\xf0\\x9f\\x98\\x80\"\nmark \"\"\nmark \"\"\n"
      "mark \"\"\nmark \"mark\"\nmark \"??\"\nmark \"\"\nmark \"wide mark\"\n"
      "range \"narrow\" begins\nrange \"start\" begins\nrange \"wide start\" begins\n"
      "range \"narrow\" ends\nrange \"start\" ends\nrange \"wide start\" ends\n"
      "range \"narrow\" begins\nrange \"push\" begins\nrange \"wide push\" begins\n"
      "range \"wide push\" ends\nrange \"push\" ends\nrange \"narrow\" ends\n" },
    { "NVTX's domains", uses_domains,
      "mark \"one: text\"\nmark \"tw\\xc3\\xb6: wide\"\nmark \"mark\"\n"
      "mark \"one: \"\n"
      "range \"one: mark\" begins\nrange \"tw\\xc3\\xb6: mark\" begins\nrange \"one: text\" "
      "begins\n"
      "range \"tw\\xc3\\xb6: mark\" ends\nrange \"one: text\" ends\nrange \"one: mark\" ends\n"
      "range \"one: mark\" begins\nrange \"one: mark\" ends\n"
      "range \"last: mark\" begins\n" },
    { "old NVTX", uses_old_nvtx, "range \"push\" begins\n" },
    { "oldest NVTX", uses_oldest_nvtx, "" },
    { "NVTX without a recording", uses_nvtx_without_recording, "" },
};

/* Runs a case in a process that records. Returns the recording. */
static struct recording *recorded(void (*run)(void))
{
    int status = 0;
    pid_t child;
    make_recording();
    child = fork();
    if (child == 0) {
        run();
        _exit(test_failures != 0);
    }
    if (waitpid(child, &status, 0) != child) TEST_STOP("no process");
    CHECK_INT(status, 0);
    return open_recording();
}

static void end_recording(struct recording *recording)
{
    CHECK_INT(recording->damaged, 0);
    recording_close(recording);
    munmap(file, RECORD_GRANULE);
    unlink(path);
}

/* Leaves out the time of each line, the duration of a range, and the threads. */
static char *without_times(char *text)
{
    char *to = text;
    for (char *line = text, *next; *line; line = next) {
        char *from = line + strcspn(line, " ") + 1, *end;
        next = line + strcspn(line, "\n") + 1;
        if (*from == '[') from += strcspn(from, "]") + strlen("] ");
        end = next - 1;
        if (end[-1] == '>')
            while (*end != ' ' || end[1] != '<') end--;
        memmove(to, from, (size_t)(end - from));
        to += end - from;
        *to++ = '\n';
    }
    *to = 0;
    return text;
}

static void try_case(const char *name, void (*run)(void), const char *shown)
{
    struct recording *recording;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) TEST_STOP("no memory");
    test_about = name;
    recording = recorded(run);
    format_text(to, recording, true);
    fclose(to);
    CHECK_STR(without_times(text), shown);
    CHECK_INT(file->processes, 0); /* no loader has loaded the layer */
    free(text);
    end_recording(recording);
    test_about = "";
}

/* ---- long texts ---- */

static void check_long_texts(void)
{
    static const struct {
        const char *character;
        int count;
        bool is_cut;
    } wanted[] = { { "\xe2\x82\xac", 333, true },
                   { "a", 1000, true },
                   { "a", 1000, true },
                   { "a", 1000, false },
                   { "\x80", 997, true } };
    struct recording *recording = recorded(has_long_texts);
    CHECK_INT(recording->count, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < recording->count; i++) {
        struct string text = { NULL, 0, 0 };
        for (int j = 0; j < wanted[i].count; j++) string_add(&text, wanted[i].character);
        if (wanted[i].is_cut) string_add(&text, "...");
        CHECK_STR(recording_mark_text(&recording->entries[i]), text.text);
        string_free(&text);
    }
    end_recording(recording);
}

/* ---- many threads ---- */

enum { THREADS = 100, ROUNDS = 500 };

static void *push_and_pop(void *data)
{
    char text[20];
    snprintf(text, sizeof text, "%d", *(int *)data);
    for (int i = 0; i < ROUNDS; i++) {
        clrelay_range_push(text);
        clrelay_range_push("inner");
        clrelay_range_pop();
        clrelay_range_pop();
    }
    return NULL;
}

static void has_threads(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, push_and_pop, &numbers[i])) exit(1);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

/* Each thread has its own ranges. */
static void check_threads(void)
{
    struct recording *recording = recorded(has_threads);
    struct marks marks = { 0 };
    uint64_t rounds[THREADS] = { 0 };
    CHECK_INT(recording->count, 4 * THREADS * ROUNDS);
    marks_read(&marks, recording);
    CHECK_INT(marks.ranges.count, 2 * THREADS * ROUNDS);
    for (size_t i = 0; i < marks.ranges.count; i++) {
        const struct range *range = (const struct range *)marks.ranges.items + i;
        CHECK(range->end != NEVER);
        if (strcmp(range->text, "inner") != 0) rounds[strtoul(range->text, NULL, 10) % THREADS]++;
    }
    for (int i = 0; i < THREADS; i++) CHECK_INT(rounds[i], ROUNDS);
    marks_free(&marks);
    end_recording(recording);
}

int main(int count, char **argument)
{
    if (count != 2) TEST_STOP("marks LAYER");
    setenv("CLRELAY_MARKS", argument[1], 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        try_case(cases[i].name, cases[i].run, cases[i].shown);
    check_long_texts();
    check_threads();
    return test_end();
}
