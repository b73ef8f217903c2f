/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads a loader, uses it and unloads it, again and again. Each time one more of its calls to the
 * system succeeds before one fails, until no call is left that could fail.
 *
 * faults LIBRARY MODE FOLDER [EVERY], where only every EVERY-th call has its turn. MODE:
 *   one          a single call fails
 *   rest         this call and all later ones fail
 *   everywhere   a single allocation fails, anywhere in the process (with everywhere.c)
 *   interrupted  a signal interrupts a single call, which must be repeated
 *   descriptors  the process may open only that many files
 * The environment says which drivers exist. FAULTS_RECORDS says that some have cl_khr_icd 2.0: a
 * refused one keeps the loader's record as long as its library stays. FOLDER receives standard
 * error, and the log, if there is one, as "log". Each time:
 *   - the loader does not crash or hang, and has released everything at the end;
 *   - it has reported whatever was missing because of the failure;
 *   - the program sees no device that it does not usually see;
 *   - once nothing fails any more, the same loader works, and the next one finds everything.
 */
#include "api/opencl.h"
#include "shim.h"

#include "../../include/clrelay/report.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PLATFORMS = 32, MOST_DEVICES = 8, TIME_LIMIT = 20 * TEST_PATIENCE };

static unsigned long failures;
static unsigned long round_number;

static void fail(const char *what, const char *more)
{
    failures++;
    printf("call %lu, %s: %s%s%s\n", round_number, shim.function, what, *more ? ": " : "", more);
    fflush(stdout);
}

/* ---- the loader ---- */

static struct {
    void *handle;
    __typeof__(clGetPlatformIDs) *platforms;
    __typeof__(clGetPlatformInfo) *info;
    __typeof__(clGetDeviceIDs) *devices;
    __typeof__(clGetDeviceInfo) *device_info;
    __typeof__(clCreateContextFromType) *context;
    __typeof__(clGetExtensionFunctionAddress) *lookup;
    __typeof__(clGetExtensionFunctionAddressForPlatform) *lookup_for;
} cl;

static void *find(const char *name)
{
    void *found = dlsym(cl.handle, name);
    if (!found) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    return found;
}

static void load(const char *path)
{
    cl.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!cl.handle) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    *(void **)&cl.platforms = find("clGetPlatformIDs");
    *(void **)&cl.info = find("clGetPlatformInfo");
    *(void **)&cl.devices = find("clGetDeviceIDs");
    *(void **)&cl.device_info = find("clGetDeviceInfo");
    *(void **)&cl.context = find("clCreateContextFromType");
    *(void **)&cl.lookup = find("clGetExtensionFunctionAddress");
    *(void **)&cl.lookup_for = find("clGetExtensionFunctionAddressForPlatform");
}

/* What a program gets. */
struct outcome {
    char names[2000]; /* names of the platforms, and of the default one after a colon */
    cl_uint count;
    char devices[2000];         /* names of the devices, one per line */
    unsigned contexts, refused; /* contexts whose error says that there was no memory */
    cl_int error, report_error;
    int left; /* refused libraries, which stay open because their code has run */
};

static void note_devices(struct outcome *outcome, cl_platform_id platform)
{
    cl_device_id list[MOST_DEVICES];
    cl_uint count = 0;
    char name[60];
    if (cl.devices(platform, CL_DEVICE_TYPE_ALL, MOST_DEVICES, list, &count) != CL_SUCCESS) return;
    for (cl_uint i = 0; i < count && i < MOST_DEVICES; i++) {
        name[0] = '\0';
        cl.device_info(list[i], CL_DEVICE_NAME, sizeof name, name, NULL);
        strcat(strcat(outcome->devices, name), "\n");
    }
}

