/* SPDX-License-Identifier: Apache-2.0 */
/*
 * WRAPPER defines a function, `wrapped`, that checks a call, passes it on to `callee`, and notes what it has done.
 * `outcome` is the RESULT of its row (entry_points.h). What is special about a function is in its conditions
 * (condition.h) and its hooks (hook_rows.h). The main lines of an example, with what they are made from:
 *
 *     cl_int clEnqueueMarkerWithWaitList_checked(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
 *                                                const cl_event *event_wait_list, cl_event *event)
 *     {
 *         const struct clEnqueueMarkerWithWaitList_args arguments = { command_queue, ... };
 *         ...
 *         check_handle(call, KIND_QUEUE, command_queue, ...);                             CHECK
 *         check_handles(call, KIND_EVENT, event_wait_list, num_events_in_wait_list);      CHECK
 *         check_clEnqueueMarkerWithWaitList(call, &arguments);
 *         if (num_events_in_wait_list) order_barrier(command_queue);                      BEFORE_PARAMETER
 *         if (call->count) finding_write(call);
 *         result = wrapped_target.clEnqueueMarkerWithWaitList(command_queue, ...);        PASS_ALL
 *         if (result == 0) {                                                              DONE_STATUS
 *             check_returned(call, KIND_EVENT, event, ...);                               NOTE
 *             hazard_enqueued(call, command_queue, ..., event);                           AFTER_PARAMETER
 *             order_barrier(command_queue);                                               hook_after()
 *         } else {
 *             call->error = result;                                                       STATUS_STATUS
 *             check_failed(call);
 *         }
 *         return result;
 *     }
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_WRAPPER_H
#define CLRELAY_TOOLS_LAYERS_CHECK_WRAPPER_H

#include "../../calls/calls.h"
#include "found/causes.h"
#include "conditions/condition.h"
#include "conditions/failures.h"
#include "found/current.h"
#include "found/kinds.h"
#include "found/returned.h"
#include "order/hazards.h"
#include "hooks.h"
#include "known/info_commands.h"
#include "order/order.h"
#include "conditions/since.h"

/* Where the program continues. */
#ifndef CALL_SITE
#define CALL_SITE RETURN_ADDRESS()
#endif

/* A parameter as a word. */
#define WORD(name) word_of(&(name), sizeof(name))

/* what(function, type, name) for each parameter: a statement, or nothing. (void,) has no parameter. */
#define STATEMENTS(what, function, ...)                                                            \
    EACH_BY(NO_SEPARATOR, STATEMENT, (what, function), __VA_ARGS__)
#define NO_SEPARATOR()
#define STATEMENT(with, pair)                   STATEMENT_(UNPACK with, pair, ARG pair)
#define STATEMENT_(...)                         STATEMENT__(__VA_ARGS__)
#define STATEMENT__(what, function, pair, name) PICK(VOID_##name, what(function, TYPE pair, name), )
#define UNPACK(...)                             __VA_ARGS__
#define VOID_                                   ,

