#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# On a fresh Debian 12 with OpenCL programs and drivers, apt puts our library in the place of ocl-icd's
# and back, no other package is touched, and the programs run at every stage:
#   swap.sh FOLDER-OF-PACKAGES [FOLDER-OF-PACKAGES-FOR-I386]
# As root, in a chroot that debootstrap makes; mounts and processes are in namespaces of their own and
# end with this script. What is downloaded is kept in ~/.cache/clrelay/swap.
set -eu
packages=$(realpath "$1")
i386=${2:-/nonexistent}
here=$(dirname "$(realpath "$0")")
suite=bookworm
skip() {
    echo "skipped: $1"
    test "${CLRELAY_TESTS_REQUIRE_ALL:-}" = 1 && exit 1
    exit 77
}

if test -z "${SWAP_INSIDE:-}"; then
    test "$(id -u)" = 0 || skip "only root can make a chroot"
    command -v debootstrap >/dev/null || skip "no debootstrap here"
    # The mirror that this machine uses.
    mirror=$(apt-get indextargets --format "\$(REPO_URI) \$(RELEASE) \$(COMPONENT)" 2>/dev/null |
        sed -n "s/ $suite main\$//p" | head -n 1)
    mirror=${mirror:-http://deb.debian.org/debian}
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/clrelay/swap
    mkdir -p "$cache/archives/partial" "$cache/base"
    machine=$(mktemp -d /var/tmp/clrelay-swap.XXXXXX)
    trap 'rm -rf "$machine"' EXIT
    trap 'exit 1' HUP INT TERM
    unshare --mount --pid --fork mount --bind /proc "$machine" 2>/dev/null ||
        skip "nothing can be mounted here"
    SWAP_INSIDE=1 SWAP_MIRROR=$mirror SWAP_CACHE=$cache \
        SWAP_MACHINE=$machine \
        unshare --mount --pid --fork --kill-child sh "$0" "$packages" "$i386" && exit 0
    status=$?
    test $status = 77 && skip "debootstrap could make no Debian $suite from $mirror"
    exit $status
fi

# ---- the machine ----
machine=$SWAP_MACHINE
step() {
    printf '\n=== %s (%s s)\n' "$1" $(($(date +%s) - started))
}
started=$(date +%s)
# In memory if there is plenty: 2 GB are written.
if test "$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)" -gt 8000000; then
    mount -t tmpfs tmpfs "$machine"
fi
step "Debian $suite from $SWAP_MIRROR"
if ! debootstrap --variant=minbase --cache-dir="$SWAP_CACHE/base" "$suite" "$machine" \
    "$SWAP_MIRROR" >"$SWAP_CACHE/debootstrap.log" 2>&1; then
    tail -n 5 "$SWAP_CACHE/debootstrap.log"
    exit 77
fi
echo "deb $SWAP_MIRROR $suite main contrib" >"$machine/etc/apt/sources.list"
apt-config dump | grep '^Acquire::http.*Proxy' >"$machine/etc/apt/apt.conf.d/proxy" || true
echo force-unsafe-io >"$machine/etc/dpkg/dpkg.cfg.d/fast"
printf '#!/bin/sh\nexit 101\n' >"$machine/usr/sbin/policy-rc.d" # no services in here
chmod 755 "$machine/usr/sbin/policy-rc.d"
cp /etc/resolv.conf "$machine/etc/resolv.conf"
mount --bind "$SWAP_CACHE/archives" "$machine/var/cache/apt/archives"
mount -t proc proc "$machine/proc"
mount --rbind /sys "$machine/sys"
mkdir "$machine/packages"
cp "$packages"/*.deb "$machine/packages"
cp "$i386"/*.deb "$machine/packages" 2>/dev/null || echo "no packages for i386: that is left out"
cp "$here/swap_inside.sh" "$machine/packages"
step "the programs and drivers, as Debian has them"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    ${http_proxy:+"http_proxy=$http_proxy"} SWAP_STARTED="$started" \
    chroot "$machine" sh /packages/swap_inside.sh
