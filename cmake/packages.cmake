# SPDX-License-Identifier: Apache-2.0
# Makes a package of each component of the install rules: run `cpack -G DEB` or `cpack -G RPM` in a build
# folder, or use the presets deb and rpm, which also set the folders of such packages.
set(CLRELAY_OCL_ICD_VERSION 2.3.1-1 CACHE STRING
    "Version of Debian's ocl-icd-libopencl1 that the package takes the place of")
# Packages name who answers for them: whom SECURITY.md names, unless the packager names somebody else.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS SECURITY.md)
file(STRINGS "${PROJECT_SOURCE_DIR}/SECURITY.md" contact LIMIT_COUNT 1 REGEX "^Contact: ")
string(REPLACE "Contact: " "" contact "${contact}")
set(CPACK_PACKAGE_CONTACT "" CACHE STRING "Who answers for the packages: NAME <ADDRESS>; empty: SECURITY.md's contact")
if(CPACK_PACKAGE_CONTACT STREQUAL "")
    set(CPACK_PACKAGE_CONTACT "${contact}")
endif()

set(CPACK_PACKAGE_NAME clrelay)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_VENDOR clrelay)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_COMPONENTS_ALL library ext development)
if(CLRELAY_LAYERS)
    list(APPEND CPACK_COMPONENTS_ALL layers)
endif()
if(CLRELAY_TOOL) # the package has the name of the command, and is nothing without it
    list(APPEND CPACK_COMPONENTS_ALL tool)
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/packages/prepare.cmake")
# Variables for that script.
set(CPACK_CLRELAY_SOURCE "${PROJECT_SOURCE_DIR}")
set(CPACK_CLRELAY_STRIP "${CMAKE_STRIP}")
set(CPACK_CLRELAY_DATE "${CLRELAY_VERSION_DATE}")
set(CPACK_CLRELAY_FOREIGN "${CMAKE_CROSSCOMPILING}")
set(CPACK_CLRELAY_FOREIGN_FOLDERS) # of the libraries for another architecture, as its compiler tells
if(CMAKE_CROSSCOMPILING)
    set(CPACK_CLRELAY_FOREIGN_FOLDERS ${CMAKE_C_IMPLICIT_LINK_DIRECTORIES})
endif()

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(library_summary "OpenCL ICD loader")
set(library_text "libOpenCL.so.1, the library that OpenCL programs are linked to. It finds the
drivers of the machine, loads them, and hands every call to the driver that
owns the object in it. It takes the place of ocl-icd and of the Khronos loader.")
set(ext_summary "OpenCL's extension functions, over any libOpenCL")
set(ext_text "libclrelay_ext.so.1 has extension functions of OpenCL by their real names, as
clCreateSemaphoreWithPropertiesKHR, which no libOpenCL exports. Each goes to
the platform of the object in the call. Any ICD loader will do beside it.")
set(tool_summary "OpenCL drivers: which are there, and why not that one")
set(tool_text "The command clrelay tries each OpenCL driver of the machine in a process of
its own, looks for what people trip over, and says what to do about it. It
checks OpenCL programs and records what they do, with the layers of
clrelay-tools. The command cllayerinfo lists the OpenCL layers in use.")
set(layers_summary "OpenCL layers that check programs and record what they do")
set(layers_text "The layers that the commands clrelay check and clrelay trace put between a
program and the drivers. One looks for mistakes in each call; one records the
calls, and the times of commands on devices. No program loads them by itself.
Any ICD loader with layers will do.")
set(development_summary "OpenCL ICD loader - development files")
set(development_text "What programs are built with: the link libOpenCL.so, OpenCL.pc for pkg-config,
the CMake package OpenCLICDLoader, and the headers of clrelay's own report; and
the library clrelay_ext, shared and static, with a file for pkg-config and the
CMake package clrelay. OpenCL's headers are in packages of their own.")

# ---- Debian ----
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE clrelay)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF) # prepare.cmake does it: it knows whose libOpenCL.so.1 to name
set(deb_version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
# CPack has no variable for Multi-Arch before CMake 3.31, so another field carries this one.
set(same "optional\nMulti-Arch: same")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME clrelay-libopencl1)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_PRIORITY "${same}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "opencl-icd, clrelay")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONFLICTS "libopencl1, ocl-icd-libopencl1")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_REPLACES "libopencl1, ocl-icd-libopencl1")
# Packages depend on a loader by version node; some depend on ocl-icd's by its name alone.
set(provides libopencl1 "ocl-icd-libopencl1 (= ${CLRELAY_OCL_ICD_VERSION})")
# The dependency of programs that are linked to the library: by symbol, with one alternative per version node,
# and for the library as a whole.
set(number 0)
set(alternatives "libOpenCL.so.1 clrelay-libopencl1 #MINVER# | libopencl1\n")
set(symbols "* Build-Depends-Package: clrelay-dev\n")
file(STRINGS "${PROJECT_SOURCE_DIR}/loader/linux/exports.map" lines)
foreach(line IN LISTS lines)
    if(line MATCHES "^(OPENCL_([0-9.]+)) {")
        set(node "${CMAKE_MATCH_1}")
        set(minimum 0)
        if(NOT node STREQUAL OPENCL_1.0)
            math(EXPR number "${number} + 1")
            list(APPEND provides "libopencl-${CMAKE_MATCH_2}-1")
            string(APPEND alternatives
                "| clrelay-libopencl1 #MINVER# | libopencl-${CMAKE_MATCH_2}-1\n")
        endif()
        string(APPEND symbols " ${node}@${node} 0 ${number}\n")
    elseif(line MATCHES "^ +(cl[A-Za-z0-9]+);")
        string(APPEND symbols " ${CMAKE_MATCH_1}@${node} 0 ${number}\n")
    endif()
endforeach()
list(JOIN provides ", " CPACK_DEBIAN_LIBRARY_PACKAGE_PROVIDES)
set(control "${PROJECT_BINARY_DIR}/packages/control")
file(WRITE "${control}/symbols" "${alternatives}${symbols}")
file(WRITE "${control}/shlibs" "libOpenCL 1 clrelay-libopencl1 (>= ${PROJECT_VERSION})\n")
file(WRITE "${control}/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
    "${control}/symbols" "${control}/shlibs" "${control}/triggers")

# Depends on any libOpenCL. It has few symbols, and a new one gets the version that introduces it.
set(CPACK_DEBIAN_EXT_PACKAGE_NAME libclrelay-ext1)
set(CPACK_DEBIAN_EXT_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_EXT_PACKAGE_PRIORITY "${same}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/packages/libclrelay-ext1.symbols" "${control}/ext/symbols" COPYONLY)
file(WRITE "${control}/ext/shlibs" "libclrelay_ext 1 libclrelay-ext1 (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_EXT_PACKAGE_CONTROL_EXTRA
    "${control}/ext/symbols" "${control}/ext/shlibs" "${control}/triggers")

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME clrelay)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "clrelay-libopencl1, clrelay-tools")

# The layers have a package of their own, so that programs of a second architecture can have them, too.
set(CPACK_DEBIAN_LAYERS_PACKAGE_NAME clrelay-tools)
set(CPACK_DEBIAN_LAYERS_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LAYERS_PACKAGE_PRIORITY "${same}")

# Provides ocl-icd-opencl-dev, too, because many packages build-depend on that name.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME clrelay-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_PRIORITY "${same}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "clrelay-libopencl1 (= ${deb_version}), \
libclrelay-ext1 (= ${deb_version}), opencl-c-headers | opencl-headers, opencl-clhpp-headers | opencl-headers")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_PROVIDES
    "opencl-dev, ocl-icd-opencl-dev (= ${CLRELAY_OCL_ICD_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_CONFLICTS "opencl-dev, ocl-icd-opencl-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_REPLACES "opencl-dev, ocl-icd-opencl-dev")

