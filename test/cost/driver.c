/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The smallest driver that loaders accept, made from the rows of loader/api/entry_points.h. It has
 * one platform, one device, and functions that do nothing. So measurements show the loader alone.
 * The definitions below make variants of the driver.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "bench.h"
#include "fake/from_rows.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Its table lacks the measured functions. */
#ifndef DRIVER_NULL_SLOTS
#define DRIVER_NULL_SLOTS 0
#endif
/* Its table has the tag of cl_khr_icd 2.0. The table is filled, too, for loaders that do not know
 * the tag. */
#ifndef DRIVER_ICD2
#define DRIVER_ICD2 0
#endif
/* It exports the measured functions, and its table is bound to their names. If a libOpenCL is in
 * the global scope, that means the loader's functions. */
#ifndef DRIVER_GLOBAL
#define DRIVER_GLOBAL 0
#endif
/* Its table ends before the measured functions, and so does readable memory. */
#ifndef DRIVER_SHORT
#define DRIVER_SHORT 0
#endif
/* The milliseconds that it takes to list the platforms. */
#ifndef DRIVER_SLOW_MS
#define DRIVER_SLOW_MS 0
#endif
/* Its functions call the witness, so that a test can inspect the stack. */
#ifndef DRIVER_WITNESS
#define DRIVER_WITNESS 0
#endif

#define EXPORTED __attribute__((visibility("default")))

static struct object own_platform, own_device, own_other;

#if DRIVER_WITNESS
static void nothing(void)
{
}
static void (*volatile witness)(void) = nothing;
static void set_witness(void (*to)(void))
{
    witness = to;
}
/* The increment keeps the witness from being the last action: a tail call would take the function
 * off the stack. */
#define WITNESS() (witness(), last_done++)
static volatile int last_done;
#else
static void set_witness(void (*to)(void))
{
}
#define WITNESS() ((void)0)
#endif

static cl_int CL_API_CALL clGetPlatformInfo_own(cl_platform_id of, cl_platform_info param,
                                                size_t size, void *place, size_t *size_ret)
{
    const char *text = "bench";
    WITNESS();
    switch (param) {
    case CL_PLATFORM_PROFILE: text = "FULL_PROFILE"; break;
    case CL_PLATFORM_VERSION: text = "OpenCL 3.0 bench"; break;
    case CL_PLATFORM_EXTENSIONS: text = "cl_khr_icd"; break;
    case CL_PLATFORM_ICD_SUFFIX_KHR: text = "BENCH"; break;
    case CL_PLATFORM_NAME:
    case CL_PLATFORM_VENDOR: break;
    default: return CL_INVALID_VALUE;
    }
    return answer(text, strlen(text) + 1, size, place, size_ret);
}

static cl_int CL_API_CALL clGetDeviceIDs_own(cl_platform_id of, cl_device_type type, cl_uint room,
                                             cl_device_id *list, cl_uint *count)
{
    WITNESS();
    if (!(type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT))) {
        if (count) *count = 0;
        return CL_DEVICE_NOT_FOUND;
    }
    if (list && room > 0) list[0] = (void *)&own_device;
    if (count) *count = 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL clGetDeviceInfo_own(cl_device_id of, cl_device_info param, size_t size,
                                              void *place, size_t *size_ret)
{
    const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
    const cl_platform_id ours = (void *)&own_platform;
    WITNESS();
    if (param == CL_DEVICE_TYPE) return answer(&gpu, sizeof gpu, size, place, size_ret);
    if (param == CL_DEVICE_PLATFORM) return answer(&ours, sizeof ours, size, place, size_ret);
    return answer("bench", sizeof "bench", size, place, size_ret);
}

/* ---- functions that do nothing ---- */

#define OWN_clGetPlatformInfo ~, 1
#define OWN_clGetDeviceIDs    ~, 1
#define OWN_clGetDeviceInfo   ~, 1
#define CALLED(name)          WITNESS()
#define BY_ANY(version, ...)  OWN_FUNCTION(__VA_ARGS__)
#define BY_LOADER(...)
#include "api/entry_points.h"

static const struct dispatch functions = {
#define BY_ANY(version, type, name, ...) .name = name##_own,
#define BY_LOADER(version, type, name, ...)
#include "api/entry_points.h"
};

/* ---- the table ---- */

static void set_slot(struct dispatch *table, size_t slot, intptr_t value)
{
    memcpy((char *)table + slot * sizeof value, &value, sizeof value);
}

static struct dispatch table;

