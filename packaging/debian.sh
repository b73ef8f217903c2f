#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes Debian's packages of this checkout: a source package from it and packaging/debian, then the packages.
#
#   packaging/debian.sh --contact 'NAME <ADDRESS>' [--homepage URL] [--release N] FOLDER [OPTION-OF-DPKG-BUILDPACKAGE...]
#
# Everything ends up in FOLDER, which must not have files yet. Version and date are those of CHANGELOG.md, or the
# date is that of SOURCE_DATE_EPOCH. Without options: all packages. `-S` makes the source package alone.
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname "$(realpath "$0")")/common.sh"
usage="packaging/debian.sh --contact 'NAME <ADDRESS>' [--homepage URL] [--release N] FOLDER [OPTION-OF-DPKG-BUILDPACKAGE...]"
packaging_begin "$@"
shift "$arguments"
command -v dh >/dev/null || fail "there is no debhelper. On Debian: apt-get install debhelper dpkg-dev"

tree=$folder/clrelay-$version
packaging_tar "$folder"
mv "$folder/clrelay-$version.tar.gz" "$folder/clrelay_$version.orig.tar.gz"
rm "$folder/clrelay-$version.tar.gz.sha256"
tar -C "$folder" -xf "$folder/clrelay_$version.orig.tar.gz"
cp -r "$tree/packaging/debian" "$tree/debian"
chmod -R u=rwX,go=rX "$tree/debian"
export contact homepage
awk '/^Maintainer: / { $0 = "Maintainer: " ENVIRON["contact"]; if (ENVIRON["homepage"]) $0 = $0 "\nHomepage: " ENVIRON["homepage"] }
     { print }' \
    "$tree/packaging/debian/control" >"$tree/debian/control"
cat >"$tree/debian/changelog" <<EOF
clrelay ($version-$release) unstable; urgency=medium

  * clrelay $version; changelog.gz tells what is new.

 -- $contact  $(LC_ALL=C date --utc --date="@$epoch" "+%a, %d %b %Y %H:%M:%S +0000")
EOF
cd "$tree"
exec dpkg-buildpackage -us -uc "$@"
