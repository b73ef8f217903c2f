/* SPDX-License-Identifier: Apache-2.0 */
/* Wraps every OpenCL function, made from the rows of loader/api/entry_points.h, as tracers do: each
 * wrapper counts its calls and calls the next function of its name. This is a library for
 * LD_PRELOAD, and a part of the program of dispatch.interposed. */
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

extern unsigned *interposer_passed(void);
unsigned *interposer_passed(void)
{
    return passed;
}
