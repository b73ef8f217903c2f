#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Which version of ocl-icd-libopencl1 Debian's packages stand for: the one that apt would install here, or the one
# that is passed; without either the build stops and says what to pass: provides.sh SOURCE FOLDER
set -eu
source=$1 folder=$2
# shellcheck source=test/package/shell.sh
. "${0%/*}/shell.sh"
command -v dpkg >/dev/null || skip "no dpkg here"
rm -rf "$folder"
mkdir -p "$folder"
unset CLRELAY_OCL_ICD_VERSION

# provides VERSION-THAT-APT-KNOWS PACKAGE: prints the answer, or why there is none.
provides() {
    printf '#!/bin/sh\nprintf "ocl-icd-libopencl1:\\n  Installed: 1.0-1\\n  Candidate: %s\\n"\n' "$1" \
        >"$folder/apt-cache"
    chmod 755 "$folder/apt-cache"
    PATH="$folder:$PATH" sh "$source/packaging/debian/provides" "$2" 2>&1 || true
}
expect "what the development files provide" "$(provides 2.3.4-1+b1 clrelay-dev)" \
    "clrelay:Provides=opencl-dev, ocl-icd-opencl-dev (= 2.3.4-1+b1)"
case $(provides 2.3.4-1+b1 clrelay-libopencl1) in
"clrelay:Provides=libopencl1, ocl-icd-libopencl1 (= 2.3.4-1+b1), libopencl-1.1-1, "*", libopencl-3.1-1") ;;
*) fail "the library provides $(provides 2.3.4-1+b1 clrelay-libopencl1)" ;;
esac
for unknown in '(none)' ''; do
    case $(provides "$unknown" clrelay-dev) in
    "debian/provides: apt does not know"*"CLRELAY_OCL_ICD_VERSION=2.3.1-1"*) ;;
    *) fail "where apt knows \"$unknown\": $(provides "$unknown" clrelay-dev)" ;;
    esac
done
export CLRELAY_OCL_ICD_VERSION=2.2.14-3
expect "with a version that is passed" "$(provides '(none)' clrelay-dev)" \
    "clrelay:Provides=opencl-dev, ocl-icd-opencl-dev (= 2.2.14-3)"
CLRELAY_OCL_ICD_VERSION=new
case $(provides 2.3.4-1+b1 clrelay-dev) in
*"\"new\" is no version of a package (CLRELAY_OCL_ICD_VERSION)"*) ;;
*) fail "with a version that is none: $(provides 2.3.4-1+b1 clrelay-dev)" ;;
esac

# A package must name a maintainer; otherwise neither the scripts nor the build itself make it.
for kind in debian fedora; do
    for nobody in '' somebody; do
        "$source/packaging/$kind.sh" --contact "$nobody" "$folder/none" >"$folder/output" 2>&1 &&
            fail "packages are made for $nobody"
        grep -q "\"$nobody\" is no name.*--contact" "$folder/output" || fail "$(cat "$folder/output")"
    done
done

# A word that looks like an option is not a folder.
for kind in debian fedora; do
    case $("$source/packaging/$kind.sh" --help) in
    "Usage: packaging/$kind.sh "*FOLDER*) ;;
    *) fail "packaging/$kind.sh --help does not say how it is used" ;;
    esac
    for word in --release --contcat -S; do
        (cd "$folder" && "$source/packaging/$kind.sh" --contact 'Pat <pat@packager.test>' "$word") \
            >"$folder/output" 2>&1 && fail "$word is taken for a folder"
        grep -q "\"$word\" is no folder.*packaging/$kind.sh" "$folder/output" || fail "$(cat "$folder/output")"
    done
done

sh "$source/packaging/debian/contact" 2>"$folder/output" && fail "the build takes the contact of nobody"
grep -q 'names nobody who answers' "$folder/output" || fail "$(cat "$folder/output")"
