"""Writes CHANGELOG.md as a changelog of Debian.

usage: changelog.py CHANGELOG VERSION

Fails if the newest entry is not about VERSION: there is one version, that of CMakeLists.txt.
"""
import datetime
import pathlib
import re
import sys
import textwrap

CONTACT = "The vtosca developers <vtosca@packages.invalid>"


def main(path, version):
    entries = re.findall(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)\n(.*?)(?=^## |\Z)",
                         pathlib.Path(path).read_text(encoding="utf-8"), re.M | re.S)
    if not entries or entries[0][0] != version:
        sys.exit(f"{path}: the newest entry must be that of version {version}")
    for number, date, text in entries:
        day = datetime.date.fromisoformat(date)
        print(f"vtosca ({number}) unstable; urgency=medium\n")
        for point in re.findall(r"^- (.*?)(?=^- |\Z)", text, re.M | re.S):
            plain = re.sub(r"[`*]", "", " ".join(point.split()))
            print(textwrap.fill(plain, 76, initial_indent="  * ", subsequent_indent="    "))
        print(f"\n -- {CONTACT}  {day:%a, %d %b %Y} 12:00:00 +0000\n")


if __name__ == "__main__":
    main(*sys.argv[1:3])
