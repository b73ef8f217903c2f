# SPDX-License-Identifier: Apache-2.0
# The part of swap.sh that runs on the fresh machine.
# shellcheck shell=sh
set -eu
cd /packages
# shellcheck source=test/package/swap_common.sh
. /clrelay/test/package/swap_common.sh
installed() {
    dpkg-query -W -f '${db:Status-Abbrev}${Package}:${Architecture}=${Version}\n' | sort
}
files() {
    find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /packages -o -path /clrelay -o -path /var/cache \
        -o -path /var/lib/apt -o -path /var/log -o -path /root -o -name __pycache__ \
        -o -path '/var/lib/dpkg/*-old' \) -prune -o -print | sort
}
# changes_since LIST: prints how the installed packages have changed since, as "-name" and "+name" on one line. This
# includes a package that has left settings behind.
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
# The programs find the loader of this package and, through it, all drivers.
try_programs() {
    step "the programs with $1"
    library=$(ldd /usr/bin/clinfo | sed -n 's/.*libOpenCL\.so\.1 => \([^ ]*\).*/\1/p')
    owner=$(dpkg -S "$(realpath "$library")")
    test "${owner%%:*}" = "$1" || fail "clinfo uses $owner"
    quiet timeout 60 clinfo -l
    cat /tmp/output
    grep -q 'Platform.*Portable Computing Language' /tmp/output || fail "clinfo does not show PoCL"
    sed 's/#[0-9]*//' /tmp/output | sort >"/tmp/platforms-$1"
    # Uses the first platform, which is PoCL's: the others have no devices.
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
# The dynamic linker finds the extension functions, and they work: without a semaphore they return
# CL_INVALID_SEMAPHORE_KHR.
try_extensions() {
    quiet python3 -c "import ctypes
assert ctypes.CDLL('libclrelay_ext.so.1').clRetainSemaphoreKHR(None) == -1142"
}

# Three packages depend on ocl-icd-libopencl1 by that name alone: boinc-client-opencl (contrib), intel-opencl-icd, and
# ocl-icd-opencl-dev, which needs one version of it. libclblast-dev depends on ocl-icd-opencl-dev, and ffmpeg's
# libraries on libopencl1.
for package in clinfo clpeak python3-pyopencl pocl-opencl-icd mesa-opencl-icd intel-opencl-icd boinc-client-opencl \
    ocl-icd-opencl-dev ocl-icd-libopencl1 libclblast-dev ffmpeg pkg-config gcc libc6-dev; do
    if apt-get -s install -y --no-install-recommends "$package" >/dev/null 2>&1; then
        programs="${programs:-} $package"
    else
        echo "not in this Debian: $package"
    fi
done
step "the programs and drivers, as Debian has them"
# shellcheck disable=SC2086
quiet apt-get install -y --no-install-recommends $programs
echo "$programs"
apt-get -s remove ocl-icd-libopencl1 2>/dev/null | sed -n 's/^Remv \([^ ]*\).*/\1/p' | sort | tr '\n' ' ' |
    sed 's/^/depend on a libOpenCL: /; s/$/\n/'
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
quiet apt-get install -y --no-install-recommends ./clrelay_*_amd64.deb ./clrelay-tools_*_amd64.deb
grep -q REMOVED /tmp/output && fail "$(cat /tmp/output)"
quiet clrelay list
grep -q 'Portable Computing Language' /tmp/output || fail "clrelay list: $(cat /tmp/output)"
# intel-opencl-icd without its device is a problem, and doctor is right to report it
clrelay doctor >/tmp/output 2>&1 || true
grep -q '^Drivers that work: [1-9]' /tmp/output || fail "clrelay doctor: $(cat /tmp/output)"
quiet apt-get install -y ./clrelay-cllayerinfo_*_amd64.deb ./clrelay-doc_*_all.deb
quiet cllayerinfo
if apt-get -s install -y khronos-opencl-icd-loader-bin >/dev/null 2>&1; then
    quiet apt-get install -y --no-install-recommends khronos-opencl-icd-loader-bin
    grep -A1 'REMOVED' /tmp/output
    dpkg -S /usr/bin/cllayerinfo
    clrelay --version
    quiet apt-get purge -y khronos-opencl-icd-loader-bin
fi
quiet apt-get purge -y clrelay clrelay-tools clrelay-cllayerinfo clrelay-doc
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
# A build that needs ocl-icd-opencl-dev by its name gets what it needs.
quiet apt-get -s satisfy 'ocl-icd-opencl-dev, opencl-dev, ocl-icd-dev'
grep -q '^\(Inst\|Remv\)' /tmp/output && fail "$(cat /tmp/output)"

# Makes ocl-icd's packages as this Debian's next upload would be. (Only builds need ocl-icd-dev.)
step "a new version of ocl-icd"
quiet apt-get purge -y ocl-icd-dev
mkdir /tmp/upload
(
    cd /tmp/upload
    quiet apt-get download ocl-icd-libopencl1 ocl-icd-opencl-dev
    for package in *.deb; do
        dpkg-deb -R "$package" unpacked
        version=$(sed -n 's/^Version: //p' unpacked/DEBIAN/control)
        sed -i "s/$version/$version+point1/" unpacked/DEBIAN/control
        dpkg-deb --root-owner-group -b unpacked "new-$package" >/dev/null
        rm -r unpacked "$package"
    done
    quiet apt-get install -y --no-install-recommends dpkg-dev
    dpkg-scanpackages -m . >Packages 2>/dev/null
)
echo 'deb [trusted=yes] file:/tmp/upload ./' >/etc/apt/sources.list.d/upload.list
quiet apt-get update
test "$(apt-cache policy ocl-icd-opencl-dev | sed -n 's/^ *Candidate: *//p' | grep -c point1)" = 1 ||
    fail "apt does not see the new version"
quiet apt-get -s full-upgrade
grep '^Remv\|^Inst ocl-icd' /tmp/output && fail "the new version takes the place of clrelay"
rm /etc/apt/sources.list.d/upload.list
quiet apt-get update

step "Debian's development files"
quiet apt-get install -y --no-install-recommends ocl-icd-opencl-dev
expect_changes /tmp/swapped '+libclrelay-ext1'

step "Debian's again"
quiet apt-get install -y ocl-icd-libopencl1 clrelay-libopencl1-
grep -A1 'REMOVED' /tmp/output
expect_changes /tmp/before '+libclrelay-ext1'
try_extensions # works over any libOpenCL
quiet apt-get purge -y libclrelay-ext1
expect_changes /tmp/before ''
try_programs ocl-icd-libopencl1
files >/tmp/files-after
diff /tmp/files-before /tmp/files-after || fail "something of ours stayed"
if test -n "$SWAP_I386"; then
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

if test -n "$SWAP_UPGRADE"; then
    step "a full upgrade to $SWAP_UPGRADE with the packages installed"
    quiet apt-get install -y --no-install-recommends ./clrelay-libopencl1_*_amd64.deb ./clrelay_*_amd64.deb \
        ./clrelay-tools_*_amd64.deb ./clrelay-cllayerinfo_*_amd64.deb ./libclrelay-ext1_*_amd64.deb
    sed -i "s/^\(deb [^ ]* \)[a-z]*/\1$SWAP_UPGRADE/" /etc/apt/sources.list
    quiet apt-get update
    quiet apt-get full-upgrade -y --no-install-recommends
    sed -n '/kept back/,/^[^ ]/p' /tmp/output | grep '^ ' | sed 's/^ */kept back: /'
    for package in $programs clrelay-libopencl1 clrelay clrelay-tools clrelay-cllayerinfo libclrelay-ext1; do
        test "$package" = ocl-icd-libopencl1 || installed | grep -q "^ii  *$package:" ||
            fail "the upgrade has removed $package"
    done
    test -z "$(dpkg --audit)" || fail "dpkg --audit: $(dpkg --audit)"
    quiet apt-get check
    echo "Debian $(cat /etc/debian_version)"
    try_programs clrelay-libopencl1
    quiet clrelay test
    try_extensions
    # A package that stands for the old ocl-icd holds its development files back until it is made again for the new one.
    step "the packages made again on $SWAP_UPGRADE"
    quiet env DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" /clrelay/packaging/debian.sh --release 2 \
        --contact "Pat O'Tester <pat@packager.test>" /packages/again -b -Pnocheck
    quiet apt-get install -y ./again/clrelay-libopencl1_*_amd64.deb
    quiet apt-get full-upgrade -y
    apt-get -s full-upgrade >/tmp/output
    grep -A1 'kept back\|REMOVED' /tmp/output && fail "something is kept back"
    test "$(dpkg-query -W -f '${Version}' ocl-icd-opencl-dev)" = \
        "$(apt-cache policy ocl-icd-opencl-dev | sed -n 's/^ *Candidate: *//p')" || fail "ocl-icd-opencl-dev is old"
    try_programs clrelay-libopencl1
fi

# (Debian 13's autopkgtest wants packages of all installed architectures.)
if test -n "$SWAP_I386"; then
    step "Debian's again, for both architectures"
    quiet apt-get install -y ocl-icd-libopencl1 ocl-icd-libopencl1:i386
    test -n "$SWAP_UPGRADE" || expect_changes /tmp/both ''
    try_programs ocl-icd-libopencl1
fi

step "autopkgtest"
quiet apt-get install -y --no-install-recommends autopkgtest
autopkgtest --summary-file=/tmp/summary ./*_amd64.deb ./clrelay_*.dsc -- null >/tmp/output 2>&1 || {
    tail -n 60 /tmp/output
    fail "autopkgtest"
}
cat /tmp/summary

step "lintian"
quiet apt-get install -y --no-install-recommends lintian
lintian --version
lintian -EviI --fail-on error --tag-display-limit 0 ./clrelay_*_amd64.changes >/tmp/output 2>&1 || {
    grep -v '^N:' /tmp/output | tail -n 20
    fail "lintian"
}
grep '^[WIPX]:' /tmp/output | cut -c1-120 || true
step "all right"
