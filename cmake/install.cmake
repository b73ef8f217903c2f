# SPDX-License-Identifier: Apache-2.0
# Installation rules, in components that follow the packages of distributions: library, ext, development, tool
# (tools/CMakeLists.txt) and layers (tools/layers/CMakeLists.txt). packaging/ makes packages from them.
include(CMakePackageConfigHelpers)
set(CLRELAY_CONFIG_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/OpenCLICDLoader")

# (On Windows, libraries are RUNTIME, and import libraries are ARCHIVE.)
install(TARGETS OpenCL EXPORT OpenCLICDLoaderTargets
        RUNTIME COMPONENT library
        LIBRARY COMPONENT library NAMELINK_COMPONENT development
        ARCHIVE COMPONENT development)
install(TARGETS clrelay_ext EXPORT clrelayTargets
        RUNTIME COMPONENT ext
        LIBRARY COMPONENT ext NAMELINK_COMPONENT development
        ARCHIVE COMPONENT development)
if(TARGET clrelay_ext_static)
    install(TARGETS clrelay_ext_static EXPORT clrelayTargets ARCHIVE COMPONENT development)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/clrelay" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        COMPONENT development FILES_MATCHING PATTERN "*.h")
install(FILES "${PROJECT_SOURCE_DIR}/doc/man/libOpenCL.7" DESTINATION "${CMAKE_INSTALL_MANDIR}/man7"
        COMPONENT library)

# The CMake package, under the name that projects look for.
configure_package_config_file(cmake/OpenCLICDLoaderConfig.cmake.in
    "${PROJECT_BINARY_DIR}/OpenCLICDLoaderConfig.cmake" INSTALL_DESTINATION "${CLRELAY_CONFIG_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/OpenCLICDLoaderConfigVersion.cmake"
    VERSION ${CLRELAY_OPENCL_VERSION} COMPATIBILITY AnyNewerVersion)
install(FILES "${PROJECT_BINARY_DIR}/OpenCLICDLoaderConfig.cmake"
              "${PROJECT_BINARY_DIR}/OpenCLICDLoaderConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/OpenCLHeaders.cmake"
        DESTINATION "${CLRELAY_CONFIG_DIR}" COMPONENT development)
install(EXPORT OpenCLICDLoaderTargets NAMESPACE OpenCL:: DESTINATION "${CLRELAY_CONFIG_DIR}"
        COMPONENT development)

# The CMake package for our own libraries.
set(CLRELAY_OWN_CONFIG_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/clrelay")
configure_package_config_file(cmake/clrelayConfig.cmake.in
    "${PROJECT_BINARY_DIR}/clrelayConfig.cmake" INSTALL_DESTINATION "${CLRELAY_OWN_CONFIG_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/clrelayConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/clrelayConfig.cmake"
              "${PROJECT_BINARY_DIR}/clrelayConfigVersion.cmake"
        DESTINATION "${CLRELAY_OWN_CONFIG_DIR}" COMPONENT development)
install(EXPORT clrelayTargets NAMESPACE clrelay:: DESTINATION "${CLRELAY_OWN_CONFIG_DIR}"
        COMPONENT development)

# pkg-config. Absolute folders stay absolute.
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(CLRELAY_PC_WHY "Plain, so that pkg-config sees which folders are the compiler's own and leaves them out.")
    set(CLRELAY_PC_PREFIX /usr)
else()
    set(CLRELAY_PC_WHY "The prefix is found from where this file lies, so that the installed tree can be moved.")
    file(RELATIVE_PATH CLRELAY_PC_PREFIX
         "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
    string(REGEX REPLACE "/$" "" CLRELAY_PC_PREFIX "\${pcfiledir}/${CLRELAY_PC_PREFIX}")
endif()
foreach(dir LIBDIR INCLUDEDIR)
    set(CLRELAY_PC_${dir} "${CMAKE_INSTALL_${dir}}")
    cmake_path(IS_RELATIVE CLRELAY_PC_${dir} relative)
    if(relative)
        string(PREPEND CLRELAY_PC_${dir} "\${prefix}/")
    endif()
endforeach()
set(CLRELAY_PC_CFLAGS "-I\${includedir}")
# OpenCL's headers, if the compiler does not find them by itself. (Not "Requires: OpenCL-Headers": many machines have
# the headers without that file.) This ignores headers in the build folder, which will not exist later.
get_target_property(include_dirs OpenCL::Headers INTERFACE_INCLUDE_DIRECTORIES)
foreach(dir IN LISTS include_dirs)
    cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${dir}" NORMALIZE is_of_build)
    if(IS_ABSOLUTE "${dir}" AND NOT is_of_build AND
       NOT dir IN_LIST CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES)
        string(APPEND CLRELAY_PC_CFLAGS " -I${dir}")
    endif()
endforeach()
list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE CLRELAY_PC_LIBS_PRIVATE)
list(JOIN CLRELAY_PC_LIBS_PRIVATE " " CLRELAY_PC_LIBS_PRIVATE)
configure_file(cmake/OpenCL.pc.in "${PROJECT_BINARY_DIR}/OpenCL.pc" @ONLY)
configure_file(cmake/clrelay-ext.pc.in "${PROJECT_BINARY_DIR}/clrelay-ext.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/OpenCL.pc" "${PROJECT_BINARY_DIR}/clrelay-ext.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)
