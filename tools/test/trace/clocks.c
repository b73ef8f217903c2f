/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which devices the trace layer asks for their clock. An older driver may have anything in that
 * slot, a later one nothing. In OpenCL 3.0 the clock is optional.
 */
#include "made_file.h"

#include "../../layers/trace/interpose.h"

enum { MISSING = 1 };

static const struct row {
    const char *version; /* NULL: the device does not tell its version */
    cl_ulong resolution; /* 0: the platform says that its devices have no timers */
    cl_int status;       /* the error of the query for the clock, or MISSING */
    bool recorded;
} rows[] = {
    { "OpenCL 1.2 made up", 1, CL_SUCCESS, false },
    { "OpenCL 2.0 made up", 1, CL_SUCCESS, false },
    { "OpenCL 2.1 made up", 0, CL_SUCCESS, true },
    { "OpenCL 2.2 made up", 0, CL_SUCCESS, true },
    { "OpenCL 3.0 made up", 0, CL_SUCCESS, false },
    { "OpenCL 3.0 made up", 1, CL_SUCCESS, true },
    { "OpenCL 4.0 made up", 1, CL_SUCCESS, true },
    { "made up", 1, CL_SUCCESS, false },
    { NULL, 1, CL_SUCCESS, false },
    { "OpenCL 2.1 made up", 1, CL_INVALID_OPERATION, false },
    { "OpenCL 2.1 made up", 1, MISSING, false },
};
static const struct row *row;
static unsigned asked;

static cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, size_t size,
                                        void *value, size_t *size_ret)
{
    if (what != CL_PLATFORM_HOST_TIMER_RESOLUTION) return CL_INVALID_VALUE;
    memcpy(value, &row->resolution, sizeof row->resolution);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t size,
                                      void *value, size_t *size_ret)
{
    const cl_platform_id platform = (cl_platform_id)0xa1;
    if (what == CL_DEVICE_PLATFORM) memcpy(value, &platform, sizeof platform);
    else if (what == CL_DEVICE_NAME) snprintf(value, size, "made up");
    else if (what == CL_DEVICE_VERSION && row->version) snprintf(value, size, "%s", row->version);
    else return CL_INVALID_VALUE;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL clocks(cl_device_id device, cl_ulong *device_time, cl_ulong *host_time)
{
    asked++;
    *device_time = *host_time = 1234;
    return row->status;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties properties,
                                                 cl_int *errcode_ret)
{
    return (cl_command_queue)0xc1;
}

static size_t count_timers(void)
{
    const struct timer *timers;
    struct recording *recording = open_recording();
    const size_t count = recording_timers(recording, &timers);
    for (size_t i = 0; i < count; i++) CHECK_INT(timers[i].device_time, 1234);
    recording_close(recording);
    return count;
}

int main(void)
{
    struct dispatch below;
    cl_ulong times[2];
    size_t count = 0;
    make_recording();
    file->options = RECORD_DEVICE;
    CHECK_STR(recorder_open(RECORD_VARIABLE, "clrelay trace", true), NULL);
    next_layer.clCreateCommandQueue = create_queue;
    next_layer.clGetDeviceInfo = device_info;
    next_layer.clGetPlatformInfo = platform_info;
    next_layer.clGetDeviceAndHostTimer = clocks;
    below = next_layer;
    commands_interpose(&below);
    for (row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
        const unsigned before = asked;
        test_about = row->version;
        next_layer.clGetDeviceAndHostTimer = row->status == MISSING ? NULL : clocks;
        below.clCreateCommandQueue(NULL, (cl_device_id)0xd1, 0, NULL);
        CHECK_INT(asked - before, row->recorded || row->status == CL_INVALID_OPERATION);
        count += row->recorded;
        CHECK_INT(count_timers(), count);
        if (row->status != MISSING) /* the program's own query */
            CHECK_INT(below.clGetDeviceAndHostTimer(NULL, times, times + 1), row->status);
    }
    unlink(path);
    return test_end();
}
