#!/bin/sh
# Puts what Debian's packages say about copying into a folder.
#
# usage: debian.sh FOLDER NAME=PACKAGE…
set -eu
folder=$1
shift
for pair in "$@"; do
	cp "$(dpkg-query -L "${pair#*=}" | grep "/copyright$")" "$folder/${pair%%=*}"
done
