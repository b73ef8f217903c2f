/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver whose platforms have the tables of legacy.h, each at its true length, made from the rows
 * of loader/api/entry_points.h. The functions only note that they were called. Its quirks
 * (legacy_quirks.h) turn it into other drivers. It is compiled once for all of them, and once more
 * with each of these definitions, which matter to the linker:
 *
 *   LEGACY_SIZED    the tables are exported symbols with a size (TAIL_SIZED)
 *   LEGACY_EXPORTS  the driver also exports the extension's function by its public name, and calls
 *                   it by that name
 */
#include "legacy_parts.h"

#include "fake/from_rows.h"
#include "fake/made_code.h"
#include "legacy.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef _WIN32
#define getppid GetCurrentProcessId /* a function of another library */
#endif

static atomic_int last = LEGACY_NOTHING;
static atomic_uint times_asked;

enum { ALL_SLOTS = SLOT_COUNT };

#define ROW(id, version, promised, slots) { #id, version, promised, slots },
static const struct legacy_table rows[] = { LEGACY_TABLES(ROW) };
#undef ROW
enum { ROWS = sizeof rows / sizeof rows[0] };

static struct row_objects {
    struct object platform, other;
} objects[ROWS];

static size_t row_of(const void *handle)
{
    return (size_t)((const struct row_objects *)handle - objects);
}

/* ---- functions ---- */

static cl_int text(const char *value, size_t size, void *place, size_t *size_ret)
{
    return value ? answer(value, strlen(value) + 1, size, place, size_ret) : CL_INVALID_VALUE;
}

static const char extension[] = "cl_khr_suggested_local_work_size";

