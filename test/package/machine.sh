# SPDX-License-Identifier: Apache-2.0
# Makes a fresh Debian for one script with debootstrap, as root. Its mounts and processes are in namespaces of their own
# and end with the script. Downloads stay in ~/.cache/clrelay/debian-SUITE.
#
#   . test/package/machine.sh       after shell.sh
#   machine_begin "$@"              starts the script again in these namespaces, where the rest of it runs
#   machine_make SUITE              makes the machine in the folder $MACHINE
#   machine_run COMMAND...          runs a command on it
# shellcheck shell=sh

step() {
    printf '\n=== %s (%s s)\n' "$1" $(($(date +%s) - MACHINE_STARTED))
}

machine_begin() {
    test -z "${MACHINE:-}" || return 0
    test "$(id -u)" = 0 || skip "only root can make a chroot"
    command -v debootstrap >/dev/null || skip "no debootstrap here"
    MACHINE=$(mktemp -d /var/tmp/clrelay-machine.XXXXXX)
    MACHINE_STARTED=$(date +%s)
    export MACHINE MACHINE_STARTED
    trap 'rm -rf "$MACHINE"' EXIT
    trap 'exit 1' HUP INT TERM
    unshare --mount --pid --fork mount --bind /proc "$MACHINE" 2>/dev/null ||
        skip "nothing can be mounted here"
    unshare --mount --pid --fork --kill-child sh "$0" "$@" && exit 0
    status=$?
    test $status = 77 && skip "debootstrap could not make the machine"
    exit $status
}

# machine_mirror SUITE: prints the mirror that this machine uses for that suite, or for another one.
machine_mirror() {
    known=$(apt-get indextargets --format "\$(REPO_URI) \$(RELEASE) \$(COMPONENT)" 2>/dev/null || true)
    for pattern in "s/ $1 main\$//p" 's|/debian/* [a-z]* main$|/debian|p'; do
        mirror=$(echo "$known" | sed -n "$pattern" | head -n 1)
        test -z "$mirror" || break
    done
    echo "${mirror:-http://deb.debian.org/debian}"
}

machine_make() {
    mirror=$(machine_mirror "$1")
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/clrelay/debian-$1
    mkdir -p "$cache/archives/partial" "$cache/base"
    # Uses memory if there is plenty, because the machine writes some GB.
    if test "$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)" -gt 12000000; then
        mount -t tmpfs -o mode=755 tmpfs "$MACHINE"
    fi
    step "Debian $1 from $mirror"
    if ! debootstrap --variant=minbase --cache-dir="$cache/base" "$1" "$MACHINE" "$mirror" \
        >"$cache/debootstrap.log" 2>&1; then
        tail -n 5 "$cache/debootstrap.log"
        exit 77
    fi
    echo "deb $mirror $1 main contrib" >"$MACHINE/etc/apt/sources.list"
    apt-config dump | grep -E '^Acquire::(http.*Proxy|Check-Valid-Until)' >"$MACHINE/etc/apt/apt.conf.d/proxy" || true
    test -z "${http_proxy:-}" || echo "Acquire::http::Proxy \"$http_proxy\";" \
        >>"$MACHINE/etc/apt/apt.conf.d/proxy"
    echo force-unsafe-io >"$MACHINE/etc/dpkg/dpkg.cfg.d/fast"
    printf '#!/bin/sh\nexit 101\n' >"$MACHINE/usr/sbin/policy-rc.d" # starts no services in the machine
    chmod 755 "$MACHINE/usr/sbin/policy-rc.d"
    cp /etc/resolv.conf "$MACHINE/etc/resolv.conf"
    # These are copies, because apt locks the folder and two machines may run at once.
    find "$cache/archives" -name '*.deb' -exec cp -t "$MACHINE/var/cache/apt/archives" {} +
    machine_archives=$cache/archives
    mount -t proc proc "$MACHINE/proc"
    mount --rbind /sys "$MACHINE/sys"
    mount --rbind /dev "$MACHINE/dev"
}

machine_run() {
    machine_status=0
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root chroot "$MACHINE" "$@" || machine_status=$?
    machine_keep
    return $machine_status
}

# Keeps what apt has downloaded for the next machine.
machine_keep() {
    for package in "$MACHINE"/var/cache/apt/archives/*.deb; do
        kept=$machine_archives/${package##*/}
        if test -e "$package" && ! test -e "$kept"; then
            cp "$package" "$kept.$$" && mv "$kept.$$" "$kept"
        fi
    done
}
