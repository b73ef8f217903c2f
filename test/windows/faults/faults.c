/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads a loader, uses it and frees it, again and again. Each time one more of its calls to Windows
 * succeeds before one fails, or before all fail, until no call is left that could fail (shim.c).
 * ../../faults/faults.c is the same for Linux. Each time:
 *   - the loader does not crash or hang, and has released everything at the end;
 *   - it has reported whatever was missing because of the failure;
 *   - once nothing fails any more, the same loader works, and the next one finds everything.
 */
#include "api/opencl.h"

#include "../../../include/clrelay/report.h"
#include "../../faults/shim.h"
#include "test.h"

#include <stdlib.h>
#include <windows.h>

enum { MOST_PLATFORMS = 32 };

struct shim shim;

/* ---- machines ---- */

#define FAKE(name)  FAKE_DIRECTORY "\\libfake_" name ".dll"
#define LAYER(name) LAYER_DIRECTORY "\\liblayer_" name ".dll"

/* All machines use the drivers of a simulated machine (../hardware/system.c), and files in a
 * directory: a manifest, and the user's loader.conf. The first drivers are those that are unloaded
 * with the loader, because each loader loads them again. */
static const char manifest[] = "# a driver\r\n" FAKE("b") "\r\n";
static const char settings[] = "OCL_ICD_DEFAULT_PLATFORM = *loadable\r\nno setting\r\n";

static const struct row {
    const char *name;
    const char *variables[10]; /* names and values in turn */
    /* clang-format off */
} rows[] = {
    { "drivers",
      { "OCL_ICD_FILENAMES", FAKE("unloadable") ";nowhere.dll;" FAKE("icd2_unloadable"),
        "OPENCL_LAYERS", LAYER("inner") ";nowhere" } },
    { "side by side",
      { "OCL_ICD_FILENAMES", FAKE("unloadable") ";" FAKE("icd2_unloadable"), "OCL_ICD_PARALLEL", "1",
        "OCL_ICD_PLATFORM_SORT", "devices" } },
    { "files", { "OCL_ICD_VENDORS", "vendors", "OCL_ICD_FILENAMES", FAKE("unloadable"),
                 "OCL_ICD_PLATFORMS_DISABLE", "zzz", "OCL_ICD_LOG_FILE", "log" } },
};
/* clang-format on */

static char folder[MAX_PATH];

