/* SPDX-License-Identifier: Apache-2.0 */
/* Explains why Windows could not open a library. Windows' messages are in the user's language and
 * do not say what is missing, so this uses their numbers, and inspects the file. */
#include "../base/files.h"
#include "../base/files_windows.h"
#include "../base/system_windows.h"
#include "../base/text.h"
#include "remedy.h"

#include <stdlib.h>
#include <string.h>

static bool find_missing(const char *library, char **reason, char **remedy)
{
    char *by = NULL, *missing = file_is_absolute(library) ? file_missing_need(library, &by) : NULL;
    if (!missing) return false;
    *reason = text_format("%s, which %s needs, is not found", missing, by);
    *remedy =
        text_format("Install what contains %s: in most cases the driver itself, or the Visual C++ "
                    "Redistributable that it was built with. It must be beside the driver, in "
                    "Windows' own folder, or in a folder of PATH.",
                    missing);
    free(by);
    free(missing);
    return true;
}

static const struct {
    DWORD error;
    const char *reason, *remedy;
    /* clang-format off */
} errors[] = {
    { ERROR_NOACCESS, "the library crashes when it is opened",
      "Install the driver again, or another version of it." },
    { ERROR_DLL_INIT_FAILED, "the library failed to initialize",
      "Install the driver again, or another version of it." },
    { ERROR_PROC_NOT_FOUND, "a library that it needs lacks a function",
      "It was built for another Windows, or for other versions of the libraries beside it: install "
      "a build of the driver for this Windows." },
    { ERROR_BAD_EXE_FORMAT,
      "it, or a library that it needs, is damaged or for another architecture",
      "Install the driver again." },
    { 577 /* ERROR_INVALID_IMAGE_HASH */, "Windows does not trust its signature",
      "Install a build of the driver that is signed." },
    { ERROR_ACCESS_DENIED, "this user may not open it, or a library that it needs",
      "Let the users of OpenCL read it: its properties, tab Security" },
    { 225 /* ERROR_VIRUS_INFECTED */, "the virus scanner blocks it",
      "Install the driver again, from its vendor." },
};
/* clang-format on */

bool remedy_of_message(const char *message, const char *library,
                       const struct distribution *distribution, char **reason, char **remedy)
{
    (void)distribution;
    if (find_missing(library, reason, remedy)) return true;
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        char *words = windows_error(errors[i].error);
        bool is_equal = strcmp(words, message) == 0;
        free(words);
        if (!is_equal) continue;
        *reason = text_format("%s: %s (%s)", errors[i].reason, library, message);
        *remedy = text_format("%s", errors[i].remedy);
        return true;
    }
    return false;
}
