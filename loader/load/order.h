/* SPDX-License-Identifier: Apache-2.0 */
/* Which platforms the user wants, in which order, and which one is the default. */
#ifndef CLRELAY_ORDER_H
#define CLRELAY_ORDER_H

#include "find/candidate.h"
#include "load/platforms.h"

/* Whether anything depends on the names of platforms, so that they must be asked for. */
bool order_needs_names(void);

/* Whether a platform is to be shown: VERDICT_UNTRIED, or the verdict that the user's choice gives it. */
enum verdict order_choice(const struct platform *platform);

/* Whether the order depends on how many devices the platforms have. */
bool order_needs_devices(void);

typedef cl_uint (*count_function)(struct platform *platform, enum platform_kind kind);

/*
 * Puts platforms in the order that the user wants; equals stay in order. `devices` counts the
 * devices of a kind, and is asked about a platform only where its place depends on it. False: no
 * memory, nothing was moved.
 */
bool order_sort(struct platform **at, size_t count, count_function devices);

/* The index of the platform that the user wants as the default one; SIZE_MAX: there is none such. */
size_t order_default(struct platform *const *at, size_t count);

/* Complains of patterns for platforms that matched none. */
void order_warn_unmatched(void);

#endif
