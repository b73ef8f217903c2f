/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions through which programs find devices, as they are where devices.h has made a choice:
 * below all layers, in place of those that go to the driver. They answer for platforms of which
 * programs see another list than the driver's, and call the driver for all others.
 */
#ifndef CLRELAY_LOADER_LOAD_FILTER_H
#define CLRELAY_LOADER_LOAD_FILTER_H

#include "api/dispatch.h"

/* Whether there are any. */
bool filter_has_any(void);

/* The one for a slot, or NULL. */
function filter_function(size_t slot);

/* The one for a function that platforms give by name, or NULL. */
function filter_of_extension(const char *name);

#endif
