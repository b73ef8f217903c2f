/* SPDX-License-Identifier: Apache-2.0 */
/* Loading all drivers and layers that there are. */
#ifndef CLRELAY_LOADING_H
#define CLRELAY_LOADING_H

#include <stdbool.h>

/* Reads the settings, searches for drivers and layers, and loads what the user wants, in one thread and once.
 * Drivers may call OpenCL meanwhile. */
void loading_run(void);

/* Frees all that loading has made, and closes the libraries that may be closed, where `close` says so. For the
 * time when no call can come any more. */
void loading_undo(bool close);

#endif
