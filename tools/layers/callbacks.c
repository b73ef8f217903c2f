/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Callbacks: the driver gets a function of the layer, and as its user data the number of a closure,
 * which has the program's own. The layer does not trust what the driver passes. A wrong number has
 * no closure; then the object tells which callback the driver means. A callback that comes once
 * frees its closure. Callbacks of contexts may come any number of times, so their closures stay; so
 * does that of a failed build, because the driver may still report the failure.
 */
#include "callbacks.h"

#include "next_layer.h"
#include "../calls/record.h"
#include "return_sites.h"

#include <stdlib.h>

static const struct callback_watch *watch; /* what the layer does around callbacks */

struct closure {
    struct closure *next;
    uintptr_t number; /* passed to the driver as user data */
    function ours;    /* the layer's function, which the driver calls */
    function call;    /* the program's function */
    void *user_data;
    const void *object;  /* the object that the callback is for; NULL: it is not made yet */
    const void *witness; /* an object of the same driver, or NULL */
    unsigned given_to;   /* the number of the function that took the callback */
};

/* The closures of all callbacks that may come, by their numbers. */
enum { CLOSURE_BITS = 12 };
static struct closure *closures[1 << CLOSURE_BITS];
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void take_lock(void)
{
    system_take(&lock);
}

static void release_lock(void)
{
    atomic_flag_clear_explicit(&lock, memory_order_release);
}

static struct closure **list_of(uintptr_t number)
{
    return &closures[(uint32_t)number >> (32 - CLOSURE_BITS)];
}

/* The link to the closure with a number; *link is NULL if there is none. Call this with the
 * lock. */
static struct closure **link_of(uintptr_t number)
{
    struct closure **link = list_of(number);
    while (*link && (*link)->number != number) link = &(*link)->next;
    return link;
}

/* Numbers of closures are multiples of an odd number, so no driver passes one by chance, and each
 * comes once. 0 is no closure's. */
static const uintptr_t factor = (uintptr_t)0x9e3779b97f4a7c15;
static uintptr_t numbers;

/* Whether a closure has, or has had, this number. Call this with the lock. */
static bool was_given(uintptr_t number)
{
    uintptr_t inverse = factor;
    for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - factor * inverse;
    return number && number * inverse <= numbers;
}

/* Adds a copy of `given`. Returns its number; 0: there is no callback, or no memory. */
static uintptr_t closure_new(struct closure given)
{
    static atomic_flag hooked = ATOMIC_FLAG_INIT;
    struct closure *closure = given.call ? malloc(sizeof *closure) : NULL;
    struct closure **list;
    if (!closure) return 0;
    if (!atomic_flag_test_and_set(&hooked)) system_at_fork(take_lock, release_lock, release_lock);
    take_lock();
    given.number = ++numbers * factor;
    list = list_of(given.number);
    given.next = *list;
    *closure = given;
    *list = closure;
    release_lock();
    return given.number;
}

/* Notes that the function that takes the callback has returned. It has made an object, or NULL; if
 * it `failed`, no callback will come. */
static void closure_returned(uintptr_t number, const void *made, bool failed)
{
    struct closure **link, *closure;
    if (!number) return;
    take_lock();
    link = link_of(number);
    closure = *link;
    if (closure && made) closure->object = closure->witness = made;
    if (closure && failed) *link = closure->next;
    release_lock();
    if (failed) free(closure);
}

/* ---- what drivers call ---- */

/* A driver's call of a function of the layer. */
struct calling {
    function ours;
    const void *object; /* the object that the driver passes */
    bool once;
    bool has_object; /* callbacks of this type are for an object */
};

/* Whether the driver may mean this closure, although it passes a wrong user data. */
static bool may_be_meant(const struct closure *closure, const struct calling *calling)
{
    return closure->ours == calling->ours &&
           (!calling->has_object || !closure->object || closure->object == calling->object);
}

/* The number of the closure of the call that this thread is in; 0: none. */
static _Thread_local uintptr_t taking THREAD_LOCAL_NEAR;

/* Finds the closure that a driver means when it passes a wrong user data: that of the call that
 * this thread is in, or else the only one that it may mean. (Closures with the same callback and
 * user data count as one.) Returns the link to the closure, or NULL if it is not certain; *other
 * becomes a copy of one that the driver may mean. Call this with the lock. */
