# SPDX-License-Identifier: Apache-2.0
# What the tests of the loader and of the tools share: limits, and functions that add tests.

# Fakes have all parameters of OpenCL's functions, and use few of them.
if(PROJECT_IS_TOP_LEVEL AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    add_compile_options($<$<COMPILE_LANGUAGE:C>:-Wno-unused-parameter>)
endif()

# How long tests take to compile matters more than how fast they run. Those that measure say -O2 themselves.
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND NOT CLRELAY_FUZZ)
    add_compile_options($<$<COMPILE_LANGUAGE:C>:-O0>)
endif()

# Tests may use features that Linux has beyond POSIX. (The loader's sources define this as nothing, too.)
if(NOT WIN32)
    add_compile_options($<$<COMPILE_LANGUAGE:C>:-D_GNU_SOURCE=>)
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)

# A program need not be linked again if only the inside of a library has changed.
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)
find_package(Threads REQUIRED)
find_package(Python3 COMPONENTS Interpreter)
include(CheckSymbolExists)
list(APPEND CMAKE_REQUIRED_DEFINITIONS -D_GNU_SOURCE)
check_symbol_exists(dlmopen dlfcn.h CLRELAY_HAS_NAMESPACES) # glibc has it, musl has not

# The other libOpenCL for tests of two loaders: the first one on this machine that is not clrelay.
set(CLRELAY_OTHER_LOADER "" CACHE FILEPATH
    "Another libOpenCL.so.1 for the tests of two loaders; empty: one of this machine's")
set(other_loader "${CLRELAY_OTHER_LOADER}")
if(NOT other_loader AND NOT WIN32)
    set(folders /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
    if(NOT CMAKE_CROSSCOMPILING)
        list(APPEND folders /usr/lib64 /usr/lib /usr/local/lib/${CMAKE_LIBRARY_ARCHITECTURE}
             /usr/local/lib)
    endif()
    foreach(folder IN LISTS folders)
        if(NOT other_loader AND EXISTS "${folder}/libOpenCL.so.1")
            file(STRINGS "${folder}/libOpenCL.so.1" own LIMIT_COUNT 1 REGEX "clrelay")
            if(NOT own)
                set(other_loader "${folder}/libOpenCL.so.1")
            endif()
        endif()
    endforeach()
endif()

# How many times longer than usual anything may take, and the limit in seconds for slow tests. It is several times what
# they take, since machines may be slow or busy: it ends a test that hangs.
set(patience 1)
if(CMAKE_CROSSCOMPILING_EMULATOR)
    set(patience 3)
endif()
# Sanitizers slow down the programs that tests in Python run. (Tests in C do less with patience, which they need not
# with sanitizers.)
set(python_patience ${patience})
if(CLRELAY_SANITIZE)
    set(python_patience 3)
endif()
math(EXPR limit "1800 * ${python_patience}")

# The include paths of the project's headers.
if(NOT TARGET test_headers)
    add_library(test_headers INTERFACE)
    target_include_directories(test_headers INTERFACE
        "${CLRELAY_ROOT}/test" "${CLRELAY_ROOT}/loader" "${CLRELAY_ROOT}/ext")
    target_compile_features(test_headers INTERFACE c_std_11)
    target_link_libraries(test_headers INTERFACE OpenCL::Headers)
    if(WIN32)
        include("${CMAKE_CURRENT_LIST_DIR}/windows/headers.cmake")
    endif()
endif()

# Tests in Python are about libOpenCL.so.1 or OpenCL.dll.
set(with_python OFF)
if(BUILD_SHARED_LIBS AND Python3_FOUND)
    set(with_python ON)
elseif(BUILD_SHARED_LIBS)
    message(STATUS "Python 3 was not found: the tests on simulated machines are left out")
endif()

# python_test(LABEL.SUBJECT SCRIPT [ARGUMENT...]) runs the tests of a script, or those that the arguments name. The
# script reads the facts about the build that CMake writes: build.json in this folder, and in the script's own if it
# asks for that.
function(python_test name script)
    string(REGEX MATCH "^[^.]+" label "${name}")
    # This is no target, because CMake would then start the interpreter under Wine, too.
    add_test(NAME ${name} COMMAND "${Python3_EXECUTABLE}" "${CLRELAY_ROOT}/test/run.py"
        "${PROJECT_BINARY_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/${script}" ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT ${limit} SKIP_RETURN_CODE 77)
    if(WIN32)
        set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED wine)
    endif()
endfunction()

# takes_long(TEST...): the preset release leaves these tests out, and the preset long runs them.
function(takes_long)
    set_property(TEST ${ARGN} APPEND PROPERTY LABELS long)
endfunction()

# test_program(NAME SOURCE... [LIBRARIES LIBRARY...]): builds a program, which is linked to libOpenCL, or to these
# libraries. A source may be the object files of another program.
function(test_program name)
    cmake_parse_arguments(PARSE_ARGV 1 program "" "" LIBRARIES)
    if(NOT program_LIBRARIES)
        set(program_LIBRARIES OpenCL::OpenCL)
    endif()
    add_executable(${name} ${program_UNPARSED_ARGUMENTS})
    target_compile_definitions(${name} PRIVATE FAKE_DIRECTORY="${fakes}" LAYER_DIRECTORY="${layers}"
        NOWHERE="${nowhere}" TEST_PATIENCE=${patience})
    target_link_libraries(${name} PRIVATE test_headers ${program_LIBRARIES} Threads::Threads ${CMAKE_DL_LIBS})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE C)
endfunction()

# command_test(LABEL.SUBJECT COMMAND...): the test runs this command, for as many seconds as test_timeout says.
set(test_timeout 60)
function(command_test name)
    string(REGEX MATCH "^[^.]+" label "${name}")
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT ${test_timeout} SKIP_RETURN_CODE 77)
endfunction()

# with_variables(TEST CHANGE...): changes these variables for a test, as ENVIRONMENT_MODIFICATION says.
function(with_variables test)
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT_MODIFICATION ${ARGN})
endfunction()

# program_test(LABEL NAME [SOURCE...]): the test LABEL.NAME runs NAME.c, or these sources, as a program.
function(program_test label name)
    set(sources ${ARGN})
    if(NOT sources)
        set(sources ${name}.c)
    endif()
    test_program(test_${name} ${sources})
    command_test(${label}.${name} test_${name})
endfunction()

