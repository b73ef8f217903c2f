/* SPDX-License-Identifier: Apache-2.0 */
/* What drivers share whose functions are made from the rows of loader/api/entry_points.h: most of
 * them do nothing but what CALLED(name) says, and return zeros. */
#ifndef CLRELAY_TEST_FAKE_FROM_ROWS_H
#define CLRELAY_TEST_FAKE_FROM_ROWS_H

#include "api/dispatch.h"

#include <string.h>

static inline cl_int answer(const void *value, size_t length, size_t size, void *place,
                            size_t *size_ret)
{
    if (place && size < length) return CL_INVALID_VALUE;
    if (place) memcpy(place, value, length);
    if (size_ret) *size_ret = length;
    return CL_SUCCESS;
}

static inline void *address_of(function found)
{
    void *address;
    memcpy(&address, &found, sizeof address);
    return address;
}

/* CHOOSE(prefix, name) is 1 where a macro named prefix + name is defined as `~, 1`, else 0. */
#define CHOOSE(prefix, name) SECOND(JOIN(prefix, name), 0, 0)
#define SECOND(...)          SECOND_(__VA_ARGS__)
#define SECOND_(a, b, ...)   b

#define UNUSED(type, name) (void)name
#define GIVE_STATUS(type)  return (type)0
#define GIVE_OBJECT        GIVE_STATUS
#define GIVE_POINTER       GIVE_STATUS
#define GIVE_NOTHING(type) return

/* Makes NAME_own, unless a macro OWN_NAME says that the driver has written that itself. */
#define OWN_FUNCTION(type, name, ...) JOIN(MAKE_, CHOOSE(OWN_, name))(type, name, __VA_ARGS__)
#define MAKE_1(type, name, kind, ...)
#define MAKE_0(type, name, kind, ...)                                                              \
    static type CL_API_CALL name##_own PARAMS(__VA_ARGS__)                                         \
    {                                                                                              \
        (void)(EACH(UNUSED, __VA_ARGS__));                                                         \
        CALLED(name);                                                                              \
        GIVE_##kind(type);                                                                         \
    }

#endif
