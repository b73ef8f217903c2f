/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fake OpenCL driver, made from the rows of loader/api/entry_points.h. It computes nothing; it knows
 * who called what. Each definition below makes another variant of it: a driver with one habit that
 * a loader has to live with. zoo.txt and the CMakeLists.txt list the variants.
 *
 * With FAKE_LOG=file in the environment each event is a line at the end of that file, written also
 * by drivers that the loader refuses: "constructor NAME", "list NAME room array|null",
 * "devices NAME platform type", "info NAME platform param", "ask NAME function" (by
 * clGetExtensionFunctionAddress), "askfor NAME platform function", "unload NAME platform",
 * "get NAME platform function" and "set NAME platform" (of cl_khr_icd 2.0),
 * "reentered NAME where status count", "named NAME platform status", "forked NAME what-became-of-the-child".
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "api/dispatch.h"

#include "event.h"
#include "fake.h"
#include "habit.h"
#include "raw_fork.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- what a variant is made of ---- */

/* Who it says it is. With several platforms, platform i is called "NAME i". */
#ifndef FAKE_NAME
#define FAKE_NAME "fake"
#endif
#ifndef FAKE_SUFFIX
#define FAKE_SUFFIX "FAKE"
#endif
#ifndef FAKE_VENDOR
#define FAKE_VENDOR "a fake"
#endif
#ifndef FAKE_EXTENSIONS
#define FAKE_EXTENSIONS "cl_khr_byte_addressable_store cl_khr_icd"
#endif
#ifndef FAKE_VERSION
#define FAKE_VERSION "OpenCL 3.0 fake"
#endif
#ifndef FAKE_PLATFORMS
#define FAKE_PLATFORMS 1
#endif

/* Devices of every platform, by type. */
#ifndef FAKE_GPUS
#define FAKE_GPUS 1
#endif
#ifndef FAKE_CPUS
#define FAKE_CPUS 0
#endif
#ifndef FAKE_ACCELERATORS
#define FAKE_ACCELERATORS 0
#endif
#ifndef FAKE_CUSTOMS /* which are among all, as with some drivers, though they should not be */
#define FAKE_CUSTOMS 0
#endif
/* clGetDeviceIDs fails and leaves the count as it was. */
#ifndef FAKE_DEVICES_FAIL
#define FAKE_DEVICES_FAIL 0
#endif

/* The functions that a loader looks up: exported, and offered by clGetExtensionFunctionAddress. */
#define LOOKUP 1 /* clGetExtensionFunctionAddress, to be exported only */
#define LIST   2 /* clIcdGetPlatformIDsKHR */
#define INFO   4 /* clGetPlatformInfo */
#define THING  8 /* clFakeThing + suffix, to be offered only */
#define ALL    16 /* any name that is asked for */
#ifndef FAKE_EXPORTS
#define FAKE_EXPORTS (LOOKUP | LIST | INFO)
#endif
#ifndef FAKE_OFFERS
#define FAKE_OFFERS (LIST | INFO | THING)
#endif

/* Which platform has the defects of a platform: its index, or -1 for every one. */
#ifndef FAKE_BAD
#define FAKE_BAD (-1)
#endif

/* How the platforms are listed. */
#define LISTING_RIGHT         0
#define LISTING_NO_COUNT      1 /* success, and the count is left as it was */
#define LISTING_HUGE_COUNT    2 /* 0xffffffff platforms */
#define LISTING_2_31_COUNT    3 /* 2^31 platforms */
#define LISTING_FAILS         4 /* CL_INVALID_VALUE, with a count of 1 */
#define LISTING_NONE          5 /* CL_PLATFORM_NOT_FOUND_KHR, the count is left as it was */
#define LISTING_TWO_CALLS     6 /* fails unless asked for the count, then for just as many */
#define LISTING_PROMISES      7 /* counts two more than it writes */
#define LISTING_NULL          8 /* the bad platform is NULL */
#define LISTING_REPEATS       9 /* the bad platform is the first one once more */
#define LISTING_OVERSTATES    10 /* counts 1000 platforms, writes those it has */
#define LISTING_WILD          11 /* the bad platform is an address where nothing is */
#define LISTING_NO_MEMORY     12 /* counts them, and fails with CL_OUT_OF_HOST_MEMORY for a list */
#ifndef FAKE_LISTING
#define FAKE_LISTING LISTING_RIGHT
#endif

/* How a question of the bad platform for a string is answered: the extensions, the suffix, the version,
 * the name, and the vendor. */
#define ANSWER_RIGHT        0
#define ANSWER_FAILS        1
#define ANSWER_EXITS        2 /* ends the process with code 3 */
#define ANSWER_EMPTY        3
#define ANSWER_UNTERMINATED 4 /* no NUL, and the size does not count one */
#define ANSWER_SIZE_0       5 /* the size is 0, nothing is written */
#define ANSWER_SIZE_HUGE    6 /* the size is SIZE_MAX / 2 */
#define ANSWER_NO_SIZE      7 /* the size is left as it was */
#define ANSWER_GROWS        8 /* 64 bytes more each time it is asked */
#define ANSWER_LONG         9 /* 10,000 bytes */
#define ANSWER_ONLY_SIZE    10 /* tells the size, and then not the string */
#define ANSWER_GROWS_ONCE   11 /* 64 bytes more from the second time on */
#define ANSWER_PROMISES     12 /* no NUL, and the size is 64 bytes more than are written */
#define ANSWER_NO_MEMORY    13 /* fails with CL_OUT_OF_HOST_MEMORY */
#ifndef FAKE_EXTENSIONS_ANSWER
#define FAKE_EXTENSIONS_ANSWER ANSWER_RIGHT
#endif
#ifndef FAKE_SUFFIX_ANSWER
#define FAKE_SUFFIX_ANSWER ANSWER_RIGHT
#endif
#ifndef FAKE_VERSION_ANSWER
#define FAKE_VERSION_ANSWER ANSWER_RIGHT
#endif
#ifndef FAKE_NAME_ANSWER
#define FAKE_NAME_ANSWER ANSWER_RIGHT
#endif
#ifndef FAKE_VENDOR_ANSWER
#define FAKE_VENDOR_ANSWER ANSWER_RIGHT
#endif
/* Every question to the bad platform fails. */
#ifndef FAKE_MUTE
#define FAKE_MUTE 0
#endif

