/* SPDX-License-Identifier: Apache-2.0 */
/* Finds drivers and layers: from variables, directories and manifests to candidates. */
#ifndef CLRELAY_LOADER_FIND_SEARCH_H
#define CLRELAY_LOADER_FIND_SEARCH_H

#include "find/candidate.h"

/* Adds a candidate for everything that could be a driver, or a layer, in the order of loading. A
 * candidate without a library to open has its verdict already. Opens only directories and
 * manifests. */
void search_drivers(void);
void search_layers(void);

/* The same for the system's own list. On Windows that is the registry, the devices and the packages
 * (windows/discovery.c); other systems have none. */
#ifdef _WIN32
void search_system(enum candidate_kind kind);
#else
static inline void search_system(enum candidate_kind kind)
{
    (void)kind;
}
#endif

#endif
