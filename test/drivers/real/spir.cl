/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that real.c expects; clang compiles it to SPIR 1.2. */
kernel void compute(global const uint *in, global uint *out)
{
    size_t i = get_global_id(0);
    out[i] = in[i] * 3 + (uint)i;
}
