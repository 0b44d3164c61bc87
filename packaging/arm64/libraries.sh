#!/bin/sh
# Fetches what vtosca is linked to for arm64 into the folder $1: Debian's packages, unpacked there and not installed, as some
# of them cannot stand beside those of the machine. Does nothing if they are there.
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cd "$1"
[ ! -e complete ] || exit 0
. "$top/packaging/apt.sh"

packages_of deb -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State::status=/dev/null
packages update
packages install -y --download-only --no-install-recommends libyaml-dev libjson-c-dev libuv1-dev libminizip-dev zlib1g-dev \
	picosat libc6
for archive in apt/cache/archives/*.deb; do
	case $archive in
	*/libc6-dev_* | */linux-libc-dev_*) ;; # the compiler has its own
	*) dpkg-deb -x "$archive" . ;;
	esac
done
find . -type l -lname '/*' | while read -r link; do
	ln -sfn "$PWD$(readlink "$link")" "$link"
done
rm -rf apt
touch complete
