/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what machine_watch() has watched. */
#ifndef CLRELAY_TOOLS_DOCTOR_UNREAD_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_UNREAD_LINUX_H

#include "machine.h"

/* The next watched file that certainly nobody has opened, with the root before it. NULL: there are
 * no more. `opened`: the next watched file of all. *at is 0 at first. *named: OCL_ICD_FILENAMES
 * names the file. The function itself opens each such file, so it returns each only once. */
const char *unread_next(struct unread *unread, bool opened, size_t *at, bool *named);

#endif
