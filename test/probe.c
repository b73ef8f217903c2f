/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An OpenCL program for the tests: it takes the steps that its arguments name, one after the other,
 * and prints what it sees, one line each, with tabs between the fields.
 */
#include "api/opencl.h"

#include "../include/clrelay/report.h"
#include "fake/fake.h"
#include "fake/raw_fork.h"

#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifndef _WIN32
#include <signal.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#endif

#define MANY 4096

/* ---- printing ---- */

static void put(const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == '\\' || c == 0x7f) printf("\\x%02x", c);
        else putchar(c);
    }
}

static cl_uint list_platforms(cl_platform_id *list)
{
    cl_uint count = 0;
    cl_int status = clGetPlatformIDs(MANY, list, &count);
    if (status != CL_SUCCESS) count = 0;
    return count;
}

static void put_info(cl_platform_id platform, cl_platform_info what)
{
    static char text[20000];
    cl_int status = clGetPlatformInfo(platform, what, sizeof text, text, NULL);
    if (status == CL_SUCCESS) put(text);
    else printf("(%d)", (int)status);
}

static cl_platform_id platform_at(const char *index)
{
    static cl_platform_id list[MANY];
    cl_uint count;
    unsigned long i = strtoul(index, NULL, 10);
    if (!strcmp(index, "null")) return NULL;
    count = list_platforms(list);
    if (i < count) return list[i];
    fprintf(stderr, "probe: there is no platform %lu\n", i);
    exit(2);
}

/* ---- steps ---- */

/* platforms: their number, and the name and suffix of each. */
static void step_platforms(char **argument)
{
    static cl_platform_id list[MANY];
    cl_uint count = 0, i;
    cl_int status = clGetPlatformIDs(MANY, list, &count);
    printf("platforms\t%d\t%u\n", (int)status, (unsigned)count);
    for (i = 0; status == CL_SUCCESS && i < count; i++) {
        printf("platform\t");
        put_info(list[i], CL_PLATFORM_NAME);
        putchar('\t');
        put_info(list[i], CL_PLATFORM_ICD_SUFFIX_KHR);
        putchar('\n');
    }
}

/* devices: for every platform, the number of devices of each type. */
static void step_devices(char **argument)
{
    static const cl_device_type types[] = { CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_CPU,
                                            CL_DEVICE_TYPE_ACCELERATOR };
    static cl_platform_id list[MANY];
    cl_uint total = list_platforms(list), i, type;
    for (i = 0; i < total; i++) {
        printf("devices");
        for (type = 0; type < 3; type++) {
            cl_uint count = 0;
            cl_int status = clGetDeviceIDs(list[i], types[type], 0, NULL, &count);
            printf("\t%d", status == CL_SUCCESS ? (int)count : (int)status);
        }
        putchar('\n');
    }
}

/* Prints what a function says about devices: "list", the platform, the function, the status, and
 * the names of the devices in order. */
static void put_list(cl_platform_id platform, const char *what, cl_int status,
                     const cl_device_id *list, size_t count)
{
    char name[200] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
    printf("list\t%s\t%s\t%d\t", name, what, (int)status);
    for (size_t i = 0; status == CL_SUCCESS && i < count; i++) {
        clGetDeviceInfo(list[i], CL_DEVICE_NAME, sizeof name, name, NULL);
        printf("%s%s", i ? "," : "", name);
    }
    putchar('\n');
}

typedef cl_int(CL_API_CALL *sharing_function)(cl_platform_id, cl_uint, void *, cl_uint, cl_uint,
                                              cl_device_id *, cl_uint *);

static sharing_function find_shared(cl_platform_id platform, const char *name)
{
    void *address = clGetExtensionFunctionAddressForPlatform(platform, name);
    sharing_function shared;
    memcpy(&shared, &address, sizeof shared);
    return shared;
}

static void CL_CALLBACK ignore(const char *text, const void *info, size_t size, void *data)
{
}

