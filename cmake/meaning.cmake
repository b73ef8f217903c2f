# SPDX-License-Identifier: Apache-2.0
# A number for all that gives a recording its meaning: which function, parameter and finding has which number, and
# how records are laid out. It is made from the sources that say so, each as a whole: a comment that changes it costs
# nobody anything, and a file that is forgotten here would. (What OpenCL itself numbers means the same everywhere.)
#
#     cmake -P cmake/meaning.cmake    prints it
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH sources)
set(files
    ext/extension_functions.h
    layer/check/check_ids_kernels.h
    layer/check/check_ids_memory.h
    layer/check/check_ids_objects.h
    layer/check/check_ids_setup.h
    layer/check/check_ids_hazards.h
    layer/check/check_id_rows.h
    layer/check/kind_rows.h
    layer/check/objects.h
    layer/extension_rows.h
    layer/outside_rows.h
    layer/provisional_functions.h
    layer/provisional_types.h
    layer/record.h
    layer/roles.h
    layer/signature.c
    layer/signature.h
    layer/words.h
    loader/api/entry_points.h)
list(TRANSFORM files PREPEND "${sources}/")
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
configure_file(cmake/record_meaning.h.in "${PROJECT_BINARY_DIR}/generated/record_meaning.h" @ONLY)
include_directories("${PROJECT_BINARY_DIR}/generated")
