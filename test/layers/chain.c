/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chain LAYERS DRIVERS: both are names of fakes separated by commas, the innermost layer first; -
 * means none. The program calls every function with objects of every driver, and every argument is
 * another number. Each layer that intercepts the function must see the unchanged arguments,
 * outermost first, then the driver that owns the object, and nobody else; the result comes back as
 * the driver gave it. A NULL handle reaches the layers as NULL, and no driver.
 */
#include "calls.h"

#include "sent.h"
#include "fake/layer.h"

#include <unistd.h>

#define MOST 8

static size_t layer_count, driver_count;
static const struct fake_layer *layers[MOST]; /* the outermost layer first */
static const struct fake *drivers[MOST];

/* ---- the machine ---- */

static const struct fake_layer *open_layer(const char *name, char *path, size_t size)
{
    const struct fake_layer *layer;
    void *library;
    snprintf(path, size, "%s/liblayer_%s.so", LAYER_DIRECTORY, name);
    library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library) TEST_STOP("%s", dlerror());
    layer = dlsym(library, "fake_layer");
    if (!layer) TEST_STOP("%s is no fake layer", path);
    return layer;
}

/* Sets the variables that decide which layers and drivers there are, before the loader reads
 * them. */
static void make_machine(char *layer_names, char *driver_names)
{
    static char layer_list[4096 * MOST], driver_list[4096 * MOST], path[4096];
    char *at;
    for (at = strtok(layer_names, ",-"); at && layer_count < MOST; at = strtok(NULL, ",-")) {
        memmove(layers + 1, layers, layer_count * sizeof *layers);
        layers[0] = open_layer(at, path, sizeof path);
        layer_count++;
        strcat(strcat(layer_list, path), ":");
    }
    for (at = strtok(driver_names, ",-"); at && driver_count < MOST; at = strtok(NULL, ",-")) {
        drivers[driver_count++] = drivers_open(at);
        snprintf(path, sizeof path, "%s/libfake_%s.so:", FAKE_DIRECTORY, at);
        strcat(driver_list, path);
    }
    if (layer_count) layer_list[strlen(layer_list) - 1] = '\0';
    if (driver_count) driver_list[strlen(driver_list) - 1] = '\0';
    setenv("OPENCL_LAYERS", layer_list, 1);
    setenv("OPENCL_LAYER_PATH", NOWHERE, 1);
    setenv("OCL_ICD_FILENAMES", driver_list, 1);
    setenv("OCL_ICD_VENDORS", NOWHERE, 1);
    setenv("OCL_ICD_PLATFORM_SORT", "none", 1);
    setenv("OCL_ICD_ENABLE_TRACE", "1", 1);
}

/* ---- the path of a call ---- */

static FILE *diary;
static char diary_path[] = "/tmp/clrelay-chain-XXXXXX";

static void open_diary(void)
{
    int file = mkstemp(diary_path);
    diary = file < 0 ? NULL : fdopen(file, "r");
    if (!diary) TEST_STOP("no temporary file");
    setenv("FAKE_LOG", diary_path, 1);
}

static void skip_diary(void)
{
    fseek(diary, 0, SEEK_END);
}

/* Returns what was written since the last call, with lines joined by blanks. */
static const char *read_diary(void)
{
    static char text[8192];
    size_t length;
    clearerr(diary);
    length = fread(text, 1, sizeof text - 1, diary);
    text[length] = '\0';
    for (char *at = text; *at; at++)
        if (*at == '\n') *at = at[1] ? ';' : '\0';
    return text;
}

/* The path must be the intercepting layers, then the driver, if there is one, and nothing more. */
static void check_path(const char *name, size_t slot, const struct fake *driver)
{
    char path[2048] = "";
    size_t length = 0;
    for (size_t i = 0; i < layer_count; i++)
        if (layers[i]->intercepts(slot))
            length += (size_t)snprintf(path + length, sizeof path - length, "layer %s %s;",
                                       layers[i]->name, name);
    if (driver)
        length += (size_t)snprintf(path + length, sizeof path - length, "call %s %s;", driver->name,
                                   name);
    if (length) path[length - 1] = '\0';
    CHECK_STR(read_diary(), path);
}

/* ---- sending ---- */

static const struct fake *driver;
static const char *loader_argument; /* the argument for a loader's function that needs a name */

