/* SPDX-License-Identifier: Apache-2.0 */
/* Includes all rows of check_ids.h. */
#include "check_ids_objects.h"
#include "check_ids_setup.h"
#include "check_ids_memory.h"
#include "check_ids_kernels.h"
#include "check_ids_hazards.h"
#undef CHECK_ID
