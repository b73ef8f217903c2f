/* SPDX-License-Identifier: Apache-2.0 */
/* OCL_ICD_PARALLEL: asks drivers in parallel. */
#ifndef CLRELAY_LOADER_LOAD_PARALLEL_H
#define CLRELAY_LOADER_LOAD_PARALLEL_H

#include "load/driver.h"
#include "load/platforms.h"

/* Whether a thread works for the loading thread. If a driver calls OpenCL on it, the call counts as
 * the loading thread's, and must not wait for that thread. */
bool parallel_is_helper(int thread);

/* Asks opened drivers for their platforms. */
void parallel_list(struct driver *const *drivers, size_t count);

/* Asks platforms how many devices they have. */
void parallel_count(struct platform *const *platforms, size_t count);

#endif
