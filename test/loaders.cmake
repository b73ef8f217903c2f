# SPDX-License-Identifier: Apache-2.0
# Builds the loader again with other definitions, or with some files replaced. It reuses the object files that
# stay the same.
get_target_property(loader_sources OpenCL SOURCES)
get_target_property(loader_folder OpenCL SOURCE_DIR)
get_target_property(loader_definitions OpenCL COMPILE_DEFINITIONS)
get_target_property(loader_link_options OpenCL LINK_OPTIONS)
list(TRANSFORM loader_sources PREPEND "${loader_folder}/" REGEX "^[^/]")

# loader_objects(RESULT SOURCE...): the object files of the library, except those of these sources.
function(loader_objects result)
    set(names "")
    foreach(source IN LISTS ARGN)
        file(RELATIVE_PATH name "${loader_folder}" "${source}")
        string(REPLACE "." "[.]" name "${name}")
        list(APPEND names "${name}")
    endforeach()
    list(JOIN names "|" names)
    set(${result} "$<FILTER:$<TARGET_OBJECTS:OpenCL>,EXCLUDE,/OpenCL[.]dir/([.]/)?(${names})[.](o|obj|res)$>"
        PARENT_SCOPE)
endfunction()

# loader_sources_that_see(RESULT DEFINITION...): the sources that use one of the definitions, or
# include a header that does.
function(loader_sources_that_see result)
    file(GLOB_RECURSE headers "${loader_folder}/*.h")
    list(FILTER headers EXCLUDE REGEX "/setting_rows[.]h$")
    set(seen ${loader_sources})
    list(FILTER seen INCLUDE REGEX "/settings[.]c$") # which alone takes the defaults of setting_rows.h
    set(words ${ARGN})
    while(words)
        list(JOIN words "|" pattern)
        set(words "")
        foreach(file IN LISTS loader_sources headers)
            file(STRINGS "${file}" found LIMIT_COUNT 1 REGEX "${pattern}")
            if(found AND NOT file IN_LIST seen)
                list(APPEND seen "${file}")
                cmake_path(GET file FILENAME name)
                list(APPEND words "include.*[/\"]${name}\"")
            endif()
        endforeach()
    endwhile()
    list(FILTER seen EXCLUDE REGEX "[.]h$")
    set(${result} "${seen}" PARENT_SCOPE)
endfunction()

# loader_variant(NAME FOLDER DEFINITION... [STATIC] [WHOLE]): the same library in another folder, built with
# these definitions in place of its own. WHOLE: all of it is compiled again.
function(loader_variant name folder)
    cmake_parse_arguments(PARSE_ARGV 2 variant "STATIC;WHOLE" "" "")
    set(definitions ${loader_definitions})
    set(variables ${variant_UNPARSED_ARGUMENTS})
    list(TRANSFORM variables REPLACE "=.*" "")
    foreach(variable IN LISTS variables)
        list(FILTER definitions EXCLUDE REGEX "^${variable}=")
    endforeach()
    set(sources ${loader_sources})
    set(objects "")
    set(type SHARED)
    set(left_out "")
    if(variant_STATIC)
        set(type STATIC)
        set(left_out ${sources})
        list(FILTER left_out INCLUDE REGEX "/unload[.]c$")
    endif()
    if(NOT variant_WHOLE)
        loader_sources_that_see(sources ${variables})
        loader_objects(objects ${sources} ${left_out})
    endif()
    add_library(${name} ${type} ${sources} ${objects})
    target_compile_definitions(${name} PRIVATE ${definitions} ${variant_UNPARSED_ARGUMENTS})
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:-U_GNU_SOURCE>) # as users get it
    if(NOT variant_STATIC)
        target_link_options(${name} PRIVATE ${loader_link_options})
    endif()
    target_link_libraries(${name} PUBLIC OpenCL::Headers PRIVATE ${CMAKE_DL_LIBS})
    target_include_directories(${name} PRIVATE "${loader_folder}" PUBLIC "${PROJECT_SOURCE_DIR}/include")
    set_target_properties(${name} PROPERTIES OUTPUT_NAME OpenCL SOVERSION 1 VERSION 1.0.0
        LIBRARY_OUTPUT_DIRECTORY "${folder}" ARCHIVE_OUTPUT_DIRECTORY "${folder}" C_STANDARD 11
        C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()
