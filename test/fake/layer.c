/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fake OpenCL layer, made from the rows of loader/api/entry_points.h. It passes every call on and
 * remembers the last one. Its quirks (layer_quirks.h) turn it into other layers, each with a defect
 * that a loader has to live with. It is compiled once; what a layer exports is linked to it
 * (layer_parts.h).
 *
 * Its events (see event.h): "constructor NAME"; "init NAME properties|plain entries null_slots"
 * (null_slots: NULLs among the functions of its target); "layer NAME function" for each call; "down
 * NAME where status platforms platform", "api NAME where status" and "unnamed NAME where status
 * devices" when it has called functions of its target, or exported ones; "extended NAME
 * context|nothing status"; "thing NAME"; "deinit NAME"; "atexit NAME"; "destructor NAME".
 */
#include "layer_parts.h"

#include "event.h"
#include "layer.h"

#include <stdatomic.h>
#include <sys/mman.h>

static const struct dispatch *below;
static struct {
    struct dispatch functions;
    function junk[100];
} table;

/* ---- calls ---- */

static atomic_bool noting; /* true from the first forget() on, and then for one thread at a time */
static struct fake_call last;

static atomic_ulong *calls_seen;

static void use_memory(const char *name)
{
    if (!calls_seen) {
        fprintf(stderr, "%s: %s was called after clDeinitLayer\n", quirks.name, name);
        abort();
    }
    atomic_fetch_add(calls_seen, 1);
}

