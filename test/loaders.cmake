# SPDX-License-Identifier: Apache-2.0
# Builds the loader again with other definitions, or with some files replaced.
get_target_property(loader_sources OpenCL SOURCES)
get_target_property(loader_folder OpenCL SOURCE_DIR)
get_target_property(loader_definitions OpenCL COMPILE_DEFINITIONS)
get_target_property(loader_link_options OpenCL LINK_OPTIONS)
list(TRANSFORM loader_sources PREPEND "${loader_folder}/" REGEX "^[^/]")
# Enables the languages of the loader's sources, for this folder and those below.
if(WIN32)
    enable_language(RC)
elseif(CLRELAY_ASSEMBLER)
    enable_language(ASM)
endif()

# loader_variant(NAME FOLDER DEFINITION... [STATIC]): builds the same library in another folder, with these definitions
# in place of its own.
function(loader_variant name folder)
    cmake_parse_arguments(PARSE_ARGV 2 variant "STATIC" "" "")
    set(definitions ${loader_definitions})
    foreach(definition IN LISTS variant_UNPARSED_ARGUMENTS)
        string(REGEX REPLACE "=.*" "" variable "${definition}")
        list(FILTER definitions EXCLUDE REGEX "^${variable}=")
    endforeach()
    set(sources ${loader_sources})
    set(type SHARED)
    if(variant_STATIC)
        set(type STATIC)
        list(FILTER sources EXCLUDE REGEX "/unload[.]c$")
    endif()
    add_library(${name} ${type} ${sources})
    target_compile_definitions(${name} PRIVATE ${definitions} ${variant_UNPARSED_ARGUMENTS})
    target_compile_options(${name} PRIVATE
        $<$<COMPILE_LANGUAGE:C>:-U_GNU_SOURCE$<$<NOT:$<CONFIG:Debug>>:$<SEMICOLON>-O2>>) # as users get it
    if(NOT variant_STATIC)
        target_link_options(${name} PRIVATE ${loader_link_options})
    endif()
    target_link_libraries(${name} PUBLIC OpenCL::Headers PRIVATE ${CMAKE_DL_LIBS})
    target_include_directories(${name} PRIVATE "${loader_folder}" PUBLIC "${PROJECT_SOURCE_DIR}/include")
    set_target_properties(${name} PROPERTIES OUTPUT_NAME OpenCL SOVERSION 1 VERSION 1.0.0
        LIBRARY_OUTPUT_DIRECTORY "${folder}" ARCHIVE_OUTPUT_DIRECTORY "${folder}" C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()
