# SPDX-License-Identifier: Apache-2.0
# Included by CMakeLists.txt and by ../windows; `olds` is where the drivers lie.
set(old_source "${CMAKE_CURRENT_LIST_DIR}/driver.c")
fake_part(old "${old_source}")
fake_part(old_exports "${old_source}" OLD_EXPORTS)
if(CLRELAY_HAS_NAMESPACES)
    fake_part(old_sized "${old_source}" OLD_SIZED)
endif()

# old_driver(NAME [DEFINITION...]): a driver with these quirks (old_quirks.h), as libold_NAME.so. PART=: which
# of the above it is.
function(old_driver name)
    fake_quirk(part PART old ${ARGN})
    fake_library(old old_${name} "${olds}" "${part}" OLD_NAME="${name}" ${ARGN})
endfunction()

# One with this tail, which is its name.
function(old_tail tail)
    string(TOUPPER "${tail}" kind)
    set(part "")
    if(tail STREQUAL "sized")
        set(part PART=old_sized)
    endif()
    old_driver(${tail} OLD_TAIL=TAIL_${kind} ${part})
endfunction()
