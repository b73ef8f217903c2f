/* SPDX-License-Identifier: Apache-2.0 */
#include "../search.h"

void search_system(enum candidate_kind kind)
{
    (void)kind;
}
