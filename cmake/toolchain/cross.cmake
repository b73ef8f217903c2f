# SPDX-License-Identifier: Apache-2.0
# What the files beside this one share. Each says which of Debian 12's compilers builds for its processor, and which
# emulator runs the result.
#
#   compiler     the compiler with its options
#   triplet      of Debian's cross compiler and C library: sets the compiler and the emulator's root
#   emulator     the program that runs another processor's programs; none if this machine runs them
#   processor    what `uname -m` prints there
#   headers      folders of headers for the processor that the compiler does not know
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR "${processor}")
if(triplet)
    set(CMAKE_C_COMPILER "${triplet}-gcc")
    set(CMAKE_FIND_ROOT_PATH "/usr/${triplet}")
    set(CMAKE_CROSSCOMPILING_EMULATOR "${emulator}" -L "/usr/${triplet}")
else()
    list(POP_FRONT compiler CMAKE_C_COMPILER)
    list(JOIN compiler " " CMAKE_C_FLAGS_INIT)
    set(CMAKE_ASM_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
endif()

# What the compiler does not find: OpenCL's headers, which suit any processor while the other headers in their folder do
# not, and the libraries that test/architectures.sh builds.
set(clrelay_target "${CMAKE_BINARY_DIR}/target")
list(PREPEND CMAKE_FIND_ROOT_PATH "${clrelay_target}")
get_property(trial GLOBAL PROPERTY IN_TRY_COMPILE) # a project in its own folder, with the same environment
if(NOT trial)
    set(ENV{PKG_CONFIG_LIBDIR} "${clrelay_target}/lib/pkgconfig")
endif()
list(APPEND headers /usr/include/CL)
foreach(folder IN LISTS headers)
    cmake_path(GET folder FILENAME name)
    if(EXISTS "${folder}" AND NOT EXISTS "${clrelay_target}/include/${name}")
        file(MAKE_DIRECTORY "${clrelay_target}/include")
        file(CREATE_LINK "${folder}" "${clrelay_target}/include/${name}" SYMBOLIC)
    endif()
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
