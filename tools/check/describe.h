/* SPDX-License-Identifier: Apache-2.0 */
/* Fills in the texts of tools/calls/check_ids.h. */
#ifndef CLRELAY_TOOLS_CHECK_DESCRIBE_H
#define CLRELAY_TOOLS_CHECK_DESCRIBE_H

#include "../base/strings.h"
#include "../recording/recording.h"

struct described {
    const struct recording *recording;
    const struct found *found;
    const struct call *call; /* NULL: the finding belongs to no call */
};

/* Adds a text with its placeholders filled in. A placeholder without a value stays. */
void describe(struct string *to, const char *text, const struct described *what);

/* Adds a text for no finding in particular, with words in place of its placeholders. */
void describe_plainly(struct string *to, const char *text);

/* Whether a check ID means that a call failed for a reason that the layer can't check. */
bool describe_is_unexplained(unsigned check_id);

#endif
