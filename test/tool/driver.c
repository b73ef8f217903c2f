/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver for the tests of the command clrelay: one platform, one device that answers to all that
 * clrelay asks. Its quirks are the words in the name of its file, between hyphens, so that a test
 * makes the driver that it needs by copying this one: libvendor-crash.so.
 *
 *   crash, exit, hang, abort    in its constructor
 *   lcrash, lexit, lhang        when its platforms are listed
 *   dcrash                      when a device is asked for its name
 *   icrash                      when a device is asked for what only clrelay list --verbose asks
 *   ecrash                      when the program ends
 *   print, complain             prints to standard output or standard error
 *   flood                       prints without end
 *   close, lclose, dclose       closes all files but the standard streams: in its constructor, when
 *                               its platforms are listed, when a device is asked for its name,
 *   eclose, fclose              in an exit handler, in its destructor
 *   closeall                    closes the standard streams, too, in its constructor
 *   replace                     puts the file of TOOL_OWN in the place of all files that are open when
 *                               its platforms are listed
 *   shy                         crashes if another one of its kind is in the process
 *   spawn                       starts a process that goes on for an hour
 *   garbage                     strings of any bytes, impossible numbers
 *   long                        four devices whose strings are 1 MiB long
 *   manydevices                 says that it has 2^32 - 1 devices
 *   nodevices, faildevices      has none, cannot list them
 *   several                     it has four devices that look alike
 *   uuid, pci                   its device has a UUID, a PCI address, the same in each driver
 *
 * Its names are those of TOOL_NAME where that is set, else the file's. With TOOL_UNDEFINED it needs
 * a function that nobody has.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver_system.h"

#define EXPORTED __attribute__((visibility("default")))

static char long_text[1 << 20];
static const char garbage[] = "bad \xff\xc0\x9b\x1b[31m\x07\n\"\\ \xe2\x80\xae end";

/* ---- quirks ---- */

static const char *own_name(void)
{
    static char name[4096], path[4096];
    const char *slash;
    if (*name) return name;
    if (!file_of(garbage, path, sizeof path)) return "?";
    slash = strrchr(path, SEPARATOR);
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
    if (strstr(name, ENDING)) *strstr(name, ENDING) = '\0';
    return name;
}

static bool has(const char *quirk)
{
    char wanted[64], all[4096 + 2];
    snprintf(wanted, sizeof wanted, "-%s-", quirk);
    snprintf(all, sizeof all, "%s-", own_name());
    return strstr(all, wanted) != NULL;
}

static void close_at_exit(void)
{
    close_files(3);
}

__attribute__((constructor)) static void begin(void)
{
    if (has("spawn")) spawn(garbage);
    if (has("close")) close_files(3);
    if (has("closeall")) close_files(0);
    if (has("eclose")) atexit(close_at_exit);
    if (has("crash")) crash();
    if (has("abort")) abort();
    if (has("exit")) exit(3);
    if (has("hang")) hang();
    if (has("shy") && variable("TOOL_SHY")) abort();
    if (has("shy")) set_variable("TOOL_SHY", "1");
    while (has("flood")) puts("and another thing");
    if (has("print")) {
        puts("\033[31mhello from a driver\033[0m");
        fflush(stdout);
    }
    if (has("complain")) fputs("a driver complains\n", stderr);
}

__attribute__((destructor)) static void end(void)
{
    if (has("fclose")) close_files(3);
    if (has("ecrash")) crash();
}

#ifdef TOOL_UNDEFINED
/* Never called, but a library with all symbols bound needs it. */
void tool_test_undefined(void);
EXPORTED void tool_test_never(void);
EXPORTED void tool_test_never(void)
{
    tool_test_undefined();
}
#endif

/* ---- answers ---- */

static const char *name(void)
{
    const char *given = variable("TOOL_NAME");
    if (has("garbage")) return garbage;
    return given ? given : own_name();
}

static cl_int give(const void *from, size_t need, size_t size, void *to, size_t *size_ret)
{
    if (to && size < need) return CL_INVALID_VALUE;
    if (to) memcpy(to, from, need);
    if (size_ret) *size_ret = need;
    return CL_SUCCESS;
}

static cl_int string(const char *text, size_t size, void *to, size_t *size_ret)
{
    return give(text, strlen(text) + 1, size, to, size_ret);
}

/* ---- functions ---- */

struct object {
    const cl_icd_dispatch *dispatch;
};
static struct object platform, device;

