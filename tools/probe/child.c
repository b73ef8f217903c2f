/* SPDX-License-Identifier: Apache-2.0 */
/* The process that uses OpenCL for the command: see protocol.h for its answers. */
#include "child_system.h"
#include "protocol.h"

#include "../base/data.h"
#include "../base/system.h"
#include "../base/text.h"
#include "../base/types.h"
#include "compute.h"
#include "details.h"

#include <clrelay/report.h>

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_ANSWER = 1 << 20, /* the longest text of a driver */
    /* The most platforms, and devices of a platform, to ask for everything. */
    MOST_ASKED = 64,
    MOST_OBJECTS = 65536 /* more platforms, or devices of a platform, are implausible */
};

/* Older headers lack these. */
enum { DEVICE_UUID = 0x106A, DEVICE_PCI_BUS_INFO = 0x410F };
struct pci_bus_info {
    cl_uint domain, bus, device, function;
};

/* The functions of the library; NULL: it lacks the function. */
static struct dispatch cl;

/* ---- sending answers ---- */

static void send_line(json_t *object)
{
    char *text = require_memory(json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII));
    size_t length = strlen(text);
    text[length] = '\n'; /* in place of the final NUL */
    child_answer(text, length + 1);
    free(text);
    json_decref(object);
}

static void send_no_memory(void)
{
    static const char line[] = "{\"trouble\":\"there is not enough memory\"}\n";
    child_answer(line, sizeof line - 1);
}

static void send_stage(const char *format, ...) PRINTF_LIKE(1, 2);
static void send_stage(const char *format, ...)
{
    va_list arguments;
    char *text;
    va_start(arguments, format);
    text = text_format_list(format, arguments);
    va_end(arguments);
    send_line(json_pack("{s:o}", "stage", data_string(text)));
    free(text);
}

/* Reports files that drivers have closed or replaced, which the loader does not check. */
static void send_changed_files(void)
{
    char *text = child_changed_files();
    if (text) send_line(json_pack("{s:o}", "changed", data_string(text)));
    free(text);
}

static void send_changed_handlers(void)
{
    char *text = child_changed_handlers();
    if (text) send_line(json_pack("{s:o}", "handlers", data_string(text)));
    free(text);
}

/* ---- queries ---- */

typedef cl_int(CL_API_CALL *get_info)(void *of, cl_uint what, size_t size, void *to,
                                      size_t *size_ret);

static cl_int CL_API_CALL get_platform_info(void *of, cl_uint what, size_t size, void *to,
                                            size_t *ret)
{
    return cl.clGetPlatformInfo(of, what, size, to, ret);
}

static cl_int CL_API_CALL get_device_info(void *of, cl_uint what, size_t size, void *to,
                                          size_t *ret)
{
    return cl.clGetDeviceInfo(of, what, size, to, ret);
}

static json_t *query_text(get_info get, void *of, cl_uint what)
{
    size_t size = 0;
    char *text;
    json_t *value;
    if (get(of, what, 0, NULL, &size) != CL_SUCCESS || size == 0 || size > LONGEST_ANSWER)
        return json_null();
    text = require_memory(calloc(1, size + 1)); /* one more byte, for drivers that forget the NUL */
    value = get(of, what, size, text, NULL) == CL_SUCCESS ? data_string(text) : json_null();
    free(text);
    return value;
}

/* Queries a number, of any size that devices return. */
static json_t *query_number(cl_device_id device, cl_uint what)
{
    union {
        cl_uint small;
        cl_ulong large;
        unsigned char room[64]; /* for drivers that write too much */
    } number = { .large = 0 };
    size_t size = 0;
    if (cl.clGetDeviceInfo(device, what, sizeof(cl_ulong), &number, &size) != CL_SUCCESS)
        return json_null();
    if (size == sizeof number.small) return json_integer((json_int_t)number.small);
    if (size != sizeof number.large || number.large > INT64_MAX) return json_null();
    return json_integer((json_int_t)number.large);
}

static json_t *query_type(cl_device_id device)
{
    static const struct {
        cl_device_type type;
        const char *name;
    } names[] = { { CL_DEVICE_TYPE_GPU, "GPU" },
                  { CL_DEVICE_TYPE_CPU, "CPU" },
                  { CL_DEVICE_TYPE_ACCELERATOR, "accelerator" },
                  { CL_DEVICE_TYPE_CUSTOM, "custom" } };
    cl_device_type type = 0;
    if (cl.clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL) != CL_SUCCESS)
        return json_null();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (type & names[i].type) return json_string(names[i].name);
    return json_null();
}