static void begin(const char *name)
{
    fake_event("layer %s %s", quirks.name, name);
    if (quirks.frees) use_memory(name);
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

/* ---- objects of its own ---- */

#define MOST_WRAPPED 128

/* This begins as the driver's object does, or the loader could not find the driver of a call that
 * bypasses the layer. */
static struct wrapper {
    struct object as;
    cl_platform_id real;
} wrapped[MOST_WRAPPED];
static atomic_size_t wrapped_count;

static cl_platform_id wrap(cl_platform_id real)
{
    size_t count = atomic_load(&wrapped_count);
    for (size_t i = 0; i < count; i++)
        if (wrapped[i].real == real) return (cl_platform_id)(void *)&wrapped[i];
    if (!real || count == MOST_WRAPPED) return real;
    memcpy(&wrapped[count].as, real, sizeof wrapped[count].as);
    wrapped[count].real = real;
    atomic_store(&wrapped_count, count + 1);
    return (cl_platform_id)(void *)&wrapped[count];
}

static cl_platform_id unwrap(uintptr_t platform)
{
    size_t count = atomic_load(&wrapped_count);
    for (size_t i = 0; i < count; i++)
        if (platform == (uintptr_t)&wrapped[i]) return wrapped[i].real;
    return (cl_platform_id)platform;
}

static const cl_context_properties *unwrap_list(uintptr_t from)
{
    static _Thread_local cl_context_properties copy[65];
    const cl_context_properties *list = (const void *)from;
    size_t i;
    for (i = 0; list && list[i] && i + 2 < sizeof copy / sizeof copy[0]; i += 2) {
        copy[i] = list[i];
        copy[i + 1] = list[i + 1];
        if (list[i] == CL_CONTEXT_PLATFORM)
            copy[i + 1] = (cl_context_properties)unwrap((uintptr_t)list[i + 1]);
    }
    copy[i] = 0;
    return list ? copy : NULL;
}

#define UNWRAP(type, parameter)                                                                    \
    (quirks.wraps                                                                                   \
         ? (void)(parameter = _Generic((parameter),                                                \
               cl_platform_id: unwrap((uintptr_t)(parameter)),                                     \
               const cl_context_properties *: unwrap_list((uintptr_t)(parameter)),                 \
               default: (parameter)))                                                              \
         : (void)0)

/* ---- the functions ---- */

#define RETURN_STATUS  return
#define RETURN_OBJECT  return
#define RETURN_POINTER return
#define RETURN_NOTHING
#define NOTE(type, parameter) note(&parameter, sizeof parameter)
#define FUNCTION(type, name, kind, ...)                                                            \
    static type CL_API_CALL name##_layer PARAMS(__VA_ARGS__)                                       \
    {                                                                                              \
        begin(#name);                                                                              \
        (void)(EACH(NOTE, __VA_ARGS__));                                                           \
        (void)(EACH(UNWRAP, __VA_ARGS__));                                                         \
        RETURN_##kind below->name ARGS(__VA_ARGS__);                                               \
    }
#define BY_ANY(version, type, name, kind, ...) FUNCTION(type, name, kind, __VA_ARGS__)
#define BY_LOADER(version, type, name, kind, ...)
#include "api/entry_points.h"

static cl_int CL_API_CALL clGetPlatformIDs_layer(cl_uint num_entries, cl_platform_id *platforms,
                                                 cl_uint *num_platforms)
{
    cl_uint count = 0;
    cl_int status;
    begin("clGetPlatformIDs");
    (void)(note(&num_entries, sizeof num_entries), note(&platforms, sizeof platforms),
           note(&num_platforms, sizeof num_platforms));
    if (!quirks.wraps) return below->clGetPlatformIDs(num_entries, platforms, num_platforms);
    status = below->clGetPlatformIDs(num_entries, platforms, &count);
    if (num_platforms) *num_platforms = count;
    for (cl_uint i = 0; status == CL_SUCCESS && platforms && i < num_entries && i < count; i++)
        platforms[i] = wrap(platforms[i]);
    return status;
}

static cl_int CL_API_CALL clUnloadCompiler_layer(void)
{
    begin("clUnloadCompiler");
    return below->clUnloadCompiler();
}

static void *CL_API_CALL clGetExtensionFunctionAddress_layer(const char *name)
{
    begin("clGetExtensionFunctionAddress");
    note(&name, sizeof name);
    return below->clGetExtensionFunctionAddress(name);
}

/* The real function is outside the dispatch table: a layer intercepts it by wrapping the
 * look-up. */
static const char *(CL_API_CALL *real_thing)(void);

static const char *CL_API_CALL fake_thing(void)
{
    fake_event("thing %s", quirks.name);
    if (quirks.frees) use_memory("a function outside the table");
    return real_thing();
}

static cl_int(CL_API_CALL *real_terminate)(cl_context);

static cl_int CL_API_CALL terminate(cl_context context)
{
    fake_event("thing %s", quirks.name);
    if (quirks.frees) use_memory("clTerminateContextKHR");
    return real_terminate(context);
}

static clGetSemaphoreInfoKHR_fn real_semaphore;

static cl_int CL_API_CALL tell_semaphore(cl_semaphore_khr semaphore, cl_semaphore_info_khr what,
                                         size_t size, void *value, size_t *size_ret)
{
    fake_event("thing %s", quirks.name);
    if (quirks.frees) use_memory("clGetSemaphoreInfoKHR");
    return real_semaphore(semaphore, what, size, value, size_ret);
}

static void *CL_API_CALL clGetExtensionFunctionAddressForPlatform_layer(cl_platform_id platform,
                                                                        const char *name)
{
    const char *(CL_API_CALL * own)(void) = fake_thing;
    cl_int(CL_API_CALL * own_terminate)(cl_context) = terminate;
    clGetSemaphoreInfoKHR_fn own_semaphore = tell_semaphore;
    void *found;
    begin("clGetExtensionFunctionAddressForPlatform");
    (void)(note(&platform, sizeof platform), note(&name, sizeof name));
    UNWRAP(cl_platform_id, platform);
    found = below->clGetExtensionFunctionAddressForPlatform(platform, name);
    if (!quirks.wraps_thing || !found || !name) return found;
    if (!strcmp(name, "clTerminateContextKHR")) {
        memcpy(&real_terminate, &found, sizeof found);
        memcpy(&found, &own_terminate, sizeof found);
        return found;
    }
    if (!strcmp(name, "clGetSemaphoreInfoKHR")) {
        memcpy(&real_semaphore, &found, sizeof found);
        memcpy(&found, &own_semaphore, sizeof found);
        return found;
    }
    if (strncmp(name, "clFakeThing", 11)) return found;
    memcpy(&real_thing, &found, sizeof found);
    memcpy(&found, &own, sizeof found);
    return found;
}

/* ---- calling ---- */

static void call_down(int when, const char *where)
{
    cl_platform_id platform = NULL;
    char name[100] = "";
    cl_uint count = 0;
    cl_int status;
    if (!(quirks.calls_down & when)) return;
    status = below->clGetPlatformIDs(1, &platform, &count);
    if (platform)
        status = below->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
    fake_event("down %s %s %d %u %s", quirks.name, where, (int)status, (unsigned)count, name);
}

static cl_int(CL_API_CALL *extension)(cl_context);

static void call_extension(int when)
{
    cl_context context;
    void *found;
    if (!quirks.extends) return;
    if (when == IN_INIT) {
        found = below->clGetExtensionFunctionAddress("clTerminateContextKHR");
        memcpy(&extension, &found, sizeof found);
    } else if (extension) {
        context = below->clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL);
        fake_event("extended %s %s %d", quirks.name, context ? "context" : "nothing",
                   (int)extension(context));
    }
}

static void call_api(int when, const char *where)
{
    typedef cl_int(CL_API_CALL * list_function)(cl_uint, cl_platform_id *, cl_uint *);
    typedef cl_int(CL_API_CALL * devices_function)(cl_platform_id, cl_device_type, cl_uint,
                                                   cl_device_id *, cl_uint *);
    list_function list;
    devices_function devices;
    cl_uint count = 0;
    cl_int status;
    if (!(quirks.calls_api & when)) return;
    list = (list_function)fake_symbol(RTLD_DEFAULT, "clGetPlatformIDs");
    if (!list) {
        fake_event("api %s %s nothing", quirks.name, where);
        return;
    }
    fake_event("api %s %s begins", quirks.name, where);
    fake_event("api %s %s %d", quirks.name, where, (int)list(0, NULL, &count));
    devices = (devices_function)fake_symbol(RTLD_DEFAULT, "clGetDeviceIDs");
    count = 0;
    status = devices(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    fake_event("unnamed %s %s %d %u", quirks.name, where, (int)status, (unsigned)count);
}

/* ---- the interface for tests ---- */

static const char *const names[SLOT_COUNT] = {
#define BY_ANY(version, type, name, ...) [SLOT_OF(name)] = #name,
#include "api/entry_points.h"
};

static bool in_words(const char *words, const char *word)
{
    size_t length = strlen(word);
    if (!strcmp(words, "all")) return true;
    for (; (words = strstr(words, word)); words += length)
        if (words[length] == ' ' || !words[length]) return true;
    return false;
}

static bool intercepts(size_t slot)
{
    return slot < quirks.count && names[slot] && in_words(quirks.intercepts, names[slot]);
}

static void (*at_deinit)(void);

static const struct fake_call *last_call(void)
{
    return &last;
}
static void forget(void)
{
    memset(&last, 0, sizeof last);
    atomic_store(&noting, true);
}
static void leaving(void (*happens)(void))
{
    at_deinit = happens;
}
static const struct dispatch *target(void)
{
    return below;
}

extern struct fake_layer fake_layer;
EXPORTED struct fake_layer fake_layer = { NULL, intercepts, last_call, forget, leaving, target };

/* ---- its life ---- */

static void show_side_effect(int at)
{
    static atomic_flag before = ATOMIC_FLAG_INIT;
    if (quirks.side_effect_at & at && !atomic_flag_test_and_set(&before))
        side_effect(quirks.side_effect);
}

__attribute__((constructor)) static void construct(void)
{
    fake_layer.name = quirks.name;
    fake_event("constructor %s", quirks.name);
    show_side_effect(AT_CONSTRUCTOR);
    call_api(IN_CONSTRUCTOR, "constructor");
}

__attribute__((destructor)) static void destruct(void)
{
    call_api(IN_DESTRUCTOR, "destructor");
    fake_event("destructor %s", quirks.name);
}

/* ---- the table ---- */

static const struct dispatch own = {
#define BY_ANY(version, type, name, ...) .name = name##_layer,
#include "api/entry_points.h"
};

static void fill_table(void)
{
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function found = quirks.copies ? dispatch_slot(below, slot) : NULL;
        if (names[slot] && in_words(quirks.intercepts, names[slot]))
            found = dispatch_slot(&own, slot);
        dispatch_set_slot(&table.functions, slot, found);
    }
    memset(table.junk, 0x5a, sizeof table.junk);
}

static const void *cut_table(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 60 * sizeof(function);
    char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || munmap(memory + page, page)) abort();
    return memcpy(memory + page - size, &table, size);
}

