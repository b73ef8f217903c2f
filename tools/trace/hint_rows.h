/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All hints of `clrelay trace`:
 *
 *   HINT(NAME, "id", LIST, FUNCTIONS)
 *
 * --json prints the ID, which never gets another meaning. LIST (site_tally.h) has the lines of the
 * program that the hint names; FUNCTIONS, unless it is NULL, is a pattern of the functions whose
 * lines count. SITE_LISTS: the hint names no line.
 */
/* clang-format off */
HINT(FAILED_CALLS,           "failed-calls",           SITE_FAILURES,        NULL)
HINT(SLOW_FUNCTION,          "slow-function",          SITE_LISTS,           NULL)
HINT(POLLING,                "polling",                SITE_CALLS,           "clGetEventInfo")
HINT(PROFILING,              "profiling",              SITE_LISTS,           NULL)
HINT(FLUSHES,                "flushes",                SITE_CALLS,           "clFlush")
HINT(LONE_WAITS,             "lone-waits",             SITE_LONE_WAITS,      NULL)
HINT(CALLBACK_WAITS,         "callback-waits",         SITE_LISTS,           NULL)
HINT(GAPS,                   "gaps",                   SITE_LISTS,           NULL)
HINT(IDLE_READS,             "idle-reads",             SITE_IDLE_READS,      NULL)
HINT(ONE_WORK_ITEM,          "one-work-item",          SITE_LISTS,           NULL)
HINT(GROUPS_OF_ONE,          "groups-of-one",          SITE_LISTS,           NULL)
HINT(SMALL_TRANSFERS,        "small-transfers",        SITE_SMALL_TRANSFERS, NULL)
HINT(SAME_DATA,              "same-data",              SITE_REWRITES,        NULL)
HINT(PAGEABLE_MEMORY,        "pageable-memory",        SITE_LISTS,           NULL)
HINT(NO_OVERLAP,             "no-overlap",             SITE_LISTS,           NULL)
HINT(KERNEL_FOR_EACH_LAUNCH, "kernel-for-each-launch", SITE_CALLS,           "clCreateKernel")
HINT(BUILT_AGAIN,            "built-again",            SITE_CALLS,           "clBuildProgram")
HINT(BUILDING,               "building",               SITE_CALLS,           "clBuildProgram,clCompileProgram,clLinkProgram")
HINT(NEVER_RELEASED,         "never-released",         SITE_LISTS,           NULL)
HINT(BUFFER_FOR_EACH_LAUNCH, "buffer-for-each-launch", SITE_CALLS,           "clCreateBuffer*")
HINT(QUEUE_FOR_EACH_LAUNCH,  "queue-for-each-launch",  SITE_CALLS,           "clCreateCommandQueue*")
HINT(CONTEXT_MADE_AGAIN,     "context-made-again",     SITE_CALLS,           "clCreateContext*")
#undef HINT
