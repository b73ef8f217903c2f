/* SPDX-License-Identifier: Apache-2.0 */
/* For assembler made from the rows of entry_points.h: counts the slots, from 0, and skips the rows
 * without a by-handle function. */
#define BY_ANY(...)   .set slot, slot + 1;
#define ABSENT(count) .set slot, slot + count;
.set slot, 0
