# SPDX-License-Identifier: Apache-2.0
# IBM Z, big-endian: gcc-s390x-linux-gnu, libc6-dev-s390x-cross, qemu-user
set(processor s390x)
set(triplet s390x-linux-gnu)
set(emulator qemu-s390x)
include("${CMAKE_CURRENT_LIST_DIR}/cross.cmake")