static void use(struct outcome *outcome)
{
    static char report[1 << 18];
    cl_platform_id list[MOST_PLATFORMS];
    clGetLoaderReportCLRELAY_fn get_report;
    size_t size = 0;
    memset(outcome, 0, sizeof *outcome);
    outcome->error = cl.platforms(MOST_PLATFORMS, list, &outcome->count);
    for (cl_uint i = 0; i <= outcome->count && i < MOST_PLATFORMS; i++) {
        cl_platform_id platform = i < outcome->count ? list[i] : NULL;
        cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                               (cl_context_properties)(intptr_t)platform, 0 };
        char name[60] = "?";
        cl_uint devices = 0;
        cl_int error = 1;
        cl.info(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
        cl.devices(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &devices);
        note_devices(outcome, platform);
        if (cl.context(platform ? properties : NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &error))
            outcome->contexts++;
        else if (error == CL_OUT_OF_HOST_MEMORY) outcome->refused++;
        strcat(outcome->names, platform ? "" : ":");
        strcat(outcome->names, name);
        strcat(outcome->names, " ");
        if (platform) cl.lookup_for(platform, "clFakeThing");
    }
    cl.lookup("clFakeThingA");
    *(void **)&get_report = cl.lookup("clGetLoaderReportCLRELAY");
    outcome->report_error =
        get_report ? get_report(sizeof report, report, &size) : CL_INVALID_OPERATION;
    if (outcome->report_error == CL_SUCCESS && (size != strlen(report) + 1 || report[0] != '{'))
        fail("the report is cut short", "");
}

/* ---- the loader's messages ---- */

static char messages[1 << 18], usual[1 << 18];
static char errors_path[PATH_MAX], log_path[PATH_MAX];

static size_t read_file(const char *path, char *to, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(to, 1, size - 1, file) : 0;
    if (file) fclose(file);
    to[length] = '\0';
    return length;
}

static void read_messages(void)
{
    size_t length = read_file(errors_path, messages, sizeof messages);
    read_file(log_path, messages + length, sizeof messages - length);
}

static void forget_messages(void)
{
    /* Both files are open for appending. */
    if (truncate(errors_path, 0) != 0 || (truncate(log_path, 0) != 0 && errno != ENOENT)) exit(2);
}

