/* SPDX-License-Identifier: Apache-2.0 */
#include "conditions.h"

#include "../../entry.h"
#include "../../next_layer.h"
#include "condition.h"
#include "../known/info.h"

void conditions_of(struct check_call *call)
{
    switch (call->number) {
#define FUNCTION(number, type, name, ...)                                                          \
    case number:                                                                                   \
        check_##name(call, call->args);                                                            \
        break;
#include "../../../calls/function_rows.h"
    }
}

EXPORTED conditions_function clrelay_check_conditions;
void clrelay_check_conditions(void (*visit)(const struct condition_row *row, void *data),
                              void *data)
{
    static const uint64_t nothing[ARGUMENTS_MOST];
    const struct condition_reader reader = { visit, data };
    struct check_call call = { .args = nothing, .phase = LISTING, .reader = &reader };
    /* There is no driver, so the queries that conditions make fail. */
    info_ask(&(const struct dispatch){ 0 });
    next_layer = queries;
    for (call.number = 0; call.number < EXTENSION_NUMBER_END; call.number++) conditions_of(&call);
}
