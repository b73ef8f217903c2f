/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What wrapped functions call for some functions of the API (hook_rows.h). The hooks are in the files of hooks/. They
 * get the call, which has the result and the error, and the arguments.
 */
#ifndef CLRELAY_LAYER_CHECK_HOOKS_H
#define CLRELAY_LAYER_CHECK_HOOKS_H

#include "../arguments.h"
#include "check.h"

#define DECLARE(hook, name) HIDDEN void hook(struct check_call *call, const struct name##_args *a);
#define INSIDE(name)        DECLARE(inside_##name, name)
#define ALONE(name)         DECLARE(alone_##name, name)
#define BEFORE(name)        DECLARE(before_##name, name)
#define FREEING(name)       DECLARE(freeing_##name, name)
#define FOLLOW(name)        DECLARE(follow_##name, name)
#define AFTER(name)         DECLARE(after_##name, name)
#define FAILURE(name)       DECLARE(failure_##name, name)
#define ENDED(name)         DECLARE(ended_##name, name)
#define ALONE_BY(name, hook)
#define BEFORE_BY(name, hook)  HIDDEN void hook(struct check_call *call);
#define FREEING_BY(name, hook) HIDDEN void hook(struct check_call *call);
#define FOLLOW_BY(name, hook)  HIDDEN void hook(struct check_call *call);
#define AFTER_BY(name, hook)   HIDDEN void hook(struct check_call *call);
#define FAILURE_BY(name, hook) HIDDEN void hook(struct check_call *call);
#define ENDED_BY(name, hook)   HIDDEN void hook(struct check_call *call);
#include "hook_rows.h"

/* Each calls the hook of a function, if it has one. Compilers know which for a constant. */
#define CASE(hook, name)                                                                           \
    case name##_number:                                                                            \
        hook(call, args);                                                                          \
        break;
#define CASE_BY(hook, name)                                                                        \
    case name##_number:                                                                            \
        hook(call);                                                                                \
        break;
#define HOOK(when)                                                                                 \
    ALWAYS_INLINED static inline void when(struct check_call *call, unsigned number,               \
                                           const void *args)

HOOK(hook_inside)
{
    switch (number) {
#define INSIDE(name) CASE(inside_##name, name)
#include "hook_rows.h"
    }
}

HOOK(hook_alone)
{
    switch (number) {
#define ALONE(name)          CASE(alone_##name, name)
#define ALONE_BY(name, hook) CASE_BY(hook, name)
#include "hook_rows.h"
    }
}

HOOK(hook_before)
{
    switch (number) {
#define BEFORE(name)          CASE(before_##name, name)
#define BEFORE_BY(name, hook) CASE_BY(hook, name)
#include "hook_rows.h"
    }
}

HOOK(hook_freeing)
{
    switch (number) {
#define FREEING(name)          CASE(freeing_##name, name)
#define FREEING_BY(name, hook) CASE_BY(hook, name)
#include "hook_rows.h"
    }
}

HOOK(hook_follow)
{
    switch (number) {
#define FOLLOW(name)          CASE(follow_##name, name)
#define FOLLOW_BY(name, hook) CASE_BY(hook, name)
#include "hook_rows.h"
    }
}

HOOK(hook_after)
{
    switch (number) {
#define AFTER(name)          CASE(after_##name, name)
#define AFTER_BY(name, hook) CASE_BY(hook, name)
#include "hook_rows.h"
    }
}

HOOK(hook_failed)
{
    switch (number) {
#define FAILURE(name)          CASE(failure_##name, name)
#define FAILURE_BY(name, hook) CASE_BY(hook, name)
#include "hook_rows.h"
    }
}

HOOK(hook_ended)
{
    switch (number) {
#define ENDED(name)          CASE(ended_##name, name)
#define ENDED_BY(name, hook) CASE_BY(hook, name)
#include "hook_rows.h"
    }
}

#endif
