/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLRELAY_TEST_DRIVERS_LEGACY_LEGACY_PARTS_H
#define CLRELAY_TEST_DRIVERS_LEGACY_LEGACY_PARTS_H

#include "api/dispatch.h"

#include "fake/exported.h"

struct legacy_quirks {
#define QUIRK(type, name, usual) type name;
#include "legacy_quirks.h"
};

/* This driver's quirks: the linker is told which of the generated objects holds them. */
extern HIDDEN const struct legacy_quirks quirks;

#endif
