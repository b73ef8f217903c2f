/* SPDX-License-Identifier: Apache-2.0 */
/* Includes the source of clrelay_ext, and uses the loader's own exported functions in place of
 * libOpenCL's. So its queries to platforms pass through layers. */
#include "answer/answers.h"

#include "load/lifecycle.h"

#define CLRELAY_IN_LOADER
#define API(name)             DISPATCH_EXPORT(name)
#define PLATFORMS_ARE_FINAL() lifecycle_is_loaded()

#include "../../ext/functions.c"
