/* SPDX-License-Identifier: Apache-2.0 */
/* As parts.c, for functions of the doctor. */
#include "test.h"

#include "../../base/terminal.h"
#include "../../doctor/alone.h"
#include "../../doctor/causes_linux.h"
#include "../../doctor/facts_linux.h"
#include "../../doctor/findings.h"
#include "../../doctor/gpu_ages_linux.h"
#include "../../doctor/nodes_linux.h"
#include "../../doctor/program.h"
#include "../../doctor/running_linux.h"
#include "../../doctor/trial.h"
#include "../../report/loader.h"
#include "../../report/print.h"
#include "../../report/report.h"

#include <errno.h>
#include <pwd.h>
#include <unistd.h>

/* ---- users ---- */

static struct passwd user_entry;

/* Takes the place of the C library's function: which users there are must not depend on the
 * machine. A user without a shell does not exist. */
struct passwd *getpwuid(uid_t user)
{
    user_entry.pw_uid = user;
    return user_entry.pw_shell ? &user_entry : NULL;
}

/* Users of services have a shell that lets nobody log in. */
static void check_users(void)
{
    static struct {
        char shell[20];
        bool logs_in;
    } rows[] = {
        { "/bin/bash", true },   { "/usr/sbin/nologin", false }, { "/sbin/nologin", false },
        { "/bin/false", false }, { "/usr/bin/false", false },    { "", true }, /* that is /bin/sh */
    };
    test_about = "no user";
    CHECK_INT(running_logs_in(1), false);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about = user_entry.pw_shell = rows[i].shell;
        CHECK_INT(running_logs_in(1), rows[i].logs_in);
    }
}

/* ---- drivers ---- */

/* Only drivers that a program for another architecture can use count. */
static void check_drivers(void)
{
    static char problem[] = "for 64-bit x86 (amd64)";
    static struct program_driver drivers[] = { { NULL, problem }, { NULL, NULL }, { NULL, NULL } };
    static const size_t counts[] = { 0, 0, 1, 2 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const struct program program = { .drivers = { drivers, i, i } };
        test_about = "the first drivers";
        CHECK_INT(program_count_drivers(&program), counts[i]);
    }
}

/* A driver in a loader's place is no finding if its path is that of another container. */
static void check_driver_as_loader(void)
{
    static char name[] = "libOpenCL.so.1", file[] = "/none/libOpenCL.so.1";
    struct program_loader loader = { .name = name, .file = file, .whose = LOADER_DRIVER };
    for (int contained = 0; contained < 2; contained++) {
        const struct program program = { .root = "/none",
                                         .file = file,
                                         .way = WAY_OPEN,
                                         .loaders = { &loader, 1, 1 },
                                         .contained = contained };
        struct findings findings = { NULL, 0 };
        program_check(&program, &findings);
        test_about = contained ? "a process in a container" : "another process";
        CHECK_INT(findings_count(&findings, LAST_WARNING), !contained);
        findings_free(&findings);
    }
}

/* Errors of opening nodes that say what is wrong. */
static void check_openings(void)
{
    static const struct {
        int error;
        bool files, empty;
    } rows[] = { { EMFILE, true, false },
                 { ENFILE, true, false },
                 { ENODEV, false, true },
                 { ENXIO, false, true },
                 { EIO, false, false } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct search files = { .node = "/dev/kfd", .opening = rows[i].error }, empty = files;
        test_about = strerror(rows[i].error);
        CHECK_INT(is_out_of_files(&files), rows[i].files);
        CHECK_INT(is_node_empty(&empty), rows[i].empty);
        free(files.value);
        free(files.other);
        free(empty.value);
        free(empty.other);
    }
}

/* What a shell would have replaced. The dynamic linker itself replaces three names. */
static void check_work_for_shell(void)
{
    static const struct {
        const char *path, *work;
    } rows[] = { { "/none/$HOME/x.so", "$HOME" },
                 { "/none/${HOME}/x.so", "${HOME}" },
                 { "~/x.so", "~" },
                 { "'/none/x.so'", "'" },
                 { "/none/$ORIGIN/x.so", NULL },
                 { "/none/${LIB}/x.so", NULL },
                 { "/none/$PLATFORM/x.so", NULL },
                 { "/none/x.so", NULL } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct search search = { .element = rows[i].path };
        test_about = rows[i].path;
        CHECK_INT(has_work_for_shell(&search), rows[i].work != NULL);
        CHECK_STR(search.other, rows[i].work);
        free(search.other);
    }
}

