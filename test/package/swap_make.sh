# SPDX-License-Identifier: Apache-2.0
# The part of swap.sh that makes the packages on the fresh machine, with the tools that debian/control asks for.
# shellcheck shell=sh
set -eu
# shellcheck source=test/package/swap_common.sh
. /clrelay/test/package/swap_common.sh
contact="Pat O'Tester <pat@packager.test>"

step "what building asks for"
quiet apt-get update
mkdir /tmp/needs
cp -r /clrelay/packaging/debian /tmp/needs/debian
quiet apt-get install -y --no-install-recommends dpkg-dev
quiet apt-get build-dep -y --no-install-recommends -P nocheck /tmp/needs
step "the packages"
quiet env DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" /clrelay/packaging/debian.sh --contact "$contact" \
    /packages/native -Pnocheck
grep 'warning: ' /tmp/output | grep -v dpkg-architecture || true
find /packages/native -maxdepth 1 -type f -exec mv -t /packages {} +
sed -n 's/^Version: /version /p' /packages/*.dsc
if test -n "$SWAP_I386"; then
    step "the library for i386"
    quiet apt-get install -y --no-install-recommends gcc-i686-linux-gnu libc6-dev-i386-cross
    quiet env DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" /clrelay/packaging/debian.sh --contact "$contact" \
        /packages/foreign -B -d -ai386 -Pcross,nocheck,pkg.clrelay.nocommand
    mv /packages/foreign/*.deb /packages
fi
rm -rf /packages/native /packages/foreign
