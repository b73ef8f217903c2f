/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What makes one of these drivers differ from another: a row for each quirk, and what is usual.
 *
 *   QUIRK(TYPE, NAME, USUAL)
 *
 * CMakeLists.txt lists the drivers; there LEGACY_TAIL=TAIL_PAGE is the quirk `tail`.
 */
QUIRK(const char *, name, "old")

/* What lies behind a table. */
#define TAIL_PAGE    0 /* a page that cannot be read */
#define TAIL_DATA    1 /* addresses of data, small numbers, text; further on also code */
#define TAIL_SIZED   2 /* addresses of code; the table is a symbol with a size */
#define TAIL_UNSIZED 3 /* addresses of code, and nothing that tells where the table ends */
#define TAIL_NOTHING 4 /* NULL */
#define TAIL_HEAP    5 /* as with TAIL_DATA; the table was allocated */
#define TAIL_JIT     6 /* NULL; the whole table leads to code that was made at run time */
#define TAIL_ELSEWHERE                                                                             \
    7 /* NULL; what the version does not promise leads to another library's code */
QUIRK(int, tail, TAIL_NOTHING)

/* Who lists cl_khr_suggested_local_work_size, and whether it lacks the function of that
 * extension. */
#define LISTS_NOWHERE  0
#define LISTS_PLATFORM 1
#define LISTS_DEVICE   2
QUIRK(int, lists, LISTS_NOWHERE)
QUIRK(int, lacks, 0)
/* How long a device's list is, with the terminating byte; the name stands at its end. */
QUIRK(size_t, list_size, 6 * 1024)
#define MOST_LISTED (32 * 1024)

#undef QUIRK
