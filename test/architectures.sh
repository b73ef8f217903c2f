#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything for other machines and runs the tests, in an emulator where this machine cannot:
#
#   test/architectures.sh [--quick] [NAME...]
#   test/architectures.sh --packages [NAME...]   what Debian 12 must have installed for it
#
# NAME is that of a file of cmake/toolchain; without one: all of them. --quick leaves out the tests
# that take long, and in an emulator all but those below. The builds and the tests' output are in build/NAME. Fails where a test fails.
set -eu -o pipefail
cd "$(dirname "$0")/.."

all=(i386 arm64 armhf riscv64 ppc64el s390x musl)
declare -A packages=(
    [i386]='gcc-12-multilib'
    [arm64]='gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user'
    [armhf]='gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user'
    [riscv64]='gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user'
    [ppc64el]='gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross qemu-user'
    [s390x]='gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user'
    [musl]='musl-tools linux-libc-dev'
)

# The tests of what depends on the processor: byte order, calls, addresses, tables, assembler code.
emulated_quick='^(base\.|dispatch\.|find\.(missing|directories|manifests)|load\.(accepting|order|first_call)|'
emulated_quick+='answer\.(lookup|report_contract)|legacy\.|extension\.|machine_code\.|layers\.forwarding|fuzz)'

# The command clrelay needs jansson, which is built from source here.
. test/jansson.sh

# Prints a field of the report that ctest writes.
field() {
    sed -n "1,/>/s/.*[[:space:]]$2=\"\([^\"]*\)\".*/\1/p" build/"$1"/tests.xml | head -n 1
}

# Prints a line about each processor, and why tests or their rows were skipped.
tell() {
    local name=$1 seconds=$2 strip stripped=build/$1/stripped.so
    strip=$(sed -n 's/^CMAKE_STRIP:FILEPATH=//p' build/"$name"/CMakeCache.txt)
    "$strip" -o "$stripped" build/"$name"/loader/libOpenCL.so.1.0.0
    printf '%-8s  %4d tests, %2d skipped, %2d failed; %4d s; libOpenCL.so.1 %6d bytes\n' "$name" \
        "$(field "$name" tests)" "$(field "$name" skipped)" "$(field "$name" failures)" "$seconds" \
        "$(stat -c %s "$stripped")"
    sed -n 's/.*skipped: \(.*\)/\1/p' build/"$name"/tests.xml | sed "s/&apos;/'/g; s/&quot;/\"/g" \
        >build/"$name"/skipped.txt
}

check() {
    local name=$1 start tool=ON
    local filter=(--test-dir build/"$name")
    [ "$quick" ] && filter=(--preset "$name")
    [[ $quick && ${packages[$name]} == *qemu* ]] && filter+=(--tests-regex "$emulated_quick")
    printf '\n=== %s\n' "$name"
    jansson_for "$name" || { echo "$name: jansson could not be built: without the command clrelay"; tool=OFF; }
    cmake --fresh --preset "$name" -DCLRELAY_TOOL=$tool >build/"$name"/configure.log || { cat build/"$name"/configure.log; return 1; }
    cmake --build --preset "$name" --parallel "$jobs" >build/"$name"/build.log ||
        { tail -n 50 build/"$name"/build.log; return 1; }
    start=$SECONDS
    ctest "${filter[@]}" --parallel "$jobs" --output-on-failure --no-tests=error --progress \
        --test-output-size-passed 100000 --output-junit "$PWD"/build/"$name"/tests.xml || failed+=("$name")
    summary+=("$(tell "$name" $((SECONDS - start)))")
}

quick='' jobs=$(nproc) failed=() summary=()
while [ $# -gt 0 ] && [[ $1 == --* ]]; do
    case $1 in
    --quick) quick=1 ;;
    --packages)
        shift
        for name in "${@:-${all[@]}}"; do echo "${packages[$name]}"; done | tr ' ' '\n' | sort -u
        exit ;;
    *)
        sed -n '3,10s/^# \{0,1\}//p' "$0" >&2
        exit 2 ;;
    esac
    shift
done
for name in "${@:-${all[@]}}"; do
    if [ -z "${packages[$name]-}" ]; then
        echo "There is no $name; there are ${all[*]}" >&2
        exit 2
    fi
done
jansson_source || echo 'The source of jansson could not be fetched: without the command clrelay'
for name in "${@:-${all[@]}}"; do
    mkdir -p build/"$name"
    check "$name" || failed+=("$name")
done
printf '\n%s\n' "=== All"
printf '%s\n' "${summary[@]}"
[ ${#failed[@]} -eq 0 ] || { echo "failed: ${failed[*]}" >&2; exit 1; }
