# SPDX-License-Identifier: Apache-2.0
# x86, 32 bits, which an x86-64 machine runs by itself: gcc-12-multilib. (Not gcc-multilib: Debian's
# cross compilers cannot be installed beside it. It is what would bring the link /usr/include/asm.)
set(processor i686)
set(compiler gcc-12 -m32 -idirafter /usr/include/x86_64-linux-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/cross.cmake")
