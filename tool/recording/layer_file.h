/* SPDX-License-Identifier: Apache-2.0 */
/* The layers for programs to load. */
#ifndef CLRELAY_TOOL_RECORDING_LAYER_FILE_H
#define CLRELAY_TOOL_RECORDING_LAYER_FILE_H

/* The absolute path of the layer of a command, or NULL with a complaint. The caller frees either. */
char *layer_file_find(const char *command, char **complaint);

/* The value of OPENCL_LAYERS with this layer next to the program, outside the user's own layers, for
 * the caller to free. */
char *layer_file_list(const char *layer);

#endif