/* ---- findings ---- */

/* Which findings stay, and in which order, if one of them says why another one is there. */
static void check_explained(void)
{
    static const struct {
        const char *about, *left;
        struct {
            enum urgency urgency;
            enum part part;
            unsigned vendors;
        } all[2]; /* named a and b */
    } rows[] = {
        { "a limit, and a missing GPU",
          "a",
          { { PROBLEM_LIMIT, PART_LIMIT, 0 }, { PROBLEM_UNKNOWN, PART_UNKNOWN, 1 } } },
        { "a limit, and a crash",
          "ab",
          { { PROBLEM_LIMIT, PART_LIMIT, 0 }, { PROBLEM_CRASH, PART_FAILURE, 1 } } },
        { "a limit, and no device",
          "a",
          { { PROBLEM_LIMIT, PART_LIMIT, 0 }, { PROBLEM_NOTHING, PART_NOTHING, 0 } } },
        { "a warning about a limit explains nothing",
          "ba",
          { { WARNING_OTHER, PART_LIMIT, 0 }, { PROBLEM_UNKNOWN, PART_UNKNOWN, 1 } } },
        { "a crash stays behind what explains it",
          "ab",
          { { PROBLEM_NO_DRIVER, PART_GPU, 1 }, { PROBLEM_CRASH, PART_FAILURE, 1 } } },
        { "what explains a crash moves before it",
          "ba",
          { { PROBLEM_CRASH, PART_FAILURE, 1 }, { PROBLEM_GPU, PART_GPU, 1 } } },
        { "a crash of another vendor's driver",
          "ab",
          { { PROBLEM_CRASH, PART_FAILURE, 1 }, { PROBLEM_GPU, PART_GPU, 2 } } },
        { "another failure",
          "b",
          { { PROBLEM_REFUSED, PART_FAILURE, 1 }, { PROBLEM_RIGHTS, PART_NODE, 3 } } },
        { "a node explains a missing GPU",
          "b",
          { { PROBLEM_UNKNOWN, PART_UNKNOWN, 1 }, { PROBLEM_RIGHTS, PART_NODE, 1 } } },
        { "another GPU's reason does not",
          "ba",
          { { PROBLEM_UNKNOWN, PART_UNKNOWN, 1 }, { PROBLEM_GPU, PART_GPU, 1 } } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct findings findings = { NULL, 0 };
        char left[3] = "";
        json_t *list;
        for (size_t j = 0; j < 2; j++) {
            findings_add(&findings, rows[i].all[j].urgency, j ? "b" : "a", "", "text");
            findings_set_part(&findings, rows[i].all[j].urgency, rows[i].all[j].part,
                              rows[i].all[j].vendors);
        }
        findings_explain(&findings);
        list = findings_json(&findings);
        for (size_t j = 0; j < json_array_size(list) && j < 2; j++)
            left[j] = *json_string_value(json_object_get(json_array_get(list, j), "about"));
        test_about = rows[i].about;
        CHECK_STR(left, rows[i].left);
        json_decref(list);
        findings_free(&findings);
    }
}

/* ---- outputs ---- */

/* The last line of what a process has printed, and no more than so many bytes of it. */
static void check_last_output(void)
{
    static struct {
        char text[20];
        size_t most;
        const char *words;
    } rows[] = { { "a\nbcd\n", 3, "x. The last output: bcd" },
                 { "a\nbcd\n", 2, "x. The last output: bc..." },
                 { "bcd\r\n\n", 4, "x. The last output: bcd" },
                 { "\n", 4, "x" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct answer answer = { .err = { .text = rows[i].text } };
        char *words = text_format("x");
        alone_add_output(&words, &answer, rows[i].most);
        test_about = rows[i].text;
        CHECK_STR(words, rows[i].words);
        free(words);
    }
}

/* What tells the reason why something fails; the loader's own log does not count. */
static void check_reasons(void)
{
    static struct {
        char out[40], err[60];
        const char *reason;
    } rows[] = { { "", "a\nlibx: Cannot open y\nb\n", "libx: Cannot open y" },
                 { "", "clrelay: cannot open x\nlibx: error\n", "libx: error" },
                 { "", "clrelay: cannot open x\n", NULL },
                 { "libx: failed\n", "a\n", "libx: failed" },
                 { "", "a\n", NULL } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct answer answer = { .out = { .text = rows[i].out },
                                       .err = { .text = rows[i].err } };
        char *reason = loader_reason_output(&answer);
        test_about = rows[i].err;
        CHECK_STR(reason, rows[i].reason);
        free(reason);
    }
}

/* The line of a build log that tells most: at most 60 bytes of it. */
static void check_telling(void)
{
    static const struct {
        char log[90], printed[20];
        bool shared;
        const char *end;
    } rows[] = { { "a\nb\n", "", false, ". It says: b" },
                 { "a\n\n\n", "", true, ". It says: a" },
                 { "a\nan error\nb\n", "no error", false, ". It says: an error" },
                 { "", "an error\nb\n", false, ". It says: an error" },
                 { "", "an error\nb\n", true, "all drivers, has printed: an error" },
                 { "012345678901234567890123456789012345678901234567890123456789", "", false,
                   "56789012345678901234567890123456789" },
                 { "0123456789012345678901234567890123456789012345678901234567890", "", false,
                   "56789012345678901234567890123456789..." },
                 { "\n", "", false, "cannot run a kernel: failed" } };
    static char failed[] = "failed";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char log[sizeof rows->log], printed[sizeof rows->printed], *words;
        struct computed computed = { .result = failed, .error = failed, .log = log };
        const struct probed probed = { .computed = &computed, .answer.err.text = printed };
        strcpy(log, rows[i].log);
        strcpy(printed, rows[i].printed);
        words = trial_words(&probed, !rows[i].shared);
        test_about = words;
        CHECK_STR(words + strlen(words) - strlen(rows[i].end), rows[i].end);
        free(words);
    }
}

/* ---- lists of drivers ---- */

/* The file of a library is there if the library is called by another name. */
static void check_files(void)
{
    static struct {
        char library[20], file[20];
        const char *shown;
    } rows[] = { { "libx.so", "/lib/libx.so", "\n/lib/libx.so\n" },
                 { "libx.so", "/lib/liby.so", "\nis /lib/liby.so\n" },
                 { "/lib/libx.so", "/lib/liby.so", "\nis /lib/liby.so\n" },
                 { "/lib/libx.so", "/lib/libx.so", NULL },
                 { "libx.so", "", NULL } };
    static char manifest[] = "/x.icd";
    terminal_start();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct candidate driver = { .manifest = manifest,
                                    .library = rows[i].library,
                                    .file = rows[i].file,
                                    .severity = SEVERITY_WELL };
        const struct candidates drivers = { &driver, 1 };
        char *text = NULL;
        size_t size = 0, to = 0;
        FILE *file = open_memstream(&text, &size);
        if (!file) TEST_STOP("no memory");
        terminal_use(file);
        print_candidates(&drivers, "Drivers");
        fclose(file);
        for (size_t from = 0; from < size; from++) /* without the blanks before a line */
            if (text[from] != ' ' || (to && text[to - 1] != '\n')) text[to++] = text[from];
        text[to] = '\0';
        test_about = text;
        if (rows[i].shown) CHECK_INT(strstr(text, rows[i].shown) != NULL, true);
        else CHECK_INT(strstr(text, "liby") || strstr(text, "\nis "), false);
        free(text);
    }
}