/* From here to compare_all() or end() every driver notes the arguments of its calls. */
static void begin(uint64_t result)
{
    sent.count = 0;
    for (size_t i = 0; i < layer_count; i++) layers[i]->forget();
    for (size_t i = 0; i < driver_count; i++) drivers[i]->record(true, result);
    skip_diary();
}

static void end(void)
{
    for (size_t i = 0; i < driver_count; i++) drivers[i]->record(false, 0);
}

static void compare_all(const char *name, size_t slot)
{
    end();
    check_path(name, slot, driver);
    for (size_t i = 0; i < layer_count; i++) {
        if (layers[i]->intercepts(slot)) compare(layers[i]->name, name, layers[i]->last_call());
        else CHECK_STR(layers[i]->last_call()->function, NULL);
    }
    for (size_t i = 0; i < driver_count; i++) {
        if (drivers[i] == driver) compare(driver->name, name, driver->last_call());
        else CHECK_STR(drivers[i]->last_call()->function, NULL);
    }
}

#define ROW(type, name, kind, set, ...)                                                            \
    static void name##_send PARAMS(__VA_ARGS__)                                                    \
    {                                                                                              \
        const uint64_t result = fresh();                                                           \
        set;                                                                                       \
        begin(result);                                                                             \
        (void)(EACH(NOTE, __VA_ARGS__));                                                           \
        CALL_THEN_##kind(type, name ARGS(__VA_ARGS__));                                            \
        compare_all(#name, SLOT_OF(name));                                                         \
    }
static void *callee;
static cl_context_properties list[] = { 0x7777, 0x8888, CL_CONTEXT_PLATFORM, 0, 0 };
#define BY_HANDLE(version, type, name, kind, ...)                                                  \
    ROW(type, name, kind, FIRST(__VA_ARGS__) = callee, __VA_ARGS__)
#define BY_ARRAY(version, type, name, kind, length, array, ...)                                    \
    ROW(type, name, kind, array = (void *)&callee; ALSO_##name, __VA_ARGS__)
/* This argument must be a real property list, because the loader reads it. */
#define ALSO_clCreateContext properties = list
#define ALSO_clWaitForEvents (void)0
#define BY_PROPERTIES(version, type, name, kind, properties, ...)                                  \
    ROW(type, name, kind, properties = list, __VA_ARGS__)
#define BY_LOADER(version, type, name, kind, ...)
#include "api/entry_points.h"

static void send_all(const struct fake *to)
{
    driver = to;
    test_about = to->name;
    callee = to->object(0);
    list[3] = (cl_context_properties)(intptr_t)to->platform(0);
#define BY_ANY(version, type, name, kind, ...) name##_send(EACH(FRESH, __VA_ARGS__));
#define BY_LOADER(version, type, name, kind, ...)
#include "api/entry_points.h"
}

/* The functions that the loader answers itself; one of them goes on to the driver. */
static void send_to_loader(void)
{
    cl_platform_id platforms[MOST], platform;
    cl_uint room = MOST, count = 0, *count_ret = &count;
    cl_platform_id *array = platforms;
    test_about = "the loader";
    driver = NULL;
    loader_argument = "clNoSuchThing";

    begin(0);
    (void)(note(&room, sizeof room), note(&array, sizeof array),
           note(&count_ret, sizeof count_ret));
    CHECK_INT(clGetPlatformIDs(room, array, count_ret),
              driver_count ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR);
    CHECK_INT(count, driver_count);
    compare_all("clGetPlatformIDs", SLOT_OF(clGetPlatformIDs));

    begin(0);
    CHECK_INT(clUnloadCompiler(), CL_SUCCESS);
    compare_all("clUnloadCompiler", SLOT_OF(clUnloadCompiler));

    begin(0);
    note(&loader_argument, sizeof loader_argument);
    CHECK_POINTER(clGetExtensionFunctionAddress(loader_argument), NULL);
    compare_all("clGetExtensionFunctionAddress", SLOT_OF(clGetExtensionFunctionAddress));

    for (size_t i = 0; i < driver_count; i++) {
        driver = drivers[i];
        platform = driver->platform(0);
        CHECK_POINTER(platforms[i], platform);
        begin(0);
        (void)(note(&platform, sizeof platform), note(&loader_argument, sizeof loader_argument));
        CHECK(clGetExtensionFunctionAddressForPlatform(platform, loader_argument) != NULL);
        end();
        skip_diary(); /* the driver writes more than one line here */
        compare(driver->name, "clGetExtensionFunctionAddressForPlatform", driver->last_call());
        for (size_t at = 0; at < layer_count; at++)
            if (layers[at]->intercepts(SLOT_OF(clGetExtensionFunctionAddressForPlatform)))
                compare(layers[at]->name, "clGetExtensionFunctionAddressForPlatform",
                        layers[at]->last_call());
    }
}

/* ---- NULL ---- */

static void check_null(const struct call *call, const char *what, const struct target *target)
{
    cl_int errcode = 1;
    const struct fake *goes_to = NULL;
    struct outcome outcome;
    begin(0);
    outcome = call->run(target, &errcode);
    end();
    test_about = what;
    /* Where the platform may be NULL, it is the first driver's. */
    if (driver_count && (call->slot == SLOT_OF(clGetPlatformInfo) ||
                         call->slot == SLOT_OF(clGetDeviceIDs) || call->kind == CALL_BY_PROPERTIES))
        goes_to = drivers[0];
    driver = goes_to;
    if (!goes_to && call->result == CALL_STATUS) CHECK(outcome.status < 0);
    if (!goes_to && call->result != CALL_STATUS) CHECK(outcome.null);
    if (!goes_to && call->result == CALL_OBJECT) CHECK(errcode < 0);
    for (size_t i = 0; i < layer_count; i++) {
        if (!layers[i]->intercepts(call->slot)) continue;
        CHECK_STR(layers[i]->last_call()->function, call->name);
        CHECK_INT(layers[i]->last_call()->value[0], 0);
    }
    for (size_t i = 0; i < driver_count; i++) {
        CHECK_STR(drivers[i]->last_call()->function, drivers[i] == goes_to ? call->name : NULL);
        if (drivers[i] == goes_to && call->of_platform)
            CHECK_INT(drivers[i]->last_call()->value[0], (uintptr_t)goes_to->platform(0));
    }
}

static void check_nulls(void)
{
    void *null_element[] = { NULL };
    const struct target nothing = { NULL, 0, NULL, NULL };
    const struct target none = { NULL, 1, null_element, NULL };
    for (size_t i = 0; i < CALL_COUNT; i++) {
        check_null(&calls[i], calls[i].name, &nothing);
        if (calls[i].kind != CALL_BY_ARRAY) continue;
        begin(0);
        calls[i].run(&none, NULL);
        end();
        for (size_t at = 0; at < driver_count; at++)
            CHECK_STR(drivers[at]->last_call()->function, NULL);
    }
}

/* In an object of an untagged table the second word belongs to the driver. */
static void check_foreign_word(void)
{
    for (size_t i = 0; i < driver_count; i++) {
        const struct object *platform = drivers[i]->platform(0), *object = drivers[i]->object(0);
        test_about = drivers[i]->name;
        if (dispatch_is_tag((function)platform->dispatch->clGetPlatformIDs)) {
            CHECK(platform->data != NULL);
            CHECK_POINTER(object->data, platform->data);
        } else {
            CHECK_INT((uintptr_t)platform->data, 0x5a5a);
            CHECK_INT((uintptr_t)object->data, 0x5a5a);
        }
    }
}

int main(int count, char **argument)
{
    cl_uint platforms = 0;
    if (count != 3) TEST_STOP("chain LAYERS DRIVERS");
    open_diary();
    make_machine(argument[1], argument[2]);
    /* The very first call goes through the layers. */
    for (size_t i = 0; i < layer_count; i++) layers[i]->forget();
    clGetPlatformIDs(0, NULL, &platforms);
    CHECK_INT(platforms, driver_count);
    for (size_t i = 0; i < layer_count; i++)
        if (layers[i]->intercepts(SLOT_OF(clGetPlatformIDs)))
            CHECK_STR(layers[i]->last_call()->function, "clGetPlatformIDs");
    for (int turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < driver_count; i++) send_all(drivers[i]);
        send_to_loader();
        check_nulls();
    }
    check_foreign_word();
    fclose(diary);
    unsetenv("FAKE_LOG"); /* otherwise drivers would create the file again at the end */
    unlink(diary_path);
    return test_end();
}
