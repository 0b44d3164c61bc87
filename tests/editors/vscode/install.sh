#!/usr/bin/env bash
# Installs what drives VS Code without a display: code-server (VS Code's workbench, served to
# a browser) and playwright-core, both from npm, below the folder $1. Does nothing if they are there; exit code 77 where that
# cannot be.
#
# The last code-server for node 20 is 4.100.3. Its own install scripts fetch prebuilt
# programs from elsewhere, so they stay off, and the one native module it cannot start
# without is compiled here; `rg` comes from Debian's ripgrep.
set -euo pipefail

folder=$1
server_version=4.100.3
driver_version=1.55.0
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false

[ ! -e "$folder/complete" ] || exit 0
case $folder in
*[[:blank:]]*)
	echo "skipped: npm compiles nothing in a folder with blanks in its name: $folder"
	exit 77
	;;
esac
mkdir -p "$folder/server" "$folder/driver"
folder=$(cd "$folder" && pwd)

cd "$folder/server"
echo '{"private": true}' >package.json
npm install --silent --ignore-scripts "code-server@$server_version"
node_program=$(readlink -f "$(command -v node)")
npm_config_nodedir=$(dirname "$(dirname "$node_program")")
export npm_config_nodedir
npm rebuild --loglevel=error --build-from-source argon2 >/dev/null

cd node_modules/code-server/lib/vscode
npm install --silent --ignore-scripts --omit=dev
if [ -d node_modules/@vscode/ripgrep ]; then
	mkdir -p node_modules/@vscode/ripgrep/bin
	ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
fi
[ -e node_modules.asar ] || ln -s node_modules node_modules.asar

cd "$folder/driver"
echo '{"private": true}' >package.json
npm install --silent --ignore-scripts "playwright-core@$driver_version"
touch "$folder/complete"
