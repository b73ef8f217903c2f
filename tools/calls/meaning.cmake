# SPDX-License-Identifier: Apache-2.0
# A number for all that gives a recording its meaning: which function, parameter and finding has which number, and
# how records are laid out. It is made from the sources that say so, each as a whole: a comment that changes it costs
# nobody anything, and a file that is forgotten here would. (What OpenCL itself numbers means the same everywhere.)
#
#     cmake -P tools/calls/meaning.cmake    prints it
cmake_path(SET sources NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../..")
set(files
    ext/extension_functions.h
    tools/calls/check_ids_kernels.h
    tools/calls/check_ids_memory.h
    tools/calls/check_ids_objects.h
    tools/calls/check_ids_setup.h
    tools/calls/check_ids_hazards.h
    tools/calls/check_id_rows.h
    tools/calls/kind_rows.h
    tools/calls/kind.h
    tools/calls/outside_rows.h
    tools/calls/provisional_functions.h
    tools/calls/provisional_types.h
    tools/calls/record.h
    tools/calls/roles.h
    tools/calls/signature.c
    tools/calls/signature.h
    tools/calls/words.h
    loader/api/entry_points.h)
list(TRANSFORM files PREPEND "${sources}")
set(hashes)
foreach(file IN LISTS files)
    file(SHA256 "${file}" hash)
    string(APPEND hashes "${hash} ")
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING "${hash}" 0 16 CLRELAY_RECORD_MEANING)
if(CMAKE_SCRIPT_MODE_FILE)
    message(STATUS "${CLRELAY_RECORD_MEANING}")
    return()
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
configure_file("${CMAKE_CURRENT_LIST_DIR}/record_meaning.h.in" "${PROJECT_BINARY_DIR}/generated/record_meaning.h" @ONLY)
include_directories("${PROJECT_BINARY_DIR}/generated")
