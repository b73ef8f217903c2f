# SPDX-License-Identifier: Apache-2.0
# ARM, 32 bits, with floating point: gcc-arm-linux-gnueabihf, libc6-dev-armhf-cross, qemu-user
set(processor armv7l)
set(triplet arm-linux-gnueabihf)
set(emulator qemu-arm)
include("${CMAKE_CURRENT_LIST_DIR}/cross.cmake")
