/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the command whose results depend on their arguments, and on files that this test
 * makes: one row for each case. */
#include "parts.h"

#include "../../base/conf.h"
#include "../../base/edit.h"
#include "../../base/files.h"
#include "../../base/option.h"
#include "../../base/quantity.h"
#include "../../base/strings.h"
#include "../../base/terminal.h"
#include "../../base/text.h"
#include "../../bounds/bounded_source.h"
#include "../../bounds/build_options.h"
#include "../../bounds/edits.h"
#include "../../calls/record_version.h"
#include "../../check/place.h"
#include "../../probe/details.h"
#include "../../probe/process.h"
#include "../../report/owners.h"
#include <sys/stat.h>
#include <unistd.h>

static void check_lists(void)
{
    static const struct {
        const char *list, *element, *left;
        bool removed;
    } rows[] = { { "a, b, c", "b", "a, c", true }, { "a, B", "b", "a", true },
                 { "b", "B", "", true },           { "a, bc", "b", "a, bc", false },
                 { " a ,b,b", "b", "a", true },    { "", "b", "", false } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool removed;
        char *left = conf_list_remove(rows[i].list, rows[i].element, &removed);
        test_about = rows[i].list;
        CHECK_STR(left, rows[i].left);
        CHECK_INT(removed, rows[i].removed);
        free(left);
    }
}

/* Which bytes of a file change with a value: as few as possible. A new line ends as the last one
 * that has an end. */
