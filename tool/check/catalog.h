/* SPDX-License-Identifier: Apache-2.0 */
/* Says what can be found, on standard output. */
#ifndef CLRELAY_TOOL_CHECK_CATALOG_H
#define CLRELAY_TOOL_CHECK_CATALOG_H

#include <stdbool.h>

void catalog_list(bool json);

/* What a check ID means, and where it is looked for. */
void catalog_explain(const char *name, bool json);

#endif
