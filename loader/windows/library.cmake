# SPDX-License-Identifier: Apache-2.0
# What the library needs on Windows besides its sources. Included by loader/CMakeLists.txt.

# Uses no function newer than Windows 10.
target_compile_definitions(OpenCL PRIVATE _WIN32_WINNT=0x0A00 UNICODE _UNICODE)
target_link_libraries(OpenCL PRIVATE advapi32)
if(NOT BUILD_SHARED_LIBS)
    target_compile_definitions(OpenCL PRIVATE CLRELAY_STATIC)
    return()
endif()

# Microsoft's installation rules: FileVersion is x.y.z.0, where x.y is OpenCL's version and z grows with ours.
string(REPLACE "." "," CLRELAY_RC_VERSION "${CLRELAY_OPENCL_VERSION}")
math(EXPR CLRELAY_REVISION "${PROJECT_VERSION_MAJOR} * 10000 + ${PROJECT_VERSION_MINOR} * 100
    + ${PROJECT_VERSION_PATCH}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/OpenCL.rc.in" OpenCL.rc @ONLY)
enable_language(RC)
target_sources(OpenCL PRIVATE windows/unload.c "${CMAKE_CURRENT_BINARY_DIR}/OpenCL.rc")

# OpenCL.dll, and for MinGW libOpenCL.dll.a, which -lOpenCL looks for.
set_target_properties(OpenCL PROPERTIES PREFIX "")

# Exported names have no decoration, not even in 32-bit programs, so this list has none. For other linkers the
# decoration is removed here.
set(decorated "${CMAKE_CURRENT_LIST_DIR}/exports.def")
set(exports "${CMAKE_CURRENT_BINARY_DIR}/exports.def")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${decorated}")
file(READ "${decorated}" list)
string(REGEX REPLACE "(\n +cl[A-Za-z0-9_]+)@[0-9]+" "\\1" list "${list}")
file(GENERATE OUTPUT "${exports}" CONTENT "${list}")
if(MSVC)
    target_link_options(OpenCL PRIVATE "/DEF:${exports}")
elseif(CMAKE_SIZEOF_VOID_P EQUAL 8)
    target_link_options(OpenCL PRIVATE "${exports}")
else()
    # The linker removes the decoration from the exported names. But compiled programs call decorated names, so the
    # import library is made for these.
    target_link_options(OpenCL PRIVATE "${decorated}" LINKER:--kill-at)
    add_custom_command(TARGET OpenCL POST_BUILD VERBATIM COMMAND
        "${CMAKE_DLLTOOL}" --kill-at --input-def "${decorated}" --dllname OpenCL.dll
        --output-lib "$<TARGET_LINKER_FILE:OpenCL>")
endif()
if(NOT MSVC)
    set_target_properties(OpenCL PROPERTIES LINK_DEPENDS "${exports};${decorated}")
    # Only Windows' own libraries are needed at run time.
    target_link_options(OpenCL PRIVATE -static-libgcc)
endif()
