/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process loads the drivers once, but a fuzzer needs to load them thousands of times. Each file
 * in this folder includes a file of the loader and adds one function that resets what
 * lifecycle_on_unload() leaves behind.
 */
#ifndef CLRELAY_TEST_FUZZ_AGAIN_AGAIN_H
#define CLRELAY_TEST_FUZZ_AGAIN_AGAIN_H

void detour_again(void);
void dispatch_again(void);
void extensions_again(void);
void icd2_again(void);
void lifecycle_again(void);
void table_again(void);

#endif
