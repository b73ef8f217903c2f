/* SPDX-License-Identifier: Apache-2.0 */
/* What the loader was doing when a program ended, from the loader's notes
 * (OCL_ICD_LOADING_FILE). */
#ifndef CLRELAY_TOOLS_RECORDING_LOADING_H
#define CLRELAY_TOOLS_RECORDING_LOADING_H

#include "records.h"
#include "run.h"

#define LOADING_VARIABLE "OCL_ICD_LOADING_FILE"

/*
 * Reads the notes beside the records. If the program's notes end while the loader was loading
 * something, returns a sentence, which the caller frees: "SIGSEGV (Segmentation fault) ended the
 * program while drivers were being loaded: c.icd.", for instance. If no process has loaded the
 * layer, the notes of another process count, too. NULL: the loader had loaded all, was never asked,
 * or made no notes.
 */
char *loading_ending(const struct records *records, const struct run_program *program);

#endif
