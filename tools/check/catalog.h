/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the catalog of check IDs. */
#ifndef CLRELAY_TOOLS_CHECK_CATALOG_H
#define CLRELAY_TOOLS_CHECK_CATALOG_H

#include "check_id_texts.h"

#include <jansson.h>
#include <stdbool.h>

/* The texts of a check ID, for no finding in particular. */
json_t *catalog_json(const struct check_id_text *check_id);

void catalog_list(bool json);

/* Explains a check ID, and where the layer looks for it. */
void catalog_explain(const char *name, bool json);

#endif
