/* SPDX-License-Identifier: Apache-2.0 */
/* The contract of clGetLoaderReportCLRELAY: sizes, errors, and calls from many threads at once. */
#include "api/opencl.h"

#include "../include/clrelay/report.h"
#include "test.h"

#include <pthread.h>

enum { THREADS = 16, ROUNDS = 20 };

static clGetLoaderReportCLRELAY_fn report;

static void check_sizes(void)
{
    size_t size = 0, again = 0;
    char *text;
    CHECK_INT(report(0, NULL, &size), CL_SUCCESS);
    text = malloc(size + 1);
    if (!text) TEST_STOP("no memory");
    CHECK(size > 1000);

    /* The title, the size of the room, and the result. */
    static const struct {
        const char *title;
        int room; /* in addition to the size of the report */
        bool text, size;
        cl_int status;
    } rows[] = {
        { "exactly enough", 0, true, true, CL_SUCCESS },
        { "exactly enough, the size not asked", 0, true, false, CL_SUCCESS },
        { "more than enough", 1, true, true, CL_SUCCESS },
        { "one too few", -1, true, true, CL_INVALID_VALUE },
        { "one too few, the size not asked", -1, true, false, CL_INVALID_VALUE },
        { "the size alone, room ignored", 0, false, true, CL_SUCCESS },
        { "nothing is asked", 0, false, false, CL_INVALID_VALUE },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        test_about = rows[i].title;
        memset(text, '#', size + 1);
        again = 12345;
        CHECK_INT(report(size + (size_t)rows[i].room, rows[i].text ? text : NULL,
                         rows[i].size ? &again : NULL),
                  rows[i].status);
        CHECK_INT(again, rows[i].size ? size : 12345);
        CHECK_INT(text[size], '#');
        if (rows[i].text && rows[i].status == CL_SUCCESS) CHECK_INT(strlen(text), size - 1);
        else CHECK_INT(text[0], '#');
    }
    test_about = "no room at all";
    CHECK_INT(report(0, text, &again), CL_INVALID_VALUE);
    CHECK_INT(again, size);
    test_about = "";
    free(text);
}

static pthread_barrier_t barrier;

static void *ask(void *answer)
{
    size_t size = 0;
    char *text = NULL;
    pthread_barrier_wait(&barrier);
    for (int round = 0; round < ROUNDS; round++) {
        if (report(0, NULL, &size) || !(text = realloc(text, size)) || report(size, text, NULL)) {
            free(text);
            return NULL;
        }
    }
    *(char **)answer = text;
    return NULL;
}

/* Every thread gets the same report, with all drivers. */
static void check_threads(void)
{
    pthread_t threads[THREADS];
    char *answers[THREADS] = { NULL };
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (size_t i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, ask, &answers[i])) TEST_STOP("no thread");
    for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(answers[i]);
        if (answers[i] && answers[0]) CHECK_STR(answers[i], answers[0]);
    }
    CHECK(answers[0] && strstr(answers[0], "\"Acme One\""));
    for (size_t i = 0; i < THREADS; i++) free(answers[i]);
}

int main(void)
{
    void *address = clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY");
    cl_platform_id platform = NULL;
    CHECK(address);
    if (!address) return test_end();
    memcpy(&report, &address, sizeof report);
    check_threads();
    check_sizes();
    CHECK_INT(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
    CHECK_POINTER(clGetExtensionFunctionAddressForPlatform(platform, "clGetLoaderReportCLRELAY"),
                  address);
    return test_end();
}