static void check_values(void)
{
    static const char *const rows[][2] = {
        { "", "A = b\n" },
        { "A=\n", "A= b\n" },
        { "A =\n", "A = b\n" },
        { "A = \n", "A = b \n" },
        { "A=c\n", "A=b\n" },
        { "  A\t=\tc # d\r\n", "  A\t=\tb\r\n" },
        { "B = c", "B = c\nA = b\n" },
        { "A =\n", "A = b\n" },
        { "B = c\r\nD = e", "B = c\r\nD = e\r\nA = b\r\n" },
        { "B = c\r\n", "B = c\r\nA = b\r\n" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct conf conf = { malloc(strlen(rows[i][0]) + 1), strlen(rows[i][0]) };
        size_t line;
        char *trouble;
        if (!conf.bytes) TEST_STOP("no memory");
        memcpy(conf.bytes, rows[i][0], conf.length + 1);
        test_about = rows[i][0];
        trouble = conf_set(&conf, "A", "b", &line);
        CHECK_STR(trouble, NULL);
        CHECK_STR(conf.bytes, rows[i][1]);
        free(trouble);
        free(conf.bytes);
    }
}

/* Quotes around a word in braces belong to it only if they are on both sides of it. */
static void check_templates(void)
{
    static const struct text_meaning meanings[] = { { "word", "a b" }, { "none", NULL } };
    static const char *const rows[][2] = {
        { "x {word} y", "x a b y" },  { "x '{word}' y", "x 'a b' y" },
        { "'{word} y'", "'a b y'" },  { "'y {word}'", "'y a b'" },
        { "'{none}'", "''" },         { "{none}{word}", "a b" },
        { "{other} {", "{other} {" }, { "{{word}}", "{a b}" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *filled = text_fill(rows[i][0], meanings, sizeof meanings / sizeof *meanings);
        test_about = rows[i][0];
        CHECK_STR(filled, rows[i][1]);
        free(filled);
    }
}

/* The options end at the first other word. A single - is such a word: it stands for a file. */
static void check_options(void)
{
    static const struct option table[] = { { "--long", "-l", NULL, 0, NULL, NULL },
                                           { NULL, NULL, NULL, 0, NULL, NULL } };
    static char option[] = "--long", letter[] = "-l", file[] = "-", end[] = "--", word[] = "x";
    static const struct {
        char *words[3];
        int rest;
    } rows[] = { { { option, letter, word }, 2 },  { { letter, file, option }, 1 },
                 { { file, option, word }, 0 },    { { end, option, word }, 1 },
                 { { word, end, option }, 0 },     { { option, end, letter }, 2 },
                 { { option, letter, letter }, 3 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *words[] = { rows[i].words[0], rows[i].words[1], rows[i].words[2] }, *complaint;
        bool is_long = false;
        int rest = -1;
        test_about = "options";
        complaint = option_read_all(table, &is_long, 3, words, &rest);
        CHECK_STR(complaint, NULL);
        CHECK_INT(rest, rows[i].rest);
        free(complaint);
    }
}

/* -D and -I with values of their own or in the next word, the version, and the rest. */
static void check_build_options(void)
{
    static const struct {
        const char *text, *words, *standard, *rest;
    } rows[] = { { "-D AB -cl-fast-relaxed-math", "-D;AB;", NULL, "-cl-fast-relaxed-math " },
                 { "-DAB -x", "-DAB;", NULL, "-x " },
                 { "-I a -I b -DX=1 -cl-std=CL2.0", "-I;a;-I;b;-DX=1;", "-cl-std=CL2.0",
                   "-cl-std=CL2.0 " },
                 { "-D -D -x", "-D;-D;", NULL, "-x " },
                 { "-x -Werror -y", "", NULL, "-x -y " },
                 { "-D", "-D;", NULL, "" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct build_options options;
        char words[100] = "";
        build_options_read(&options, rows[i].text);
        for (size_t w = 0; w < options.preprocessor.count; w++)
            strcat(strcat(words, options.preprocessor.items[w]), ";");
        test_about = rows[i].text;
        CHECK_STR(words, rows[i].words);
        CHECK_STR(options.standard, rows[i].standard);
        CHECK_STR(options.rest.text, rows[i].rest);
        build_options_free(&options);
    }
}

/* What belongs to the end of a part comes behind the part, also where the part is inserted again. */
static void check_edits(void)
{
    struct edits edits = { .text = "x ab" };
    struct string inserted = { NULL, 0, 0 }, text = { NULL, 0, 0 };
    edits_value_of(&inserted, (struct part){ 2, 4 });
    edits_add(&edits, 0, (struct part){ 0, 4 }, true, inserted.text);
    edits_add(&edits, 4, (struct part){ 2, 4 }, true, text_format(")"));
    edits_apply(&edits, &text);
    test_about = "edits";
    CHECK_STR(text.text, "ab)x ab)");
    string_free(&text);
    edits_free(&edits);
}

static void check_paths(void)
{
    static const char *const rows[][2] = {
        { "a/b.c", "a/b.c" },
        { "././b.c", "b.c" },
        { "a/../b.c", "b.c" },
        { "a/b/../../c.c", "c.c" },
        { "a/b/c/../../d/../e.c", "a/e.c" },
        { "/usr/x/../long/../y.c", "/usr/y.c" },
        { "../b.c", "../b.c" },
        { "../../b.c", "../../b.c" },
        { "../a/../b.c", "../b.c" },
        { "a/.../b.c", "a/.../b.c" },
        { "/../b.c", "/../b.c" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about = rows[i][0];
        CHECK_STR(place_path(rows[i][0]), rows[i][1]);
    }
}

/* A size has a larger unit from 1000 on, although a unit is 1024 of the one before. */
static void check_sizes(void)
{
    static const struct {
        uint64_t size;
        const char *text;
    } rows[] = { { 0, "0 B" },
                 { 999, "999 B" },
                 { 1000, "0.98 KiB" },
                 { 1024, "1.00 KiB" },
                 { 1023487, "999 KiB" },
                 { 1023488, "0.98 MiB" },
                 { 1023 << 10, "1.00 MiB" },
                 { UINT64_C(1000) << 10, "0.98 MiB" },
                 { UINT64_C(1) << 52, "4096 TiB" } };
    test_about = "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[QUANTITY];
        CHECK_STR(quantity_bytes(text, rows[i].size), rows[i].text);
    }
}

/* Bytes in quotes, as a string in C. */
static void check_quoted(void)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *quoted;
    } rows[] = {
        { "", 0, "\"\"" },
        { "a ~", 3, "\"a ~\"" },
        { "\n\t\r\"\\", 5, "\"\\n\\t\\r\\\"\\\\\"" },
        { "\0\x1f\x7f\x80\xff", 5, "\"\\x00\\x1f\\x7f\\x80\\xff\"" },
        { "nrt", 3, "\"nrt\"" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct string text = { NULL, 0, 0 };
        test_about = rows[i].quoted;
        string_add_quoted(&text, (const unsigned char *)rows[i].bytes, rows[i].length);
        CHECK_STR(text.text, rows[i].quoted);
        string_free(&text);
    }
}

/* What a process prints is kept up to a limit, and counted beyond it. */
static void check_printed(void)
{
    enum { LIMIT = 65536 }; /* of a standard stream */
    static const struct {
        size_t parts[3], length, total;
    } rows[] = { { { 1, 2, 3 }, 6, 6 },
                 { { LIMIT, 0, 0 }, LIMIT, LIMIT },
                 { { LIMIT - 1, 2, 3 }, LIMIT, LIMIT + 4 },
                 { { LIMIT + 5, 0, 7 }, LIMIT, LIMIT + 12 } };
    static char bytes[LIMIT + 5];
    test_about = "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run run = { .code = 0 };
        for (size_t part = 0; part < 3; part++)
            process_append(&run, ERRORS, bytes, rows[i].parts[part]);
        CHECK_INT(run.streams[ERRORS].length, rows[i].length);
        CHECK_INT(run.streams[ERRORS].total, rows[i].total);
        CHECK_INT(run.streams[OUTPUT].total, 0);
        free(run.streams[ERRORS].text);
    }
}

/* ---- who has a file ---- */

#define DPKG   "/var/lib/dpkg/info/x.list", "/usr/lib/libother.so\n"
#define FILE_X "/usr/lib/libx.so"
static const struct owner_row {
    const char *about, *file;
    const char *files[3][2]; /* paths with their texts */
    const char *words;
} owner_rows[] = {
    { "no lists", FILE_X, { { NULL } }, "" },
    { "listed",
      FILE_X,
      { { DPKG }, { "/var/lib/dpkg/info/libx1:amd64.list", "/.\n/usr/lib\n" FILE_X "\n" } },
      " (of the package libx1)" },
    { "a longer name",
      FILE_X,
      { { "/var/lib/dpkg/info/a.list", FILE_X ".1\n" } },
      " (of no package)" },
    { "not listed", FILE_X, { { DPKG } }, " (of no package)" },
    { "in /lib", "/lib/libx.so", { { DPKG } }, " (of no package)" },
    { "a maker's", "/opt/x/libx.so", { { DPKG } }, "" },
    { "python's", "/usr/lib/python3/libx.so", { { DPKG } }, "" },
    { "pip's", "/usr/lib/site-packages/libx.so", { { DPKG } }, "" },
    { "put aside", FILE_X, { { DPKG }, { "/var/lib/dpkg/diversions", FILE_X "\nx\nx\n" } }, "" },
    { "listed and put aside",
      FILE_X,
      { { "/var/lib/dpkg/info/a.list", FILE_X "\n" },
        { "/var/lib/dpkg/diversions", FILE_X "\nx\nx\n" } },
      "" },
    { "another put aside",
      FILE_X,
      { { DPKG }, { "/var/lib/dpkg/diversions", "/usr/lib/liby.so\nx\nx\n" } },
      " (of no package)" },
    { "rpm", FILE_X, { { "/var/lib/rpm/x", "" } }, " (rpm -qf " FILE_X " names its package)" },
    { "rpm's newer folder",
      FILE_X,
      { { DPKG }, { "/usr/lib/sysimage/rpm/x", "" } },
      " (rpm -qf " FILE_X " names its package)" },
    { "pacman",
      FILE_X,
      { { "/var/lib/pacman/local/mesa-x-1:24.0.1-1/files", "%FILES%\nusr/lib/libx.so\n" } },
      " (of the package mesa-x)" },
    { "without /usr",
      FILE_X,
      { { "/var/lib/dpkg/info/a.list", "/lib/libx.so\n" } },
      " (of the package a)" },
    { "with /usr",
      "/lib/libx.so",
      { { "/var/lib/dpkg/info/a.list", FILE_X "\n" } },
      " (of the package a)" },
    { "another /lib",
      FILE_X,
      { { "/var/lib/dpkg/info/a.list", "/lib/libx.so\n" }, { "/lib/x", "" } },
      " (of no package)" },
};

static void check_owners(void)
{
    for (size_t i = 0; i < sizeof owner_rows / sizeof *owner_rows; i++) {
        const struct owner_row *row = &owner_rows[i];
        char *words;
        for (size_t f = 0; f < 3 && row->files[f][0]; f++) make(row->files[f][0], row->files[f][1]);
        words = owner_words(root, row->file);
        test_about = row->about;
        CHECK_STR(words, row->words);
        free(words);
        clear();
    }
}

/* ---- files that hide others ---- */

/* Only a file that can hold nothing of the user's is removed. */
static void check_masks(void)
{
    static const struct {
        const char *about, *text, *target; /* of a file, or of a link */
        bool removed;
    } rows[] = { { "nothing", NULL, NULL, false },
                 { "empty", "", NULL, true },
                 { "with a line", "/usr/lib/libx.so\n", NULL, false },
                 { "null device", NULL, "/dev/null", true },
                 { "link to a folder", NULL, "/dev", false },
                 { "link to nothing", NULL, "/nowhere/x", false } };
    char path[4096];
    snprintf(path, sizeof path, "%s/x.icd", root);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stat status;
        char *complaint;
        const bool there = rows[i].text || rows[i].target;
        if (rows[i].text) make("/x.icd", rows[i].text);
        if (rows[i].target && symlink(rows[i].target, path)) TEST_STOP("no link");
        test_about = rows[i].about;
        complaint = edit_remove_mask(path);
        CHECK_INT(!complaint, rows[i].removed);
        CHECK_INT(lstat(path, &status) == 0, there && !rows[i].removed);
        free(complaint);
        clear();
    }
}

/* ---- what clang prints ---- */

/* A script in place of clang, which preprocesses a source first, and then describes it. */
static void check_clang(void)
{
#define IF_PREPROCESSING "case \"$*\" in *\\ -E\\ *) "
    static const struct {
        const char *about, *script, *why;
    } rows[] = {
        { "another file", "printf '# 1 \"<stdin>\"\\n# 1 \"/x.h\"\\nint b;\\n'",
          "it includes files in another way than by their names" },
        { "the preprocessor",
          "printf 'In file 1:\\n<stdin>:1:2: error: x.h is missing\\n' >&2; exit 1",
          "clang's preprocessor refuses it: x.h is missing" },
        { "the compiler",
          IF_PREPROCESSING
          "exit;; esac\n"
          "printf '1:2: warning: b\\n3:4: error: c\\n5:6: error: d\\n' >&2; exit 1",
          "clang does not compile it: c" },
        { "no error", IF_PREPROCESSING "exit;; esac; exit 1",
          "clang does not compile it: it could not be run" },
        { "no description", IF_PREPROCESSING "exit;; esac; echo '{'",
          "clang's description of it can't be read" },
    };
#undef IF_PREPROCESSING
    enum { ROWS = sizeof rows / sizeof *rows };
    /* Why it is refused, the options, the source, and the places of its lines. */
    static const char unit[] = "\0"
                               "-DX\0"
                               "int a;\n\0"
                               "1 1 x.cl\n";
    static struct program programs[ROWS]; /* a process may not free one */
    static struct rewritten rewritten[ROWS];
    for (size_t i = 0; i < ROWS; i++) {
        char path[4096], script[4096], *why;
        snprintf(script, sizeof script, "#!/bin/sh\n%s\n", rows[i].script);
        make("/clang", script);
        in_root(path, "/clang");
        chmod(path, 0700);
        test_about = rows[i].about;
        why = program_decide(&programs[i], unit, sizeof unit);
        CHECK_STR(why, NULL);
        why = program_rewrite(path, &programs[i], &rewritten[i]);
        CHECK_STR(why, rows[i].why);
        free(why);
        clear();
    }
}

/* ---- files to change ---- */

/* A link that leads nowhere is not replaced, and nothing is made where it leads. */
static void check_link(void)
{
    char path[4096], wanted[4200], *trouble;
    struct edit edit;
    in_root(path, "/link");
    if (symlink("nowhere", path)) TEST_STOP("no link");
    snprintf(wanted, sizeof wanted, "%s: No such file or directory", path);
    test_about = "a link that leads nowhere";
    trouble = edit_begin(&edit, path, false);
    CHECK_STR(trouble, wanted);
    edit_end(&edit);
    free(trouble);
    unlink(path);
}

/* ---- rights ---- */

static const char *denied; /* a path, of which some rights are denied */
static int denied_mode;

/* Takes the place of the C library's function: root may do everything. */
int eaccess(const char *path, int mode)
{
    return denied && strcmp(path, denied) == 0 && mode & denied_mode ? -1 : 0;
}

/* A folder in a path must let the user in; the last one must also be readable. */
static void check_obstacles(void)
{
    static const struct {
        const char *about;
        int mode;
        bool is_last, is_obstacle;
    } rows[] = { { "into a folder", X_OK, false, true },
                 { "a list of a folder on the way", R_OK, false, false },
                 { "into the last folder", X_OK, true, true },
                 { "a list of the last folder", R_OK, true, true },
                 { "writing", W_OK, true, false } };
    char outer[4096], inner[4096];
    make("/a/b/file", "");
    in_root(outer, "/a");
    in_root(inner, "/a/b");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *obstacle;
        denied = rows[i].is_last ? inner : outer;
        denied_mode = rows[i].mode;
        obstacle = file_obstacle(inner);
        test_about = rows[i].about;
        CHECK_INT(obstacle != NULL, rows[i].is_obstacle);
        if (obstacle) CHECK_INT(strncmp(obstacle, denied, strlen(denied)), 0);
        free(obstacle);
    }
    denied = NULL;
    clear();
}

