# SPDX-License-Identifier: Apache-2.0
# The part of swap.sh that runs on the fresh machine.
# shellcheck shell=sh
set -eu
cd /packages
step() {
    printf '\n=== %s (%s s)\n' "$1" $(($(date +%s) - MACHINE_STARTED))
}
fail() {
    echo "FAILED: $1"
    exit 1
}
# apt, its words shown only if it fails.
quiet() {
    "$@" >/tmp/output 2>&1 || {
        cat /tmp/output
        fail "$*"
    }
}
installed() {
    dpkg-query -W -f '${db:Status-Abbrev}${Package}:${Architecture}=${Version}\n' | sort
}
files() {
    find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /packages -o -path /var/cache \
        -o -path /var/lib/apt -o -path /var/log -o -path /root -o -name __pycache__ \
        -o -path '/var/lib/dpkg/*-old' \) -prune -o -print | sort
}
# What became of the packages since then: "-name" and "+name", on one line. A package that left settings
# behind would be among them.
changes_since() {
    installed | diff "$1" - | sed -n 's/^< .. *\([^:]*\):.*/-\1/p; s/^> .. *\([^:]*\):.*/+\1/p' |
        sort | tr '\n' ' ' | sed 's/ $//'
}
expect_changes() {
    changes=$(changes_since "$1")
    test "$changes" = "$2" || fail "packages changed: $changes; it should be: $2"
    test -z "$(dpkg --audit)" || fail "dpkg --audit: $(dpkg --audit)"
    quiet apt-get check
}
# The programs find the loader of this package, and all drivers by it.
try_programs() {
    step "the programs with $1"
    library=$(ldd /usr/bin/clinfo | sed -n 's/.*libOpenCL\.so\.1 => \([^ ]*\).*/\1/p')
    owner=$(dpkg -S "$(realpath "$library")")
    test "${owner%%:*}" = "$1" || fail "clinfo uses $owner"
    quiet timeout 60 clinfo -l
    cat /tmp/output
    for platform in 'Portable Computing Language' Clover; do
        grep -q "Platform.*$platform" /tmp/output || fail "clinfo does not show $platform"
    done
    sed 's/#[0-9]*//' /tmp/output | sort >"/tmp/platforms-$1"
    # Of the first platform: PoCL's, as the others have no devices.
    quiet timeout 120 clpeak -p 0 --kernel-latency
    grep -q 'Kernel launch latency' /tmp/output || fail "clpeak: $(cat /tmp/output)"
    quiet timeout 120 python3 - <<'PYTHON'
import numpy
import pyopencl
device = next(device for platform in pyopencl.get_platforms() for device in platform.get_devices())
context = pyopencl.Context([device])
queue = pyopencl.CommandQueue(context)
numbers = numpy.arange(1000, dtype=numpy.int32)
memory = pyopencl.Buffer(context, pyopencl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
program = pyopencl.Program(context, """kernel void twice(global int *numbers) {
    numbers[get_global_id(0)] *= 2; }""").build()
program.twice(queue, numbers.shape, None, memory)
result = numpy.empty_like(numbers)
pyopencl.enqueue_copy(queue, result, memory)
assert (result == 2 * numbers).all()
PYTHON
}
# The dynamic linker finds the extension functions, and they work: no semaphore is CL_INVALID_SEMAPHORE_KHR.
try_extensions() {
    quiet python3 -c "import ctypes
assert ctypes.CDLL('libclrelay_ext.so.1').clRetainSemaphoreKHR(None) == -1142"
}

quiet apt-get update
# boinc-client-opencl (contrib), intel-opencl-icd and ocl-icd-opencl-dev depend on
# ocl-icd-libopencl1 by that name alone, the last one on one version of it.
quiet apt-get install -y --no-install-recommends clinfo clpeak python3-pyopencl pocl-opencl-icd \
    mesa-opencl-icd intel-opencl-icd boinc-client-opencl ocl-icd-opencl-dev ocl-icd-libopencl1 \
    pkg-config
files >/tmp/files-before
installed >/tmp/before
try_programs ocl-icd-libopencl1

step "ours in its place"
quiet apt-get install -y ./clrelay-libopencl1_*_amd64.deb
grep -A1 'REMOVED' /tmp/output
expect_changes /tmp/before '+clrelay-libopencl1 -ocl-icd-libopencl1'
try_programs clrelay-libopencl1
diff /tmp/platforms-ocl-icd-libopencl1 /tmp/platforms-clrelay-libopencl1 ||
    fail "other platforms than with Debian's"
installed >/tmp/swapped

step "the command clrelay"
quiet apt-get install -y ./clrelay_*_amd64.deb
grep -q REMOVED /tmp/output && fail "$(cat /tmp/output)"
quiet clrelay list
grep -q 'Portable Computing Language' /tmp/output || fail "clrelay list: $(cat /tmp/output)"
clrelay doctor >/tmp/output || true # intel-opencl-icd is rightly a problem where there is no such device
grep -q '^Drivers that work: [1-9]' /tmp/output || fail "clrelay doctor: $(cat /tmp/output)"
quiet cllayerinfo
quiet apt-get purge -y clrelay
quiet apt-get autoremove -y --purge
expect_changes /tmp/swapped ''

step "a newer one in its place"
dpkg-deb -R clrelay-libopencl1_*_amd64.deb /tmp/newer
sed -i 's/^Version: .*/&.1/' /tmp/newer/DEBIAN/control
dpkg-deb --root-owner-group -b /tmp/newer /tmp/newer.deb >/dev/null
quiet apt-get install -y /tmp/newer.deb
expect_changes /tmp/swapped '+clrelay-libopencl1 -clrelay-libopencl1'
quiet apt-get install -y --allow-downgrades ./clrelay-libopencl1_*_amd64.deb
expect_changes /tmp/swapped ''

step "the development files, and what building PoCL asks for"
quiet apt-get install -y --no-install-recommends ./clrelay-dev_*_amd64.deb \
    ./libclrelay-ext1_*_amd64.deb ocl-icd-dev
expect_changes /tmp/swapped '+clrelay-dev +libclrelay-ext1 +ocl-icd-dev -ocl-icd-opencl-dev'
pkg-config --print-errors --exists 'OpenCL >= 3.0' 'ocl-icd >= 2.3' clrelay-ext
try_extensions
test -e /usr/include/ocl_icd.h
test "$(realpath /usr/lib/*/libOpenCL.so)" = "$(realpath "$library")"
# What needs ocl-icd-opencl-dev by its name in order to be built is content.
quiet apt-get -s satisfy 'ocl-icd-opencl-dev, opencl-dev, ocl-icd-dev'
grep -q '^\(Inst\|Remv\)' /tmp/output && fail "$(cat /tmp/output)"
quiet apt-get install -y --no-install-recommends ocl-icd-opencl-dev ocl-icd-dev-
expect_changes /tmp/swapped '+libclrelay-ext1'

step "Debian's again"
quiet apt-get install -y ocl-icd-libopencl1
grep -A1 'REMOVED' /tmp/output
expect_changes /tmp/before '+libclrelay-ext1'
try_extensions # over any libOpenCL
quiet apt-get purge -y libclrelay-ext1
expect_changes /tmp/before ''
try_programs ocl-icd-libopencl1
files >/tmp/files-after
diff /tmp/files-before /tmp/files-after || fail "something of ours stayed"
if ls clrelay-libopencl1_*_i386.deb >/dev/null 2>&1; then
    step "both architectures at once"
    dpkg --add-architecture i386
    quiet apt-get update
    quiet apt-get install -y --no-install-recommends ocl-icd-libopencl1:i386
    installed >/tmp/both
    quiet apt-get install -y ./clrelay-libopencl1_*_amd64.deb ./clrelay-libopencl1_*_i386.deb
    expect_changes /tmp/both '+clrelay-libopencl1 +clrelay-libopencl1 -ocl-icd-libopencl1 -ocl-icd-libopencl1'
    for folder in x86_64-linux-gnu i386-linux-gnu; do
        dpkg -S "$(realpath /usr/lib/$folder/libOpenCL.so.1)" | grep -q ^clrelay-libopencl1: || fail $folder
    done
    try_programs clrelay-libopencl1
fi
step "all right"
