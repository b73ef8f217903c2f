# SPDX-License-Identifier: Apache-2.0
# What the command clrelay needs on Windows besides its sources. Included by tool/CMakeLists.txt.
set(parts base/os.c windows/integrity.c windows/load.c windows/wide.c)
list(TRANSFORM parts PREPEND "${PROJECT_SOURCE_DIR}/loader/")
target_sources(clrelay PRIVATE image_windows.c ${parts})
target_include_directories(clrelay PRIVATE "${PROJECT_SOURCE_DIR}/loader")
target_compile_definitions(clrelay PRIVATE _WIN32_WINNT=0x0A00 UNICODE _UNICODE)
target_link_libraries(clrelay PRIVATE advapi32 user32)
if(MINGW) # it begins at wmain(), and nothing but Windows' own libraries is needed where it runs
    target_link_options(clrelay PRIVATE -municode -static-libgcc)
endif()
