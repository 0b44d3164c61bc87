#!/usr/bin/env python3
"""check.py VTOSCA: every error that resolving knows, word by word, each with a template that has it.

The tables beside this file say which; see README.md for their notation.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VERSION = "tosca_definitions_version"


def blocks(path):
    """Line number, error and template of each entry of a table."""
    number = 1
    for block in re.split(r"\n\n+", path.read_text(encoding="utf-8").strip()):
        error, *lines = [line for line in block.split("\n") if not line.startswith("#")]
        yield number, error.replace("\\n", "\n"), lines
        number += block.count("\n") + 2


def write(folder, error, lines):
    folder.mkdir()
    test = [line[4:] for line in lines if line.startswith("  > ")]
    text = [line[2:] for line in lines if not line.startswith("  > ")]
    if not any(line.startswith(VERSION) for line in text):
        text.insert(0, f"{VERSION}: tosca_simple_yaml_1_3")
    test.append("error: " + json.dumps(error, ensure_ascii=False))
    (folder / "template.yaml").write_text("\n".join(text) + "\n", encoding="utf-8")
    (folder / "test.yaml").write_text("\n".join(test) + "\n", encoding="utf-8")


def main(vtosca):
    with tempfile.TemporaryDirectory() as temporary:
        count = 0
        for path in sorted(HERE.glob("*.txt")):
            for number, error, lines in blocks(path):
                write(pathlib.Path(temporary, f"{path.name}:{number}"), error, lines)
                count += 1
        print(f"{count} errors", flush=True)
        return subprocess.run([vtosca, "test", "."], cwd=temporary, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))