/* ---- reports ---- */

/* A number that a report lacks, as those of older loaders may, is not known, and no 0. */
static void check_numbers(void)
{
    static const struct {
        const char *platform;
        json_int_t index;
    } rows[] = { { "{\"index\": 3}", 3 },
                 { "{\"index\": 0}", 0 },
                 { "{\"index\": null}", UNKNOWN },
                 { "{\"index\": \"3\"}", UNKNOWN },
                 { "{}", UNKNOWN } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct answer answer = { .end = END_WELL };
        struct probed probed;
        answer.result = json_pack("{s:[o]}", "platforms", json_loads(rows[i].platform, 0, NULL));
        probed = report_read(answer);
        test_about = rows[i].platform;
        CHECK_INT(probed.platforms.count, 1);
        CHECK_INT(probed.platforms.all[0].index, rows[i].index);
        probed_free(&probed);
    }
}

/* ---- facts ---- */

/* A driver's manifest goes into the first folder that OCL_ICD_VENDORS names, if that is a folder. */
static void check_vendors_folder(void)
{
    static struct {
        char value[20];
        const char *folder;
    } rows[] = { { "/", "/" },
                 { "/:/none", "/" },
                 { "", "/etc/OpenCL/vendors" },
                 { ".", "/etc/OpenCL/vendors" },
                 { "/none/there", "/etc/OpenCL/vendors" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static char name[] = "OCL_ICD_VENDORS";
        struct setting setting = { .name = name, .value = rows[i].value };
        const struct report report = { .settings = { &setting, 1 } };
        const struct search search = { .root = "", .report = &report };
        char *folder = fact_vendors_folder(&search);
        test_about = rows[i].value;
        CHECK_STR(folder, rows[i].folder);
        free(folder);
    }
}

/* If PoCL fails, another finding says how, so that there is no device needs no finding. */
static void check_no_device(void)
{
    static struct {
        char library[20];
        enum severity severity;
        size_t findings;
    } rows[] = { { "libpocl.so.2", SEVERITY_WRONG, 0 },
                 { "libpocl.so.2", SEVERITY_OFF, 1 },
                 { "libother.so.2", SEVERITY_WRONG, 1 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct candidate driver = { .library = rows[i].library, .severity = rows[i].severity };
        const struct report report = { .drivers = { &driver, 1 } };
        const struct options options = { .root = "/none" };
        struct findings findings = { NULL, 0 };
        machine_add_no_device(&findings, &options, &report, true);
        test_about = rows[i].library;
        CHECK_INT(findings_count(&findings, LAST_PROBLEM), rows[i].findings);
        findings_free(&findings);
    }
}

/* A folder that is missing below the root can be made there only by who may write to the root. */
static void check_missing_cache(void)
{
    static char library[] = "libigdrcl.so";
    struct device device = { .index = 0 };
    struct platform platform = { .devices = &device, .device_count = 1 };
    const struct candidate driver = { .library = library, .platforms = { &platform, 1 } };
    struct search search = { .root = "", .driver = &driver };
    setenv("NEO_CACHE_DIR", "/clrelay-none/there", 1);
    test_about = "/clrelay-none";
    CHECK_INT(is_slow_without_cache(&search), access("/", W_OK | X_OK) != 0);
    unsetenv("NEO_CACHE_DIR");
    free(search.value);
    free(search.other);
}

/* Where a driver keeps what it builds, and the variable that leads there. */
static void check_caches(void)
{
    static const struct {
        const char *library, *own, *shared, *home, *folder, *by, *kept;
    } rows[] = {
        { "libpocl.so", "/x", "/y", "/z", "/x", "POCL_CACHE_DIR", NULL },
        { "libpocl.so", NULL, "/y", "/z", "/y/pocl/kcache", "XDG_CACHE_HOME", NULL },
        { "libpocl.so", NULL, NULL, "/z", "/z/.cache/pocl/kcache", "HOME", NULL },
        { "libpocl.so", NULL, NULL, "/", "/.cache/pocl/kcache", "HOME", NULL },
        { "libpocl.so", NULL, NULL, NULL, "/tmp/pocl/kcache", "an unset HOME", NULL },
        { "libpocl.so", "/x", NULL, NULL, "/x", "POCL_CACHE_DIR", "0" },
        { "libpocl.so", NULL, "/y", NULL, "/y/pocl/uncached", "XDG_CACHE_HOME", "0" },
        { "libpocl.so", NULL, NULL, "/z", "/z/.cache/pocl/uncached", "HOME", "no" },
        { "libpocl.so", NULL, NULL, "/z", "/z/.cache/pocl/kcache", "HOME", "1" },
        { "libpocl.so", NULL, NULL, NULL, "/tmp/pocl/uncached", "an unset HOME", "" },
        { "libnvidia-opencl.so", NULL, "/y", "/z", "/z/.nv/ComputeCache", "HOME", NULL },
        { "libnvidia-opencl.so", NULL, "/y", NULL, NULL, "an unset HOME", NULL },
    };
    static const char *const variables[] = { "POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME",
                                             "POCL_KERNEL_CACHE" };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const values[] = { rows[i].own, rows[i].shared, rows[i].home, rows[i].kept };
        const char *by = NULL;
        char *folder;
        for (size_t j = 0; j < sizeof values / sizeof *values; j++)
            if (values[j]) setenv(variables[j], values[j], 1);
            else unsetenv(variables[j]);
        folder = cache_folder(rows[i].library, &by);
        test_about = rows[i].library;
        CHECK_STR(folder, rows[i].folder);
        CHECK_STR(by, rows[i].by);
        free(folder);
    }
}

/* LD_LIBRARY_PATH does not count for a privileged program. */
static void check_bad_library(void)
{
    static const char name[] = "libnot-there.so.1";
    char folder[] = "/tmp/clrelay-parts-XXXXXX", path[64];
    FILE *file;
    if (!mkdtemp(folder)) TEST_STOP("no temporary folder");
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!(file = fopen(path, "w"))) TEST_STOP("no temporary file");
    fclose(file);
    setenv("LD_LIBRARY_PATH", folder, 1);
    for (int privileged = 0; privileged < 2; privileged++) {
        const struct link_question question = { .program = "/none", .privileged = privileged };
        struct bad_library bad = bad_library_find(&question, name, "x", NULL);
        test_about = privileged ? "a privileged program" : "another program";
        CHECK_STR(bad.file, privileged ? NULL : path);
        bad_library_free(&bad);
    }
    unsetenv("LD_LIBRARY_PATH");
    unlink(path);
    rmdir(folder);
}

