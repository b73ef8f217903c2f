# SPDX-License-Identifier: Apache-2.0
# POWER, little-endian: gcc-powerpc64le-linux-gnu, libc6-dev-ppc64el-cross, qemu-user
set(processor ppc64le)
set(triplet powerpc64le-linux-gnu)
set(emulator qemu-ppc64le)
include("${CMAKE_CURRENT_LIST_DIR}/cross.cmake")
