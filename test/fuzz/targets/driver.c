/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver's answers. Driver 0 takes them from the input; driver 1 beside it is a good one. The
 * input: a byte of settings; a byte that says what the library exports, and its version; a byte
 * with the number of platforms; for each platform its table and its handle; then the answers in the
 * order in which they are needed. After the end of the input all answers are right.
 */
#include "../fuzz.h"

#include <sys/mman.h>

static struct input input;
static unsigned exported;
static size_t platforms;
static cl_platform_id handles[OBJECTS];

/* Tables for driver 0. Each mapping ends with the table's last slot. */
enum { ROOM = 16384 };
static struct dispatch *tables[OBJECTS];

/* Returns the first `slots` slots of a table, placed before an unmapped page. */
static struct dispatch *table_of(int number, size_t slots)
{
    static char *pages;
    char *page;
    if (!pages) {
        pages = mmap(NULL, 2 * ROOM * OBJECTS, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        PROMISE(pages != MAP_FAILED);
        for (int i = 0; i < OBJECTS; i++)
            PROMISE(mprotect(pages + 2 * ROOM * i, ROOM, PROT_READ | PROT_WRITE) == 0);
    }
    page = pages + 2 * ROOM * number + ROOM - slots * sizeof(function);
    memcpy(page, fuzz_driver_0.table, slots * sizeof(function));
    return (struct dispatch *)(void *)page;
}

static void set_slot(struct dispatch *table, size_t slots, size_t slot, function value)
{
    if (slot < slots) dispatch_set_slot(table, slot, value);
}

static void set_tag(struct dispatch *table, size_t slots, size_t slot)
{
    static const intptr_t tag = CL_ICD2_TAG_KHR;
    function value;
    memcpy(&value, &tag, sizeof value);
    set_slot(table, slots, slot, value);
}

/* The versions that platforms claim. */
static const struct version {
    const char *text;
    unsigned number;
} versions[] = {
    { "OpenCL 3.0 fuzz", 30 }, { "OpenCL 1.0", 10 }, { "OpenCL 1.2 x", 12 }, { "OpenCL 2.1 y", 21 }
};
static const struct version *version;
/* With a tail the version must be true, or the loader would call what follows the table. */
static bool has_tail;

/* Puts something that is not a function, or any function, after the last slot that the version
 * promises. */
static void put_tail(struct dispatch *table, unsigned where, bool code)
{
    static const uintptr_t junk = 0x5a5a5a;
    function value = (function)fuzz_driver_0.table->clFlush;
    size_t slot = SLOT_COUNT;
    while (slot > 0 && (dispatch_info[slot - 1].version == 0 ||
                        dispatch_info[slot - 1].version > version->number))
        slot--;
    if (!code) memcpy(&value, &junk, sizeof value);
    for (slot = slot < where ? where : slot; slot < SLOT_COUNT; slot++)
        dispatch_set_slot(table, slot, value);
    has_tail = true;
}

/* Makes a table from two bytes: what is wrong, and how much or where. */
static struct dispatch *make_table(int number)
{
    unsigned what = take(&input), where = take(&input), tail = what & 8 ? take(&input) : 0;
    size_t slots = what & 8 && !tail ? where % (SLOT_COUNT + 1) : SLOT_COUNT;
    struct dispatch *table;
    if ((what & 7) == 7) return NULL;
    table = table_of(number, slots);
    if (tail) put_tail(table, where, tail & 1);
    if (what & 1) set_tag(table, slots, SLOT_OF(clGetPlatformIDs));
    if (what & 2) set_tag(table, slots, SLOT_OF(clUnloadCompiler));
    if (what & 4) /* every other slot, from `where` on, is NULL or bound to the loader itself */
        for (size_t slot = where; slot < slots; slot += 2)
            set_slot(table, slots, slot, what & 16 ? dispatch_export(slot) : NULL);
    if (what & 32) set_slot(table, slots, SLOT_OF(clGetPlatformInfo), NULL);
    if (what & 64) set_slot(table, slots, where, dispatch_export(where % SLOT_COUNT));
    if (what & 128) set_slot(table, slots, SLOT_OF(clGetDeviceIDs), NULL);
    return table;
}

/* ---- answers ---- */

static const cl_int errors[] = { CL_SUCCESS,
                                 CL_INVALID_VALUE,
                                 CL_OUT_OF_HOST_MEMORY,
                                 CL_SUCCESS,
                                 CL_PLATFORM_NOT_FOUND_KHR,
                                 CL_DEVICE_NOT_FOUND,
                                 -9999,
                                 1 };
static const cl_uint counts[] = { 0,   1,     2,     63,    64,          65,
                                  200, 65535, 65536, 65537, 0x80000000u, 0xffffffffu };
#define AT_BYTE(array, byte) (array)[(byte) % (sizeof(array) / sizeof(array)[0])]

static cl_int list_any(int driver, cl_uint room, cl_platform_id *list, cl_uint *count)
{
    unsigned how = take(&input);
    for (cl_uint i = 0; list && i < room && i < platforms; i++) list[i] = handles[i];
    if (count && !(how & 16))
        *count = how & 32 ? AT_BYTE(counts, take(&input)) : (cl_uint)platforms;
    /* The list has more platforms than the driver: repeats of any of them. */
    for (cl_uint i = (cl_uint)platforms; list && how & 64 && i < room && i < 300; i++)
        list[i] = handles[take(&input) % OBJECTS];
    return AT_BYTE(errors, how & 15);
}

static const size_t sizes[] = {
    0, 1, 2, 100, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, SIZE_MAX / 2, SIZE_MAX - 1, SIZE_MAX
};

static cl_int info_any(int driver, cl_platform_id platform, cl_platform_info what, size_t size,
                       void *value, size_t *size_ret)
{
    unsigned how = take(&input);
    const char *right = *fuzz_text(driver, what);
    struct text text = { right, right ? strlen(right) + 1 : 0 };
    if (how == 0 && what == CL_PLATFORM_UNLOADABLE_KHR)
        return fuzz_give(&(cl_bool){ CL_TRUE }, sizeof(cl_bool), size, value, size_ret);
    if (how == 0 && !right) return CL_INVALID_VALUE;
    if (what == CL_PLATFORM_VERSION && has_tail) how = 0;
    if (how & 16) text = take_field(&input);
    if (value && text.length) memcpy(value, text.start, size < text.length ? size : text.length);
    if (size_ret && !(how & 64)) *size_ret = how & 32 ? AT_BYTE(sizes, take(&input)) : text.length;
    return AT_BYTE(errors, how & 15);
}

static cl_int devices_any(int driver, cl_platform_id platform, cl_device_type type, cl_uint *count)
{
    unsigned how = take(&input);
    if (count && how) *count = AT_BYTE(counts, take(&input));
    return AT_BYTE(errors, how);
}

static function symbol_any(int number, const char *name)
{
    if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
        return exported & 1 ? NULL : fuzz_driver_0.list;
    if (strcmp(name, "clGetPlatformInfo") == 0) return exported & 2 ? NULL : fuzz_driver_0.info;
    if (strcmp(name, "clGetExtensionFunctionAddress") == 0)
        return exported & 4 ? NULL : fuzz_driver_0.extension;
    return NULL;
}

static void *address_of(function found)
{
    void *address;
    memcpy(&address, &found, sizeof address);
    return address;
}

static void *extension_any(int driver, const char *name)
{
    unsigned how = take(&input);
    if (how) return NULL;
    if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0) return address_of(fuzz_driver_0.list);
    if (strcmp(name, "clGetPlatformInfo") == 0) return address_of(fuzz_driver_0.info);
    if (strcmp(name, "clIcdGetFunctionAddressForPlatformKHR") == 0)
        return address_of(fuzz_driver_0.get);
    if (strcmp(name, "clIcdSetPlatformDispatchDataKHR") == 0) return address_of(fuzz_driver_0.set);
    return NULL;
}

