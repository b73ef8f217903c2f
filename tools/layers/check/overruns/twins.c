/* SPDX-License-Identifier: Apache-2.0 */
#include "twins.h"

#include "../../../calls/socket.h"
#include "../../../calls/bounds_protocol.h"
#include "../../next_layer.h"
#include "../known/info_contexts.h"
#include "../known/info_programs.h"
#include "../known/lock.h"

#include <stdlib.h>

static struct twin *twins;

/* What the command needs to know of a program to rewrite it (bounds_protocol.h). */
static struct units {
    struct units *next;
    cl_program program;
    uint64_t generation;
    char *text;
    size_t size;
} * all_units;

/* A copy of a text. NULL: there is no memory. */
static char *copy_of(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    if (copy) memcpy(copy, text, strlen(text) + 1);
    return copy;
}

/* ---- what drivers answer ---- */

/* A text that the driver answers about a program. NULL: the driver does not answer. The caller
 * frees it. */
static char *program_text(cl_program program, cl_program_info what)
{
    size_t size = 0;
    char *text = NULL;
    if (!next_layer.clGetProgramInfo(program, what, 0, NULL, &size)) text = calloc(1, size + 1);
    if (text && !next_layer.clGetProgramInfo(program, what, size, text, NULL)) return text;
    free(text);
    return NULL;
}

/* The options that a program was linked with. NULL: the driver does not answer. The caller frees
 * them. */
static char *link_options(cl_program program, cl_device_id device)
{
    const cl_program_build_info what = CL_PROGRAM_BUILD_OPTIONS;
    size_t size = 0;
    char *text = NULL;
    if (!next_layer.clGetProgramBuildInfo(program, device, what, 0, NULL, &size))
        text = calloc(1, size + 1);
    if (text && !next_layer.clGetProgramBuildInfo(program, device, what, size, text, NULL))
        return text;
    free(text);
    return NULL;
}

/* The devices that a program was built for. Returns their number. */
static cl_uint built_devices(cl_program program, cl_device_id devices[MOST_DEVICES])
{
    size_t size = 0;
    cl_uint count = 0;
    if (next_layer.clGetProgramInfo(program, CL_PROGRAM_DEVICES, MOST_DEVICES * sizeof *devices,
                                    devices, &size))
        return 0;
    for (size_t i = 0; i < size / sizeof *devices; i++) {
        cl_build_status status = CL_BUILD_NONE;
        next_layer.clGetProgramBuildInfo(program, devices[i], CL_PROGRAM_BUILD_STATUS,
                                         sizeof status, &status, NULL);
        if (status == CL_BUILD_SUCCESS) devices[count++] = devices[i];
    }
    return count;
}

/* The devices and the context of a program, for which the layer builds others. */
struct target {
    cl_context context;
    cl_uint count;
    const cl_device_id *devices;
};

/* Builds or compiles a source. NULL: it fails. */
static cl_program build(const struct target *target, bool compiles, const char *options,
                        const char *source)
{
    cl_int status = CL_SUCCESS;
    cl_program built =
        next_layer.clCreateProgramWithSource(target->context, 1, &source, NULL, &status);
    if (!built || status) return NULL;
    status = compiles ? next_layer.clCompileProgram(built, target->count, target->devices, options,
                                                    0, NULL, NULL, NULL, NULL)
                      : next_layer.clBuildProgram(built, target->count, target->devices, options,
                                                  NULL, NULL);
    if (!status) return built;
    next_layer.clReleaseProgram(built);
    return NULL;
}

enum { MOST_UNITS = 64 };

/* Compiles and links sources, which are pairs of options and a text. NULL: it fails. */
static cl_program build_units(const struct target *target, const char *options, const char *at,
                              const char *end)
{
    cl_program units[MOST_UNITS], linked = NULL;
    cl_uint count = 0;
    cl_int status = CL_SUCCESS;
    bool good = true;
    while (good && at < end && count < MOST_UNITS) {
        const char *source = at + strlen(at) + 1;
        units[count] = build(target, true, at, source);
        good = units[count] != NULL;
        count += good;
        at = source + strlen(source) + 1;
    }
    if (good && at >= end)
        linked = next_layer.clLinkProgram(target->context, target->count, target->devices, options,
                                          count, units, NULL, NULL, &status);
    while (count) next_layer.clReleaseProgram(units[--count]);
    if (linked && status) {
        next_layer.clReleaseProgram(linked);
        linked = NULL;
    }
    return linked;
}

/* ---- the command ---- */

/* A text that grows. */
struct message {
    char *text; /* NULL although `size` is not 0: there was no memory */
    size_t size;
};

