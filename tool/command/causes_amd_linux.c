/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of AMD's GPUs: rows of causes.h. */
#define _GNU_SOURCE
#include "causes_linux.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool is_without_kfd(struct search *it)
{
    return it->gpu->vendor == AMD && fact_has_driver(it, "libamdocl") &&
           !fact_has_path(it, "/dev/kfd");
}
