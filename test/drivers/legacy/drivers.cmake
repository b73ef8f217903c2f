# SPDX-License-Identifier: Apache-2.0
# Included by CMakeLists.txt and by ../../windows; the variable `legacy_folder` names the
# folder for the drivers.
set(legacy_source "${CMAKE_CURRENT_LIST_DIR}/driver.c")
fake_part(legacy "${legacy_source}")
fake_part(legacy_exports "${legacy_source}" LEGACY_EXPORTS)
if(CLRELAY_HAS_NAMESPACES)
    fake_part(legacy_sized "${legacy_source}" LEGACY_SIZED)
endif()

# legacy_driver(NAME [DEFINITION...]): builds a driver with these quirks (legacy_quirks.h) as liblegacy_NAME.so. PART=
# names one of the parts above.
function(legacy_driver name)
    fake_quirk(part PART legacy ${ARGN})
    fake_library(legacy legacy_${name} "${legacy_folder}" "${part}" LEGACY_NAME="${name}" ${ARGN})
endfunction()

# legacy_tail(TAIL): builds a driver with this tail and this name.
function(legacy_tail tail)
    string(TOUPPER "${tail}" kind)
    set(part "")
    if(tail STREQUAL "sized")
        set(part PART=legacy_sized)
    endif()
    legacy_driver(${tail} LEGACY_TAIL=TAIL_${kind} ${part})
endfunction()
