# SPDX-License-Identifier: Apache-2.0
# RISC-V: gcc-riscv64-linux-gnu, libc6-dev-riscv64-cross, qemu-user
set(processor riscv64)
set(triplet riscv64-linux-gnu)
set(emulator qemu-riscv64)
include("${CMAKE_CURRENT_LIST_DIR}/cross.cmake")
