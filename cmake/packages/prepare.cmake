# SPDX-License-Identifier: Apache-2.0
# Run by CPack when the files of all components are in place, and before it makes packages of them:
# what packages have that `cmake --install` does not make.

if(NOT CPACK_GENERATOR MATCHES "^(DEB|RPM)$")
    return()
endif()
string(CONCAT whom "Configure with -DCPACK_PACKAGE_CONTACT=\"YOUR NAME <YOUR ADDRESS>\", or put them into "
    "the line \"Contact:\" of SECURITY.md.")
if(NOT CPACK_PACKAGE_CONTACT MATCHES "^[^<>]+ <[^<>@ ]+@[^<>@ ]+>$")
    message(FATAL_ERROR "CPACK_PACKAGE_CONTACT is \"${CPACK_PACKAGE_CONTACT}\", which is no name and address. ${whom}")
elseif(CPACK_PACKAGE_CONTACT MATCHES "[@.]example>$") # where nobody can send mail
    message(FATAL_ERROR "The packages name nobody who answers for them: \"${CPACK_PACKAGE_CONTACT}\". ${whom}")
endif()
if(NOT CPACK_PACKAGING_INSTALL_PREFIX STREQUAL "/usr")
    message(FATAL_ERROR "This build is for ${CPACK_PACKAGING_INSTALL_PREFIX}, and packages have their files "
        "in /usr. Configure with -DCMAKE_INSTALL_PREFIX=/usr, as the presets deb and rpm do.")
endif()
# Nobody but the packager knows what dpkg calls it, and dpkg would take it for this machine's.
if(CPACK_GENERATOR STREQUAL "DEB" AND CPACK_CLRELAY_FOREIGN AND NOT CPACK_DEBIAN_PACKAGE_ARCHITECTURE)
    message(FATAL_ERROR "This build is for another architecture. "
        "Configure with -DCPACK_DEBIAN_PACKAGE_ARCHITECTURE=NAME, as in arm64.")
endif()

function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE status)
    if(status)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command} (${status}): ${errors}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

# The programs and libraries in a folder, without what only those need who debug them.
function(strip_binaries folder result)
    file(GLOB_RECURSE files "${folder}/usr/bin/*" "${folder}/usr/lib*/*.so.*" "${folder}/usr/lib*/*.so")
    foreach(file IN LISTS files)
        if(IS_SYMLINK "${file}")
            list(REMOVE_ITEM files "${file}")
        else()
            run("${CPACK_CLRELAY_STRIP}" --strip-unneeded
                --remove-section=.comment --remove-section=.note "${file}")
        endif()
    endforeach()
    set(${result} "${files}" PARENT_SCOPE)
    file(GLOB archives "${folder}/usr/lib*/*.a" "${folder}/usr/lib/*/*.a")
    foreach(file IN LISTS archives)
        run("${CPACK_CLRELAY_STRIP}" --strip-debug --enable-deterministic-archives
            --remove-section=.comment --remove-section=.note "${file}")
    endforeach()
endfunction()

# Compressed so that the same content is always the same file.
function(compress)
    if(ARGN)
        run(gzip --best --no-name ${ARGN})
    endif()
endfunction()

# Debian's policy: copyright and changelogs for each package; and what lintian need not tell.
function(add_deb_documents folder package)
    set(here "${CPACK_CLRELAY_SOURCE}/cmake/packages")
    set(doc "${folder}/usr/share/doc/${package}")
    configure_file("${here}/copyright" "${doc}/copyright" COPYONLY)
    configure_file("${CPACK_CLRELAY_SOURCE}/CHANGELOG.md" "${doc}/changelog" COPYONLY)
    # Not the time of the build: dpkg lets packages for several architectures be there together only if
    # what they share is the same, whenever each was made.
    set(date "${CPACK_CLRELAY_DATE}")
    if(DEFINED ENV{SOURCE_DATE_EPOCH})
        set(date "@$ENV{SOURCE_DATE_EPOCH}")
    endif()
    run("${CMAKE_COMMAND}" -E env LC_ALL=C date --utc "--date=${date}" "+%a, %d %b %Y %H:%M:%S +0000")
    string(STRIP "${output}" date)
    file(WRITE "${doc}/changelog.Debian"
"clrelay (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * clrelay ${CPACK_PACKAGE_VERSION}; changelog.gz tells what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
    compress("${doc}/changelog" "${doc}/changelog.Debian")
    configure_file("${here}/${package}.lintian-overrides"
                   "${folder}/usr/share/lintian/overrides/${package}" COPYONLY)
endfunction()

# What these programs or libraries depend on. Any libOpenCL.so.1 with the version nodes that they need will
# do, as the symbols file of our own says: so dpkg sees our package, whichever one is on this machine.
function(find_deb_depends result)
    set(work "${CPACK_TOPLEVEL_DIRECTORY}/shlibdeps")
    set(ours "${work}/debian/${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME}")
    file(WRITE "${work}/debian/control" "")
    list(GET CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA 0 symbols)
    configure_file("${symbols}" "${ours}/DEBIAN/symbols" COPYONLY)
    file(GLOB_RECURSE library "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/library/usr/libOpenCL.so.1*")
    file(COPY ${library} DESTINATION "${ours}")
    list(TRANSFORM ARGN PREPEND -e)
    set(architecture)
    if(CPACK_DEBIAN_PACKAGE_ARCHITECTURE)
        set(architecture "DEB_HOST_ARCH=${CPACK_DEBIAN_PACKAGE_ARCHITECTURE}")
    endif()
    list(TRANSFORM CPACK_CLRELAY_FOREIGN_FOLDERS PREPEND -l OUTPUT_VARIABLE folders)
    run("${CMAKE_COMMAND}" -E chdir "${work}" "${CMAKE_COMMAND}" -E env ${architecture}
        dpkg-shlibdeps -O "-l${ours}" ${folders} ${ARGN})
    string(REGEX REPLACE "^.*Depends=|\n" "" output "${output}")
    # A machine that builds for another architecture has that one's C library under another name.
    string(REGEX REPLACE "libc6(-i386|-[a-z0-9]+-cross|:[a-z0-9]+)" "libc6" output "${output}")
    set(${result} "${output}" PARENT_SCOPE)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    set(folder "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}")
    string(TOUPPER "${component}" upper)
    strip_binaries("${folder}" binaries)
    file(GLOB_RECURSE pages "${folder}/usr/share/man/*")
    compress(${pages})
    if(CPACK_GENERATOR STREQUAL "DEB")
        add_deb_documents("${folder}" "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
        if(binaries)
            find_deb_depends(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS ${binaries})
        endif()
    endif()
    if(CPACK_GENERATOR STREQUAL "RPM" AND NOT component STREQUAL "development") # which needs the others
        set(package "${CPACK_RPM_${upper}_PACKAGE_NAME}")
        configure_file("${CPACK_CLRELAY_SOURCE}/LICENSE"
            "${folder}/usr/share/licenses/${package}/LICENSE" COPYONLY)
        configure_file("${CPACK_CLRELAY_SOURCE}/CHANGELOG.md"
            "${folder}/usr/share/doc/${package}/CHANGELOG.md" COPYONLY)
    endif()
    run(chmod -R u=rwX,go=rX "${folder}") # the same whatever the umask
    if(CPACK_GENERATOR STREQUAL "RPM" AND binaries)
        run(chmod 755 ${binaries}) # rpm looks for what a library offers where it may be executed
    endif()
endforeach()
