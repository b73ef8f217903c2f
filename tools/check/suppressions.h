/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Suppressions: the check IDs that the user does not want to see, everywhere or only in some
 * frames. A frame is one of the program's, with its function, source file and module, or the API
 * function that was called.
 */
#ifndef CLRELAY_TOOLS_CHECK_SUPPRESSIONS_H
#define CLRELAY_TOOLS_CHECK_SUPPRESSIONS_H

#include "../base/strings.h"

#include <stdbool.h>
#include <stddef.h>

/* Initialize with zeros. */
struct suppressions {
    struct suppression *items;
    size_t count, space;
    /* The lines of files whose day has passed, as text. Its `text` is NULL if there are none. */
    struct string ended;
    /* Patterns of check IDs that are suppressed everywhere, separated by commas. Its `text` is NULL
     * if there are none. */
    struct string everywhere;
};

/* Adds patterns of check IDs, separated by commas. A pattern has SUPPRESSIONS_LONGEST bytes at
 * most. Returns NULL, or a complaint for the caller to free. */
enum { SUPPRESSIONS_LONGEST = 4096 };
char *suppressions_add_check_ids(struct suppressions *suppressions, const char *patterns);

/* Adds the lines of a file. Returns as suppressions_add_check_ids(). */
char *suppressions_read(struct suppressions *suppressions, const char *path);
void suppressions_free(struct suppressions *suppressions);

/* A frame; each text may be NULL. */
struct suppressed_frame {
    const char *function, *file, *module;
};

/* Whether a finding with this check ID is suppressed in any of these frames. */
bool suppressions_match(const struct suppressions *suppressions, const char *check_id,
                        const char *program, const struct suppressed_frame *frames, size_t count);

#endif