/* ---- answers of devices ---- */

static struct {
    cl_uint query;
    size_t size;
    unsigned char bytes[16];
} device_answer;

static cl_int CL_API_CALL answer_query(cl_device_id device, cl_device_info query, size_t size,
                                       void *to, size_t *size_ret)
{
    (void)device;
    if (query != device_answer.query) return CL_INVALID_VALUE;
    if (size_ret) *size_ret = device_answer.size;
    if (to) memcpy(to, device_answer.bytes, size);
    return CL_SUCCESS;
}

static void ignore_query(const char *query)
{
    (void)query;
}

/* Numbers have the size that the driver says. Other sizes are no numbers. */
static void check_details(void)
{
    static const struct {
        cl_uint query;
        size_t size;
        const char *shown;
    } rows[] = { { CL_DEVICE_AVAILABLE, 1, "{\"CL_DEVICE_AVAILABLE\": true}" },
                 { CL_DEVICE_AVAILABLE, 4, "{\"CL_DEVICE_AVAILABLE\": true}" },
                 { CL_DEVICE_MAX_COMPUTE_UNITS, 1, "{\"CL_DEVICE_MAX_COMPUTE_UNITS\": 1}" },
                 { CL_DEVICE_MAX_COMPUTE_UNITS, 2, "{\"CL_DEVICE_MAX_COMPUTE_UNITS\": 1}" },
                 { CL_DEVICE_MAX_COMPUTE_UNITS, 3,
                   "{\"CL_DEVICE_MAX_COMPUTE_UNITS\": \"010000\"}" },
                 { CL_DEVICE_MAX_COMPUTE_UNITS, 8, "{\"CL_DEVICE_MAX_COMPUTE_UNITS\": 1}" },
                 { CL_DEVICE_MAX_COMPUTE_UNITS, 0, "{\"CL_DEVICE_MAX_COMPUTE_UNITS\": \"\"}" } };
    static struct dispatch cl;
    cl.clGetDeviceInfo = answer_query;
    device_answer.bytes[0] = 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *details;
        char *shown;
        device_answer.query = rows[i].query;
        device_answer.size = rows[i].size;
        details = details_of_device(&cl, NULL, ignore_query);
        shown = json_dumps(details, 0);
        test_about = "an answer";
        CHECK_STR(shown, rows[i].shown);
        free(shown);
        json_decref(details);
    }
}

