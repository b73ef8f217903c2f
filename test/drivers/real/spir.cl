/* SPDX-License-Identifier: Apache-2.0 */
/* What real.c expects of its kernel, to be compiled to SPIR 1.2 by clang. */
kernel void compute(global const uint *in, global uint *out)
{
    size_t i = get_global_id(0);
    out[i] = in[i] * 3 + (uint)i;
}