static const void *where_table_is(void)
{
    switch (quirks.table) {
    case TABLE_WILD: return (const void *)(uintptr_t)16;
    case TABLE_CUT: return cut_table();
    default: return &table;
    }
}

#ifndef _WIN32 /* Windows does not tell libraries of their end like this */
/* atexit() uses this; gcc's race detector does not understand atexit() in a library. */
extern int __cxa_atexit(void (*handler)(void *), void *argument, void *library);
extern HIDDEN void *__dso_handle;

static void at_exit(void *nothing)
{
    fake_event("atexit %s", quirks.name);
}
#endif

static cl_int initialise(const char *how, cl_uint entries, const cl_icd_dispatch *next,
                         cl_uint *entries_ret, const cl_icd_dispatch **table_ret)
{
    unsigned null_slots = 0;
    below = (const void *)next;
    for (size_t slot = 0; slot < SLOT_COUNT && slot < entries; slot++)
        null_slots += names[slot] && !dispatch_slot(below, slot);
    fake_event("init %s %s %u %u", quirks.name, how, (unsigned)entries, null_slots);
    if (quirks.frees && !(calls_seen = calloc(1, sizeof *calls_seen))) abort();
#ifndef _WIN32
    __cxa_atexit(at_exit, NULL, &__dso_handle);
#endif
    show_side_effect(AT_INIT);
    call_down(IN_INIT, "init");
    call_extension(IN_INIT);
    call_api(IN_INIT, "init");
    fill_table();
    *entries_ret = (cl_uint)quirks.count;
    *table_ret = quirks.no_table ? NULL : where_table_is();
    return quirks.status;
}

