# SPDX-License-Identifier: Apache-2.0
# Makes the tarball of a release and its checksum. The same sources give the same bytes, whoever makes it, when
# and where; and so do the sources of an unpacked tarball.
#
#   cmake -DSOURCE=FOLDER -DOUTPUT=FOLDER [-DANY_STATE=ON] -P dist.cmake
#
# ANY_STATE, for tests: also takes what is not committed.
cmake_minimum_required(VERSION 3.25)
file(STRINGS "${SOURCE}/CHANGELOG.md" heading LIMIT_COUNT 1 REGEX "^## ")
string(REGEX MATCH "([0-9.]+). - ([0-9-]+)(.*)" heading "${heading}")
set(name "clrelay-${CMAKE_MATCH_1}")
set(date "${CMAKE_MATCH_2}")
set(unreleased "${CMAKE_MATCH_3}")

function(run result)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE output ERROR_VARIABLE errors
                    RESULT_VARIABLE status)
    if(status)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command} (${status}): ${errors}")
    endif()
    set(${result} "${output}" PARENT_SCOPE)
endfunction()

# The names of the files go through a file, one per line. (No name contains a line end.)
set(list "${OUTPUT}/files")
file(MAKE_DIRECTORY "${OUTPUT}")
if(EXISTS "${SOURCE}/.git")
    set(git git -c safe.directory=* -c core.quotePath=false)
    run(changes ${git} status --porcelain --untracked-files=no)
    if(changes AND NOT ANY_STATE)
        message(FATAL_ERROR "A release has what is committed, and these files differ:\n${changes}"
            "Commit them, or put them aside with git stash.")
    endif()
    run(files ${git} ls-files --cached)
    if(ANY_STATE)
        run(others ${git} ls-files --others --exclude-standard)
        string(APPEND files "${others}")
    endif()
else() # an unpacked tarball
    run(files find . -path "./build*" -prune -o -name __pycache__ -prune -o "(" -type f -o -type l ")" -printf "%P\\n")
endif()
string(REPLACE "\n" ";" files "${files}")
list(SORT files)
list(JOIN files "\n" files)
file(WRITE "${list}" "${files}")

set(tarball "${OUTPUT}/${name}.tar.gz")
run(ignored tar --create "--file=${OUTPUT}/${name}.tar" --format=ustar --no-recursion
    --ignore-failed-read "--files-from=${list}" "--transform=s|^|${name}/|" --owner=0 --group=0 --numeric-owner
    --mode=u=rwX,go=rX "--mtime=${date} 00:00:00 UTC")
run(ignored gzip --force --best --no-name "${OUTPUT}/${name}.tar")
file(REMOVE "${list}")
file(SHA256 "${tarball}" sum)
file(WRITE "${tarball}.sha256" "${sum}  ${name}.tar.gz\n") # in the format of sha256sum --check
message("${tarball}\n${sum}")

if(unreleased)
    message("Not to be published: the heading of CHANGELOG.md says \"unreleased\".")
endif()
