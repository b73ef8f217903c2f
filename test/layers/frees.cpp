// SPDX-License-Identifier: Apache-2.0
// A typical layer in C++: it counts the references of contexts in a map and has a context of its
// own. It makes all this in clInitLayer, or at a call, and deletes it in clDeinitLayer; a later
// call ends the program. (Its state is behind a pointer, because a library's global objects are
// destroyed before those that a program made earlier.)
#include "api/opencl.h"

#include "fake/event.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

namespace
{

struct State {
    std::mutex guard;
    std::map<cl_context, unsigned> references;
    cl_context own = nullptr;
};

State *state;
const cl_icd_dispatch *below;
cl_icd_dispatch table;

State &now(const char *name)
{
    if (state) return *state;
    std::fprintf(stderr, "a layer in C++: %s was called after clDeinitLayer\n", name);
    std::abort();
}

cl_int CL_API_CALL get_platforms(cl_uint room, cl_platform_id *platforms, cl_uint *count)
{
    const std::lock_guard<std::mutex> lock(now("clGetPlatformIDs").guard);
    return below->clGetPlatformIDs(room, platforms, count);
}

cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info what, size_t size,
                                     void *value, size_t *size_ret)
{
    const std::lock_guard<std::mutex> lock(now("clGetPlatformInfo").guard);
    return below->clGetPlatformInfo(platform, what, size, value, size_ret);
}

cl_context CL_API_CALL create(const cl_context_properties *properties, cl_device_type type,
                              context_callback callback, void *data, cl_int *error)
{
    State &here = now("clCreateContextFromType");
    cl_context made = below->clCreateContextFromType(properties, type, callback, data, error);
    const std::lock_guard<std::mutex> lock(here.guard);
    if (!here.own)
        here.own = below->clCreateContextFromType(properties, type, nullptr, nullptr, nullptr);
    if (made) here.references[made]++;
    return made;
}

cl_int CL_API_CALL retain(cl_context context)
{
    State &here = now("clRetainContext");
    const std::lock_guard<std::mutex> lock(here.guard);
    here.references[context]++;
    return below->clRetainContext(context);
}

cl_int CL_API_CALL release(cl_context context)
{
    State &here = now("clReleaseContext");
    const std::lock_guard<std::mutex> lock(here.guard);
    if (--here.references[context] == 0) here.references.erase(context);
    return below->clReleaseContext(context);
}

} // namespace

extern "C" {

__attribute__((visibility("default"))) cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what,
                                                                         size_t size, void *value,
                                                                         size_t *size_ret)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (what != CL_LAYER_API_VERSION || (value && size < sizeof version)) return CL_INVALID_VALUE;
    if (value) *static_cast<cl_layer_api_version *>(value) = version;
    if (size_ret) *size_ret = sizeof version;
    return CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clInitLayer(cl_uint,
                                                                      const cl_icd_dispatch *target,
                                                                      cl_uint *entries,
                                                                      const cl_icd_dispatch **own)
{
    fake_event("init frees_cpp");
    below = target;
    state = new State;
    table.clGetPlatformIDs = get_platforms;
    table.clGetPlatformInfo = get_platform_info;
    table.clCreateContextFromType = create;
    table.clRetainContext = retain;
    table.clReleaseContext = release;
    *entries = sizeof table / sizeof(void *);
    *own = &table;
    return CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clDeinitLayer(void)
{
    const cl_int status = state->own ? below->clReleaseContext(state->own) : 1;
    fake_event("deinit frees_cpp %d", static_cast<int>(status));
    delete state;
    state = nullptr;
    return CL_SUCCESS;
}

} // extern "C"
