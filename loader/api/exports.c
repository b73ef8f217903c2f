/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The exported functions. Each reads its own slot of `detour` and then does one jump, so a compiler
 * with tail calls adds a handful of instructions to a call. Some processors have the by-handle
 * functions in assembler, because gcc would copy arguments that are on the stack.
 */
#include "api/assembled.h"
#include "api/dispatch.h"

/*
 * A function with a handle needs only a plain read on every processor: whatever passed the handle
 * to this thread also made everything visible that was written before. Race detectors must be told
 * so. Without a handle the function needs an acquiring read. A NULL handle is rare, so the loader
 * itself takes care of that case when it changes the slot (os_process_barrier()).
 */
#ifdef __ELF__
#define EXPORTED_AS(entry) __attribute__((alias(#entry), visibility("default")))
#endif
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

#define RETURN_STATUS  return
#define RETURN_OBJECT  return
#define RETURN_POINTER return
#define RETURN_NOTHING

/* The body has a hidden name, NAME_entry, and the exported name is an alias of it. So an interposer
 * or a program's stub can't take over what the loader calls by the hidden name. (On Windows a
 * library's names never bind to another library's functions.) */
#ifdef EXPORTED_AS
#define EXPORT(type, name, ...)                                                                    \
    HIDDEN type CL_API_CALL name##_entry PARAMS(__VA_ARGS__);                                      \
    type CL_API_CALL name PARAMS(__VA_ARGS__) EXPORTED_AS(name##_entry);                           \
    type CL_API_CALL name##_entry PARAMS(__VA_ARGS__)
#define ENTRY(name) name##_entry
#else
#define EXPORT(type, name, ...) type CL_API_CALL name PARAMS(__VA_ARGS__)
#define ENTRY(name)             name
#endif

#ifdef CLRELAY_ASSEMBLED
#define BY_HANDLE(version, type, name, result, ...)                                                \
    HIDDEN type CL_API_CALL name##_entry PARAMS(__VA_ARGS__);
#else
#define BY_HANDLE(version, type, name, result, ...)                                                \
    HIDDEN type CL_API_CALL name##_judged PARAMS(__VA_ARGS__);                                     \
    EXPORT(type, name, __VA_ARGS__)                                                                \
    {                                                                                              \
        name##_slot go = DETOUR(name);                                                             \
        if (!go) {                                                                                 \
            const struct object *object = (const void *)FIRST(__VA_ARGS__);                        \
            go = object ? object->dispatch->name : name##_judged;                                  \
        }                                                                                          \
        RETURN_##result go ARGS(__VA_ARGS__);                                                      \
    }
#endif
#define JUMP(type, name, result, ...)                                                              \
    EXPORT(type, name, __VA_ARGS__)                                                                \
    {                                                                                              \
        name##_slot go = DETOUR_ACQUIRED(name);                                                    \
        RETURN_##result go ARGS(__VA_ARGS__);                                                      \
    }
#define BY_ARRAY(version, type, name, result, count, array, ...)                                   \
    JUMP(type, name, result, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, result, properties, ...)                                \
    JUMP(type, name, result, __VA_ARGS__)
#define BY_LOADER(version, type, name, result, ...) JUMP(type, name, result, __VA_ARGS__)
#include "api/entry_points.h"

#ifdef CLRELAY_ASSEMBLED

extern HIDDEN const int32_t dispatch_export_offsets[]; /* see entry_tables.S */

function dispatch_export(size_t slot)
{
    return dispatch_relative_slot(dispatch_export_offsets, slot);
}

#else

static const struct dispatch exports = {
#define BY_HANDLE(version, type, name, ...)     .name = ENTRY(name),
#define BY_ARRAY(version, type, name, ...)      .name = ENTRY(name),
#define BY_PROPERTIES(version, type, name, ...) .name = ENTRY(name),
#define BY_LOADER(version, type, name, ...)     .name = ENTRY(name),
#include "api/entry_points.h"
};

function dispatch_export(size_t slot)
{
    return dispatch_slot(&exports, slot);
}

#endif
