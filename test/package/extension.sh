#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The example of doc/extension-functions.md, built with what is installed in each way that the document
# names, and run over our library and over Debian's:
#   extension.sh COMPILER CMAKE SOURCE PREFIX LIBDIR VENDORS FOLDER
set -eu
compiler=$1 cmake=$2 source=$3 prefix=$4 libdir=$4/$5 vendors=$6 folder=$7
here=$source/test/package/extension
# shellcheck source=test/package/shell.sh
. "${0%/*}/shell.sh"
rm -rf "$folder"
mkdir -p "$folder/ext-alone"
export OCL_ICD_VENDORS="$vendors" OCL_ICD_PLATFORM_SORT=none
unset LD_LIBRARY_PATH OCL_ICD_FILENAMES

# check PROGRAM LOADER: checks the program's output with two drivers, of which the second has none of these functions,
# and which libOpenCL the program used.
check() {
    "$1" | sed 's/platform [01]: //' | sort >"$folder/output" # each loader has its own order
    printf 'a semaphore (0)\nno semaphore (-59)\n' | diff - "$folder/output"
    used=$(realpath "$(ldd "$1" | sed -n 's/.*libOpenCL.so.1 => \(.*\) (0x.*/\1/p')")
    echo "right: $1 with $used"
    expect "its folder" "$(dirname "$used")" "$(realpath "$2")"
}

# build NAME OPTION...: builds the project as NAME/example.
build() {
    name=$1
    shift
    if ! "$cmake" -S "$here" -B "$folder/$name" -DCMAKE_C_COMPILER="$compiler" "$@" >"$folder/log" ||
        ! "$cmake" --build "$folder/$name" >>"$folder/log"; then
        cat "$folder/log"
        exit 1
    fi
}

build shared -DTARGET=clrelay::ext -DCMAKE_PREFIX_PATH="$prefix"
check "$folder/shared/example" "$libdir"
build static -DTARGET=clrelay::ext_static -DCMAKE_PREFIX_PATH="$prefix"
check "$folder/static/example" "$libdir"
if readelf -d "$folder/static/example" | grep 'NEEDED.*clrelay'; then exit 1; fi
build part -DTARGET=clrelay::ext -DWAY=add_subdirectory -DCLRELAY_SOURCE="$source"
check "$folder/part/example" "$folder/part/clrelay/loader"

theirs=$(env -u LD_LIBRARY_PATH "$compiler" -print-file-name=libOpenCL.so)
case $(dpkg -S "$(realpath "$theirs")" 2>/dev/null || true) in
ocl-icd-libopencl1*) ;;
*) skip "no libOpenCL of Debian's package ocl-icd-opencl-dev here" ;;
esac
build any -DTARGET=clrelay::ext_static -DWAY=any_opencl -Dclrelay_ROOT="$prefix" \
    -DOpenCL_LIBRARY="$theirs"
check "$folder/any/example" "$(dirname "$(realpath "$theirs")")"

command -v pkg-config >/dev/null || skip "no pkg-config here"
export PKG_CONFIG_PATH="$libdir/pkgconfig"
eval "set -- $(pkg_config_in "$prefix" --cflags --libs clrelay-ext)" # pkg-config quotes for a shell
"$compiler" -o "$folder/by-pkg-config" "$here/example.c" "$@"
LD_LIBRARY_PATH="$libdir" check "$folder/by-pkg-config" "$libdir"
ln -s "$libdir/libclrelay_ext.so.1" "$folder/ext-alone/"
LD_LIBRARY_PATH="$folder/ext-alone" check "$folder/by-pkg-config" \
    "$(dirname "$(realpath "$theirs")")"
