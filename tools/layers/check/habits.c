/* SPDX-License-Identifier: Apache-2.0 */
#include "habits.h"

#include "../data_hash.h"
#include "order/hazards.h"

#include <string.h>

/* note[] of a program, the hash of its source; of objects that may live for a few launches, how long it took to make
 * them, plus 1, and how many launches there were then, plus 1; of a kernel, its own launches. */
enum { SOURCE = 5, MADE_IN = 5, LAUNCHES = 6 };

enum {
    MOST_HABITS = 128,
    FEW_LAUNCHES = 4, /* that a buffer or queue lives for */
    A_LAUNCH_OR_TWO = 2
};

struct habit {
    const void *site;
    enum check_id check_id;
    uint64_t values[MOST_VALUES];
    uint64_t last;   /* the launch that it was counted for */
    unsigned alive;  /* contexts */
    unsigned number; /* of its counter; 0: it is no finding yet */
};

static struct habit habits[MOST_HABITS];
static size_t habit_count;
static uint32_t counted_by; /* the process: a child counts for itself */
static uint64_t started;    /* ticks: when the recording was, or the child */
static _Atomic uint64_t launches;
static atomic_bool may_wait;

/* With canaries and bounds, the layer works in the calls whose time would count. */
static bool are_wanted(void)
{
    const uint32_t options = recorder_file->options;
    return options / RECORD_LEAST_LEVEL % 4 <= LEVEL_SPEED &&
           !(options & (RECORD_OBJECTS_ONLY | RECORD_CANARIES | RECORD_BOUNDS));
}

/* ---- counting ---- */

/* The habit of a call site, or NULL. Call it with the lock. */
static struct habit *habit_at(const void *site, enum check_id check_id)
{
    if (counted_by != system_process()) {
        const struct record_moment first = recorder_file->first;
        started = counted_by         ? recorder_ticks()
                  : recorder_counter ? first.ticks
                                     : first.nanoseconds;
        counted_by = system_process();
        habit_count = 0;
    }
    for (size_t i = 0; i < habit_count; i++)
        if (habits[i].site == site && habits[i].check_id == check_id) return &habits[i];
    if (!site || habit_count == MOST_HABITS) return NULL;
    habits[habit_count] = (struct habit){ .site = site, .check_id = check_id };
    return &habits[habit_count++];
}

static bool is_frequent(const struct habit *it)
{
    switch (it->check_id) {
    case FINISH_AFTER_EACH_LAUNCH: return it->values[HABIT_TIMES] >= OFTEN_SMALL;
    case BUFFER_FOR_EACH_LAUNCH:
    case QUEUE_FOR_EACH_LAUNCH: return it->values[HABIT_MORE] >= OFTEN;
    default: return it->values[HABIT_TIMES] >= OFTEN;
    }
}

/* Shows what was counted to the command. */
static void tell(const struct habit *it)
{
    struct record_counter *to = &recorder_file->counters[it->number - 1];
    for (unsigned i = 0; i < MOST_VALUES; i++)
        atomic_store_explicit(&to->values[i], it->values[i], memory_order_relaxed);
}

/* Adds what a call has cost. */
static void add(struct habit *it, uint64_t times, uint64_t time)
{
    it->values[HABIT_TIMES] += times;
    it->values[HABIT_TIME] += time;
    it->values[HABIT_PASSED] = recorder_ticks() - started;
    if (it->number) tell(it);
}

/* Whether a habit becomes a finding now; then it has a counter. */
static bool begins(struct habit *it)
{
    const uint64_t cost = it->values[habit_cost(it->check_id)];
    uint32_t number;
    if (it->number || !is_frequent(it) ||
        100 * cost < habit_worth(it->check_id) * it->values[HABIT_PASSED])
        return false;
    number = atomic_fetch_add(&recorder_file->counters_taken, 1);
    if (number >= RECORD_COUNTERS) return false;
    it->number = number + 1;
    tell(it);
    return true;
}

/* Writes the finding of a habit, if it becomes one, with a call at its site. */
static void judge(struct check_call *call, enum check_id check_id)
{
    const void *site = finding_address(call);
    struct habit found = { .number = 0 }, *it;
    recorder_take_lock();
    it = habit_at(site, check_id);
    if (it && begins(it)) found = *it;
    recorder_release_lock();
    if (!found.number) return;
    finding_add_counted(call, check_id, found.values, found.number);
    finding_write(call);
}

