/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gl DEFAULT: where the functions of cl_khr_gl_sharing go that take a property list and no object,
 * for every way in which a list names a platform or none, with two vendors. DEFAULT is the index of
 * the default platform. (dispatch/forwarding.c covers the functions that take an object.) Only the
 * driver can judge a GL context, so the list must reach it unchanged.
 */
#include "api/dispatch.h"

#include "drivers.h"

/* The names are those of CL/cl_gl.h, with values that the loader ignores. */
#define GL              CL_GL_CONTEXT_KHR, 0x11
#define GLX             CL_GLX_DISPLAY_KHR, 0x22
#define EGL             CL_EGL_DISPLAY_KHR, 0x33
#define WGL             CL_WGL_HDC_KHR, 0x44
#define CGL             CL_CGL_SHAREGROUP_KHR, 0x55
#define PLATFORM(which) CL_CONTEXT_PLATFORM, which
#define END             0, PLATFORM(B) /* nobody reads past the end */

/* Placeholders for platforms: one of each loaded driver, and one of a driver that is not loaded. */
enum { A = 0x1000, B, STRANGER };
enum answer { FROM_DEFAULT, FROM_A, FROM_B, FROM_STRANGER, INVALID_PLATFORM };

static const struct {
    const char *what;
    enum answer answer;
    bool no_list;
    cl_context_properties list[16];
    /* clang-format off */
} rows[] = {
    { "no list", FROM_DEFAULT, true, { 0 } },
    { "an empty list", FROM_DEFAULT, false, { END } },
    { "a GL context and no platform", FROM_DEFAULT, false, { GL, GLX, END } },
    { "the platform first", FROM_B, false, { PLATFORM(B), GL, GLX, END } },
    { "the platform last", FROM_A, false, { GL, GLX, PLATFORM(A), END } },
    { "the platform between", FROM_B, false, { GL, PLATFORM(B), EGL, END } },
    { "only a platform", FROM_A, false, { PLATFORM(A), END } },
    { "WGL", FROM_B, false, { GL, WGL, PLATFORM(B), END } },
    { "CGL", FROM_B, false, { CGL, PLATFORM(B), END } },
    /* Zero ends the list only in place of a name: None, EGL_NO_DISPLAY and no context are values of
     * zero. */
    { "a value that is 0", FROM_B, false, { CL_GLX_DISPLAY_KHR, 0, PLATFORM(B), END } },
    { "values that are 0", FROM_B, false,
      { CL_GL_CONTEXT_KHR, 0, CL_EGL_DISPLAY_KHR, 0, PLATFORM(B), END } },
    { "a value that looks like the name", FROM_B, false,
      { CL_GL_CONTEXT_KHR, CL_CONTEXT_PLATFORM, PLATFORM(B), END } },
    { "two window systems, which is for the driver to refuse", FROM_B, false,
      { GL, GLX, EGL, PLATFORM(B), END } },
    { "an unknown name, too", FROM_B, false, { 0x7777, 1, PLATFORM(B), END } },
    { "CL_CONTEXT_INTEROP_USER_SYNC, too", FROM_B, false,
      { CL_CONTEXT_INTEROP_USER_SYNC, 1, GL, GLX, PLATFORM(B), END } },
    { "two platforms: the first counts", FROM_A, false, { PLATFORM(A), GL, PLATFORM(B), END } },
    { "two platforms the other way", FROM_B, false, { PLATFORM(B), GL, PLATFORM(A), END } },
    { "the same twice", FROM_B, false, { PLATFORM(B), GL, PLATFORM(B), END } },
    { "a platform that is NULL", INVALID_PLATFORM, false, { GL, PLATFORM(0), END } },
    { "NULL and then one", INVALID_PLATFORM, false, { PLATFORM(0), PLATFORM(B), END } },
    { "one and then NULL", FROM_B, false, { PLATFORM(B), PLATFORM(0), END } },
    { "a platform that was loaded by somebody else", FROM_STRANGER, false,
      { GL, PLATFORM(STRANGER), END } },
};
/* clang-format on */
#define ROWS (sizeof rows / sizeof rows[0])

static const struct fake *drivers[3]; /* in the order of the answers from FROM_A on */
static const struct fake *fallback;
static cl_context_properties list[16];

