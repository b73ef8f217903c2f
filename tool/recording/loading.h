/* SPDX-License-Identifier: Apache-2.0 */
/* What the loader was doing when a program ended, by the notes that it makes for OCL_ICD_LOADING_FILE. */
#ifndef CLRELAY_TOOL_RECORDING_LOADING_H
#define CLRELAY_TOOL_RECORDING_LOADING_H

#include "run.h"

#define LOADING_VARIABLE "OCL_ICD_LOADING_FILE"

/* Reads the notes of a program in the file. If they end while the loader was loading something, returns a sentence such
 * as "SIGSEGV ended the program while drivers were being loaded: c.icd.", which the caller frees. NULL: the
 * loader had loaded all, or was never asked, or makes no notes. */
char *loading_ending(const char *path, const struct run_program *program);

#endif