/* ---- rows of a terminal ---- */

static void check_rows(void)
{
    static const char *const rows[][2] = {
        /* A separator in the first half of a row is no place for a break. */
        { "/ab/0123456789012345678901234567890123456789",
          "/ab/012345678901234567890123456789012345\n  6789\n" },
        { "/0123456789012345678901234567/8901234567890",
          "/0123456789012345678901234567/\n  8901234567890\n" },
        { "0123456789012345678/01234567890123456789012",
          "0123456789012345678/01234567890123456789\n  012\n" },
        { "01234567890123456789/0123456789012345678901",
          "01234567890123456789/\n  0123456789012345678901\n" },
        { "/ab/012345678901234567890123456789012345",
          "/ab/012345678901234567890123456789012345\n" },
        { "one /ab/0123456789012345678901234567890123",
          "one\n  /ab/0123456789012345678901234567890123\n" },
    };
    setenv("COLUMNS", "40", 1);
    terminal_start();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        if (!file) TEST_STOP("no memory");
        terminal_use(file);
        line(0, 2, PLAIN, "%s", rows[i][0]);
        fclose(file);
        test_about = rows[i][0];
        CHECK_STR(text, rows[i][1]);
        free(text);
    }
}

int main(void)
{
    if (!mkdtemp(root)) TEST_STOP("no temporary folder");
    check_lists();
    check_build_options();
    check_values();
    check_templates();
    check_options();
    check_edits();
    check_paths();
    check_sizes();
    check_quoted();
    check_printed();
    check_owners();
    check_masks();
    check_clang();
    check_rows();
    check_link();
    check_obstacles();
    check_details();
    rmdir(root);
    return test_end();
}