/* The folders that linkers search without a file of ldconfig's. */
static void check_searched(void)
{
    static const struct {
        const char *library;
        bool searched;
    } rows[] = {
        { "/lib/x.so", true },       { "/usr/lib/x.so", true },    { "/lib64/x.so", true },
        { "/usr/lib64/x.so", true }, { "/usr/lib/x/x.so", false }, { "/opt/x.so", false }
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about = rows[i].library;
        CHECK(linker_searches("/none", rows[i].library) == rows[i].searched);
    }
}

/* The files that the loader does not trust, for each reason, and one that it trusts. */
static void check_untrusted(void)
{
    static const struct {
        enum verdict verdict;
        bool shown;
    } rows[] = { { VERDICT_UNTRUSTED_OWNER, true },   { VERDICT_UNTRUSTED_RIGHTS, true },
                 { VERDICT_UNTRUSTED_PROCESS, true }, { VERDICT_UNTRUSTED_UNMAPPED, true },
                 { VERDICT_UNTRUSTED_SHARED, true },  { VERDICT_LIBRARY_MISSING, false } };
    static char path[] = "/x.icd";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct candidate driver = { .manifest = path, .verdict = rows[i].verdict };
        const struct report report = { .drivers = { &driver, 1 } };
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        if (!file) TEST_STOP("no memory");
        terminal_use(file);
        print_untrusted(&report);
        fclose(file);
        test_about = text;
        CHECK_INT(strstr(text, "Not trusted") != NULL, rows[i].shown);
        free(text);
        free(driver.reason);
        free(driver.remedy);
    }
}

