/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The differences between these drivers: a row for each quirk, with its usual value.
 *
 *   QUIRK(TYPE, NAME, USUAL)
 *
 * CMakeLists.txt lists the drivers; there LEGACY_TAIL=TAIL_PAGE is the quirk `tail`.
 */
QUIRK(const char *, name, "old")

/* What follows a table in memory. */
#define TAIL_PAGE    0 /* a page that cannot be read */
#define TAIL_DATA    1 /* addresses of data, small numbers, text; further on code, too */
#define TAIL_SIZED   2 /* addresses of code; the table is a symbol with a size */
#define TAIL_UNSIZED 3 /* addresses of code; nothing tells where the table ends */
#define TAIL_NOTHING 4 /* NULL */
#define TAIL_HEAP    5 /* like TAIL_DATA, behind an allocated table */
#define TAIL_JIT     6 /* NULL; every slot of the table leads to code made at run time */
#define TAIL_ELSEWHERE                                                                             \
    7 /* NULL; slots that the version does not promise lead to another library's code */
QUIRK(int, tail, TAIL_NOTHING)

/* Who lists cl_khr_suggested_local_work_size, and whether the driver lacks that extension's
 * function. */
#define LISTS_NOWHERE  0
#define LISTS_PLATFORM 1
#define LISTS_DEVICE   2
QUIRK(int, lists, LISTS_NOWHERE)
QUIRK(int, lacks, 0)
QUIRK(int, icd2, 0) /* the driver is one of cl_khr_icd 2.0, which has no table */
/* The length of a device's list, with the terminating byte; the extension's name stands at its
 * end. */
QUIRK(size_t, list_size, 6 * 1024)
#define MOST_LISTED (32 * 1024)

#undef QUIRK
