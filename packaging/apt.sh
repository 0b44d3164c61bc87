# shellcheck shell=sh
# To be sourced: packages from where the machine has its own, of another kind or architecture, with nothing changed outside
# of the current folder. Needs no rights.

# packages_of TYPE [OPTION…]: `packages COMMAND…` is then apt-get for packages of the TYPE, deb or deb-src.
packages_of() {
	type=$1
	shift
	options="$*"
	list='' parts=''
	eval "$(apt-config shell list Dir::Etc::SourceList/f parts Dir::Etc::SourceParts/d)"
	mkdir -p apt/sources apt/lists/partial apt/cache/archives/partial
	touch apt/sources.list
	for file in "$list" "$parts"/*.list; do
		[ ! -f "$file" ] || sed -n "s/^deb /$type /p" "$file" >"apt/sources/$(basename "$file")"
	done
	for file in "$parts"/*.sources; do
		[ ! -f "$file" ] || sed "s/^Types:.*/Types: $type/" "$file" >"apt/sources/$(basename "$file")"
	done
}

packages() {
	# shellcheck disable=SC2086 # the options are words
	apt-get -q -o "Dir::Etc::SourceList=$PWD/apt/sources.list" -o "Dir::Etc::SourceParts=$PWD/apt/sources" \
		-o "Dir::State::Lists=$PWD/apt/lists" -o "Dir::Cache=$PWD/apt/cache" -o "APT::Sandbox::User=$(id -un)" \
		$options "$@"
}
