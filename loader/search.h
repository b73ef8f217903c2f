/* SPDX-License-Identifier: Apache-2.0 */
/* Finding drivers: from variables, directories and .icd files to candidates. */
#ifndef CLRELAY_SEARCH_H
#define CLRELAY_SEARCH_H

/*
 * Adds a candidate for everything that could be a driver, in the order in which they are to be
 * loaded. Those without a library to open have their verdict already; nothing is opened here but
 * directories and .icd files.
 */
void search_drivers(void);

#endif
