# SPDX-License-Identifier: Apache-2.0
# 32-bit x86, which an x86-64 machine runs by itself: gcc-12-multilib. (Not gcc-multilib, which Debian's cross compilers
# conflict with. It would provide the link /usr/include/asm.)
set(processor i686)
set(compiler gcc-12 -m32 -idirafter /usr/include/x86_64-linux-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/cross.cmake")
