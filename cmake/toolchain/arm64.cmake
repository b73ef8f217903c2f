# SPDX-License-Identifier: Apache-2.0
# AArch64: gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user
set(processor aarch64)
set(triplet aarch64-linux-gnu)
set(emulator qemu-aarch64)
include("${CMAKE_CURRENT_LIST_DIR}/cross.cmake")
