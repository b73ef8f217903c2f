/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Callbacks: the driver gets a function of ours with a closure as its user data, which has the
 * program's. A callback that comes once frees its closure. Those of contexts may come any number of
 * times, so they stay; and so does that of a build that failed, because the driver may still report
 * it.
 */
#include "callbacks.h"

#include "entry.h"

#include <stdlib.h>

struct closure {
    function call;
    void *user_data;
    unsigned given_to; /* the number of a function */
};

/* NULL if there is nothing to replace: no callback, or no memory. */
static struct closure *closure_new(function call, void *user_data, unsigned given_to)
{
    struct closure *closure = call ? malloc(sizeof *closure) : NULL;
    if (closure) *closure = (struct closure){ call, user_data, given_to };
    return closure;
}

/* ---- what drivers call ---- */

/* CALLED(type, called, once, object, status, (parameters), (arguments)): the function for callbacks
 * of a type, which all have their user data last. */
#define CALLED(type, called, once, object, status, parameters, arguments)                          \
    static void CL_CALLBACK called parameters                                                      \
    {                                                                                              \
        struct closure closure = *(struct closure *)data;                                          \
        void *begun = callbacks_begin(closure.call, closure.given_to, object, status);             \
        if (once) free(data);                                                                      \
        data = closure.user_data;                                                                  \
        ((type)closure.call) arguments;                                                            \
        callbacks_end(begun);                                                                      \
    }
CALLED(context_callback, context_called, false, NULL, 0,
       (const char *text, const void *info, size_t size, void *data), (text, info, size, data))
CALLED(context_destructor_callback, context_destroyed, true, context, 0,
       (cl_context context, void *data), (context, data))
CALLED(event_callback, event_called, true, event, status,
       (cl_event event, cl_int status, void *data), (event, status, data))
CALLED(mem_callback, mem_called, true, mem, 0, (cl_mem mem, void *data), (mem, data))
CALLED(program_callback, program_called, true, program, 0, (cl_program program, void *data),
       (program, data))
CALLED(svm_free_callback, svm_called, true, queue, 0,
       (cl_command_queue queue, cl_uint count, void *pointers[], void *data),
       (queue, count, pointers, data))

/* ---- what programs call ---- */

/* The functions that take a callback, and of which type. */
#define TAKES_clCreateContext                  , TAKE_CONTEXT
#define TAKES_clCreateContextFromType          , TAKE_CONTEXT
#define TAKES_clSetContextDestructorCallback   , TAKE_CONTEXT_END
#define TAKES_clSetEventCallback               , TAKE_EVENT
#define TAKES_clSetMemObjectDestructorCallback , TAKE_MEM
#define TAKES_clSetProgramReleaseCallback      , TAKE_PROGRAM_END
#define TAKES_clBuildProgram                   , TAKE_BUILD
#define TAKES_clCompileProgram                 , TAKE_BUILD
#define TAKES_clLinkProgram                    , TAKE_BUILD
#define TAKES_clEnqueueSVMFree                 , TAKE_SVM

/* What the driver calls, the parameter with the callback, and when no callback will come. */
#define TAKE_CONTEXT(...)     TAKE(context_called, pfn_notify, !result, __VA_ARGS__)
#define TAKE_CONTEXT_END(...) TAKE(context_destroyed, pfn_notify, result != CL_SUCCESS, __VA_ARGS__)
#define TAKE_EVENT(...)       TAKE(event_called, pfn_notify, result != CL_SUCCESS, __VA_ARGS__)
#define TAKE_MEM(...)         TAKE(mem_called, pfn_notify, result != CL_SUCCESS, __VA_ARGS__)
#define TAKE_PROGRAM_END(...) TAKE(program_called, pfn_notify, result != CL_SUCCESS, __VA_ARGS__)
#define TAKE_BUILD(...)       TAKE(program_called, pfn_notify, false, __VA_ARGS__)
#define TAKE_SVM(...)         TAKE(svm_called, pfn_free_func, result != CL_SUCCESS, __VA_ARGS__)

#undef IGNORE /* of Windows' headers */
#define IGNORE(...)
#define IF_TAKES(name, ...) PICK(TAKES_##name, IGNORE, )(__VA_ARGS__)

#define TAKE(ours, callback, failed, type, name, ...)                                              \
    static type CL_API_CALL name##_closed PARAMS(__VA_ARGS__)                                      \
    {                                                                                              \
        struct closure *closure = closure_new((function)callback, user_data, SLOT_OF(name));       \
        type result;                                                                               \
        if (closure) {                                                                             \
            callback = ours;                                                                       \
            user_data = closure;                                                                   \
        }                                                                                          \
        result = down.name ARGS(__VA_ARGS__);                                                      \
        if (failed) free(closure);                                                                 \
        return result;                                                                             \
    }
#define BY_ANY(version, type, name, result, ...) IF_TAKES(name, type, name, __VA_ARGS__)
#include "api/entry_points.h"
#undef TAKE

void callbacks_interpose(struct dispatch *below)
{
#define TAKE(ours, callback, failed, name)                                                         \
    if (down.name) below->name = name##_closed;
#define BY_ANY(version, type, name, ...) IF_TAKES(name, name)
#include "api/entry_points.h"
}
