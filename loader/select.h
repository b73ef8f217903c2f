/* SPDX-License-Identifier: Apache-2.0 */
/* The order of the platforms. Pure: what it needs to know it asks through a function. */
#ifndef CLRELAY_SELECT_H
#define CLRELAY_SELECT_H

#include "platforms.h"

typedef cl_uint (*count_function)(const struct platform *platform, cl_device_type type);

/*
 * Sorts by devices: most GPUs first, among equals most CPUs, among equals most accelerators; else
 * the order stays. A platform is asked for a kind of devices at most once, and only where its
 * place depends on it. False: no memory, nothing was moved.
 */
bool select_by_devices(struct platform **at, size_t count, count_function devices);

#endif
