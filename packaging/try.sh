#!/bin/sh
# Tries in bare systems, as root and with mmdebstrap and unshare, what somebody gets who has nothing yet.
# usage: packaging/try.sh [--source] [SUITE…], as Debian calls its releases; bookworm and trixie, if none is said
#
# What ./dev package has made: the static program before anything is installed; the package for Debian, and the terminal
# sessions of the pages that it brings along. With --source, instead: ./dev demo and ./dev test in a clone of what is
# committed, which takes a quarter of an hour for each system.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
architecture=$(dpkg --print-architecture)
what=packages
[ "${1:-}" != --source ] || {
	what=source
	shift
}
[ $# -gt 0 ] || set -- bookworm trixie

put_packages() {
	cp "$top"/build/packages/vtosca_*_"$architecture".deb "$1/tmp/vtosca.deb"
	cp "$top"/build/packages/vtosca-*-linux-"$architecture".tar.gz "$1/tmp/vtosca.tar.gz"
	cp "$top/tests/cli/transcript.py" "$1/tmp"
	cat >"$1/tmp/try" <<'END'
set -eu
export DEBIAN_FRONTEND=noninteractive
cd /tmp
mkdir portable
tar -xzf vtosca.tar.gz -C portable
demo=$(find portable -name web-shop.yaml)
static=$(find portable -path '*/bin/vtosca')
$static presence "$demo" >presence.txt
$static resolve "$demo" --preset production -o static.yaml
$static check static.yaml
apt-get update -q
# What dpkg lacks, apt brings: nothing but what the package says that it needs.
dpkg -i vtosca.deb || apt-get install -f -y -q --no-install-recommends
vtosca resolve /usr/share/doc/vtosca/editors/demo/web-shop.yaml --preset production -o production.yaml
vtosca check production.yaml
vtosca presence "$demo" | cmp - presence.txt
apt-get install -y -q --no-install-recommends python3
mkdir -p tests/cli
mv transcript.py tests/cli
cd /usr/share/doc/vtosca
python3 /tmp/tests/cli/transcript.py --top . /usr/bin/vtosca README.md $(grep -l '^```console' docs/*.md)
dpkg --purge vtosca
END
}

put_source() {
	git clone -q "$top" "$1/tmp/vtosca"
	cat >"$1/tmp/try" <<'END'
set -eu
cd /tmp/vtosca
./dev demo
./dev test
END
}

for suite in "$@"; do
	bare=$(mktemp -d "${TMPDIR:-/var/tmp}/vtosca-$suite.XXXXXX")
	mmdebstrap --quiet --variant=apt "$suite" "$bare"
	cp /etc/resolv.conf /etc/hosts "$bare/etc"
	put_$what "$bare"
	status=0
	unshare --mount --pid --fork sh -c '
		mount -t proc proc "$0/proc"
		mount --rbind /dev "$0/dev"
		exec chroot "$0" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 sh /tmp/try' "$bare" >"$bare.log" 2>&1 || status=$?
	tail -n 25 "$bare.log"
	[ "$status" = 0 ] || {
		echo "$suite: something is wrong, see $bare.log"
		rm -rf "$bare"
		exit 1
	}
	rm -rf "$bare" "$bare.log"
	echo "$suite: all as it should be"
done
