/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLRELAY_TEST_DRIVERS_LEGACY_LEGACY_PARTS_H
#define CLRELAY_TEST_DRIVERS_LEGACY_LEGACY_PARTS_H

#include "api/dispatch.h"

#include "fake/exported.h"

struct legacy_quirks {
#define QUIRK(type, name, usual) type name;
#include "legacy_quirks.h"
};

/* Those of this driver: the linker is told which of the generated ones they are. */
extern HIDDEN const struct legacy_quirks quirks;

#endif
