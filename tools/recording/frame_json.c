/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_json.h"

#include "../base/data.h"

#include <inttypes.h>

json_t *frame_json(const struct frame *frame, const char *module, uint64_t address)
{
    json_t *json = json_object();
    json_object_set_new(json, "function", data_string(frame->function));
    json_object_set_new(json, "file", data_string(frame->file));
    json_object_set_new(json, "line", frame->line ? json_integer(frame->line) : json_null());
    json_object_set_new(json, "module", data_string(module));
    json_object_set_new(json, "address", data_format("0x%" PRIx64, address));
    return json;
}