static cl_int CL_API_CALL clGetPlatformInfo_own(cl_platform_id of, cl_platform_info param,
                                                size_t size, void *place, size_t *size_ret)
{
    char list[100];
    last = (int)SLOT_OF(clGetPlatformInfo);
    switch (param) {
    case CL_PLATFORM_VERSION: return text(rows[row_of(of)].version, size, place, size_ret);
    case CL_PLATFORM_EXTENSIONS:
        snprintf(list, sizeof list, "cl_khr_icd %s",
                 quirks.lists == LISTS_PLATFORM ? extension : "");
        return text(list, size, place, size_ret);
    case CL_PLATFORM_ICD_SUFFIX_KHR: return text("OLD", size, place, size_ret);
    case CL_PLATFORM_NAME: return text(rows[row_of(of)].name, size, place, size_ret);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int CL_API_CALL clGetCommandQueueInfo_own(cl_command_queue of,
                                                    cl_command_queue_info param, size_t size,
                                                    void *place, size_t *size_ret)
{
    last = (int)SLOT_OF(clGetCommandQueueInfo);
    if (param != CL_QUEUE_DEVICE) return CL_INVALID_VALUE;
    return answer(&of, sizeof of, size, place, size_ret);
}

static cl_int CL_API_CALL clGetDeviceInfo_own(cl_device_id of, cl_device_info param, size_t size,
                                              void *place, size_t *size_ret)
{
    char list[MOST_LISTED];
    last = (int)SLOT_OF(clGetDeviceInfo);
    if (param == CL_DEVICE_EXTENSIONS) {
        memset(list, ' ', quirks.list_size);
        memcpy(&list[quirks.list_size - sizeof extension], extension, sizeof extension);
        return text(quirks.lists == LISTS_DEVICE ? list : "cl_khr_fp64", size, place, size_ret);
    }
    if (param == CL_DEVICE_PLATFORM) {
        /* The handle is the other object of the same row. */
        void *platform = (char *)(void *)of - offsetof(struct row_objects, other);
        return answer(&platform, sizeof platform, size, place, size_ret);
    }
    return CL_INVALID_VALUE;
}

#ifdef LEGACY_EXPORTS

EXPORTED cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue queue,
                                                              cl_kernel kernel, cl_uint dimensions,
                                                              const size_t *offset,
                                                              const size_t *size, size_t *suggested)
{
    last = LEGACY_EXTENSION;
    return LEGACY_SUGGESTED;
}

static cl_int CL_API_CALL suggest(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t *offset, const size_t *size, size_t *suggested)
{
    return clGetKernelSuggestedLocalWorkSize(queue, kernel, dimensions, offset, size, suggested);
}

#else

static cl_int CL_API_CALL suggest(void)
{
    last = LEGACY_EXTENSION;
    return LEGACY_SUGGESTED;
}

#endif

static cl_int behind(void)
{
    last = LEGACY_BEHIND;
    return CL_SUCCESS;
}

static function offered(const char *name)
{
    if (strcmp(name, "clGetKernelSuggestedLocalWorkSizeKHR") != 0) return NULL;
    times_asked++;
    return quirks.lacks ? NULL : (function)suggest;
}

static void *CL_API_CALL clGetExtensionFunctionAddressForPlatform_own(cl_platform_id of,
                                                                      const char *name)
{
    return address_of(offered(name));
}

#define OWN_clGetPlatformInfo     ~, 1
#define OWN_clGetCommandQueueInfo ~, 1
#define OWN_clGetDeviceInfo       ~, 1
#define CALLED(name)              last = (int)SLOT_OF(name)
#define BY_ANY(version, ...)      OWN_FUNCTION(__VA_ARGS__)
#define BY_LOADER(...)
#include "api/entry_points.h"

static const struct dispatch functions = {
#define BY_ANY(version, type, name, ...) .name = name##_own,
#define BY_LOADER(version, type, name, ...)
#include "api/entry_points.h"
    .clGetExtensionFunctionAddressForPlatform = clGetExtensionFunctionAddressForPlatform_own,
};

/* ---- tables ---- */

/* Memory for each table and what follows it. A table that is an exported symbol has a size, which
 * is smaller than this memory; other variants do not export their tables. */
#define ROW(id, version, promised, slots)                                                          \
    extern HIDDEN struct dispatch legacy_##id;                                                     \
    struct dispatch legacy_##id;
LEGACY_TABLES(ROW)
#undef ROW
#ifdef LEGACY_SIZED
/* The assembler counts the slots itself. */
#define TEXT_OF_COUNT(count) #count
/* The strings are short: C99 promises only 4095 bytes. */
__asm__(".set ALL_SLOTS, 0\n"
#define BY_ANY(...)   ".set ALL_SLOTS,ALL_SLOTS+1\n"
#define ABSENT(count) ".set ALL_SLOTS,ALL_SLOTS+" TEXT_OF_COUNT(count) "\n"
#include "api/entry_points.h"
);
#define TEXT(word)  TEXT_(word)
#define TEXT_(word) #word
#define ROW(id, version, promised, slots)                                                          \
    __asm__(".globl table_" #id "\n"                                                               \
            ".type table_" #id ", %object\n"                                                       \
            ".set table_" #id ", legacy_" #id "\n"                                                 \
            ".size table_" #id ", " #slots " * " TEXT(__SIZEOF_POINTER__) "\n");
LEGACY_TABLES(ROW)
#undef ROW
#endif

#define ROW(id, version, promised, slots) &legacy_##id,
static struct dispatch *const memory[ROWS] = { LEGACY_TABLES(ROW) };
#undef ROW

static function as_function(intptr_t value)
{
    function result;
    memcpy(&result, &value, sizeof result);
    return result;
}

/* Data such as may follow a table; each row begins at another place in it. */
static function data(size_t number)
{
    static char words[] = "behind the table"; /* some systems put constants between code */
    intptr_t value;
    switch (number % 8) {
    case 0: return as_function((intptr_t)words);
    case 1: return as_function(43);
    case 2: return as_function((intptr_t)&objects);
    case 3: return as_function((intptr_t)&environ);
    case 4: memcpy(&value, words, sizeof value); return as_function(value);
    case 5: return as_function(-1);
    case 6: return as_function((intptr_t)&value); /* an address on the stack */
    default: return as_function((intptr_t)memory[0]);
    }
}

/* Returns what a slot past the end of the table holds. */
static function lies_behind(size_t row, size_t slot)
{
    switch (quirks.tail) {
    case TAIL_SIZED:
    case TAIL_UNSIZED: return (function)behind;
    case TAIL_DATA:
    case TAIL_HEAP:
        if (slot < rows[row].promised) return (function)behind;
        /* Addresses of code lie between those of data, as where objects of C++ follow. */
        if (slot > rows[row].slots && slot % 3 == 0) return (function)behind;
        return data(row + slot);
    default: return NULL;
    }
}

static const struct dispatch *make_table(size_t row)
{
    const size_t length = rows[row].slots * sizeof(function);
    struct dispatch *table = memory[row];
    char *place;
    if (quirks.tail == TAIL_HEAP) table = malloc(sizeof *table);
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        function value = dispatch_slot(&functions, slot);
#if MADE_CODE
        if (value && quirks.tail == TAIL_JIT) value = made_code(value);
#endif
        if (quirks.tail == TAIL_ELSEWHERE && slot >= rows[row].promised) value = (function)getppid;
        if (slot >= rows[row].slots) value = lies_behind(row, slot);
        if (quirks.icd2 && (slot == SLOT_OF(clGetPlatformIDs) || slot == SLOT_OF(clUnloadCompiler)))
            value = as_function(CL_ICD2_TAG_KHR);
        dispatch_set_slot(table, slot, value);
    }
    if (quirks.tail == TAIL_PAGE) {
        const size_t page = (size_t)sysconf(_SC_PAGESIZE);
        place = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memcpy(place + page - length, table, length);
        mprotect(place + page, page, PROT_NONE);
        table = (void *)(place + page - length);
    }
    return table;
}

static void *platform_at(size_t row)
{
    return &objects[row].platform;
}
static void *object_at(size_t row)
{
    return &objects[row].other;
}
static unsigned asked(void)
{
    return times_asked;
}
static int called(void)
{
    return atomic_exchange(&last, LEGACY_NOTHING);
}

extern struct legacy_driver legacy_driver;
EXPORTED struct legacy_driver legacy_driver = { NULL,      rows,   ROWS, platform_at,
                                                object_at, called, asked };

__attribute__((constructor)) static void construct(void)
{
    if (quirks.list_size > MOST_LISTED) abort();
    legacy_driver.name = quirks.name;
    for (size_t row = 0; row < ROWS; row++)
        objects[row].platform.dispatch = objects[row].other.dispatch = make_table(row);
}

/* ---- cl_khr_icd 2.0 ---- */

static void *CL_API_CALL get_function(cl_platform_id of, const char *name)
{
    static const char *const names[SLOT_COUNT] = {
#define BY_ANY(version, type, name, ...) [SLOT_OF(name)] = #name,
#define BY_LOADER(...)
#include "api/entry_points.h"
    };
    for (size_t slot = 0; slot < rows[row_of(of)].slots; slot++)
        if (names[slot] && !strcmp(names[slot], name))
            return address_of(dispatch_slot(&functions, slot));
    return NULL;
}

static cl_int CL_API_CALL set_data(cl_platform_id of, void *data)
{
    struct row_objects *row = &objects[row_of(of)];
    row->platform.data = row->other.data = data;
    return CL_SUCCESS;
}

/* ---- functions that are looked up ---- */

EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *list,
                                                   cl_uint *count)
{
    for (cl_uint i = 0; list && i < room && i < ROWS; i++) list[i] = (void *)&objects[i].platform;
    if (count) *count = ROWS;
    return CL_SUCCESS;
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    if (!strcmp(name, "clGetPlatformInfo")) return address_of((function)clGetPlatformInfo_own);
    if (quirks.icd2 && !strcmp(name, "clIcdGetFunctionAddressForPlatformKHR"))
        return address_of((function)get_function);
    if (quirks.icd2 && !strcmp(name, "clIcdSetPlatformDispatchDataKHR"))
        return address_of((function)set_data);
    return address_of(offered(name));
}