static json_t *query_uuid(cl_device_id device)
{
    unsigned char uuid[16];
    char text[2 * sizeof uuid + 1];
    bool any = false;
    size_t size = 0;
    if (cl.clGetDeviceInfo(device, DEVICE_UUID, sizeof uuid, uuid, &size) != CL_SUCCESS ||
        size != sizeof uuid)
        return json_null();
    for (size_t i = 0; i < sizeof uuid; i++) {
        snprintf(text + 2 * i, 3, "%02x", uuid[i]);
        any = any || uuid[i];
    }
    return any ? json_string(text) : json_null();
}

static json_t *query_pci(cl_device_id device)
{
    struct pci_bus_info at;
    size_t size = 0;
    if (cl.clGetDeviceInfo(device, DEVICE_PCI_BUS_INFO, sizeof at, &at, &size) != CL_SUCCESS ||
        size != sizeof at)
        return json_null();
    return json_sprintf("%04x:%02x:%02x.%x", at.domain, at.bus, at.device, at.function);
}

static void stage_of_device(size_t platform, size_t index, const char *what)
{
    send_stage("device %zu of platform %zu is asked for its %s", index, platform, what);
}

static json_t *describe_device(size_t platform, size_t index, cl_device_id device)
{
    json_t *object = json_pack("{s:I}", "index", (json_int_t)index);
    stage_of_device(platform, index, "properties");
    json_object_set_new(object, "name", query_text(get_device_info, device, CL_DEVICE_NAME));
    json_object_set_new(object, "vendor", query_text(get_device_info, device, CL_DEVICE_VENDOR));
    json_object_set_new(object, "version", query_text(get_device_info, device, CL_DEVICE_VERSION));
    json_object_set_new(object, "driver_version",
                        query_text(get_device_info, device, CL_DRIVER_VERSION));
    json_object_set_new(object, "type", query_type(device));
    json_object_set_new(object, "compute_units", query_number(device, CL_DEVICE_MAX_COMPUTE_UNITS));
    json_object_set_new(object, "memory", query_number(device, CL_DEVICE_GLOBAL_MEM_SIZE));
    stage_of_device(platform, index, "UUID");
    json_object_set_new(object, "uuid", query_uuid(device));
    stage_of_device(platform, index, "PCI address");
    json_object_set_new(object, "pci", query_pci(device));
    return object;
}

static json_t *describe_error(const char *called, cl_int status)
{
    char *error = type_error_text(status);
    json_t *text = data_format("%s returned %s", called, error);
    free(error);
    return text;
}

/* The devices of a platform, which may be none. If the platform can't list them, *error becomes the
 * reason. */
static json_t *describe_devices(size_t index, cl_platform_id platform, json_t **error)
{
    json_t *all = json_array();
    cl_device_id *devices;
    cl_uint count = 0, now = 0;
    cl_int status = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    *error = json_null();
    if (status == CL_DEVICE_NOT_FOUND || (status == CL_SUCCESS && count == 0)) return all;
    if (status != CL_SUCCESS) {
        *error = describe_error("clGetDeviceIDs", status);
        return all;
    }
    if (count > MOST_OBJECTS) {
        *error = json_sprintf("clGetDeviceIDs says that there are %u devices", count);
        return all;
    }
    devices = require_memory(calloc(count, sizeof *devices));
    status = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices, &now);
    if (status != CL_SUCCESS) *error = describe_error("clGetDeviceIDs", status);
    for (cl_uint i = 0; status == CL_SUCCESS && i < count && i < now; i++)
        if (devices[i]) json_array_append_new(all, describe_device(index, i, devices[i]));
    if (status == CL_SUCCESS && json_array_size(all) < count)
        *error = data_format("clGetDeviceIDs counts %u devices and lists %zu", count,
                             json_array_size(all));
    free(devices);
    return all;
}

/* The library of a platform: the one with its clGetPlatformInfo. */
static json_t *library_of(cl_platform_id platform)
{
    enum { SLOT_OF_INFORMATION = 1 };
    void *const *const *object = (void *)platform;
    char *file = *object ? system_file_of((*object)[SLOT_OF_INFORMATION]) : NULL;
    json_t *value = data_string(file);
    free(file);
    return value;
}

