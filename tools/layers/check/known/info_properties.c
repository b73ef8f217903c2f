/* SPDX-License-Identifier: Apache-2.0 */
#include "info_properties.h"

enum { MOST_PROPERTIES = 64, MOST_ELEMENTS = 4096 };

static uint64_t element_at(const void *list, size_t size, size_t index)
{
    const char *at = (const char *)list + index * size;
    uint64_t whole;
    uint32_t half;
    if (size == sizeof half) return memcpy(&half, at, sizeof half), half;
    memcpy(&whole, at, sizeof whole);
    return whole;
}

/* Whether the value of a property is a list that ends with 0. */
static bool has_list(uint64_t name)
{
    return name == CL_MEM_DEVICE_HANDLE_LIST_KHR || name == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR ||
           name == CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;
}

/* Whether a word can be a name: names are from 0x1000 on, and have 32 bits. A list with any other
 * name has a value in the wrong place, or no end. */
static bool can_be_name(uint64_t name)
{
    return name >= 0x1000 && name <= UINT32_MAX;
}

/* Calls visit() with the place of each name, until visit() returns true. Returns that place, or
 * 0. */
static size_t visit_properties(const void *list, size_t size,
                               bool (*visit)(const void *list, size_t size, size_t place,
                                             const void *what),
                               const void *what)
{
    size_t place = 0;
    if (!list) return 0;
    for (unsigned i = 0; i < MOST_PROPERTIES; i++) {
        const uint64_t name = element_at(list, size, place);
        if (!name) break;
        if (visit(list, size, place, what)) return place + 1;
        if (!can_be_name(name)) break;
        place++;
        if (has_list(name))
            while (place < MOST_ELEMENTS && element_at(list, size, place)) place++;
        place++;
    }
    return 0;
}

static bool is_named(const void *list, size_t size, size_t place, const void *what)
{
    return element_at(list, size, place) == *(const uint64_t *)what;
}

static bool is_none_of(const void *list, size_t size, size_t place, const void *what)
{
    const cl_uint *known = what;
    while (*known && *known != element_at(list, size, place)) known++;
    return !*known;
}

static bool was_there_before(const void *list, size_t size, size_t place, const void *what)
{
    const uint64_t name = element_at(list, size, place);
    (void)what;
    return visit_properties(list, size, is_named, &name) != place + 1;
}

bool info_has_property(const void *list, size_t size, uint64_t name)
{
    return visit_properties(list, size, is_named, &name) != 0;
}

uint64_t info_property(const void *list, size_t size, uint64_t name)
{
    const size_t behind = visit_properties(list, size, is_named, &name);
    return behind ? element_at(list, size, behind) : 0;
}

uint64_t info_property_twice(const void *list, size_t size)
{
    const size_t behind = visit_properties(list, size, was_there_before, NULL);
    return behind ? element_at(list, size, behind - 1) : 0;
}

uint64_t info_property_outside(const void *list, size_t size, const cl_uint *names)
{
    const size_t behind = visit_properties(list, size, is_none_of, names);
    return behind ? element_at(list, size, behind - 1) : 0;
}

uint64_t info_property_element(const void *list, size_t size, uint64_t name, size_t index)
{
    size_t place = visit_properties(list, size, is_named, &name);
    if (!place) return 0;
    for (size_t i = 0; i < index; i++, place++)
        if (!element_at(list, size, place)) return 0;
    return element_at(list, size, place);
}
