/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver for the tests of the command clrelay. It has one platform, and one device that answers
 * all queries of clrelay. Its quirks are the words in its file name, between hyphens. So a test
 * makes the driver that it needs by copying this one: libvendor-crash.so.
 *
 *   crash, exit, hang, abort    in its constructor
 *   mute                        exits there as a process does that can't answer
 *   illegal                     executes an instruction there that this processor lacks
 *   lcrash, lexit, lhang        when its platforms are listed
 *   dcrash                      when a device is asked for its name
 *   ucrash                      when a device is asked for its UUID
 *   icrash                      when a device gets a query that only clrelay list --verbose makes
 *   ecrash, ehang, elate        when the program ends; elate takes three seconds; these two
 *                               first add a dot to the file TOOL_ENDS
 *   print, complain             prints to standard output or standard error
 *   says, tells                 prints TOOL_SAYS to standard error, or to standard output, when its
 *                               platforms are listed
 *   flood                       prints without end
 *   close, lclose, dclose       closes all files but the standard streams in its constructor, when
 *                               its platforms are listed, when a device is asked for its name,
 *   eclose, fclose              in an exit handler, in its destructor
 *   closeall                    closes the standard streams, too, in its constructor
 *   merge                       makes standard output the same as standard error
 *   lfull                       opens as many files as it can when its platforms are listed
 *   replace                     replaces all open files by the file TOOL_OWN when its platforms are
 *                               listed
 *   shy                         crashes if another driver with this quirk is in the process
 *   handles, sets, unsets       sets a handler for SIGUSR2, sets or removes the variables that
 *                               TOOL_SETS names
 *   spawn                       starts a process that goes on for an hour
 *   garbage                     has strings of arbitrary bytes, and impossible numbers
 *   long                        has four devices whose strings are 1 MiB long
 *   manydevices                 says that it has 2^32 - 1 devices
 *   noplatforms, nomemory       says that it has no platforms, or no memory to list them
 *   homeless                    has no platforms if HOME is empty
 *   nodevices, faildevices      has no devices, cannot list them (the error is TOOL_ERROR)
 *   several                     has four devices that look alike
 *   uuid, pci                   its device has a UUID and its version as a number, a PCI address, the
 *                               same in each such driver
 *   cpu                         its device is a processor
 *   images                      its device has two formats of images, one of which kernels cannot both
 *                               read and write
 *
 * TOOL_NAME is the name of its platform and devices, or else its file name, TOOL_VERSION the
 * platform's version, and TOOL_VENDOR the devices' vendor. With TOOL_UNDEFINED it needs a function
 * that no library has, and with TOOL_NEEDING it names libraries that do not exist.
 */
static int be_listed(void);
#define LISTING be_listed
#include "made_up.h"

#include "driver_system.h"

#include <signal.h>

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

static void set_variables(const char *names, const char *value)
{
    char list[100];
    snprintf(list, sizeof list, "%s", names);
    for (char *name = strtok(list, " "); name; name = strtok(NULL, " ")) set_variable(name, value);
}

__attribute__((constructor)) static void begin(void)
{
    if (has("handles")) handle_signal();
    if (has("sets")) set_variables(variable("TOOL_SETS"), "other");
    if (has("unsets")) set_variables(variable("TOOL_SETS"), NULL);
    if (has("spawn")) spawn(garbage);
    if (has("close")) close_files(3);
    if (has("closeall")) close_files(0);
    if (has("merge")) merge_files();
    if (has("eclose")) atexit(close_at_exit);
    if (has("crash")) crash();
    if (has("abort")) abort();
    if (has("illegal")) raise(SIGILL);
    if (has("exit")) exit(3);
    if (has("mute")) exit(126); /* the code of a process that could not answer at all */
    if (has("hang")) hang();
    if (has("shy") && variable("TOOL_SHY")) fputs("another one is here\n", stderr), abort();
    if (has("shy")) set_variable("TOOL_SHY", "1");
    while (has("flood")) puts("and another thing");
    if (has("print")) {
        puts("\033[31mhello from a driver\033[0m");
        fflush(stdout);
    }
    if (has("complain")) {
        fputs("a driver complains\n", stderr);
        fflush(stderr); /* Wine's C library may keep the line until an end that never comes */
    }
}

