#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs what README.md says on fresh machines: both commands of "Try it", as root in /root/clrelay and
# as an ordinary user; then the packages of "Use it" are installed, and the tests run beside them.
#
#   test/distributions.sh [--long] SUITE...     bookworm and trixie, say; --long: root has the preset long, too
#
# As root; package/machine.sh makes the machines. What was printed there is in build/distributions. Nothing is
# installed but what README.md names, and sudo for the user.
set -eu
source=$(dirname "$(dirname "$(realpath "$0")")")
# shellcheck source=test/package/shell.sh
. "$source/test/package/shell.sh"
# shellcheck source=test/package/machine.sh
. "$source/test/package/machine.sh"
long=
if test "${1:-}" = --long; then
    long=$1
    shift
fi
test $# -gt 0 || fail "which suites? distributions.sh [--long] SUITE..."
if test $# -gt 1; then
    for suite; do
        sh "$0" ${long:+"$long"} "$suite"
    done
    exit
fi
suite=$1
machine_begin ${long:+"$long"} "$suite"

# A command of README.md, as it stands there: readme NUMBER.
readme() {
    awk -v wanted="$1" '/^```sh$/ { number++; inside = 1; next } /^```$/ { inside = 0 }
                        inside && number == wanted' "$source/README.md"
}

# The files of this checkout, without what was built: checkout FOLDER.
checkout() {
    mkdir "$MACHINE$1"
    tar -C "$MACHINE$1" --no-same-owner -xf "$MACHINE/checkout.tar"
}

# try NAME COMMAND...: on the machine; what it prints goes into a file, and the end of it is shown.
logs=$source/build/distributions
try() {
    step "$1"
    log=$logs/$suite-$1.log
    shift
    machine_run "$@" </dev/null >"$log" 2>&1 || {
        cat "$log"
        fail "see $log"
    }
    grep -i 'warning' "$log" | sort | uniq -c || true
    grep -E 'right, .* failed$|tests passed|^\S.*\(Skipped\)' "$log" || true
}

mkdir -p "$logs"
machine_make "$suite"
tar -C "$source" --exclude=./build --exclude=./.git -cf "$MACHINE/checkout.tar" .
for number in 1 2; do
    readme $number >"$MACHINE/readme-$number"
    test -s "$MACHINE/readme-$number" || fail "README.md has no command $number"
done

chmod 700 "$MACHINE/root" # as it is in containers
checkout /root/clrelay
for number in 1 2; do
    try root-$number env --chdir=/root/clrelay sh -eu /readme-$number
done
test -z "$long" || try root-long env --chdir=/root/clrelay ctest --preset long

# With the umask that users have where each has a group of his own.
try sudo apt-get install -y --no-install-recommends sudo
echo 'user ALL=(ALL) NOPASSWD: ALL' >"$MACHINE/etc/sudoers.d/user"
machine_run useradd --create-home user
checkout /home/user/clrelay
machine_run chown -R user:user /home/user/clrelay
for number in 1 2; do
    try user-$number setpriv --reuid=user --regid=user --clear-groups env --chdir=/home/user/clrelay \
        HOME=/home/user sh -eu -c "umask 002; . /readme-$number"
done

try packages env --chdir=/root/clrelay sh -eu -c 'apt-get install -y --no-install-recommends dpkg-dev
    cmake --preset deb -DCPACK_PACKAGE_CONTACT="root <root@localhost>"
    cmake --workflow --preset deb
    apt-get install -y ./build/deb/packages/*.deb'
try beside-packages env --chdir=/root/clrelay cmake --workflow --preset test
step "all right"
