# SPDX-License-Identifier: Apache-2.0
# What the scripts share that test packages. Nothing of it ends a test without a word.
# shellcheck shell=sh

skip() {
    echo "skipped: $1"
    test "${CLRELAY_TESTS_REQUIRE_ALL:-}" = 1 && exit 1
    exit 77
}

fail() {
    echo "FAILED: $1"
    exit 1
}

# expect WHAT IS WANTED
expect() {
    test "$2" = "$3" || fail "$1 is \"$2\", not \"$3\""
}

# pkg_config_in PREFIX WORD...: pkg-config for a tree that was installed there. Files of pkg-config for
# /usr name that, as packages need it; all others say what is so wherever the tree lies.
pkg_config_in() {
    if test "$(pkg-config --variable=prefix OpenCL)" = /usr; then
        set -- "$@" --define-variable=prefix="$1"
    fi
    shift
    pkg-config "$@"
}