static void note_end(void)
{
    FILE *file = variable("TOOL_ENDS") ? fopen(variable("TOOL_ENDS"), "a") : NULL;
    if (file) fputc('.', file), fclose(file);
}

__attribute__((destructor)) static void end(void)
{
    if (has("fclose")) close_files(3);
    if (has("ecrash")) crash();
    if (has("ehang")) note_end(), hang();
    if (has("elate")) note_end(), wait_seconds(3);
}

#ifdef TOOL_UNDEFINED
/* Nobody calls this, but a process that binds all symbols of the library needs the function. */
void tool_test_undefined(void);
EXPORTED void tool_test_never(void);
EXPORTED void tool_test_never(void)
{
    tool_test_undefined();
}
#endif

#ifdef TOOL_NEEDING
/* Names of libraries as they stand in drivers, which open these libraries to build kernels. */
EXPORTED extern const char *const tool_test_names[];
EXPORTED const char *const tool_test_names[] = { "libigdfcl.so.77", "libnvidia-nvvm.so.77",
                                                 "libamd_comgr.so", "libigc.so.%d" };
#endif

/* ---- answers ---- */

static const char *name(void)
{
    const char *given = variable("TOOL_NAME");
    if (has("garbage")) return garbage;
    return given ? given : own_name();
}

/* ---- functions ---- */

