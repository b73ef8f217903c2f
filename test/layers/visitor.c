/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that is not linked to libOpenCL: it opens one or more loaders, obtains objects through
 * one, uses them through another, and closes them again, as its arguments say. It prints what it
 * sees, one line each, with tabs between the fields. N and M are numbers of loaders, up to four.
 *
 *   open N PATH       opens the loader in this file. PATH may be "static" for the one that is part
 *                     of the program (visitor_static), or begin with "ns:" for a namespace of its
 *                     own, with "global:" so that all libraries find its functions, or with
 *                     "driver:" for a driver whose own table serves as the loader, like one that
 *                     does not know cl_khr_icd 2.0
 *   close N           closes it
 *   count N           counts the platforms: N loads its drivers, and creates no object
 *   obtain N          obtains platforms, devices and contexts through N, as objects of N
 *   touch N M         calls by-handle functions of N with objects of M
 *   use N M           the same, then calls functions that create objects
 *   every N M         calls every function of the API that N has with objects of M, and prints
 *                     which functions these are
 *   extend N M        calls the extension functions that N hands out with contexts of M: prints
 *                     the answer of one for each, and how many semaphores of 1000 were created and
 *                     released
 *   keep PATH         opens a library and never closes it
 *   maps TEXT         prints whether a file with this text in its name is in memory
 *   mark TEXT         writes the event "mark TEXT"
 *   late N            uses N again in the destructor of the program: event "late status count"
 *   atexit N          uses N again, with the same event, and closes it in an exit handler
 *   rounds COUNT PATH opens, obtains, uses and closes; prints how much memory and the number of the
 *                     next file have grown since the first rounds
 */
#include "api/dispatch.h"

#include "fake/event.h"
#include "fake/fake.h"

#include <malloc.h>
#include <unistd.h>

#define PLACES 4
#define MOST   256

static struct loader {
    void *library;
    struct dispatch api;
    cl_uint count;
    cl_platform_id platforms[MOST];
    cl_device_id devices[MOST];
    cl_context contexts[MOST];
} loaders[PLACES];

static struct loader *at(const char *number)
{
    return &loaders[(unsigned)atoi(number) % PLACES];
}

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "visitor: %s: %s\n", what, why);
    exit(2);
}

/* ---- opening ---- */

#ifdef VISITOR_STATIC
static void take_own(struct loader *loader)
{
    loader->api = (struct dispatch){
#define BY_ANY(version, type, name, ...) .name = name,
#include "api/entry_points.h"
    };
}
#else
static void take_own(struct loader *loader)
{
    stop("static", "this program has no loader of its own");
}
#endif

static void open_driver(struct loader *loader, const char *path)
{
    clGetPlatformIDs_slot list = NULL;
    clGetExtensionFunctionAddress_slot look_up;
    cl_platform_id platform = NULL;
    void *found;
    loader->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!loader->library) stop(path, dlerror());
    look_up = (clGetExtensionFunctionAddress_slot)fake_symbol(loader->library,
                                                              "clGetExtensionFunctionAddress");
    found = look_up ? look_up("clIcdGetPlatformIDsKHR") : NULL;
    memcpy(&list, &found, sizeof found);
    if (!list || list(1, &platform, NULL) != CL_SUCCESS) stop(path, "has no platform");
    loader->api = **(struct dispatch **)platform;
    loader->api.clGetPlatformIDs = list;
}

static void open_loader(struct loader *loader, const char *path)
{
    memset(loader, 0, sizeof *loader);
    if (!strcmp(path, "static")) {
        take_own(loader);
        return;
    }
    if (!strncmp(path, "driver:", 7)) {
        open_driver(loader, path + 7);
        return;
    }
    if (!strncmp(path, "ns:", 3))
#ifdef LM_ID_NEWLM
        loader->library = dlmopen(LM_ID_NEWLM, path + 3, RTLD_NOW | RTLD_LOCAL);
#else
        stop(path, "this C library has no namespaces");
#endif
    else if (!strncmp(path, "global:", 7))
        loader->library = dlopen(path + 7, RTLD_NOW | RTLD_GLOBAL);
    else loader->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!loader->library) stop(path, dlerror());
        /* A loader may be older than some functions and lack them. */