static json_t *describe_platform(size_t index, cl_platform_id platform)
{
    json_t *object = json_pack("{s:I}", "index", (json_int_t)index), *error;
    send_stage("platform %zu is asked for its name", index);
    json_object_set_new(object, "name", query_text(get_platform_info, platform, CL_PLATFORM_NAME));
    json_object_set_new(object, "vendor",
                        query_text(get_platform_info, platform, CL_PLATFORM_VENDOR));
    json_object_set_new(object, "version",
                        query_text(get_platform_info, platform, CL_PLATFORM_VERSION));
    json_object_set_new(object, "file", library_of(platform));
    send_stage("platform %zu is asked for its devices", index);
    json_object_set_new(object, "devices", describe_devices(index, platform, &error));
    json_object_set_new(object, "error", error);
    return object;
}

static json_t *describe_platforms(void)
{
    json_t *all = json_array();
    cl_platform_id *platforms;
    cl_uint count = 0, now = 0;
    if (cl.clGetPlatformIDs(0, NULL, &count) != CL_SUCCESS || count > MOST_OBJECTS) return all;
    platforms = require_memory(calloc((size_t)count + 1, sizeof *platforms));
    if (cl.clGetPlatformIDs(count, platforms, &now) != CL_SUCCESS) now = 0;
    for (cl_uint i = 0; i < count && i < now; i++)
        if (platforms[i]) json_array_append_new(all, describe_platform(i, platforms[i]));
    free(platforms);
    return all;
}

/* ---- the loader ---- */

/* ISO C can't cast between these kinds of pointers. */
static bool find_function(void *library, const char *name, void *to)
{
    void *address = system_function(library, name);
    memcpy(to, &address, sizeof address);
    return address != NULL;
}

static json_t *loader_text(clrelay_loader_info get, cl_icdl_info what)
{
    char text[256] = "";
    size_t size = 0;
    if (!get || get(what, 0, NULL, &size) != CL_SUCCESS || size > sizeof text ||
        get(what, size, text, NULL) != CL_SUCCESS)
        return json_null();
    text[sizeof text - 1] = '\0';
    return data_string(text);
}

static json_t *describe_loader(void *library)
{
    clrelay_loader_info get = NULL;
    json_t *object = json_object();
    void *address;
    char *path, *real;
    if (!find_function(library, "clGetICDLoaderInfoOCLICD", &get)) {
        address = cl.clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
        memcpy(&get, &address, sizeof get);
    }
    memcpy(&address, &cl.clGetPlatformIDs, sizeof address);
    path = system_file_of(address);
    real = path ? system_real_path(path) : NULL;
    json_object_set_new(object, "name", loader_text(get, CL_ICDL_NAME));
    json_object_set_new(object, "version", loader_text(get, CL_ICDL_VERSION));
    json_object_set_new(object, "opencl", loader_text(get, CL_ICDL_OCL_VERSION));
    json_object_set_new(object, "path", data_string(path));
    json_object_set_new(object, "file", data_string(real ? real : path));
    json_object_set_new(object, "beside", json_boolean(child_loader_is_beside()));
    free(real);
    free(path);
    return object;
}

/* The loader's own report; if it is null, *error becomes the reason. */
static json_t *read_report(json_t **error)
{
    clGetLoaderReportCLRELAY_fn get;
    void *address = cl.clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY");
    json_error_t problem;
    json_t *report = NULL;
    *error = json_null();
    memcpy(&get, &address, sizeof get);
    /* The report may grow between the two calls. */
    for (int attempt = 0; get && attempt < 5; attempt++) {
        size_t size = 0;
        char *text;
        cl_int status = get(0, NULL, &size);
        if (status != CL_SUCCESS) continue;
        text = require_memory(calloc(1, size + 1));
        status = get(size, text, NULL);
        if (status == CL_SUCCESS) report = json_loads(text, 0, &problem);
        free(text);
        if (status != CL_SUCCESS) continue;
        if (!json_is_object(report)) {
            json_decref(report);
            *error = json_sprintf("the loader's report is not a JSON object: %s",
                                  report ? "another value" : problem.text);
            return json_null();
        }
        if (json_integer_value(json_object_get(report, "schema")) <= CLRELAY_REPORT_SCHEMA)
            return report;
        json_decref(report);
        *error = json_string("the loader is newer than this program, which does not understand "
                             "its report");
        return json_null();
    }
    if (get) *error = json_string("the loader gave no report");
    return json_null();
}

static const struct {
    const char *name;
    size_t slot;
} functions[] = {
#define BY_ANY(version, type, name, ...) { #name, SLOT_OF(name) },
#include "api/entry_points.h"
};