/* Lists devices through the functions for devices that can share something. */
static void put_shared(cl_platform_id platform)
{
    static const struct {
        const char *word, *name;
    } functions[] = {
        { "va", "clGetDeviceIDsFromVA_APIMediaAdapterINTEL" },
        { "dx9", "clGetDeviceIDsFromDX9INTEL" },
    };
    const cl_context_properties named[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)platform,
                                            0 };
    cl_device_id list[64];
    size_t size = 0;
    cl_uint count = 0;
    cl_int status;
    status = clGetGLContextInfoKHR(named, CL_DEVICES_FOR_GL_CONTEXT_KHR, sizeof list, list, &size);
    put_list(platform, "gl", status, list, size / sizeof list[0]);
    status = clGetGLContextInfoKHR(named, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, sizeof list, list,
                                   &size);
    put_list(platform, "current", status, list, size / sizeof list[0]);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        sharing_function shared = find_shared(platform, functions[i].name);
        if (shared) status = shared(platform, 1, platform, 2, 64, list, &count);
        if (shared) put_list(platform, functions[i].word, status, list, count);
    }
}

static void put_context(cl_platform_id platform, const char *what, cl_device_type type)
{
    const cl_context_properties named[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)platform,
                                            0 };
    cl_device_id list[64];
    size_t size = 0;
    cl_int status = 1;
    cl_context context = clCreateContextFromType(named, type, ignore, list, &status);
    if (context) status = clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof list, list, &size);
    put_list(platform, what, status, list, size / sizeof list[0]);
    if (context) clReleaseContext(context);
}

/* lists: the devices of every platform, by each type and by each other function that lists
 * devices. */
static void step_lists(char **argument)
{
    static const struct {
        const char *name;
        cl_device_type type;
    } types[] = {
        { "default", CL_DEVICE_TYPE_DEFAULT },
        { "gpu", CL_DEVICE_TYPE_GPU },
        { "cpu", CL_DEVICE_TYPE_CPU },
        { "accelerator", CL_DEVICE_TYPE_ACCELERATOR },
        { "custom", CL_DEVICE_TYPE_CUSTOM },
        { "all", CL_DEVICE_TYPE_ALL },
        { "gpu+cpu", CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU },
    };
    static cl_platform_id platforms[MANY];
    cl_uint total = list_platforms(platforms);
    for (cl_uint i = 0; i < total; i++) {
        for (size_t j = 0; j < sizeof types / sizeof types[0]; j++) {
            cl_device_id list[64];
            cl_uint count = 0;
            cl_int status = clGetDeviceIDs(platforms[i], types[j].type, 64, list, &count);
            put_list(platforms[i], types[j].name, status, list, count);
        }
        put_context(platforms[i], "context", CL_DEVICE_TYPE_ALL);
        put_context(platforms[i], "gpu-context", CL_DEVICE_TYPE_GPU);
        put_shared(platforms[i]);
    }
}

/* How functions for devices that can share something treat their arguments. */
static void put_shared_room(cl_platform_id platform, cl_device_id device)
{
    sharing_function shared = find_shared(platform, "clGetDeviceIDsFromVA_APIMediaAdapterINTEL");
    cl_device_id list[4] = { NULL }, two[2], sub_device;
    cl_uint count = 77;
    size_t size = 77;
    cl_int status =
        clGetGLContextInfoKHR(NULL, CL_DEVICES_FOR_GL_CONTEXT_KHR, sizeof list[0], list, &size);
    printf("room-gl\t%d\t%u\n", (int)status, (unsigned)size);
    status = clGetGLContextInfoKHR(NULL, CL_DEVICES_FOR_GL_CONTEXT_KHR, sizeof two, two, &size);
    printf("room-gl-fits\t%d\t%u\n", (int)status, (unsigned)(size / sizeof two[0]));
    printf("room-va-null\t%d\n", (int)shared(NULL, 1, platform, 2, 4, list, &count));
    printf("room-va-nothing\t%d\n", (int)shared(platform, 1, platform, 2, 4, NULL, NULL));
    printf("room-va-zero\t%d\n", (int)shared(platform, 1, platform, 2, 0, list, &count));
    status = shared(platform, 1, platform, 2, 1, list, &count);
    printf("room-va\t%d\t%u\t%s\n", (int)status, (unsigned)count, list[1] ? "two" : "one");
    status = shared(platform, 1, platform, 3, 4, list, &count);
    printf("room-va-none\t%d\t%u\n", (int)status, (unsigned)count);
    status = shared(platform, 1, platform, 4, 4, list, &count);
    printf("room-va-sub\t%d\t%u\n", (int)status, (unsigned)count);
    list[1] = NULL;
    sub_device = list[0];
    status = shared(platform, 1, platform, 6, 4, list, &count);
    printf("room-va-both\t%d\t%u\t%s\n", (int)status, (unsigned)count,
           list[1] == sub_device ? "last" : "first");
    status = shared(platform, 1, platform, 5, 4, list, &count);
    printf("room-va-unknown\t%d\t%u\n", (int)status, (unsigned)count);
    status = shared((cl_platform_id)(void *)device, 1, platform, 2, 4, list, &count);
    printf("room-va-other\t%d\n", (int)status);
}

