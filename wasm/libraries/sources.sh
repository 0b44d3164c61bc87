#!/bin/sh
# Fetches the sources of the libraries into the folder $1, as Debian's source packages: from where
# the machine gets its packages, with nothing changed outside of the folder. Does nothing
# if they are there.
set -eu

mkdir -p "$1"
cd "$1"
[ ! -e complete ] || exit 0

# The machine's own lists of packages, of sources instead of programs.
list='' parts=''
eval "$(apt-config shell list Dir::Etc::SourceList/f parts Dir::Etc::SourceParts/d)"
mkdir -p apt/sources apt/lists/partial
touch apt/sources.list
for file in "$list" "$parts"/*.list; do
	[ ! -f "$file" ] || sed -n 's/^deb /deb-src /p' "$file" >"apt/sources/$(basename "$file")"
done
for file in "$parts"/*.sources; do
	[ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"apt/sources/$(basename "$file")"
done

packages() {
	apt-get -q -o "Dir::Etc::SourceList=$PWD/apt/sources.list" \
		-o "Dir::Etc::SourceParts=$PWD/apt/sources" -o "Dir::State::Lists=$PWD/apt/lists" \
		-o "APT::Sandbox::User=$(id -un)" "$@"
}
packages update
packages source --only-source libyaml json-c picosat zlib
rm -rf apt
touch complete
