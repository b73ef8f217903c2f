/* SPDX-License-Identifier: Apache-2.0 */
/* CMake wants a source beside what is compiled once (headers.h). */
typedef int nothing;
