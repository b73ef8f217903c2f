# SPDX-License-Identifier: Apache-2.0
# What the scripts beside this one share. Each sets `usage` and passes its arguments to packaging_begin, which sets
# release, version, epoch, source, folder, contact and homepage for it.
# shellcheck shell=sh disable=SC2034,SC2154
fail() {
    echo "${0##*/}: $1" >&2
    exit 1
}

# Reads --contact, --homepage, --release and the folder, and sets `arguments` to the number of arguments that these
# took. Version and date are those of CHANGELOG.md; SOURCE_DATE_EPOCH overrides the date.
packaging_begin() {
    contact='' homepage='' release=1 arguments=$#
    case ${1-} in --help | -h)
        echo "Usage: $usage"
        exit
        ;;
    esac
    while test $# -gt 1; do
        case $1 in
        --contact) contact=$2 ;;
        --homepage) homepage=$2 ;;
        --release) release=$2 ;;
        *) break ;;
        esac
        shift 2
    done
    test $# -gt 0 || fail "there is no folder to make the packages in. The command is: $usage"
    folder=$1
    case $folder in -*) fail "\"$folder\" is no folder. The command is: $usage" ;; esac
    shift
    arguments=$((arguments - $#))
    source=$(dirname "$(dirname "$(realpath "$0")")")
    echo "$contact" | grep -Eqx "[^<>]+ <[^<>@ ]+@[^<>@ ]+>" ||
        fail "\"$contact\" is no name and address of who answers for the packages. Pass --contact 'YOUR NAME <YOUR ADDRESS>'."
    test -z "$(ls -A "$folder" 2>/dev/null)" || fail "$folder is not empty. Name a new folder."
    mkdir -p "$folder"
    folder=$(realpath "$folder")
    heading=$(sed -n '/^## \[/ { p; q }' "$source/CHANGELOG.md")
    version=$(echo "$heading" | sed 's/^## \[\([0-9.]*\)\].*/\1/')
    epoch=${SOURCE_DATE_EPOCH:-$(date --utc --date="$(echo "$heading" | sed 's/.* - \([0-9-]*\).*/\1/')" +%s)}
}

# packaging_tar FOLDER: makes clrelay-VERSION.tar.gz as for a release, but from this checkout as it is.
packaging_tar() {
    cmake "-DSOURCE=$source" "-DOUTPUT=$1" -DANY_STATE=ON -P "$source/cmake/dist.cmake"
}
