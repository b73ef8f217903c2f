#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and runs the consumer with what pkg-config says of an installed tree that was moved:
#   pkg_config.sh COMPILER PREFIX LIBDIR CONSUMER.c FOLDER
set -eu
compiler=$1 libdir=$3 source=$4 folder=$5
# shellcheck source=test/package/shell.sh
. "${0%/*}/shell.sh"
command -v pkg-config >/dev/null || skip "no pkg-config here"

rm -rf "$folder"
mkdir -p "$folder"
cp -a "$2" "$folder/moved"
prefix=$folder/moved
export PKG_CONFIG_PATH="$prefix/$libdir/pkgconfig"
pkg-config --print-errors --exists 'OpenCL >= 3.0'
# pkg-config quotes for a shell.
eval "set -- $(pkg-config --variable=pcfiledir OpenCL)"
expect "the folder of OpenCL.pc" "$(realpath "$1")" "$(realpath "$PKG_CONFIG_PATH")"
eval "set -- $(pkg_config_in "$prefix" --variable=libdir OpenCL)"
expect libdir "$(realpath "$1")" "$(realpath "$prefix/$libdir")"
eval "set -- $(pkg_config_in "$prefix" --cflags --libs OpenCL)"
"$compiler" -o "$folder/consumer" "$source" "$@"
LD_LIBRARY_PATH="$prefix/$libdir" "$folder/consumer"