/* Errors of device nodes that reports name, and another one. */
static void check_error_names(void)
{
    static const struct {
        int error;
        const char *name;
    } rows[] = { { EACCES, "EACCES" }, { EAGAIN, "EAGAIN" }, { EBUSY, "EBUSY" },
                 { EINVAL, "EINVAL" }, { EIO, "EIO" },       { EMFILE, "EMFILE" },
                 { ENFILE, "ENFILE" }, { ENODEV, "ENODEV" }, { ENOMEM, "ENOMEM" },
                 { ENXIO, "ENXIO" },   { EPERM, "EPERM" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_STR(node_error_name(rows[i].error), rows[i].name);
    CHECK_STR(node_error_name(EDOM), strerror(EDOM));
}

/* The first and the last number of each range, and those beside them. */
static void check_gpu_ages(void)
{
    static const struct {
        bool (*is)(const struct gpu *gpu);
        enum vendor vendor;
        unsigned first, last;
    } rows[] = {
        { gpu_is_before_broadwell, INTEL, 0x0040, 0x0049 },
        { gpu_is_before_broadwell, INTEL, 0x0100, 0x017f },
        { gpu_is_before_broadwell, INTEL, 0x0400, 0x042f },
        { gpu_is_before_broadwell, INTEL, 0x0a00, 0x0a2f },
        { gpu_is_before_broadwell, INTEL, 0x0be2, 0x0be4 },
        { gpu_is_before_broadwell, INTEL, 0x0be6, 0x0bef },
        { gpu_is_before_broadwell, INTEL, 0x0c00, 0x0c2f },
        { gpu_is_before_broadwell, INTEL, 0x0d00, 0x0d2f },
        { gpu_is_before_broadwell, INTEL, 0x0f30, 0x0f33 },
        { gpu_is_before_broadwell, INTEL, 0x22b0, 0x22b3 },
        { gpu_is_before_broadwell, INTEL, 0x2562, 0x2592 },
        { gpu_is_before_broadwell, INTEL, 0x2772, 0x27ae },
        { gpu_is_before_broadwell, INTEL, 0x2970, 0x29df },
        { gpu_is_before_broadwell, INTEL, 0x2a00, 0x2a4f },
        { gpu_is_before_broadwell, INTEL, 0x2e00, 0x2e9f },
        { gpu_is_before_broadwell, INTEL, 0x3577, 0x3582 },
        { gpu_is_before_broadwell, INTEL, 0x4108, 0x410f },
        { gpu_is_before_broadwell, INTEL, 0x8108, 0x8109 },
        { gpu_is_before_broadwell, INTEL, 0xa001, 0xa012 },
        { gpu_is_before_tiger_lake, INTEL, 0x1600, 0x163f },
        { gpu_is_before_tiger_lake, INTEL, 0x1900, 0x193f },
        { gpu_is_before_tiger_lake, INTEL, 0x1a84, 0x1a85 },
        { gpu_is_before_tiger_lake, INTEL, 0x3184, 0x3185 },
        { gpu_is_before_tiger_lake, INTEL, 0x3e90, 0x3ea9 },
        { gpu_is_before_tiger_lake, INTEL, 0x4540, 0x4571 },
        { gpu_is_before_tiger_lake, INTEL, 0x4e50, 0x4e71 },
        { gpu_is_before_tiger_lake, INTEL, 0x5900, 0x593f },
        { gpu_is_before_tiger_lake, INTEL, 0x5a84, 0x5a85 },
        { gpu_is_before_tiger_lake, INTEL, 0x87c0, 0x87ca },
        { gpu_is_before_tiger_lake, INTEL, 0x8a50, 0x8a71 },
        { gpu_is_before_tiger_lake, INTEL, 0x9b20, 0x9bff },
        { gpu_is_before_evergreen, AMD, 0x3150, 0x3e54 },
        { gpu_is_before_evergreen, AMD, 0x4136, 0x4e71 },
        { gpu_is_before_evergreen, AMD, 0x5144, 0x5e4f },
        { gpu_is_before_evergreen, AMD, 0x7100, 0x72ff },
        { gpu_is_before_evergreen, AMD, 0x7834, 0x7835 },
        { gpu_is_before_evergreen, AMD, 0x791e, 0x796f },
        { gpu_is_before_evergreen, AMD, 0x9400, 0x95ff },
        { gpu_is_before_evergreen, AMD, 0x9610, 0x9616 },
        { gpu_is_before_evergreen, AMD, 0x9710, 0x9715 },
        { gpu_is_before_geforce_8, NVIDIA, 0x0001, 0x018f },
        { gpu_is_before_geforce_8, NVIDIA, 0x01a0, 0x03ff },
        { gpu_is_before_geforce_8, NVIDIA, 0x0530, 0x053f },
        { gpu_is_before_geforce_8, NVIDIA, 0x07e0, 0x07ef },
        { gpu_is_before_maxwell, NVIDIA, 0x0001, 0x133f },
        { gpu_is_before_turing, NVIDIA, 0x0001, 0x1dff },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct gpu gpus[] = { { .vendor = rows[i].vendor, .number = rows[i].first },
                                    { .vendor = rows[i].vendor, .number = rows[i].last },
                                    { .vendor = rows[i].vendor, .number = rows[i].first - 1 },
                                    { .vendor = rows[i].vendor, .number = rows[i].last + 1 },
                                    { .vendor = NO_VENDOR, .number = rows[i].first } };
        CHECK_INT(rows[i].is(&gpus[0]), true);
        CHECK_INT(rows[i].is(&gpus[1]), true);
        for (size_t j = 2; j < sizeof gpus / sizeof *gpus; j++)
            CHECK_INT(rows[i].is(&gpus[j]), false);
    }
}

int main(void)
{
    check_gpu_ages();
    check_vendors_folder();
    check_no_device();
    check_missing_cache();
    check_caches();
    check_bad_library();
    check_searched();
    check_driver_as_loader();
    check_openings();
    check_work_for_shell();
    check_telling();
    check_reasons();
    check_files();
    check_numbers();
    check_explained();
    check_last_output();
    check_users();
    check_drivers();
    check_untrusted();
    check_error_names();
    return test_end();
}
