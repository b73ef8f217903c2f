/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks for tests in C. A failed check prints its place and what it saw, and the test continues,
 * so one run shows all failures. main ends with `return test_end();`.
 */
#ifndef CLRELAY_TEST_TEST_H
#define CLRELAY_TEST_TEST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST_SKIPPED 77 /* the exit code that CTest counts as skipped */

/* What a check is about, if one line of source checks many rows. Failures print it. */
static const char *test_about = "";
static unsigned long test_checks;
static unsigned long test_failures;

#ifdef __MINGW32__
__attribute__((format(gnu_printf, 3, 4), unused))
#elif defined(__GNUC__)
__attribute__((format(printf, 3, 4), unused))
#endif
static void
test_report(const char *file, int line, const char *format, ...)
{
    va_list list;
    test_failures++;
    fprintf(stderr, "%s:%d: %s%s", file, line, test_about, *test_about ? ": " : "");
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

#ifdef __GNUC__
__attribute__((unused))
#endif
static bool
test_equal(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        test_checks++;                                                                             \
        if (!(condition)) test_report(__FILE__, __LINE__, "not true: %s", #condition);             \
    } while (0)

/* Compares two integers of any type. */
#define CHECK_INT(seen, wanted)                                                                    \
    do {                                                                                           \
        const long long test_seen = (long long)(seen), test_wanted = (long long)(wanted);          \
        test_checks++;                                                                             \
        if (test_seen != test_wanted)                                                              \
            test_report(__FILE__, __LINE__, "%s is %lld, not %lld", #seen, test_seen,              \
                        test_wanted);                                                              \
    } while (0)

#define CHECK_POINTER(seen, wanted)                                                                \
    do {                                                                                           \
        const void *test_seen = (seen), *test_wanted = (wanted);                                   \
        test_checks++;                                                                             \
        if (test_seen != test_wanted)                                                              \
            test_report(__FILE__, __LINE__, "%s is %p, not %p", #seen, test_seen, test_wanted);    \
    } while (0)

/* Compares two strings, either of which may be NULL. */
#define CHECK_STR(seen, wanted)                                                                    \
    do {                                                                                           \
        const char *test_seen = (seen), *test_wanted = (wanted);                                   \
        test_checks++;                                                                             \
        if (!test_equal(test_seen, test_wanted))                                                   \
            test_report(__FILE__, __LINE__, "%s is \"%s\", not \"%s\"", #seen,                     \
                        test_seen ? test_seen : "(NULL)", test_wanted ? test_wanted : "(NULL)");   \
    } while (0)

/* Ends the program with a message, because the test cannot continue. */
#define TEST_STOP(...)                                                                             \
    do {                                                                                           \
        test_report(__FILE__, __LINE__, __VA_ARGS__);                                              \
        exit(EXIT_FAILURE);                                                                        \
    } while (0)

#ifdef __GNUC__
__attribute__((unused))
#endif
static int
test_end(void)
{
    fprintf(stderr, "%lu checks, %lu failures\n", test_checks, test_failures);
    return test_failures || !test_checks ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
