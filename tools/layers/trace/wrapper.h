/* SPDX-License-Identifier: Apache-2.0 */
/*
 * WRAPPER defines a function, `wrapped`, that records a call and passes it on to `callee`.
 */
#ifndef CLRELAY_TOOLS_LAYERS_TRACE_WRAPPER_H
#define CLRELAY_TOOLS_LAYERS_TRACE_WRAPPER_H

#include "interpose.h"
#include "../../calls/calls.h"

/* What the next function gets: the same arguments, except for the place of an event. */
#define PASS(function, pair)          PASS__(function, pair, ARG pair)
#define PASS__(...)                   PASS___(__VA_ARGS__)
#define PASS___(function, pair, name) PICK(PASS_##function##_##name, PICK(PASS_##name, name, ), )
#define PASS_
#define PASS_event                         , (used = commands_event(event, &own, record))
#define PASS_clRetainEvent_event           , event
#define PASS_clReleaseEvent_event          , event
#define PASS_clGetEventInfo_event          , event
#define PASS_clGetEventProfilingInfo_event , event
#define PASS_clSetUserEventStatus_event    , event
#define PASS_clSetEventCallback_event      , event

/* What programs call in their inner loops. */
#define OFTEN_clSetKernelArg           , recorder_begin_often
#define OFTEN_clSetKernelArgSVMPointer , recorder_begin_often
#define OFTEN_clEnqueueNDRangeKernel   , recorder_begin_often
#define OFTEN_clFlush                  , recorder_begin_often
#define OFTEN_clGetEventInfo           , recorder_begin_often
#define OFTEN_clRetainEvent            , recorder_begin_often
#define OFTEN_clReleaseEvent           , recorder_begin_often
#define BEGIN(name)                    PICK(OFTEN_##name, recorder_begin, )

#define WRAPPER(number, callee, type, name, wrapped, kind, ...)                                    \
    type CL_API_CALL wrapped PARAMS(__VA_ARGS__)                                                   \
    {                                                                                              \
        struct record_call *record = BEGIN(name)(number, COUNT_OF(name));                          \
        struct command_event own = { NULL, 0 };                                                    \
        cl_event *used = NULL;                                                                     \
        DECLARE_##kind(type);                                                                      \
        if (record) {                                                                              \
            uint64_t *word = (uint64_t *)(record + 1);                                             \
            (void)(EACH(PUT, __VA_ARGS__));                                                        \
            (void)word;                                                                            \
            recorder_called(record, COUNT_OF(name));                                               \
        }                                                                                          \
        ASSIGN_##kind(callee)(EACH_WITH(PASS, name, __VA_ARGS__));                                 \
        if (record) recorder_end(record, number, RESULT_##kind, SUCCEEDED_##kind);                 \
        if (used && SUCCEEDED_##kind) commands_add(used, &own);                                    \
        RETURN_##kind;                                                                             \
    }

#endif