static struct closure **link_without_number(const struct calling *calling, struct closure *other)
{
    struct closure **found = link_of(taking);
    bool is_certain = true;
    if (*found && may_be_meant(*found, calling)) return found;
    found = NULL;
    for (size_t i = 0; i < sizeof closures / sizeof *closures; i++)
        for (struct closure **link = &closures[i]; *link; link = &(*link)->next) {
            if (!may_be_meant(*link, calling)) continue;
            if (!found) found = link;
            else if ((*link)->call != (*found)->call || (*link)->user_data != (*found)->user_data)
                is_certain = false;
        }
    if (found) *other = **found;
    return is_certain ? found : NULL;
}

/* Finds the closure for a driver's call, and removes it if its callback comes once. Returns false
 * if it is not certain which closure the driver means. *stray says what is wrong with the call; 0:
 * nothing. */
static bool find_closure(uintptr_t number, const struct calling *calling, struct closure *found,
                         unsigned *stray)
{
    struct closure **link, *removed = NULL;
    memset(found, 0, sizeof *found);
    *stray = 0;
    take_lock();
    link = link_of(number);
    if (!*link && was_given(number)) {
        link = NULL;
        *stray = STRAY_AGAIN;
    } else if (!*link || (*link)->ours != calling->ours) {
        link = link_without_number(calling, found);
        *stray = link ? STRAY_DATA : STRAY_LOST;
    } else if (!may_be_meant(*link, calling)) {
        *stray = STRAY_OBJECT;
    }
    if (link) *found = **link;
    if (link && calling->once) {
        removed = *link;
        *link = removed->next;
    }
    release_lock();
    free(removed);
    return link != NULL;
}

/* Reports what is wrong with a driver's call. */
static void report(unsigned stray, const struct closure *closure, const struct calling *calling,
                   unsigned usual)
{
    const void *object = closure->witness ? closure->witness : calling->object;
    watch->stray(stray, closure->call ? closure->given_to : usual, sites_of_driver(object),
                 calling->object);
}

/* CALLED(type, called, once, usual, about, now, (parameters), (arguments)) defines the layer's
 * function for callbacks of a type; the last parameter of each is the user data. `usual` is a
 * function of the API that takes such callbacks; `about` and `now` are the object and the
 * status. */
#define CALLED(type, called, once, usual, about, now, parameters, arguments)                       \
    static void CL_CALLBACK called parameters                                                      \
    {                                                                                              \
        const struct calling calling = { (function)called, about, once,                            \
                                         SLOT_OF(usual) != SLOT_OF(clCreateContext) };             \
        struct closure closure;                                                                    \
        unsigned stray;                                                                            \
        const bool is_known = find_closure((uintptr_t)data, &calling, &closure, &stray);           \
        void *begun;                                                                               \
        if (stray) report(stray, &closure, &calling, SLOT_OF(usual));                              \
        if (!is_known) return;                                                                     \
        begun = watch->begin(closure.call, closure.given_to, about, closure.object, now);          \
        data = closure.user_data;                                                                  \
        ((type)closure.call) arguments;                                                            \
        watch->end(begun);                                                                         \
    }
CALLED(context_callback, context_called, false, clCreateContext, NULL, 0,
       (const char *text, const void *info, size_t size, void *data), (text, info, size, data))
CALLED(context_destructor_callback, context_destroyed, true, clSetContextDestructorCallback,
       context, 0, (cl_context context, void *data), (context, data))
CALLED(event_callback, event_called, true, clSetEventCallback, event, status,
       (cl_event event, cl_int status, void *data), (event, status, data))
CALLED(mem_callback, mem_called, true, clSetMemObjectDestructorCallback, mem, 0,
       (cl_mem mem, void *data), (mem, data))
CALLED(program_callback, program_called, true, clBuildProgram, program, 0,
       (cl_program program, void *data), (program, data))
CALLED(program_callback, program_released, true, clSetProgramReleaseCallback, program, 0,
       (cl_program program, void *data), (program, data))
CALLED(svm_free_callback, svm_called, true, clEnqueueSVMFree, queue, 0,
       (cl_command_queue queue, cl_uint count, void *pointers[], void *data),
       (queue, count, pointers, data))

/* ---- what programs call ---- */

