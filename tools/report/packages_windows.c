/* SPDX-License-Identifier: Apache-2.0 */
/* Windows has no packages of drivers. */
#include "packages.h"

#include "../base/text.h"

const struct distribution *packages_distribution(const char *root, const struct loader *loader)
{
    (void)root, (void)loader;
    return NULL;
}

char *packages_of_library(const char *library, const struct distribution *distribution, bool again)
{
    (void)library, (void)distribution, (void)again;
    return NULL;
}

char *packages_search(const char *library, const struct distribution *distribution)
{
    (void)library, (void)distribution;
    return text_format("%s", "");
}

void packages_fill(char **text, const struct distribution *distribution)
{
    (void)text, (void)distribution;
}
