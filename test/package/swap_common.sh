# SPDX-License-Identifier: Apache-2.0
# What the parts of swap.sh share that run on the fresh machine.
# shellcheck shell=sh
step() {
    printf '\n=== %s (%s s)\n' "$1" $(($(date +%s) - MACHINE_STARTED))
}
fail() {
    echo "FAILED: $1"
    exit 1
}
# quiet COMMAND...: runs the command, and shows its output only if it fails.
quiet() {
    "$@" >/tmp/output 2>&1 || {
        tail -n 60 /tmp/output
        fail "$*"
    }
}
