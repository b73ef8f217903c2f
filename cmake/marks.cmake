# SPDX-License-Identifier: Apache-2.0
# clrelay_links_marked(OUT MARK FLAG...): finds out whether a shared library compiled with these flags gets the mark, a
# word in readelf's output. The linker writes the mark if everything in the library has it, including the C library's
# start-up files and libgcc's functions. An option can force the linker to write it. But if some part is not marked, a
# processor that trusts the mark ends the program at the first jump into that part. So we do not force it, and only find
# out what the linker will do.
function(clrelay_links_marked out mark)
    set(source "${CMAKE_BINARY_DIR}/CMakeFiles/clrelay_mark.c")
    set(library "${CMAKE_BINARY_DIR}/CMakeFiles/clrelay_mark.so")
    # On some processors libgcc provides the atomic operations.
    file(WRITE "${source}" "#include <stdatomic.h>
int add(atomic_int *to);
int add(atomic_int *to) { return atomic_fetch_add(to, 1); }
")
    # try_compile() cannot make shared libraries.
    set(CMAKE_EXE_LINKER_FLAGS "${CMAKE_SHARED_LINKER_FLAGS}")
    try_compile(linked "${CMAKE_BINARY_DIR}" SOURCES "${source}" COMPILE_DEFINITIONS -fPIC ${ARGN}
                LINK_OPTIONS -shared COPY_FILE "${library}")
    set(notes "")
    if(linked AND CMAKE_READELF)
        execute_process(COMMAND "${CMAKE_READELF}" -n "${library}" OUTPUT_VARIABLE notes ERROR_QUIET)
    endif()
    set(is_marked OFF)
    if(notes MATCHES "feature: [^\n]*${mark}")
        set(is_marked ON)
    endif()
    set(${out} ${is_marked} PARENT_SCOPE)
endfunction()

# clrelay_protect_branches(LIBRARY): compiles the library for IBT and SHSTK, or BTI, if the option asks for it. The
# linker marks the library if the start-up files are marked, too, which Debian 12's are not. (The mark for the shadow
# stack is true anyway: see cmake/hardening.cmake.)
option(CLRELAY_BRANCH_PROTECTION "Compile for IBT and SHSTK, or BTI; marked where that is true" OFF)
function(clrelay_protect_branches library)
    if(CLRELAY_BRANCH_PROTECTION)
        set(mark "")
        if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64" AND NOT WIN32)
            set(mark BTI)
            set(flag -mbranch-protection=standard)
        elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64|i.86)$" AND NOT WIN32)
            set(mark IBT)
            set(flag -fcf-protection=full)
            target_link_options(${library} PRIVATE LINKER:-z,shstk)
        else()
            message(STATUS "CLRELAY_BRANCH_PROTECTION is for x86 and AArch64 with ELF, and does nothing here")
        endif()
        if(mark)
            target_compile_options(${library} PRIVATE ${flag})
            clrelay_links_marked(marked ${mark} ${flag})
            if(BUILD_SHARED_LIBS AND NOT marked)
                message(WARNING
                    "CLRELAY_BRANCH_PROTECTION: a trial library did not get the mark of ${mark}, because the "
                    "start-up files of the compiler or the C library (crti.o, crtbeginS.o) lack it. So "
                    "libOpenCL is compiled for ${mark}, but not marked.")
            endif()
        endif()
    endif()
endfunction()
