#!/bin/sh
# Installs the package for Debian in a bare system, as ./dev package has made it, and replays the terminal sessions of the pages
# that it brings along there. As root, with mmdebstrap and unshare.
# usage: packaging/try.sh [SUITE…], as Debian calls its releases; bookworm and trixie, if none is said
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
package=$(ls "$top"/build/packages/vtosca_*_"$(dpkg --print-architecture)".deb)
[ $# -gt 0 ] || set -- bookworm trixie

for suite in "$@"; do
	bare=$(mktemp -d "${TMPDIR:-/var/tmp}/vtosca-$suite.XXXXXX")
	# What dpkg lacks, apt brings: nothing but what the package says that it needs.
	mmdebstrap --quiet --variant=apt "$suite" "$bare"
	cp /etc/resolv.conf /etc/hosts "$bare/etc"
	cp "$package" "$bare/tmp/vtosca.deb"
	cp "$top/tests/cli/transcript.py" "$bare/tmp"
	cat >"$bare/tmp/try" <<'END'
set -eu
export DEBIAN_FRONTEND=noninteractive
cd /tmp
apt-get update -q
dpkg -i vtosca.deb || apt-get install -f -y -q --no-install-recommends
vtosca resolve /usr/share/doc/vtosca/editors/demo/web-shop.yaml --preset production -o production.yaml
vtosca check production.yaml
apt-get install -y -q --no-install-recommends python3
mkdir -p tests/cli
mv transcript.py tests/cli
cd /usr/share/doc/vtosca
python3 /tmp/tests/cli/transcript.py --top . /usr/bin/vtosca README.md $(grep -l '^```console' docs/*.md)
dpkg --purge vtosca
END
	status=0
	unshare --mount --pid --fork sh -c '
		mount -t proc proc "$0/proc"
		mount --rbind /dev "$0/dev"
		exec chroot "$0" env PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 sh /tmp/try' "$bare" >"$bare.log" 2>&1 || status=$?
	tail -n 25 "$bare.log"
	rm -rf "$bare" "$bare.log"
	[ "$status" = 0 ] || {
		echo "$suite: something is wrong"
		exit 1
	}
	echo "$suite: all as it should be"
done