/* what(KIND, function, name) if a type is that of handles. */
#define IF_HANDLE(what, function, type, name) IF_HANDLE_(what, function, type, name)
#define IF_HANDLE_(what, function, type, name)                                                     \
    THIRD(KIND_OF_##type, what, NO_STATEMENT)(PICK(KIND_OF_##type, , ), function, name)
#define THIRD(...)           THIRD_(__VA_ARGS__, )
#define THIRD_(a, b, c, ...) c
#define NO_STATEMENT(...)

/* ---- before the call ---- */

/* What is done with a parameter depends on its role (signature.h) and its type. */
#define CHECK(function, type, name) BY_ROLE(CHECK, function, type, name)
#define BY_ROLE(what, function, type, name)                                                        \
    BY_ROLE_(what, GET(ROLE, ROLE_OF(function, name)), function, type, name)
#define BY_ROLE_(...) BY_ROLE__(__VA_ARGS__)
#define BY_ROLE__(what, role, function, type, name)                                                \
    PICK(what##_##role, NO_STATEMENT, )(function, type, name)
#define CHECK_VALUE                     , CHECK_ONE
#define CHECK_LIST                      , CHECK_ALL
#define CHECK_ONE(function, type, name) IF_HANDLE(CHECK_HANDLE, function, type, name)
#define CHECK_ALL(function, type, name)                                                            \
    IF_HANDLE(CHECK_HANDLES, function, GET(ELEMENT_TYPE, ROLE_OF(function, name)), name)
#define ELEMENT_TYPE(role, element, length, count) element
#define CHECK_HANDLE(kind, function, name)         check_handle(call, kind, WORD(name), released);
#define CHECK_HANDLES(kind, function, name)                                                        \
    check_handles(call, kind, WORD(name), LENGTH_OF(function, name));
#define LENGTH_OF(function, name) ((uint64_t)GET(LENGTH, ROLE_OF(function, name)))
enum { no_ = 0, one_ = 1, three_ = 3 }; /* lengths that are not parameters (roles.h) */

/* Values that the devices may be too old for; and wait lists, which order all kinds of commands. */
#define BEFORE_PARAMETER(function, type, name) PICK(SINCE_##name, , ) PICK(BEFORE_##name, , )
#define BEFORE_num_events_in_wait_list         , if (num_events_in_wait_list) order_barrier(queue_of(call));

/* ---- the call ---- */

/* What is asked, for the command, if the program ends meanwhile. */
#define ENTER(function, type, name) PICK(ENTER_##name, , )
#define ENTER_param_name            , current_ask(current, param_name);
/* Objects of extensions have no table. */
#define HAS_TABLE(kind) ((kind) != KIND_NONE && (kind) <= KIND_EVENT)

/* The layer needs to know the error, even if the program does not ask for it, and whether the
 * driver has written it. It also needs the size of a query's answer, and the number of handles that
 * were returned: what follows them in the program's memory means nothing. */
#define PASS_ALL(function, pair) PASS_ALL_(function, ARG pair)
#define PASS_ALL_(...)           PASS_ALL__(__VA_ARGS__)
#define PASS_ALL__(function, name)                                                                 \
    PICK(PASSED_##function##_##name, PICK(PASSED_##name, PICK(PASSED_VOID_##name, name, ), ), )
#define PASSED_errcode_ret , &status
#define PASSED_param_value_size_ret                                                                \
    , TELLING(param_value, param_value_size_ret, call->answered, SIZE_MAX)
#define PASSED_num_platforms                                    , COUNTING(platforms, num_platforms)
#define PASSED_num_kernels_ret                                  , COUNTING(kernels, num_kernels_ret)
#define PASSED_num_devices_ret                                  , COUNTING(out_devices, num_devices_ret)
#define PASSED_clGetDeviceIDs_num_devices                       , COUNTING(devices, num_devices)
#define PASSED_clGetDeviceIDsFromD3D10KHR_num_devices           , COUNTING(devices, num_devices)
#define PASSED_clGetDeviceIDsFromD3D11KHR_num_devices           , COUNTING(devices, num_devices)
#define PASSED_clGetDeviceIDsFromDX9MediaAdapterKHR_num_devices , COUNTING(devices, num_devices)
#define PASSED_clCreateSubDevicesEXT_num_devices                , COUNTING(out_devices, num_devices)
#define PASSED_VOID_                                            ,
#define COUNTING(list, count)                                   TELLING(list, count, call->returned, UINT32_MAX)
/* A call that asks for nothing is an error, and must remain one. */
#define TELLING(value, told, own, unknown) ((value) && !(told) ? (own = (unknown), &(own)) : (told))
enum { NO_STATUS = INT32_MAX };

/* The program gets the error that the driver has written. */
#define ERROR_TO(function, type, name) PICK(ERROR_TO_##name, , )
#define ERROR_TO_errcode_ret           , if (errcode_ret && status != NO_STATUS) *errcode_ret = status;

/* What the program gets instead of a call that must not reach the driver. */
#define REFUSE_STATUS                result = (cl_int)call->refusal
#define REFUSE_OBJECT                result = 0
#define REFUSE_POINTER               result = 0
#define REFUSE_NOTHING               (void)0
#define REFUSE(function, type, name) PICK(REFUSE_##name, , )
#define REFUSE_errcode_ret           , if (errcode_ret) *errcode_ret = call->refusal;

/* ---- after it ---- */

/* Whether the call has succeeded. What is returned with an error is not an object, except for a
 * program that could not be linked: that has the build log. */
#define DONE_STATUS  (result == 0)
#define DONE_OBJECT  (result != 0 && is_made(status))
#define DONE_POINTER 1
#define DONE_NOTHING 1
static inline bool is_made(cl_int status)
{
    return status >= 0 || status == CL_LINK_PROGRAM_FAILURE;
}

#define STATUS_STATUS  status = result
#define STATUS_OBJECT  status = status == NO_STATUS ? CL_SUCCESS : status
#define STATUS_POINTER (void)0
#define STATUS_NOTHING (void)0

#define MADE_STATUS(type) (void)0
#define MADE_OBJECT(type)                                                                          \
    call->result = (void *)result;                                                                 \
    check_made(call, KIND_OF_TYPE(type), result, parent_of(call, subject))
#define MADE_POINTER(type)  call->result = (void *)result
#define MADE_NOTHING(type)  (void)0
#define KIND_OF_TYPE(...)   KIND_OF_TYPE_(__VA_ARGS__)
#define KIND_OF_TYPE_(type) PICK(KIND_OF_##type, KIND_NONE, )

/* Objects that a failed call has not made. Some drivers return a handle nevertheless. */
#define MISSED_STATUS(type)          (void)0
#define MISSED_OBJECT(type)          causes_failed(call, KIND_OF_TYPE(type), result)
#define MISSED_POINTER(type)         (void)0
#define MISSED_NOTHING(type)         (void)0
#define MISSED(function, type, name) BY_ROLE(MISSED, function, type, name)
#define MISSED_RETURNED              , MISSED_LIST
#define MISSED_RETURNED_LIST         , MISSED_LIST
#define MISSED_LIST(function, type, name)                                                          \
    IF_HANDLE(MISSED_HANDLES, function, GET(ELEMENT_TYPE, ROLE_OF(function, name)), name)
#define MISSED_HANDLES(kind, function, name)                                                       \
    if (name) causes_failed(call, kind, NULL);

/* Handles that the driver has returned. Their number is where the program wants it, or in `call`; 0: the function does
 * not return it. */
#define NOTE(function, type, name) BY_ROLE(NOTE, function, type, name)
#define NOTE_RETURNED              , NOTE_LIST
#define NOTE_RETURNED_LIST         , NOTE_LIST
#define NOTE_LIST(function, type, name)                                                            \
    IF_HANDLE(NOTE_HANDLES, function, GET(ELEMENT_TYPE, ROLE_OF(function, name)), name)
#define NOTE_HANDLES(kind, function, name)                                                         \
    check_returned(call, kind, WORD(name), LENGTH_OF(function, name),                              \
                   COUNTED_BY(function, GET(COUNTED, ROLE_OF(function, name))),                    \
                   parent_of(call, subject));
#define COUNTED_BY(...)             COUNTED_BY_(__VA_ARGS__)
#define COUNTED_BY_(function, name) PICK(COUNTED_BY_##name, COUNTED_AT(WORD(name)), )
#define COUNTED_BY_no_              , 0
#define COUNTED_AT(word)            ((word) ? (word) : ADDRESS(&call->returned))

#define AFTER_PARAMETER(function, type, name) PICK(AFTER_##name, , )
#define AFTER_num_events_in_wait_list                                                              \
    , hazard_enqueued(call, queue_of(call), num_events_in_wait_list, event_wait_list, event);

/* The queue of a command: the first argument, of all functions but one. */
ALWAYS_INLINED static inline cl_command_queue queue_of(const struct check_call *call)
{
    if (call->number == clEnqueueCommandBufferKHR_number) {
        const struct clEnqueueCommandBufferKHR_args *a = call->args;
        return info_command_buffer_queue(a->command_buffer, a->queues, a->num_queues);
    }
    return finding_subject(call);
}

/* The handle from which a call makes an object: the first argument, if it is an object, of all functions but two. A
 * command buffer has the context of its first queue. */
ALWAYS_INLINED static inline uint64_t parent_of(const struct check_call *call, enum kind subject)
{
    if (call->number == clCreateCommandBufferKHR_number) {
        const struct clCreateCommandBufferKHR_args *a = call->args;
        return a->queues && a->num_queues ? ADDRESS(*a->queues) : 0;
    }
    if (call->number == clEnqueueCommandBufferKHR_number) {
        const struct clEnqueueCommandBufferKHR_args *a = call->args;
        return ADDRESS(a->command_buffer);
    }
    return subject ? ADDRESS(finding_subject(call)) : 0;
}

/* ---- all of it ---- */

#define WRAPPER(number, callee, type, name, wrapped, outcome, ...)                                 \
    type CL_API_CALL wrapped PARAMS(__VA_ARGS__)                                                   \
    {                                                                                              \
        enum { NUMBER = number };                                                                  \
        const struct name##_args arguments = { EACH(ARG_OR_NONE, __VA_ARGS__) };                   \
        const enum kind subject = KIND_OF_TYPE(FIRST_TYPE(__VA_ARGS__));                           \
        const enum kind retained = kind_retained_by(NUMBER), released = kind_released_by(NUMBER);  \
        struct check_call own, *const call = &own;                                                 \
        cl_int status = NO_STATUS;                                                                 \
        struct record_current *current;                                                            \
        uint32_t outer;                                                                            \
        DECLARE_##outcome(type);                                                                   \
        if (!check_on() || !current_begin(NUMBER, CALL_SITE, &outer, &current)) {                  \
            ASSIGN_##outcome(callee) ARGS(__VA_ARGS__);                                            \
            RETURN_##outcome;                                                                      \
        }                                                                                          \
        check_begin(call, NUMBER, &arguments, CALL_SITE);                                          \
        STATEMENTS(CHECK, name, __VA_ARGS__)                                                       \
        hook_inside(call, NUMBER, &arguments);                                                     \
        if (!check_conditions()) {                                                                 \
            hook_alone(call, NUMBER, &arguments);                                                  \
        } else {                                                                                   \
            call->phase = CHECKING;                                                                \
            check_##name(call, &arguments);                                                        \
            hazard_called(call);                                                                   \
            since_function(call, NUMBER, subject);                                                 \
            STATEMENTS(BEFORE_PARAMETER, name, __VA_ARGS__)                                        \
            hook_before(call, NUMBER, &arguments);                                                 \
        }                                                                                          \
        if (call->count) finding_write(call);                                                      \
        if (call->refusal) {                                                                       \
            REFUSE_##outcome;                                                                      \
            STATEMENTS(REFUSE, name, __VA_ARGS__)                                                  \
            MISSED_##outcome(type);                                                                \
            STATEMENTS(MISSED, name, __VA_ARGS__)                                                  \
        } else {                                                                                   \
            if (released)                                                                          \
                call->left = objects_release(finding_subject(call), released, call_site(call));    \
            hook_freeing(call, NUMBER, &arguments);                                                \
            STATEMENTS(ENTER, name, __VA_ARGS__)                                                   \
            if (HAS_TABLE(subject) && !call->strange)                                              \
                current_enter(current, finding_subject(call));                                     \
            ASSIGN_##outcome(callee)(EACH_WITH(PASS_ALL, name, __VA_ARGS__));                      \
            if (HAS_TABLE(subject)) current_leave(current);                                        \
            STATEMENTS(ERROR_TO, name, __VA_ARGS__)                                                \
            if (DONE_##outcome) {                                                                  \
                MADE_##outcome(type);                                                              \
                STATEMENTS(NOTE, name, __VA_ARGS__)                                                \
                if (retained) objects_retain(finding_subject(call), retained);                     \
                hook_follow(call, NUMBER, &arguments);                                             \
                if (check_conditions()) {                                                          \
                    STATEMENTS(AFTER_PARAMETER, name, __VA_ARGS__)                                 \
                    hook_after(call, NUMBER, &arguments);                                          \
                }                                                                                  \
            } else {                                                                               \
                STATUS_##outcome;                                                                  \
                call->error = status;                                                              \
                if (released && call->left > 0) objects_retain(finding_subject(call), released);   \
                hook_failed(call, NUMBER, &arguments);                                             \
                check_failed(call);                                                                \
                MISSED_##outcome(type);                                                            \
                STATEMENTS(MISSED, name, __VA_ARGS__)                                              \
            }                                                                                      \
        }                                                                                          \
        if (check_conditions()) hook_ended(call, NUMBER, &arguments);                              \
        if (call->record) recorder_end(call->record, NUMBER, RESULT_##outcome, DONE_##outcome);    \
        current_end(outer);                                                                        \
        RETURN_##outcome;                                                                          \
    }

#endif
