/* SPDX-License-Identifier: Apache-2.0 */
/* Samplers: section 5.7. */
#include "common.h"
#include "../known/info_properties.h"

static const cl_uint core_properties[] = { CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE,
                                           CL_SAMPLER_FILTER_MODE, 0 };

static bool is_addressing(uint64_t mode)
{
    return mode >= CL_ADDRESS_NONE && mode <= CL_ADDRESS_MIRRORED_REPEAT;
}

static bool is_filter(uint64_t mode)
{
    return mode == CL_FILTER_NEAREST || mode == CL_FILTER_LINEAR;
}

static bool is_repeating(uint64_t mode)
{
    return mode == CL_ADDRESS_REPEAT || mode == CL_ADDRESS_MIRRORED_REPEAT;
}

void check_clCreateSampler(struct check_call *call, const struct clCreateSampler_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    error_if(call, !is_addressing(a->addressing_mode), CL_INVALID_VALUE, SAMPLER_VALUE,
             CL_SAMPLER_ADDRESSING_MODE, a->addressing_mode);
    error_if(call, !is_filter(a->filter_mode), CL_INVALID_VALUE, SAMPLER_VALUE,
             CL_SAMPLER_FILTER_MODE, a->filter_mode);
    error_if(call, a->normalized_coords > CL_TRUE, CL_INVALID_VALUE, SAMPLER_VALUE,
             CL_SAMPLER_NORMALIZED_COORDS, a->normalized_coords);
    error_if(call, !a->normalized_coords && is_repeating(a->addressing_mode), CL_INVALID_VALUE,
             SAMPLER_REPEATS, a->addressing_mode);
    images_of_context(call, a->context);
    out_of_memory(call);
}

void check_clCreateSamplerWithProperties(struct check_call *call,
                                         const struct clCreateSamplerWithProperties_args *a)
{
    const cl_sampler_properties *properties = a->sampler_properties;
    const uint64_t addressing = info_property(PROPERTIES(properties), CL_SAMPLER_ADDRESSING_MODE);
    const uint64_t filter = info_property(PROPERTIES(properties), CL_SAMPLER_FILTER_MODE);
    const uint64_t normalized = info_property(PROPERTIES(properties), CL_SAMPLER_NORMALIZED_COORDS);
    const uint64_t twice = info_property_twice(PROPERTIES(properties));
    not_null(call, a->context, CL_INVALID_CONTEXT);
    if (explaining(call, CL_INVALID_VALUE)) {
        const uint64_t other = info_property_outside(PROPERTIES(properties), core_properties);
        explain_if(call, other, CL_INVALID_VALUE, SAMPLER_PROPERTY_NAME, other);
    }
    error_if(call,
             info_has_property(PROPERTIES(properties), CL_SAMPLER_ADDRESSING_MODE) &&
                 !is_addressing(addressing),
             CL_INVALID_VALUE, SAMPLER_VALUE, CL_SAMPLER_ADDRESSING_MODE, addressing);
    error_if(call,
             info_has_property(PROPERTIES(properties), CL_SAMPLER_FILTER_MODE) &&
                 !is_filter(filter),
             CL_INVALID_VALUE, SAMPLER_VALUE, CL_SAMPLER_FILTER_MODE, filter);
    error_if(call, normalized > CL_TRUE, CL_INVALID_VALUE, SAMPLER_VALUE,
             CL_SAMPLER_NORMALIZED_COORDS, normalized);
    error_if(call,
             info_has_property(PROPERTIES(properties), CL_SAMPLER_NORMALIZED_COORDS) &&
                 !normalized && is_repeating(addressing),
             CL_INVALID_VALUE, SAMPLER_REPEATS, addressing);
    error_if(call, twice, CL_INVALID_VALUE, SAMPLER_PROPERTY_TWICE, twice);
    images_of_context(call, a->context);
    out_of_memory(call);
}

void check_clGetSamplerInfo(struct check_call *call, const struct clGetSamplerInfo_args *a)
{
    not_null(call, a->sampler, CL_INVALID_SAMPLER);
    explain_query(call, a, clGetSamplerInfo, a->sampler, 0x1150, 0x115f);
    out_of_memory(call);
}
