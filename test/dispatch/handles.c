/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values that a program passes as a platform, in a property list or to look up a function:
 * platforms that this loader has listed, platforms that it has not, and values that are no
 * platforms. Each goes through all functions for which the loader looks up the driver in this way.
 *
 * Run this with the drivers "known", "two", "made", "left_out", "tables_of_objects" and
 * "icd2_known". The argument "no_maps" means that the system does not tell which memory is
 * executable.
 */
#include "api/dispatch.h"

#include "drivers.h"
#include "fake/layer.h"
#include "fake/made_code.h"

#include <sys/mman.h>
#include <unistd.h>

static bool no_maps;

#ifndef HANDLES_STATIC
#define HANDLES_STATIC 0 /* the loader leaves cl_khr_icd 2.0 to others */
#endif

/* ---- values ---- */

enum { MOST = 64 };
static struct value {
    const char *what;
    void *handle;
    const char *driver; /* the driver that answers; NULL: the value is no platform */
} values[MOST];
static size_t value_count;

static void add(const char *what, const void *handle, const char *driver)
{
    if (value_count == MOST) TEST_STOP("too many values");
    values[value_count++] = (struct value){ what, (void *)(uintptr_t)handle, driver };
}

static void add_number(const char *what, uintptr_t number)
{
    add(what, (void *)number, NULL);
}

/* Returns the boundary of two pages. The second page can't be read, nor can the first one if
 * `readable` is false. */
static char *edge(bool readable)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *at = mmap(NULL, 2 * page, readable ? PROT_READ | PROT_WRITE : PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((void *)at == MAP_FAILED || mprotect(at + page, page, PROT_NONE)) TEST_STOP("mmap");
    return at + page;
}

/* Returns memory of zeros that lasts until the program ends. */
static void *keep(size_t size)
{
    static void *kept[256];
    static size_t count;
    void *memory = calloc(1, size);
    if (!memory || count == sizeof kept / sizeof kept[0]) TEST_STOP("no memory");
    kept[count++] = memory;
    return memory;
}

/* Makes an object with room for everything that a fake driver reads in a platform. The driver takes
 * it for platform 0. */
static struct object *object_with(const struct dispatch *table)
{
    struct object *object = keep(4 * sizeof *object);
    object->dispatch = table;
    return object;
}

static struct dispatch *copy_table(const struct dispatch *table)
{
    struct dispatch *copy = keep(sizeof *copy);
    *copy = *table;
    return copy;
}

static const struct dispatch *table_of(const void *object)
{
    return ((const struct object *)object)->dispatch;
}

/* Returns a copy of a table with this value in some slots. */
static const struct dispatch *changed(const struct dispatch *table, size_t from, size_t to,
                                      const void *value)
{
    struct dispatch *copy = copy_table(table);
    for (size_t slot = from; slot < to; slot++)
        memcpy((char *)copy + slot * sizeof value, &value, sizeof value);
    return copy;
}

/* Replaces all functions of a table by code that is made at run time, if the system allows that. */
static void make_all(struct dispatch *table)
{
#if MADE_CODE
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function made = dispatch_slot(table, slot) ? made_code(dispatch_slot(table, slot)) : NULL;
        if (dispatch_slot(table, slot) && !made) TEST_STOP("no memory for code");
        dispatch_set_slot(table, slot, made);
    }
#else
#endif
}

/* ---- no platforms ---- */

static void add_numbers(void)
{
    static void *data[SLOT_COUNT], *leads_to_data[2];
    static const struct dispatch nothing;
    void *heap = keep(64), *text = keep(64), *freed = malloc(64);
    char *unreadable = edge(false);
    if (!freed) TEST_STOP("malloc");
    memset(text, 'A', 64);
    for (size_t i = 0; i < SLOT_COUNT; i++) data[i] = &data[i];
    leads_to_data[0] = data;
    add_number("1", 1);
    add_number("0x1234", 0x1234);
    add_number("-1", UINTPTR_MAX);
    add_number("almost -1", UINTPTR_MAX - sizeof(void *) + 1);
    add_number("the middle of all addresses", UINTPTR_MAX / 2 + 1);
    add("zeros", heap, NULL);
    add("text", text, NULL);
    add("unreadable memory", unreadable, NULL);
    add("a pointer to unreadable memory", object_with((void *)unreadable), NULL);
    add("the last bytes of readable memory", edge(true) - sizeof(void *) / 2, NULL);
    add("a pointer to NULLs", object_with(&nothing), NULL);
    add("a pointer to pointers to data", leads_to_data, NULL);
    add("a pointer to itself", &data[5], NULL);
    add("text of the program", "a platform", NULL);
    add("a function's slot", &table_of(drivers_open("stranger")->platform(0))->clFlush, NULL);
    add_number("a function of the program", (uintptr_t)(function)add_numbers);
    add_number("a function of libOpenCL", (uintptr_t)(function)clFlush);
    add_number("freed memory", (uintptr_t)freed);
    free(freed);
}

