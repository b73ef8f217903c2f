# SPDX-License-Identifier: Apache-2.0
# The common part of the toolchain files for Windows.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_C_COMPILER ${MINGW_TARGET}-gcc)
set(CMAKE_RC_COMPILER ${MINGW_TARGET}-windres)
# Finds what test/jansson.sh has built.
set(CMAKE_FIND_ROOT_PATH "${CMAKE_BINARY_DIR}/target" /usr/${MINGW_TARGET})
get_property(is_trial GLOBAL PROPERTY IN_TRY_COMPILE) # its build folder is another one
if(NOT is_trial)
    set(ENV{PKG_CONFIG_LIBDIR} "${CMAKE_BINARY_DIR}/target/lib/pkgconfig")
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Each build has its own Windows, so its tests cannot change other builds' registry. Without this setting, Wine prefers
# its own opencl.dll to one beside the program. And Wine creates no file whose name has characters that the locale
# lacks.
set(CMAKE_CROSSCOMPILING_EMULATOR env LC_ALL=C.UTF-8 "WINEPREFIX=${CMAKE_BINARY_DIR}/wine"
    WINEDLLOVERRIDES=opencl=n WINEDEBUG=-all wine)
