/* SPDX-License-Identifier: Apache-2.0 */
#include "info_programs.h"

#include "../../build_log.h"
#include "../../recorder.h"
#include "../../layer_system.h"
#include "../../../calls/words.h"
#include "info_devices.h"
#include "../../source/kernel_source.h"
#include "lock.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_OF_PROGRAM = 16, MOST_REMEMBERED = 16, MOST_TEXT = 65536 };

/* The parameters of a kernel, kept for the next kernel of that name. */
struct remembered {
    uint64_t name;    /* the hash of the name */
    uint32_t build;   /* the program's number of builds when they were noted */
    uint32_t kernels; /* how many kernels of that name the program has used since */
    const void *prototype;
};

/* The remembered parameters are a part of this structure, because programs come and go. */
struct info_program {
    struct info info;
    size_t count; /* the number of devices; 0: not known */
    cl_device_id devices[MOST_OF_PROGRAM];
    _Atomic uint32_t builds;        /* the number of builds so far, from 1 */
    _Atomic(const void *) built_at; /* where the call returned to that began the last build */
    atomic_bool is_told;            /* a finding has told that the build failed */
    struct remembered remembered[MOST_REMEMBERED];
    struct program_source source;
};

static void fill_program(void *handle, struct info *info)
{
    struct info_program *filled = (void *)info;
    cl_program program = handle;
    size_t size = 0;
    atomic_store(&filled->builds, 1);
    if (queries.clGetProgramInfo(program, CL_PROGRAM_DEVICES, 0, NULL, &size) ||
        size > sizeof filled->devices ||
        queries.clGetProgramInfo(program, CL_PROGRAM_DEVICES, size, filled->devices, NULL))
        return;
    filled->count = size / sizeof *filled->devices;
}

static void replace_program(struct info *dead, struct info *fresh)
{
    struct info_program *info = (void *)dead;
    struct source *source;
    lock_take(LOCK_PROGRAMS);
    source = info->source.read;
    memcpy(dead + 1, fresh + 1, sizeof *info - sizeof *dead);
    lock_release(LOCK_PROGRAMS);
    source_free(source);
}

const struct info_kind info_kind_program = { sizeof(struct info_program), fill_program,
                                             replace_program };

static const struct info_program *program_of(cl_program program)
{
    return (const void *)info_of(program, KIND_PROGRAM);
}

struct program_source *info_program_source(cl_program program, uint32_t *build)
{
    const bool is_read =
        info_program_origin(program) == ORIGIN_SOURCE || info_program_is_module(program);
    struct info_program *info = is_read ? (void *)info_to_change(program, KIND_PROGRAM) : NULL;
    if (info) *build = atomic_load(&info->builds);
    return info ? &info->source : NULL;
}

bool info_program_is_module(cl_program program)
{
    return info_program_origin(program) == ORIGIN_IL;
}

size_t info_program_devices(cl_program program, const cl_device_id **devices)
{
    const struct info_program *info = program_of(program);
    if (info) *devices = info->devices;
    return info ? info->count : 0;
}

/* ---- kernels of a name ---- */

static uint64_t hash_of(const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 1099511628211u;
    return hash;
}

void info_program_changes(cl_program program, const void *caller)
{
    struct info_program *info = (void *)info_to_change(program, KIND_PROGRAM);
    if (!info) return;
    atomic_store(&info->built_at, caller);
    atomic_store(&info->is_told, false);
    atomic_fetch_add(&info->builds, 1);
}

static struct remembered remembered(cl_program program, const char *name)
{
    const uint64_t hash = hash_of(name);
    const struct info_program *info = program_of(program);
    const struct remembered *place = info ? &info->remembered[hash % MOST_REMEMBERED] : NULL;
    struct remembered found = { 0 };
    if (!place) return found;
    lock_take(LOCK_PROGRAMS);
    if (place->name == hash && place->build == atomic_load(&info->builds)) found = *place;
    lock_release(LOCK_PROGRAMS);
    return found;
}

const void *info_remembered(cl_program program, const char *name)
{
    return remembered(program, name).prototype;
}

uint32_t info_kernels_used(cl_program program, const char *name)
{
    return remembered(program, name).kernels;
}

void info_remember(cl_program program, const char *name, const void *prototype)
{
    const uint64_t hash = hash_of(name);
    struct info_program *info = (void *)info_to_change(program, KIND_PROGRAM);
    struct remembered *place = info ? &info->remembered[hash % MOST_REMEMBERED] : NULL;
    uint32_t build;
    if (!place) return;
    lock_take(LOCK_PROGRAMS);
    build = atomic_load(&info->builds);
    if (place->name == hash && place->build == build) place->kernels++;
    else *place = (struct remembered){ hash, build, 1, prototype };
    lock_release(LOCK_PROGRAMS);
}

