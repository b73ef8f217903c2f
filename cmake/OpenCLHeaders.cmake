# SPDX-License-Identifier: Apache-2.0
# Defines the target OpenCL::Headers if it finds OpenCL's headers; otherwise does nothing. Our own build uses this file,
# and it is installed for projects that look for OpenCLICDLoader.
if(NOT TARGET OpenCL::Headers)
    # GLOBAL, because a project that adds ours as a subdirectory links to OpenCL::OpenCL, and so to this target, from
    # outside our folder.
    find_package(OpenCLHeaders QUIET CONFIG GLOBAL)
endif()
if(NOT TARGET OpenCL::Headers)
    # Headers without a CMake package.
    find_path(OpenCLHeaders_INCLUDE_DIR CL/cl_icd.h)
    mark_as_advanced(OpenCLHeaders_INCLUDE_DIR)
    if(OpenCLHeaders_INCLUDE_DIR)
        add_library(OpenCL::Headers INTERFACE IMPORTED GLOBAL)
        set_target_properties(OpenCL::Headers PROPERTIES
            INTERFACE_INCLUDE_DIRECTORIES "${OpenCLHeaders_INCLUDE_DIR}")
    endif()
endif()
if(NOT TARGET OpenCL::Headers AND CMAKE_CROSSCOMPILING)
    # Headers are the same for all systems, so the build machine's serve. This links to them, because their folder is
    # full of headers for the wrong system.
    find_path(OpenCLHeaders_HOST_INCLUDE_DIR CL/cl_icd.h NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(OpenCLHeaders_HOST_INCLUDE_DIR)
    if(OpenCLHeaders_HOST_INCLUDE_DIR)
        set(folder "${CMAKE_BINARY_DIR}/opencl-headers")
        file(MAKE_DIRECTORY "${folder}")
        file(CREATE_LINK "${OpenCLHeaders_HOST_INCLUDE_DIR}/CL" "${folder}/CL" SYMBOLIC)
        add_library(OpenCL::Headers INTERFACE IMPORTED GLOBAL)
        set_target_properties(OpenCL::Headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${folder}")
    endif()
endif()
