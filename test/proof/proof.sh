#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves with CBMC that the readers of what others write are free of reads and writes out of bounds, of overflow of
# pointers and of signed numbers, and of endless loops, for all inputs up to a size: proof.sh [NAME...]
# proofs.tsv has a row for each; a loop that takes more rounds than its row says is a failure, too. Debian 12 has no
# CBMC: then it runs on a Debian 13 that machine.sh makes, as root.
set -eu
source=$(dirname "$(dirname "$(dirname "$(realpath "$0")")")")
# shellcheck source=test/package/shell.sh
. "$source/test/package/shell.sh"
# shellcheck source=test/package/machine.sh
. "$source/test/package/machine.sh"
if ! command -v cbmc >/dev/null; then
    machine_begin "$@"
    machine_make trixie
    machine_run sh -c 'apt-get -qq update && apt-get -qq install -y --no-install-recommends cbmc gcc libc6-dev >/dev/null'
    mkdir "$MACHINE/source"
    cp -r "$source/loader" "$source/include" "$source/test" "$MACHINE/source"
    machine_run sh /source/test/proof/proof.sh "$@"
    exit
fi
cd "$source"
tab=$(printf '\t')
failed=0
grep -v '^#' test/proof/proofs.tsv >/tmp/proofs.$$
while IFS="$tab" read -r name harness rounds others size; do
    case " $* " in "  " | *" $name "*) ;; *) continue ;; esac
    # shellcheck disable=SC2086 # a list of files
    if cbmc -DNDEBUG -Iloader -Iinclude "test/proof/$harness.c" loader/base/text.c ${others#-} \
        --function "proof_$name" --unwind "$rounds" --unwinding-assertions --drop-unused-functions \
        --memory-leak-check --pointer-overflow-check --signed-overflow-check >/tmp/proof.$$ 2>&1; then
        echo "proved: $name: $size"
    else
        echo "FAILED: $name: $size"
        grep -E ': FAILURE|rror' /tmp/proof.$$ | head -5
        failed=1
    fi
done </tmp/proofs.$$
rm -f /tmp/proofs.$$ /tmp/proof.$$
exit $failed
