/* SPDX-License-Identifier: Apache-2.0 */
/* For systems that keep no list of drivers and layers of their own: all but Windows. */
#include "find/search.h"

void search_system(enum candidate_kind kind)
{
    (void)kind;
}
