/* SPDX-License-Identifier: Apache-2.0 */
#include "call_record.h"

#include "../known/arguments.h"
#include "../known/info_kernels.h"
#include "../known/info_queues.h"

/* The arguments as words (record.h). Returns their number. */
static unsigned read_words(const struct check_call *call, uint64_t words[ARGUMENTS_MOST])
{
    const struct signature *signature = signature_of(call->number);
    const unsigned char *args = call->args;
    memset(words, 0, ARGUMENTS_MOST * sizeof *words);
    for (unsigned i = 0; i < signature->parameters; i++)
        memcpy(&words[i], args + signature_offset(signature, i), signature->parameter[i].size);
    return signature->parameters;
}

static void name_device(cl_device_id device)
{
    char name[256] = "";
    if (device && !queries.clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL))
        recorder_name(device, name);
}

/* Records the names of objects among the arguments of a call, and of the kernel's parameter that
 * the call sets. Call this before the call's record is written, because names count from then
 * on. */
static void record_names(const struct check_call *call, const uint64_t *words, unsigned count)
{
    const struct clSetKernelArg_args *a = call->args;
    if (call->number == clSetKernelArg_number) info_name_parameter(a->kernel, a->arg_index);
    for (unsigned i = 0; i < count; i++) {
        void *handle = (void *)(uintptr_t)words[i];
        if (objects_living(handle, KIND_KERNEL)) info_name_kernel(handle);
        if (objects_living(handle, KIND_QUEUE)) name_device(info_queue_device(handle));
    }
}

bool call_record(struct check_call *call)
{
    uint64_t words[ARGUMENTS_MOST];
    const unsigned count = call->record ? 0 : read_words(call, words);
    if (call->record) return true;
    record_names(call, words, count);
    call->record = recorder_begin(call->number, count);
    if (!call->record) return false;
    memcpy(call->record + 1, words, count * sizeof *words);
    recorder_called(call->record, count);
    return true;
}
