# SPDX-License-Identifier: Apache-2.0
# Makes mistakes in our libraries and commands harder to exploit.
include(CheckCCompilerFlag)
include(CheckLinkerFlag)

# libc's checks need an optimising compiler. Distributions that set the same flags themselves may turn this OFF.
# Sanitizers have their own checks.
option(CLRELAY_HARDENING "Compile with the stack protector, _FORTIFY_SOURCE=3, -fstack-clash-protection and -fcf-protection" ON)
function(clrelay_harden target)
    # All symbols are bound at load time and read-only from then on. This costs nothing, so it is not an option.
    get_target_property(type ${target} TYPE)
    if(NOT WIN32 AND NOT type STREQUAL STATIC_LIBRARY)
        target_link_options(${target} PRIVATE LINKER:-z,relro LINKER:-z,now)
    endif()
    if(CLRELAY_HARDENING AND NOT CLRELAY_SANITIZE AND NOT WIN32)
        target_compile_options(${target} PRIVATE
            $<$<COMPILE_LANGUAGE:C>:-fstack-protector-strong>
            "$<$<AND:$<COMPILE_LANGUAGE:C>,$<NOT:$<CONFIG:Debug,None,>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>")
        check_c_compiler_flag(-fstack-clash-protection CLRELAY_HAS_STACK_CLASH_PROTECTION)
        if(CLRELAY_HAS_STACK_CLASH_PROTECTION)
            target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-fstack-clash-protection>)
        endif()
        check_c_compiler_flag(-fcf-protection CLRELAY_HAS_CF_PROTECTION)
        if(CLRELAY_HAS_CF_PROTECTION AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64|i.86)$")
            target_compile_options(${target} PRIVATE -fcf-protection)
            # Debian 12's start-up files do not declare the shadow stack, so the linker would not declare it either. But
            # they return to their callers, and a shadow stack needs no more. Linux has shadow stacks for 64-bit
            # programs; it has IBT, for which the code of these files lacks marks, for no programs.
            check_linker_flag(C LINKER:-z,shstk CLRELAY_HAS_SHADOW_STACK_MARK)
            if(CLRELAY_HAS_SHADOW_STACK_MARK)
                target_link_options(${target} PRIVATE LINKER:-z,shstk)
            endif()
        endif()
    endif()
endfunction()
