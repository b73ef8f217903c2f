#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles each source of the loader by itself, all warnings errors:
#   compile.sh COMPILER SOURCE... -- FLAG...
set -eu
compiler=$1
shift
if ! command -v "$compiler" >/dev/null; then
    echo "skipped: no $compiler here"
    test "${CLRELAY_TESTS_REQUIRE_ALL:-}" = 1 && exit 1
    exit 77
fi
sources='' count=0
while test "$1" != --; do
    case $1 in
    *.S) ;; # the flags are for C, not for assembler
    *) sources="$sources$1
" count=$((count + 1)) ;;
    esac
    shift
done
shift
case $compiler in
clang*) set -- "$@" -fsyntax-only ;; # all of clang's warnings come from its front end
esac
failed=0
# -O2, because some of gcc's warnings need the optimiser.
set -- -std=c11 -O2 -fPIC -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror "$@"
IFS='
'
for source in $sources; do
    "$compiler" "$@" -c -o /dev/null "$source" || failed=1
done
echo "$count sources with $("$compiler" --version | head -n 1)"
exit $failed
