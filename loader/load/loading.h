/* SPDX-License-Identifier: Apache-2.0 */
/* Loads all drivers and layers. */
#ifndef CLRELAY_LOADER_LOAD_LOADING_H
#define CLRELAY_LOADER_LOAD_LOADING_H

#include <stdbool.h>

/* Reads the settings, searches for drivers and layers, and loads those that the user wants. Runs
 * once, in one thread. Drivers may call OpenCL meanwhile. */
void loading_run(void);

/* Frees everything that loading has allocated. If `close` is true, closes the libraries that may be
 * closed. Only for the time when no call can come any more. */
void loading_undo(bool close);

#endif
