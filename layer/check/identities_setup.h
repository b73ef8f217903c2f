/* SPDX-License-Identifier: Apache-2.0 */
/* Identities (identities.h) about platforms, devices, contexts, queues, events, samplers, and functions of extensions. */
/* clang-format off */

IDENTITY(OUT_OF_HOST_MEMORY_, ERROR, "2.7", "the host has no memory left for it", "Free memory, or use less of it")
IDENTITY(OUT_OF_RESOURCES_, ERROR, "2.7", "the device has no resources left for it",
    "Use less memory or smaller kernels; some drivers answer this after a kernel has crashed")