static unsigned lines(const char *text)
{
    unsigned count = 0;
    while ((text = strchr(text, '\n')) != NULL) count++, text++;
    return count;
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

/* ---- rounds ---- */

static rlim_t most_files;
static bool limits_files;

static void limit_files(rlim_t number)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = number;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void arm(bool armed)
{
    if (limits_files) limit_files(armed ? (rlim_t)shim.first + 2 : most_files);
    atomic_store(&shim.armed, armed);
}

static bool same(const struct outcome *one, const struct outcome *other)
{
    return strcmp(one->names, other->names) == 0 &&
           one->contexts + one->refused == other->contexts + other->refused;
}

/* Tells whether one program sees a device that the other does not see because the user hides it. */
static bool sees_hidden(const struct outcome *one, const struct outcome *other)
{
    char line[64];
    for (const char *at = one->devices, *end; (end = strchr(at, '\n')); at = end + 1) {
        snprintf(line, sizeof line, "%.*s", (int)(end - at + 1), at);
        if (!strstr(other->devices, line)) return true;
    }
    return false;
}

/* Runs a loader from start to end while these calls fail, and stores what the program gets
 * meanwhile. */
static void live(const char *path, unsigned long first, unsigned long last, struct outcome *outcome)
{
    static const char *const kinds[SHIM_KEPT] = { "memory", "files" };
    struct outcome later;
    char number[40];
    alarm(TIME_LIMIT);
    forget_messages();
    shim.first = first;
    shim.last = last;
    atomic_store(&shim.calls, 0);
    atomic_store(&shim.failed, 0);
    shim.function = "none";
    load(path);
    arm(true);
    use(outcome);
    arm(false);
    use(&later);
    if (strcmp(later.names, outcome->names) != 0 && outcome->count == later.count)
        fail("another answer later", later.names);
    if (later.count != outcome->count || later.contexts < outcome->contexts)
        fail("other platforms later", later.names);
    if (later.contexts != later.count + (later.count > 0 && !strchr(later.names, '?')))
        fail("no context", later.names);
    if (later.report_error != CL_SUCCESS) fail("no report later", "");
    if (sees_hidden(&later, outcome)) fail("other devices later", later.devices);
    arm(true);
    dlclose(cl.handle);
    arm(false);
    if (dlopen(path, RTLD_LAZY | RTLD_NOLOAD)) fail("it is still there", "");
    outcome->left = shim_close_libraries(); /* the next loader starts from the same state */
    for (int kind = 0; kind < SHIM_KEPT; kind++) {
        long kept = atomic_exchange(&shim.kept[kind], 0);
        snprintf(number, sizeof number, "%ld %s", kept, kinds[kind]);
        if (kept < 0 ||
            kept > (kind == SHIM_MEMORY && getenv("FAULTS_RECORDS") ? outcome->left : 0))
            fail("not given back", number);
    }
    read_messages();
}

int main(int count, char **arguments)
{
    static struct outcome whole, seen, after;
    bool rest;
    unsigned long every = count > 4 ? strtoul(arguments[4], NULL, 10) : 1, tried = 0, failed;
    int errors;
    if (count < 4) return 2;
    rest = strcmp(arguments[2], "rest") == 0;
    limits_files = strcmp(arguments[2], "descriptors") == 0;
    most_files = (rlim_t)sysconf(_SC_OPEN_MAX);
    snprintf(errors_path, sizeof errors_path, "%s/errors", arguments[3]);
    snprintf(log_path, sizeof log_path, "%s/log", arguments[3]);
    errors = open(errors_path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (errors < 0 || dup2(errors, STDERR_FILENO) < 0) return 2;
    close(errors);
    shim.everywhere = strcmp(arguments[2], "everywhere") == 0;
    shim.interrupts = strcmp(arguments[2], "interrupted") == 0;

    live(arguments[1], limits_files ? most_files - 2 : ULONG_MAX, ULONG_MAX, &whole);
    if (complained()) {
    } /* the usual messages, cut into lines */
    memcpy(usual, messages, sizeof usual);
    for (size_t i = 0; i + 1 < sizeof usual && (usual[i] || usual[i + 1]); i++)
        if (!usual[i]) usual[i] = '\n';
    printf("whole %u %s\n", whole.count, whole.names);
    for (round_number = 1;; round_number += every) {
        bool left_out, has_complained;
        live(arguments[1], round_number, limits_files ? 0 : rest ? ULONG_MAX : round_number, &seen);
        failed = atomic_load(&shim.failed);
        left_out = !same(&seen, &whole);
        if (shim.interrupts &&
            (left_out || lines(messages) != lines(usual) || strstr(messages, strerror(EINTR))))
            fail("it was not made once more", "");
        /* A driver that the system cannot open counts as absent, so the numbers change. */
        if (sees_hidden(&seen, &whole) && strcmp(shim.function, "dlopen") != 0)
            fail("a hidden device is seen", seen.devices);
        has_complained = complained();
        if (left_out && !has_complained)
            fail("something is missing, and nothing says why", seen.names);
        if (seen.left > whole.left && !has_complained)
            fail("a library was not closed, and was not refused", seen.names);
        /* If the loader cannot create a thread, another thread does the work. */
        if (left_out && failed == 1 && strcmp(shim.function, "pthread_create") == 0)
            fail("something is missing for want of a thread", seen.names);
        if (seen.count == 0 && seen.error != CL_PLATFORM_NOT_FOUND_KHR)
            fail("no platform, and no error", "");
        if (!left_out && seen.report_error && seen.report_error != CL_OUT_OF_HOST_MEMORY)
            fail("the report has another error", "");
        live(arguments[1], limits_files ? most_files - 2 : ULONG_MAX, ULONG_MAX, &after);
        if (!same(&after, &whole)) fail("the next one does not find all", after.names);
        if (after.left != whole.left) fail("a library was not closed", after.names);
        if (limits_files ? !left_out : failed == 0) break;
        tried++;
    }
    printf("tried %lu\n", tried);
    return failures != 0;
}
