#!/bin/sh
# Checks that clang-tidy finds nothing in the C files of the product; .clang-tidy says what it looks for. Other versions
# find other things, so only the one the project uses decides.
#
# usage: tidy.sh SOURCE_DIRECTORY BUILD_DIRECTORY
cd "$1" || exit 2
version=14
clang-tidy --version 2>/dev/null | grep -q "version $version\." || {
	echo "skipped: there is no clang-tidy $version here"
	exit 77
}
# What is not compiled here, the data base of commands does not know.
sed -n 's/^ *"file": "\(.*\.c\)",*$/\1/p' "$2/compile_commands.json" | sort -u |
	awk -v top="$PWD/" 'index($0, top) == 1 && substr($0, length(top) + 1) ~ /^(base|solver|analyzer|lsp|cli)\//' |
	tr '\n' '\0' | xargs -0 -P 2 -n 24 clang-tidy --quiet -p "$2" 2>/dev/null