static void *get_any(int driver, cl_platform_id platform, const char *name)
{
    unsigned how = take(&input);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        if (dispatch_name(slot) && strcmp(dispatch_name(slot), name) == 0)
            return how == 1   ? NULL
                   : how == 2 ? address_of(dispatch_export(slot))
                              : address_of(dispatch_slot(fuzz_driver_0.table, slot));
    return NULL;
}

static cl_int set_any(int driver, cl_platform_id platform, void *data)
{
    unsigned how = take(&input);
    struct fuzz_object *object = (void *)platform;
    if (!(how & 16)) object->data = data;
    return AT_BYTE(errors, how & 15);
}

static void make_handles(void)
{
    static const uintptr_t nowhere = 16;
    for (int i = 0; i < OBJECTS; i++) {
        fuzz_objects[0][i].data = NULL;
        handles[i] = (cl_platform_id)(void *)&fuzz_objects[0][i];
    }
    for (size_t i = 0; i < platforms; i++) {
        tables[i] = make_table((int)i);
        fuzz_objects[0][i].table = tables[i];
        switch (take(&input)) {
        case 1: handles[i] = NULL; break;
        case 2: handles[i] = handles[0]; break;
        case 3: memcpy(&handles[i], &nowhere, sizeof nowhere); break;
        case 4: fuzz_objects[0][i].table = tables[0]; break;
        case 5: fuzz_objects[0][i].data = &handles; break;
        case 6: memcpy(&fuzz_objects[0][i].table, &nowhere, sizeof nowhere); break;
        case 7:
            handles[i] = (cl_platform_id)(void *)&fuzz_objects[1][0];
            break; /* it belongs to another driver */
        default: break;
        }
    }
}