static cl_int CL_API_CALL get_platform_info(cl_platform_id id, cl_platform_info what, size_t size,
                                            void *to, size_t *size_ret)
{
    switch (what) {
    case CL_PLATFORM_NAME: return STRING(name());
    case CL_PLATFORM_VENDOR: return STRING(has("garbage") ? garbage : "a vendor");
    case CL_PLATFORM_VERSION:
        return STRING(variable("TOOL_VERSION") ? variable("TOOL_VERSION") : "OpenCL 3.0 tool");
    case CL_PLATFORM_PROFILE: return STRING("FULL_PROFILE");
    case CL_PLATFORM_EXTENSIONS: return STRING("cl_khr_icd");
    case CL_PLATFORM_ICD_SUFFIX_KHR: return STRING("TOOL");
    }
    return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_devices(cl_platform_id id, cl_device_type type, cl_uint room,
                                      cl_device_id *list, cl_uint *count)
{
    const bool several = has("long") || has("several");
    if (has("faildevices"))
        return variable("TOOL_ERROR") ? atoi(variable("TOOL_ERROR")) : CL_OUT_OF_RESOURCES;
    if (has("nodevices") || !(type & CL_DEVICE_TYPE_GPU)) return CL_DEVICE_NOT_FOUND;
    if (list && room > 0) list[0] = (cl_device_id)(void *)&device;
    for (cl_uint i = 1; list && several && i < room && i < 4; i++) {
        static struct first_object others[4];
        others[i] = device;
        list[i] = (cl_device_id)(void *)&others[i];
    }
    if (count) *count = has("manydevices") ? UINT32_MAX : several ? 4 : 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_info(cl_device_id id, cl_device_info what, size_t size,
                                          void *to, size_t *size_ret)
{
    static const unsigned char uuid[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
    static const cl_uint pci[4] = { 0, 0x65, 0, 0 };
    static const cl_uint version = 3U << 22 | 1U << 12 | 4095; /* 3.1.4095 */
    static const char *const names[] = { "SPV_KHR_expect_assume" };
    static bool has_closed;
    cl_device_type type = has("garbage")       ? (cl_device_type)1 << 40
                          : has("cpu")         ? CL_DEVICE_TYPE_CPU
                          : has("accelerator") ? CL_DEVICE_TYPE_ACCELERATOR
                                               : CL_DEVICE_TYPE_GPU;
    cl_ulong memory = has("garbage") ? UINT64_MAX : (cl_ulong)8 << 30;
    cl_uint units = has("garbage") ? UINT32_MAX : 12;
    char text[300];
    if (has("dcrash")) crash();
    if (has("ucrash") && what == 0x106A /* CL_DEVICE_UUID_KHR */) crash();
    if (has("icrash") && what == CL_DEVICE_MAX_SAMPLERS) crash();
    if (has("dclose") && !has_closed) close_files(3), has_closed = true; /* slow, so only once */
    snprintf(text, sizeof text, "%s device", name());
    if (has("long") && (what == CL_DEVICE_NAME || what == CL_DEVICE_VENDOR ||
                        what == CL_DEVICE_VERSION || what == CL_DRIVER_VERSION)) {
        memset(long_text, 1, sizeof long_text - 1); /* in JSON it is six times as long */
        return STRING(long_text);
    }
    switch (what) {
    case CL_DEVICE_NAME: return STRING(text);
    case CL_DEVICE_VENDOR:
        return STRING(variable("TOOL_VENDOR") ? variable("TOOL_VENDOR") : "a vendor");
    case CL_DEVICE_VERSION: return STRING("OpenCL 3.0 tool device");
    case CL_DRIVER_VERSION: return STRING("1.2.3");
    case CL_DEVICE_TYPE: return GIVE(type);
    case CL_DEVICE_MAX_COMPUTE_UNITS: return GIVE(units);
    case 0x12ba: return GIVE(names); /* CL_DEVICE_SPIRV_EXTENSIONS */
    case CL_DEVICE_GLOBAL_MEM_SIZE: return GIVE(memory);
    case CL_DEVICE_IMAGE_SUPPORT:
        if (has("images")) return GIVE(units);
        break;
    case 0x105E: /* CL_DEVICE_NUMERIC_VERSION */
        if (has("uuid")) return GIVE(version);
        break;
    case 0x106A:
        if (has("uuid")) return GIVE(uuid);
        break;
    case 0x410F:
        if (has("pci")) return GIVE(pci);
        break;
    }
    return CL_INVALID_VALUE;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *list, context_notified notify,
                                             void *data, cl_int *errcode)
{
    if (errcode) *errcode = has("images") ? CL_SUCCESS : CL_INVALID_OPERATION;
    return has("images") ? (cl_context)(void *)&device : NULL;
}

static cl_int CL_API_CALL get_formats(cl_context context, cl_mem_flags flags,
                                      cl_mem_object_type type, cl_uint room, cl_image_format *list,
                                      cl_uint *count)
{
    static const cl_image_format formats[] = { { CL_RGBA, CL_UNORM_INT8 }, { CL_R, CL_FLOAT } };
    *count = type != CL_MEM_OBJECT_IMAGE2D ? 0 : flags == CL_MEM_READ_WRITE ? 1 : 2;
    for (cl_uint i = 0; list && i < *count && i < room; i++) list[i] = formats[i];
    return CL_SUCCESS;
}

static const cl_icd_dispatch table = {
    .clCreateContext = create_context,
    .clGetSupportedImageFormats = get_formats,
    .clGetPlatformInfo = get_platform_info,
    .clGetDeviceIDs = get_devices,
    .clGetDeviceInfo = get_device_info,
};

static int be_listed(void)
{
    if (has("says")) fputs(variable("TOOL_SAYS"), stderr);
    if (has("tells")) fputs(variable("TOOL_SAYS"), stdout), fflush(stdout);
    if (has("lcrash")) crash();
    if (has("labort")) abort();
    if (has("lexit")) exit(4);
    if (has("lhang")) hang();
    if (has("lclose")) close_files(3);
    if (has("lfull")) fill_files();
    if (has("replace")) replace_files(variable("TOOL_OWN"));
    if (has("homeless") && variable("HOME") && !*variable("HOME")) return CL_PLATFORM_NOT_FOUND_KHR;
    return has("noplatforms") ? CL_PLATFORM_NOT_FOUND_KHR
           : has("nomemory")  ? CL_OUT_OF_HOST_MEMORY
                              : CL_SUCCESS;
}
