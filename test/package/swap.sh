#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# On a fresh Debian with OpenCL programs and drivers, the packages are made as its packagers would; apt puts the
# library in the place of ocl-icd's and back; no other package is touched, and the programs run at every stage:
#
#   test/package/swap.sh [--i386] [--upgrade SUITE] SUITE      bookworm, trixie or sid
#
# --i386: the library for both architectures at once. --upgrade: to this suite while the packages are installed.
# As root; machine.sh makes the machine.
set -eu
here=$(dirname "$(realpath "$0")")
source=$(dirname "$(dirname "$here")")
# shellcheck source=test/package/shell.sh
. "$here/shell.sh"
# shellcheck source=test/package/machine.sh
. "$here/machine.sh"
SWAP_I386='' SWAP_UPGRADE=''
machine_begin "$@"
while test $# -gt 1; do
    case $1 in
    --i386) SWAP_I386=yes ;;
    --upgrade)
        SWAP_UPGRADE=$2
        shift
        ;;
    *) fail "$1 is no option of swap.sh" ;;
    esac
    shift
done
suite=${1:?"which suite? swap.sh [--i386] [--upgrade SUITE] SUITE"}

# in_machine SCRIPT: runs a script on the machine, with its output on the terminal and in a file.
in_machine() {
    machine_run env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive MACHINE_STARTED="$MACHINE_STARTED" \
        SWAP_I386="$SWAP_I386" SWAP_UPGRADE="$SWAP_UPGRADE" sh "$1"
}
machine_make "$suite"
mkdir "$MACHINE/packages" "$MACHINE/clrelay"
tar -C "$source" --exclude=./build --exclude=./.git -cf - . | tar -C "$MACHINE/clrelay" --no-same-owner -xf -
for script in make inside; do
    cp "$here/swap_$script.sh" "$MACHINE/packages"
    in_machine "/packages/swap_$script.sh" </dev/null
done
