#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# dpkg-buildpackage with its tests, as Debian's build machines run it: on a fresh Debian with what debian/control
# asks for and nothing else, as a user who has no home, and without a network:
#
#   test/package/build_machine.sh SUITE      bookworm, trixie or sid
#
# As root; machine.sh makes the machine. What was printed there is in build/build-machine.
set -eu
here=$(dirname "$(realpath "$0")")
source=$(dirname "$(dirname "$here")")
# shellcheck source=test/package/shell.sh
. "$here/shell.sh"
# shellcheck source=test/package/machine.sh
. "$here/machine.sh"
machine_begin "$@"
suite=${1:?"which suite? build_machine.sh SUITE"}
log=$source/build/build-machine/$suite.log
mkdir -p "${log%/*}"
: >"$log"

# quietly COMMAND...: runs the command on the machine, and shows the end of its output if it fails.
quietly() {
    machine_run env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@" </dev/null >>"$log" 2>&1 || {
        tail -n 50 "$log"
        fail "$*: see $log"
    }
}

machine_make "$suite"
mkdir "$MACHINE/clrelay" "$MACHINE/needs" "$MACHINE/packages"
tar -C "$source" --exclude=./build --exclude=./.git -cf - . | tar -C "$MACHINE/clrelay" --no-same-owner -xf -
cp -r "$source/packaging/debian" "$MACHINE/needs/debian"
step "what building and testing ask for"
quietly apt-get update
quietly apt-get install -y --no-install-recommends dpkg-dev
quietly apt-get build-dep -y --no-install-recommends /needs
quietly useradd --no-create-home --home-dir /nonexistent builder
machine_run chown builder /packages
step "the packages, with the tests"
began=$(date +%s)
quietly unshare --net setpriv --reuid=builder --regid=builder --clear-groups env HOME=/nonexistent \
    DEB_BUILD_OPTIONS="parallel=$(nproc)" /clrelay/packaging/debian.sh --contact "Pat O'Tester <pat@packager.test>" \
    /packages/made
grep 'warning: ' "$log" | grep -v dpkg-architecture || true
grep -E '\(Skipped\)$|tests passed' "$log"
find "$MACHINE/packages/made" -maxdepth 1 -name '*.deb' -printf '%f\n' | sort
times >"$MACHINE/times"
echo "$(($(date +%s) - began)) s. Of processors, for all of it: $(tail -n 1 "$MACHINE/times") (user, system)"
step "all right"