/* Returns a path in this test's directory. */
static const char *in_folder(const char *name)
{
    static char path[2 * MAX_PATH];
    snprintf(path, sizeof path, "%s\\%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "wb");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        TEST_STOP("%s cannot be written", name);
}

static void make_folder(void)
{
    char temporary[MAX_PATH];
    if (!GetTempPathA(sizeof temporary, temporary)) TEST_STOP("no folder for files");
    snprintf(folder, sizeof folder, "%sclrelay-faults-%lu", temporary, GetCurrentProcessId());
    CreateDirectoryA(folder, NULL);
    CreateDirectoryA(in_folder("vendors"), NULL);
    CreateDirectoryA(in_folder("OpenCL"), NULL);
    write_file("vendors\\b.icd", manifest);
    write_file("vendors\\empty.icd", "");
    write_file("OpenCL\\loader.conf", settings);
}

static void use_machine(const struct row *row)
{
    static const char *const known[] = { "OCL_ICD_FILENAMES",     "OCL_ICD_VENDORS",
                                         "OPENCL_LAYERS",         "OCL_ICD_PARALLEL",
                                         "OCL_ICD_PLATFORM_SORT", "OCL_ICD_PLATFORMS_DISABLE",
                                         "OCL_ICD_LOG_FILE" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        SetEnvironmentVariableA(known[i], NULL);
    SetEnvironmentVariableA("LOCALAPPDATA", folder);
    SetEnvironmentVariableA("OCL_ICD_ENABLE_TRACE", "1");
    for (const char *const *at = row->variables; *at; at += 2) {
        bool is_file = !strcmp(at[1], "vendors") || !strcmp(at[1], "log");
        SetEnvironmentVariableA(at[0], is_file ? in_folder(at[1]) : at[1]);
    }
}

/* ---- the loader's messages ---- */

static char messages[1 << 18], usual[1 << 18];

static void catch_errors(void)
{
    HANDLE file = CreateFileA(in_folder("errors"), FILE_APPEND_DATA,
                              FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_ALWAYS, 0, NULL);
    if (file == INVALID_HANDLE_VALUE || !SetStdHandle(STD_ERROR_HANDLE, file))
        TEST_STOP("errors cannot be caught");
}

static size_t read_file(const char *name, char *to, size_t size)
{
    FILE *file = fopen(in_folder(name), "rb");
    size_t length = file ? fread(to, 1, size - 1, file) : 0;
    if (file) fclose(file);
    to[length] = '\0';
    return length;
}

static void read_messages(void)
{
    size_t length = read_file("errors", messages, sizeof messages);
    read_file("log", messages + length, sizeof messages - length);
}

static void forget_messages(void)
{
    write_file("errors", "");
    write_file("log", "");
}

/* Tells whether there is an unusual error or warning. */
static bool complained(void)
{
    for (char *line = messages, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        if ((strstr(line, "clrelay: error: ") || strstr(line, "clrelay: warning: ")) &&
            !strstr(usual, line))
            return true;
    }
    return false;
}

/* ---- the loader ---- */

/* What a program gets. */
struct outcome {
    char names[1000]; /* of the platforms, and of the default one after a colon */
    cl_uint count;
    unsigned contexts;
    cl_int error, report_error;
    int left; /* refused libraries, which stay open because their code has run */
};

static HMODULE library;
static char failed[100]; /* the first call that failed */

static void (*find(const char *name))(void)
{
    void (*found)(void) = (void (*)(void))GetProcAddress(library, name);
    if (!found) TEST_STOP("%s is not there", name);
    return found;
}
#define CL(name) ((__typeof__(name) *)find(#name))

static void use(struct outcome *outcome)
{
    static char report[1 << 18];
    cl_platform_id list[MOST_PLATFORMS];
    void *address;
    clGetLoaderReportCLRELAY_fn ask;
    size_t size = 0;
    memset(outcome, 0, sizeof *outcome);
    outcome->error = CL(clGetPlatformIDs)(MOST_PLATFORMS, list, &outcome->count);
    for (cl_uint i = 0; i <= outcome->count && i < MOST_PLATFORMS; i++) {
        cl_platform_id platform = i < outcome->count ? list[i] : NULL;
        cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                               (cl_context_properties)(intptr_t)platform, 0 };
        char name[60] = "?";
        cl_int error = 1;
        CL(clGetPlatformInfo)(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
        if (CL(clCreateContextFromType)(platform ? properties : NULL, CL_DEVICE_TYPE_ALL, NULL,
                                        NULL, &error))
            outcome->contexts++;
        strcat(outcome->names, platform ? "" : ":");
        strcat(outcome->names, name);
        strcat(outcome->names, " ");
    }
    address = CL(clGetExtensionFunctionAddress)("clGetLoaderReportCLRELAY");
    memcpy(&ask, &address, sizeof ask);
    outcome->report_error = ask ? ask(sizeof report, report, &size) : CL_INVALID_OPERATION;
    if (outcome->report_error == CL_SUCCESS) CHECK(size == strlen(report) + 1 && report[0] == '{');
}

static bool same(const struct outcome *one, const struct outcome *other)
{
    return strcmp(one->names, other->names) == 0 && one->contexts == other->contexts;
}

/* Closes what the loader should have unloaded, so that the next loader starts from the same state.
 * Returns the number of libraries. */
static int close_libraries(void)
{
    static const char *const going[] = { "libfake_unloadable.dll", "libfake_icd2_unloadable.dll" };
    int count = 0;
    for (size_t i = 0; i < sizeof going / sizeof *going; i++) {
        HMODULE module = GetModuleHandleA(going[i]);
        if (!module) continue;
        FreeLibrary(module);
        CHECK(!GetModuleHandleA(going[i]));
        count++;
    }
    return count;
}

/* Runs a loader from start to end while these calls fail, and stores what the program gets
 * meanwhile. */
static void live(unsigned long first, unsigned long last, struct outcome *outcome)
{
    struct outcome later;
    long memory;
    forget_messages();
    shim.first = first;
    shim.last = last;
    atomic_store(&shim.calls, 0);
    atomic_store(&shim.failed, 0);
    shim.function = "none";
    library = LoadLibraryA(LOADER);
    if (!library) TEST_STOP("%s: error %lu", LOADER, GetLastError());
    ((void (*)(struct shim *))find("shim_use"))(&shim);
    atomic_store(&shim.armed, true);
    use(outcome);
    atomic_store(&shim.armed, false);
    use(&later);
    /* The default platform may differ if the loader could not read settings, but the platforms may
     * not. */
    CHECK_INT(later.count, outcome->count);
    CHECK(later.contexts >= outcome->contexts);
    CHECK_INT(later.contexts, later.count + (later.count > 0 && !strchr(later.names, '?')));
    CHECK_INT(later.report_error, CL_SUCCESS);
    snprintf(failed, sizeof failed, "%s", shim.function);
    FreeLibrary(library);
    /* A thread that had not started when the work was done keeps the library until it has. */
    for (int i = 0; i < 1000 && GetModuleHandleA(LOADER); i++) Sleep(10);
    CHECK(!GetModuleHandleA(LOADER));
    outcome->left = close_libraries();
    /* A refused driver of cl_khr_icd 2.0 keeps its table. */
    memory = atomic_exchange(&shim.kept[SHIM_MEMORY], 0);
    CHECK(memory >= 0 && memory <= outcome->left);
    CHECK_INT(atomic_exchange(&shim.kept[SHIM_FILES], 0), 0);
    read_messages();
}

/* ---- rounds ---- */

/* Tells whether this call could fail. */
static bool try_call(unsigned long number, bool rest, const struct outcome *whole)
{
    struct outcome seen, after;
    char about[100];
    bool left_out;
    unsigned failures = test_failures;
    live(number, rest ? ULONG_MAX : number, &seen);
    if (atomic_load(&shim.failed) == 0) return false;
    left_out = !same(&seen, whole);
    snprintf(about, sizeof about, "%s, call %lu%s, %s", test_about, number,
             rest ? " and the rest" : "", failed);
    if (left_out || seen.left > 0) CHECK(complained());
    /* If the loader cannot create a thread, another thread does the work. */
    CHECK(!left_out || rest || strcmp(failed, "CreateThread") != 0);
    CHECK(seen.count > 0 || seen.error == CL_PLATFORM_NOT_FOUND_KHR);
    CHECK(left_out || seen.report_error == CL_SUCCESS ||
          seen.report_error == CL_OUT_OF_HOST_MEMORY);
    live(ULONG_MAX, ULONG_MAX, &after);
    CHECK(same(&after, whole) && after.left == 0);
    if (test_failures > failures) printf("that was: %s; there was %s\n", about, seen.names);
    return true;
}

static void try_machine(const struct row *row, bool rest)
{
    struct outcome whole;
    /* Rounds are slow under Wine. */
    const unsigned long every = rest ? 3 : 1;
    unsigned long number = 1, tried = 0;
    test_about = row->name;
    use_machine(row);
    live(ULONG_MAX, ULONG_MAX, &whole);
    memcpy(usual, messages, sizeof usual);
    for (; try_call(number, rest, &whole); number += every) tried++;
    printf("%s: %s(%lu points)\n", row->name, whole.names, tried);
    CHECK(number > 100);
}

int main(void)
{
    make_folder();
    catch_errors();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        try_machine(&rows[i], false);
        try_machine(&rows[i], true);
    }
    return test_end();
}
