/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for MOST_OBJECTS objects of a fake driver. */
#include "driver_parts.h"

#ifndef MOST_OBJECTS
#define MOST_OBJECTS 1024
#endif

struct fake_object fake_objects[MOST_OBJECTS];
const size_t fake_object_count = MOST_OBJECTS;
