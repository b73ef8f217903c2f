/* SPDX-License-Identifier: Apache-2.0 */
/* The source of clrelay_ext once more, with the loader's own exported functions in place of libOpenCL's:
 * so layers see what it asks of platforms. */
#include "answer/extensions.h"

#include "load/lifecycle.h"

#define CLRELAY_IN_LOADER
#define API(name) DISPATCH_EXPORT(name)
#define PLATFORMS_ARE_FINAL() lifecycle_is_loaded()

#include "../../ext/functions.c"