#if DRIVER_GLOBAL
#define DEFINE(type, name, ...)                                                                    \
    EXPORTED type CL_API_CALL name PARAMS(__VA_ARGS__)                                             \
    {                                                                                              \
        return functions.name ARGS(__VA_ARGS__);                                                   \
    }
DEFINE(cl_int, clFlush, (cl_command_queue, queue))
DEFINE(cl_int, clSetKernelArg, (cl_kernel, kernel), (cl_uint, index), (size_t, size),
       (const void *, value))
DEFINE(cl_int, clEnqueueUnmapMemObject, (cl_command_queue, queue), (cl_mem, mem), (void *, place),
       (cl_uint, count), (const cl_event *, list), (cl_event *, event))
DEFINE(cl_int, clEnqueueNDRangeKernel, (cl_command_queue, queue), (cl_kernel, kernel),
       (cl_uint, dimensions), (const size_t *, offset), (const size_t *, global),
       (const size_t *, local), (cl_uint, count), (const cl_event *, list), (cl_event *, event))
DEFINE(cl_int, clEnqueueCopyBufferRect, (cl_command_queue, queue), (cl_mem, from), (cl_mem, to),
       (const size_t *, from_origin), (const size_t *, to_origin), (const size_t *, region),
       (size_t, from_row), (size_t, from_slice), (size_t, to_row), (size_t, to_slice),
       (cl_uint, count), (const cl_event *, list), (cl_event *, event))
/* The dynamic linker fills this table, like tables that are bound to interposed functions. */
static const struct dispatch bound = {
#define BOUND(count, name, arguments) .name = name,
    BENCH_CALLS(BOUND)
};
#endif

/* Returns a table at the very end of readable memory. */
static const struct dispatch *shortened(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t length = offsetof(struct dispatch, clSetKernelArg);
    char *place = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return NULL;
    memcpy(place + page - length, &table, length);
    if (mprotect(place + page, page, PROT_NONE)) return NULL;
    return (void *)(place + page - length);
}

__attribute__((constructor)) static void construct(void)
{
    table = functions;
#define HOLE(count, name, arguments) set_slot(&table, SLOT_OF(name), 0);
#define BIND(count, name, arguments) table.name = bound.name;
#if DRIVER_NULL_SLOTS
    BENCH_CALLS(HOLE)
#endif
#if DRIVER_GLOBAL
    BENCH_CALLS(BIND)
#endif
    if (DRIVER_ICD2) {
        set_slot(&table, SLOT_OF(clGetPlatformIDs), CL_ICD2_TAG_KHR);
        set_slot(&table, SLOT_OF(clUnloadCompiler), CL_ICD2_TAG_KHR);
    }
    own_platform.dispatch = DRIVER_SHORT ? shortened() : &table;
    own_device.dispatch = own_other.dispatch = own_platform.dispatch;
}

/* ---- what loaders look up ---- */

EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *list,
                                                   cl_uint *count)
{
    const struct timespec time = { DRIVER_SLOW_MS / 1000, DRIVER_SLOW_MS % 1000 * 1000000L };
    if (DRIVER_SLOW_MS) nanosleep(&time, NULL);
    if (list && room > 0) list[0] = (void *)&own_platform;
    if (count) *count = 1;
    return CL_SUCCESS;
}

__attribute__((unused)) static void *CL_API_CALL get_function(cl_platform_id of, const char *name)
{
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) {
        static const char *const names[SLOT_COUNT] = {
#define BY_ANY(version, type, name, ...) [SLOT_OF(name)] = #name,
#define BY_LOADER(version, type, name, ...)
#include "api/entry_points.h"
        };
        if (names[slot] && !strcmp(names[slot], name))
            return address_of(dispatch_slot(&functions, slot));
    }
    return NULL;
}

__attribute__((unused)) static cl_int CL_API_CALL set_data(cl_platform_id of, void *data)
{
    own_platform.data = own_device.data = own_other.data = data;
    return CL_SUCCESS;
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    if (!strcmp(name, "clIcdGetPlatformIDsKHR"))
        return address_of((function)clIcdGetPlatformIDsKHR);
    if (!strcmp(name, "clGetPlatformInfo")) return address_of((function)clGetPlatformInfo_own);
#if DRIVER_ICD2
    if (!strcmp(name, "clIcdGetFunctionAddressForPlatformKHR"))
        return address_of((function)get_function);
    if (!strcmp(name, "clIcdSetPlatformDispatchDataKHR")) return address_of((function)set_data);
#endif
    return NULL;
}

extern const struct bench_driver bench_driver;
EXPORTED const struct bench_driver bench_driver = { &functions, &own_other, set_witness };