/* Values that lead to code, but are no platforms. */
static void add_alike(const struct dispatch *table)
{
    static void *frame[SLOT_COUNT + 2];
    char *end = edge(true);
    struct dispatch *last = (void *)(end - SLOT_OF(clFinish) * sizeof(function));
    memcpy(last, table, (size_t)(end - (char *)last));
    add("a table that ends too soon", object_with(last), NULL);
    add("an object of C++, whose table ends with data",
        object_with(changed(table, 8, SLOT_COUNT, &table)), NULL);
    /* As on a stack: the address of the previous frame, an address of code, then anything. */
    frame[0] = &frame[1];
    memcpy(&frame[2], &table->clGetPlatformInfo, sizeof frame[2]);
    add("a frame of a stack", frame, NULL);
    add("a table with a number",
        object_with(changed(table, SLOT_OF(clFinish), SLOT_OF(clFinish) + 1, (void *)0x5a5a)),
        NULL);
    add("a table without clGetPlatformInfo",
        object_with(
            changed(table, SLOT_OF(clGetPlatformInfo), SLOT_OF(clGetPlatformInfo) + 1, NULL)),
        NULL);
    add("a table without clGetDeviceIDs",
        object_with(changed(table, SLOT_OF(clGetDeviceIDs), SLOT_OF(clGetDeviceIDs) + 1, NULL)),
        NULL);
}

/* Objects of drivers that the loader has loaded. */
static void add_objects(const struct fake *fake, cl_uint platform)
{
    cl_platform_id id = (cl_platform_id)fake->platform(platform);
    cl_device_id device = NULL;
    CHECK_INT(clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_SUCCESS);
    add("a device of a driver", device, NULL);
    add("a context of a driver", fake->object(platform), NULL);
    add("a copy of a platform", object_with(table_of(id)), NULL);
    /* Only the functions show the owner, and those made at run time may be anywhere. */
    if (strcmp(fake->name, "made") != 0)
        add("something with a copy of a driver's table", object_with(copy_table(table_of(id))),
            NULL);
}

/* A table of the loader itself, if there is a layer. A call through it would come back for ever. */
static void add_target(void)
{
    const char *path = getenv("OPENCL_LAYERS");
    void *library = path && *path ? dlopen(path, RTLD_LAZY | RTLD_LOCAL) : NULL;
    const struct fake_layer *layer = library ? dlsym(library, "fake_layer") : NULL;
    if (layer) add("the target of a layer", object_with(layer->target()), NULL);
}

/* ---- platforms of another loader ---- */

