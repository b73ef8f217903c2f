/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What makes one fake layer differ from another: a row for each quirk, and what an ordinary layer
 * has.
 *
 *   QUIRK(TYPE, NAME, USUAL)
 *
 * zoo.txt and test/layers/fakes.cmake list the layers; there LAYER_COUNT=60 is the quirk `count`.
 * fakes.cmake makes a `struct layer_quirks` of each list.
 */
/* clang-format off */
QUIRK(const char *, name, "layer")
/* What it intercepts: names with blanks between, "all", or "" for nothing. */
QUIRK(const char *, intercepts, "all")
/* Where it does not intercept, its table has the function of its target, and not NULL. */
QUIRK(int, copies, 0)
/* How many entries it says that its table has. Behind the last function lies junk. */
QUIRK(size_t, count, SLOT_COUNT)
/* It gives no table. */
QUIRK(int, no_table, 0)
/* Where its table lies. */
#define TABLE_RIGHT 0
#define TABLE_WILD  1 /* nowhere */
#define TABLE_CUT   2 /* before memory that is not there, which begins behind 60 functions */
QUIRK(int, table, TABLE_RIGHT)
/* What its init answers. */
QUIRK(cl_int, status, CL_SUCCESS)

/* clGetLayerInfo: there or failing; or missing, which fakes.cmake answers by what it links. */
#define INFO_RIGHT   0
#define INFO_MISSING 1
#define INFO_FAILS   2
QUIRK(int, info, INFO_RIGHT)
QUIRK(cl_layer_api_version, version, CL_LAYER_API_VERSION_100)

/* LAYER_INITS=PLAIN has clInitLayer only, LAYER_INITS=PROPERTIES clInitLayerWithProperties, 0
 * neither (by what is linked, again). */

/* clDeinitLayer: there or failing; or missing (by what is linked, again). */
#define DEINIT_RIGHT   0
#define DEINIT_MISSING 1
#define DEINIT_FAILS   2
QUIRK(int, deinit, DEINIT_RIGHT)

/* When it calls its target, and when the exported functions of the global scope. */
#define IN_INIT        1
#define IN_DEINIT      2
#define IN_CONSTRUCTOR 4
#define IN_DESTRUCTOR  8
QUIRK(int, calls_down, 0)
QUIRK(int, calls_api, 0)

/* It gets clTerminateContextKHR in its init, and calls it in its deinit. */
QUIRK(int, extends, 0)

/* It needs memory for each call, which its init allocates and its deinit frees; a call that comes
 * later ends the program. */
QUIRK(int, frees, 0)

/* The platforms that it hands out are its own objects, which no driver must ever see. */
QUIRK(int, wraps, 0)
/* A clFakeThing…, clTerminateContextKHR or clGetSemaphoreInfoKHR that is looked up for a platform
 * is one of its own, around the driver's. */
QUIRK(int, wraps_thing, 0)

/* Something that it does to the program, and when: see side_effect.h. */
QUIRK(int, side_effect, 0)
QUIRK(int, side_effect_at, AT_CONSTRUCTOR)

#undef QUIRK
