/* SPDX-License-Identifier: Apache-2.0 */
/* Which platforms the user wants, in which order, and which one is the default. */
#ifndef CLRELAY_LOADER_LOAD_ORDER_H
#define CLRELAY_LOADER_LOAD_ORDER_H

#include "base/text.h"
#include "find/candidate.h"
#include "load/platforms.h"

/* Whether a setting depends on the names of platforms, so that the loader must ask for them. */
bool order_needs_names(void);

/* Whether a pattern matches a platform's name, vendor or suffix. */
bool order_is_named(const struct platform *platform, struct text pattern);

/* Whether to publish a platform: VERDICT_ACCEPTED, or the verdict that follows from the user's
 * choice. */
enum verdict order_choice(const struct platform *platform);

/* Whether the user hides platforms. */
bool order_hides(void);

/* Whether the order depends on how many devices the platforms have. */
bool order_needs_devices(void);

/* Puts platforms into the order that the user wants. Equal ones keep their order. Counts the
 * devices of a kind only if a platform's place depends on them. Returns false if there is no
 * memory; then nothing was moved. */
bool order_sort(struct platform **at, size_t count);

/* The index of the default platform that the user wants, or SIZE_MAX if there is no such
 * platform. */
size_t order_default(struct platform *const *at, size_t count);

/* Adds a problem to the settings for each pattern that matched no platform. */
void order_warn_unmatched(void);

#endif
