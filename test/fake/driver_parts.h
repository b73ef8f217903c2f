/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts that a fake driver is linked from. Every driver has driver.c; the other parts exist in
 * several kinds, and fakes.cmake takes those that the driver's quirks ask for.
 */
#ifndef CLRELAY_TEST_FAKE_DRIVER_PARTS_H
#define CLRELAY_TEST_FAKE_DRIVER_PARTS_H

#include "api/dispatch.h"

#include "exported.h"
#include "side_effect.h"

struct driver_quirks {
#define QUIRK(type, name, usual) type name;
#include "driver_quirks.h"
};

/* This driver's quirks: the linker is told which of the generated objects holds them. */
extern HIDDEN const struct driver_quirks quirks;

struct fake_object {
    const struct dispatch *dispatch;
    void *dispatch_data; /* word 1 belongs to the loader where the table is tagged */
    unsigned platform;
    cl_device_type type; /* of devices */
};

/* Memory for all objects of a driver (driver_objects.c). It is a part of the library, so it lasts
 * exactly until the library is unloaded, however a program ends. */
extern HIDDEN struct fake_object fake_objects[];
extern HIDDEN const size_t fake_object_count;

/* The first content of the table (driver_exports.c). */
extern HIDDEN const struct dispatch fake_slots;

/* Declares NAME_fake, the driver's functions. */
#define DECLARE(type, name, ...)               HIDDEN type CL_API_CALL name##_fake PARAMS(__VA_ARGS__);
#define BY_ANY(version, type, name, kind, ...) DECLARE(type, name, __VA_ARGS__)
#include "api/entry_points.h"
#undef DECLARE
HIDDEN cl_int CL_API_CALL list_platforms(cl_uint num_entries, cl_platform_id *list,
                                         cl_uint *num_platforms);

#endif
