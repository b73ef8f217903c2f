#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes packages for Fedora and its kin of this checkout, with packaging/fedora/clrelay.spec:
#
#   packaging/fedora.sh --contact 'NAME <ADDRESS>' [--homepage URL] [--release N] FOLDER [OPTION-OF-RPMBUILD...]
#
# They end up in FOLDER/RPMS and FOLDER/SRPMS. FOLDER must not have files yet. On other systems than Fedora the
# macros of packaging/fedora/macros stand for Fedora's; there pass --nodeps, too.
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname "$(realpath "$0")")/common.sh"
usage="packaging/fedora.sh --contact 'NAME <ADDRESS>' [--homepage URL] [--release N] FOLDER [OPTION-OF-RPMBUILD...]"
packaging_begin "$@"
shift "$arguments"
command -v rpmbuild >/dev/null ||
    fail "there is no rpmbuild. On Fedora: dnf install rpm-build. On Debian: apt-get install rpm"

mkdir "$folder/SOURCES" "$folder/SPECS"
packaging_tar "$folder/SOURCES"
rm "$folder/SOURCES/clrelay-$version.tar.gz.sha256"
export contact homepage release
date=$(LC_ALL=C date --utc --date="@$epoch" "+%a %b %d %Y")
export date
# The changelog gets a single entry, which is the packager's.
awk '/^License:/ && ENVIRON["homepage"] { $0 = $0 "\nURL:            " ENVIRON["homepage"] }
     /^Release:/ { sub(/1%/, ENVIRON["release"] "%") }
     /^\* / { sub(/^.* - /, "* " ENVIRON["date"] " " ENVIRON["contact"] " - "); sub(/-1$/, "-" ENVIRON["release"]) }
     { print }' "$source/packaging/fedora/clrelay.spec" >"$folder/SPECS/clrelay.spec"
case $(rpm --eval '%{?fedora}%{?rhel}') in
'') set -- --load="$source/packaging/fedora/macros" "$@" ;;
esac
chmod 644 "$folder"/SOURCES/* "$folder/SPECS/clrelay.spec"
set -- --define "_topdir $folder" --define "packager $contact" --define "_buildhost localhost" \
    --define "source_date_epoch_from_changelog 1" --define "use_source_date_epoch_as_buildtime 1" \
    --define "clamp_mtime_to_source_date_epoch 1" "$@" "$folder/SPECS/clrelay.spec"
# These are two commands: the source package contains the folder's name, and the other packages would contain its
# checksum.
rpmbuild -bs "$@"
exec rpmbuild -bb "$@"
