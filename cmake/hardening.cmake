# SPDX-License-Identifier: Apache-2.0
# What makes mistakes in our libraries and commands harder to use.
include(CheckCCompilerFlag)
include(CheckLinkerFlag)

# libc's checks are there where the compiler optimises; distributions that give the same by their own
# flags may have it OFF. Sanitizers have checks of their own.
option(CLRELAY_HARDENING "Compile with the stack protector, _FORTIFY_SOURCE=3, and -fcf-protection" ON)
function(clrelay_harden target)
    # Bound as a whole when they are loaded, and read only from then on: no option, it costs nothing.
    get_target_property(type ${target} TYPE)
    if(NOT WIN32 AND NOT type STREQUAL STATIC_LIBRARY)
        target_link_options(${target} PRIVATE LINKER:-z,relro LINKER:-z,now)
    endif()
    if(CLRELAY_HARDENING AND NOT CLRELAY_SANITIZE AND NOT WIN32)
        target_compile_options(${target} PRIVATE
            $<$<COMPILE_LANGUAGE:C>:-fstack-protector-strong>
            "$<$<AND:$<COMPILE_LANGUAGE:C>,$<NOT:$<CONFIG:Debug,None,>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>")
        check_c_compiler_flag(-fcf-protection CLRELAY_HAS_CF_PROTECTION)
        if(CLRELAY_HAS_CF_PROTECTION AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64|i.86)$")
            target_compile_options(${target} PRIVATE -fcf-protection)
            # Debian 12's start-up files say nothing of the shadow stack, and so the linker would not;
            # they return to where they were called from, which is all that it takes. That Linux has for
            # programs of 64 bits, and IBT, for which those files have no marks in their code, for none.
            check_linker_flag(C LINKER:-z,shstk CLRELAY_HAS_SHADOW_STACK_MARK)
            if(CLRELAY_HAS_SHADOW_STACK_MARK)
                target_link_options(${target} PRIVATE LINKER:-z,shstk)
            endif()
        endif()
    endif()
endfunction()
