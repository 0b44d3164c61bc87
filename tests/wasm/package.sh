#!/bin/sh
# A package made by `npm pack` and installed elsewhere has the command and the module, and the terms of what is in it.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false npm_config_offline=true

(cd "$top/npm" && npm pack --silent --pack-destination "$folder" >/dev/null)
cd "$folder"
echo '{"private": true, "type": "module"}' >package.json
npm install --silent ./vtosca-*.tgz
[ "$(npx vtosca --version)" = "$(sed -n 's/.*"version": "\(.*\)",/vtosca \1/p' "$top/npm/package.json")" ]

cp -r "$top/editors/demo" .
npx vtosca check demo/web-shop.yaml
npx vtosca presence demo/web-shop.yaml --kind node --format csv >presence.csv
grep -q '^node.mailer,.*absent.*present' presence.csv
npx vtosca resolve demo/web-shop.yaml --preset production -o production.yaml
grep -q '^tosca_definitions_version' production.yaml
npx vtosca test demo
code=0
npx vtosca check missing.yaml 2>/dev/null || code=$?
[ "$code" = 2 ]

cat >use.mjs <<'END'
import { load, memoryFiles, nodeFiles } from 'vtosca';
const vtosca = await load();
const inMemory = await vtosca.run(['check', '/a.yaml'], { files: memoryFiles(new Map([['/a.yaml', 'tosca_definitions_version: 4']])) });
const onDisk = await vtosca.run(['presence', 'demo/web-shop.yaml'], { files: nodeFiles });
if (inMemory.code !== 1 || !inMemory.stdout.includes('/a.yaml:1:') || onDisk.code !== 0 || onDisk.stdout.length < 1000) {
    throw new Error(JSON.stringify({ inMemory, onDisk }));
}
END
node use.mjs

# The compiler is the playground's; ./dev test-wasm installs it.
cp "$top/tests/wasm/types.ts" .
node "$top/playground/node_modules/typescript/lib/tsc.js" --strict --target es2022 --module nodenext types.ts
node types.js
python3 "$top/tests/editors/licenses.py" "$top/build/wasm" node_modules/vtosca
size=$(node -e '
	const { readFileSync, readdirSync } = require("fs");
	const { brotliCompressSync } = require("zlib");
	const folder = "node_modules/vtosca/lib/";
	console.log(readdirSync(folder).reduce((sum, name) => sum + brotliCompressSync(readFileSync(folder + name)).length, 0));
')
echo "$size bytes, compressed"
[ "$size" -le 1500000 ]
[ -s node_modules/vtosca/LICENSE ]
echo "the package works"
