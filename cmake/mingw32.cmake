# SPDX-License-Identifier: Apache-2.0
# A toolchain file: OpenCL.dll for 32-bit programs, with mingw-w64, and Wine for the tests. Wine needs its 32-bit part
# (doc/windows.md says how to get it).
set(MINGW_TARGET i686-w64-mingw32)
set(CMAKE_SYSTEM_PROCESSOR i686)
include("${CMAKE_CURRENT_LIST_DIR}/mingw.cmake")
