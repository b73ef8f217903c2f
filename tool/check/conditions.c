/* SPDX-License-Identifier: Apache-2.0 */
#include "conditions.h"

#include "../../layer/check/check.h"
#include "../../layer/check/conditions.h"

#define HANDLE(error, parameter)  { 0, JUDGE_HANDLE, error, HANDLE_NULL, #error, "!" #parameter },
#define HANDLES(error, list, count) { 0, JUDGE_HANDLES, error, HANDLE_NULL, #error, "a NULL in " #list },
#define HANDLE_IN(error, type, value) { 0, JUDGE_HANDLE, error, HANDLE_UNKNOWN, #error, "no " #type ": " #value },
#define JUDGED(error, identity, condition) { 0, JUDGE_BEFORE, error, identity, #error, #condition },
#define JUDGED_WITH(error, identity, condition, ...) JUDGED(error, identity, condition)
#define ABOUT(error, identity, object, ...) JUDGED(error, identity, object)
#define DEAD(error, identity, object, ...)  JUDGED(error, identity, object)
#define LET(type, name, value)
#define EXPLAINED(error, identity, condition) { 0, JUDGE_AFTER, error, identity, #error, #condition },
#define EXPLAINED_WITH(error, identity, condition, ...) EXPLAINED(error, identity, condition)
#define DRIVER(error, text) { 0, JUDGE_DRIVER, error, 0, #error, text },
#define NOBODY(error, text) { 0, JUDGE_NOBODY, error, 0, #error, text },

#define ROWS(number, name) { number, JUDGE_BEGIN, 0, 0, #name, "" }, CONDITIONS_OF(name)

const struct condition condition_rows[] = {
#define BY_HANDLE(version, type, name, ...)     ROWS(SLOT_OF(name), name)
#define BY_ARRAY(version, type, name, ...)      ROWS(SLOT_OF(name), name)
#define BY_PROPERTIES(version, type, name, ...) ROWS(SLOT_OF(name), name)
#define BY_LOADER(version, type, name, ...)     ROWS(SLOT_OF(name), name)
#include "api/entry_points.h"
#define BY_HANDLE(extension, type, name, ...) ROWS(name##_number, name)
#define BY_SEMAPHORE BY_HANDLE
#include "../ext/extension_functions.h"
};
const size_t condition_count = sizeof condition_rows / sizeof *condition_rows;

void conditions_of_driver(unsigned number, int32_t error,
                          void (*visit)(const char *text, void *data), void *data)
{
    bool inside = false;
    for (size_t i = 0; i < condition_count; i++) {
        const struct condition *it = &condition_rows[i];
        if (it->judge == JUDGE_BEGIN) inside = it->function == number;
        else if (inside && it->judge == JUDGE_DRIVER && it->error == error) visit(it->text, data);
    }
}
