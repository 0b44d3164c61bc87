#!/usr/bin/env bash
# Makes the playground of what ./dev wasm has left in npm/: static files in the folder $1.
set -euo pipefail

mkdir -p "$1"
target=$(cd "$1" && pwd)
cd "$(dirname "$0")"
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false

npm ci --loglevel=error --ignore-scripts
npx tsc --noEmit
mkdir -p meta
bundle() {
	npx esbuild "$@" "--metafile=meta/$(basename "$1").json" --bundle --minify --target=es2022 --format=iife --loader:.ttf=file --log-level=warning \
		--entry-names='[name]' --asset-names='[name]' "--outdir=$target"
}
bundle src/page.ts src/server.ts src/layout.ts
bundle node_modules/monaco-editor/esm/vs/editor/editor.worker.js
cp src/index.html src/style.css "$target/"
cp ../npm/lib/vtosca.wasm "$target/"
mkdir -p "$target/examples" "$target/licenses"
cp -R ../editors/demo/. "$target/examples/"
cp examples/*.yaml "$target/examples/"
# What the authors of all that is in here say about copying.
cp ../npm/licenses/* "$target/licenses/"
cp ../LICENSE "$target/licenses/vtosca"
node ../packaging/licenses/collect.mjs "$target/licenses" meta/*.json
../packaging/licenses/debian.sh "$target/licenses" graphviz=libcgraph6 expat=libexpat1