/* ---- an empty program ---- */

cl_int info_build_empty(const struct clBuildProgram_args *like, const char *options, size_t length)
{
    const char *source = "kernel void empty(void) {}";
    cl_context context = objects_context(like->program);
    char *part = context ? calloc(length + 1, 1) : NULL;
    cl_program made =
        part ? queries.clCreateProgramWithSource(context, 1, &source, NULL, NULL) : NULL;
    cl_int error;
    if (part) memcpy(part, options, length);
    error =
        made ? queries.clBuildProgram(made, like->num_devices, like->device_list, part, NULL, NULL)
             : CL_SUCCESS;
    if (made) queries.clReleaseProgram(made);
    free(part);
    return error;
}

/* ---- where programs come from ---- */

enum program_origin info_program_origin(cl_program program)
{
    const struct tracked *tracked = objects_living(program, KIND_PROGRAM);
    switch (tracked && !atomic_load(&tracked->met) ? atomic_load(&tracked->made_by) : SLOT_COUNT) {
    case clCreateProgramWithSource_number: return ORIGIN_SOURCE;
    case clCreateProgramWithBinary_number: return ORIGIN_BINARY;
    case clCreateProgramWithIL_number:
    case clCreateProgramWithILKHR_number: return ORIGIN_IL;
    case clCreateProgramWithBuiltInKernels_number: return ORIGIN_BUILT_IN;
    case clLinkProgram_number: return ORIGIN_LINKED;
    }
    return ORIGIN_UNKNOWN;
}

uint64_t info_program_kernels(cl_program program)
{
    const struct tracked *tracked = objects_living(program, KIND_PROGRAM);
    if (!tracked || atomic_load(&tracked->met) || atomic_load(&tracked->holders) < 0) return 0;
    return (uint64_t)atomic_load(&tracked->holders);
}

/* ---- devices ---- */

/* A sub-device counts as the device that it is a part of. */
static bool is_foreign(const struct info_program *info, cl_device_id handle)
{
    const struct tracked *device = objects_find(handle);
    if (!info || !info->count) return false;
    for (const struct tracked *whole = device; whole; whole = atomic_load(&whole->parent))
        for (size_t i = 0; i < info->count; i++)
            if (info->devices[i] == whole->handle) return false;
    return device != NULL;
}

bool info_is_foreign_program_device(cl_program program, cl_device_id device)
{
    return is_foreign(program_of(program), device);
}

cl_device_id info_foreign_program_device(cl_program program, cl_uint count,
                                         const cl_device_id *list)
{
    const struct info_program *info = program_of(program);
    for (cl_uint i = 0; HAS_ELEMENT(list, count, i); i++)
        if (is_foreign(info, list[i])) return list[i];
    return NULL;
}

cl_device_id info_program_device_without(cl_program program, cl_uint count,
                                         const cl_device_id *list, cl_device_info what)
{
    const struct info_program *info = list ? NULL : program_of(program);
    return info ? info_device_without(info->count, info->devices, what)
                : info_device_without(count, list, what);
}

/* ---- builds ---- */

static cl_build_status status_of(cl_program program, cl_device_id device)
{
    cl_build_status status = CL_BUILD_NONE;
    queries.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                  NULL);
    return status;
}

static bool has_executable(cl_program program, cl_device_id device)
{
    /* OpenCL 1.1 has no other types. */
    cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    if (status_of(program, device) != CL_BUILD_SUCCESS) return false;
    queries.clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type,
                                  NULL);
    return type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

bool info_program_lacks_executable(cl_program program, cl_device_id device)
{
    const struct info_program *info = program_of(program);
    if (!info || !info->count) return false;
    if (device) return !has_executable(program, device);
    for (size_t i = 0; i < info->count; i++)
        if (has_executable(program, info->devices[i])) return false;
    return true;
}

cl_build_status info_build_status(cl_program program)
{
    const struct info_program *info = program_of(program);
    cl_build_status status = CL_BUILD_NONE;
    for (size_t i = 0; info && i < info->count && status == CL_BUILD_NONE; i++)
        status = status_of(program, info->devices[i]);
    return status;
}

bool info_fails_to_build(cl_program program, const void **caller)
{
    struct info_program *info = (void *)info_to_change(program, KIND_PROGRAM);
    if (!info || info_build_status(program) != CL_BUILD_ERROR ||
        atomic_exchange(&info->is_told, true))
        return false;
    *caller = atomic_load(&info->built_at);
    return true;
}

