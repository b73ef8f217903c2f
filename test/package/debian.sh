#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Programs that were linked against Debian's libOpenCL start and work with the built one:
#   debian.sh COMPILER BUILT-LIBRARY CONSUMER.c NAMES.c FOLDER
set -eu
compiler=$1 built=$2 consumer=$3 names=$4 folder=$5
# shellcheck source=test/package/shell.sh
. "${0%/*}/shell.sh"
mkdir -p "$folder"
unset LD_LIBRARY_PATH
# This tests exactly that the library is Debian's: the compiler might find another one.
theirs=$("$compiler" -print-file-name=libOpenCL.so)
case $(dpkg -S "$(realpath "$theirs")" 2>/dev/null || true) in
ocl-icd-libopencl1*) ;;
*) skip "no libOpenCL of Debian's package ocl-icd-opencl-dev here" ;;
esac

"$compiler" -o "$folder/consumer" "$consumer" "$theirs"
"$compiler" -o "$folder/names" "$names" "$theirs" -ldl -Wl,-z,now
needed=$(readelf -d "$folder/consumer" | grep -c 'NEEDED.*libOpenCL.so.1]')
expect "how often the program needs libOpenCL.so.1" "$needed" 1

echo "With Debian's:"
"$folder/names"
"$folder/consumer" && fail "it looks for ours, so it must fail here, or it proves nothing"
echo "With the built one:"
export LD_LIBRARY_PATH="${built%/*}"
"$folder/names" | tee "$folder/names.txt"
grep -qF " ${built%/*}/libOpenCL.so.1" "$folder/names.txt" || fail "it has not used the built one"
"$folder/consumer"
