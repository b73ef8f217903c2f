/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the layers, and makes the settings by which programs load them. */
#ifndef CLRELAY_TOOLS_RECORDING_LAYER_FILE_H
#define CLRELAY_TOOLS_RECORDING_LAYER_FILE_H

/* The absolute path of a command's layer, or NULL with a complaint. The caller frees either. */
char *layer_file_find(const char *command, char **complaint);

/* A value of OPENCL_LAYERS that puts this layer next to the program: above the user's own layers,
 * but below the layer of `clrelay check`. The caller frees it. */
char *layer_file_list(const char *layer);

/* A value of LD_PRELOAD that adds the library for `clrelay check --frees`, which is beside the
 * layer; or NULL with a complaint. The caller frees either. */
char *layer_file_preload(const char *layer, char **complaint);

#endif
