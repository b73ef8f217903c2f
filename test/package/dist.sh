#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The tarball of a release: the same bytes again from its own unpacked sources, under another time, umask, user's
# environment and path; with a checksum; and not from sources that are not committed.
#   dist.sh CMAKE SOURCE FOLDER
set -eu
cmake=$1 source=$2 folder=$3
# shellcheck source=test/package/shell.sh
. "${0%/*}/shell.sh"
rm -rf "$folder"
mkdir -p "$folder/first" "$folder/a folder"
"$cmake" -DSOURCE="$source" -DOUTPUT="$folder/first" -DANY_STATE=ON -P "$source/cmake/dist.cmake"
tarball=$(basename "$folder"/first/*.tar.gz)
(cd "$folder/first" && sha256sum --check ./*.sha256)
tar -tzf "$folder/first/$tarball" >"$folder/names"
grep -v '^clrelay-[0-9.]*/[^/]' "$folder/names" && fail "not everything is in one folder"
grep -E '/(build|[.]git|__pycache__)/' "$folder/names" && fail "something is there that is not checked in"

# Every file is a source: distributions treat a file that begins like a program as one without sources.
mkdir "$folder/look"
tar -C "$folder/look" -xzf "$folder/first/$tarball"
find "$folder/look" -type f -exec python3 -c '
import sys
programs = [name for name in sys.argv[1:] if open(name, "rb").read(4) in (b"\x7fELF", b"MZ\x90\x00", b"!<ar")]
print(*programs)
sys.exit(len(programs) > 0)' {} + || fail "these look like programs"

# As root, give the files to another user: git, if anything called it, would refuse to work there.
(umask 077 && tar -C "$folder/a folder" --no-same-permissions -xzf "$folder/first/$tarball")
again="$folder/a folder/${tarball%.tar.gz}"
find "$again" -exec touch -d '2001-02-03 04:05:06' {} +
test "$(id -u)" != 0 || chown -R 65534:65534 "$again"
(umask 002 && cd "$again" && env TZ=Asia/Tokyo LC_ALL=C.UTF-8 HOME=/nonexistent GIT_DIR=/nonexistent \
    "$cmake" --workflow --preset dist) >"$folder/log" 2>&1 || { cat "$folder/log"; fail "the workflow"; }
cmp "$folder/first/$tarball" "$again/build/dist/$tarball" || fail "the bytes are others"
cmp "$folder/first/$tarball.sha256" "$again/build/dist/$tarball.sha256" || fail "the checksum is another"

command -v git >/dev/null || { echo "no git here"; exit 0; }
test "$(id -u)" != 0 || chown -R 0:0 "$again"
repository() {
    git -C "$again" -c user.name=Pat -c user.email=pat@packager.test "$@"
}
dist() {
    "$cmake" -DSOURCE="$again" -DOUTPUT="$folder/second" -P "$again/cmake/dist.cmake" 2>&1
}
repository init --quiet
repository add --all
repository commit --quiet --message "All of it"
dist >/dev/null || fail "a release of what is committed"
cmp "$folder/first/$tarball" "$folder/second/$tarball" || fail "the bytes are others than with git"
echo >>"$again/README.md"
dist >"$folder/log" && fail "a release of what is not committed"
grep -q 'M README.md' "$folder/log" || fail "it does not say which file: $(cat "$folder/log")"