/* room: how clGetDeviceIDs and others treat their arguments, with the default platform. */
static void step_room(char **argument)
{
    cl_device_id list[2] = { NULL, NULL };
    cl_uint count = 77;
    cl_int status = clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, list, &count);
    printf("room\t%d\t%u\t%s\n", (int)status, (unsigned)count, list[1] ? "two" : "one");
    printf("room-nothing\t%d\n", (int)clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, NULL));
    printf("room-zero\t%d\n", (int)clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, list, NULL));
    printf("room-list\t%d\n", (int)clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 2, list, NULL));
    printf("room-type\t%d\n", (int)clGetDeviceIDs(NULL, 0, 2, list, NULL));
    clCreateContextFromType(NULL, CL_DEVICE_TYPE_ACCELERATOR, NULL, NULL, &status);
    printf("room-context-none\t%d\n", (int)status);
    clCreateContextFromType(NULL, 0, NULL, NULL, &status);
    printf("room-context-type\t%d\n", (int)status);
    put_shared_room(platform_at("0"), list[0]);
}

/* elsewhere LIBRARY: gets the first platform of a fake driver and its devices from the driver
 * itself, and uses them in the loader's functions. */
static void step_elsewhere(char **argument)
{
    void *library = dlopen(argument[0], RTLD_LAZY | RTLD_LOCAL);
    const struct fake *fake = library ? dlsym(library, "fake") : NULL;
    cl_platform_id platform = fake ? fake->platform(0) : NULL;
    cl_device_id list[64];
    cl_uint count = 0;
    cl_int status;
    if (!platform) exit(2);
    status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 64, list, &count);
    put_list(platform, "elsewhere", status, list, count);
    status = (*(cl_icd_dispatch **)platform)
                 ->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 64, list, &count);
    put_list(platform, "elsewhere-all", status, list, count);
    for (cl_uint i = 0; i < count; i++) {
        clCreateContext(NULL, 1, &list[i], NULL, NULL, &status);
        printf("elsewhere-context\t%d\n", (int)status);
    }
}

/* by-name: the devices of each platform through a clGetDeviceIDs that its driver may return by
 * name, and again through a look-up function that the driver may return by name. */
static void step_by_name(char **argument)
{
    static cl_platform_id platforms[MANY];
    const char *names[] = { "by-name", "by-name-twice" };
    cl_uint total = list_platforms(platforms);
    for (cl_uint i = 0; i < 2 * total; i++) {
        cl_platform_id platform = platforms[i / 2];
        __typeof__(&clGetExtensionFunctionAddressForPlatform) find =
            clGetExtensionFunctionAddressForPlatform;
        __typeof__(&clGetDeviceIDs) go;
        void *address = i % 2 ? find(platform, "clGetExtensionFunctionAddressForPlatform") : NULL;
        cl_device_id list[64];
        cl_uint count = 0;
        cl_int status;
        if (address) memcpy(&find, &address, sizeof find);
        address = find(platform, "clGetDeviceIDs");
        memcpy(&go, &address, sizeof go);
        status = go ? go(platform, CL_DEVICE_TYPE_ALL, 64, list, &count) : 1;
        put_list(platform, names[i % 2], status, list, count);
    }
}

/* whose: whether a function that a platform returns by name is the driver's own or the loader's. */
static void step_whose(char **argument)
{
#ifndef _WIN32
    void *address =
        clGetExtensionFunctionAddressForPlatform(platform_at("0"), "clGetDeviceIDsFromDX9INTEL");
    Dl_info ours, info;
    dladdr(dlsym(RTLD_DEFAULT, "clGetPlatformIDs"), &ours);
    dladdr(address, &info);
    printf("whose\t%s\n", ours.dli_fbase == info.dli_fbase ? "loader" : "driver");
#endif
}

