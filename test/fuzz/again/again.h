/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process loads the drivers once, and a fuzzer wants it thousands of times. What
 * lifecycle_on_unload() leaves behind, because nobody comes after it, is put back to its first state
 * here: the files of this folder are the loader's own with one function more.
 */
#ifndef CLRELAY_TEST_AGAIN_H
#define CLRELAY_TEST_AGAIN_H

void detour_again(void);
void dispatch_again(void);
void icd2_again(void);
void lifecycle_again(void);
void table_again(void);

#endif
