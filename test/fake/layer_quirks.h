/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The differences between fake layers: a row for each quirk, with an ordinary layer's value.
 *
 *   QUIRK(TYPE, NAME, USUAL)
 *
 * zoo.txt and test/layers/fakes.cmake list the layers; there LAYER_COUNT=60 is the quirk `count`.
 * fakes.cmake makes a `struct layer_quirks` from each list.
 */
/* clang-format off */
QUIRK(const char *, name, "layer")
/* What the layer intercepts: names separated by blanks, "all", or "" for nothing. */
QUIRK(const char *, intercepts, "all")
/* For functions that it does not intercept, its table has the target's function instead of NULL. */
QUIRK(int, copies, 0)
/* How many entries it claims for its table. Junk follows the last function. */
QUIRK(size_t, count, SLOT_COUNT)
/* The layer gives no table. */
QUIRK(int, no_table, 0)
/* Where the table is. */
#define TABLE_RIGHT 0
#define TABLE_WILD  1 /* at an address that is not mapped */
#define TABLE_CUT   2 /* just before an unmapped page, which begins after 60 functions */
QUIRK(int, table, TABLE_RIGHT)
/* The result of the layer's init. */
QUIRK(cl_int, status, CL_SUCCESS)

/* clGetLayerInfo works, fails or is missing; for the last, fakes.cmake does not link it. */
#define INFO_RIGHT   0
#define INFO_MISSING 1
#define INFO_FAILS   2
QUIRK(int, info, INFO_RIGHT)
QUIRK(cl_layer_api_version, version, CL_LAYER_API_VERSION_100)

/* LAYER_INITS=PLAIN links only clInitLayer, LAYER_INITS=PROPERTIES only clInitLayerWithProperties,
 * and 0 neither. */

/* clDeinitLayer works, fails or is missing (not linked). */
#define DEINIT_RIGHT   0
#define DEINIT_MISSING 1
#define DEINIT_FAILS   2
QUIRK(int, deinit, DEINIT_RIGHT)

/* When the layer calls its target, and when the exported functions of the global scope. */
#define IN_INIT        1
#define IN_DEINIT      2
#define IN_CONSTRUCTOR 4
#define IN_DESTRUCTOR  8
QUIRK(int, calls_down, 0)
QUIRK(int, calls_api, 0)

/* The layer gets clTerminateContextKHR in its init and calls it in its deinit. */
QUIRK(int, extends, 0)

/* The layer needs memory for each call, which its init allocates and its deinit frees. A later call
 * ends the program. */
QUIRK(int, frees, 0)

/* The platforms that the layer hands out are its own objects, which no driver must ever see. */
QUIRK(int, wraps, 0)
/* When a clFakeThing…, clTerminateContextKHR or clGetSemaphoreInfoKHR is looked up for a platform,
 * the layer returns its own function, which wraps the driver's. */
QUIRK(int, wraps_thing, 0)

/* A side effect on the program, and the moment of it: see side_effect.h. */
QUIRK(int, side_effect, 0)
QUIRK(int, side_effect_at, AT_CONSTRUCTOR)

#undef QUIRK
