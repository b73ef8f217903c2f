/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with arguments that never repeat, and checks of what fake drivers and layers got. */
#ifndef CLRELAY_TEST_SENT_H
#define CLRELAY_TEST_SENT_H

#include "drivers.h"

static struct {
    int count;
    uint64_t value[FAKE_ARGUMENTS];
} sent;

/* Returns a number that is never 0, never repeats, and has no zero byte, so that a cut or moved
 * argument shows. */
static inline uint64_t fresh(void)
{
    static uint64_t next = 1;
    uint64_t number = next++, value = 0;
    for (int byte = 0; byte < 8; byte++)
        value = value << 8 | (1 + (number + 37 * (uint64_t)byte) % 255);
    return value ^ (number / 255) << 20;
}

static inline int note(const void *argument, size_t size)
{
    uint64_t value = 0;
    memcpy(&value, argument, size);
    sent.value[sent.count] = value;
    return sent.count++;
}

/* The last call that a fake has seen must be the one that was sent. */
static inline void compare(const char *who, const char *name, const struct fake_call *seen)
{
    CHECK_STR(seen->function, name);
    CHECK_INT(seen->count, sent.count);
    for (int i = 0; i < sent.count; i++) {
        test_checks++;
        if (seen->value[i] == sent.value[i]) continue;
        test_report(__FILE__, __LINE__, "%s of %s: argument %d is %#llx, not %#llx", name, who,
                    i + 1, (unsigned long long)seen->value[i], (unsigned long long)sent.value[i]);
    }
}

static inline void compare_last(const struct fake *driver, const char *name)
{
    compare(driver->name, name, driver->last_call());
}

/* Calls a function and compares the result with the one that the driver was told to return. */
#define CALL_THEN_STATUS(type, call) CHECK_INT((call), (cl_int)(int64_t)result)
#define CALL_THEN_OBJECT(type, call)                                                               \
    CHECK_POINTER((const void *)(call), (const void *)(uintptr_t)result)
#define CALL_THEN_POINTER             CALL_THEN_OBJECT
#define CALL_THEN_NOTHING(type, call) (call)
#define NOTE(type, parameter)         note(&parameter, sizeof parameter)
#define FRESH(type, parameter)        (type)(uintptr_t) fresh()

#endif