#define TAKE(name)                       loader->api.name = (name##_slot)fake_symbol(loader->library, #name);
#define BY_ANY(version, type, name, ...) TAKE(name)
#include "api/entry_points.h"
}

static void step_open(char **argument)
{
    open_loader(at(argument[0]), argument[1]);
}

static void close_loader(struct loader *loader)
{
    if (loader->library && dlclose(loader->library)) stop("dlclose", dlerror());
}

static void step_close(char **argument)
{
    close_loader(at(argument[0]));
}

static void step_keep(char **argument)
{
    if (!dlopen(argument[0], RTLD_LAZY | RTLD_LOCAL)) stop(argument[0], dlerror());
}

/* ---- using ---- */

static void obtain(struct loader *loader)
{
    loader->count = 0;
    if (loader->api.clGetPlatformIDs(MOST, loader->platforms, &loader->count) != CL_SUCCESS)
        loader->count = 0;
    for (cl_uint i = 0; i < loader->count; i++) {
        cl_int status = loader->api.clGetDeviceIDs(loader->platforms[i], CL_DEVICE_TYPE_ALL, 1,
                                                   &loader->devices[i], NULL);
        loader->contexts[i] = NULL;
        if (status == CL_SUCCESS)
            loader->contexts[i] =
                loader->api.clCreateContext(NULL, 1, &loader->devices[i], NULL, NULL, NULL);
    }
}

static void step_obtain(char **argument)
{
    struct loader *loader = at(argument[0]);
    obtain(loader);
    printf("obtained\t%s\t%u\n", argument[0], (unsigned)loader->count);
}

static void step_count(char **argument)
{
    cl_uint count = 0;
    at(argument[0])->api.clGetPlatformIDs(0, NULL, &count);
    printf("counted\t%s\t%u\n", argument[0], (unsigned)count);
}

/* Each field is the name of the driver that answered, as the driver knows it. */
static void touch(const struct dispatch *api, const struct loader *owner, cl_uint i, FILE *out)
{
    char name[3][200] = { "", "", "" };
    api->clGetPlatformInfo(owner->platforms[i], FAKE_INFO_DRIVER, sizeof name[0], name[0], NULL);
    api->clGetDeviceInfo(owner->devices[i], FAKE_INFO_DRIVER, sizeof name[1], name[1], NULL);
    api->clGetContextInfo(owner->contexts[i], FAKE_INFO_DRIVER, sizeof name[2], name[2], NULL);
    fprintf(out, "\t%s\t%s\t%s\t%d", name[0], name[1], name[2],
            (int)api->clFlush((cl_command_queue)(void *)owner->contexts[i]));
}

static void create(const struct dispatch *api, const struct loader *owner, cl_uint i, FILE *out)
{
    /* clang-format off */
    const cl_context_properties list[] = {
        CL_CONTEXT_PLATFORM, (cl_context_properties)(intptr_t)owner->platforms[i], 0
    };
    /* clang-format on */
    char name[2][200] = { "", "" };
    cl_context context = api->clCreateContext(NULL, 1, &owner->devices[i], NULL, NULL, NULL);
    if (context) api->clGetContextInfo(context, FAKE_INFO_DRIVER, sizeof name[0], name[0], NULL);
    context = api->clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL);
    if (context) api->clGetContextInfo(context, FAKE_INFO_DRIVER, sizeof name[1], name[1], NULL);
    fprintf(out, "\t%s\t%s", name[0], name[1]);
}

static void step_touch(char **argument)
{
    const struct loader *user = at(argument[0]), *owner = at(argument[1]);
    for (cl_uint i = 0; i < owner->count; i++) {
        printf("touched\t%s\t%s", argument[0], argument[1]);
        touch(&user->api, owner, i, stdout);
        putchar('\n');
    }
}

static void step_use(char **argument)
{
    const struct loader *user = at(argument[0]), *owner = at(argument[1]);
    for (cl_uint i = 0; i < owner->count; i++) {
        printf("used\t%s\t%s", argument[0], argument[1]);
        touch(&user->api, owner, i, stdout);
        create(&user->api, owner, i, stdout);
        putchar('\n');
    }
}

