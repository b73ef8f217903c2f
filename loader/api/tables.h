/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of dispatch.c, which find a function by its slot. They are made twice: in C, and as
 * offsets (entry_tables.S). Define TABLE(kind), which begins a table; PLACE(name, symbol), which is
 * a slot; NO_PLACE(count), slots without a function; and END_TABLE.
 */
/* clang-format off */
TABLE(export)
#define BY_ANY(version, type, name, ...) PLACE(name, ENTRY(name))
#define ABSENT(count)                    NO_PLACE(count)
#include "api/entry_points.h"
END_TABLE

TABLE(resolved)
#define BY_LOADER(version, type, name, ...) PLACE(name, name##_answer)
#define BY_ANY(version, type, name, ...)    PLACE(name, name##_resolved)
#define ABSENT(count)                       NO_PLACE(count)
#include "api/entry_points.h"
END_TABLE

TABLE(checked)
#define BY_HANDLE(version, type, name, ...) PLACE(name, name##_checked)
#define BY_LOADER(version, type, name, ...) PLACE(name, name##_answer)
#define BY_ANY(version, type, name, ...)    PLACE(name, name##_resolved)
#define ABSENT(count)                       NO_PLACE(count)
#include "api/entry_points.h"
END_TABLE

TABLE(missing)
#define BY_ANY(version, type, name, ...) PLACE(name, name##_missing)
#define ABSENT(count)                    NO_PLACE(count)
#include "api/entry_points.h"
END_TABLE

TABLE(null)
#define BY_HANDLE(version, type, name, ...) PLACE(name, name##_null)
#define BY_ANY(version, type, name, ...)    NO_PLACE(1)
#define ABSENT(count)                       NO_PLACE(count)
#include "api/entry_points.h"
END_TABLE
