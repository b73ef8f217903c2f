# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD=FOLDER -DROOT=FOLDER -P installed.cmake: checks what `cmake --install` installs where, each component by
# itself. It empties ROOT first.
cmake_minimum_required(VERSION 3.25)

function(check_same title is wanted)
    if(NOT is STREQUAL wanted)
        message(SEND_ERROR "${title}: ${is}\n  and not: ${wanted}")
    endif()
endfunction()

function(install_to name files)
    set(folder "${ROOT}/${name}")
    execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${folder}" ${ARGN}
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB_RECURSE found RELATIVE "${folder}" "${folder}/*")
    list(SORT found)
    set(${files} "${found}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${ROOT}")
set(parts "")
foreach(component library ext tool layers development)
    install_to(${component} files --component ${component})
    list(APPEND parts ${files})
    list(FILTER files INCLUDE REGEX "\\.(dll|exe|a)$")
    set(binaries_${component} "${files}")
endforeach()
check_same(library "${binaries_library}" bin/OpenCL.dll)
check_same(ext "${binaries_ext}" bin/clrelay_ext.dll)
list(FILTER binaries_tool EXCLUDE REGEX "^bin/clrelay\\.exe$") # it needs jansson
check_same(tool "${binaries_tool}" bin/cllayerinfo.exe)
check_same(layers "${binaries_layers}" "lib/clrelay/libclrelay_check.dll;lib/clrelay/libclrelay_trace.dll")
check_same(development "${binaries_development}"
           "lib/libOpenCL.dll.a;lib/libclrelay_ext.a;lib/libclrelay_ext.dll.a")

# Every file belongs to a component, and no file names the build folder.
install_to(all files)
list(SORT parts)
check_same("all components" "${parts}" "${files}")
list(FILTER files EXCLUDE REGEX "\\.(dll|exe|a)$")
foreach(file IN LISTS files)
    file(READ "${ROOT}/all/${file}" text)
    string(FIND "${text}" "${BUILD}" named) # not a pattern: a plus in the path is a plus
    if(NOT named EQUAL -1)
        message(SEND_ERROR "${file} names the build folder ${BUILD}")
    endif()
endforeach()
message("installed as it should be")