/* ---- programs ---- */

static uint64_t hash_of(uint64_t hash, const void *data, size_t length)
{
    return data_hash_add(hash, data_hash(data, length));
}

void habit_source(const struct check_call *call, cl_uint count, const char *const *strings,
                  const size_t *lengths)
{
    struct tracked *program = objects_living(call->result, KIND_PROGRAM);
    uint64_t hash = 1;
    if (!are_wanted() || !program) return;
    for (cl_uint i = 0; i < count; i++)
        hash = hash_of(hash, strings[i], lengths && lengths[i] ? lengths[i] : strlen(strings[i]));
    atomic_store(&program->note[SOURCE], hash ? hash : 1);
}

/* Source, options and devices. 0: not from source. */
static uint64_t hash_of_build(const struct clBuildProgram_args *a)
{
    const struct tracked *program = objects_living(a->program, KIND_PROGRAM);
    uint64_t hash = program ? atomic_load(&program->note[SOURCE]) : 0;
    if (!hash) return 0;
    if (a->options) hash = hash_of(hash, a->options, strlen(a->options));
    if (a->device_list)
        hash = hash_of(hash, a->device_list, a->num_devices * sizeof *a->device_list);
    return hash;
}

void habit_built(struct check_call *call, const struct clBuildProgram_args *a)
{
    const uint64_t time = recorder_ticks() - call->began;
    const void *site = finding_address(call);
    struct habit *it;
    uint64_t hash;
    if (!are_wanted()) return;
    hash = hash_of_build(a);
    /* A build with a callback may go on. */
    if (!hash || recorder_is_new(hash) || a->pfn_notify) return;
    recorder_take_lock();
    it = habit_at(site, BUILT_AGAIN);
    if (it) add(it, 1, time);
    recorder_release_lock();
    judge(call, BUILT_AGAIN);
}

/* ---- objects ---- */

static enum check_id habit_of_kind(enum kind kind)
{
    switch (kind) {
    case KIND_CONTEXT: return CONTEXT_MADE_AGAIN;
    case KIND_KERNEL: return KERNEL_FOR_EACH_LAUNCH;
    case KIND_MEM: return BUFFER_FOR_EACH_LAUNCH;
    case KIND_QUEUE: return QUEUE_FOR_EACH_LAUNCH;
    default: return CHECK_ID_NONE;
    }
}

void habit_made(struct check_call *call)
{
    const uint64_t time = recorder_ticks() - call->began;
    struct tracked *object = objects_find(call->result);
    const enum check_id check_id = object ? habit_of_kind(objects_kind(object)) : CHECK_ID_NONE;
    struct habit *it;
    if (!check_id || !are_wanted()) return;
    atomic_store(&object->note[MADE_IN], time + 1);
    if (check_id != KERNEL_FOR_EACH_LAUNCH)
        atomic_store(&object->note[LAUNCHES], atomic_load(&launches) + 1);
    if (check_id == CONTEXT_MADE_AGAIN) {
        recorder_take_lock();
        it = habit_at(atomic_load(&object->made_at), check_id);
        /* The first counts for nothing, nor does one beside others. */
        if (it && !it->alive && it->last) add(it, 1, time);
        if (it) it->alive++, it->last = 1;
        recorder_release_lock();
    }
    judge(call, check_id);
}

void habit_made_kernel(struct check_call *call, cl_program program, const char *name)
{
    const struct tracked *from = objects_living(program, KIND_PROGRAM);
    struct tracked *kernel = objects_living(call->result, KIND_KERNEL);
    uint64_t hash = from ? atomic_load(&from->note[SOURCE]) : 0;
    if (!kernel || !are_wanted()) return;
    if (!hash) hash = ADDRESS(program);
    hash = hash_of(hash, name, strlen(name));
    if (recorder_is_new(hash)) return;
    habit_made(call);
}

/* Whether the object lived for so few launches that it was made for them. */
static bool is_short(const struct tracked *it, enum check_id check_id)
{
    const uint64_t note = atomic_load(&it->note[LAUNCHES]), now = atomic_load(&launches);
    if (check_id == CONTEXT_MADE_AGAIN) return true;
    if (!note || !atomic_load(&it->note[MADE_IN])) return false;
    if (check_id == KERNEL_FOR_EACH_LAUNCH) return note <= A_LAUNCH_OR_TWO;
    return now >= note && now - note < FEW_LAUNCHES;
}

