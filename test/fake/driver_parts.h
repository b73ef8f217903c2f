/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts that a fake driver is linked from. driver.c is in all of them; of the others there are
 * several kinds, and fakes.cmake takes the ones that a driver's quirks ask for.
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

/* Those of this driver: the linker is told which of the generated ones they are. */
extern HIDDEN const struct driver_quirks quirks;

struct fake_object {
    const struct dispatch *dispatch;
    void *dispatch_data; /* word 1 is the loader's where the table is tagged */
    unsigned platform;
    cl_device_type type; /* of devices */
};

/* Memory for all of a driver's objects (driver_objects.c). It is a part of the library, so that it
 * goes when the library is unloaded, and stays until then, however a program ends. */
extern HIDDEN struct fake_object fake_objects[];
extern HIDDEN const size_t fake_object_count;

/* What the table holds at first (driver_exports.c). */
extern HIDDEN const struct dispatch fake_slots;

/* NAME_fake, the driver's functions. */
#define DECLARE(type, name, ...)               HIDDEN type CL_API_CALL name##_fake PARAMS(__VA_ARGS__);
#define BY_ANY(version, type, name, kind, ...) DECLARE(type, name, __VA_ARGS__)
#include "api/entry_points.h"
#undef DECLARE
HIDDEN cl_int CL_API_CALL list_platforms(cl_uint num_entries, cl_platform_id *list,
                                         cl_uint *num_platforms);

#endif
