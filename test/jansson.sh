#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The command clrelay needs jansson, of which Debian has packages for this machine alone, unless others
# are added to apt: so its source package is built, for one preset after the other:
#
#   test/jansson.sh NAME...    as cmake/toolchain/NAME.cmake, or cmake/NAME.cmake, says
#
# Afterwards it is in build/NAME/target, where those toolchain files have CMake look. Without it, the
# command is left out of the build. Sourced, it does nothing but define the functions.

jansson_source() {
    local folder=$PWD/build/jansson apt
    [ -e "$folder"/source/CMakeLists.txt ] && return
    mkdir -p "$folder"/lists/partial "$folder"/source
    # This needs its own list of sources: most machines have none, and apt's own must not change.
    echo 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]' \
         'http://deb.debian.org/debian bookworm main' >"$folder"/sources.list
    apt=(apt-get -qq -o Dir::Etc::SourceList="$folder"/sources.list -o Dir::Etc::SourceParts=/dev/null
         -o Dir::State::Lists="$folder"/lists -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
    "${apt[@]}" update && (cd "$folder" && "${apt[@]}" source --download-only jansson) &&
        tar -xf "$folder"/jansson_*.orig.tar.gz --strip-components 1 -C "$folder"/source
}

jansson_for() {
    local name=$1 toolchain=$PWD/cmake/toolchain/$1.cmake
    [ -e "$toolchain" ] || toolchain=$PWD/cmake/$1.cmake
    [ -e build/"$name"/target/lib/libjansson.a ] && return
    cmake -G Ninja -S build/jansson/source -B build/jansson/"$name" --toolchain "$toolchain" \
        -DCMAKE_BUILD_TYPE=Release -Wno-dev \
        -DCMAKE_INSTALL_PREFIX="$PWD"/build/"$name"/target -DJANSSON_BUILD_DOCS=OFF \
        -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF >/dev/null &&
        cmake --build build/jansson/"$name" --target install >/dev/null
}

[ "${BASH_SOURCE[0]}" = "$0" ] || return 0
set -eu -o pipefail
cd "$(dirname "$0")/.."
jansson_source
for name in "$@"; do jansson_for "$name"; done