static void set_variables(unsigned how)
{
    static const char *const sorts[] = { "none", "devices", "name", "good,*x*" };
    world_set("OCL_ICD_FILENAMES", how & 1 ? "1.so:/drivers/0.so" : "0.so:1.so");
    world_set("OCL_ICD_VENDORS", "/none");
    world_set("OCL_ICD_PLATFORM_SORT", sorts[how >> 1 & 3]);
    if (how & 8) world_set("OCL_ICD_PARALLEL", "1");
    if (how & 16) world_set("OCL_ICD_ASSUME_ICD_EXTENSION", "1");
    if (how & 32) world_set("OCL_ICD_LOG", "debug");
    if (how & 64) world_set("OCL_ICD_PLATFORMS_SELECT", "[fg]*,GOOD");
    if (how & 128) world_set("OCL_ICD_DEFAULT_PLATFORM", "go?d");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static cl_platform_id list[MOST_LISTED];
    bool good = false;
    cl_uint count;
    input = (struct input){ data, size };
    world_begin();
    set_variables(take(&input));
    exported = take(&input);
    platforms = 1 + take(&input) % (OBJECTS - 1);
    if (exported & 8) platforms = 0;
    version = &versions[exported >> 4 & 3];
    has_tail = false;
    fuzz_add_driver(0);
    fuzz_add_driver(1);
    world_set_symbols("/drivers/0.so", symbol_any);
    fuzz_answers[0] =
        (struct fuzz_answers){ list_any, info_any, devices_any, extension_any, get_any, set_any };
    *fuzz_text(0, CL_PLATFORM_NAME) = "fuzz";
    *fuzz_text(0, CL_PLATFORM_VERSION) = version->text;
    *fuzz_text(0, CL_PLATFORM_EXTENSIONS) = "cl_khr_icd cl_khr_icd_unloadable";
    make_handles();
    count = fuzz_list(list);
    for (cl_uint i = 0; i < count; i++) good = good || (void *)list[i] == &fuzz_objects[1][0];
    PROMISE(good || count == MOST_LISTED);
    fuzz_ask_all(REPORTED(size));
    fuzz_call_all();
    world_end();
    return 0;
}
