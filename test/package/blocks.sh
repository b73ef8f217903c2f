#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs the shell blocks of README.md and of the other pages, in order, on a fresh machine, as root, in the sources
# of a tarball as they are released. Nothing is installed but what the blocks install.
#
#   blocks.sh [--long] SUITE FOLDER     bookworm, say; --long: also those that take long. FOLDER: for what they print
#
# As root; machine.sh makes the machine, and test/project/blocks.py knows the blocks.
set -eu
here=$(dirname "$(realpath "$0")")
source=$(realpath "$here/../..")
# shellcheck source=test/package/shell.sh
. "$here/shell.sh"
# shellcheck source=test/package/machine.sh
. "$here/machine.sh"
machine_begin "$@"
long=
if test "$1" = --long; then
    long=$1
    shift
fi
suite=$1 logs=$2

rm -rf "$logs"
mkdir -p "$logs"
python3 -B "$source/test/project/blocks.py" "$source" "$logs" ${long:+"$long"} || fail "the blocks"
cmake -DSOURCE="$source" -DOUTPUT="$logs/dist" -DANY_STATE=ON -P "$source/cmake/dist.cmake" 2>"$logs/dist.log" ||
    { cat "$logs/dist.log"; fail "the tarball"; }
machine_make "$suite"

# Does as users do: unpacks the tarball in the home folder, and says yes to apt.
mkdir "$MACHINE/root/clrelay" "$MACHINE/blocks"
tar -C "$MACHINE/root/clrelay" --strip-components=1 --no-same-owner -xzf "$logs"/dist/*.tar.gz
echo 'APT::Get::Assume-Yes "true";' >"$MACHINE/etc/apt/apt.conf.d/yes"
cp "$logs"/*.sh "$MACHINE/blocks"
# The reader's own folder has a program like the one in the pages.
mkdir -p "$logs/project"
cp -R "$logs/project" "$MACHINE/root/project"
cp "$source/tools/test/trace/case/mended.c" "$MACHINE/root/project/simulation.c"
cp "$source/tools/test/trace/case/case.h" "$MACHINE/root/project"
printf '#!/bin/sh\nexec clinfo -l\n' >"$MACHINE/root/project/program"
chmod 755 "$MACHINE/root/project/program"

failed=
while read -r number where folder; do
    began=$(date +%s) status=0
    machine_run env --chdir="/root/$folder" DEBIAN_FRONTEND=noninteractive sh -eu "/blocks/$number.sh" \
        </dev/null >"$logs/$number.log" 2>&1 || status=$?
    test $status = 0 || {
        cat "$logs/$number.log"
        echo "--- the block:"
        cat "$logs/$number.sh"
        failed="$failed $where (exit status $status)"
    }
    printf '%5d s  %s\n' $(($(date +%s) - began)) "$where"
done <"$logs/plan"
test -z "$failed" || fail "the blocks at$failed"
step "all right"
