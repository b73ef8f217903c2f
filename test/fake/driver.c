/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fake OpenCL driver, made from the rows of loader/api/entry_points.h. It computes nothing, but
 * remembers its calls. Its quirks (driver_quirks.h) turn it into other drivers, most of them with a
 * defect that a loader has to live with. It is compiled once; what a driver exports, and memory for
 * its objects, are linked to it (driver_parts.h).
 *
 * With FAKE_LOG=file in the environment each event adds a line to that file, even in drivers that
 * the loader refuses: "constructor NAME", "list NAME room array|null", "devices NAME platform
 * type", "info NAME platform param", "ask NAME function" (with clGetExtensionFunctionAddress),
 * "askfor NAME platform function", "unload NAME platform", "get NAME platform function" and "set
 * NAME platform" (of cl_khr_icd 2.0), "reentered NAME where status count", "named NAME platform
 * status", "forked NAME how-the-child-ended", and in the child "child NAME count".
 */
#include "driver_parts.h"

#include "event.h"
#include "fake.h"
#include "raw_fork.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- objects ---- */

enum { MOST_DEVICES = 16 };

static cl_uint device_count(void) /* may be 0 */
{
    return quirks.gpus + quirks.cpus + quirks.accelerators + quirks.customs;
}

/* There is one more object of each kind than the driver shows: a driver may show none, and a test
 * still asks for one. */
static struct fake_object *platform_object(size_t platform)
{
    return &fake_objects[platform];
}

static struct fake_object *other_object(size_t platform)
{
    return &fake_objects[quirks.platforms + 1 + platform];
}

static struct fake_object *device_object(size_t platform, size_t device)
{
    return &fake_objects[2 * (quirks.platforms + 1) + platform * (device_count() + 1) + device];
}

static atomic_uint listed, counted, asked_for;

static bool bad(unsigned platform)
{
    return quirks.bad < 0 || platform == (unsigned)quirks.bad;
}

/* ---- recording ---- */

static atomic_bool noting, recording;
static _Atomic uint64_t result;
static struct fake_call last;

static void begin(const char *name)
{
    if (quirks.tells) fake_event("call %s %s", quirks.name, name);
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

static void let_happen(void)
{
    void (*happens)(void) = atomic_exchange(&meanwhile, NULL);
    if (happens) happens();
}

/* ---- side effects ---- */

static void show_side_effect(int at)
{
    static atomic_flag before = ATOMIC_FLAG_INIT;
    if (quirks.side_effect_at & at && !atomic_flag_test_and_set(&before))
        side_effect(quirks.side_effect);
}

typedef cl_int(CL_API_CALL *list_function)(cl_uint, cl_platform_id *, cl_uint *);
typedef cl_int(CL_API_CALL *info_function)(cl_platform_id, cl_platform_info, size_t, void *,
                                           size_t *);
typedef void *(CL_API_CALL *lookup_function)(const char *);

#ifdef __has_feature
#if __has_feature(memory_sanitizer)
/* MemorySanitizer does not know that a library's thread-local variables begin as zeros. */
__attribute__((no_sanitize("memory")))
#endif
#endif
static void
reenter(const char *where)
{
    list_function list = (list_function)fake_symbol(RTLD_DEFAULT, "clGetPlatformIDs");
    info_function info = (info_function)fake_symbol(RTLD_DEFAULT, "clGetPlatformInfo");
    lookup_function lookup =
        (lookup_function)fake_symbol(RTLD_DEFAULT, "clGetExtensionFunctionAddress");
    cl_uint count = 0;
    char name[100], own[100];
    cl_int status;
    static _Thread_local bool inside; /* as the default platform, it is asked by itself */
    if (inside) return;
    if (!list || !info || !lookup) {
        fake_event("reentered %s %s nothing", quirks.name, where);
        return;
    }
    inside = true;
    status = list(0, NULL, &count);
    info(NULL, CL_PLATFORM_NAME, sizeof name, name, NULL);
    snprintf(own, sizeof own, "clFakeThing%s", quirks.suffix);
    lookup(own);
    inside = false;
    fake_event("reentered %s %s %d %u", quirks.name, where, (int)status, (unsigned)count);
}

/* Calls, with this platform, a function that finds its platform in a property list. */
static void call_by_platform(cl_platform_id platform, unsigned index)
{
    typedef cl_int(CL_API_CALL * gl_function)(const cl_context_properties *, cl_gl_context_info,
                                              size_t, void *, size_t *);
    gl_function info = (gl_function)fake_symbol(RTLD_DEFAULT, "clGetGLContextInfoKHR");
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)(intptr_t)platform,
                                     0 };
    char name[100];
    cl_int status = info(list, 1, sizeof name, name, NULL);
    fake_event("named %s %u %d", quirks.name, index, (int)status);
}