/* The dispatch table. */
#define TABLE_FULL     0
#define TABLE_NONE     1 /* the bad platform's pointer to it is NULL */
#define TABLE_GLOBAL   2 /* slots bound to the symbols of the same name, which are exported too: the
                            dynamic linker may bind them to a libOpenCL */
#define TABLE_TAG_BOTH 3 /* tagged as cl_khr_icd 2.0 says */
#define TABLE_TAG_0    4 /* only half of the tag */
#define TABLE_TAG_31   5
#define TABLE_SHORT    6 /* ends after OpenCL 1.1; what lies behind is no function */
#define TABLE_WILD     7 /* the bad platform's pointer to it leads nowhere */
#ifndef FAKE_TABLE
#define FAKE_TABLE TABLE_FULL
#endif
/* Slots that are NULL: names with blanks between, or "all". */
#ifndef FAKE_HOLES
#define FAKE_HOLES ""
#endif
/* With TABLE_GLOBAL: this library has no clCreateProgramWithIL of its own. */
#ifndef FAKE_LACKS_IL
#define FAKE_LACKS_IL 0
#endif

/* cl_khr_icd 2.0, besides the tags: which of its two functions there are, what becomes of the data
 * that the loader sets for the bad platform, and which functions the loader does not get, in the
 * words of FAKE_HOLES. */
#define ICD2_GET 1 /* clIcdGetFunctionAddressForPlatformKHR */
#define ICD2_SET 2 /* clIcdSetPlatformDispatchDataKHR */
#ifndef FAKE_ICD2
#define FAKE_ICD2 0
#endif
#define SET_RIGHT   0
#define SET_FAILS   1 /* CL_OUT_OF_HOST_MEMORY */
#define SET_FORGETS 2 /* success, but the data is not kept */
#ifndef FAKE_SET
#define FAKE_SET SET_RIGHT
#endif
#ifndef FAKE_LACKS
#define FAKE_LACKS ""
#endif

/* Which of ext/extension_functions.h it has, in the words of FAKE_HOLES. Undefined: whatever a
 * platform is asked for, it answers with a function that is none of these. */
#ifdef FAKE_HAS
#define FAKE_EXTENSION_FUNCTIONS 1
#else
#define FAKE_EXTENSION_FUNCTIONS 0
#define FAKE_HAS ""
#endif
/* What the bad platform has instead: the same, nothing, or functions of its own that are noted as
 * "other NAME". */
#define BAD_HAS_SAME    0
#define BAD_HAS_NOTHING 1
#define BAD_HAS_OTHERS  2
#ifndef FAKE_BAD_HAS
#define FAKE_BAD_HAS BAD_HAS_SAME
#endif
/* It takes them from the global scope, whosever they are. */
#ifndef FAKE_TAKES_GLOBAL
#define FAKE_TAKES_GLOBAL 0
#endif
/* Objects that are no platforms and no devices have a copy of the table, at another address. */
#ifndef FAKE_OTHER_TABLE
#define FAKE_OTHER_TABLE 0
#endif

/* What the bad platform answers to CL_PLATFORM_UNLOADABLE_KHR; the others say yes. */
#define UNLOADABLE_FAILS 0
#define UNLOADABLE_NO    1
#define UNLOADABLE_YES   2
#ifndef FAKE_UNLOADABLE
#define FAKE_UNLOADABLE UNLOADABLE_FAILS
#endif

/* Each call of a function is an event too, "call NAME function", and the end of the library,
 * "destructor NAME". */
#ifndef FAKE_TELLS
#define FAKE_TELLS 0
#endif

/* When it calls OpenCL functions of the global scope: in its constructor, listing, information. */
#define IN_CONSTRUCTOR 1
#define IN_LISTING     2
#define IN_INFO        4
#define BY_PLATFORM    8 /* in information, naming the platform that is asked */
#ifndef FAKE_REENTERS
#define FAKE_REENTERS 0
#endif

/* How long a listing takes, and whether it forks a child that calls clGetPlatformIDs. */
#ifndef FAKE_SLOW_MS
#define FAKE_SLOW_MS 0
#endif
#define FORK_LIBC    1
#define FORK_SYSCALL 2
#ifndef FAKE_FORKS
#define FAKE_FORKS 0
#endif

/* ---- objects ---- */

struct fake_object {
    const struct dispatch *dispatch;
    void *dispatch_data; /* word 1 is the loader's where the table is tagged */
    unsigned platform;
    cl_device_type type; /* of devices */
};

static const cl_uint platform_count = FAKE_PLATFORMS;
static const cl_uint gpu_count = FAKE_GPUS, cpu_count = FAKE_CPUS,
                     accelerator_count = FAKE_ACCELERATORS;
#define DEVICES (FAKE_GPUS + FAKE_CPUS + FAKE_ACCELERATORS + FAKE_CUSTOMS)
static const cl_uint device_count = DEVICES; /* may be 0 */
static struct fake_object platform_objects[FAKE_PLATFORMS + 1];
static struct fake_object other_objects[FAKE_PLATFORMS + 1];
static struct fake_object device_objects[FAKE_PLATFORMS + 1][DEVICES + 1];

static atomic_uint listed, counted, asked_for;

static bool bad(unsigned platform)
{
    return FAKE_BAD < 0 || platform == (unsigned)FAKE_BAD;
}

