/* SPDX-License-Identifier: Apache-2.0 */
/* Uses a binding. (Of a source that begins with a function of another file, addr2line 2.40 gives the wrong file.) */
#include "program.h"

static void finish(void);

void binding_calls(void)
{
    finish(); /* with the binding */
}

#include "opencl.hpp"
