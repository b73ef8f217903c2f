/* SPDX-License-Identifier: Apache-2.0 */
/* What machine_watch() has watched. */
#ifndef CLRELAY_TOOLS_DOCTOR_UNREAD_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_UNREAD_LINUX_H

#include "machine.h"

/* The next file that nobody has certainly opened, with the root before it, and whether
 * OCL_ICD_FILENAMES names it. *at is 0 at first. NULL: there are no more. It opens each itself, so
 * it names each only once. */
const char *unread_next(struct unread *unread, size_t *at, bool *named);

#endif
