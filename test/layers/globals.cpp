// SPDX-License-Identifier: Apache-2.0
// A program in C++ whose global objects use OpenCL when they are destroyed: one releases a context,
// the other one joins threads that call until then. The program ends well only if each of these
// calls succeeds.
#include "api/opencl.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace
{

void need(bool good, const char *what)
{
    if (good) return;
    std::fprintf(stderr, "globals: %s\n", what);
    std::abort();
}

struct Context {
    cl_context handle = nullptr;
    ~Context()
    {
        need(clReleaseContext(handle) == CL_SUCCESS, "the context was not released");
        std::puts("end");
        std::fflush(stdout);
    }
} context;

class Pool
{
  public:
    void start(unsigned count)
    {
        while (workers.size() < count) workers.emplace_back(&Pool::work, this);
        while (at_work < count) std::this_thread::yield();
    }
    ~Pool()
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        stop = true;
        for (std::thread &worker : workers) worker.join();
        need(failures == 0, "a call of the pool failed");
    }

  private:
    void work()
    {
        at_work++;
        while (!stop) {
            cl_platform_id platform;
            char name[100];
            if (clGetPlatformIDs(1, &platform, nullptr) ||
                clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr) ||
                clRetainContext(context.handle) || clReleaseContext(context.handle))
                failures++;
        }
    }
    std::atomic<bool> stop{ false };
    std::atomic<unsigned> at_work{ 0 }, failures{ 0 };
    std::vector<std::thread> workers;
} pool;

} // namespace

int main()
{
    context.handle =
        clCreateContextFromType(nullptr, CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr);
    need(context.handle, "there is no context");
    pool.start(4);
    return 0;
}
