#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles each source of the loader by itself, all warnings errors:
#   compile.sh COMPILER FLAGS -- SOURCE...
set -eu
compiler=$1
shift
if ! command -v "$compiler" >/dev/null; then
    echo "skipped: no $compiler here"
    test "${CLRELAY_TESTS_REQUIRE_ALL:-}" = 1 && exit 1
    exit 77
fi
flags=
while test "$1" != --; do
    flags="$flags $1"
    shift
done
shift
case $compiler in
clang*) flags="$flags -fsyntax-only" ;; # all its warnings come from there
esac
failed=0
for source; do
    case $source in *.S) continue ;; esac # assembler: the flags are for C
    # -O2, because some of gcc's warnings need what the optimiser knows.
    # shellcheck disable=SC2086 # the flags are words
    "$compiler" -std=c11 -O2 -fPIC -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror $flags \
        -c -o /dev/null "$source" || failed=1
done
echo "$# sources with $("$compiler" --version | head -n 1)"
exit $failed