#ifdef _WIN32
static void fork_child(void)
{
}
#else
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child that has not ended after two seconds hangs: SIGALRM ends it. */
static void fork_child(void)
{
    list_function list = (list_function)fake_symbol(RTLD_DEFAULT, "clGetPlatformIDs");
    pid_t child = quirks.forks == FORK_LIBC ? fork() : raw_fork();
    int status = 0;
    if (!child) {
        cl_uint count = 0;
        cl_int answer;
        signal(SIGALRM, SIG_DFL);
        alarm(2);
        answer = list(0, NULL, &count);
        fake_event("child %s %u", quirks.name, (unsigned)count);
        _exit(answer == CL_SUCCESS || answer == CL_PLATFORM_NOT_FOUND_KHR ? 0 : 1);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        fake_event("forked %s failed", quirks.name);
    else if (WIFSIGNALED(status)) fake_event("forked %s signal %d", quirks.name, WTERMSIG(status));
    else fake_event("forked %s exit %d", quirks.name, WEXITSTATUS(status));
}
#endif

static void sleep_ms(long ms)
{
    struct timespec left = { ms / 1000, ms % 1000 * 1000000 };
    while (ms && nanosleep(&left, &left)) {
    }
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
    fake_event("info %s %u %#x", quirks.name, index, (unsigned)param_name);
    if (!object) return CL_INVALID_PLATFORM;
    if (quirks.mute && bad(index)) return CL_OUT_OF_RESOURCES;
    show_side_effect(AT_INFO);
    if (quirks.reenters & IN_INFO) reenter("information");
    if (quirks.reenters & NAMING_PLATFORM) call_by_platform(platform, index);
#define ANSWER(what, text)                                                                         \
    answer(bad(index) ? quirks.what##_answer : ANSWER_RIGHT, (text), size, value, size_ret)
    switch (param_name) {
    case CL_PLATFORM_PROFILE: return string("FULL_PROFILE", size, value, size_ret);
    case CL_PLATFORM_VERSION: return ANSWER(version, quirks.version);
    case CL_PLATFORM_VENDOR: return ANSWER(vendor, quirks.vendor);
    case FAKE_INFO_DRIVER: return string(quirks.name, size, value, size_ret);
    case CL_PLATFORM_NAME:
        if (quirks.platforms == 1) return ANSWER(name, quirks.name);
        snprintf(name, sizeof name, "%s %u", quirks.name, index);
        return ANSWER(name, name);
    case CL_PLATFORM_EXTENSIONS: return ANSWER(extensions, quirks.extensions);
    case CL_PLATFORM_ICD_SUFFIX_KHR: return ANSWER(suffix, quirks.suffix);
    case CL_PLATFORM_UNLOADABLE_KHR:
        if (bad(index) && quirks.unloadable == UNLOADABLE_FAILS) return CL_INVALID_VALUE;
        return give(&(cl_bool){ !bad(index) || quirks.unloadable == UNLOADABLE_YES },
                    sizeof(cl_bool), size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

/* ---- devices with names ---- */

static bool is_of_type(const struct fake_object *device, cl_device_type type, cl_uint index)
{
    if (type == CL_DEVICE_TYPE_ALL) return device->type != CL_DEVICE_TYPE_CUSTOM;
    return (device->type & type) || (index == 0 && (type & CL_DEVICE_TYPE_DEFAULT));
}

static cl_int long_name(size_t size, void *value, size_t *size_ret)
{
    static char name[66000];
    memset(name, 'x', sizeof name - 1);
    return string(name, size, value, size_ret);
}

static cl_int answer_of_named(const struct fake_object *device, cl_device_info param_name,
                              size_t size, void *value, size_t *size_ret)
{
    const cl_uint index = (cl_uint)(device - device_object(device->platform, 0));
    const bool odd = quirks.odd_devices & ODD_ANSWERS;
    cl_uint bus[4] = { odd && index == 1, device->platform + 1, index, 0 };
    unsigned char uuid[16] = {
        0xab, [14] = (unsigned char)device->platform, [15] = (unsigned char)index
    };
    char name[100], platform[80], number[16] = "";
    cl_device_type type;
    cl_uint first = 0;
    while (device_object(device->platform, first)->type != device->type) first++;
    if (quirks.platforms > 1) snprintf(number, sizeof number, " %u", device->platform);
    snprintf(platform, sizeof platform, "%s%s", quirks.name, number);
    snprintf(name, sizeof name, "%.60s %s %u", platform,
             device->type == CL_DEVICE_TYPE_GPU           ? "gpu"
             : device->type == CL_DEVICE_TYPE_CPU         ? "cpu"
             : device->type == CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                                          : "custom",
             index - first);
    switch (param_name) {
    case CL_DEVICE_NAME:
        if (quirks.odd_devices & ODD_LENGTH && index == 1) return long_name(size, value, size_ret);
        return string(odd && index == 2 ? "" : name, size, value, size_ret);
    case CL_DEVICE_TYPE:
        if (quirks.silent_devices & SILENT_TYPE) return CL_INVALID_VALUE;
        type = device->type;
        if (odd && index == 1) type |= CL_DEVICE_TYPE_DEFAULT;
        if (quirks.odd_devices & ODD_TYPES)
            type |= CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_ACCELERATOR;
        return give(&type, sizeof type, size, value, size_ret);
    case 0x106A: /* CL_DEVICE_UUID_KHR */
        if (quirks.silent_devices & SILENT_UUID) return CL_INVALID_VALUE;
        return give(uuid, odd && index == 1 ? 8 : sizeof uuid, size, value, size_ret);
    case 0x410F:
        return give(bus, sizeof bus, size, value, size_ret); /* CL_DEVICE_PCI_BUS_INFO_KHR */
    }
    return CL_INVALID_VALUE;
}

/* The devices of the context that this thread created last. */
static _Thread_local void *context_devices[MOST_DEVICES];
static _Thread_local size_t context_device_count;

static void note_context(const cl_device_id *list, cl_uint count)
{
    context_device_count = count < MOST_DEVICES ? count : MOST_DEVICES;
    memcpy(context_devices, list, context_device_count * sizeof list[0]);
}

/* Lists all devices of a platform in reverse, as those that it shares with something. */
static cl_uint list_shared(unsigned platform, cl_uint room, cl_device_id *list)
{
    for (cl_uint i = 0; list && i < room && i < device_count(); i++)
        list[i] = (cl_device_id)(void *)device_object(platform, device_count() - 1 - i);
    return device_count();
}

/* Sets: 2 is all devices, 3 the last one, 4 a sub-device of the second one, 5 a device that no list
 * has, 6 that sub-device and the second one. */
static cl_int CL_API_CALL shared_fake(cl_platform_id platform, cl_uint source, void *adapter,
                                      cl_uint set, cl_uint num_entries, cl_device_id *devices,
                                      cl_uint *num_devices)
{
    const unsigned number = ((struct fake_object *)(void *)platform)->platform;
    cl_uint count = list_shared(number, num_entries, devices);
    if (source != 1 || adapter != platform || set < 2 || set > 6) return CL_INVALID_VALUE;
    if (set != 2) count = set == 6 ? 2 : 1;
    if (set == 6 && devices && num_entries > 1)
        devices[1] = (cl_device_id)(void *)device_object(number, 1);
    if ((set == 4 || set == 6) && devices && num_entries > 0)
        devices[0] = (cl_device_id)(void *)other_object(number);
    if (set == 5 && devices && num_entries > 0)
        devices[0] = (cl_device_id)(void *)device_object(number, device_count());
    if (quirks.odd_devices & ODD_SIZE) count = CL_UINT_MAX;
    if (quirks.shared) count = quirks.shared;
    if (num_devices) *num_devices = count;
    return CL_SUCCESS;
}

static cl_int clGetDeviceIDs_real(cl_platform_id platform, cl_device_type type, cl_uint num_entries,
                                  cl_device_id *list, cl_uint *num_devices)
{
    const struct fake_object *object = (const void *)platform;
    unsigned index = object ? object->platform : 0;
    const unsigned before = atomic_fetch_add(&counted, 1);
    const cl_uint there = device_count() - (before < quirks.device_comes),
                  times = quirks.odd_devices & ODD_REPEATS ? 3 : 1;
    cl_uint count = 0, i;
    fake_event("devices %s %u %#llx", quirks.name, index, (unsigned long long)type);
    if (!object) return CL_INVALID_PLATFORM;
    if (before < quirks.devices_fail) return CL_OUT_OF_HOST_MEMORY;
    if (type == CL_DEVICE_TYPE_CUSTOM && quirks.custom_error) return quirks.custom_error;
    for (i = 0; i < times * there; i++) {
        struct fake_object *device =
            device_object(quirks.odd_devices & ODD_TWINS ? 0 : index, i % there);
        if (quirks.named_devices ? !is_of_type(device, type, i % there) : !(device->type & type))
            continue;
        if (quirks.odd_devices & ODD_GAP && count == 1) device = NULL;
        if (quirks.odd_devices & ODD_WILD && (count == 1 || there == 1))
            device = (void *)(uintptr_t)16;
        if (list && count < num_entries) list[count] = (cl_device_id)(void *)device;
        count++;
    }
    if (!count) return CL_DEVICE_NOT_FOUND;
    if (quirks.odd_devices & ODD_ANSWERS) {
        if (list && count < num_entries) list[count] = NULL;
        count++;
    }
    if (quirks.odd_devices & ODD_COUNT) count = 5000;
    if (num_devices) *num_devices = count;
    return CL_SUCCESS;
}

static cl_int clGetDeviceInfo_real(cl_device_id device, cl_device_info param_name, size_t size,
                                   void *value, size_t *size_ret)
{
    const struct fake_object *object = (const void *)device;
    char name[100];
    snprintf(name, sizeof name, "%s device", quirks.name);
    void *parent = NULL;
    if (param_name == CL_DEVICE_PARENT_DEVICE) {
        if (object == other_object(object->platform)) parent = device_object(object->platform, 1);
        return give(&parent, sizeof parent, size, value, size_ret);
    }
    if (quirks.named_devices &&
        answer_of_named(object, param_name, size, value, size_ret) == CL_SUCCESS)
        return CL_SUCCESS;
    if (quirks.silent_devices) return CL_OUT_OF_HOST_MEMORY;
    switch (param_name) {
    case CL_DEVICE_TYPE: return give(&object->type, sizeof object->type, size, value, size_ret);
    case CL_DEVICE_NAME:
        if (quirks.odd_devices & ODD_NO_NAME) return CL_OUT_OF_RESOURCES;
        return string(name, size, value, size_ret);
    case CL_DEVICE_VERSION: return string(quirks.version, size, value, size_ret);
    case CL_DEVICE_EXTENSIONS: return string("", size, value, size_ret);
    case CL_DEVICE_PLATFORM:
        return give(&(void *){ platform_object(object->platform) }, sizeof(void *), size, value,
                    size_ret);
    case FAKE_INFO_DRIVER: return string(quirks.name, size, value, size_ret);
    }
    return CL_INVALID_VALUE;
}

/* A new object gets the data that its platform has at that moment. */
static void *new_object(size_t platform)
{
    if (quirks.icd2)
        other_object(platform)->dispatch_data = platform_object(platform)->dispatch_data;
    return other_object(platform);
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
    if (quirks.named_devices) {
        if (!quirks.forgets_devices) note_context(list, count);
        fake_event("context %s %s %s", quirks.name, properties ? "properties" : "none",
                   notify && user_data ? "callback" : "none");
    }
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
    cl_device_id list[MOST_DEVICES];
    cl_uint count = 0;
    for (cl_uint i = 0; quirks.named_devices && i < device_count(); i++) {
        struct fake_object *device = device_object(platform_of(properties), i);
        if (is_of_type(device, type, i)) list[count++] = (cl_device_id)(void *)device;
    }
    if (quirks.named_devices && !quirks.forgets_devices) note_context(list, count);
    return new_context(platform_of(properties), errcode_ret);
}

static cl_int clGetGLContextInfoKHR_real(const cl_context_properties *properties,
                                         cl_gl_context_info param_name, size_t size, void *value,
                                         size_t *size_ret)
{
    cl_device_id devices[MOST_DEVICES];
    cl_uint count = 0;
    if (quirks.odd_devices & ODD_SIZE && size_ret) *size_ret = SIZE_MAX;
    if (quirks.odd_devices & ODD_SIZE) return CL_SUCCESS;
    if (quirks.named_devices) count = list_shared(platform_of(properties), MOST_DEVICES, devices);
    if (quirks.odd_devices & ODD_WILD) devices[0] = (cl_device_id)(uintptr_t)16;
    if (quirks.named_devices && param_name == CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR)
        return give(devices, (count > 0) * sizeof devices[0], size, value, size_ret);
    if (quirks.shared && size_ret) *size_ret = quirks.shared * sizeof devices[0];
    if (quirks.shared && value) memcpy(value, devices, count * sizeof devices[0]);
    if (quirks.shared) return CL_SUCCESS;
    if (quirks.named_devices && param_name == CL_DEVICES_FOR_GL_CONTEXT_KHR)
        return give(devices, count * sizeof devices[0], size, value, size_ret);
    return string(quirks.name, size, value, size_ret);
}

static cl_int clGetContextInfo_real(cl_context context, cl_context_info param_name, size_t size,
                                    void *value, size_t *size_ret)
{
    const struct fake_object *object = (const void *)context;
    void *devices[MOST_DEVICES];
    if (param_name == FAKE_INFO_DRIVER) return string(quirks.name, size, value, size_ret);
    if (param_name != CL_CONTEXT_DEVICES) return CL_INVALID_VALUE;
    if (quirks.named_devices)
        return give(context_devices, context_device_count * sizeof(void *), size, value, size_ret);
    for (cl_uint i = 0; i < device_count(); i++) devices[i] = device_object(object->platform, i);
    return give(devices, device_count() * sizeof devices[0], size, value, size_ret);
}

static cl_int clGetCommandQueueInfo_real(cl_command_queue queue, cl_command_queue_info param_name,
                                         size_t size, void *value, size_t *size_ret)
{
    const struct fake_object *object = (const void *)queue;
    void *device = device_object(object->platform, 0);
    if (param_name != CL_QUEUE_DEVICE) return CL_INVALID_VALUE;
    return give(&device, sizeof device, size, value, size_ret);
}

static cl_int clGetKernelInfo_real(cl_kernel kernel, cl_kernel_info param_name, size_t size,
                                   void *value, size_t *size_ret)
{
    const struct fake_object *object = (const void *)kernel;
    void *context = other_object(object->platform);
    if (param_name != CL_KERNEL_CONTEXT) return CL_INVALID_VALUE;
    return give(&context, sizeof context, size, value, size_ret);
}

static cl_int clUnloadPlatformCompiler_real(cl_platform_id platform)
{
    const struct fake_object *object = (const void *)platform;
    fake_event("unload %s %u", quirks.name, object->platform);
    return CL_SUCCESS;
}

/* The vendor's own function; its answer tells which driver it is. */
static const char *CL_API_CALL fake_thing(void)
{
    return quirks.name;
}

static void *CL_API_CALL get_function(cl_platform_id platform, const char *name);
static cl_int CL_API_CALL set_data(cl_platform_id platform, void *data);

static function offered(const char *name)
{
    static const char vendors[] = "clFakeThing";
    int kind = !strcmp(name, "clIcdGetPlatformIDsKHR")       ? LIST
               : !strcmp(name, "clGetPlatformInfo")          ? INFO
               : !strncmp(name, vendors, sizeof vendors - 1) ? THING
                                                             : ALL;
    if (quirks.icd2 && !strcmp(name, "clIcdGetFunctionAddressForPlatformKHR"))
        return quirks.icd2 & ICD2_GET ? (function)get_function : NULL;
    if (quirks.icd2 && !strcmp(name, "clIcdSetPlatformDispatchDataKHR"))
        return quirks.icd2 & ICD2_SET ? (function)set_data : NULL;
    if (!(kind & quirks.offers)) return NULL;
    return kind == LIST   ? (function)list_platforms
           : kind == INFO ? (function)fake_slots.clGetPlatformInfo
                          : (function)fake_thing;
}

void *CL_API_CALL clGetExtensionFunctionAddress_fake(const char *name)
{
    function found = offered(name);
    void *address;
    begin("clGetExtensionFunctionAddress");
    note(&name, sizeof name);
    fake_event("ask %s %s", quirks.name, name);
    memcpy(&address, &found, sizeof address);
    return address;
}

static function extension(unsigned platform, const char *name);

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform_fake(cl_platform_id platform,
                                                                const char *name)
{
    function found = (function)fake_thing;
    void *address;
    if (quirks.has) found = extension(((struct fake_object *)(void *)platform)->platform, name);
    atomic_fetch_add(&asked_for, 1);
    begin("clGetExtensionFunctionAddressForPlatform");
    note(&platform, sizeof platform);
    note(&name, sizeof name);
    fake_event("askfor %s %u %s", quirks.name, ((struct fake_object *)(void *)platform)->platform,
               name);
    memcpy(&address, &found, sizeof address);
    return address;
}

/* No loader may call these slots, so applications never get here. */
cl_int CL_API_CALL clGetPlatformIDs_fake(cl_uint num_entries, cl_platform_id *list,
                                         cl_uint *num_platforms)
{
    begin("clGetPlatformIDs");
    return CL_INVALID_OPERATION;
}

cl_int CL_API_CALL clUnloadCompiler_fake(void)
{
    begin("clUnloadCompiler");
    return CL_INVALID_OPERATION;
}

static cl_uint write_platforms(cl_uint num_entries, cl_platform_id *list)
{
    cl_uint i;
    for (i = 0; list && i < num_entries && i < quirks.platforms; i++) {
        void *platform = platform_object(i);
        if (quirks.listing == LISTING_NULL && bad(i)) platform = NULL;
        if (quirks.listing == LISTING_WILD && bad(i)) platform = (void *)(uintptr_t)16;
        if (quirks.listing == LISTING_REPEATS && bad(i)) platform = platform_object(0);
        list[i] = platform;
    }
    return quirks.platforms;
}

cl_int CL_API_CALL list_platforms(cl_uint num_entries, cl_platform_id *list, cl_uint *num_platforms)
{
    cl_uint count;
    atomic_fetch_add(&listed, 1);
    fake_event("list %s %u %s", quirks.name, (unsigned)num_entries, list ? "array" : "null");
    sleep_ms(quirks.slow_ms);
    show_side_effect(AT_LISTING);
    if (quirks.reenters & IN_LISTING) reenter("listing");
    if (quirks.forks) fork_child();
    count = quirks.platforms;
    switch (quirks.listing) {
    case LISTING_NO_COUNT: write_platforms(num_entries, list); return CL_SUCCESS;
    case LISTING_HUGE_COUNT: count = 0xffffffff; break;
    case LISTING_2_31_COUNT: count = 0x80000000; break;
    case LISTING_OVERSTATES: count = 1000; break;
    case LISTING_MOST: count = list ? 65537 : 65536; break;
    case LISTING_PROMISES: count = quirks.platforms + 2; break;
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
#define CHOOSE(prefix, name)          SECOND(JOIN(prefix, name), 0, 0)
#define SECOND(...)                   SECOND_(__VA_ARGS__)
#define SECOND_(a, b, ...)            b
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

#define NOTE(type, parameter)         note(&parameter, sizeof parameter)
#define GIVE_STATUS(type)             return (type)(int64_t)atomic_load(&result)
#define GIVE_OBJECT(type)             return (type)(uintptr_t)atomic_load(&result)
#define GIVE_POINTER                  GIVE_OBJECT
#define GIVE_NOTHING(type)            return
#define ELSE_0(type, name, kind, ...) GIVE_##kind(type)
#define ELSE_1(type, name, kind, ...) return name##_real ARGS(__VA_ARGS__)
#define FUNCTION(type, name, kind, ...)                                                            \
    type CL_API_CALL name##_fake PARAMS(__VA_ARGS__)                                               \
    {                                                                                              \
        begin(#name);                                                                              \
        (void)(EACH(NOTE, __VA_ARGS__));                                                           \
        if (atomic_load(&recording)) GIVE_##kind(type);                                            \
        JOIN(ELSE_, CHOOSE(REAL_, name))(type, name, kind, __VA_ARGS__);                           \
    }
#define BY_ANY(version, type, name, kind, ...) FUNCTION(type, name, kind, __VA_ARGS__)
#define BY_LOADER(version, type, name, kind, ...)
#include "api/entry_points.h"

/* ---- extension functions ---- */

/* A semaphore knows its driver and is freed with its last reference. */
struct fake_semaphore {
    const char *of;
    atomic_int references;
};

static cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR_real(
    cl_context context, const cl_semaphore_properties_khr *properties, cl_int *errcode_ret)
{
    struct fake_semaphore *made = malloc(sizeof *made);
    if (!made) abort();
    made->of = quirks.name;
    atomic_init(&made->references, 1);
    if (errcode_ret) *errcode_ret = CL_SUCCESS;
    return (cl_semaphore_khr)(void *)made;
}

static cl_int clGetSemaphoreInfoKHR_real(cl_semaphore_khr handle, cl_semaphore_info_khr param_name,
                                         size_t size, void *value, size_t *size_ret)
{
    struct fake_semaphore *semaphore = (void *)handle;
    cl_uint references = (cl_uint)atomic_load(&semaphore->references);
    if (strcmp(semaphore->of, quirks.name) != 0) return CL_INVALID_SEMAPHORE_KHR;
    if (param_name != CL_SEMAPHORE_REFERENCE_COUNT_KHR) return CL_INVALID_VALUE;
    return give(&references, sizeof references, size, value, size_ret);
}

static cl_int clRetainSemaphoreKHR_real(cl_semaphore_khr handle)
{
    struct fake_semaphore *semaphore = (void *)handle;
    if (strcmp(semaphore->of, quirks.name) != 0) return CL_INVALID_SEMAPHORE_KHR;
    atomic_fetch_add(&semaphore->references, 1);
    return CL_SUCCESS;
}

static cl_int clReleaseSemaphoreKHR_real(cl_semaphore_khr handle)
{
    struct fake_semaphore *semaphore = (void *)handle;
    if (strcmp(semaphore->of, quirks.name) != 0) return CL_INVALID_SEMAPHORE_KHR;
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

static bool in_words(const char *words, const char *word);
static void *core_function(const char *name);

static function extension(unsigned platform, const char *name)
{
    const int how = bad(platform) ? quirks.bad_has : BAD_HAS_SAME;
    function found;
    if (quirks.takes_global) return fake_symbol(RTLD_DEFAULT, name);
    if (quirks.knows_core) {
        void *address = core_function(name);
        memcpy(&found, &address, sizeof found);
        if (found) return found;
    }
    if (quirks.named_devices && (!strcmp(name, "clGetDeviceIDsFromVA_APIMediaAdapterINTEL") ||
                                 !strcmp(name, "clGetDeviceIDsFromDX9INTEL")))
        return (function)shared_fake;
    if (how == BAD_HAS_NOTHING || !(in_words(quirks.has, "all") || in_words(quirks.has, name)))
        return NULL;
#define BY_HANDLE(extension, type, row, ...)                                                       \
    if (!strcmp(name, #row))                                                                       \
        return how == BAD_HAS_OTHERS ? (function)row##_other : (function)row##_fake;
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"
    return NULL;
}

/* ---- the table, and what the tests see ---- */

static struct dispatch table, other_table;

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

static void *core_function(const char *name)
{
    static const struct {
        const char *name;
        function address;
    } all[] = {
#define BY_ANY(version, type, name, ...) { #name, (function)name##_fake },
#include "api/entry_points.h"
    };
    void *address = NULL;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(all[i].name, name)) memcpy(&address, &all[i].address, sizeof address);
    return address;
}

static void *CL_API_CALL get_function(cl_platform_id platform, const char *name)
{
    fake_event("get %s %u %s", quirks.name, ((struct fake_object *)(void *)platform)->platform,
               name);
    if (in_words(quirks.lacks, "all") || in_words(quirks.lacks, name)) return NULL;
    return core_function(name);
}

static cl_int CL_API_CALL set_data(cl_platform_id platform, void *data)
{
    struct fake_object *object = (void *)platform;
    const int how = bad(object->platform) ? quirks.set : SET_RIGHT;
    fake_event("set %s %u", quirks.name, object->platform);
    if (how == SET_FAILS) return CL_OUT_OF_HOST_MEMORY;
    if (how == SET_FORGETS) return CL_SUCCESS;
    object->dispatch_data = data;
    for (cl_uint i = 0; i <= device_count(); i++)
        device_object(object->platform, i)->dispatch_data = data;
    return CL_SUCCESS;
}

static void shape_table(void)
{
#define HOLE(name)                                                                                 \
    if (in_words(quirks.null_slots, "all") || in_words(quirks.null_slots, #name))                  \
        set_slot(SLOT_OF(name), 0);
#define BY_ANY(version, type, name, ...) HOLE(name)
#include "api/entry_points.h"
    if (quirks.table == TABLE_TAG_BOTH || quirks.table == TABLE_TAG_0)
        set_slot(SLOT_OF(clGetPlatformIDs), CL_ICD2_TAG_KHR);
    if (quirks.table == TABLE_TAG_BOTH || quirks.table == TABLE_TAG_31)
        set_slot(SLOT_OF(clUnloadCompiler), CL_ICD2_TAG_KHR);
    if (quirks.table == TABLE_SHORT)
        for (size_t slot = SLOT_OF(clCreateSubDevices); slot < SLOT_COUNT; slot++)
            set_slot(slot, 0x5a5a);
}

static void fill(struct fake_object *object, unsigned platform, cl_device_type type)
{
    object->dispatch = quirks.table == TABLE_NONE && bad(platform)   ? NULL
                       : quirks.table == TABLE_WILD && bad(platform) ? (void *)(uintptr_t)16
                                                                     : &table;
    /* In an object of an untagged table only the driver uses this word. */
    object->dispatch_data = quirks.table == TABLE_TAG_BOTH ? NULL : (void *)0x5a5a;
    object->platform = platform;
    object->type = type;
}

static cl_device_type device_type(cl_uint index)
{
    if (index < quirks.gpus) return CL_DEVICE_TYPE_GPU;
    index -= quirks.gpus;
    if (index < quirks.cpus) return CL_DEVICE_TYPE_CPU;
    return index - quirks.cpus < quirks.accelerators ? CL_DEVICE_TYPE_ACCELERATOR
                                                     : CL_DEVICE_TYPE_CUSTOM;
}

static void *platform_at(size_t index)
{
    return platform_object(index);
}
static void *object_at(size_t index)
{
    return new_object(index);
}
static const struct fake_call *last_call(void)
{
    return &last;
}
static unsigned times_listed(void)
{
    return atomic_load(&listed);
}
static unsigned times_counted(void)
{
    return atomic_load(&counted);
}
static unsigned times_asked(void)
{
    return atomic_load(&asked_for);
}
static void set_meanwhile(void (*happens)(void))
{
    atomic_store(&meanwhile, happens);
}
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

extern struct fake fake;
EXPORTED struct fake fake = {
    NULL,          0,           platform_at,   object_at, forget, last_call, record, times_listed,
    times_counted, times_asked, set_meanwhile,
};

__attribute__((constructor)) static void construct(void)
{
    unsigned platform, i;
    if (device_object(quirks.platforms, device_count()) >= fake_objects + fake_object_count ||
        device_count() > MOST_DEVICES)
        abort(); /* there is no memory for this many objects */
    table = fake_slots;
    for (platform = 0; platform < quirks.platforms; platform++) {
        fill(platform_object(platform), platform, 0);
        fill(other_object(platform), platform, 0);
        if (quirks.other_table) other_object(platform)->dispatch = &other_table;
        for (i = 0; i <= device_count(); i++)
            fill(device_object(platform, i), platform, device_type(i));
    }
    shape_table();
    other_table = table;
    fake.name = quirks.name;
    fake.platforms = quirks.platforms;
    fake_event("constructor %s", quirks.name);
    show_side_effect(AT_CONSTRUCTOR);
    if (quirks.reenters & IN_CONSTRUCTOR) reenter("constructor");
}

__attribute__((destructor)) static void destruct(void)
{
    if (quirks.tells) fake_event("destructor %s", quirks.name);
}