static const struct fake *prepare(size_t row)
{
    memcpy(list, rows[row].list, sizeof list);
    for (size_t i = 1; i < sizeof list / sizeof list[0]; i += 2)
        if (list[i] >= A && list[i] <= STRANGER && list[i - 1] == CL_CONTEXT_PLATFORM)
            list[i] = (cl_context_properties)(intptr_t)drivers[list[i] - A]->platform(0);
    test_about = rows[row].what;
    if (rows[row].answer == INVALID_PLATFORM) return NULL;
    return rows[row].answer == FROM_DEFAULT ? fallback : drivers[rows[row].answer - FROM_A];
}

/* Checks that exactly this driver was called, with the unchanged list. */
static void check_call(const struct fake *wanted, const char *name, const void *given)
{
    for (size_t i = 0; i < 3; i++) {
        const struct fake_call *call = drivers[i]->last_call();
        CHECK_STR(call->function, drivers[i] == wanted ? name : NULL);
        if (drivers[i] == wanted) CHECK_INT(call->value[0], (uintptr_t)given);
    }
}

static void forget(void)
{
    for (size_t i = 0; i < 3; i++) drivers[i]->forget();
}

static void ask(size_t row, clGetGLContextInfoKHR_fn info)
{
    const struct fake *wanted = prepare(row);
    const cl_context_properties *given = rows[row].no_list ? NULL : list;
    char name[100] = "";
    cl_int status;
    forget();
    status = info(given, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, sizeof name, name, NULL);
    CHECK_INT(status, wanted ? CL_SUCCESS : CL_INVALID_PLATFORM);
    if (wanted) CHECK_STR(name, wanted->name);
    check_call(wanted, "clGetGLContextInfoKHR", given);
}

static void create(size_t row)
{
    const struct fake *wanted = prepare(row);
    const cl_context_properties *given = rows[row].no_list ? NULL : list;
    cl_int error = 1;
    cl_context context;
    forget();
    context = clCreateContextFromType(given, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    CHECK_INT(error, wanted ? CL_SUCCESS : CL_INVALID_PLATFORM);
    CHECK(!context == !wanted);
    check_call(wanted, "clCreateContextFromType", given);
}

/* clCreateContext goes by its devices, whatever its list says. */
static void create_with_devices(size_t row)
{
    const struct fake *by = drivers[row % 2];
    const cl_context_properties *given = rows[row].no_list ? NULL : list;
    cl_device_id device = NULL;
    cl_int error = 1;
    prepare(row);
    CHECK_INT(clGetDeviceIDs(by->platform(0), CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_SUCCESS);
    forget();
    CHECK(clCreateContext(given, 1, &device, NULL, NULL, &error));
    CHECK_INT(error, CL_SUCCESS);
    check_call(by, "clCreateContext", given);
}

static clGetGLContextInfoKHR_fn handed_out(void *address)
{
    clGetGLContextInfoKHR_fn found;
    memcpy(&found, &address, sizeof found);
    if (!found) TEST_STOP("clGetGLContextInfoKHR is not handed out");
    return found;
}

int main(int count, char **argument)
{
    static const char name[] = "clGetGLContextInfoKHR";
    char first[100] = "";
    clGetGLContextInfoKHR_fn ways[4] = { clGetGLContextInfoKHR };
    if (count != 2) TEST_STOP("gl DEFAULT");
    drivers[0] = drivers_open("a");
    drivers[1] = drivers_open("b");
    drivers[2] = drivers_open("c");
    fallback = drivers[atoi(argument[1])];
    /* This is the very first call, so it makes the loader find the drivers. */
    CHECK_INT(clGetGLContextInfoKHR(NULL, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, sizeof first, first,
                                    NULL),
              CL_SUCCESS);
    CHECK_STR(first, fallback->name);
    ways[1] = handed_out(clGetExtensionFunctionAddress(name));
    ways[2] = handed_out(clGetExtensionFunctionAddressForPlatform(drivers[0]->platform(0), name));
    ways[3] = handed_out(clGetExtensionFunctionAddressForPlatform(drivers[1]->platform(0), name));
    for (size_t row = 0; row < ROWS; row++) {
        for (size_t way = 0; way < 4; way++) ask(row, ways[way]);
        create(row);
        create_with_devices(row);
    }
    return test_end();
}
