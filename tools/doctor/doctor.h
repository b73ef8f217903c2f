/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay doctor: says what keeps programs from OpenCL, why, and what to do. */
#ifndef CLRELAY_TOOLS_DOCTOR_DOCTOR_H
#define CLRELAY_TOOLS_DOCTOR_DOCTOR_H

#include "../report/loader.h"

/* Looks for problems, writes the findings to standard output, and returns the exit status. */
int command_doctor(const struct options *options);

#endif
