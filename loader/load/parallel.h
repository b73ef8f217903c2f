/* SPDX-License-Identifier: Apache-2.0 */
/* OCL_ICD_PARALLEL: drivers are asked side by side. */
#ifndef CLRELAY_PARALLEL_H
#define CLRELAY_PARALLEL_H

#include "load/driver.h"

/* Whether a thread works for the one that loads. What a driver calls on it is as good as called by that one, and
 * must not wait for it. */
bool parallel_is_helper(int thread);

/* Asks opened drivers for their platforms. */
void parallel_list(struct driver *const *drivers, size_t count);

/* Asks platforms how many devices they have. */
void parallel_count(struct platform *const *platforms, size_t count);

#endif
