/* SPDX-License-Identifier: Apache-2.0 */
#include "info_commands.h"

#include "../../../calls/functions.h"
#include "../../provisional.h"
#include "info_contexts.h"
#include "info_properties.h"
#include "info_queues.h"

/* Indexes of tracked.note of a command buffer: its bits of enum command_buffer_state; and its
 * queue, if it was made for a single one. */
enum { STATE, QUEUE };

/* Since this revision, the program may enqueue a command buffer again before it has ended, if its
 * commands run one after the other. */
enum { REVISION_0_9_8 = 0x9008 };

bool info_command_buffer_is(cl_command_buffer_khr command_buffer, enum command_buffer_state state)
{
    const struct tracked *tracked = objects_living(command_buffer, KIND_COMMAND_BUFFER);
    return tracked && atomic_load(&tracked->note[STATE]) & state;
}

/* Whether the layer wraps the function that changes commands on a device. */
static bool sees_changes(cl_device_id device)
{
    static const char name[] = "clUpdateMutableCommandsKHR";
    cl_platform_id platform = NULL;
    return device &&
           !queries.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) &&
           platform &&
           (provisional_fits(platform, clUpdateMutableCommandsKHR_number, name, NULL) ||
            provisional_fits(platform, clUpdateMutableCommandsKHR_before_number, name, NULL));
}

void info_made_command_buffer(cl_command_buffer_khr command_buffer,
                              const cl_command_buffer_properties_khr *properties,
                              const cl_command_queue *queues, size_t count)
{
    struct tracked *tracked = objects_living(command_buffer, KIND_COMMAND_BUFFER);
    cl_device_id device = queues && count == 1 ? info_queue_device(*queues) : NULL;
    const uint64_t flags = info_property(PROPERTIES(properties), CL_COMMAND_BUFFER_FLAGS_KHR);
    const cl_uint revision = device ? provisional_revision(device, "cl_khr_command_buffer") : 0;
    uint64_t state = RECORDING;
    if (!tracked) return;
    if (revision && revision < REVISION_0_9_8 && !(flags & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR))
        state |= IS_ALONE;
    if (flags & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) state |= IS_SIMULTANEOUS;
    if (flags & CL_COMMAND_BUFFER_MUTABLE_KHR && !sees_changes(device)) state |= CHANGES_UNSEEN;
    atomic_store(&tracked->note[STATE], state);
    if (device) atomic_store(&tracked->note[QUEUE], (uintptr_t)*queues);
}

void info_finalized(cl_command_buffer_khr command_buffer)
{
    struct tracked *tracked = objects_living(command_buffer, KIND_COMMAND_BUFFER);
    if (!tracked) return;
    atomic_fetch_and(&tracked->note[STATE], ~(uint64_t)RECORDING);
    atomic_fetch_or(&tracked->note[STATE], FINALIZED);
}

void info_has_handles(cl_command_buffer_khr command_buffer)
{
    struct tracked *tracked = objects_living(command_buffer, KIND_COMMAND_BUFFER);
    if (tracked) atomic_fetch_or(&tracked->note[STATE], HAS_HANDLES);
}

/* ---- what drivers answer ---- */

typedef cl_int(CL_API_CALL *query_function)(cl_command_buffer_khr, cl_command_buffer_info_khr,
                                            size_t, void *, size_t *);

static query_function query_of(cl_command_buffer_khr command_buffer)
{
    query_function query;
    void *found = objects_living(command_buffer, KIND_COMMAND_BUFFER)
                      ? info_function(command_buffer, "clGetCommandBufferInfoKHR")
                      : NULL;
    memcpy(&query, &found, sizeof query);
    return query;
}

bool info_is_pending(cl_command_buffer_khr command_buffer)
{
    enum { PENDING = 2 }; /* CL_COMMAND_BUFFER_STATE_PENDING_KHR, which newer headers lack */
    query_function query =
        info_command_buffer_is(command_buffer, IS_ALONE) ? query_of(command_buffer) : NULL;
    cl_uint state = 0;
    return query &&
           !query(command_buffer, CL_COMMAND_BUFFER_STATE_KHR, sizeof state, &state, NULL) &&
           state == PENDING;
}

uint64_t info_command_buffer_answer(cl_command_buffer_khr command_buffer, cl_uint what)
{
    query_function query = query_of(command_buffer);
    return query ? info_answer(query(command_buffer, what, 0, NULL, info_answer_size())) : UNKNOWN;
}

/* ---- queues ---- */

cl_command_queue info_command_buffer_queue(cl_command_buffer_khr command_buffer,
                                           const cl_command_queue *queues, size_t count)
{
    const struct tracked *tracked = objects_living(command_buffer, KIND_COMMAND_BUFFER);
    if (queues && count) return *queues;
    return tracked ? (cl_command_queue)(uintptr_t)atomic_load(&tracked->note[QUEUE]) : NULL;
}

bool info_is_unwanted_queue(cl_command_queue queue)
{
    return queue &&
           info_context_lacks(objects_context(queue), "cl_khr_command_buffer_multi_device");
}
