/* SPDX-License-Identifier: Apache-2.0 */
/* Device nodes: which there are, and whether they open. */
#ifndef CLRELAY_TOOLS_DOCTOR_NODES_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_NODES_LINUX_H

#include <stdbool.h>
#include <stddef.h>

/* Through which programs use GPUs. */
enum { NODE_PATTERNS = 6 };
extern const char *const node_patterns[NODE_PATTERNS];

/* Opens a node and closes it again, in a process of its own. Returns 0, or why that fails as errno
 * has it; ETIMEDOUT: it has not opened after NODE_SECONDS. */
enum { NODE_SECONDS = 3 };
int node_open(const char *path);
/* Whether there is a node that fits, and each one opens. */
bool node_all_open(const char *pattern);
/* "EIO", or what the system calls an error without such a name here. */
const char *node_error_name(int error);

#endif
