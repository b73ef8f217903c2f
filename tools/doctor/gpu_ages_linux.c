/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_ages_linux.h"

bool gpu_is_in(const struct gpu *gpu, enum vendor vendor, const struct gpu_range *ranges,
               size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (gpu->vendor == vendor && gpu->number >= ranges[i].first &&
            gpu->number <= ranges[i].last)
            return true;
    return false;
}

bool gpu_is_before_broadwell(const struct gpu *gpu)
{
    static const struct gpu_range ranges[] = {
        { 0x0040, 0x0049 }, { 0x0100, 0x017f }, { 0x0400, 0x042f }, { 0x0a00, 0x0a2f },
        { 0x0c00, 0x0c2f }, { 0x0d00, 0x0d2f }, { 0x0f30, 0x0f33 }, { 0x2970, 0x29df },
        { 0x2a00, 0x2a4f }, { 0x2e00, 0x2e9f }, { 0x22b0, 0x22b3 }, { 0x0be2, 0x0be4 },
        { 0x0be6, 0x0bef }, { 0x2562, 0x2592 }, { 0x2772, 0x27ae }, { 0x3577, 0x3582 },
        { 0x4108, 0x410f }, { 0x8108, 0x8109 }, { 0xa001, 0xa012 }
    };
    return gpu_is_in(gpu, INTEL, ranges, sizeof ranges / sizeof *ranges);
}

bool gpu_is_before_tiger_lake(const struct gpu *gpu)
{
    static const struct gpu_range ranges[] = {
        { 0x1600, 0x163f }, { 0x1900, 0x193f }, { 0x5900, 0x593f }, { 0x87c0, 0x87ca },
        { 0x3e90, 0x3ea9 }, { 0x9b20, 0x9bff }, { 0x1a84, 0x1a85 }, { 0x5a84, 0x5a85 },
        { 0x3184, 0x3185 }, { 0x8a50, 0x8a71 }, { 0x4540, 0x4571 }, { 0x4e50, 0x4e71 }
    };
    return gpu_is_in(gpu, INTEL, ranges, sizeof ranges / sizeof *ranges);
}

bool gpu_is_before_evergreen(const struct gpu *gpu)
{
    static const struct gpu_range ranges[] = { { 0x9400, 0x95ff }, { 0x9610, 0x9616 },
                                               { 0x9710, 0x9715 }, { 0x3150, 0x3e54 },
                                               { 0x4136, 0x4e71 }, { 0x5144, 0x5e4f },
                                               { 0x7100, 0x72ff }, { 0x7834, 0x7835 },
                                               { 0x791e, 0x796f } };
    return gpu_is_in(gpu, AMD, ranges, sizeof ranges / sizeof *ranges);
}

bool gpu_is_before_geforce_8(const struct gpu *gpu)
{
    static const struct gpu_range ranges[] = {
        { 0x0001, 0x018f }, { 0x01a0, 0x03ff }, { 0x0530, 0x053f }, { 0x07e0, 0x07ef }
    };
    return gpu_is_in(gpu, NVIDIA, ranges, sizeof ranges / sizeof *ranges);
}

bool gpu_is_before_maxwell(const struct gpu *gpu)
{
    return gpu->vendor == NVIDIA && gpu->number && gpu->number < 0x1340;
}

bool gpu_is_before_turing(const struct gpu *gpu)
{
    return gpu->vendor == NVIDIA && gpu->number && gpu->number < 0x1e00;
}

bool gpu_is_too_old(const struct gpu *gpu)
{
    return gpu_is_before_broadwell(gpu) || gpu_is_before_evergreen(gpu) ||
           gpu_is_before_geforce_8(gpu);
}
