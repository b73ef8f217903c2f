# SPDX-License-Identifier: Apache-2.0
# Fake drivers and layers. Their code is compiled once, and each driver or layer is linked from it with the parts that
# its quirks ask for (driver_parts.h, layer_parts.h) and with its own quirks. One generated source per kind holds the
# quirks of all libraries, and the linker is told which ones belong to this library.
set(fake_source "${CMAKE_CURRENT_LIST_DIR}")
set(fake_rows "${CMAKE_CURRENT_BINARY_DIR}/fake-quirks")

# There are many fakes, and nobody debugs or measures them.
function(fake_compile target)
    target_compile_options(${target} PRIVATE -g0)
    target_link_libraries(${target} PRIVATE test_headers)
    set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()

# fake_part(NAME SOURCE [DEFINITION...]): compiles object files for fake libraries.
function(fake_part name source)
    add_library(fake_part_${name} OBJECT "${source}")
    target_compile_definitions(fake_part_${name} PRIVATE ${ARGN})
    fake_compile(fake_part_${name})
endfunction()

# The headers of each kind.
set(fake_kinds driver layer legacy)
set(fake_headers_driver fake/driver)
set(fake_headers_layer fake/layer)
set(fake_headers_legacy drivers/legacy/legacy)

foreach(kind IN LISTS fake_kinds)
    fake_part(${kind}_quirks "${fake_rows}/${kind}s.c")
    # The linker can then leave out the quirks of other libraries.
    target_compile_options(fake_part_${kind}_quirks PRIVATE -fdata-sections)
endforeach()
fake_part(driver "${fake_source}/driver.c")
fake_part(driver_objects "${fake_source}/driver_objects.c")
fake_part(driver_many_objects "${fake_source}/driver_objects.c" MOST_OBJECTS=40000)
foreach(part LOOKUP LIST INFO OWN_SLOTS)
    fake_part(driver_${part} "${fake_source}/driver_exports.c" PARTS=${part})
endforeach()
fake_part(layer "${fake_source}/layer.c")
foreach(part INFO PLAIN PROPERTIES DEINIT)
    fake_part(layer_${part} "${fake_source}/layer_exports.c" PART=${part})
endforeach()
foreach(part no_side_effect side_effect side_effect_arithmetic)
    fake_part(${part} "${fake_source}/${part}.c")
endforeach()
if(NOT WIN32)
    foreach(part GLOBAL_SLOTS GLOBAL_IL)
        fake_part(driver_${part} "${fake_source}/driver_exports.c" PARTS=${part})
    endforeach()
    fake_part(side_effect_throws "${fake_source}/side_effect_throws.c")
    target_link_libraries(fake_part_side_effect_arithmetic INTERFACE m)
    if(CLRELAY_HAS_NAMESPACES)
        target_compile_definitions(fake_part_side_effect_throws PRIVATE HAS_UNWINDER)
        # musl has no unwinder: a throw there ends the program at once
        target_link_libraries(fake_part_side_effect_throws INTERFACE gcc_s)
    endif()
endif()

# fake_quirk(RESULT KEY USUAL DEFINITION...): returns the value of KEY=VALUE among the definitions.
function(fake_quirk result key usual)
    list(FILTER ARGN INCLUDE REGEX "^${key}=")
    if(ARGN)
        string(REGEX REPLACE "^${key}=" "" usual "${ARGN}")
    endif()
    set(${result} "${usual}" PARENT_SCOPE)
endfunction()

# fake_library(KIND TARGET FOLDER PARTS DEFINITION...): builds a library of this kind with these quirks from these
# parts. A quirk that only selects parts does not exist in C. QUIRKS=PART: that part holds the quirks, so none are
# generated.
function(fake_library kind target folder parts)
    set(row "")
    foreach(definition IN LISTS ARGN)
        if(NOT definition MATCHES "^(FAKE_EXPORTS|FAKE_LACKS_IL|LAYER_INITS|PART|QUIRKS|SONAME)="
           AND definition MATCHES "^(FAKE_|LAYER_|LEGACY_|)([A-Z0-9_]+)=(.*)$")
            string(TOLOWER "${CMAKE_MATCH_2}" name)
            string(APPEND row "    .${name} = ${CMAKE_MATCH_3},\n")
        endif()
    endforeach()
    fake_quirk(quirks QUIRKS "" ${ARGN})
    if(quirks)
        list(APPEND parts ${quirks})
    else()
        list(APPEND parts ${kind}_quirks)
        set_property(GLOBAL APPEND_STRING PROPERTY fake_${kind}_rows "
extern HIDDEN const struct ${kind}_quirks ${target};
const struct ${kind}_quirks ${target} = {
#define QUIRK(type, name, usual) .name = usual,
#include \"${fake_headers_${kind}}_quirks.h\"
${row}};
")
    endif()
    list(TRANSFORM parts PREPEND fake_part_)
    add_library(${target} MODULE)
    target_link_libraries(${target} PRIVATE ${parts} test_headers ${CMAKE_DL_LIBS})
    target_link_options(${target} PRIVATE LINKER:--gc-sections
        "LINKER:--defsym=${fake_prefix}quirks=${fake_prefix}${target}")
    if("NEEDS_LOADER" IN_LIST ARGN)
        if(NOT WIN32)
            target_link_options(${target} PRIVATE LINKER:--no-as-needed)
        endif()
        target_link_libraries(${target} PRIVATE OpenCL::OpenCL)
    endif()
    fake_quirk(soname SONAME "" ${ARGN}) # MODULE libraries have none of their own
    if(soname)
        target_link_options(${target} PRIVATE "LINKER:-soname,${soname}")
    endif()
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C LIBRARY_OUTPUT_DIRECTORY "${folder}"
        PREFIX lib)
