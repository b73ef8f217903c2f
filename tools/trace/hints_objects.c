/* SPDX-License-Identifier: Apache-2.0 */
/* Hints about what a program makes, builds and releases. */
#include "hint_subjects.h"
#include "../base/quantity.h"

#include <inttypes.h>

static void look_at_kernels(struct hints *hints, const struct tally *tally)
{
    uint64_t again = 0, time = 0;
    const char *name = NULL;
    char took[QUANTITY], share[SHARE];
    size_t kernels = 0;
    for (size_t i = 0; i < tally->creations.count; i++) {
        const struct creation_tally *kernel = &tally->creations.items[i];
        if (kernel->again < OFTEN || 2 * kernel->again < kernel->launches) continue;
        if (!kernels++) name = kernel->name;
        again += kernel->again;
        time += kernel->nanoseconds;
    }
    if (!kernels || hint_percent(time, tally) < WORTH_CREATING) return;
    hint_add(hints, HINT_KERNEL_FOR_EACH_LAUNCH, time,
             text_format("%" PRIu64
                         " calls of clCreateKernel created a kernel that its program had "
                         "created before, for a launch or two each (%s%s): %s, %s.",
                         again, name, kernels > 1 ? " and others" : "", quantity_time(took, time),
                         hint_share_of_threads(share, time, tally)),
             "Create it once for each thread that uses it, and set its arguments again.");
}

static void look_at_builds(struct hints *hints, const struct tally *tally)
{
    const uint64_t time = tally->builds.again_nanoseconds;
    char took[QUANTITY], share[SHARE];
    if (!tally->builds.again || hint_percent(time, tally) < WORTH) return;
    hint_add(
        hints, HINT_BUILT_AGAIN, time,
        text_format("%" PRIu64 " of %" PRIu64
                    " calls of clBuildProgram built what was built before, with the same source, "
                    "options and device: %s, %s.",
                    tally->builds.again, tally->builds.builds, quantity_time(took, time),
                    hint_share_of_threads(share, time, tally)),
        "Keep the program object, or its binary (clGetProgramInfo, CL_PROGRAM_BINARIES).");
}

/* Repeated builds are the subject of another hint. */
static void look_at_building(struct hints *hints, const struct tally *tally)
{
    const struct build_tally *builds = &tally->builds;
    const uint64_t time = builds->nanoseconds - builds->again_nanoseconds;
    char took[QUANTITY], share[SHARE], *variants = NULL;
    if (hint_percent(time, tally) < WORTH_BUILDING) return;
    if (builds->variants >= MANY_VARIANTS)
        variants = text_format(" One source was built with %" PRIu64 " different options.",
                               builds->variants);
    hint_add(
        hints, HINT_BUILDING, time,
        text_format("Building programs for the first time in this run took %s, %s.%s",
                    quantity_time(took, time), hint_share_of_threads(share, time, tally),
                    variants ? variants : ""),
        "Keep their binaries (clGetProgramInfo, CL_PROGRAM_BINARIES) from one run to the next, and "
        "create programs from them.");
    free(variants);
}

static void look_at_leaks(struct hints *hints, const struct tally *tally)
{
    static const char *const names[] = {
        [EVENTS] = "events", [KERNELS] = "kernels", [PROGRAMS] = "programs", [QUEUES] = "queues"
    };
    static const char *const release[] = { [EVENTS] = "clReleaseEvent",
                                           [KERNELS] = "clReleaseKernel",
                                           [PROGRAMS] = "clReleaseProgram",
                                           [QUEUES] = "clReleaseCommandQueue" };
    if (!recording_has_all(tally->model->recording)) return;
    for (enum object_kind kind = EVENTS; kind <= QUEUES; kind++) {
        const struct object_tally *objects = &tally->habits.objects[kind];
        const uint64_t references = objects->made + objects->retained;
        char *advice;
        if (objects->released + OFTEN_SMALL > references || 2 * objects->released > references)
            continue;
        advice =
            text_format("Release each with %s when it is no longer used: they keep memory, and "
                        "some drivers get slower with each.",
                        release[kind]);
        hint_add(hints, HINT_NEVER_RELEASED, 0,
                 text_format("The program made %" PRIu64 " %s, and released %" PRIu64
                             " while it was recorded.",
                             objects->made, names[kind], objects->released),
                 advice);
        free(advice);
    }
}

/* Looks at objects that live for one launch. */
static void look_at_creations(struct hints *hints, const struct tally *tally)
{
    static const struct {
        enum object_kind kind;
        enum hint_id id;
        const char *name, *advice;
        /* The hint appears only if there is one for every two launches, or more. */
        bool for_launches;
    } rows[] = {
        { BUFFERS, HINT_BUFFER_FOR_EACH_LAUNCH, "buffers",
          "Create them once, and write to them again.", true },
        { QUEUES, HINT_QUEUE_FOR_EACH_LAUNCH, "queues", "Create one, and keep it.", true },
        { CONTEXTS, HINT_CONTEXT_MADE_AGAIN, "contexts", "Create one, and keep it.", false },
    };
    uint64_t launches = 0;
    char took[QUANTITY], share[SHARE];
    for (size_t i = 0; i < tally->kernels.count; i++) launches += tally->kernels.items[i].commands;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct object_tally *objects = &tally->habits.objects[rows[i].kind];
        if (objects->made < OFTEN || 2 * objects->released < objects->made ||
            (rows[i].for_launches && 2 * objects->made < launches) ||
            hint_percent(objects->nanoseconds, tally) < WORTH)
            continue;
        hint_add(hints, rows[i].id, objects->nanoseconds,
                 text_format("The program made %" PRIu64 " %s for %" PRIu64
                             " launches, and released most: %s, %s.",
                             objects->made, rows[i].name, launches,
                             quantity_time(took, objects->nanoseconds),
                             hint_share_of_threads(share, objects->nanoseconds, tally)),
                 rows[i].advice);
    }
}

void hints_of_objects(struct hints *hints, const struct tally *tally)
{
    look_at_kernels(hints, tally);
    look_at_builds(hints, tally);
    look_at_building(hints, tally);
    look_at_leaks(hints, tally);
    look_at_creations(hints, tally);
}
