/* SPDX-License-Identifier: Apache-2.0 */
#include "twins.h"

#include "../bounds_protocol.h"
#include "../entry.h"
#include "lock.h"

#include <stdio.h>
#include <stdlib.h>

static struct twin *twins;

/* NULL if there is no memory. */
static char *copy_of(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    if (copy) memcpy(copy, text, strlen(text) + 1);
    return copy;
}

/* ---- what drivers answer ---- */

/* The caller frees it; NULL: the driver does not answer. */
static char *program_text(cl_program program, cl_program_info what)
{
    size_t size = 0;
    char *text = NULL;
    if (!down.clGetProgramInfo(program, what, 0, NULL, &size)) text = calloc(1, size + 1);
    if (text && !down.clGetProgramInfo(program, what, size, text, NULL)) return text;
    free(text);
    return NULL;
}

static char *build_text(cl_program program, cl_device_id device, cl_program_build_info what)
{
    size_t size = 0;
    char *text = NULL;
    if (!down.clGetProgramBuildInfo(program, device, what, 0, NULL, &size))
        text = calloc(1, size + 1);
    if (text && !down.clGetProgramBuildInfo(program, device, what, size, text, NULL)) return text;
    free(text);
    return NULL;
}

enum { MOST_DEVICES = 64 };

/* The devices that it was built for. Returns how many. */
static cl_uint built_devices(cl_program program, cl_device_id devices[MOST_DEVICES])
{
    size_t size = 0;
    cl_uint count = 0;
    if (down.clGetProgramInfo(program, CL_PROGRAM_DEVICES, MOST_DEVICES * sizeof *devices, devices,
                              &size))
        return 0;
    for (size_t i = 0; i < size / sizeof *devices; i++) {
        cl_build_status status = CL_BUILD_NONE;
        down.clGetProgramBuildInfo(program, devices[i], CL_PROGRAM_BUILD_STATUS, sizeof status,
                                   &status, NULL);
        if (status == CL_BUILD_SUCCESS) devices[count++] = devices[i];
    }
    return count;
}

/* Builds another source in a program's context. NULL: it does not build. */
static cl_program build(cl_program program, const char *source, const char *options, cl_uint count,
                        const cl_device_id *devices)
{
    cl_context context = NULL;
    cl_program built = NULL;
    cl_int status = CL_SUCCESS;
    if (!down.clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof context, &context, NULL))
        built = down.clCreateProgramWithSource(context, 1, &source, NULL, &status);
    if (!built || status) return NULL;
    if (!down.clBuildProgram(built, count, devices, options, NULL, NULL)) return built;
    down.clReleaseProgram(built);
    return NULL;
}

/* ---- the command ---- */

static bool send_message(int to, enum bounds_message message, const char *text, size_t size)
{
    const struct bounds_head head = { (uint32_t)message, 0, size };
    return system_send(to, &head, sizeof head) && system_send(to, text, size);
}

/* Returns the text, which ends with a NUL, or NULL. The caller frees it. */
static char *receive_message(int from, struct bounds_head *head)
{
    char *text;
    if (!system_receive(from, head, sizeof *head) || head->size > BOUNDS_MOST_TEXT) return NULL;
    text = calloc(1, (size_t)head->size + 1);
    if (text && system_receive(from, text, (size_t)head->size)) return text;
    free(text);
    return NULL;
}

static bool send_source(int to, const char *options, const char *source)
{
    const size_t first = strlen(options) + 1, size = first + strlen(source);
    char *text = malloc(size + 1);
    bool is_sent;
    if (!text) return false;
    memcpy(text, options, first);
    memcpy(text + first, source, size - first + 1);
    is_sent = send_message(to, BOUNDS_SOURCE, text, size);
    free(text);
    return is_sent;
}

/* Builds the directives for each device. The names of the kernels; NULL: they do not build, or
 * devices differ. */
static char *probe(cl_program program, const char *source, const char *options, cl_uint count,
                   const cl_device_id *devices)
{
    char *names = NULL;
    for (cl_uint i = 0; i < count; i++) {
        cl_program built = build(program, source, options, 1, &devices[i]);
        char *more = built ? program_text(built, CL_PROGRAM_KERNEL_NAMES) : NULL;
        const bool is_same = more && (!names || !strcmp(names, more));
        if (built) down.clReleaseProgram(built);
        free(names);
        names = more;
        if (is_same) continue;
        free(names);
        return NULL;
    }
    return names;
}

