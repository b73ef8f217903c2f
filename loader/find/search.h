/* SPDX-License-Identifier: Apache-2.0 */
/* Finding drivers and layers: from variables, directories and manifests to candidates. */
#ifndef CLRELAY_SEARCH_H
#define CLRELAY_SEARCH_H

#include "find/candidate.h"

/*
 * Add a candidate for everything that could be a driver, or a layer, in the order in which they are
 * to be loaded. Those without a library to open have their verdict already; nothing is opened here
 * but directories and manifests.
 */
void search_drivers(void);
void search_layers(void);

/* The same for those that the system itself keeps a list of: on Windows in its registry, and with its
 * devices and packages (windows/discovery.c); on Linux there are none. */
void search_system(enum candidate_kind kind);

#endif
