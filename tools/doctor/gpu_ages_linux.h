/* SPDX-License-Identifier: Apache-2.0 */
/* How old a GPU is, by its PCI number: which drivers leave out the whole generation. */
#ifndef CLRELAY_TOOLS_DOCTOR_GPU_AGES_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_GPU_AGES_LINUX_H

#include "facts_linux.h"

/* A range of PCI numbers. */
struct gpu_range {
    unsigned first, last;
};
bool gpu_is_in(const struct gpu *gpu, enum vendor vendor, const struct gpu_range *ranges,
               size_t count);

/* Whether the GPU is of Intel, and of Ironlake, Sandy Bridge, Ivy Bridge, Haswell, Bay Trail, Cherry
 * Trail, or an older one. */
bool gpu_is_before_broadwell(const struct gpu *gpu);
/* Whether the GPU is of Broadwell to Comet Lake, Apollo Lake, Gemini Lake, Ice Lake, Elkhart Lake,
 * or Jasper Lake. */
bool gpu_is_before_tiger_lake(const struct gpu *gpu);
/* Whether the GPU is of AMD's R100 to R700, up to the Radeon HD 4000. */
bool gpu_is_before_evergreen(const struct gpu *gpu);
/* Whether the GPU is of NVIDIA, and older than the GeForce 8, the first with OpenCL. */
bool gpu_is_before_geforce_8(const struct gpu *gpu);
/* Whether the GPU is of NVIDIA's Kepler, Fermi, or an older one: the driver 470 was the last for
 * Kepler, 390 for Fermi, 340 for the generation before. */
bool gpu_is_before_maxwell(const struct gpu *gpu);
/* Whether the GPU is of NVIDIA's Volta, Pascal, Maxwell, or an older one: 580 was the last driver. */
bool gpu_is_before_turing(const struct gpu *gpu);
/* Whether no driver of the GPU's vendor is for it. */
bool gpu_is_too_old(const struct gpu *gpu);

#endif
