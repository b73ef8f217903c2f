/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows says that it cannot open a library, and not why. Its words depend on its language, so what is
 * wrong is looked for in the file itself.
 */
#include "files.h"
#include "files_windows.h"
#include "remedy.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

bool remedy_of_message(const char *message, const char *library, char **reason, char **remedy)
{
    char *by = NULL, *missing;
    (void)message;
    if (!file_is_absolute(library)) return false;
    missing = file_missing_need(library, &by);
    if (!missing) return false;
    *reason = text_format("%s, which %s needs, is not found", missing, by);
    *remedy = text_format("Install what %s belongs to, in most cases the driver itself, or the Visual C++ "
                          "Redistributable of its vendor: it must lie beside the driver, in Windows' own "
                          "folder, or in one of PATH", missing);
    free(by);
    free(missing);
    return true;
}
