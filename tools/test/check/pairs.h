/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pair is a wrong call, which must get its check ID and nothing else, and its legal neighbour,
 * which must get nothing. Each call runs in a process of its own, over a driver with all features
 * that `before` has not changed. `before` are statements that run before both calls.
 *
 *   PAIR(CHECK_ID, before, wrong, legal)
 *   PAIR_REFUSED(CHECK_ID, error, before, wrong, legal)   the driver refuses the wrong call with
 *                        the error, and the finding explains that. If the driver refuses the legal
 *                        call, the finding is CALL_FAILED or QUERY_FAILED: the layer sees no reason
 *   PAIR_WHERE(CHECK_ID, error, what, call)   the call is wrong only after the statements `what`,
 *                        which change the driver. It then refuses the call, unless the error is
 *                        CL_SUCCESS
 *   PAIR_FAILS(CHECK_ID, error, before, call)   one call, which the driver refuses or not
 *   PAIR_BODY(CHECK_ID)  begins a function with the parameter `bool wrong`
 *   PAIR_ELSEWHERE(CHECK_ID, "file")   another test has a pair
 *   NO_PAIR(CHECK_ID, "reason")   there is no pair, and no case for PoCL (cases.h)
 */
#ifndef CLRELAY_TOOLS_TEST_CHECK_PAIRS_H
#define CLRELAY_TOOLS_TEST_CHECK_PAIRS_H

#include "../../calls/check_ids.h"
#include "../../calls/kind.h"
#include "../../calls/provisional_types.h"
#include "api/dispatch.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define ANDROID_BUFFER 0x2070 /* of cl_khr_external_memory_android_hardware_buffer */

/* ---- rows ---- */

struct pair {
    const char *name, *file;
    const char *reason; /* why there is no pair, or NULL */
    int line;
    enum check_id check_id;
    cl_int error; /* the error with which the driver refuses the wrong call */
    bool fails;   /* both calls are the same */
    void (*run)(bool wrong);
    struct pair *next;
};
void pair_add(struct pair *pair);

#define PAIR_ADDED(...) PAIR_ADDED_BY(JOIN(add_, __LINE__), __VA_ARGS__)
#define PAIR_ADDED_BY(adds, id, function, reason, error, fails)                                    \
    __attribute__((constructor)) static void adds(void)                                            \
    {                                                                                              \
        static struct pair added = { #id,   __FILE__, reason,   __LINE__, id,                      \
                                     error, fails,    function, NULL };                            \
        pair_add(&added);                                                                          \
    }
#define PAIR_RUN(before, wrong_call, legal_call, error)                                            \
    static void JOIN(run_, __LINE__)(bool wrong)                                                   \
    {                                                                                              \
        before;                                                                                    \
        pair_begins(error);                                                                        \
        if (wrong) (void)(wrong_call);                                                             \
        else (void)(legal_call);                                                                   \
    }
#define PAIR(id, before, wrong, legal)                                                             \
    PAIR_RUN(before, wrong, legal, CL_SUCCESS)                                                     \
    PAIR_ADDED(id, JOIN(run_, __LINE__), NULL, CL_SUCCESS, false)
#define PAIR_REFUSED(id, error, before, wrong, legal)                                              \
    PAIR_RUN(before, wrong, legal, error)                                                          \
    PAIR_ADDED(id, JOIN(run_, __LINE__), NULL, error, false)
#define PAIR_WHERE(id, error, what, call)                                                          \
    PAIR_RUN(                                                                                      \
        if (wrong) { what; }, call, call, error)                                                   \
    PAIR_ADDED(id, JOIN(run_, __LINE__), NULL, error, false)
#define PAIR_FAILS(id, error, before, call)                                                        \
    PAIR_RUN(before, call, call, error)                                                            \
    PAIR_ADDED(id, JOIN(run_, __LINE__), NULL, error, true)
#define PAIR_BODY(id)                                                                              \
    static void JOIN(run_, __LINE__)(bool wrong);                                                  \
    PAIR_ADDED(id, JOIN(run_, __LINE__), NULL, CL_SUCCESS, false)                                  \
    static void JOIN(run_, __LINE__)(bool wrong)
