# SPDX-License-Identifier: Apache-2.0
# What the scripts share that test packages. Nothing here ends a test silently.
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

# expect WHAT ACTUAL WANTED
expect() {
    test "$2" = "$3" || fail "$1 is \"$2\", not \"$3\""
}

# pkg_config_in PREFIX WORD...: runs pkg-config for a tree that was installed there. In a package, the files of
# pkg-config name /usr; all others are correct wherever the tree is.
pkg_config_in() {
    if test "$(pkg-config --variable=prefix OpenCL)" = /usr; then
        set -- "$@" --define-variable=prefix="$1"
    fi
    shift
    pkg-config "$@"
}
