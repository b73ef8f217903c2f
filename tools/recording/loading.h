/* SPDX-License-Identifier: Apache-2.0 */
/* What the loader was doing when a program ended, by the notes that it makes for OCL_ICD_LOADING_FILE. */
#ifndef CLRELAY_TOOLS_RECORDING_LOADING_H
#define CLRELAY_TOOLS_RECORDING_LOADING_H

#include "records.h"
#include "run.h"

#define LOADING_VARIABLE "OCL_ICD_LOADING_FILE"

/* Reads the notes beside the records. If those of the program end while the loader was loading something, returns a
 * sentence such as "SIGSEGV (Segmentation fault) ended the program while drivers were being loaded: c.icd.", which the caller frees; the same of
 * another process, if none has loaded the layer. NULL: the loader had loaded all, or was never asked, or makes no
 * notes. */
char *loading_ending(const struct records *records, const struct run_program *program);

#endif
