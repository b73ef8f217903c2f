/* SPDX-License-Identifier: Apache-2.0 */
#include "builtins.h"

#include <stdlib.h>
#include <string.h>

static bool begins(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

/* Finds vload4, vload_half, vload_half4, vloada_half4, vstore4, vstore_half4_rte and the like. */
static bool find_vector(const char *name, struct builtin *found)
{
    const bool loads = begins(name, "vload"), stores = begins(name, "vstore");
    const char *rest = name + (loads ? 5 : 6);
    bool is_aligned, is_half;
    unsigned elements;
    if (!loads && !stores) return false;
    is_aligned = *rest == 'a';
    rest += is_aligned;
    is_half = begins(rest, "_half");
    rest += is_half ? 5 : 0;
    elements = (unsigned)strtoul(rest, NULL, 10);
    if (!elements) elements = 1;
    *found = (struct builtin){ .pointer = loads ? 1 : 2,
                               .what = loads ? 1 : 2,
                               .offset = loads ? 0 : 1,
                               .count = -1,
                               .scale = is_aligned && elements == 3 ? 4 : elements,
                               .elements = elements,
                               .bytes = is_half ? 2 : 0 };
    return true;
}

/* Finds functions whose last argument points to where a second result goes. */
static bool find_result(const char *name, struct builtin *found)
{
    static const struct {
        const char *name;
        unsigned pointer;
    } rows[] = { { "fract", 1 }, { "frexp", 1 },  { "lgamma_r", 1 },
                 { "modf", 1 },  { "remquo", 2 }, { "sincos", 1 } };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        *found = (struct builtin){ rows[i].pointer, 2, -1, -1, 0, 1, 0 };
        return true;
    }
    return false;
}

unsigned builtins_find(const char *name, struct builtin found[2])
{
    if (begins(name, "atomic_") || begins(name, "atom_")) {
        found[0] = (struct builtin){
            0, strstr(name, "_load") ? 1 : strstr(name, "_store") ? 2 : 3, -1, -1, 0, 1, 0
        };
        return 1;
    }
    if (!strcmp(name, "async_work_group_copy")) {
        found[0] = (struct builtin){ 0, 2, -1, 2, 0, 0, 0 };
        found[1] = (struct builtin){ 1, 1, -1, 2, 0, 0, 0 };
        return 2;
    }
    return find_vector(name, found) || find_result(name, found);
}

bool builtins_is_pure(const char *name)
{
    static const char *const pure[] = { "get_", "mad24", "mul24",    "mul_hi", "min", "max",
                                        "abs",  "clamp", "convert_", "select", "as_" };
    for (unsigned i = 0; i < sizeof pure / sizeof *pure; i++)
        if (begins(name, pure[i])) return true;
    return false;
}