static bool send_message(int to, enum bounds_message message, const char *text, size_t size)
{
    const struct bounds_head head = { (uint32_t)message, 0, size };
    return socket_send(to, &head, sizeof head) && socket_send(to, text, size);
}

/* Receives a message. Returns its text, with a NUL behind it, or NULL. The caller frees the
 * text. */
static char *receive_message(int from, struct bounds_head *head)
{
    char *text;
    if (!socket_receive(from, head, sizeof *head) || head->size > BOUNDS_MOST_TEXT) return NULL;
    text = calloc(1, (size_t)head->size + 1);
    if (text && socket_receive(from, text, (size_t)head->size)) return text;
    free(text);
    return NULL;
}

/* Builds the directives of a source for each device; `text` has options before them. Returns the
 * names of the kernels; NULL: the build fails, or devices differ. */
static char *probe(const struct target *target, const char *text)
{
    char *names = NULL;
    for (cl_uint i = 0; i < target->count; i++) {
        const struct target one = { target->context, 1, &target->devices[i] };
        cl_program built = build(&one, false, text, text + strlen(text) + 1);
        char *more = built ? program_text(built, CL_PROGRAM_KERNEL_NAMES) : NULL;
        const bool is_same = more && (!names || !strcmp(names, more));
        if (built) next_layer.clReleaseProgram(built);
        free(names);
        names = more;
        if (is_same) continue;
        free(names);
        return NULL;
    }
    return names;
}

/* Notes where the lines of the twin's accesses begin. Returns false if there are not `count` of
 * them. */
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

/* Builds the program that the command has rewritten. */
static void build_rewritten(struct twin *twin, const struct target *target,
                            const struct bounds_head *head, const char *text)
{
    const char *options = text + strlen(text) + 1, *end = text + head->size;
    char *linked = NULL;
    if (options >= end) return;
    twin->accesses = copy_of(text);
    if (!note_accesses(twin, head->accesses)) return;
    if (info_program_origin(twin->program) != ORIGIN_LINKED)
        twin->built = build(target, false, options, options + strlen(options) + 1);
    else if ((linked = link_options(twin->program, *target->devices)))
        twin->built = build_units(target, linked, options, end);
    if (!twin->built) twin->why = copy_of("the driver does not build the rewritten source");
    free(linked);
}

/* Asks the command to rewrite the units of a program. */
static void ask_command(struct twin *twin, const struct target *target, const struct message *units)
{
    const int file = socket_connect(system_variable(RECORD_CHECK_VARIABLE));
    struct bounds_head head = { 0 };
    char *text = NULL;
    bool goes_on = file >= 0 && send_message(file, BOUNDS_UNIT, units->text, units->size);
    while (goes_on && (text = receive_message(file, &head)) && head.message == BOUNDS_PROBE) {
        char *names = probe(target, text);
        goes_on = names && send_message(file, BOUNDS_NAMES, names, strlen(names));
        if (!names) twin->why = copy_of("the driver does not build its directives alone");
        free(names);
        free(text);
        text = NULL;
    }
    if (file >= 0) socket_disconnect(file);
    if (text && head.message == BOUNDS_REWRITTEN) build_rewritten(twin, target, &head, text);
    if (text && head.message == BOUNDS_REFUSED) twin->why = copy_of(text);
    free(text);
}

/* ---- units ---- */

static uint64_t generation_of(cl_program program)
{
    const struct tracked *tracked = objects_find(program);
    return tracked ? atomic_load(&tracked->generation) : 0;
}

static void append(struct message *to, const char *bytes, size_t size)
{
    char *text = to->text || !to->size ? realloc(to->text, to->size + size) : NULL;
    if (text) memcpy(text + to->size, bytes, size);
    else free(to->text);
    to->text = text;
    to->size += size;
}

static void append_text(struct message *to, const char *text)
{
    append(to, text, strlen(text) + 1);
}

/* Adds the source of a program. Returns false if it has none. */
static bool append_source(struct message *to, cl_program program)
{
    char *source = program_text(program, CL_PROGRAM_SOURCE);
    const bool is_there = source && *source;
    if (is_there) append_text(to, source);
    free(source);
    return is_there;
}

static void keep_units(cl_program program, char *text, size_t size)
{
    struct units *units = text ? malloc(sizeof *units) : NULL;
    if (!units) {
        free(text);
        return;
    }
    *units = (struct units){ NULL, program, generation_of(program), text, size };
    lock_take(LOCK_BOUNDS);
    units->next = all_units;
    all_units = units;
    lock_release(LOCK_BOUNDS);
}

