/* SPDX-License-Identifier: Apache-2.0 */
/* Fills the texts of layer/check/check_ids.h. */
#ifndef CLRELAY_TOOL_CHECK_DESCRIBE_H
#define CLRELAY_TOOL_CHECK_DESCRIBE_H

#include "../base/strings.h"
#include "../recording/recording.h"

struct described {
    const struct recording *recording;
    const struct found *found;
    const struct call *call; /* NULL: it belongs to none */
};

/* Adds a text with what its placeholders stand for. One that stands for nothing stays. */
void describe(struct string *to, const char *text, const struct described *what);

/* Adds a text with words for its placeholders, for no finding in particular. */
void describe_plainly(struct string *to, const char *text);

/* Whether a check ID says that a call has failed for no reason that the layer can check. */
bool describe_is_unexplained(unsigned check_id);

#endif
