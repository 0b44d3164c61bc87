#!/bin/sh
# Fetches the sources of the libraries into the folder $1, as Debian's source packages: from where
# the machine gets its packages, with nothing changed outside of the folder. Does nothing
# if they are there.
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cd "$1"
[ ! -e complete ] || exit 0
. "$top/packaging/apt.sh"

packages_of deb-src
packages update
packages source --only-source libyaml json-c picosat zlib
rm -rf apt
touch complete