/* ---- recording ---- */

static atomic_bool noting, recording;
static _Atomic uint64_t result;
static struct fake_call last;

static void begin(const char *name)
{
    if (FAKE_TELLS) fake_event("call %s %s", FAKE_NAME, name);
    if (!atomic_load(&noting)) return;
    last.function = name;
    last.count = 0;
}

static int note(const void *argument, size_t size)
{
    uint64_t value = 0;
    if (!atomic_load(&noting)) return 0;
    memcpy(&value, argument, size < sizeof value ? size : sizeof value);
    if (last.count < FAKE_ARGUMENTS) last.value[last.count] = value;
    return last.count++;
}

/* What a test wants to happen while a function runs. */
static void (*_Atomic meanwhile)(void);

#ifdef __GNUC__
__attribute__((unused))
#endif
static void let_happen(void)
{
    void (*happens)(void) = atomic_exchange(&meanwhile, NULL);
    if (happens) happens();
}

/* ---- habits ---- */

typedef cl_int(CL_API_CALL *list_function)(cl_uint, cl_platform_id *, cl_uint *);
typedef cl_int(CL_API_CALL *info_function)(cl_platform_id, cl_platform_info, size_t, void *,
                                           size_t *);
typedef void *(CL_API_CALL *lookup_function)(const char *);

#ifdef __GNUC__
__attribute__((unused))
#endif
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
/* Which does not know that a library's variables of each thread begin as zeros. */
__attribute__((no_sanitize("memory")))
#endif
#endif
static void reenter(const char *where)
{
    list_function list = (list_function)fake_symbol(RTLD_DEFAULT, "clGetPlatformIDs");
    info_function info = (info_function)fake_symbol(RTLD_DEFAULT, "clGetPlatformInfo");
    lookup_function lookup =
        (lookup_function)fake_symbol(RTLD_DEFAULT, "clGetExtensionFunctionAddress");
    cl_uint count = 0;
    char name[100];
    cl_int status;
    static _Thread_local bool inside; /* asked by itself, when it is the default platform */
    if (inside) return;
    if (!list || !info || !lookup) {
        fake_event("reentered %s %s nothing", FAKE_NAME, where);
        return;
    }
    inside = true;
    status = list(0, NULL, &count);
    info(NULL, CL_PLATFORM_NAME, sizeof name, name, NULL);
    lookup("clFakeThing" FAKE_SUFFIX);
    inside = false;
    fake_event("reentered %s %s %d %u", FAKE_NAME, where, (int)status, (unsigned)count);
}

#if (FAKE_REENTERS) & BY_PLATFORM
/* A function that finds its platform in a property list, with this one. */
static void call_by_platform(cl_platform_id platform, unsigned index)
{
    typedef cl_int(CL_API_CALL * gl_function)(const cl_context_properties *, cl_gl_context_info, size_t,
                                              void *, size_t *);
    gl_function info = (gl_function)fake_symbol(RTLD_DEFAULT, "clGetGLContextInfoKHR");
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)(intptr_t)platform, 0 };
    char name[100];
    cl_int status = info(list, 1, sizeof name, name, NULL);
    fake_event("named %s %u %d", FAKE_NAME, index, (int)status);
}
#endif

#if FAKE_FORKS
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child that has not ended after two seconds hangs: SIGALRM ends it. */
static void fork_child(void)
{
    list_function list = (list_function)fake_symbol(RTLD_DEFAULT, "clGetPlatformIDs");
    pid_t child = FAKE_FORKS == FORK_LIBC ? fork() : raw_fork();
    int status = 0;
    if (!child) {
        cl_uint count = 0;
        cl_int answer;
        signal(SIGALRM, SIG_DFL);
        alarm(2);
        answer = list(0, NULL, &count);
        _exit(answer == CL_SUCCESS || answer == CL_PLATFORM_NOT_FOUND_KHR ? 0 : 1);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) fake_event("forked %s failed", FAKE_NAME);
    else if (WIFSIGNALED(status)) fake_event("forked %s signal %d", FAKE_NAME, WTERMSIG(status));
    else fake_event("forked %s exit %d", FAKE_NAME, WEXITSTATUS(status));
}
#endif

static void sleep_ms(long ms)
{
    struct timespec left = { ms / 1000, ms % 1000 * 1000000 };
    while (ms && nanosleep(&left, &left)) {}
}

/* ---- strings ---- */

static cl_int give(const void *from, size_t need, size_t size, void *to, size_t *need_ret)
{
    if (to && size < need) return CL_INVALID_VALUE;
    if (to) memcpy(to, from, need);
    if (need_ret) *need_ret = need;
    return CL_SUCCESS;
}

static cl_int answer(int how, const char *text, size_t size, void *to, size_t *need_ret)
{
    static atomic_uint asked;
    char longer[20000];
    size_t length = strlen(text), before = need_ret ? *need_ret : 0;
    cl_int status;
    switch (how) {
    case ANSWER_FAILS: return CL_INVALID_VALUE;
    case ANSWER_NO_MEMORY: return CL_OUT_OF_HOST_MEMORY;
    case ANSWER_EXITS: exit(3);
    case ANSWER_EMPTY: return give("", 1, size, to, need_ret);
    case ANSWER_UNTERMINATED: return give(text, length, size, to, need_ret);
    case ANSWER_SIZE_0:
        if (need_ret) *need_ret = 0;
        return CL_SUCCESS;
    case ANSWER_SIZE_HUGE:
        status = give(text, length + 1, size, to, need_ret);
        if (need_ret) *need_ret = SIZE_MAX / 2;
        return status;
    case ANSWER_NO_SIZE:
        status = give(text, length + 1, size, to, need_ret);
        if (need_ret) *need_ret = before;
        return status;
    case ANSWER_GROWS:
    case ANSWER_GROWS_ONCE:
    case ANSWER_LONG:
        memset(longer, ' ', sizeof longer);
        memcpy(longer, text, length);
        length = atomic_fetch_add(&asked, 1);
        if (how == ANSWER_GROWS_ONCE && length > 1) length = 1;
        length = how == ANSWER_LONG ? 10000 : 100 + 64 * length;
        if (length > sizeof longer - 1) length = sizeof longer - 1;
        longer[length] = '\0';
        return give(longer, length + 1, size, to, need_ret);
    case ANSWER_PROMISES:
        if (to && size < length + 64) return CL_INVALID_VALUE;
        if (to) memcpy(to, text, length);
        if (need_ret) *need_ret = length + 64;
        return CL_SUCCESS;
    case ANSWER_ONLY_SIZE:
        if (to) return CL_OUT_OF_RESOURCES;
        break;
    }
    return give(text, length + 1, size, to, need_ret);
}

