/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a fake driver or layer does besides its work, to the program that it is loaded into: its
 * quirk `side_effect` is one of those below, `side_effect_at` the moment when: the first of its
 * kind, which is while it is loaded.
 */
#ifndef CLRELAY_TEST_FAKE_SIDE_EFFECT_H
#define CLRELAY_TEST_FAKE_SIDE_EFFECT_H

#include "api/dispatch.h"

/* It ends the program, or keeps it. */
#define CRASHES     1
#define ABORTS      2
#define EXITS       3 /* with code 3 */
#define THROWS      4 /* what a C++ program does that throws and does not catch */
#define HANGS       5
#define ENDS_THREAD 6 /* the one that it is called in */
/* It calls OpenCL. */
#define STARTS_THREAD 10 /* in a thread that it leaves alone */
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
#define REPLACES_OTHERS       28 /* by another file */
/* It leaves something that leads back to it, whatever becomes of it. */
#define KEEPS_THREAD   50 /* that never ends */
#define HANDLES_SIGNAL 51 /* SIGUSR1 */
#define MAKES_KEY      52 /* for what is a thread's own, with a function for the thread's end */
#define PUTS_VARIABLE  53 /* memory of its own, into the environment */

/* Of drivers: the constructor; when it is asked for platforms, information. Of layers: the
 * constructor, clGetLayerInfo, the init. */
#define AT_CONSTRUCTOR 1
#define AT_LISTING     2
#define AT_INFO        4
#define AT_INIT        8

/* Does it. The function is in several files, of which one is linked: no_side_effect.c to those that
 * have no side effect, side_effect_throws.c and side_effect_arithmetic.c to those that need a
 * library for theirs, and side_effect.c. */
HIDDEN void side_effect(int which);

#endif