/* ---- exports ---- */

cl_int CL_API_CALL clGetLayerInfo_fake(cl_layer_info param_name, size_t size, void *value,
                                       size_t *size_ret)
{
    const bool text = param_name == CL_LAYER_NAME;
    const size_t need = text ? strlen(quirks.name) + 1 : sizeof quirks.version;
    show_side_effect(AT_INFO);
    if (quirks.info == INFO_FAILS) return CL_OUT_OF_RESOURCES;
    if (!text && param_name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    if (value && size < need) return CL_INVALID_VALUE;
    if (value) memcpy(value, text ? quirks.name : (const void *)&quirks.version, need);
    if (size_ret) *size_ret = need;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clInitLayer_fake(cl_uint entries, const cl_icd_dispatch *next,
                                    cl_uint *entries_ret, const cl_icd_dispatch **table_ret)
{
    return initialise("plain", entries, next, entries_ret, table_ret);
}

cl_int CL_API_CALL clInitLayerWithProperties_fake(cl_uint entries, const cl_icd_dispatch *next,
                                                  cl_uint *entries_ret,
                                                  const cl_icd_dispatch **table_ret,
                                                  const cl_layer_properties *properties)
{
    /* There are no properties, so this layer does not know any that a list contains. */
    if (properties && *properties != CL_LAYER_PROPERTIES_LIST_END) return CL_INVALID_PROPERTY;
    return initialise("properties", entries, next, entries_ret, table_ret);
}

cl_int CL_API_CALL clDeinitLayer_fake(void)
{
    fake_event("deinit %s", quirks.name);
    call_down(IN_DEINIT, "deinit");
    call_extension(IN_DEINIT);
    call_api(IN_DEINIT, "deinit");
    if (at_deinit) at_deinit();
    free(calls_seen);
    calls_seen = NULL;
    return quirks.deinit == DEINIT_FAILS ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}
