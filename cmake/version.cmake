# SPDX-License-Identifier: Apache-2.0
# The version and its date come from the changelog's first heading with a version. Packages contain this date whenever
# they are made, because files that several architectures share must be the same in all of them.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md")
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md" heading LIMIT_COUNT 1 REGEX "^## ")
if(NOT heading MATCHES "^## .([0-9]+[.][0-9]+[.][0-9]+). - ([0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9])(, unreleased)?$")
    message(FATAL_ERROR "CHANGELOG.md: the first heading is \"${heading}\", not \"## [X.Y.Z] - YYYY-MM-DD\" or "
        "\"## [X.Y.Z] - YYYY-MM-DD, unreleased\".")
endif()
set(CLRELAY_VERSION "${CMAKE_MATCH_1}")
set(CLRELAY_VERSION_DATE "${CMAKE_MATCH_2}")
