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
                         hint_share(share, time, tally)),
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
                    tally->builds.again, tally->functions[SLOT_OF(clBuildProgram)].calls,
                    quantity_time(took, time), hint_share(share, time, tally)),
        "Keep the program object, or its binary (clGetProgramInfo, CL_PROGRAM_BINARIES).");
}

/* Repeated builds are the subject of another hint. Those of binaries are what this one advises. */
static void look_at_building(struct hints *hints, const struct tally *tally)
{
    const struct build_tally *builds = &tally->builds;
    const uint64_t time = builds->nanoseconds - builds->again_nanoseconds - builds->loading;
    char took[QUANTITY], share[SHARE], *variants = NULL;
    if (hint_percent(time, tally) < WORTH_BUILDING) return;
    if (builds->variants >= MANY_VARIANTS)
        variants = text_format(" One source was built with %" PRIu64 " different options.",
                               builds->variants);
    hint_add(
        hints, HINT_BUILDING, time,
        text_format("Building programs took %s, %s.%s", quantity_time(took, time),
                    hint_share(share, time, tally), variants ? variants : ""),
        "Keep their binaries (clGetProgramInfo, CL_PROGRAM_BINARIES) from one run to the next, and "
        "create programs from them.");
    free(variants);
}

/* Whether most objects of a kind stay. */
static bool are_kept(const struct object_tally *objects)
{
    const uint64_t references = objects->made + objects->retained;
    return objects->released + OFTEN_SMALL <= references && 2 * objects->released <= references;
}

/* Whether objects of a kind grow in number: a program may keep kernels and programs until its end
 * if it makes each of them once. */
static bool may_grow(const struct tally *tally, enum object_kind kind, uint64_t made)
{
    uint64_t again = tally->functions[SLOT_OF(clCloneKernel)].calls;
    if (kind == PROGRAMS) return 2 * tally->builds.again >= made;
    if (kind != KERNELS) return true;
    for (size_t i = 0; i < tally->creations.count; i++) again += tally->creations.items[i].again;
    return 2 * again >= made;
}

static void look_at_leaks(struct hints *hints, const struct tally *tally)
{
    static const struct {
        const char *name, *release;
    } kinds[] = { [EVENTS] = { "events", "clReleaseEvent" },
                  [KERNELS] = { "kernels", "clReleaseKernel" },
                  [PROGRAMS] = { "programs", "clReleaseProgram" },
                  [QUEUES] = { "queues", "clReleaseCommandQueue" } };
    if (!recording_has_all(tally->model->recording)) return;
    for (enum object_kind kind = EVENTS; kind <= QUEUES; kind++) {
        struct object_tally sum = { 0 };
        char *text, *advice;
        for (size_t i = 0; i < tally->model->recording->process_count; i++) {
            const struct object_tally *objects = &tally->habits.processes[i].objects[kind];
            if (!are_kept(objects)) continue;
            sum.made += objects->made;
            sum.retained += objects->retained;
            sum.released += objects->released;
        }
        if (!sum.made || !may_grow(tally, kind, sum.made)) continue;
        text = text_format("The program made %" PRIu64 " %s, ", sum.made, kinds[kind].name);
        if (sum.retained)
            text_add(&text, "retained some, %" PRIu64 " times in all, ", sum.retained);
        text_add(&text, "and released %" PRIu64 " while it was recorded.", sum.released);
        advice =
            text_format("Release each with %s when it is no longer used: they keep memory, and "
                        "some drivers get slower with each.",
                        kinds[kind].release);
        hint_add(hints, HINT_NEVER_RELEASED, 0, text, advice);
        free(advice);
    }
}

/* Looks at objects that live for a launch or two. */
static void look_at_brief_lives(struct hints *hints, const struct tally *tally,
                                enum object_kind kind, enum hint_id id, const char *name,
                                const char *advice)
{
    uint64_t made = 0, time = 0;
    char took[QUANTITY], share[SHARE];
    for (size_t i = 0; i < tally->model->recording->process_count; i++) {
        const struct process_habits *process = &tally->habits.processes[i];
        const struct object_tally *objects = &process->objects[kind];
        if (objects->brief < OFTEN || FEW_LAUNCHES * objects->brief < process->launches) continue;
        made += objects->brief;
        time += objects->brief_nanoseconds;
    }
    if (!made || !hint_has_all_commands(tally) || hint_percent(time, tally) < WORTH) return;
    hint_add(hints, id, time,
             text_format("The program made %" PRIu64
                         " %s that lived for a launch or two each: %s, %s.",
                         made, name, quantity_time(took, time), hint_share(share, time, tally)),
             advice);
}

static void look_at_contexts(struct hints *hints, const struct tally *tally)
{
    uint64_t made = 0, time = 0;
    char took[QUANTITY], share[SHARE];
    for (size_t i = 0; i < tally->model->recording->process_count; i++) {
        const struct object_tally *objects = &tally->habits.processes[i].objects[CONTEXTS];
        if (objects->made < OFTEN || 2 * objects->released < objects->made + 2 * objects->retained)
            continue;
        made += objects->made;
        time += objects->nanoseconds;
    }
    if (!made || hint_percent(time, tally) < WORTH) return;
    hint_add(hints, HINT_CONTEXT_MADE_AGAIN, time,
             text_format("The program made %" PRIu64 " contexts, and released most: %s, %s.", made,
                         quantity_time(took, time), hint_share(share, time, tally)),
             "Create one, and keep it.");
}

void hints_of_objects(struct hints *hints, const struct tally *tally)
{
    look_at_kernels(hints, tally);
    look_at_builds(hints, tally);
    look_at_building(hints, tally);
    look_at_leaks(hints, tally);
    look_at_brief_lives(hints, tally, BUFFERS, HINT_BUFFER_FOR_EACH_LAUNCH, "buffers",
                        "Create them once, and write to them again.");
    look_at_brief_lives(hints, tally, QUEUES, HINT_QUEUE_FOR_EACH_LAUNCH, "queues",
                        "Create one, and keep it.");
    look_at_contexts(hints, tally);
}
