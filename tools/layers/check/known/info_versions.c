/* SPDX-License-Identifier: Apache-2.0 */
#include "info_versions.h"

#include "info_contexts.h"
#include "info_devices.h"
#include "info_queues.h"

/* Ranges of names of queries that came after OpenCL 1.0, and the version that added them. */
static const struct {
    uint16_t first, last;
    unsigned char since; /* major * 10 + minor */
} later_queries[] = {
    { 0x0905, 0x0905, 21 }, { 0x0906, 0x0907, 30 },                         /* platform */
    { 0x1032, 0x1032, 12 }, { 0x1034, 0x103d, 11 }, { 0x103e, 0x1049, 12 }, /* device */
    { 0x104a, 0x105a, 20 }, { 0x105b, 0x105d, 21 }, { 0x105e, 0x1069, 30 }, { 0x106a, 0x106e, 31 },
    { 0x106f, 0x1072, 30 }, { 0x1073, 0x1075, 31 }, { 0x1083, 0x1083, 11 }, /* context */
    { 0x1094, 0x1094, 20 }, { 0x1095, 0x1095, 21 }, { 0x1098, 0x1098, 30 }, /* queue */
    { 0x1107, 0x1108, 11 }, { 0x1109, 0x1109, 20 }, { 0x110a, 0x110a, 30 }, /* memory object */
    { 0x1117, 0x111a, 12 },                                                 /* image */
    { 0x1120, 0x1121, 20 }, { 0x1122, 0x1122, 30 },                         /* pipe */
    { 0x1155, 0x1157, 20 }, { 0x1158, 0x1158, 30 },                         /* sampler */
    { 0x1167, 0x1168, 12 }, { 0x1169, 0x1169, 21 }, { 0x116a, 0x116b, 22 }, /* program */
    { 0x1184, 0x1184, 12 }, { 0x1185, 0x1185, 20 },                         /* build */
    { 0x1195, 0x1195, 12 }, { 0x1196, 0x119e, 12 },                         /* kernel, argument */
    { 0x11b5, 0x11b5, 12 }, { 0x11b8, 0x11ba, 21 },                         /* work group */
    { 0x11d4, 0x11d4, 11 },                                                 /* event */
    { 0x1284, 0x1284, 20 },                                                 /* profiling */
    { 0x12b9, 0x12bb, 31 },                                                 /* device */
    { 0x2033, 0x2034, 21 },                                                 /* sub-group */
};

unsigned info_query_since(cl_uint name)
{
    for (size_t i = 0; i < sizeof later_queries / sizeof *later_queries; i++)
        if (name >= later_queries[i].first && name <= later_queries[i].last)
            return later_queries[i].since;
    return 0;
}

/* The version of the newest device of an object's context. */
static unsigned version_of_context(const void *handle)
{
    const cl_device_id *devices;
    const size_t count = info_context_devices(objects_context(handle), &devices);
    unsigned newest = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned version = info_version_of_device(devices[i]);
        if (!version) return 0;
        if (version > newest) newest = version;
    }
    return newest;
}

unsigned info_version(const void *handle)
{
    const struct tracked *tracked = objects_find(handle);
    if (!tracked) return 0;
    switch (objects_kind(tracked)) {
    case KIND_PLATFORM: return info_version_of_platform(tracked->handle);
    case KIND_DEVICE: return info_version_of_device(tracked->handle);
    case KIND_QUEUE: return info_version_of_device(info_queue_device(tracked->handle));
    default: return version_of_context(handle);
    }
}

bool info_query_is_newer(const void *handle, cl_uint name)
{
    const unsigned version = info_version(handle);
    return version && info_query_since(name) > version;
}
