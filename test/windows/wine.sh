#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wine.sh begin PROGRAM | end: makes the Windows of a build, in WINEPREFIX, and ends it again. Between
# the two its services go on running, or each program would start them anew. PROGRAM prints "ready":
# a Wine without its 32-bit part starts a 32-bit program, says nothing and calls it a success.
set -u
case $1 in
begin)
    # A running server would not learn that it must stay. The first program and the services that it starts keep the
    # file that they write to, so this must not be CTest's pipe.
    wineboot -i </dev/null >/dev/null 2>&1
    wineserver -k </dev/null >/dev/null 2>&1
    wineserver -w </dev/null >/dev/null 2>&1
    wineserver -p </dev/null >/dev/null 2>&1
    said=$(mktemp)
    timeout 60 wine "$2" </dev/null >"$said" 2>&1
    answer=$(cat "$said")
    rm -f "$said"
    case $answer in
    ready*) echo "ready"; exit 0 ;;
    esac
    echo "Wine does not run $2; it says: $answer"
    echo 'doc/windows.md tells how to get a Wine that runs 32-bit programs.'
    exit 1
    ;;
end)
    wineserver -k </dev/null >/dev/null 2>&1
    exit 0
    ;;
esac
