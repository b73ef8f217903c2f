# SPDX-License-Identifier: Apache-2.0
# Defines the target OpenCL::Headers where OpenCL's headers are found, and says nothing where not.
# Used by our own build, and installed for projects that look for OpenCLICDLoader.
if(NOT TARGET OpenCL::Headers)
    # Global: a project that adds ours as a subdirectory links to OpenCL::OpenCL, and so to this
    # target, from outside of our folder.
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
    # The building machine's own will do, since they are the same for all systems. By a link, because
    # the folder that they lie in is full of headers of the wrong system.
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
