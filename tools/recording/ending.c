/* SPDX-License-Identifier: Apache-2.0 */
#include "ending.h"

#include "../base/system.h"
#include "../base/text.h"

#include <stdlib.h>

char *ending_signal(int crash)
{
    return text_format("%s (%s)", system_crash_name(crash), system_crash_text(crash));
}

char *ending_text(int crash, const char *calls, size_t count, bool whole)
{
    char *name = ending_signal(crash), *text;
    if (count == 1 && whole) text = text_format("%s ended the program, during %s.", name, calls);
    else if (count)
        text = text_format("%s ended the program; %zu call%s had not returned: %s.", name, count,
                           text_plural(count), calls);
    else
        text = text_format("%s ended the program%s.", name,
                           whole ? ", outside of calls of OpenCL" : "");
    free(name);
    return text;
}