static cl_int string(const char *text, size_t size, void *to, size_t *need_ret)
{
    return give(text, strlen(text) + 1, size, to, need_ret);
}

/* ---- the functions that do something ---- */

static cl_int clGetPlatformInfo_real(cl_platform_id platform, cl_platform_info param_name,
                                     size_t size, void *value, size_t *size_ret)
{
    const struct fake_object *object = (const void *)platform;
    unsigned index = object ? object->platform : 0;
    char name[100];
    fake_event("info %s %u %#x", FAKE_NAME, index, (unsigned)param_name);
    if (!object) return CL_INVALID_PLATFORM;
    if (FAKE_MUTE && bad(index)) return CL_OUT_OF_RESOURCES;
    habit(AT_INFO);
#if (FAKE_REENTERS) & IN_INFO
    reenter("information");
#endif
#if (FAKE_REENTERS) & BY_PLATFORM
    call_by_platform(platform, index);
#endif
#define ANSWER(what, text)                                                                         \
    answer(bad(index) ? FAKE_##what##_ANSWER : ANSWER_RIGHT, (text), size, value, size_ret)
    switch (param_name) {
    case CL_PLATFORM_PROFILE: return string("FULL_PROFILE", size, value, size_ret);
    case CL_PLATFORM_VERSION: return ANSWER(VERSION, FAKE_VERSION);
    case CL_PLATFORM_VENDOR: return ANSWER(VENDOR, FAKE_VENDOR);
    case FAKE_INFO_DRIVER: return string(FAKE_NAME, size, value, size_ret);
    case CL_PLATFORM_NAME:
        if (FAKE_PLATFORMS == 1) return ANSWER(NAME, FAKE_NAME);
        snprintf(name, sizeof name, "%s %u", FAKE_NAME, index);
        return ANSWER(NAME, name);
    case CL_PLATFORM_EXTENSIONS: return ANSWER(EXTENSIONS, FAKE_EXTENSIONS);
    case CL_PLATFORM_ICD_SUFFIX_KHR: return ANSWER(SUFFIX, FAKE_SUFFIX);
    case CL_PLATFORM_UNLOADABLE_KHR:
        if (bad(index) && FAKE_UNLOADABLE == UNLOADABLE_FAILS) return CL_INVALID_VALUE;
        return give(&(cl_bool){ !bad(index) || FAKE_UNLOADABLE == UNLOADABLE_YES },
                    sizeof(cl_bool), size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

static cl_int clGetDeviceIDs_real(cl_platform_id platform, cl_device_type type, cl_uint num_entries,
                                  cl_device_id *list, cl_uint *num_devices)
{
    const struct fake_object *object = (const void *)platform;
    unsigned index = object ? object->platform : 0;
    cl_uint count = 0, i;
    atomic_fetch_add(&counted, 1);
    fake_event("devices %s %u %#llx", FAKE_NAME, index, (unsigned long long)type);
    if (!object) return CL_INVALID_PLATFORM;
    if (FAKE_DEVICES_FAIL) return CL_OUT_OF_HOST_MEMORY;
    for (i = 0; i < device_count; i++) {
        struct fake_object *device = &device_objects[index][i];
        if (!(device->type & type)) continue;
        if (list && count < num_entries) list[count] = (cl_device_id)(void *)device;
        count++;
    }
    if (!count) return CL_DEVICE_NOT_FOUND;
    if (num_devices) *num_devices = count;
    return CL_SUCCESS;
}

static cl_int clGetDeviceInfo_real(cl_device_id device, cl_device_info param_name, size_t size,
                                   void *value, size_t *size_ret)
{
    const struct fake_object *object = (const void *)device;
    switch (param_name) {
    case CL_DEVICE_TYPE: return give(&object->type, sizeof object->type, size, value, size_ret);
    case CL_DEVICE_NAME: return string(FAKE_NAME " device", size, value, size_ret);
    case CL_DEVICE_VERSION: return string(FAKE_VERSION, size, value, size_ret);
    case CL_DEVICE_EXTENSIONS: return string("", size, value, size_ret);
    case CL_DEVICE_PLATFORM:
        return give(&(void *){ &platform_objects[object->platform] }, sizeof(void *), size, value,
                    size_ret);
    case FAKE_INFO_DRIVER: return string(FAKE_NAME, size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

/* An object is made with the data that its platform has at that moment. */
static void *new_object(size_t platform)
{
    if (FAKE_ICD2) other_objects[platform].dispatch_data = platform_objects[platform].dispatch_data;
    return &other_objects[platform];
}

static cl_context new_context(unsigned platform, cl_int *errcode_ret)
{
    if (errcode_ret) *errcode_ret = CL_SUCCESS;
    return (cl_context)new_object(platform);
}

static cl_context clCreateContext_real(const cl_context_properties *properties, cl_uint count,
                                       const cl_device_id *list, context_callback notify,
                                       void *user_data, cl_int *errcode_ret)
{
    (void)properties, (void)count, (void)notify, (void)user_data;
    return new_context(((const struct fake_object *)(const void *)list[0])->platform, errcode_ret);
}

static unsigned platform_of(const cl_context_properties *properties)
{
    for (; properties && *properties; properties += 2) {
        const struct fake_object *object = (const void *)properties[1];
        if (*properties == CL_CONTEXT_PLATFORM && object) return object->platform;
    }
    return 0;
}

static cl_context clCreateContextFromType_real(const cl_context_properties *properties,
                                               cl_device_type type, context_callback notify,
                                               void *user_data, cl_int *errcode_ret)
{
    (void)type, (void)notify, (void)user_data;
    return new_context(platform_of(properties), errcode_ret);
}

static cl_int clGetGLContextInfoKHR_real(const cl_context_properties *properties,
                                         cl_gl_context_info param_name, size_t size, void *value,
                                         size_t *size_ret)
{
    (void)properties, (void)param_name;
    return string(FAKE_NAME, size, value, size_ret);
}

static cl_int clGetContextInfo_real(cl_context context, cl_context_info param_name, size_t size,
                                    void *value, size_t *size_ret)
{
    const struct fake_object *object = (const void *)context;
    void *devices[DEVICES + 1];
    if (param_name == FAKE_INFO_DRIVER) return string(FAKE_NAME, size, value, size_ret);
    if (param_name != CL_CONTEXT_DEVICES) return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < device_count; i++) devices[i] = &device_objects[object->platform][i];
    return give(devices, device_count * sizeof devices[0], size, value, size_ret);
}

static cl_int clGetCommandQueueInfo_real(cl_command_queue queue, cl_command_queue_info param_name,
                                         size_t size, void *value, size_t *size_ret)
{
    const struct fake_object *object = (const void *)queue;
    void *device = &device_objects[object->platform][0];
    if (param_name != CL_QUEUE_DEVICE) return CL_INVALID_VALUE;
    return give(&device, sizeof device, size, value, size_ret);
}

static cl_int clGetKernelInfo_real(cl_kernel kernel, cl_kernel_info param_name, size_t size,
                                   void *value, size_t *size_ret)
{
    const struct fake_object *object = (const void *)kernel;
    void *context = &other_objects[object->platform];
    if (param_name != CL_KERNEL_CONTEXT) return CL_INVALID_VALUE;
    return give(&context, sizeof context, size, value, size_ret);
}

static cl_int clUnloadPlatformCompiler_real(cl_platform_id platform)
{
    const struct fake_object *object = (const void *)platform;
    fake_event("unload %s %u", FAKE_NAME, object->platform);
    return CL_SUCCESS;
}

/* The vendor's own function; an answer that tells whose it is. */
static const char *CL_API_CALL thing(void)
{
    return FAKE_NAME;
}

static cl_int CL_API_CALL list_platforms(cl_uint num_entries, cl_platform_id *list,
                                         cl_uint *num_platforms);
static cl_int CL_API_CALL clGetPlatformInfo_fake(cl_platform_id, cl_platform_info, size_t, void *,
                                                 size_t *);

#if FAKE_TABLE == TABLE_GLOBAL
#define OWN_INFO clGetPlatformInfo
#else
#define OWN_INFO clGetPlatformInfo_fake
#endif

static void *CL_API_CALL get_function(cl_platform_id platform, const char *name);
static cl_int CL_API_CALL set_data(cl_platform_id platform, void *data);

static function offered(const char *name)
{
    static const char vendors[] = "clFakeThing";
    int kind = !strcmp(name, "clIcdGetPlatformIDsKHR")             ? LIST
               : !strcmp(name, "clGetPlatformInfo")                ? INFO
               : !strncmp(name, vendors, sizeof vendors - 1)       ? THING
                                                                   : ALL;
    if (FAKE_ICD2 && !strcmp(name, "clIcdGetFunctionAddressForPlatformKHR"))
        return (FAKE_ICD2) & ICD2_GET ? (function)get_function : NULL;
    if (FAKE_ICD2 && !strcmp(name, "clIcdSetPlatformDispatchDataKHR"))
        return (FAKE_ICD2) & ICD2_SET ? (function)set_data : NULL;
    if (!(kind & (FAKE_OFFERS))) return NULL;
    return kind == LIST ? (function)list_platforms : kind == INFO ? (function)OWN_INFO
                                                                  : (function)thing;
}

static void *CL_API_CALL clGetExtensionFunctionAddress_fake(const char *name)
{
    function found = offered(name);
    void *address;
    begin("clGetExtensionFunctionAddress");
    note(&name, sizeof name);
    fake_event("ask %s %s", FAKE_NAME, name);
    memcpy(&address, &found, sizeof address);
    return address;
}

static function extension(unsigned platform, const char *name);

static void *CL_API_CALL clGetExtensionFunctionAddressForPlatform_fake(cl_platform_id platform,
                                                                      const char *name)
{
    function found = (function)thing;
    void *address;
    if (FAKE_EXTENSION_FUNCTIONS)
        found = extension(((struct fake_object *)(void *)platform)->platform, name);
    atomic_fetch_add(&asked_for, 1);
    begin("clGetExtensionFunctionAddressForPlatform");
    note(&platform, sizeof platform);
    note(&name, sizeof name);
    fake_event("askfor %s %u %s", FAKE_NAME, ((struct fake_object *)(void *)platform)->platform, name);
    memcpy(&address, &found, sizeof address);
    return address;
}

/* Slots that no loader may call: applications never get here. */
static cl_int CL_API_CALL clGetPlatformIDs_fake(cl_uint num_entries, cl_platform_id *list,
                                                cl_uint *num_platforms)
{
    (void)num_entries, (void)list, (void)num_platforms;
    begin("clGetPlatformIDs");
    return CL_INVALID_OPERATION;
}

static cl_int CL_API_CALL clUnloadCompiler_fake(void)
{
    begin("clUnloadCompiler");
    return CL_INVALID_OPERATION;
}

static cl_uint write_platforms(cl_uint num_entries, cl_platform_id *list)
{
    cl_uint i;
    for (i = 0; list && i < num_entries && i < platform_count; i++) {
        void *platform = &platform_objects[i];
        if (FAKE_LISTING == LISTING_NULL && bad(i)) platform = NULL;
        if (FAKE_LISTING == LISTING_WILD && bad(i)) platform = (void *)(uintptr_t)16;
        if (FAKE_LISTING == LISTING_REPEATS && bad(i)) platform = &platform_objects[0];
        list[i] = platform;
    }
    return FAKE_PLATFORMS;
}

static cl_int CL_API_CALL list_platforms(cl_uint num_entries, cl_platform_id *list,
                                         cl_uint *num_platforms)
{
    cl_uint count;
    atomic_fetch_add(&listed, 1);
    fake_event("list %s %u %s", FAKE_NAME, (unsigned)num_entries, list ? "array" : "null");
    sleep_ms(FAKE_SLOW_MS);
    habit(AT_LISTING);
#if (FAKE_REENTERS) & IN_LISTING
    reenter("listing");
#endif
#if FAKE_FORKS
    fork_child();
#endif
    count = FAKE_PLATFORMS;
    switch (FAKE_LISTING) {
    case LISTING_NO_COUNT:
        write_platforms(num_entries, list);
        return CL_SUCCESS;
    case LISTING_HUGE_COUNT: count = 0xffffffff; break;
    case LISTING_2_31_COUNT: count = 0x80000000; break;
    case LISTING_OVERSTATES: count = 1000; break;
    case LISTING_PROMISES: count = FAKE_PLATFORMS + 2; break;
    case LISTING_FAILS:
        if (num_platforms) *num_platforms = 1;
        return CL_INVALID_VALUE;
    case LISTING_NONE: return CL_PLATFORM_NOT_FOUND_KHR;
    case LISTING_NO_MEMORY:
        if (list) return CL_OUT_OF_HOST_MEMORY;
        break;
    default: break;
    case LISTING_TWO_CALLS:
        if (list ? num_entries != count : num_entries || !num_platforms) return CL_INVALID_VALUE;
        break;
    }
    write_platforms(num_entries, list);
    if (num_platforms) *num_platforms = count;
    return CL_SUCCESS;
}

/* ---- all other functions ---- */

/* CHOOSE(prefix, name) is 1 where a macro named prefix + name is defined as `~, 1`, else 0. */
#define CHOOSE(prefix, name) SECOND(JOIN(prefix, name), 0, 0)
#define SECOND(...) SECOND_(__VA_ARGS__)
#define SECOND_(a, b, ...) b
#define REAL_clGetPlatformInfo        ~, 1
#define REAL_clGetDeviceIDs           ~, 1
#define REAL_clGetDeviceInfo          ~, 1
#define REAL_clCreateContext          ~, 1
#define REAL_clCreateContextFromType  ~, 1
#define REAL_clGetContextInfo         ~, 1
#define REAL_clGetCommandQueueInfo    ~, 1
#define REAL_clGetKernelInfo          ~, 1
#define REAL_clGetGLContextInfoKHR    ~, 1
#define REAL_clUnloadPlatformCompiler ~, 1

#define NOTE(type, parameter) note(&parameter, sizeof parameter)
#define GIVE_STATUS(type)     return (type)(int64_t)atomic_load(&result)
#define GIVE_OBJECT(type)     return (type)(uintptr_t)atomic_load(&result)
#define GIVE_POINTER          GIVE_OBJECT
#define GIVE_NOTHING(type)    return
#define ELSE_0(type, name, kind, ...) GIVE_##kind(type)
#define ELSE_1(type, name, kind, ...) return name##_real ARGS(__VA_ARGS__)
#define FUNCTION(type, name, kind, ...)                                                            \
    __attribute__((unused)) static type CL_API_CALL name##_fake PARAMS(__VA_ARGS__)                \
    {                                                                                              \
        begin(#name);                                                                              \
        (void)(EACH(NOTE, __VA_ARGS__));                                                           \
        if (atomic_load(&recording)) GIVE_##kind(type);                                            \
        JOIN(ELSE_, CHOOSE(REAL_, name))(type, name, kind, __VA_ARGS__);                           \
    }
#define BY_HANDLE(version, type, name, kind, ...) FUNCTION(type, name, kind, __VA_ARGS__)
#define BY_ARRAY(version, type, name, kind, count, array, ...)                                     \
    FUNCTION(type, name, kind, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, kind, list, ...) FUNCTION(type, name, kind, __VA_ARGS__)
#define BY_LOADER(version, type, name, kind, ...)
#include "api/entry_points.h"

/* ---- extension functions ---- */

#if FAKE_EXTENSION_FUNCTIONS

/* Semaphores know whose they are, and cease to be with their last reference. */
struct fake_semaphore {
    const char *of;
    atomic_int references;
};

static cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR_real(
    cl_context context, const cl_semaphore_properties_khr *properties, cl_int *errcode_ret)
{
    struct fake_semaphore *made = malloc(sizeof *made);
    (void)context, (void)properties;
    if (!made) abort();
    made->of = FAKE_NAME;
    atomic_init(&made->references, 1);
    if (errcode_ret) *errcode_ret = CL_SUCCESS;
    return (cl_semaphore_khr)(void *)made;
}

static cl_int clGetSemaphoreInfoKHR_real(cl_semaphore_khr handle, cl_semaphore_info_khr param_name,
                                         size_t size, void *value, size_t *size_ret)
{
    struct fake_semaphore *semaphore = (void *)handle;
    cl_uint references = (cl_uint)atomic_load(&semaphore->references);
    if (strcmp(semaphore->of, FAKE_NAME) != 0) return CL_INVALID_SEMAPHORE_KHR;
    if (param_name != CL_SEMAPHORE_REFERENCE_COUNT_KHR) return CL_INVALID_VALUE;
    return give(&references, sizeof references, size, value, size_ret);
}

static cl_int clRetainSemaphoreKHR_real(cl_semaphore_khr handle)
{
    struct fake_semaphore *semaphore = (void *)handle;
    if (strcmp(semaphore->of, FAKE_NAME) != 0) return CL_INVALID_SEMAPHORE_KHR;
    atomic_fetch_add(&semaphore->references, 1);
    return CL_SUCCESS;
}

static cl_int clReleaseSemaphoreKHR_real(cl_semaphore_khr handle)
{
    struct fake_semaphore *semaphore = (void *)handle;
    if (strcmp(semaphore->of, FAKE_NAME) != 0) return CL_INVALID_SEMAPHORE_KHR;
    if (atomic_fetch_sub(&semaphore->references, 1) == 1) free(semaphore);
    return CL_SUCCESS;
}

#define REAL_clCreateSemaphoreWithPropertiesKHR ~, 1
#define REAL_clGetSemaphoreInfoKHR              ~, 1
#define REAL_clRetainSemaphoreKHR               ~, 1
#define REAL_clReleaseSemaphoreKHR              ~, 1
#define EXTENSION(type, function, noted, name, kind, ...)                                          \
    static type CL_API_CALL function PARAMS(__VA_ARGS__)                                           \
    {                                                                                              \
        begin(noted);                                                                              \
        (void)(EACH(NOTE, __VA_ARGS__));                                                           \
        let_happen();                                                                              \
        if (atomic_load(&recording)) GIVE_##kind(type);                                            \
        JOIN(ELSE_, CHOOSE(REAL_, name))(type, name, kind, __VA_ARGS__);                           \
    }
#define BY_HANDLE(extension, type, name, kind, ...)                                                \
    EXTENSION(type, name##_fake, #name, name, kind, __VA_ARGS__)                                   \
    EXTENSION(type, name##_other, "other " #name, name, kind, __VA_ARGS__)
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"
#endif

static bool in_words(const char *words, const char *word);

#ifdef __GNUC__
__attribute__((unused))
#endif
static function extension(unsigned platform, const char *name)
{
    static const char has[] = FAKE_HAS;
    const int how = bad(platform) ? FAKE_BAD_HAS : BAD_HAS_SAME;
    if (FAKE_TAKES_GLOBAL) return fake_symbol(RTLD_DEFAULT, name);
    if (how == BAD_HAS_NOTHING || !(in_words(has, "all") || in_words(has, name))) return NULL;
#if FAKE_EXTENSION_FUNCTIONS
#define BY_HANDLE(extension, type, row, ...)                                                       \
    if (!strcmp(name, #row))                                                                       \
        return how == BAD_HAS_OTHERS ? (function)row##_other : (function)row##_fake;
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"
#endif
    return NULL;
}

/* ---- exports ---- */

/* EXPORTED_AS(entry, arguments): an exported function that is the same as another. */
#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#define EXPORTED_AS(entry, ...) { return entry(__VA_ARGS__); }
#else
#define EXPORTED __attribute__((visibility("default")))
#define EXPORTED_AS(entry, ...) __attribute__((alias(#entry), visibility("default")));
#endif

#if FAKE_TABLE == TABLE_GLOBAL
#if FAKE_LACKS_IL
#define LACKS_clCreateProgramWithIL ~, 1
#endif
#define EXPORT_0(type, name, ...)                                                                  \
    type CL_API_CALL name PARAMS(__VA_ARGS__) EXPORTED_AS(name##_fake, )
#define EXPORT_1(type, name, ...)
#define EXPORT(type, name, ...) JOIN(EXPORT_, CHOOSE(LACKS_, name))(type, name, __VA_ARGS__)
#define BY_HANDLE(version, type, name, kind, ...) EXPORT(type, name, __VA_ARGS__)
#define BY_ARRAY(version, type, name, kind, count, array, ...) EXPORT(type, name, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, kind, list, ...) EXPORT(type, name, __VA_ARGS__)
#define BY_LOADER(version, type, name, kind, ...) EXPORT(type, name, __VA_ARGS__)
#include "api/entry_points.h"
#define SLOT_VALUE(name) name
#else
#if (FAKE_EXPORTS) & LOOKUP
EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
    EXPORTED_AS(clGetExtensionFunctionAddress_fake, name)
#endif
#if (FAKE_EXPORTS) & INFO
EXPORTED cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                              cl_platform_info param_name, size_t size, void *value,
                                              size_t *size_ret)
    EXPORTED_AS(clGetPlatformInfo_fake, platform, param_name, size, value, size_ret)
#endif
#define SLOT_VALUE(name) name##_fake
#endif
#if (FAKE_EXPORTS) & LIST
EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *list,
                                                   cl_uint *num_platforms)
    EXPORTED_AS(list_platforms, num_entries, list, num_platforms)
#endif

/* ---- the table, and what the tests see ---- */

static struct dispatch table = {
#define BY_HANDLE(version, type, name, ...)     .name = SLOT_VALUE(name),
#define BY_ARRAY(version, type, name, ...)      .name = SLOT_VALUE(name),
#define BY_PROPERTIES(version, type, name, ...) .name = SLOT_VALUE(name),
#define BY_LOADER(version, type, name, ...)     .name = SLOT_VALUE(name),
#include "api/entry_points.h"
};

static struct dispatch other_table;

static void set_slot(size_t slot, intptr_t value)
{
    memcpy((char *)&table + slot * sizeof value, &value, sizeof value);
}

static bool in_words(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (; (words = strstr(words, word)); words += length)
        if (words[length] == ' ' || !words[length]) return true;
    return false;
}

/* ---- cl_khr_icd 2.0 ---- */

static void *CL_API_CALL get_function(cl_platform_id platform, const char *name)
{
    static const char lacks[] = FAKE_LACKS;
    static const struct {
        const char *name;
        function address;
    } all[] = {
#define BY_HANDLE(version, type, name, ...)     { #name, (function)name##_fake },
#define BY_ARRAY(version, type, name, ...)      { #name, (function)name##_fake },
#define BY_PROPERTIES(version, type, name, ...) { #name, (function)name##_fake },
#define BY_LOADER(version, type, name, ...)     { #name, (function)name##_fake },
#include "api/entry_points.h"
    };
    void *address = NULL;
    fake_event("get %s %u %s", FAKE_NAME, ((struct fake_object *)(void *)platform)->platform, name);
    if (in_words(lacks, "all") || in_words(lacks, name)) return NULL;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(all[i].name, name)) memcpy(&address, &all[i].address, sizeof address);
    return address;
}

static cl_int CL_API_CALL set_data(cl_platform_id platform, void *data)
{
    struct fake_object *object = (void *)platform;
    const int how = bad(object->platform) ? FAKE_SET : SET_RIGHT;
    fake_event("set %s %u", FAKE_NAME, object->platform);
    if (how == SET_FAILS) return CL_OUT_OF_HOST_MEMORY;
    if (how == SET_FORGETS) return CL_SUCCESS;
    object->dispatch_data = data;
    for (cl_uint i = 0; i < device_count; i++)
        device_objects[object->platform][i].dispatch_data = data;
    return CL_SUCCESS;
}

static void shape_table(void)
{
    static const char holes[] = FAKE_HOLES;
#define HOLE(name)                                                                                 \
    if (in_words(holes, "all") || in_words(holes, #name)) set_slot(SLOT_OF(name), 0);
#define BY_HANDLE(version, type, name, ...)     HOLE(name)
#define BY_ARRAY(version, type, name, ...)      HOLE(name)
#define BY_PROPERTIES(version, type, name, ...) HOLE(name)
#define BY_LOADER(version, type, name, ...)     HOLE(name)
#include "api/entry_points.h"
    if (FAKE_TABLE == TABLE_TAG_BOTH || FAKE_TABLE == TABLE_TAG_0)
        set_slot(SLOT_OF(clGetPlatformIDs), CL_ICD2_TAG_KHR);
    if (FAKE_TABLE == TABLE_TAG_BOTH || FAKE_TABLE == TABLE_TAG_31)
        set_slot(SLOT_OF(clUnloadCompiler), CL_ICD2_TAG_KHR);
    if (FAKE_TABLE == TABLE_SHORT)
        for (size_t slot = SLOT_OF(clCreateSubDevices); slot < SLOT_COUNT; slot++)
            set_slot(slot, 0x5a5a);
}

static void fill(struct fake_object *object, unsigned platform, cl_device_type type)
{
    object->dispatch = FAKE_TABLE == TABLE_NONE && bad(platform)   ? NULL
                       : FAKE_TABLE == TABLE_WILD && bad(platform) ? (void *)(uintptr_t)16
                                                                   : &table;
    /* In an object of an untagged table this word is nobody else's business. */
    object->dispatch_data = FAKE_TABLE == TABLE_TAG_BOTH ? NULL : (void *)0x5a5a;
    object->platform = platform;
    object->type = type;
}

static cl_device_type device_type(cl_uint index)
{
    if (index < gpu_count) return CL_DEVICE_TYPE_GPU;
    index -= gpu_count;
    if (index < cpu_count) return CL_DEVICE_TYPE_CPU;
    return index - cpu_count < accelerator_count ? CL_DEVICE_TYPE_ACCELERATOR : CL_DEVICE_TYPE_CUSTOM;
}

__attribute__((constructor)) static void construct(void)
{
    unsigned platform, i;
    for (platform = 0; platform < platform_count; platform++) {
        fill(&platform_objects[platform], platform, 0);
        fill(&other_objects[platform], platform, 0);
        if (FAKE_OTHER_TABLE) other_objects[platform].dispatch = &other_table;
        for (i = 0; i < device_count; i++)
            fill(&device_objects[platform][i], platform, device_type(i));
    }
    shape_table();
    other_table = table;
    fake_event("constructor %s", FAKE_NAME);
    habit(AT_CONSTRUCTOR);
#if (FAKE_REENTERS) & IN_CONSTRUCTOR
    reenter("constructor");
#endif
}

__attribute__((destructor)) static void destruct(void)
{
    if (FAKE_TELLS) fake_event("destructor %s", FAKE_NAME);
}

static void *platform_at(size_t index) { return &platform_objects[index]; }
static void *object_at(size_t index) { return new_object(index); }
static const struct fake_call *last_call(void) { return &last; }
static unsigned times_listed(void) { return atomic_load(&listed); }
static unsigned times_counted(void) { return atomic_load(&counted); }
static unsigned times_asked(void) { return atomic_load(&asked_for); }
static void set_meanwhile(void (*happens)(void)) { atomic_store(&meanwhile, happens); }
static void forget(void)
{
    atomic_store(&noting, true);
    memset(&last, 0, sizeof last);
}
static void record(bool on, uint64_t value)
{
    if (on) forget();
    atomic_store(&result, value);
    atomic_store(&recording, on);
}

extern const struct fake fake;
EXPORTED const struct fake fake = {
    FAKE_NAME, FAKE_PLATFORMS, platform_at, object_at, forget, last_call, record, times_listed,
    times_counted, times_asked, set_meanwhile,
};
