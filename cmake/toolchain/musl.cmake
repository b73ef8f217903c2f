# SPDX-License-Identifier: Apache-2.0
# This machine's processor with the C library musl: musl-tools
set(processor "${CMAKE_HOST_SYSTEM_PROCESSOR}")
set(compiler musl-gcc -idirafter "${CMAKE_BINARY_DIR}/target/include")
set(headers /usr/include/linux /usr/include/asm-generic
    "/usr/include/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu/asm") # the kernel's headers
include("${CMAKE_CURRENT_LIST_DIR}/cross.cmake")
