#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# On a fresh Debian 12 with OpenCL programs and drivers, apt puts our library in the place of ocl-icd's
# and back, no other package is touched, and the programs run at every stage:
#   swap.sh FOLDER-OF-PACKAGES [FOLDER-OF-PACKAGES-FOR-I386]
# As root; machine.sh makes the machine.
set -eu
here=$(dirname "$(realpath "$0")")
# shellcheck source=test/package/shell.sh
. "$here/shell.sh"
# shellcheck source=test/package/machine.sh
. "$here/machine.sh"
machine_begin "$@"
packages=$(realpath "$1")
i386=${2:-/nonexistent}

machine_make bookworm
mkdir "$MACHINE/packages"
cp "$packages"/*.deb "$MACHINE/packages"
cp "$i386"/*.deb "$MACHINE/packages" 2>/dev/null || echo "no packages for i386: that is left out"
cp "$here/swap_inside.sh" "$MACHINE/packages"
step "the programs and drivers, as Debian has them"
machine_run env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive MACHINE_STARTED="$MACHINE_STARTED" \
    sh /packages/swap_inside.sh
