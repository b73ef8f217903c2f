# SPDX-License-Identifier: Apache-2.0
# For vcpkg, which was not to be had where this was written: nobody has built it so far. What it passes to CMake
# is built by the tests of `package`. vcpkg's port opencl has OpenCL's headers together with the Khronos loader, so
# this one takes headers of its own and cannot be there together with it.
if(EXISTS "${CURRENT_INSTALLED_DIR}/share/opencl/copyright")
    message(FATAL_ERROR "The port opencl has a libOpenCL, too. Remove it first: vcpkg remove opencl")
endif()
vcpkg_download_distfile(ARCHIVE
    URLS "https://clrelay.example/releases/clrelay-${VERSION}.tar.gz"
    FILENAME "clrelay-${VERSION}.tar.gz"
    SHA512 0)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
vcpkg_from_github(OUT_SOURCE_PATH HEADERS
    REPO KhronosGroup/OpenCL-Headers
    REF v2025.07.22
    SHA512 0)
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES tool CLRELAY_TOOL)

string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" dynamic shared)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS ${features} -DBUILD_SHARED_LIBS=${shared} -DBUILD_TESTING=OFF -DCLRELAY_PERFETTO=OFF
        "-DCMAKE_PREFIX_PATH=${HEADERS}" "-DCMAKE_INCLUDE_PATH=${HEADERS}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME OpenCLICDLoader CONFIG_PATH lib/cmake/OpenCLICDLoader
    DO_NOT_DELETE_PARENT_CONFIG_PATH)
vcpkg_cmake_config_fixup(PACKAGE_NAME clrelay CONFIG_PATH lib/cmake/clrelay)
vcpkg_fixup_pkgconfig()
file(INSTALL "${HEADERS}/CL" DESTINATION "${CURRENT_PACKAGES_DIR}/include")
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
set(commands cllayerinfo)
if("tool" IN_LIST FEATURES)
    list(APPEND commands clrelay)
endif()
vcpkg_copy_tools(TOOL_NAMES ${commands} AUTO_CLEAN)
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
