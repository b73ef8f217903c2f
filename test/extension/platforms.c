/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whose function is called if the table of an object does not say: platforms that share a table,
 * with the same function or different ones; objects with a table that no platform has; and a driver
 * that the loader does not know.
 */
#include "extension.h"

/* Calls the function of a row with an object and zeros. */
#define ZERO(type, parameter) (type)0
#define ERROR_STATUS(call)    status = (call)
#define ERROR_OBJECT(call)    (void)(call)
#define CODE_STATUS
#define CODE_OBJECT errcode_ret = &status;
#define ROW(type, name, kind, ...)                                                                 \
    static cl_int name##_with(void *callee, EACH(PARAM, __VA_ARGS__))                              \
    {                                                                                              \
        cl_int status = CL_SUCCESS;                                                                \
        FIRST(__VA_ARGS__) = callee;                                                               \
        CODE_##kind ERROR_##kind(USED(name) ARGS(__VA_ARGS__));                                    \
        return status;                                                                             \
    }                                                                                              \
    static cl_int name##_run(void *callee)                                                         \
    {                                                                                              \
        return name##_with(callee, EACH(ZERO, __VA_ARGS__));                                       \
    }
#define BY_HANDLE(extension, type, name, kind, ...) ROW(type, name, kind, __VA_ARGS__)
#define BY_SEMAPHORE(extension, type, name, kind, ...)
#define CREATES_SEMAPHORE(extension, type, name, kind, ...) /* semaphores.c */
#include "extension_functions.h"

static const struct {
    const char *name, *other;
    cl_int (*run)(void *callee);
} calls[] = {
#define BY_HANDLE(extension, type, name, ...) { #name, "other " #name, name##_run },
#define BY_SEMAPHORE(extension, type, name, ...)
#define CREATES_SEMAPHORE(extension, type, name, kind, ...)
#include "extension_functions.h"
};
#define CALLS (sizeof calls / sizeof calls[0])

/* Where a call goes that has an object of a driver's platform. */
enum wanted { USUAL, OTHER, MISSING };
static const struct {
    const char *driver;
    bool known; /* to the loader */
    enum wanted wanted[3];
} rows[] = {
    { "answer_alike", true, { USUAL, USUAL } },
    { "answer_unlike", true, { USUAL, OTHER, USUAL } },
    { "one_has_nothing", true, { MISSING, USUAL } },
    { "other_table", true, { USUAL, OTHER } },
    { "has_all_1", false, { USUAL } },
    { "has_none", false, { MISSING } },
};
#define ROWS (sizeof rows / sizeof rows[0])

static void check(const struct fake *driver, const enum wanted *wanted)
{
    test_about = driver->name;
    for (size_t platform = 0; platform < driver->platforms; platform++)
        for (size_t i = 0; i < CALLS; i++) {
            void *object = driver->object(platform);
            cl_int status;
            driver->forget();
            status = calls[i].run(object);
            if (wanted[platform] == MISSING) {
                CHECK_INT(status, CL_INVALID_OPERATION);
                continue;
            }
            CHECK_INT(status, CL_SUCCESS);
            CHECK_STR(driver->last_call()->function,
                      wanted[platform] == OTHER ? calls[i].other : calls[i].name);
            CHECK_INT(driver->last_call()->value[0], (uintptr_t)object);
        }
}

int main(int count, char **argument)
{
    const struct fake *drivers[ROWS];
    for (size_t i = 0; i < ROWS; i++) drivers[i] = drivers_open(rows[i].driver);
    extension_begin(count, argument);
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < ROWS; i++) {
            unsigned before = drivers[i]->asked();
            check(drivers[i], rows[i].wanted);
            if (turn > 0) CHECK_INT(drivers[i]->asked(), before);
#ifndef IN_LOADER /* it asked when the functions were looked up */
            if (turn == 0) CHECK_INT(drivers[i]->asked(), before + CALLS * drivers[i]->platforms);
#endif
        }
    return test_end();
}