static cl_int CL_API_CALL get_platform_info(cl_platform_id id, cl_platform_info what, size_t size,
                                            void *to, size_t *size_ret)
{
    switch (what) {
    case CL_PLATFORM_NAME: return string(name(), size, to, size_ret);
    case CL_PLATFORM_VENDOR:
        return string(has("garbage") ? garbage : "a vendor", size, to, size_ret);
    case CL_PLATFORM_VERSION: return string("OpenCL 3.0 tool", size, to, size_ret);
    case CL_PLATFORM_PROFILE: return string("FULL_PROFILE", size, to, size_ret);
    case CL_PLATFORM_EXTENSIONS: return string("cl_khr_icd", size, to, size_ret);
    case CL_PLATFORM_ICD_SUFFIX_KHR: return string("TOOL", size, to, size_ret);
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_devices(cl_platform_id id, cl_device_type type, cl_uint room,
                                      cl_device_id *list, cl_uint *count)
{
    const bool several = has("long") || has("several");
    if (has("faildevices")) return CL_OUT_OF_RESOURCES;
    if (has("nodevices") || !(type & CL_DEVICE_TYPE_GPU)) return CL_DEVICE_NOT_FOUND;
    if (list && room > 0) list[0] = (cl_device_id)(void *)&device;
    for (cl_uint i = 1; list && several && i < room && i < 4; i++) list[i] = list[0];
    if (count) *count = has("manydevices") ? UINT32_MAX : several ? 4 : 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_info(cl_device_id id, cl_device_info what, size_t size,
                                          void *to, size_t *size_ret)
{
    static const unsigned char uuid[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
    static const cl_uint pci[4] = { 0, 0x65, 0, 0 };
    cl_device_type type = has("garbage") ? (cl_device_type)1 << 40 : CL_DEVICE_TYPE_GPU;
    cl_ulong memory = has("garbage") ? UINT64_MAX : (cl_ulong)8 << 30;
    cl_uint units = has("garbage") ? UINT32_MAX : 12;
    char text[300];
    if (has("dcrash")) crash();
    if (has("icrash") && what == CL_DEVICE_MAX_SAMPLERS) crash();
    if (has("dclose")) close_files(3);
    snprintf(text, sizeof text, "%s device", name());
    if (has("long") && (what == CL_DEVICE_NAME || what == CL_DEVICE_VENDOR ||
                        what == CL_DEVICE_VERSION || what == CL_DRIVER_VERSION)) {
        memset(long_text, 1, sizeof long_text - 1); /* in JSON it is six times as long */
        return string(long_text, size, to, size_ret);
    }
    switch (what) {
    case CL_DEVICE_NAME: return string(text, size, to, size_ret);
    case CL_DEVICE_VENDOR: return string("a vendor", size, to, size_ret);
    case CL_DEVICE_VERSION: return string("OpenCL 3.0 tool device", size, to, size_ret);
    case CL_DRIVER_VERSION: return string("1.2.3", size, to, size_ret);
    case CL_DEVICE_TYPE: return give(&type, sizeof type, size, to, size_ret);
    case CL_DEVICE_MAX_COMPUTE_UNITS: return give(&units, sizeof units, size, to, size_ret);
    case CL_DEVICE_GLOBAL_MEM_SIZE: return give(&memory, sizeof memory, size, to, size_ret);
    case 0x106A:
        if (has("uuid")) return give(uuid, sizeof uuid, size, to, size_ret);
        break;
    case 0x410F:
        if (has("pci")) return give(pci, sizeof pci, size, to, size_ret);
        break;
    }
    return CL_INVALID_VALUE;
}

static const cl_icd_dispatch table = {
    .clGetPlatformInfo = get_platform_info,
    .clGetDeviceIDs = get_devices,
    .clGetDeviceInfo = get_device_info,
};

EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *list,
                                                   cl_uint *count)
{
    if (has("lcrash")) crash();
    if (has("lexit")) exit(4);
    if (has("lhang")) hang();
    if (has("lclose")) close_files(3);
    if (has("replace")) replace_files(variable("TOOL_OWN"));
    platform.dispatch = device.dispatch = &table;
    if (list && room > 0) list[0] = (cl_platform_id)(void *)&platform;
    if (count) *count = 1;
    return CL_SUCCESS;
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *function)
{
    void *address = NULL;
    cl_int(CL_API_CALL * list)(cl_uint, cl_platform_id *, cl_uint *) = clIcdGetPlatformIDsKHR;
    cl_int(CL_API_CALL * info)(cl_platform_id, cl_platform_info, size_t, void *, size_t *) =
        get_platform_info;
    if (strcmp(function, "clIcdGetPlatformIDsKHR") == 0) memcpy(&address, &list, sizeof address);
    if (strcmp(function, "clGetPlatformInfo") == 0) memcpy(&address, &info, sizeof address);
    return address;
}
