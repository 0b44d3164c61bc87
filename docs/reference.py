"""Writes docs/reference.md from the tables of operators, modes and options.

usage: reference.py

Without VTOSCA_UPDATE=1 in the environment nothing is written: it fails if the page is out of date.
"""
import os
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[1]
TABLES = TOP / "analyzer/language/variability"
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[(),]|[^"(),]+')


def rows(table, macro):
    """The arguments of each row; of texts, what they say."""
    text = re.sub(r"/\*.*?\*/", "", (TABLES / table).read_text(encoding="utf-8"), flags=re.S)
    for start in re.finditer(rf"^{macro}\(", text, re.M):
        depth, arguments = 1, [""]
        for token in TOKEN.findall(text[start.end():]):
            depth += (token == "(") - (token == ")")
            if depth == 0:
                break
            if token == "," and depth == 1:
                arguments.append("")
            elif token.startswith('"'):
                arguments[-1] += token[1:-1].replace('\\"', '"').replace("\\\\", "\\")
            else:
                arguments[-1] += token.strip("\n\t")
        yield [argument.strip() for argument in arguments]


def page():
    lines = ["# Operators, modes, options", "", "<!-- Written by reference.py from the tables of the program. -->", ""]
    groups = {}
    for row in rows("operators.def", "OPERATOR"):
        groups.setdefault(row[2].removeprefix("OPERATORS_").lower(), []).append(row)
    for group, members in groups.items():
        lines += [f"## {group.capitalize()} operators", "", "| operator | |", "|---|---|"]
        lines += [f"| `{row[1]}` | {row[-1]} |" for row in members] + [""]
    lines += ["## Modes", "", "| mode | |", "|---|---|"]
    lines += [f"| `{row[1]}` | {row[3]} |" for row in rows("pruning_modes.def", "PRUNING_MODE")]
    groups = {}
    for row in rows("options.def", "OPTION"):
        groups.setdefault(row[2].removeprefix("OPTIONS_").replace("_", " ").lower(), []).append(row)
    lines += ["", "# Options", "", "The default is that of `tosca_variability_1_0`."]
    for group, members in groups.items():
        lines += ["", f"## {group.capitalize()}", "", "| option | |", "|---|---|"]
        lines += [f"| `{row[1]}` | {row[-1]} |" for row in members]
    return "\n".join(lines).replace("The default is that of `tosca_variability_1_0`.", "Below `options`.") + "\n"


def main():
    path = TOP / "docs/reference.md"
    text = page()
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    if os.environ.get("VTOSCA_UPDATE") == "1":
        path.write_text(text, encoding="utf-8")
        return 0
    print("docs/reference.md is out of date: VTOSCA_UPDATE=1 writes it")
    return 1


if __name__ == "__main__":
    sys.exit(main())