/* The functions that take callbacks, and the type of the callback. */
#define TAKES_clCreateContext                  , TAKE_CONTEXT
#define TAKES_clCreateContextFromType          , TAKE_CONTEXT_OF_TYPE
#define TAKES_clSetContextDestructorCallback   , TAKE_CONTEXT_END
#define TAKES_clSetEventCallback               , TAKE_EVENT
#define TAKES_clSetMemObjectDestructorCallback , TAKE_MEM
#define TAKES_clSetProgramReleaseCallback      , TAKE_PROGRAM_END
#define TAKES_clBuildProgram                   , TAKE_BUILD
#define TAKES_clCompileProgram                 , TAKE_BUILD
#define TAKES_clLinkProgram                    , TAKE_LINK
#define TAKES_clEnqueueSVMFree                 , TAKE_SVM

#define HAS(list, count) ((count) && (list))

/* TAKE(): the function that the driver calls, the parameter with the callback, the object that the
 * callback is for, an object of the same driver, what the function makes, and when no callback will
 * come. */
#define TAKE_CONTEXT(...)                                                                          \
    TAKE(context_called, pfn_notify, NULL, HAS(devices, num_devices) ? devices[0] : NULL, result,  \
         !result, __VA_ARGS__)
#define TAKE_CONTEXT_OF_TYPE(...)                                                                  \
    TAKE(context_called, pfn_notify, NULL, platform_in(properties), result, !result, __VA_ARGS__)
#define TAKE_CONTEXT_END(...)                                                                      \
    TAKE(context_destroyed, pfn_notify, context, context, NULL, result != CL_SUCCESS, __VA_ARGS__)
#define TAKE_EVENT(...)                                                                            \
    TAKE(event_called, pfn_notify, event, event, NULL, result != CL_SUCCESS, __VA_ARGS__)
#define TAKE_MEM(...)                                                                              \
    TAKE(mem_called, pfn_notify, memobj, memobj, NULL, result != CL_SUCCESS, __VA_ARGS__)
#define TAKE_PROGRAM_END(...)                                                                      \
    TAKE(program_released, pfn_notify, program, program, NULL, result != CL_SUCCESS, __VA_ARGS__)
#define TAKE_BUILD(...) TAKE(program_called, pfn_notify, program, program, NULL, false, __VA_ARGS__)
#define TAKE_LINK(...)  TAKE(program_called, pfn_notify, NULL, context, result, false, __VA_ARGS__)
#define TAKE_SVM(...)                                                                              \
    TAKE(svm_called, pfn_free_func, command_queue, command_queue, NULL, result != CL_SUCCESS,      \
         __VA_ARGS__)

static const void *platform_in(const cl_context_properties *properties)
{
    for (; properties && *properties; properties += 2)
        if (*properties == CL_CONTEXT_PLATFORM) return (const void *)properties[1];
    return NULL;
}

#undef IGNORE /* Windows' headers define it */
#define IGNORE(...)
#define IF_TAKES(name, ...) PICK(TAKES_##name, IGNORE, )(__VA_ARGS__)

#define TAKE(ours_, callback, for_, of, made, failed, type, name, ...)                             \
    static type CL_API_CALL name##_closed PARAMS(__VA_ARGS__)                                      \
    {                                                                                              \
        const uintptr_t number = closure_new((struct closure){ .ours = (function)ours_,            \
                                                               .call = (function)callback,         \
                                                               .user_data = user_data,             \
                                                               .object = for_,                     \
                                                               .witness = of,                      \
                                                               .given_to = SLOT_OF(name) });       \
        const uintptr_t outer = taking;                                                            \
        type result;                                                                               \
        taking = number;                                                                           \
        if (number) {                                                                              \
            callback = ours_;                                                                      \
            user_data = (void *)number;                                                            \
        }                                                                                          \
        result = next_layer.name ARGS(__VA_ARGS__);                                                \
        taking = outer;                                                                            \
        closure_returned(number, made, failed);                                                    \
        return result;                                                                             \
    }
#define BY_ANY(version, type, name, result, ...) IF_TAKES(name, type, name, __VA_ARGS__)
#include "api/entry_points.h"
#undef TAKE

void callbacks_interpose(struct dispatch *below, const struct callback_watch *of_layer)
{
    watch = of_layer;
#define TAKE(ours, callback, for_, of, made, failed, name)                                         \
    if (next_layer.name) below->name = name##_closed;
#define BY_ANY(version, type, name, ...) IF_TAKES(name, name)
#include "api/entry_points.h"
}
