/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a fake driver or layer also does to the program that loads it: its quirk `side_effect` is
 * one of those below, and `side_effect_at` is the moment, the first of its kind while the library
 * is loaded.
 */
#ifndef CLRELAY_TEST_FAKE_SIDE_EFFECT_H
#define CLRELAY_TEST_FAKE_SIDE_EFFECT_H

#include "api/dispatch.h"

/* It ends the program, or never returns. */
#define CRASHES     1
#define ABORTS      2
#define EXITS       3 /* with code 3 */
#define THROWS      4 /* throws as a C++ program does, without a handler */
#define HANGS       5
#define ENDS_THREAD 6 /* the thread that calls it */
/* It calls OpenCL. */
#define STARTS_THREAD 10 /* in a thread that it does not wait for */
#define JOINS_THREAD  11 /* in a thread that it waits for */
#define OPENS_LOADER  12 /* through a libOpenCL that it opens itself */
/* It changes the state of the process. */
#define CLOSES_INPUT          20
#define CLOSES_OTHERS         21 /* all but the three standard files */
#define CHANGES_SIGNALS       22
#define CHANGES_ARITHMETIC    23
#define CHANGES_THREAD_LOCALE 24
#define CHANGES_LOCALE        25
#define CHANGES_FOLDER        26
#define CHANGES_VARIABLES     27
#define REPLACES_OTHERS       28 /* with another file */
/* It leaves something that leads back to the library, even if the loader refuses it. */
#define KEEPS_THREAD   50 /* a thread that never ends */
#define HANDLES_SIGNAL 51 /* SIGUSR1 */
#define MAKES_KEY      52 /* for thread-specific data, with a destructor */
#define PUTS_VARIABLE  53 /* puts memory of its own into the environment */

/* For drivers: the constructor, the listing of platforms, information. For layers: the constructor,
 * clGetLayerInfo, the init. */
#define AT_CONSTRUCTOR 1
#define AT_LISTING     2
#define AT_INFO        4
#define AT_INIT        8

/* Produces the side effect. Several files define this function and one of them is linked:
 * no_side_effect.c for fakes without one, side_effect_throws.c and side_effect_arithmetic.c for
 * those that need a library, side_effect.c for the others. */
HIDDEN void side_effect(int which);

#endif
