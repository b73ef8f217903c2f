# SPDX-License-Identifier: Apache-2.0
# What the toolchain files of both kinds of Windows share.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_C_COMPILER ${MINGW_TARGET}-gcc)
set(CMAKE_RC_COMPILER ${MINGW_TARGET}-windres)
set(CMAKE_FIND_ROOT_PATH /usr/${MINGW_TARGET})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Each build has a Windows of its own, so that what a test does to its registry is nobody else's
# business. Wine prefers its own opencl.dll to one that lies beside the program, unless told so; and it
# makes no file whose name the locale's characters lack.
set(CMAKE_CROSSCOMPILING_EMULATOR env LC_ALL=C.UTF-8 "WINEPREFIX=${CMAKE_BINARY_DIR}/wine"
    WINEDLLOVERRIDES=opencl=n WINEDEBUG=-all wine)
