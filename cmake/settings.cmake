# SPDX-License-Identifier: Apache-2.0
# What the loader and the tools share, as either may be built alone: options, compiler flags, OpenCL's headers.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH CLRELAY_ROOT) # the checkout
include(GNUInstallDirs)
# A user who builds a whole distribution or project may ask for unity builds. Here each file is a module: it has static
# names that other files have, too, and asks the C library for what it needs. Tests link single object files of the
# library, with other versions of the rest.
set(CMAKE_UNITY_BUILD OFF)

if(PROJECT_IS_TOP_LEVEL)
    option(BUILD_TESTING "Build the tests" ON)
    option(CLRELAY_WERROR "Treat compiler warnings as errors" OFF)
    set(CLRELAY_SANITIZE "" CACHE STRING "What to give to -fsanitize=, for developers")
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
    endif()
endif()
option(CLRELAY_INSTALL "Make the install rules" ${PROJECT_IS_TOP_LEVEL})

# For our own build only, not for projects that include this one.
if(PROJECT_IS_TOP_LEVEL)
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        add_compile_options("$<$<COMPILE_LANGUAGE:C>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion>"
                            $<$<BOOL:${CLRELAY_WERROR}>:-Werror>)
    endif()
    # Makes the files independent of the folders of sources and build. (Debug builds keep the paths, for
    # debuggers.)
    include(CheckCCompilerFlag)
    check_c_compiler_flag(-ffile-prefix-map=a=b CLRELAY_HAS_PREFIX_MAP)
    if(CLRELAY_HAS_PREFIX_MAP)
        foreach(folder "${CLRELAY_ROOT}" "${PROJECT_BINARY_DIR}") # the compiler tries the last one first
            add_compile_options("$<$<NOT:$<CONFIG:Debug>>:-ffile-prefix-map=${folder}=.>")
        endforeach()
    endif()
    if(CLRELAY_SANITIZE)
        add_compile_options(-fsanitize=${CLRELAY_SANITIZE} -fno-sanitize-recover=all
                            -fno-omit-frame-pointer)
        add_link_options(-fsanitize=${CLRELAY_SANITIZE})
    endif()
endif()

if(MSVC)
    # All folders need this, because all include files that need it: a standard preprocessor and atomics, and no
    # warnings about standard functions that Microsoft wants to replace.
    add_compile_options(
        "$<$<COMPILE_LANGUAGE:C>:/Zc:preprocessor;/experimental:c11atomics;/utf-8>")
    add_compile_definitions(_CRT_SECURE_NO_WARNINGS _CRT_NONSTDC_NO_WARNINGS)
endif()

include("${CMAKE_CURRENT_LIST_DIR}/OpenCLHeaders.cmake")
if(NOT TARGET OpenCL::Headers)
    message(FATAL_ERROR
        "The OpenCL headers (CL/cl_icd.h) were not found. On Debian and Ubuntu: "
        "apt-get install opencl-headers. Elsewhere: add the folder that OpenCL-Headers was "
        "installed to with -DCMAKE_PREFIX_PATH=FOLDER.")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/hardening.cmake")