endfunction()
set(fake_prefix "") # the linker's prefix of C names
if(WIN32 AND CMAKE_SIZEOF_VOID_P EQUAL 4)
    set(fake_prefix _)
endif()

# fake_side_effect(RESULT [DEFINITION...]): returns the part with the side effect. (Only fakes that need a library are
# linked to it: the dynamic linker leaks memory if very many libraries need the same ones.)
function(fake_side_effect result)
    fake_quirk(side_effect SIDE_EFFECT "" ${ARGN})
    set(part_of_ no_side_effect)
    set(part_of_THROWS side_effect_throws)
    set(part_of_CHANGES_ARITHMETIC side_effect_arithmetic)
    set(part side_effect)
    if(DEFINED part_of_${side_effect})
        set(part ${part_of_${side_effect}})
    endif()
    set(${result} ${part} PARENT_SCOPE)
endfunction()

# fake_driver(NAME [DEFINITION...] [NEEDS_LOADER] [SONAME=NAME]): builds a driver with these quirks as libfake_NAME.so.
# The file's name is also the platform's name, unless a definition sets another.
function(fake_driver name)
    fake_quirk(exports FAKE_EXPORTS "LOOKUP|LIST|INFO" ${ARGN})
    fake_quirk(table FAKE_TABLE "" ${ARGN})
    fake_quirk(lacks_il FAKE_LACKS_IL 0 ${ARGN})
    fake_quirk(platforms FAKE_PLATFORMS 1 ${ARGN})
    if(table STREQUAL "TABLE_GLOBAL")
        set(parts LIST GLOBAL_SLOTS)
        if(NOT lacks_il)
            list(APPEND parts GLOBAL_IL)
        endif()
    else()
        string(REPLACE "|" ";" parts "${exports}")
        list(REMOVE_ITEM parts 0)
        list(APPEND parts OWN_SLOTS)
    endif()
    if(platforms GREATER 200)
        list(APPEND parts many_objects)
    else()
        list(APPEND parts objects)
    endif()
    list(TRANSFORM parts PREPEND driver_)
    fake_side_effect(side_effect ${ARGN})
    list(APPEND parts driver ${side_effect})
    set(definitions ${ARGN})
    if(NOT definitions MATCHES "FAKE_NAME=")
        list(APPEND definitions FAKE_NAME="${name}")
    endif()
    fake_library(driver fake_${name} "${fakes}" "${parts}" ${definitions})
endfunction()

# fake_layer(NAME [DEFINITION...] [NEEDS_LOADER]): builds a layer with these quirks as liblayer_NAME.so in the folder
# that `layers` names.
function(fake_layer name)
    fake_quirk(info LAYER_INFO "" ${ARGN})
    fake_quirk(inits LAYER_INITS "PLAIN|PROPERTIES" ${ARGN})
    fake_quirk(deinit LAYER_DEINIT "" ${ARGN})
    string(REPLACE "|" ";" parts "${inits}")
    list(REMOVE_ITEM parts 0)
    if(NOT info STREQUAL "INFO_MISSING")
        list(APPEND parts INFO)
    endif()
    if(NOT deinit STREQUAL "DEINIT_MISSING")
        list(APPEND parts DEINIT)
    endif()
    list(TRANSFORM parts PREPEND layer_)
    fake_side_effect(side_effect ${ARGN})
    list(APPEND parts layer ${side_effect})
    fake_library(layer layer_${name} "${layers}" "${parts}" LAYER_NAME="${name}" ${ARGN})
endfunction()

# fake_write_quirks(): writes the quirks of all fakes after every folder has added its own.
function(fake_write_quirks)
    foreach(kind IN LISTS fake_kinds)
        get_property(rows GLOBAL PROPERTY fake_${kind}_rows)
        file(CONFIGURE OUTPUT "${fake_rows}/${kind}s.c" CONTENT
"/* The quirks of each ${kind}, made by fakes.cmake. */
#include \"${fake_headers_${kind}}_parts.h\"
#include \"fake/overridden.h\"
${rows}" @ONLY)
    endforeach()
endfunction()
cmake_language(DEFER DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" CALL fake_write_quirks)
