/* SPDX-License-Identifier: Apache-2.0 */
/* What memory.c needs from libraries.c. */
#ifndef CLRELAY_LINUX_LIBRARIES_H
#define CLRELAY_LINUX_LIBRARIES_H

#include <stdint.h>

/* The end of the segment of a program or library that contains an address, or 0 if no known segment
 * does. */
uintptr_t libraries_segment_end(uintptr_t address);

#endif
