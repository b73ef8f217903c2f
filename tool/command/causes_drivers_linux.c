/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises why drivers fail: rows of causes.h. */
#include "causes_linux.h"

#include "../report/remedy.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

bool is_illegal_instruction(struct search *it)
{
    if (!it->answer || it->answer->end != END_SIGNAL || it->answer->code != SIGILL) return false;
    it->value = remedy_name(it->driver);
    return true;
}

bool is_missing_from_opt(struct search *it)
{
    const char *library = text_or_empty(it->driver->library);
    if (it->driver->verdict != VERDICT_LIBRARY_MISSING || strncmp(library, "/opt/", 5) != 0)
        return false;
    it->value = text_format("%s", remedy_where(it->driver));
    return true;
}
