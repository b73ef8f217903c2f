# SPDX-License-Identifier: Apache-2.0
# clrelay_links_marked(OUT MARK FLAG...): whether a shared library whose code is compiled with these flags
# gets the mark, a word that readelf says of it. The linker writes it where all that goes into the library
# has it, the start-up files of the C library and libgcc's functions, too. It can be told to write the mark
# in any case; then it is a lie where one of them is not marked, and a processor that believes it ends the
# program at the first jump into that code. So nobody tells it, and this only finds out what it will do.
function(clrelay_links_marked out mark)
    set(source "${CMAKE_BINARY_DIR}/CMakeFiles/clrelay_mark.c")
    set(library "${CMAKE_BINARY_DIR}/CMakeFiles/clrelay_mark.so")
    # Atomic operations are libgcc's on some processors.
    file(WRITE "${source}" "#include <stdatomic.h>
int add(atomic_int *to);
int add(atomic_int *to) { return atomic_fetch_add(to, 1); }
")
    # A shared library, which is nothing that try_compile() knows.
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
