#!/bin/sh
# Checks that every C file is laid out as .clang-format says. Other versions of clang-format lay
# some things out differently, so only the one the project uses decides.
cd "$1" || exit 2
version=14
clang-format --version 2>/dev/null | grep -q "version $version\." || {
	echo "skipped: there is no clang-format $version here"
	exit 77
}
find solver analyzer lsp cli tests -name '*.[ch]' -exec clang-format --dry-run -Werror {} +
