/* SPDX-License-Identifier: Apache-2.0 */
/* All rows of identities.h. */
#include "identities_objects.h"
#include "identities_setup.h"
#include "identities_memory.h"
#include "identities_kernels.h"
#include "identities_hazards.h"
#undef IDENTITY
