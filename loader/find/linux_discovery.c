/* SPDX-License-Identifier: Apache-2.0 */
#include "find/search.h"

void search_system(enum candidate_kind kind)
{
    (void)kind;
}