#define PAIR_ELSEWHERE(id, file) PAIR_ADDED(id, NULL, "file " file, CL_SUCCESS, false)
#define NO_PAIR(id, reason)      PAIR_ADDED(id, NULL, reason, CL_SUCCESS, false)

/* The call that counts begins: forgets earlier findings, and makes the driver refuse with the error
 * if it does so in this run. PAIR() and the like call it; bodies may. */
void pair_begins(cl_int error);

/* The finding of the wrong call must have these values, of which there are at most four. */
void wants_values(const uint64_t *values, size_t count);
#define WANTS(...)                                                                                 \
    wants_values((const uint64_t[]){ __VA_ARGS__ },                                                \
                 sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

/* Makes the driver refuse all further calls with the error. */
void refuse(cl_int error);

/* ---- what the driver answers ---- */

/* says() sets the answer to a query about an object. With NULL, the answer is for all objects that
 * have none of their own. fails() makes the query fail. */
void says(const void *about, cl_uint name, const void *bytes, size_t size);
void fails(const void *about, cl_uint name, cl_int error);
void fails_to_answer(const void *about, cl_uint name); /* it still tells the size */
#define SAYS(about, name, type, value) says(about, name, &(const type){ value }, sizeof(type))
#define SAYS_TEXT(about, name, text)   says(about, name, text, strlen(text) + 1)

/* version() sets the version of all devices and platforms, such as 11 for OpenCL 1.1. lacks()
 * removes an extension. */
void version(unsigned number);
void lacks(const char *extension);
void lacks_flush(cl_command_queue queue); /* the queue's driver has no clFlush */
void no_platforms(void);
void no_devices(cl_platform_id platform); /* the platform lists none */
void refuses_option(const char *option);  /* of builds for some of the devices */

/* Gives the next object that the driver makes this address. */
void object_again(void *address);

/* Another thread calls this while the driver sets the next argument, or enqueues the next kernel. */
void meanwhile(void *(*call)(void *));

/* Sets the devices' revisions of cl_khr_command_buffer and of its mutable dispatch. */
void revisions(cl_version of_command_buffers, cl_version of_changes);

/* ---- what the program has ---- */

extern const struct dispatch *layer; /* the functions that a program calls */

/* The first two devices are of the first platform. Only the contexts that name them contain them.
 * The third device is of the second platform. */
extern cl_platform_id vendor[2];
extern cl_device_id gpu[3];

/* The first call makes the object, in the first context and for the first device unless the comment
 * says otherwise. Its findings do not count, and the driver does not refuse it. */
cl_context a_context(void);
cl_context other_context(void); /* of the same device */
cl_context both_context(void);  /* of both devices of the first platform */
cl_command_queue a_queue(void);
cl_command_queue device_queue(void); /* a queue on the device */
cl_mem a_buffer(void);               /* 64 bytes */
cl_mem other_buffer(void);           /* of the other context */
cl_mem an_image(void);               /* 8 × 4, with elements of 4 bytes */
cl_program a_program(void);
cl_kernel a_kernel(void); /* without parameters, unless a test gives it some */
char *some_svm(void);     /* 64 bytes */

/* Each call makes a new object: a queue with these properties; an image of this type, with 8 × 4 ×
 * 2 elements; a sub-buffer of 16 bytes; a program or a kernel in this context. */
cl_command_queue queue_with(cl_context context, cl_device_id on, cl_command_queue_properties bits);
cl_mem image_of(cl_mem_object_type type);
cl_mem buffer_at(size_t origin);
cl_program program_in(cl_context context);
cl_kernel kernel_in(cl_context context);

/* Ends the process: releases all objects above, and makes the layer look for leaks. */
void end_world(void);

/* Calls a function of an extension: EXTENSION(clReleaseSemaphoreKHR)(semaphore). */
function extension(const char *name);
#define EXTENSION(name) ((name##_type)extension(#name))
#define BY_HANDLE(extension, type, name, result, ...)                                              \
    typedef type(CL_API_CALL *name##_type) PARAMS(__VA_ARGS__);
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"
#define PROVISIONAL(extension, from, to, type, text, name, result, ...)                            \
    typedef type(CL_API_CALL *name##_type) PARAMS(__VA_ARGS__);
#include "../../calls/provisional_functions.h"
#undef PROVISIONAL

#endif
