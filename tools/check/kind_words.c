/* SPDX-License-Identifier: Apache-2.0 */
#include "kind_words.h"

#include "../calls/kind.h"

#include <string.h>

static const struct {
    const char *word, *type;
} kinds[KIND_COUNT] = {
    [KIND_NONE] = { "object", "void *" },
    [KIND_PLATFORM] = { "platform", "cl_platform_id" },
    [KIND_DEVICE] = { "device", "cl_device_id" },
    [KIND_CONTEXT] = { "context", "cl_context" },
    [KIND_QUEUE] = { "command queue", "cl_command_queue" },
    [KIND_MEM] = { "memory object", "cl_mem" },
    [KIND_SAMPLER] = { "sampler", "cl_sampler" },
    [KIND_PROGRAM] = { "program", "cl_program" },
    [KIND_KERNEL] = { "kernel", "cl_kernel" },
    [KIND_EVENT] = { "event", "cl_event" },
    [KIND_SEMAPHORE] = { "semaphore", "cl_semaphore_khr" },
    [KIND_COMMAND_BUFFER] = { "command buffer", "cl_command_buffer_khr" },
    [KIND_COMMAND] = { "command", "cl_mutable_command_khr" },
};

const char *kind_word(unsigned kind)
{
    return kinds[kind < KIND_COUNT ? kind : KIND_NONE].word;
}

const char *kind_type(unsigned kind)
{
    return kinds[kind < KIND_COUNT ? kind : KIND_NONE].type;
}

_Bool kind_is_type(const char *type)
{
    for (unsigned kind = KIND_NONE + 1; kind < KIND_COUNT; kind++)
        if (!strcmp(type, kinds[kind].type)) return true;
    return false;
}