/* Returns the table that another loader gives to a driver of cl_khr_icd 2.0. */
static struct dispatch *managed_table(const struct fake *fake)
{
    struct dispatch *table = keep(sizeof *table);
    void *(CL_API_CALL * look_up)(const char *);
    void *address;
    clIcdGetFunctionAddressForPlatformKHR_fn get;
    look_up = (void *(CL_API_CALL *)(const char *))fake_symbol(drivers_library(fake->name),
                                                               "clGetExtensionFunctionAddress");
    address = look_up("clIcdGetFunctionAddressForPlatformKHR");
    memcpy(&get, &address, sizeof get);
    if (!get) TEST_STOP("no functions");
#define TAKE(name)                                                                                 \
    address = get((cl_platform_id)fake->platform(0), #name);                                       \
    memcpy(&table->name, &address, sizeof address);
#define BY_ANY(version, type, name, ...) TAKE(name)
#include "api/entry_points.h"
    return table;
}

static void *managed(const struct dispatch *tags, const void *data)
{
    struct object *object = object_with(tags);
    object->data = data;
    return object;
}

static const struct dispatch *tagged(const struct dispatch *table)
{
    void *tag = (void *)(intptr_t)CL_ICD2_TAG_KHR;
    size_t first = SLOT_OF(clGetPlatformIDs), second = SLOT_OF(clUnloadCompiler);
    return changed(changed(table, first, first + 1, tag), second, second + 1, tag);
}

static void add_managed(void)
{
    const struct fake *fake = drivers_open("icd2_stranger");
    const struct dispatch *tags = table_of(fake->platform(0));
    const struct dispatch *table = managed_table(fake);
    const struct dispatch **last = (void *)(edge(true) - sizeof *last);
    const struct dispatch *full = tagged(table_of(drivers_open("stranger")->platform(0)));
    *last = full;
    ((struct object *)fake->platform(0))->data = table;
    add("a platform of cl_khr_icd 2.0", fake->platform(0), fake->name);
    add("one without data, whose own table is complete", managed(full, NULL), "stranger");
    add("one without data, whose own table is empty", managed(tags, NULL), NULL);
    add("one whose data cannot be read", managed(tags, (void *)0x1234), NULL);
    add("one whose data is no table", managed(tags, values), NULL);
    add("one whose data has no functions", managed(tags, changed(table, 0, SLOT_COUNT, NULL)),
        NULL);
    add("one with nothing behind the table's address", last, NULL);
}

static void add_strangers(void)
{
    const struct fake *fake = drivers_open("stranger");
    const struct dispatch *table = table_of(fake->platform(0));
    struct dispatch *made = copy_table(table);
    add("a platform of another loader", fake->platform(0), fake->name);
    add("one with NULL slots",
        object_with(
            changed(table, SLOT_OF(clFinish), SLOT_OF(clGetExtensionFunctionAddress), NULL)),
        fake->name);
    make_all(made);
    add("functions that were made at run time", object_with(made),
        no_maps && MADE_CODE ? NULL : fake->name);
    add_alike(table);
}

/* ---- checks ---- */

static cl_device_id known_device;

static const char *driver_of(cl_context context)
{
    static char name[100];
    cl_int status = clGetContextInfo(context, FAKE_INFO_DRIVER, sizeof name, name, NULL);
    return status == CL_SUCCESS ? name : "(nobody)";
}

/* The property list goes to the driver of the device, whatever the platform is. */
static void check_with_device(cl_context_properties *list, bool right)
{
    cl_int status = 1;
    cl_context context = clCreateContext(list, 1, &known_device, NULL, NULL, &status);
    CHECK_INT(status, right ? CL_SUCCESS : CL_INVALID_PLATFORM);
    if (right) CHECK_STR(driver_of(context), "known");
    else CHECK(!context && !clCreateContext(list, 1, &known_device, NULL, NULL, NULL));
}

static void check(const struct value *value)
{
    cl_context_properties list[] = { 0x7777, 1, CL_CONTEXT_PLATFORM,
                                     (cl_context_properties)(intptr_t)value->handle, 0 };
    cl_platform_id platform = (cl_platform_id)value->handle;
    const bool right = value->driver != NULL;
    cl_int status = 1;
    char name[100] = "";
    cl_context context = clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, NULL, NULL, &status);
    test_about = value->what;
    CHECK_INT(status, right ? CL_SUCCESS : CL_INVALID_PLATFORM);
    if (right) CHECK_STR(driver_of(context), value->driver);
    else CHECK(!context && !clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL));

    status = clGetGLContextInfoKHR(list, 1, sizeof name, name, NULL);
    CHECK_INT(status, right ? CL_SUCCESS : CL_INVALID_PLATFORM);
    CHECK_STR(name, right ? value->driver : "");

    CHECK(!clGetExtensionFunctionAddressForPlatform(platform, "clFakeThing") == !right);
    /* The loader gives its own function, whatever the platform. */
    CHECK(clGetExtensionFunctionAddressForPlatform(platform, "clGetGLContextInfoKHR") != NULL);
    check_with_device(list, right);
}

/* An object whose table has no tag may end after the table's address. (The driver reads nothing
 * behind it in this function.) */
static void check_edge(void)
{
    const struct fake *fake = drivers_open("stranger");
    const struct dispatch **last = (void *)(edge(true) - sizeof *last);
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)(intptr_t)last,
                                     0 };
    char name[100] = "";
    *last = table_of(fake->platform(0));
    test_about = "one at the end of readable memory";
    CHECK_INT(clGetGLContextInfoKHR(list, 1, sizeof name, name, NULL), CL_SUCCESS);
    CHECK_STR(name, fake->name);
}

/* ---- property lists ---- */

/* The elements: NULL as a platform, "known", "two", a value that is no platform, another
 * property. */
enum { END = 0, NULL_PLATFORM, KNOWN, TWO, BAD, OTHER };

