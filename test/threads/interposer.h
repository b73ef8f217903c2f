/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wraps every OpenCL function, made from the rows of loader/api/entry_points.h, as tracers do: each
 * wrapper counts its calls and calls the next function of its name. This is a part of a program
 * (interposed.c) or of a library for LD_PRELOAD (interposer.c).
 */
#ifndef CLRELAY_TEST_THREADS_INTERPOSER_H
#define CLRELAY_TEST_THREADS_INTERPOSER_H

#include "api/dispatch.h"

#include "fake/fake.h"

static unsigned passed[SLOT_COUNT];

#define PASS_STATUS  return
#define PASS_OBJECT  return
#define PASS_POINTER return
#define PASS_NOTHING
#define PASS(type, name, kind, ...)                                                                \
    type CL_API_CALL name PARAMS(__VA_ARGS__)                                                      \
    {                                                                                              \
        passed[SLOT_OF(name)]++;                                                                   \
        PASS_##kind((name##_slot)fake_symbol(RTLD_NEXT, #name)) ARGS(__VA_ARGS__);                 \
    }
#define BY_ANY(version, type, name, kind, ...) PASS(type, name, kind, __VA_ARGS__)
#include "api/entry_points.h"

#endif
