/* SPDX-License-Identifier: Apache-2.0 */
#include "recorder_plans.h"

#include "../calls/record.h"

const struct signature *recorder_signatures[EXTENSION_NUMBER_END];
uint16_t recorder_pointers[EXTENSION_NUMBER_END];
struct plan recorder_plans[EXTENSION_NUMBER_END][PLANNED + 1];

unsigned recorder_fixed_length(const struct signature *signature, unsigned place)
{
    static const unsigned char fixed[] = { 0, 1, 3 };
    return fixed[place - signature->parameters];
}

static struct plan plan_value(const struct signature *signature, unsigned parameter)
{
    const struct parameter *row = &signature->parameter[parameter];
    struct plan plan = { (unsigned char)parameter, row->element, 0, NOT_PLAIN, 0, { 0, 0 } };
    if (row->role == RETURNED || row->role == RETURNED_ERROR) plan.count = 1;
    if (row->role != LIST) return plan;
    if (row->length < signature->parameters) {
        plan.count = 0;
        plan.length = row->length;
    } else {
        plan.count = (unsigned char)recorder_fixed_length(signature, row->length);
    }
    return plan;
}

static bool has_value(const struct parameter *parameter, uint32_t options)
{
    return parameter->role != VALUE && (parameter->role != DATA || options & RECORD_DATA);
}

void recorder_make_plans(uint32_t options)
{
    for (unsigned number = 0; number < EXTENSION_NUMBER_END; number++) {
        const struct signature *signature = recorder_signatures[number] = signature_of(number);
        struct plan *plan = recorder_plans[number];
        for (unsigned i = 0; signature && i < signature->parameters; i++) {
            if (!has_value(&signature->parameter[i], options)) continue;
            recorder_pointers[number] |= (uint16_t)(1u << i);
            if (plan < recorder_plans[number] + PLANNED) *plan++ = plan_value(signature, i);
            /* This value and all that follow are written without a plan. */
            else plan[-1].count = NOT_PLAIN;
        }
    }
}