void habit_releases(struct check_call *call)
{
    const struct tracked *object = objects_find(finding_subject(call));
    const enum check_id check_id = object ? habit_of_kind(objects_kind(object)) : CHECK_ID_NONE;
    call->habit = CHECK_ID_NONE;
    if (call->left != 1 || !check_id || !are_wanted() || atomic_load(&object->met)) return;
    if (!is_short(object, check_id)) return;
    /* Once the driver has released it, another object may have its address. */
    call->habit = check_id;
    call->made_at = atomic_load(&object->made_at);
    call->made_in = atomic_load(&object->note[MADE_IN]) - 1;
    habit_begin(call);
}

void habit_released(struct check_call *call)
{
    const uint64_t now = atomic_load(&launches);
    const bool is_queue = call->habit == QUEUE_FOR_EACH_LAUNCH; /* whose release may wait */
    const uint64_t time = is_queue ? 0 : recorder_ticks() - call->began;
    struct habit *it;
    if (!call->habit) return;
    recorder_take_lock();
    it = habit_at(call->made_at, call->habit);
    if (it && call->habit == CONTEXT_MADE_AGAIN) {
        if (it->alive) it->alive--;
        if (it->values[HABIT_TIMES]) add(it, 0, time);
    } else if (it) {
        if (now > it->last) it->values[HABIT_MORE]++;
        it->last = now;
        add(it, 1, call->made_in + time);
    }
    recorder_release_lock();
}

/* ---- waits ---- */

/* What the only thread does with one queue: a single launch, and a wait for it. */
static struct {
    enum { NOTHING, LAUNCHED, WAITED } phase;
    const void *queue, *event;
    uint64_t wait, since; /* how long the wait took, and when it ended */
    const void *site;
} recent;

void habit_may_wait(void)
{
    atomic_store(&may_wait, true);
}

static bool is_launch(const struct check_call *call)
{
    return call->number == clEnqueueNDRangeKernel_number || call->number == clEnqueueTask_number;
}

/* The queue had nothing to do since the wait. If that was longer than the wait, the host had something else to do. */
static void count_wait(void)
{
    const uint64_t idle = recorder_ticks() - recent.since;
    struct habit *it;
    if (idle > recent.wait) return;
    recorder_take_lock();
    it = habit_at(recent.site, FINISH_AFTER_EACH_LAUNCH);
    if (it) {
        it->values[HABIT_MORE] += idle;
        add(it, 1, recent.wait);
    }
    recorder_release_lock();
}

static void note_kernel(const struct check_call *call)
{
    const struct clEnqueueNDRangeKernel_args *a = call->args; /* those of clEnqueueTask begin so */
    struct tracked *kernel = objects_living(a->kernel, KIND_KERNEL);
    atomic_fetch_add_explicit(&launches, 1, memory_order_relaxed);
    if (kernel) atomic_fetch_add_explicit(&kernel->note[LAUNCHES], 1, memory_order_relaxed);
}

void habit_enqueued(const struct check_call *call, cl_command_queue queue, const cl_event *event)
{
    if (!are_wanted()) return;
    if (is_launch(call)) note_kernel(call);
    if (hazard_has_several()) return; /* `recent` is the only thread's */
    if (!is_launch(call) || atomic_load(&may_wait)) {
        recent.phase = NOTHING;
        return;
    }
    if (recent.phase == WAITED && recent.queue == queue) count_wait();
    /* Two launches and one wait are another habit. */
    recent.phase = recent.phase == LAUNCHED ? NOTHING : LAUNCHED;
    recent.queue = queue;
    recent.event = event ? *event : NULL;
}

void habit_waited(struct check_call *call, cl_command_queue queue, cl_event event)
{
    const uint64_t now = recorder_ticks();
    const bool is_it = queue ? queue == recent.queue : event && event == recent.event;
    if (!are_wanted() || hazard_has_several()) return;
    if (recent.phase != LAUNCHED || !is_it) {
        recent.phase = NOTHING;
        return;
    }
    recent.phase = WAITED;
    recent.wait = now - call->began;
    recent.site = finding_address(call);
    judge(call, FINISH_AFTER_EACH_LAUNCH);
    recent.since = recorder_ticks();
}