/* null: what functions that take a platform answer for NULL. */
static void step_null(char **argument)
{
    cl_uint count = 0;
    cl_int status;
    printf("null-info\t");
    put_info(NULL, CL_PLATFORM_NAME);
    status = clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    printf("\nnull-devices\t%d\t%u\n", (int)status, (unsigned)count);
    printf("null-unload\t%d\n", (int)clUnloadPlatformCompiler(NULL));
    printf("null-lookup\t%s\n",
           clGetExtensionFunctionAddressForPlatform(NULL, "clFakeThing") ? "found" : "null");
}

/* ids: how clGetPlatformIDs treats its arguments, with room for two platforms. */
static void step_ids(char **argument)
{
    static const struct {
        const char *name;
        cl_uint room;
        bool list, count;
        /* clang-format off */
    } rows[] = {
        { "nothing", 0, false, false }, { "no-room", 0, true, true }, { "room-0", 0, true, false },
        { "count", 0, false, true },    { "count-5", 5, false, true }, { "one", 1, true, true },
        { "list", 2, true, false },     { "both", 2, true, true },
    };
    /* clang-format on */
    size_t row, i;
    for (row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        cl_platform_id untouched = (cl_platform_id)(void *)&rows;
        cl_platform_id list[2] = { untouched, untouched };
        cl_uint count = 12345;
        cl_int status = clGetPlatformIDs(rows[row].room, rows[row].list ? list : NULL,
                                         rows[row].count ? &count : NULL);
        printf("ids\t%s\t%d\t%u", rows[row].name, (int)status, (unsigned)count);
        for (i = 0; i < 2; i++)
            printf("\t%s", list[i] == untouched ? "untouched" : list[i] ? "platform" : "null");
        putchar('\n');
    }
}

static const cl_context_properties *properties_of(const char *kind)
{
    static cl_context_properties list[6];
    const char *platform = strchr(kind, ':');
    cl_context_properties *next = list;
    memset(list, 0, sizeof list);
    if (!strcmp(kind, "none")) return NULL;
    if (!strncmp(kind, "other", 5)) {
        *next++ = 0x7777;
        *next++ = 0x8888;
    }
    if (platform) {
        *next++ = CL_CONTEXT_PLATFORM;
        *next++ = (cl_context_properties)(intptr_t)platform_at(platform + 1);
    }
    return list;
}

/* context KIND: clCreateContextFromType and clGetGLContextInfoKHR with a property list. KIND: none
 * (NULL), empty, other (a list without a platform), is:N, is:null, other:N, other:null. */
static void step_context(char **argument)
{
    const cl_context_properties *properties = properties_of(argument[0]);
    char name[200] = "";
    cl_int status = 1;
    cl_context context =
        clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, NULL, NULL, &status);
    if (context) clGetContextInfo(context, FAKE_INFO_DRIVER, sizeof name, name, NULL);
    printf("context\t%s\t%d\t%s\n", argument[0], (int)status, name);
    name[0] = '\0';
    status = clGetGLContextInfoKHR(properties, 1, sizeof name, name, NULL);
    printf("gl\t%s\t%d\t%s\n", argument[0], (int)status, name);
}

typedef const char *(CL_API_CALL *fake_function)(void);

static void put_function(void *address, const char *name)
{
    void *ours = dlsym(RTLD_DEFAULT, name);
    fake_function fake;
    memcpy(&fake, &address, sizeof fake);
    if (!address) printf("null\n");
    else if (address == ours) printf("exported\n");
    else if (!strncmp(name, "clFake", 6)) printf("%s\n", fake());
    else printf("found\n");
}

/* lookup NAME: clGetExtensionFunctionAddress. */
static void step_lookup(char **argument)
{
    void *address = clGetExtensionFunctionAddress(argument[0]);
    printf("lookup\t%s\t", argument[0]);
    put_function(address, argument[0]);
}

/* lookup-for INDEX NAME: clGetExtensionFunctionAddressForPlatform. */
static void step_lookup_for(char **argument)
{
    void *address = clGetExtensionFunctionAddressForPlatform(platform_at(argument[0]), argument[1]);
    printf("lookup-for\t%s\t%s\t", argument[0], argument[1]);
    put_function(address, argument[1]);
}

