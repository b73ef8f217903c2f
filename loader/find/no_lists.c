/* SPDX-License-Identifier: Apache-2.0 */
/* For systems without a list of drivers and layers: all but Windows. */
#include "find/search.h"

void search_system(enum candidate_kind kind)
{
    (void)kind;
}
