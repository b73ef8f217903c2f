/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairs: for a check ID a call that must get it, and nothing else, and its legal neighbour, which
 * must get nothing. Each runs in a process of its own, over a driver that has everything, until it
 * says something else. `before` is what comes before both: statements.
 *
 *   PAIR(CHECK_ID, before, wrong, legal)
 *   PAIR_REFUSED(CHECK_ID, error, before, wrong, legal)   the driver refuses the wrong call with
 *                        the error, which the finding explains. If it refuses the legal one, that
 *                        is CALL_FAILED or QUERY_FAILED: the layer can't see why
 *   PAIR_WHERE(CHECK_ID, error, what, call)   the call is wrong only where the driver says `what`,
 *                        statements; it refuses it then, unless the error is CL_SUCCESS
 *   PAIR_FAILS(CHECK_ID, error, before, call)   the same call: refused, and not refused
 *   PAIR_BODY(CHECK_ID)  the body of a function with the parameter `bool wrong`
 *   PAIR_ELSEWHERE(CHECK_ID, "file")   another test has one
 *   NO_PAIR(CHECK_ID, "reason")   why there is none, nor a case for PoCL (cases.h)
 */
#ifndef CLRELAY_TOOLS_TEST_CHECK_PAIRS_H
#define CLRELAY_TOOLS_TEST_CHECK_PAIRS_H

#include "../../calls/check_ids.h"
#include "../../calls/provisional_types.h"
#include "api/dispatch.h"

#include <stdbool.h>
#include <string.h>

#define ANDROID_BUFFER 0x2070 /* of cl_khr_external_memory_android_hardware_buffer */

/* ---- rows ---- */

struct pair {
    const char *name, *file;
    const char *reason; /* why there is no pair, or NULL */
    int line;
    enum check_id check_id;
    cl_int error; /* with which the driver refuses the wrong call */
    bool fails;   /* both calls are the same */
    void (*run)(bool wrong);
    struct pair *next;
};
void pair_add(struct pair *pair);

#define PAIR_ADDED(id, function, reason, error, fails)                                             \
    __attribute__((constructor)) static void JOIN(add_, __LINE__)(void)                            \
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

/* From here on, the driver refuses with the error if this run is a refused one. What was found
 * before does not count. PAIR() and the like call it; bodies may. */
void pair_begins(cl_int error);

/* From here on, the driver refuses all with the error. */
void refuse(cl_int error);

/* ---- what the driver answers ---- */

/* The answer to a query of this name about an object; NULL: about all objects that have none of
 * their own. An answer that is an error fails. */
void says(const void *about, cl_uint name, const void *bytes, size_t size);
void fails(const void *about, cl_uint name, cl_int error);
void fails_to_answer(const void *about, cl_uint name); /* though it says how long the answer is */
#define SAYS(about, name, type, value) says(about, name, &(const type){ value }, sizeof(type))
#define SAYS_TEXT(about, name, text)   says(about, name, text, strlen(text) + 1)

/* All devices and platforms have this version of OpenCL: 11 for OpenCL 1.1; or lack an extension,
 * or have no answer about one. */
void version(unsigned number);
void lacks(const char *extension);
void lacks_flush(cl_command_queue queue); /* the queue's driver has no clFlush */
void no_platforms(void);

/* The next object that the driver makes has this address. */
void object_again(void *address);

/* The revisions of command buffers, and of what changes them, that devices have. */
void revisions(cl_version of_command_buffers, cl_version of_changes);

/* ---- what the program has ---- */

extern const struct dispatch *layer; /* the functions that a program calls */

/* The first two devices are of the first platform, and in no context but those that name them; the
 * third is of the second platform. */
extern cl_platform_id vendor[2];
extern cl_device_id gpu[3];

/* Each is made when it is first asked for: in the first context, for the first device. What that
 * finds does not count, and the driver does not refuse it. */
cl_context a_context(void);
cl_context other_context(void); /* of the same device */
cl_context both_context(void);  /* of both devices of the first platform */
cl_command_queue a_queue(void);
cl_command_queue device_queue(void); /* on the device */
cl_mem a_buffer(void);               /* 64 bytes */
cl_mem other_buffer(void);           /* of the other context */
cl_mem an_image(void);               /* 8 × 4, with elements of 4 bytes */
cl_program a_program(void);
cl_kernel a_kernel(void); /* without parameters, if the driver does not say another number */
char *some_svm(void);     /* 64 bytes */

/* Each call makes another one: a queue with these bits; an image of this type, of 8 × 4 × 2
 * elements; a sub-buffer of 16 bytes; a program or a kernel in this context. */
cl_command_queue queue_with(cl_context context, cl_device_id on, cl_command_queue_properties bits);
cl_mem image_of(cl_mem_object_type type);
cl_mem buffer_at(size_t origin);
cl_program program_in(cl_context context);
cl_kernel kernel_in(cl_context context);

/* The end of a process: all of the above is released. Leaks are found. */
void end_world(void);

/* Functions of extensions: EXTENSION(clReleaseSemaphoreKHR)(semaphore). */
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