/* Notes where the lines of a text begin. */
static bool note_accesses(struct twin *twin, uint32_t count)
{
    const char *at = twin->accesses;
    twin->places = calloc((size_t)count + 1, sizeof *twin->places);
    for (uint32_t i = 0; twin->places && at && i < count; i++) {
        twin->places[i] = at;
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    twin->count = count;
    return twin->places && at;
}

/* Builds what the command has written. */
static void build_rewritten(struct twin *twin, const struct bounds_head *head, const char *text,
                            cl_uint count, const cl_device_id *devices)
{
    const char *options = text, *accesses = options + strlen(options) + 1;
    const char *source = accesses < text + head->size ? accesses + strlen(accesses) + 1 : NULL;
    if (!source || source > text + head->size) return;
    twin->accesses = copy_of(accesses);
    if (!note_accesses(twin, head->accesses)) return;
    twin->built = build(twin->program, source, options, count, devices);
    if (!twin->built) twin->why = copy_of("the driver does not build the rewritten source");
}

/* Asks the command. */
static void ask(struct twin *twin, const char *source, cl_uint count, const cl_device_id *devices)
{
    const int file = system_connect(getenv(RECORD_CHECK_VARIABLE));
    struct bounds_head head = { 0 };
    char *text = NULL;
    bool goes_on = file >= 0 && send_source(file, twin->options, source);
    while (goes_on && (text = receive_message(file, &head)) && head.message == BOUNDS_PROBE) {
        char *names = probe(twin->program, text, twin->options, count, devices);
        goes_on = names && send_message(file, BOUNDS_NAMES, names, strlen(names));
        if (!names) twin->why = copy_of("the driver does not build its directives alone");
        free(names);
        free(text);
        text = NULL;
    }
    if (file >= 0) system_disconnect(file);
    if (text && head.message == BOUNDS_REWRITTEN)
        build_rewritten(twin, &head, text, count, devices);
    if (text && head.message == BOUNDS_REFUSED) twin->why = copy_of(text);
    free(text);
}

/* ---- twins ---- */

static void make(struct twin *twin, cl_uint count, const cl_device_id *devices)
{
    char *source = program_text(twin->program, CL_PROGRAM_SOURCE);
    if (source && *source) ask(twin, source, count, devices);
    else twin->why = copy_of("it was not made from source");
    if (!twin->built && !twin->why) twin->why = copy_of("clrelay check does not answer");
    free(source);
}

static uint64_t generation_of(cl_program program)
{
    const struct tracked *it = objects_find(program);
    return it ? atomic_load(&it->generation) : 0;
}

/* Call it with the lock. */
static struct twin *find(cl_program program, uint64_t generation, const char *options)
{
    struct twin *it = twins;
    while (it && (it->program != program || it->generation != generation ||
                  strcmp(it->options, options) != 0))
        it = it->next;
    if (it) it->holders++;
    return it;
}

struct twin *twin_of(cl_program program)
{
    cl_device_id devices[MOST_DEVICES];
    const cl_uint count = built_devices(program, devices);
    const uint64_t generation = generation_of(program);
    char *options = count ? build_text(program, devices[0], CL_PROGRAM_BUILD_OPTIONS) : NULL;
    struct twin *twin;
    if (!options) return NULL;
    lock_take(LOCK_BOUNDS);
    twin = find(program, generation, options);
    lock_release(LOCK_BOUNDS);
    if (twin) {
        free(options);
        return twin;
    }
    twin = malloc(sizeof *twin);
    if (!twin) {
        free(options);
        return NULL;
    }
    *twin = (struct twin){
        .program = program, .generation = generation, .options = options, .holders = 1
    };
    make(twin, count, devices);
    lock_take(LOCK_BOUNDS);
    twin->next = twins;
    twins = twin;
    lock_release(LOCK_BOUNDS);
    return twin;
}

static void twin_free(struct twin *twin)
{
    if (twin->built) down.clReleaseProgram(twin->built);
    free(twin->options);
    free(twin->why);
    free(twin->accesses);
    free(twin->places);
    free(twin);
}

/* Removes one that is no longer needed. */
static struct twin *take_unneeded(void)
{
    struct twin **link = &twins, *it;
    lock_take(LOCK_BOUNDS);
    while (*link && ((*link)->program || (*link)->holders)) link = &(*link)->next;
    it = *link;
    if (it) *link = it->next;
    lock_release(LOCK_BOUNDS);
    return it;
}

static void free_unneeded(void)
{
    struct twin *it;
    while ((it = take_unneeded())) twin_free(it);
}

void twin_release(struct twin *twin)
{
    bool is_unneeded;
    lock_take(LOCK_BOUNDS);
    is_unneeded = !--twin->holders && !twin->program;
    lock_release(LOCK_BOUNDS);
    if (is_unneeded) free_unneeded();
}

void twin_end(cl_program program)
{
    lock_take(LOCK_BOUNDS);
    for (struct twin *it = twins; it; it = it->next)
        if (it->program == program) it->program = NULL;
    lock_release(LOCK_BOUNDS);
    free_unneeded();
}