/* loader: what clGetICDLoaderInfoOCLICD answers, and what it answers with too little room. */
static void step_loader(char **argument)
{
    void *address = clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
    clrelay_loader_info info;
    cl_icdl_info what;
    memcpy(&info, &address, sizeof info);
    for (what = 0; info && what <= CL_ICDL_VENDOR + 1; what++) {
        char text[200] = "untouched";
        size_t size = 0;
        cl_int status = info(what, sizeof text, text, &size);
        printf("loader\t%u\t%d\t", (unsigned)what, (int)status);
        put(text);
        if (status != CL_SUCCESS) {
            putchar('\n');
            continue;
        }
        printf("\t%s", size == strlen(text) + 1 ? "size" : "wrong-size");
        printf("\t%d", (int)info(what, 0, NULL, NULL));
        printf("\t%d", (int)info(what, strlen(text), text, NULL));
        printf("\t%d\n", (int)info(what, strlen(text) + 1, text, NULL));
    }
}

/* report FILE: writes the loader's report, unchanged. */
static void step_report(char **argument)
{
    void *address = clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY");
    clGetLoaderReportCLRELAY_fn report;
    size_t size = 0;
    char *text = NULL;
    FILE *file = fopen(argument[0], "w");
    memcpy(&report, &address, sizeof report);
    if (!file || !report || report(0, NULL, &size) || !(text = malloc(size)) ||
        report(size, text, NULL) || fwrite(text, 1, size - 1, file) != size - 1 || fclose(file))
        exit(2);
    free(text);
}

static void step_chdir(char **argument)
{
    if (chdir(argument[0])) exit(2);
}

/* run COMMAND: runs a command in a shell. */
static void step_run(char **argument)
{
    fflush(stdout);
    if (system(argument[0])) exit(2);
}

static void step_locale(char **argument)
{
    printf("locale\t%s\n", setlocale(LC_ALL, "") ? "set" : "unknown");
}

/* ---- threads ---- */

#define THREADS_MAX 256
static pthread_barrier_t start;
static struct racer {
    pthread_t thread;
    int number;
    bool answered;
    cl_uint count;
    cl_platform_id list[MANY];
} racers[THREADS_MAX];

/* Makes the first call of a thread; the functions that search for drivers take turns. */
static bool first_call(int number)
{
    cl_uint count = 0;
    char name[100];
    cl_int status = CL_SUCCESS;
    switch (number % 5) {
    case 0: return clGetPlatformIDs(0, NULL, &count) == CL_SUCCESS && count;
    case 1: return !clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof name, name, NULL);
    case 2: return clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count) == CL_SUCCESS;
    case 3: return clGetExtensionFunctionAddress("clFakeThingA") != NULL;
    default: return clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &status) != NULL;
    }
}

static void *race(void *argument)
{
    struct racer *racer = argument;
    pthread_barrier_wait(&start);
    racer->answered = first_call(racer->number);
    racer->count = list_platforms(racer->list);
    return NULL;
}

/* race N: N threads make their first call at once. */
static void step_race(char **argument)
{
    int count = atoi(argument[0]), i, differ = 0, unanswered = 0;
    if (count > THREADS_MAX) exit(2);
    pthread_barrier_init(&start, NULL, (unsigned)count);
    for (i = 0; i < count; i++) {
        racers[i].number = i;
        if (pthread_create(&racers[i].thread, NULL, race, &racers[i])) exit(2);
    }
    for (i = 0; i < count; i++) pthread_join(racers[i].thread, NULL);
    for (i = 0; i < count; i++) {
        unanswered += !racers[i].answered;
        differ += racers[i].count != racers[0].count ||
                  memcmp(racers[i].list, racers[0].list, sizeof racers[i].list);
    }
    printf("race\t%u\t%d\t%d\n", (unsigned)racers[0].count, differ, unanswered);
}

/* ---- fork and signals in the middle of a slow first call ---- */

#ifndef _WIN32
/* secure: whether the system runs this program as a privileged one. */
static void step_secure(char **argument)
{
    printf("secure\t%lu\n", getauxval(AT_SECURE));
}

