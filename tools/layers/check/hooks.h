/* SPDX-License-Identifier: Apache-2.0 */
/* The hooks of wrapped functions: hook_rows.h. Those that are more than a call of another file's function are in the
 * files of hooks/. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_H

#include "conditions/changes.h"
#include "found/builds.h"
#include "found/handles.h"
#include "found/returned.h"
#include "hooks/kernels.h"
#include "hooks/objects.h"
#include "hooks/transfers.h"
#include "known/info_commands.h"
#include "known/info_events.h"
#include "known/info_mappings.h"
#include "known/info_memory.h"
#include "known/info_queues.h"
#include "order/flushes.h"
#include "order/order.h"
#include "order/recorded.h"
#include "order/uses.h"
#include "order/waits.h"

/* ---- the switches: each runs the row of a function, if there is one; compilers know which for a constant ---- */

#define HOOK(when)                                                                                 \
    ALWAYS_INLINED static inline void when(struct check_call *call, unsigned number,               \
                                           const void *args)
#define CASE(name, ...)                                                                            \
    case name##_number: {                                                                          \
        const struct name##_args *a = args;                                                        \
        (void)call, (void)a;                                                                       \
        __VA_ARGS__;                                                                               \
        break;                                                                                     \
    }

HOOK(hook_inside)
{
    switch (number) {
#define INSIDE CASE
#include "hook_rows.h"
    }
}

HOOK(hook_alone)
{
    switch (number) {
#define ALONE CASE
#include "hook_rows.h"
    }
}

HOOK(hook_before)
{
    switch (number) {
#define BEFORE CASE
#include "hook_rows.h"
    }
}

HOOK(hook_freeing)
{
    switch (number) {
#define FREEING CASE
#include "hook_rows.h"
    }
}

HOOK(hook_follow)
{
    switch (number) {
#define FOLLOW CASE
#include "hook_rows.h"
    }
}

HOOK(hook_after)
{
    switch (number) {
#define AFTER CASE
#include "hook_rows.h"
    }
}

HOOK(hook_failed)
{
    switch (number) {
#define FAILURE CASE
#include "hook_rows.h"
    }
}

HOOK(hook_ended)
{
    switch (number) {
#define ENDED CASE
#include "hook_rows.h"
    }
}

#endif
