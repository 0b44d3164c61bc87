#!/bin/sh
# What is installed works where it is: the pages' links lead somewhere, and their terminal sessions are what the program
# that is installed prints beside them. usage: installed.sh BUILD FOLDER VERSION SESSIONS…, the FOLDER to install in
set -eu
build=$1 folder=$2 version=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)

rm -rf "$folder"
cmake --install "$build" --prefix "$folder" >/dev/null
pages=$folder/share/doc/vtosca
[ "$("$folder/bin/vtosca" --version)" = "vtosca $version" ]
python3 "$here/../packaging.py" --pages "$pages"
python3 "$here/transcript.py" --top "$pages" "$folder/bin/vtosca" "$@"
[ -z "$(find "$folder" -type d -empty)" ] || {
	find "$folder" -type d -empty
	echo "there are empty folders"
	exit 1
}
for file in man/man1/vtosca.1* man/man1/vtosca-check.1* bash-completion/completions/vtosca zsh/vendor-completions/_vtosca \
	fish/vendor_completions.d/vtosca.fish vtosca/nvim/plugin/vtosca.lua vtosca/emacs/vtosca.el vtosca/vim/compiler/vtosca.vim; do
	[ -s "$(echo "$folder"/share/$file)" ] || {
		echo "there is no share/$file"
		exit 1
	}
done
echo "all as it should be"
