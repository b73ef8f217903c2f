#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs what the documents say on fresh machines, and the tests there:
#
#   test/distributions.sh [--long] SUITE...       bookworm, trixie or sid, say
#     the shell blocks of README.md and the other pages, as root (package/blocks.sh); both commands of "Try it" as
#     an ordinary user; the tests beside the installed packages; --long: the preset long, too
#   test/distributions.sh --compilers SUITE...
#     build and tests with the suite's newest gcc and clang, whose warnings are errors
#
# As root; package/machine.sh makes the machines. What was printed there is in build/distributions; what failed is
# listed at the end. Nothing is installed but what the pages name, sudo for the user, and compilers. The machines
# take over this machine's setting Acquire::Check-Valid-Until, which a mirror with an expired Release file needs:
# APT_CONFIG=FILE with the line `Acquire::Check-Valid-Until "false";` sets it for one run.
set -eu
source=$(dirname "$(dirname "$(realpath "$0")")")
# shellcheck source=test/package/shell.sh
. "$source/test/package/shell.sh"
# shellcheck source=test/package/machine.sh
. "$source/test/package/machine.sh"
option=
case ${1:-} in
--long | --compilers)
    option=$1
    shift
    ;;
esac
test $# -gt 0 || fail "which suites? distributions.sh [--long | --compilers] SUITE..."
logs=$source/build/distributions
if test $# -gt 1; then
    status=0
    for suite; do
        sh "$0" ${option:+"$option"} "$suite" || status=1
    done
    exit $status
fi
suite=$1
failures=$logs/$suite-failures
if test -z "${MACHINE:-}"; then
    mkdir -p "$logs"
    : >"$failures"
    if test "$option" != --compilers; then
        sh "$source/test/package/blocks.sh" --long "$suite" "$logs/$suite" || echo blocks >>"$failures"
    fi
    cmake -DSOURCE="$source" -DOUTPUT="$logs" -DANY_STATE=ON -P "$source/cmake/dist.cmake"
    python3 -B "$source/test/project/blocks.py" "$source" "$logs/$suite-blocks" --long
fi
machine_begin ${option:+"$option"} "$suite"

# checkout FOLDER: unpacks the files of a release there.
checkout() {
    mkdir "$MACHINE$1"
    tar -C "$MACHINE$1" --strip-components=1 --no-same-owner -xzf "$logs"/clrelay-*.tar.gz
}

# try NAME COMMAND...: runs the command on the machine, writes its output to a file and shows the end of that file.
try() {
    step "$1"
    name=$1 log=$logs/$suite-$1.log
    shift
    machine_run "$@" </dev/null >"$log" 2>&1 || {
        tail -n 200 "$log"
        echo "$name" >>"$failures"
    }
    grep -i 'warning' "$log" | sort | uniq -c || true
    grep -E 'right, .* failed$|tests passed|^\S.*\(Skipped\)' "$log" || true
}

# newest gcc: prints the suite's newest compiler of that name.
newest() {
    machine_run apt-cache search --names-only "^$1-[0-9]+\$" | sed 's/ .*//' | sort -V | tail -n 1
}

try_compilers() {
    checkout /root/clrelay
    try root-1 env --chdir=/root/clrelay sh -eu /readme-1
    for compiler in "$(newest gcc)" "$(newest clang)"; do
        try "install-$compiler" apt-get install -y --no-install-recommends "$compiler"
        try "$compiler" env --chdir=/root/clrelay sh -eu -c "
            cmake --preset release -B build/$compiler -DCMAKE_C_COMPILER=$compiler -DCLRELAY_WERROR=ON
            cmake --build build/$compiler --parallel $(nproc)
            ctest --test-dir build/$compiler --output-on-failure --label-exclude '^long\$' --parallel 4"
    done
}

# Uses the umask of systems that give each user a group of his own.
try_user() {
    try sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends sudo'
    echo 'user ALL=(ALL) NOPASSWD: ALL' >"$MACHINE/etc/sudoers.d/user"
    machine_run useradd --create-home user
    checkout /home/user/clrelay
    machine_run chown -R user:user /home/user/clrelay
    for number in 1 2; do
        try user-$number setpriv --reuid=user --regid=user --clear-groups env --chdir=/home/user/clrelay \
            HOME=/home/user sh -eu -c "umask 002; . /readme-$number"
    done
}

try_beside_packages() {
    chmod 700 "$MACHINE/root" # as in containers
    checkout /root/clrelay
    try packages env --chdir=/root/clrelay sh -eu /readme-4
    try beside-packages env --chdir=/root/clrelay cmake --workflow --preset test
    test "$option" != --long || try long env --chdir=/root/clrelay ctest --preset long
}

machine_make "$suite"
echo 'APT::Get::Assume-Yes "true";' >"$MACHINE/etc/apt/apt.conf.d/yes"
for number in 1 2 3 4; do # README.md's first blocks: packages and demo, tests, a program, Debian packages
    grep -q "^$number README.md:" "$logs/$suite-blocks/plan" || fail "README.md has no block $number"
    cp "$logs/$suite-blocks/$number.sh" "$MACHINE/readme-$number"
done
if test "$option" = --compilers; then
    try_compilers
else
    try_user
    try_beside_packages
fi
test ! -s "$failures" || fail "on $suite: $(paste -s -d ' ' "$failures")"
step "all right"
