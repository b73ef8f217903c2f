/* SPDX-License-Identifier: Apache-2.0 */
/* Says which device nodes there are, and whether they open. */
#ifndef CLRELAY_TOOLS_DOCTOR_NODES_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_NODES_LINUX_H

#include <stdbool.h>
#include <stddef.h>

/* Patterns of the nodes through which programs use GPUs. */
enum { NODE_PATTERNS = 6 };
extern const char *const node_patterns[NODE_PATTERNS];

/* Opens a node in a process of its own. Returns 0, or the value of errno if that fails. ETIMEDOUT:
 * the node has not opened within NODE_SECONDS. */
enum { NODE_SECONDS = 3 };
int node_open(const char *path);
/* Whether there is a node that fits the pattern, and each such node opens. */
bool node_all_open(const char *pattern);
/* The name of an error, like "EIO", or the system's text for an error that has no name here. */
const char *node_error_name(int error);

#endif
