#!/bin/sh
# Makes the site of the documentation with mkdocs: the pages here, and those elsewhere that they lead to.
#
# usage: docs/site.sh FOLDER [PLAYGROUND]
#
# PLAYGROUND, as playground/build.sh has made it, goes with them: examples are tried where they stand.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT

cd "$top"
# Every page, since pages lead to one another, and what they show.
find . \( -name build -o -name node_modules -o -name '.*' ! -name . \) -prune -o -name '*.md' -print | while read -r page; do
	mkdir -p "$pages/$(dirname "$page")"
	cp "$page" "$pages/$page"
done
for path in docs lsp/reference cli/schemas editors/demo editors/vscode/media; do
	mkdir -p "$pages/$path"
	cp -R "$path/." "$pages/$path"
done
cp LICENSE "$pages"
mv "$pages/playground/README.md" "$pages/playground.md" # the folder is for the playground itself
rmdir "$pages/playground"
sed 's#](docs/README.md)#](index.md)#g; s#](playground/README.md)#](playground.md)#g' README.md >"$pages/about.md"
rm "$pages/README.md"
sed -i 's#](\.\./README\.md#](../about.md#g' "$pages"/*/README.md
# Examples that a page shows a part of.
for page in docs/*.md lsp/reference/*.md; do
	sed -n 's/^<!-- try: \(.*\) -->$/\1/p' "$page" | while read -r example; do
		mkdir -p "$pages/$(dirname "$page")/$(dirname "$example")"
		cp "$(dirname "$page")/$example" "$pages/$(dirname "$page")/$example"
		cp "$(dirname "$(dirname "$page")/$example")"/_*.yaml "$pages/$(dirname "$page")/$(dirname "$example")" 2>/dev/null || true # it may import them
	done
done
sed 's#](\.\./#](#g; s#](\([a-z-]*\.md\))#](docs/\1)#g' docs/README.md >"$pages/index.md"
rm "$pages/docs/README.md"
scripts='[]'
if [ $# -gt 1 ]; then
	cp -R "$2" "$pages/playground"
	sed -i 's#<html lang="en"#& data-documentation="../"#' "$pages/playground/index.html" # its pages are there
	cp docs/try.js "$pages/try.js"
	scripts='[try.js]'
fi
cat >"$pages/../mkdocs.$$.yml" <<END
site_name: vtosca
docs_dir: $pages
site_dir: $out
theme: {name: readthedocs, highlightjs: false}
use_directory_urls: false
extra_javascript: $scripts
nav:
  - Overview: index.md
  - Five minutes: docs/five-minutes.md
  - Conditions: docs/conditions.md
  - Modes: docs/modes.md
  - All inputs: docs/all-inputs.md
  - Testing: docs/testing.md
  - Continuous integration: docs/ci.md
  - Migrating: docs/migrating.md
  - Operators and options: docs/reference.md
  - Diagnostics: lsp/reference/diagnostics.md
  - Settings: lsp/reference/settings.md
  - Changes: CHANGELOG.md
END
status=0
mkdocs build -q --strict -f "$pages/../mkdocs.$$.yml" || status=$?
rm -f "$pages/../mkdocs.$$.yml"
# Debian's theme asks for scripts by names under which it does not have them: jQuery, and what no page needs.
(cd "$out" && grep -oh 'js/[A-Za-z0-9_.-]*\.js' index.html | sort -u | while read -r script; do
	[ ! -e "$script" ] || continue
	: >"$script"
	case $script in js/jquery-*) cat "$(find js -name 'jquery-*' -size +0 | head -n 1)" >"$script" ;; esac
done)
[ "$status" -eq 0 ] && echo "$out/index.html"
exit "$status"