/* drop: gives up for good the privileges that the program has beyond its caller's. */
static void step_drop(char **argument)
{
    if (setresgid(getgid(), getgid(), getgid()) || setresuid(getuid(), getuid(), getuid())) exit(2);
}

static void sleep_ms(long ms)
{
    struct timespec time = { ms / 1000, ms % 1000 * 1000000 };
    nanosleep(&time, NULL);
}

static void *first(void *unused)
{
    cl_uint count = 0;
    clGetPlatformIDs(0, NULL, &count);
    return NULL;
}

#ifndef PROBE_MIDDLE_MS
#define PROBE_MIDDLE_MS 200 /* milliseconds into that call */
#endif

/* fork libc|syscall begin|middle: forks a child at that moment of another thread's first call. */
static void step_fork(char **argument)
{
    pthread_t thread;
    pid_t child;
    int status = 0;
    fflush(stdout);
    if (pthread_create(&thread, NULL, first, NULL)) exit(2);
    if (!strcmp(argument[1], "middle")) sleep_ms(PROBE_MIDDLE_MS);
    child = !strcmp(argument[0], "libc") ? fork() : raw_fork();
    if (!child) {
        cl_uint count = 0;
        cl_int answer;
        alarm(10); /* a machine may be busy, but a child that hangs never returns */
        answer = clGetPlatformIDs(0, NULL, &count);
        _exit(answer == CL_PLATFORM_NOT_FOUND_KHR ? 100 : answer == CL_SUCCESS ? (int)count : 101);
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) printf("child\tsignal\t%d\n", WTERMSIG(status));
    else printf("child\texit\t%d\n", WEXITSTATUS(status));
    pthread_join(thread, NULL);
}

static atomic_int handled_status = 1;
static atomic_uint handled_count;

static void handler(int number)
{
    cl_uint count = 0;
    atomic_store(&handled_status, clGetPlatformIDs(0, NULL, &count));
    atomic_store(&handled_count, count);
}

static void *interrupt(void *thread)
{
    sleep_ms(PROBE_MIDDLE_MS);
    pthread_kill(*(pthread_t *)thread, SIGUSR1);
    return NULL;
}

/* signal: a handler calls clGetPlatformIDs on the thread that makes the slow first call. */
static void step_signal(char **argument)
{
    struct sigaction action;
    pthread_t self = pthread_self(), other;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, NULL);
    if (pthread_create(&other, NULL, interrupt, &self)) exit(2);
    first(NULL);
    pthread_join(other, NULL);
    printf("signal\t%d\t%u\n", (int)atomic_load(&handled_status),
           (unsigned)atomic_load(&handled_count));
}
#endif

/* ---- the list of steps ---- */

static const struct step {
    const char *name;
    int arguments;
    void (*run)(char **argument);
} steps[] = {
    { "platforms", 0, step_platforms },
    { "devices", 0, step_devices },
    { "lists", 0, step_lists },
    { "room", 0, step_room },
    { "by-name", 0, step_by_name },
    { "whose", 0, step_whose },
    { "elsewhere", 1, step_elsewhere },
    { "null", 0, step_null },
    { "ids", 0, step_ids },
    { "context", 1, step_context },
    { "lookup", 1, step_lookup },
    { "lookup-for", 2, step_lookup_for },
    { "loader", 0, step_loader },
    { "report", 1, step_report },
    { "chdir", 1, step_chdir },
    { "run", 1, step_run },
    { "locale", 0, step_locale },
#ifndef _WIN32
    { "drop", 0, step_drop },
#endif
    { "race", 1, step_race },
#ifndef _WIN32
    { "secure", 0, step_secure },
    { "fork", 2, step_fork },
    { "signal", 0, step_signal },
#endif
};

int main(int count, char **argument)
{
    int i = 1;
    while (i < count) {
        const struct step *step = steps, *end = steps + sizeof steps / sizeof steps[0];
        while (step < end && strcmp(step->name, argument[i])) step++;
        if (step == end || i + step->arguments >= count) {
            fprintf(stderr, "probe: what is %s?\n", argument[i]);
            return 2;
        }
        step->run(argument + i + 1);
        i += 1 + step->arguments;
    }
    printf("end\n");
    return 0;
}
