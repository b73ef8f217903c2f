/* SPDX-License-Identifier: Apache-2.0 */
#include "open.h"

#include "../base/text.h"

char *open_timeline(const char *path, double seconds)
{
    (void)seconds;
    return text_format("--open is not available on Windows yet: https://ui.perfetto.dev opens %s",
                       path);
}