# ---- RPM ----
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_RELEASE 1)
set(CPACK_RPM_PACKAGE_LICENSE Apache-2.0)
set(CPACK_RPM_PACKAGE_GROUP System/Libraries)
set(CPACK_RPM_PACKAGE_RELOCATABLE OFF)
set(CPACK_RPM_LIBRARY_PACKAGE_NAME clrelay-libs)
set(CPACK_RPM_EXT_PACKAGE_NAME clrelay-ext-libs)
set(CPACK_RPM_TOOL_PACKAGE_NAME clrelay)
set(CPACK_RPM_LAYERS_PACKAGE_NAME clrelay-tools)
set(CPACK_RPM_DEVELOPMENT_PACKAGE_NAME clrelay-devel)
# rpm itself finds out that the library provides libOpenCL.so.1 and its version nodes.
set(CPACK_RPM_LIBRARY_PACKAGE_CONFLICTS "ocl-icd, OpenCL-ICD-Loader")
set(CPACK_RPM_DEVELOPMENT_PACKAGE_CONFLICTS "ocl-icd-devel, OpenCL-ICD-Loader-devel")
set(CPACK_RPM_DEVELOPMENT_PACKAGE_REQUIRES
    "clrelay-libs = ${PROJECT_VERSION}-${CPACK_RPM_PACKAGE_RELEASE}, \
clrelay-ext-libs = ${PROJECT_VERSION}-${CPACK_RPM_PACKAGE_RELEASE}, opencl-headers")
# Uses SOURCE_DATE_EPOCH as time, and no host name.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define _buildhost localhost
%define packager ${CPACK_PACKAGE_CONTACT}
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _build_id_links none")
# Each package has its own licence and changelog, because the others may not be installed.
foreach(component LIBRARY EXT TOOL LAYERS)
    set(package "${CPACK_RPM_${component}_PACKAGE_NAME}")
    set(CPACK_RPM_${component}_USER_FILELIST "%license /usr/share/licenses/${package}/LICENSE"
        "%doc /usr/share/doc/${package}/CHANGELOG.md")
endforeach()
# Folders that belong to other packages.
foreach(folder LIBDIR/cmake LIBDIR/pkgconfig MANDIR MANDIR/man1 MANDIR/man7 DATADIR/licenses
        DATADIR/bash-completion DATADIR/bash-completion/completions DATADIR/zsh
        DATADIR/zsh/site-functions)
    string(REGEX MATCH "^([A-Z]+)(.*)" unused "${folder}")
    list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
         "${CMAKE_INSTALL_FULL_${CMAKE_MATCH_1}}${CMAKE_MATCH_2}")
endforeach()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER "${component}" upper)
    set(CPACK_DEBIAN_${upper}_DESCRIPTION "${${component}_summary}\n${${component}_text}")
    set(CPACK_RPM_${upper}_PACKAGE_SUMMARY "${${component}_summary}")
    set(CPACK_RPM_${upper}_PACKAGE_DESCRIPTION "${${component}_text}")
endforeach()
include(CPack)