static const struct list {
    const char *what;
    int elements[4];    /* the elements up to END */
    const char *driver; /* the driver that answers; NULL: CL_INVALID_PLATFORM */
    bool device_works;  /* clCreateContext accepts the list */
} lists[] = {
    { "an empty list", { END }, "known", true },
    { "another property", { OTHER, END }, "known", true },
    { "the platform last", { OTHER, TWO, END }, "two", true },
    { "NULL", { NULL_PLATFORM, END }, NULL, true },
    { "NULL, then a platform", { NULL_PLATFORM, TWO, END }, NULL, true },
    { "a platform, then NULL", { TWO, NULL_PLATFORM, END }, "two", true },
    { "a platform twice", { TWO, TWO, END }, "two", true },
    { "two platforms", { TWO, KNOWN, END }, "two", true },
    { "a wrong one, then a platform", { BAD, TWO, END }, NULL, false },
    { "a platform, then a wrong one", { TWO, BAD, END }, "two", true },
};

static void check_list(const struct list *row)
{
    static const intptr_t name_as_value[] = { CL_CONTEXT_PLATFORM };
    cl_context_properties list[9], *next = list;
    cl_int status = 1;
    cl_context context;
    test_about = row->what;
    for (const int *entry = row->elements; *entry != END; entry++) {
        *next++ = *entry == OTHER ? 0x7777 : CL_CONTEXT_PLATFORM;
        *next++ = *entry == KNOWN   ? (intptr_t)drivers_open("known")->platform(0)
                  : *entry == TWO   ? (intptr_t)drivers_open("two")->platform(0)
                  : *entry == BAD   ? 0x1234
                  : *entry == OTHER ? name_as_value[0]
                                    : 0;
    }
    *next = 0;
    context = clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, NULL, NULL, &status);
    CHECK_INT(status, row->driver ? CL_SUCCESS : CL_INVALID_PLATFORM);
    if (row->driver) CHECK_STR(driver_of(context), row->driver);
    check_with_device(list, row->device_works);
}

/* ---- before the drivers are loaded ---- */

/* A device proves that its driver is loaded, so the loader does not search. */
static void check_before(void)
{
    const struct fake *fake = drivers_open("stranger");
    cl_context_properties list[] = { CL_CONTEXT_PLATFORM, (intptr_t)fake->platform(0), 0 };
    cl_device_id device = NULL;
    cl_int status = 1;
    CHECK_INT(
        clGetDeviceIDs((cl_platform_id)fake->platform(0), CL_DEVICE_TYPE_ALL, 1, &device, NULL),
        CL_SUCCESS);
    test_about = "before the search";
    CHECK_STR(driver_of(clCreateContext(list, 1, &device, NULL, NULL, &status)), fake->name);
    CHECK_INT(status, CL_SUCCESS);
    list[1] = 0x1234;
    CHECK(!clCreateContext(list, 1, &device, NULL, NULL, &status));
    CHECK_INT(status, CL_INVALID_PLATFORM);
    CHECK_INT(drivers_open("known")->listed(), 0);
}

int main(int count, char **argument)
{
    const struct fake *known = drivers_open("known"), *two = drivers_open("two");
    void *stack[SLOT_COUNT] = { NULL };
    cl_uint platforms = 0;
    static char left_out[] = "OCL_ICD_PLATFORMS_DISABLE=left_out,two 1";
    putenv(left_out);
    /* While the driver is not loaded, the place of its functions does not tell to whom they
     * belong. */
    make_all((struct dispatch *)(uintptr_t)table_of(drivers_open("made")->platform(0)));
    no_maps = count > 1 && !strcmp(argument[1], "no_maps");
    check_before();
    CHECK_INT(clGetPlatformIDs(0, NULL, &platforms), CL_SUCCESS);
    CHECK_INT(platforms, 5);
    CHECK_INT(clGetDeviceIDs((cl_platform_id)known->platform(0), CL_DEVICE_TYPE_ALL, 1,
                             &known_device, NULL),
              CL_SUCCESS);

    add("a platform", known->platform(0), "known");
    add("the first of two", two->platform(0), "two");
    add("one whose functions were made at run time", drivers_open("made")->platform(0), "made");
    add("one that was left out", two->platform(1), "two");
    add("one whose driver was left out", drivers_open("left_out")->platform(0), "left_out");
    add("a device of a driver that was left out", drivers_open("left_out")->object(0), NULL);
    add("the stack", stack, NULL);
    add_numbers();
    add_objects(known, 0);
    add_objects(drivers_open("made"), 0);
    add_objects(drivers_open("tables_of_objects"), 0);
    if (!HANDLES_STATIC) {
        add_objects(drivers_open("icd2_known"), 0);
        add_managed();
    }
    add_strangers();
    add_target();
    for (int turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < value_count; i++) check(&values[i]);
        check_edge();
        for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) check_list(&lists[i]);
    }
    return test_end();
}