/* ---- every function ---- */

struct place {
    void *handle;
    void **array;
    const cl_context_properties *properties;
};

#define ZERO(type, parameter) (type)0
#define ROW(name, set, ...)                                                                        \
    static void name##_every(const struct dispatch *api, const struct place *place,                \
                             EACH(PARAM, __VA_ARGS__))                                             \
    {                                                                                              \
        (void)place;                                                                               \
        set api->name ARGS(__VA_ARGS__);                                                           \
    }
#define BY_HANDLE(version, type, name, result, ...)                                                \
    ROW(name, FIRST(__VA_ARGS__) = place->handle;, __VA_ARGS__)
#define BY_ARRAY(version, type, name, result, length, elements, ...)                               \
    ROW(name, length = 1; elements = (void *)place->array;, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, result, list, ...)                                      \
    ROW(name, list = place->properties;, __VA_ARGS__)
#define BY_LOADER(version, type, name, result, ...)
#include "api/entry_points.h"

/* Returns the interface of the fake that contains an address. */
static const struct fake *fake_of(const void *address)
{
    Dl_info information;
    void *library = NULL;
    if (dladdr(address, &information))
        library = dlopen(information.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!library) stop("every", "there is no fake driver");
    return dlsym(library, "fake");
}

#define OF_PLATFORM(type, ...) _Generic((type)0, cl_platform_id : true, default : false)
#define FIRST_IS(pair, ...)    OF_PLATFORM pair

