/* SPDX-License-Identifier: Apache-2.0 */
/* Finding drivers and layers: from variables, directories and manifests to candidates. */
#ifndef CLRELAY_SEARCH_H
#define CLRELAY_SEARCH_H

/*
 * Add a candidate for everything that could be a driver, or a layer, in the order in which they are
 * to be loaded. Those without a library to open have their verdict already; nothing is opened here
 * but directories and manifests.
 */
void search_drivers(void);
void search_layers(void);

#endif
