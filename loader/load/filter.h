/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions through which programs find devices, as they are where devices.h has made a choice:
 * below all layers, in place of those that go to the driver. They answer for the platforms that
 * programs see, and call the driver for all others.
 */
#ifndef CLRELAY_LOADER_LOAD_FILTER_H
#define CLRELAY_LOADER_LOAD_FILTER_H

#include "api/dispatch.h"

/* Whether there are any. */
bool filter_has_any(void);

/* The one for a slot, or NULL. */
function filter_function(size_t slot);

/* What programs get of a function that a driver gives by name: `found`, or one that obeys the
 * choice in its place; NULL if it lists devices and nothing else is known of it. */
function filter_named(const char *name, function found);

#endif
