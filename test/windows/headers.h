/* SPDX-License-Identifier: Apache-2.0 */
/* What the fake drivers and layers include, to be compiled once for them all. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "api/opencl.h"

#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
