/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries: opening them, and what lies where in memory. Here is what memory.c needs of it. */
#ifndef CLRELAY_LINUX_LIBRARIES_H
#define CLRELAY_LINUX_LIBRARIES_H

#include <stdint.h>

/* Where the segment of a program or library ends that an address lies in; 0: it lies in none that is known. */
uintptr_t libraries_segment_end(uintptr_t address);

#endif
