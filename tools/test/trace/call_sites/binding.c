/* SPDX-License-Identifier: Apache-2.0 */
/* A program that uses a binding: a header with the binding's name, and a function in its
 * namespace. */
#include "program.h"

static void finish(void);
void cl_flush(void) __asm__("_ZN2cl5flushEv");

void cl_flush(void)
{
    CALL();
}

void binding_calls(void)
{
    finish();   /* with the binding */
    cl_flush(); /* with its namespace */
}

#include "opencl.hpp"