static void step_every(char **argument)
{
    const struct dispatch *api = &at(argument[0])->api;
    const struct loader *owner = at(argument[1]);
    for (cl_uint i = 0; i < owner->count; i++) {
        void *object = owner->contexts[i];
        /* clang-format off */
        const cl_context_properties list[] = {
            CL_CONTEXT_PLATFORM, (cl_context_properties)(intptr_t)owner->platforms[i], 0
        };
        /* clang-format on */
        struct place place = { object, &object, list };
        const struct fake *fake = fake_of(owner->platforms[i]);
        fake->record(true, 0);
        fake_event("mark every");
#define EVERY(called, of_platform, ...)                                                            \
    place.handle = of_platform ? (void *)owner->platforms[i] : object;                             \
    if (api->called) {                                                                             \
        printf("every\t%s\t%s\n", fake->name, #called);                                            \
        called##_every(api, &place, EACH(ZERO, __VA_ARGS__));                                      \
    }
#define BY_HANDLE(version, type, name, result, ...)                                                \
    EVERY(name, FIRST_IS(__VA_ARGS__, ), __VA_ARGS__)
#define BY_ARRAY(version, type, name, result, length, elements, ...) EVERY(name, false, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, result, list, ...)        EVERY(name, false, __VA_ARGS__)
#define BY_LOADER(version, type, name, result, ...)
#include "api/entry_points.h"
        fake_event("mark done");
        fake->record(false, 0);
    }
}

static void *look_up(const struct loader *loader, const char *name)
{
    void *found = loader->api.clGetExtensionFunctionAddress(name);
    if (!found) stop(name, "is not handed out");
    return found;
}

static void step_extend(char **argument)
{
    const struct loader *user = at(argument[0]), *owner = at(argument[1]);
    clTerminateContextKHR_fn terminate;
    clCreateSemaphoreWithPropertiesKHR_fn create_semaphore;
    clReleaseSemaphoreKHR_fn release;
    cl_semaphore_khr semaphores[1000];
    const size_t most = sizeof semaphores / sizeof semaphores[0];
    void *found = look_up(user, "clTerminateContextKHR");
    memcpy(&terminate, &found, sizeof found);
    found = look_up(user, "clCreateSemaphoreWithPropertiesKHR");
    memcpy(&create_semaphore, &found, sizeof found);
    found = look_up(user, "clReleaseSemaphoreKHR");
    memcpy(&release, &found, sizeof found);
    for (cl_uint i = 0; i < owner->count; i++) {
        size_t made = 0, released = 0;
        printf("extended\t%s\t%s\t%d", argument[0], argument[1],
               (int)terminate(owner->contexts[i]));
        for (size_t s = 0; s < most; s++) {
            semaphores[s] = create_semaphore(owner->contexts[i], NULL, NULL);
            made += semaphores[s] != NULL;
        }
        for (size_t s = 0; s < most; s++)
            if (semaphores[s] && release(semaphores[s]) == CL_SUCCESS) released++;
        printf("\t%zu\t%zu\n", made, released);
    }
}

/* ---- inspecting the process ---- */

static void step_maps(char **argument)
{
    FILE *file = fopen("/proc/self/maps", "r");
    char line[5000];
    bool found = false;
    if (!file) stop("/proc/self/maps", "cannot be read");
    while (fgets(line, sizeof line, file))
        if (strstr(line, argument[0])) found = true;
    fclose(file);
    printf("maps\t%s\t%s\n", argument[0], found ? "yes" : "no");
}

static void step_mark(char **argument)
{
    fake_event("mark %s", argument[0]);
}

/* Counts only memory that is the process's own: the system decides how much of a library's file is
 * in memory. */
static long resident(void)
{
    long total = 0, all = 0, shared = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld %ld", &total, &all, &shared) != 3)
        stop("/proc/self/statm", "?");
    fclose(file);
    return (all - shared) * sysconf(_SC_PAGESIZE);
}

static struct loader *late;

static void step_late(char **argument)
{
    late = at(argument[0]);
}

static void use_late(const struct loader *loader)
{
    cl_uint count = 0;
    cl_int status = loader->api.clGetPlatformIDs(0, NULL, &count);
    fake_event("late %d %u", (int)status, (unsigned)count);
}

__attribute__((destructor)) static void destruct(void)
{
    if (late) use_late(late);
}

static struct loader *closed_at_exit;

static void close_at_exit(void)
{
    use_late(closed_at_exit);
    close_loader(closed_at_exit);
    fake_event("mark closed");
}

static void step_atexit(char **argument)
{
    closed_at_exit = at(argument[0]);
    if (atexit(close_at_exit)) stop("atexit", "failed");
}

static long allocated(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    return (long)mallinfo2().uordblks;
#else
    return 0;
#endif
}

static int next_file(void)
{
    int file = dup(STDOUT_FILENO);
    close(file);
    return file;
}

static void step_rounds(char **argument)
{
    const long count = atol(argument[0]), warm = count / 10;
    long heap = 0, pages = 0;
    int file = 0;
    FILE *nothing = fopen("/dev/null", "w");
    if (!nothing) stop("/dev/null", "cannot be written");
    for (long round = 0; round < count; round++) {
        struct loader *loader = &loaders[0];
        open_loader(loader, argument[1]);
        obtain(loader);
        for (cl_uint i = 0; i < loader->count; i++) {
            touch(&loader->api, loader, i, nothing);
            create(&loader->api, loader, i, nothing);
        }
        close_loader(loader);
        if (round != warm) continue;
        heap = allocated();
        pages = resident();
        file = next_file();
    }
    printf("grew\t%ld\t%ld\t%d\n", allocated() - heap, resident() - pages, next_file() - file);
    fclose(nothing);
}

static const struct step {
    const char *name;
    int arguments;
    void (*run)(char **argument);
    /* clang-format off */
} steps[] = {
    { "open", 2, step_open },   { "close", 1, step_close }, { "obtain", 1, step_obtain },
    { "count", 1, step_count },
    { "touch", 2, step_touch }, { "use", 2, step_use },     { "every", 2, step_every },
    { "keep", 1, step_keep },
    { "maps", 1, step_maps },   { "mark", 1, step_mark },   { "late", 1, step_late },
    { "rounds", 2, step_rounds }, { "extend", 2, step_extend }, { "atexit", 1, step_atexit },
};
/* clang-format on */

int main(int count, char **argument)
{
    int i = 1;
    while (i < count) {
        const struct step *step = steps, *end = steps + sizeof steps / sizeof steps[0];
        while (step < end && strcmp(step->name, argument[i])) step++;
        if (step == end || i + step->arguments >= count) stop(argument[i], "what is that?");
        step->run(argument + i + 1);
        fflush(stdout);
        i += 1 + step->arguments;
    }
    printf("end\n");
    return 0;
}