static void find_functions(void *library)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        function found = NULL;
        find_function(library, functions[i].name, &found);
        dispatch_set_slot(&cl, functions[i].slot, found);
    }
}

static void *open_loader(const char *path, char **message)
{
    void *library;
    const char *missing;
    send_stage(PROBE_STAGE_OPENING, path);
    library = child_open_loader(path, message);
    if (!library) return NULL;
    find_functions(library);
    missing = !cl.clGetPlatformIDs                ? "clGetPlatformIDs"
              : !cl.clGetPlatformInfo             ? "clGetPlatformInfo"
              : !cl.clGetDeviceIDs                ? "clGetDeviceIDs"
              : !cl.clGetDeviceInfo               ? "clGetDeviceInfo"
              : !cl.clGetExtensionFunctionAddress ? "clGetExtensionFunctionAddress"
                                                  : NULL;
    if (!missing) return library;
    *message = text_format("%s " PROBE_LACKS_FUNCTION "%s", path, missing);
    return NULL;
}

static json_t *no_loader(char *message)
{
    json_t *object = json_pack("{s:o}", "error", data_string(message));
    free(message);
    return object;
}

static json_t *describe_library(const char *path, bool devices)
{
    char *message = NULL;
    json_t *object, *error;
    void *library = open_loader(path, &message);
    if (!library) return no_loader(message);
    object = json_object();
    send_stage(PROBE_STAGE_LOADING);
    json_object_set_new(object, "loader", describe_loader(library));
    json_object_set_new(object, "report", read_report(&error));
    json_object_set_new(object, "report_error", error);
    if (devices || !json_is_object(json_object_get(object, "report")))
        json_object_set_new(object, "platforms", describe_platforms());
    send_stage("the answer is sent");
    return object;
}

/* ---- one device at work ---- */

static void stage(const char *what)
{
    send_stage("%s", what);
}

static json_t *describe_failure(const struct computation *computed)
{
    return computed->function ? describe_error(computed->function, computed->error) : json_null();
}

static json_t *describe_computation(const struct computation *computed)
{
    static const char *const results[] = { [COMPUTE_RIGHT] = "right",
                                           [COMPUTE_WRONG] = "wrong",
                                           [COMPUTE_FAILED] = "failed",
                                           [COMPUTE_NOTHING] = "nothing to run" };
    json_t *object =
        json_pack("{s:s, s:b}", "result", results[computed->result], "native", computed->native);
    bool has_run = computed->result == COMPUTE_RIGHT || computed->result == COMPUTE_WRONG;
    json_object_set_new(object, "build_microseconds",
                        has_run && !computed->native
                            ? json_integer((json_int_t)(computed->build_time * 1e3))
                            : json_null());
    json_object_set_new(object, "run_microseconds",
                        has_run ? json_integer((json_int_t)(computed->run_time * 1e3))
                                : json_null());
    json_object_set_new(object, "numbers", json_integer(COMPUTE_NUMBERS));
    json_object_set_new(object, "wrong", json_integer((json_int_t)computed->wrong));
    json_object_set_new(object, "error", describe_failure(computed));
    json_object_set_new(object, "log", data_string(computed->log));
    return object;
}

/* Finds the platform and device that have the numbers in the subject. The device is NULL if there
 * is no second number. Returns false if one of them does not exist. */
static bool find_subject(const char *subject, cl_platform_id *platform, cl_device_id *device)
{
    char *end;
    unsigned long number = strtoul(subject, &end, 10), second = strtoul(end, NULL, 10);
    cl_platform_id *platforms;
    cl_device_id *devices;
    cl_uint count = 0;
    bool good;
    if (number >= MOST_OBJECTS || second >= MOST_OBJECTS) return false;
    platforms = require_memory(calloc(number + 1, sizeof *platforms));
    good = cl.clGetPlatformIDs((cl_uint)number + 1, platforms, &count) == CL_SUCCESS &&
           count > number && platforms[number];
    *platform = platforms[number];
    *device = NULL;
    free(platforms);
    if (!good || !*end) return good;
    devices = require_memory(calloc(second + 1, sizeof *devices));
    good = cl.clGetDeviceIDs(*platform, CL_DEVICE_TYPE_ALL, (cl_uint)second + 1, devices, &count) ==
               CL_SUCCESS &&
           count > second && devices[second];
    *device = devices[second];
    free(devices);
    return good;
}

