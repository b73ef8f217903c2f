/* SPDX-License-Identifier: Apache-2.0 */
/* The versions of OpenCL that rows of entry_points.h have, as numbers: 10 * major + minor; 0 for extensions. */
#ifndef CLRELAY_VERSIONS_H
#define CLRELAY_VERSIONS_H

#define VERSION_1_0     10
#define VERSION_1_1     11
#define VERSION_1_2     12
#define VERSION_2_0     20
#define VERSION_2_1     21
#define VERSION_2_2     22
#define VERSION_3_0     30
#define VERSION_3_1     31
#define VERSION_EXT     0
#define VERSION_EXT_1_0 0
#define VERSION_EXT_1_1 0
#define VERSION_EXT_1_2 0
#define VERSION_EXT_2_0 0

#endif
