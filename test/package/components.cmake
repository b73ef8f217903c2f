# SPDX-License-Identifier: Apache-2.0
# Asks an installed package for a component that it does not have.
list(APPEND CMAKE_PREFIX_PATH "${FOLDER}")
find_package(${PACKAGE} CONFIG REQUIRED COMPONENTS foo)
