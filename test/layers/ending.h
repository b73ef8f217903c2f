/* SPDX-License-Identifier: Apache-2.0 */
/* What ending.c needs from a library that depends on libOpenCL. */
#ifndef CLRELAY_TEST_LAYERS_ENDING_H
#define CLRELAY_TEST_LAYERS_ENDING_H

#include <stdbool.h>

/* Whether the library's destructor calls OpenCL. */
extern bool ending_library;

/* Calls some functions and writes "late WHO status platforms platform". */
void ending_call(const char *who);

#endif
