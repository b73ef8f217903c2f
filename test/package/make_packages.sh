#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes packages as a packager would, without the tests of the sources:
#
#   make_packages.sh SOURCE deb FOLDER [OPTION-OF-DPKG-BUILDPACKAGE...]
#   make_packages.sh SOURCE rpm FOLDER
#   make_packages.sh SOURCE arch FOLDER
set -eu
source=$1 kind=$2 folder=$3
shift 3
# shellcheck source=test/package/shell.sh
. "${0%/*}/shell.sh"
case $kind in
deb) command -v dh >/dev/null || skip "no debhelper here" ;;
rpm) command -v rpmbuild >/dev/null || skip "no rpmbuild (Debian: rpm) here" ;;
arch) { command -v makepkg && command -v bsdtar; } >/dev/null ||
    skip "no makepkg (Debian: makepkg pacman-package-manager libarchive-tools) here" ;;
esac
case $* in
*-aarm64*) command -v aarch64-linux-gnu-gcc >/dev/null ||
    skip "no compiler for arm64 (Debian: gcc-aarch64-linux-gnu) here" ;;
*) { pkg-config --exists jansson libprotobuf-c zlib && command -v protoc-c >/dev/null; } ||
    skip "no jansson, protobuf-c or zlib (Debian: libjansson-dev libprotobuf-c-dev protobuf-c-compiler zlib1g-dev) here" ;;
esac
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
export CCACHE_DISABLE=1 # compiles for real
unset SOURCE_DATE_EPOCH
made=$folder
case $kind$folder in
# neither rpmbuild nor dpkg-buildflags takes a blank in a path; makepkg needs a path that `nobody` can see
arch* | *[' +']*)
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    ;;
esac
contact="Pat O'Tester <pat@packager.test>"
case $kind in
deb) # -d: the machine has what is needed, perhaps under other names than Debian's
    CLRELAY_OCL_ICD_VERSION=7.8.9-1 DEB_BUILD_OPTIONS="nocheck parallel=4" \
        "$source/packaging/debian.sh" --contact "$contact" "$made" -d "$@" >"$made.log" 2>&1 || {
        cat "$made.log"
        exit 1
    }
    ;;
rpm)
    "$source/packaging/fedora.sh" --contact "$contact" "$made" --nodeps --without tests >"$made.log" 2>&1 || {
        cat "$made.log"
        exit 1
    }
    ;;
arch)
    cmake "-DSOURCE=$source" "-DOUTPUT=$made" -DANY_STATE=ON -P "$source/cmake/dist.cmake"
    cp "$source/packaging/arch/PKGBUILD" "$made"
    as=''
    if test "$(id -u)" = 0; then # makepkg refuses to run as root
        chown -R nobody "$made"
        as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
    fi
    (cd "$made" && umask 022 && HOME=$made PACKAGER=$contact PKGEXT=.pkg.tar.gz \
        $as makepkg --nodeps --nocheck --noprogressbar >makepkg.log 2>&1) || {
        cat "$made/makepkg.log"
        exit 1
    }
    rm -rf "$made/src" "$made/pkg"
    ;;
esac
test "$made" = "$folder" || cp -a "$made" "$folder"
