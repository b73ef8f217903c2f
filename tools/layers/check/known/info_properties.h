/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of properties that programs pass. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_PROPERTIES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_PROPERTIES_H

#include "api/table.h"

/* In all functions, `size` is 4 or 8, the bytes of an element. A list may be NULL. */

#define PROPERTIES(list) (list), sizeof *(list)

HIDDEN bool info_has_property(const void *list, size_t size, uint64_t name);

/* The value of a property; 0 if the list lacks it. */
HIDDEN uint64_t info_property(const void *list, size_t size, uint64_t name);

/* The element with this index of a property's list of values; 0 if the list lacks the property. */
HIDDEN uint64_t info_property_element(const void *list, size_t size, uint64_t name, size_t index);

/* The first name that is there for the second time; 0: none. */
HIDDEN uint64_t info_property_twice(const void *list, size_t size);

/* The first name that is not in `names`, which end with 0; 0: none. */
HIDDEN uint64_t info_property_outside(const void *list, size_t size, const cl_uint *names);
#define NAMES(...) ((const cl_uint[]){ __VA_ARGS__, 0 })

#endif
