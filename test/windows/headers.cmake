# SPDX-License-Identifier: Apache-2.0
# What the tests' shared sources need on Windows. Included by test/CMakeLists.txt.

# Headers that Windows lacks, small ones in place of Direct3D's (the library and the commands are built with the real
# ones), and POSIX threads as a part of each program.
target_include_directories(test_headers INTERFACE
    "${CMAKE_CURRENT_LIST_DIR}/posix" "${CMAKE_CURRENT_LIST_DIR}/d3d")
target_compile_definitions(test_headers INTERFACE _WIN32_WINNT=0x0A00)
target_link_options(test_headers INTERFACE -static)
target_link_libraries(test_headers INTERFACE Threads::Threads)
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
    # 32-bit programs export names without decoration.
    target_link_options(test_headers INTERFACE LINKER:--kill-at)
endif()
