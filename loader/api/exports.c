/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The exported functions. Each reads its own slot of `detour` and then does one jump, so a compiler
 * with tail calls adds few instructions to a call (doc/performance.md). Some processors have the
 * by-handle functions in assembler, because gcc would copy arguments that are on the stack.
 */
#include "api/assembled.h"
#include "api/dispatch.h"
#include "api/failures.h"

/* The exported name is an alias of ENTRY(name): see assembled.h. */
#ifdef __ELF__
#define EXPORT(type, name, ...)                                                                    \
    HIDDEN type CL_API_CALL name##_entry PARAMS(__VA_ARGS__);                                      \
    type CL_API_CALL name PARAMS(__VA_ARGS__)                                                      \
        __attribute__((alias(#name "_entry"), visibility("default")));                             \
    type CL_API_CALL name##_entry PARAMS(__VA_ARGS__)
#else
#define EXPORT(type, name, ...) type CL_API_CALL name PARAMS(__VA_ARGS__)
#endif

/*
 * A function with a handle needs only a plain read on every processor: whatever passed the handle
 * to this thread also made everything visible that was written before. Race detectors must be told
 * so. Without a handle the function needs an acquiring read. A NULL handle is rare, so the loader
 * itself takes care of that case when it changes the slot (os_process_barrier()).
 */
#ifdef __GNUC__
#define DETOUR_ACQUIRED(name) __atomic_load_n(&detour.table.name, __ATOMIC_ACQUIRE)
#ifdef CLRELAY_RACE_CHECKED
#define DETOUR(name) DETOUR_ACQUIRED(name)
#else
#define DETOUR(name) __atomic_load_n(&detour.table.name, __ATOMIC_RELAXED)
#endif
#else
#define DETOUR(name)          (detour.table.name)
#define DETOUR_ACQUIRED(name) (*(name##_slot volatile *)&detour.table.name)
#endif

#ifdef CLRELAY_ASSEMBLED
#define BY_HANDLE(version, type, name, ...)
#else
#define BY_HANDLE(version, type, name, result, ...)                                                \
    HIDDEN type CL_API_CALL name##_resolved PARAMS(__VA_ARGS__);                                   \
    EXPORT(type, name, __VA_ARGS__)                                                                \
    {                                                                                              \
        name##_slot go = DETOUR(name);                                                             \
        if (!go) {                                                                                 \
            const struct object *object = (const void *)FIRST(__VA_ARGS__);                        \
            go = object ? object->dispatch->name : name##_resolved;                                \
        }                                                                                          \
        RETURN_##result go ARGS(__VA_ARGS__);                                                      \
    }
#endif
#define BY_ANY(version, type, name, result, ...)                                                   \
    EXPORT(type, name, __VA_ARGS__)                                                                \
    {                                                                                              \
        name##_slot go = DETOUR_ACQUIRED(name);                                                    \
        RETURN_##result go ARGS(__VA_ARGS__);                                                      \
    }
#include "api/entry_points.h"
