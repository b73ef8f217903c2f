/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel does not build. */
#include "mistake.h"

static const char source[] = "kernel void norm(global const float2 *from, global float *to)\n"
                             "{\n"
                             "    const size_t i = get_global_id(0);\n"
#ifdef MENDED
                             "    to[i] = length(from[i]);\n"
#else
                             "    to[i] = lenght(from[i]);\n"
#endif
                             "}\n";

int main(void)
{
    cl_int error;
    cl_program program;
    const char *text = source;
    begin();
    program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(error, "clCreateProgramWithSource");
    error = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (error) fprintf(stderr, "clBuildProgram: %d\n", (int)error);
    check(clReleaseProgram(program), "clReleaseProgram");
    end();
    if (!error) puts("built");
    return error != CL_SUCCESS;
}
