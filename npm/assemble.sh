#!/bin/sh
# Puts what ./dev wasm has built in the folder $1 where the package has it: the module, the reference, and what
# is to be said about copying.
set -eu

build=$(cd "$1" && pwd)
cd "$(dirname "$0")"
mkdir -p reference licenses
cp "$build/cli/vtosca.mjs" "$build/cli/vtosca.wasm" lib/
cp ../lsp/reference/*.md reference/
cp ../LICENSE .
cp "$build"/installed/share/licenses/* licenses/
cp "$(dpkg-query -L emscripten | grep "/copyright$")" licenses/emscripten # the C library and the loader
