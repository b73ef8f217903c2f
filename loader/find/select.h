/* SPDX-License-Identifier: Apache-2.0 */
/* The user's choice: which drivers, which platforms, and in which order. */
#ifndef CLRELAY_SELECT_H
#define CLRELAY_SELECT_H

#include "find/candidate.h"
#include "load/platforms.h"

/* Whether a driver is to be opened: VERDICT_UNTRIED, or the verdict that the user's choice gives it,
 * with the setting that says so in *by. */
enum verdict select_driver(const struct candidate *candidate, const char **by);

/* Whether anything depends on the names of platforms, so that they must be asked for. */
bool select_needs_names(void);

/* The same for a platform. */
enum verdict select_platform(const struct platform *platform);

/* Whether the order depends on how many devices the platforms have. */
bool select_needs_devices(void);

typedef cl_uint (*count_function)(struct platform *platform, enum platform_kind kind);

/*
 * Puts platforms in the order that the user wants; equals stay in order. `devices` counts the
 * devices of a kind, and is asked about a platform only where its place depends on it. False: no
 * memory, nothing was moved.
 */
bool select_order(struct platform **at, size_t count, count_function devices);

/* The index of the platform that the user wants as the default one; SIZE_MAX: there is none such. */
size_t select_default(struct platform *const *at, size_t count);

/* Complains of patterns that nothing matched; for the end of loading. */
void select_report(void);

void select_forget(void);

#endif
