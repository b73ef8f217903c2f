/* SPDX-License-Identifier: Apache-2.0 */
/* Identities (identities.h) about programs and kernels. */
/* clang-format off */

IDENTITY(KERNEL_ARGUMENT_INDEX, ERROR, "5.9.2", "arg_index {arg_index} is not less than {0}, the number of arguments of {kernel}",
    "Count the kernel's parameters from 0")
