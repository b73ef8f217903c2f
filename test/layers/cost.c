/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cost FAKE: laps of calls with an object of this driver, for callgrind to count the instructions
 * of each lap. For each function below: 1000 and 2000 calls through the loader, then as many
 * directly. The difference of the differences is what the loader adds to 1000 calls.
 */
#include "api/dispatch.h"

#include "drivers.h"

#if defined(__GNUC__) && !defined(__clang__)
#define NEVER_INLINED __attribute__((noinline, noclone))
#else
#define NEVER_INLINED __attribute__((noinline))
#endif

enum what { FLUSH, SET_ARG, BUILD, WHAT_COUNT };

static const struct fake *fake;
static void *object;

NEVER_INLINED static void lap(enum what what, const struct dispatch *api, int count)
{
    for (int i = 0; i < count; i++) {
        switch (what) {
        case FLUSH: api->clFlush((cl_command_queue)object); break;
        case SET_ARG: api->clSetKernelArg((cl_kernel)object, 1, 2, NULL); break;
        case BUILD: api->clBuildProgram((cl_program)object, 0, NULL, "", NULL, NULL); break;
        case WHAT_COUNT: break;
        }
    }
}

/* Returns the driver's own functions, in whichever way it offers them. */
static struct dispatch own_functions(void *library)
{
    typedef void *(CL_API_CALL * lookup_function)(const char *);
    const struct object *head = object;
    lookup_function lookup = (lookup_function)fake_symbol(library, "clGetExtensionFunctionAddress");
    clIcdGetFunctionAddressForPlatformKHR_fn get;
    struct dispatch api = *head->dispatch;
    void *address = lookup("clIcdGetFunctionAddressForPlatformKHR");
    memcpy(&get, &address, sizeof get);
    if (!dispatch_is_tag((function)api.clGetPlatformIDs)) return api;
#define TAKE(name)                                                                                 \
    address = get((cl_platform_id)fake->platform(0), #name);                                       \
    memcpy(&api.name, &address, sizeof address)
    TAKE(clFlush);
    TAKE(clSetKernelArg);
    TAKE(clBuildProgram);
    return api;
}

int main(int count, char **argument)
{
    static const struct dispatch through = { .clFlush = clFlush,
                                             .clSetKernelArg = clSetKernelArg,
                                             .clBuildProgram = clBuildProgram };
    struct dispatch direct;
    char path[4096];
    void *library;
    cl_uint platforms = 0;
    if (count != 2) return 2;
    snprintf(path, sizeof path, "%s/libfake_%s.so", FAKE_DIRECTORY, argument[1]);
    fake = drivers_open(argument[1]);
    library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library || clGetPlatformIDs(0, NULL, &platforms) != CL_SUCCESS) return 2;
    object = fake->object(0);
    direct = own_functions(library);
    for (int what = 0; what < WHAT_COUNT; what++) {
        lap((enum what)what, &through, 1000);
        lap((enum what)what, &through, 2000);
        lap((enum what)what, &direct, 1000);
        lap((enum what)what, &direct, 2000);
    }
    printf("end\n");
    return 0;
}
