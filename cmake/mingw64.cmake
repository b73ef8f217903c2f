# SPDX-License-Identifier: Apache-2.0
# A toolchain file: OpenCL.dll for x86-64, with mingw-w64, and Wine for the tests.
set(MINGW_TARGET x86_64-w64-mingw32)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
include("${CMAKE_CURRENT_LIST_DIR}/mingw.cmake")
