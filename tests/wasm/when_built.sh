#!/bin/sh
# Runs its arguments where the module is to be tested: an old one would tell of old mistakes.
if [ "${VTOSCA_TEST_WASM:-}" != 1 ]; then
	echo "skipped: ./dev test-wasm runs it"
	exit 77
fi
exec "$@"
