#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Gets the source of the program clinfo, from which the presets mingw64 and mingw32 build it for Windows
# when they are configured afterwards. Nothing of apt's is changed. What is not to be had (some mirrors
# lack the sources of some releases) is not built, and its test is left out.
cd "$(dirname "$0")/../.." || exit 1
folder=$PWD/build/clinfo
[ -e "$folder"/source/src/clinfo.c ] && exit 0
mkdir -p "$folder"/lists/partial "$folder"/source && cd "$folder" || exit 1
for release in bookworm trixie; do
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
         "http://deb.debian.org/debian $release main" >sources.list
    set -- -qq -o Dir::Etc::SourceList="$folder"/sources.list -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$folder"/lists -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
        -o APT::Sandbox::User=root
    # Only upstream's tarball is needed, whatever else of the package is missing.
    apt-get "$@" update && apt-get "$@" source --download-only clinfo
    for tarball in clinfo_*.orig.tar.*; do
        tar -xf "$tarball" --strip-components 1 -C source 2>/dev/null && exit 0
    done
done
echo 'clinfo: its source is not to be had'
exit 1
