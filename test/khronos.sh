#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Gets Khronos' loader, of which newer releases of Debian have a package, and runs the tests that use another
# loader with it:
#
#   test/khronos.sh [BUILD]    a folder where the tests are built; without it, build/release
#
# Nothing of apt's is changed, and nothing is installed.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/release}
folder=$PWD/build/khronos
package=khronos-opencl-icd-libopencl1

# Takes the oldest release that has the package, because it needs the oldest C library.
fetch() {
    mkdir -p "$folder"/lists/partial "$folder"/root && cd "$folder" || return 1
    for release in trixie forky sid; do
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
             "http://deb.debian.org/debian $release main" >sources.list
        set -- -qq -o Dir::Etc::SourceList="$folder"/sources.list -o Dir::Etc::SourceParts=/dev/null \
            -o Dir::State::Lists="$folder"/lists -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
            -o APT::Sandbox::User=root
        apt-get "$@" update || continue
        apt-get "$@" download "$package" 2>/dev/null || continue
        dpkg -x "$package"_*.deb root && return
    done
    echo "$package: no release of Debian has it" >&2
    return 1
}

find_loader() {
    find "$folder"/root -name libOpenCL.so.1 2>/dev/null
}

[ -n "$(find_loader)" ] || (fetch)
CLRELAY_TESTS_OTHER_LOADER=$(find_loader) \
    ctest --test-dir "$build" --output-on-failure --no-tests=error \
    --tests-regex '^(layers\.two_loaders|tool\.(check|trace))$'