bool info_program_is_building(cl_program program, cl_uint count, const cl_device_id *list)
{
    const struct info_program *info = program_of(program);
    const cl_device_id *devices = list ? list : info ? info->devices : NULL;
    for (size_t i = 0; info && i < (list ? count : info->count); i++)
        if (status_of(program, devices[i]) == CL_BUILD_IN_PROGRESS) return true;
    return false;
}

/* Gets the sizes of a program's binaries. Returns their number; 0 if it is not known. */
static size_t binary_sizes(cl_program program, size_t sizes[MOST_OF_PROGRAM])
{
    const struct info_program *info = program_of(program);
    size_t size = 0;
    if (!info || !info->count ||
        queries.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, MOST_OF_PROGRAM * sizeof *sizes,
                                 sizes, &size))
        return 0;
    return size / sizeof *sizes;
}

bool info_program_lacks_binary(cl_program program)
{
    size_t sizes[MOST_OF_PROGRAM];
    return info_first_zero(sizes, binary_sizes(program, sizes)) != 0;
}

uint64_t info_binary_count(cl_program program)
{
    const struct info_program *info = program_of(program);
    return info && info->count ? info->count : UNKNOWN;
}

const void *info_bad_pointer(const void *const *list, size_t count)
{
    char byte;
    for (size_t i = 0; i < count; i++)
        if (list[i] && !system_copy(&byte, list[i], sizeof byte)) return list[i];
    return NULL;
}

bool info_is_binary_size(cl_program program, size_t size)
{
    size_t sizes[MOST_OF_PROGRAM], all = 0;
    for (size_t i = binary_sizes(program, sizes); i-- > 0; all += sizes[i])
        if (sizes[i] == size) return true;
    return all == size;
}

/* ---- where the log points ---- */

struct source_place {
    uint64_t line, column;
};

static uint64_t number_before(const char *text, const char **end)
{
    uint64_t number = 0, unit = 1;
    while (*end > text && (*end)[-1] >= '0' && (*end)[-1] <= '9' && unit < 1000000000) {
        number += unit * (uint64_t)(*--*end - '0');
        unit *= 10;
    }
    return number;
}

/* The place at the end of a text: "name:3:14", "name:3", or, as old drivers write it, "name(3)". */
static struct source_place place_at_end(const char *text, const char *end)
{
    struct source_place place = { 0, 0 };
    if (end > text && end[-1] == ')') end--;
    place.line = number_before(text, &end);
    if (!place.line || end == text || (end[-1] != ':' && end[-1] != '(')) {
        place.line = 0;
        return place;
    }
    end--;
    if (end > text && end[-1] >= '0' && end[-1] <= '9') {
        place.column = place.line;
        place.line = number_before(text, &end);
    }
    return place;
}

/* The place before an error: "name:3:14: ". */
static struct source_place place_before(const char *text, const char *end)
{
    while (end > text && end[-1] == ' ') end--;
    if (end == text || *--end != ':') return (struct source_place){ 0, 0 };
    return place_at_end(text, end);
}

/* The place after an error: "error: name:3:14: "; or, if the error is in a macro, which PoCL tells
 * apart, "error: name:3:14 <Spelling=name:1:8>: ". */
static struct source_place place_after(const char *error)
{
    const size_t line = strcspn(error, "\n");
    for (const char *end = error + strcspn(error, ":") + 1; end < error + line; end++) {
        const bool ends = *end == ':' || (*end == ' ' && end[1] == '<');
        const struct source_place place = place_at_end(error, end);
        if (ends && place.line && place.column) return place;
    }
    return (struct source_place){ 0, 0 };
}

static struct source_place build_place(cl_program program)
{
    static const char fatal[] = "fatal ";
    const ptrdiff_t length = sizeof fatal - 1;
    char *log = build_log_of(program);
    struct source_place place = { 0, 0 };
    for (const char *error = log; error && (error = strstr(error, "error")) && !place.line;
         error++) {
        const bool is_fatal =
            error - log >= length && !strncmp(error - length, fatal, sizeof fatal - 1);
        const char *begin = is_fatal ? error - length : error;
        place = place_before(log, begin);
        if (!place.line && (begin == log || begin[-1] == '\n')) place = place_after(error);
    }
    free(log);
    return place;
}

uint64_t info_build_line(cl_program program)
{
    return build_place(program).line;
}

