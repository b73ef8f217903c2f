/* SPDX-License-Identifier: Apache-2.0 */
/* The main() of the command. */
#include "commands.h"

#include "../base/system_windows.h"
#include "../base/text.h"

#include <stdlib.h>

int wmain(int count, wchar_t **wide)
{
    char **words = require_memory(calloc((size_t)count + 1, sizeof *words));
    int status;
    for (int i = 0; i < count; i++) words[i] = require_memory(wide_to_text(wide[i]));
    status = clrelay_main(count, words);
    for (int i = 0; i < count; i++) free(words[i]);
    free(words);
    return status;
}