/* Takes the units of a program out of the list. NULL: it has none. */
static struct units *take_units(cl_program program)
{
    struct units **link = &all_units, *units;
    lock_take(LOCK_BOUNDS);
    while (*link && (*link)->program != program) link = &(*link)->next;
    units = *link;
    if (units) *link = units->next;
    lock_release(LOCK_BOUNDS);
    return units;
}

/* Adds a copy of a program's units. Returns false if it has none. */
static bool append_units(struct message *to, cl_program program)
{
    const uint64_t generation = generation_of(program);
    const struct units *units;
    lock_take(LOCK_BOUNDS);
    units = all_units;
    while (units && (units->program != program || units->generation != generation))
        units = units->next;
    if (units) append(to, units->text, units->size);
    lock_release(LOCK_BOUNDS);
    return units;
}

void twin_compiled(cl_program program, const char *options, cl_uint count,
                   const cl_program *headers, const char *const *names)
{
    struct message source = { NULL, 0 };
    struct bounds_head head;
    char *unit = NULL;
    bool is_source;
    int file;
    twin_end(program);
    append_text(&source, options ? options : "");
    is_source = append_source(&source, program);
    for (cl_uint i = 0; i < count && is_source; i++) {
        append_text(&source, names[i]);
        is_source = append_source(&source, headers[i]);
    }
    file = is_source && source.text ? socket_connect(system_variable(RECORD_CHECK_VARIABLE)) : -1;
    if (file >= 0 && send_message(file, BOUNDS_SOURCE, source.text, source.size))
        unit = receive_message(file, &head);
    if (file >= 0) socket_disconnect(file);
    if (unit) keep_units(program, unit, (size_t)head.size);
    else if (is_source) keep_units(program, copy_of(""), 1); /* the command does not answer */
    free(source.text);
}

void twin_linked(cl_program program, cl_uint count, const cl_program *from)
{
    struct message units = { NULL, 0 };
    bool good = true;
    for (cl_uint i = 0; i < count && good; i++) good = append_units(&units, from[i]);
    if (good && units.text) keep_units(program, units.text, units.size);
    else free(units.text);
}

/* ---- twins ---- */

static void make(struct twin *twin, const struct target *target)
{
    struct message units = { NULL, 0 };
    if (append_units(&units, twin->program) && units.text) ask_command(twin, target, &units);
    else twin->why = copy_of("it was not made from source");
    if (!twin->built && !twin->why) twin->why = copy_of("clrelay check does not answer");
    free(units.text);
}

/* The twin of a program, or NULL. Call this with the lock. */
static struct twin *find(cl_program program, uint64_t generation)
{
    struct twin *twin = twins;
    while (twin && (twin->program != program || twin->generation != generation)) twin = twin->next;
    if (twin) twin->holders++;
    return twin;
}

struct twin *twin_of(cl_program program)
{
    cl_device_id devices[MOST_DEVICES];
    struct target target = { NULL, built_devices(program, devices), devices };
    const uint64_t generation = generation_of(program);
    struct twin *twin;
    if (!target.count || next_layer.clGetProgramInfo(program, CL_PROGRAM_CONTEXT,
                                                     sizeof target.context, &target.context, NULL))
        return NULL;
    lock_take(LOCK_BOUNDS);
    twin = find(program, generation);
    lock_release(LOCK_BOUNDS);
    if (twin) return twin;
    twin = malloc(sizeof *twin);
    if (!twin) return NULL;
    *twin = (struct twin){ .program = program, .generation = generation, .holders = 1 };
    make(twin, &target);
    lock_take(LOCK_BOUNDS);
    twin->next = twins;
    twins = twin;
    lock_release(LOCK_BOUNDS);
    return twin;
}

static void twin_free(struct twin *twin)
{
    if (twin->built) next_layer.clReleaseProgram(twin->built);
    free(twin->why);
    free(twin->accesses);
    free(twin->places);
    free(twin);
}

/* Takes a twin that is no longer needed out of the list, or returns NULL. */
static struct twin *take_unneeded(void)
{
    struct twin **link = &twins, *twin;
    lock_take(LOCK_BOUNDS);
    while (*link && ((*link)->program || (*link)->holders)) link = &(*link)->next;
    twin = *link;
    if (twin) *link = twin->next;
    lock_release(LOCK_BOUNDS);
    return twin;
}

static void free_unneeded(void)
{
    struct twin *twin;
    while ((twin = take_unneeded())) twin_free(twin);
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
    struct units *units = take_units(program);
    if (units) free(units->text);
    free(units);
    lock_take(LOCK_BOUNDS);
    for (struct twin *twin = twins; twin; twin = twin->next)
        if (twin->program == program) twin->program = NULL;
    lock_release(LOCK_BOUNDS);
    free_unneeded();
}
