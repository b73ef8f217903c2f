#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes packages as a user would, by a preset: make_packages.sh SOURCE PRESET FOLDER [OPTION-OF-CMAKE...]
# All times are the same, unless SOURCE_DATE_EPOCH is empty: then it is as if nobody had set it.
set -eu
source=$1 preset=$2 folder=$3
shift 3
# shellcheck source=test/package/shell.sh
. "${0%/*}/shell.sh"
case $preset in
deb) command -v dpkg-shlibdeps >/dev/null || skip "no dpkg-shlibdeps (Debian: dpkg-dev) here" ;;
rpm) command -v rpmbuild >/dev/null || skip "no rpmbuild (Debian: rpm) here" ;;
esac
case $* in
*/toolchain/i386.cmake*) echo 'int main(void) { return 0; }' | gcc-12 -m32 -x c -o /dev/null - 2>/dev/null ||
    skip "no compiler for i386 (Debian: gcc-12-multilib) here" ;;
*/toolchain/arm64.cmake*) command -v aarch64-linux-gnu-gcc >/dev/null ||
    skip "no compiler for arm64 (Debian: gcc-aarch64-linux-gnu) here" ;;
*) pkg-config --exists jansson || skip "no jansson (Debian: libjansson-dev) here" ;;
esac
rm -rf "$folder"
export CCACHE_DISABLE=1 # really compiled
case ${SOURCE_DATE_EPOCH-unset} in
'') unset SOURCE_DATE_EPOCH ;;
*) export SOURCE_DATE_EPOCH=1700000000 ;;
esac
made=$folder
case $preset$folder in
rpm*' '*) # rpmbuild takes no blank in a path
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    ;;
esac
cd "$source"
cmake --preset "$preset" -B "$made" -DCPACK_PACKAGE_CONTACT="Pat O'Tester <pat@packager.test>" "$@" >/dev/null
cmake --build "$made" >/dev/null
(cd "$made" && cpack -G "$(echo "$preset" | tr '[:lower:]' '[:upper:]')")
test "$made" = "$folder" || cp -a "$made" "$folder"
