/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All functions of extensions, which programs may ask for by name: those in the dispatch table and
 * those that are not. Define ROW(number, type, name, kind, ...), then include this file, which
 * undefines it.
 */
#undef IGNORE /* of Windows' headers */
#define IGNORE(...)
#define OF_EXT                     , ROW
#define OF_EXT_1_0                 , ROW
#define OF_EXT_1_1                 , ROW
#define OF_EXT_1_2                 , ROW
#define OF_EXT_2_0                 , ROW
#define IF_EXTENSION(version, ...) PICK(OF_##version, IGNORE, )(__VA_ARGS__)
#define BY_ANY(version, type, name, kind, ...)                                                     \
    IF_EXTENSION(version, name##_number, type, name, kind, __VA_ARGS__)
#include "api/entry_points.h"
#define OUTSIDE(extension, type, text, name, kind, ...)                                            \
    ROW(name##_number, type, name, kind, __VA_ARGS__)
#include "outside_rows.h"
#undef IGNORE
#undef OF_EXT
#undef OF_EXT_1_0
#undef OF_EXT_1_1
#undef OF_EXT_1_2
#undef OF_EXT_2_0
#undef IF_EXTENSION
#undef ROW