uint64_t info_build_column(cl_program program)
{
    return build_place(program).column;
}

/* ---- names of kernels ---- */

uint64_t info_kernel_count(cl_program program)
{
    size_t count = 0;
    return queries.clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL)
               ? UNKNOWN
               : count;
}

/* The names of a program's kernels, with `;` between them. NULL if they are not known. The caller
 * frees them. */
static char *kernel_names(cl_program program)
{
    size_t size = 0;
    char *names = NULL;
    /* Without kernels, NVIDIA's driver would crash. */
    if (!info_kernel_count(program)) return calloc(1, 1);
    if (!queries.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &size) && size)
        names = calloc(1, size + 1);
    if (!names || !queries.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names, NULL))
        return names;
    free(names);
    return NULL;
}

bool info_is_no_kernel_name(cl_program program, const char *name)
{
    char *names = name ? kernel_names(program) : NULL;
    const bool is_none = names && !info_lists(names, ';', name, strlen(name));
    free(names);
    return is_none;
}

enum { MOST_NAMES = 64, LONGEST_NAME = 64, LONGEST_LIST = 240 };

struct kernel_name {
    const char *text;
    size_t length, distance;
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The number of letters to add, leave out or replace to turn one name into the other. */
static size_t distance(const char *name, const struct kernel_name *other)
{
    size_t row[LONGEST_NAME + 1], diagonal, above;
    if (other->length > LONGEST_NAME) return SIZE_MAX;
    for (size_t j = 0; j <= other->length; j++) row[j] = j;
    for (size_t i = 0; name[i] && i < LONGEST_NAME; i++) {
        diagonal = i;
        row[0] = i + 1;
        for (size_t j = 1; j <= other->length; j++, diagonal = above) {
            above = row[j];
            row[j] =
                least(diagonal + (name[i] != other->text[j - 1]), least(above, row[j - 1]) + 1);
        }
    }
    return row[other->length];
}

static int by_distance(const void *a, const void *b)
{
    const struct kernel_name *left = a, *right = b;
    if (left->distance != right->distance) return left->distance < right->distance ? -1 : 1;
    return strcmp(left->text, right->text);
}

const void *info_record_kernels(cl_program program, const char *name)
{
    const void *key = (const char *)program + 1; /* no object has this address */
    struct kernel_name all[MOST_NAMES];
    char *names = kernel_names(program), list[LONGEST_LIST + sizeof ", ..."] = "";
    size_t count = 0, used = 0, i;
    for (const char *at = names; at && *at && count < MOST_NAMES; at += *at == ';') {
        all[count] = (struct kernel_name){ at, strcspn(at, ";"), 0 };
        all[count].distance = distance(name, &all[count]);
        at += all[count++].length;
    }
    qsort(all, count, sizeof *all, by_distance);
    for (i = 0; i < count && used + all[i].length + 2 <= LONGEST_LIST; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.*s", i ? ", " : "",
                                 (int)all[i].length, all[i].text);
    if (i < count) snprintf(list + used, sizeof list - used, "%s...", i ? ", " : "");
    if (count) recorder_name(key, list);
    free(names);
    return key;
}

/* Whether no device has a built-in kernel; false if a device does not tell which ones it has. */
static bool is_no_built_in(const char *name, size_t length, cl_uint count,
                           const cl_device_id *devices)
{
    char *names = malloc(MOST_TEXT);
    bool found = !names;
    for (cl_uint i = 0; !found && i < count; i++) {
        memset(names, 0, MOST_TEXT);
        found = queries.clGetDeviceInfo(devices[i], CL_DEVICE_BUILT_IN_KERNELS, MOST_TEXT - 1,
                                        names, NULL) ||
                info_lists(names, ';', name, length);
    }
    free(names);
    return !found;
}

uint64_t info_bad_built_in(const char *names, cl_uint count, const cl_device_id *devices)
{
    uint64_t place = 1;
    for (const char *name = names; name && devices && count; place++) {
        const char *end = strchr(name, ';');
        if (is_no_built_in(name, end ? (size_t)(end - name) : strlen(name), count, devices))
            return place;
        name = end ? end + 1 : NULL;
    }
    return 0;
}

/* ---- lists ---- */

uint64_t info_first_null(const void *list, size_t count)
{
    const void *const *pointers = list;
    for (size_t i = 0; list && i < count; i++)
        if (!pointers[i]) return i + 1;
    return 0;
}

uint64_t info_first_zero(const size_t *list, size_t count)
{
    for (size_t i = 0; list && i < count; i++)
        if (!list[i]) return i + 1;
    return 0;
}