static json_t *test_device(const char *path, const char *subject)
{
    char *message = NULL;
    cl_platform_id platform;
    cl_device_id device;
    struct computation computed = { .result = COMPUTE_FAILED,
                                    .function = "clGetDeviceIDs",
                                    .error = CL_DEVICE_NOT_FOUND };
    json_t *object;
    if (!open_loader(path, &message)) return no_loader(message);
    send_stage(PROBE_STAGE_LOADING);
    if (find_subject(subject, &platform, &device) && device)
        computed = compute_on(&cl, platform, device, stage);
    object = json_pack("{s:o}", "test", describe_computation(&computed));
    free(computed.log);
    return object;
}

/* ---- all details ---- */

/* Adds what only a kernel can tell about the device. */
static void add_kernel_details(json_t *details, cl_platform_id platform, cl_device_id device)
{
    size_t multiple = compute_multiple(&cl, platform, device, stage);
    if (multiple)
        json_object_set_new(details, "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE",
                            json_integer((json_int_t)multiple));
}

static void stage_of_query(const char *query)
{
    send_stage("it is asked for %s", query);
}

/* Asks all platforms and devices for all details, and forgets the answers. */
static json_t *ask_everything(const char *path)
{
    char *message = NULL;
    cl_platform_id platforms[MOST_ASKED];
    cl_uint count = 0;
    if (!open_loader(path, &message)) return no_loader(message);
    send_stage(PROBE_STAGE_LOADING);
    if (cl.clGetPlatformIDs(MOST_ASKED, platforms, &count) != CL_SUCCESS) count = 0;
    for (cl_uint i = 0; i < count && i < MOST_ASKED; i++) {
        cl_device_id devices[MOST_ASKED] = { NULL }; /* a driver may fill less than it says */
        cl_uint found = 0;
        json_decref(details_of_platform(&cl, platforms[i], stage_of_query));
        if (cl.clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, MOST_ASKED, devices, &found))
            found = 0;
        for (cl_uint j = 0; j < found && j < MOST_ASKED && devices[j]; j++)
            json_decref(details_of_device(&cl, devices[j], stage_of_query));
    }
    return json_object();
}

static json_t *describe_details(const char *path, const char *subject)
{
    char *message = NULL;
    cl_platform_id platform;
    cl_device_id device;
    json_t *object, *details;
    if (!open_loader(path, &message)) return no_loader(message);
    send_stage(PROBE_STAGE_LOADING);
    object = json_object();
    if (!find_subject(subject, &platform, &device)) return object;
    details = device ? details_of_device(&cl, device, stage_of_query)
                     : details_of_platform(&cl, platform, stage_of_query);
    json_object_set_new(object, "details", details);
    if (!device) return object;
    send_stage("it is asked for its image formats");
    json_object_set_new(object, "image_formats", details_of_images(&cl, platform, device));
    add_kernel_details(details, platform, device);
    return object;
}

/* ---- all symbols at once ---- */

static json_t *bind_at_once(const char *path)
{
    char *message = NULL;
    json_t *object;
    send_stage("%s is opened", text_file_name(path));
    system_bind(path, &message);
    object = json_pack("{s:b, s:o}", "bound", message == NULL, "message", data_string(message));
    free(message);
    return object;
}

/* ---- the process ---- */

int child_main(int count, char **words)
{
    const double begun = system_milliseconds();
    char *message = NULL;
    json_t *result;
    if (count < 3) return 2;
    if (!child_begin(words + 3)) return PROBE_MUTE;
    require_memory_handler(send_no_memory);
    atexit(send_changed_files); /* drivers register their handlers later, so these run before it */
    send_stage("it starts");
    if (strcmp(words[0], "bind") == 0) {
        /* Lets drivers that are linked to the loader find it, as they do in programs. */
        child_open_loader(words[1], &message);
        free(message);
        result = bind_at_once(words[2]);
    } else if (strcmp(words[0], "test") == 0) {
        result = test_device(words[1], words[2]);
    } else if (strcmp(words[0], "everything") == 0) {
        result = ask_everything(words[1]);
    } else if (strcmp(words[0], "details") == 0) {
        result = describe_details(words[1], words[2]);
    } else {
        result = describe_library(words[1], strcmp(words[0], "devices") == 0);
    }
    send_changed_handlers();
    send_line(json_pack("{s:o, s:f}", "result", result, "seconds",
                        (system_milliseconds() - begun) / 1e3));
    send_stage("the program ends");
    if (getenv(PROBE_LEAVES)) {
        send_changed_files();
        _Exit(0);
    }
    return 0;
}
