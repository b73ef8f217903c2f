#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A checkout may lie anywhere: some of it is built in a folder with a blank, a plus and the word clrelay in
# its path, and the tests are run there that have to do with paths in scripts, in flags or in variables. The
# files are those of the tarball of a release, which so is built and tested, too; and somebody has asked for a
# unity build:
#   odd_path.sh CMAKE CTEST GENERATOR COMPILER SOURCE FOLDER
set -eu
cmake=$1 ctest=$2 generator=$3 compiler=$4 source=$5 folder=$6
copy="$folder/a b+clrelay"
rm -rf "$folder"
mkdir -p "$copy"
"$cmake" -DSOURCE="$source" -DOUTPUT="$folder" -DANY_STATE=ON -P "$source/cmake/dist.cmake"
tar -C "$copy" --strip-components=1 -xzf "$folder"/clrelay-*.tar.gz

# quiet COMMAND...: runs the command, and shows its output only if it fails.
quiet() {
    "$@" >"$folder/log" 2>&1 || {
        cat "$folder/log"
        exit 1
    }
}
quiet "$cmake" -S "$copy" -B "$copy/build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_BUILD_TYPE=Debug -DCLRELAY_TOOL=OFF -DCMAKE_UNITY_BUILD=ON
quiet "$cmake" --build "$copy/build" --parallel 2 --target OpenCL clrelay_ext clrelay_ext_static \
    cllayerinfo fake_good clrelay_check clrelay_frees clrelay_trace probe probe_other_defaults interposer threads_preloaded \
    layer_calls_api layer_inner fake_a fake_global fake_global_needs fake_icd2_full fake_has_all_1 \
    fake_has_none fake_no_mprotect
unset OCL_ICD_FILENAMES OCL_ICD_VENDORS
"$ctest" --test-dir "$copy/build" --no-tests=error --output-on-failure --tests-regex \
    '^(dispatch\.exports|project\.documents|threads\.preloaded\..*|package\.(compile_gcc|install|config|pkg_config|extension|debian))$'
python3 "$copy/test/run.py" "$copy/build" config/test_log.py Log.test_memory_that_cannot_be_changed
