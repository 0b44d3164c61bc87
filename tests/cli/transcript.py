"""Replays terminal sessions and compares what is printed.

usage: transcript.py [--top FOLDER] VTOSCA FILE…

A session is text as a terminal shows it: a line `$ vtosca …`, then what it prints on standard
output and standard error, then `exit N` if it ends with another code than 0. In a Markdown
file, sessions stand in blocks fenced as ```console. Paths are relative to the top of the
project, or to the FOLDER: that of the documentation, where it is installed. With VTOSCA_UPDATE=1
in the environment the files are rewritten to what was printed.
"""

import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys

BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ vtosca\b.*\n", re.MULTILINE)


def run(top, vtosca, line):
    """What the terminal shows below `line`."""
    words = shlex.split(line[len("$ vtosca") :])
    result = subprocess.run(
        [vtosca, *words],
        cwd=top,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    shown = result.stdout.decode("utf-8", "replace")
    if shown and not shown.endswith("\n"):
        shown += "\n"
    return shown + (f"exit {result.returncode}\n" if result.returncode else "")


def replay(top, vtosca, session):
    """The session with everything behind its commands replaced by what is printed now."""
    commands = list(COMMAND.finditer(session))
    if not commands:
        return session
    text = session[: commands[0].start()]
    for position, command in enumerate(commands):
        end = commands[position + 1].start() if position + 1 < len(commands) else len(session)
        printed = run(top, vtosca, command[0])
        # A blank line that sets the next command apart belongs to the session.
        gap = "\n" if session[:end].endswith("\n\n") else ""
        text += command[0] + printed + gap
    return text


def main():
    arguments = sys.argv[1:]
    top = pathlib.Path(__file__).resolve().parents[2]
    if arguments[0] == "--top":
        top, arguments = pathlib.Path(arguments[1]), arguments[2:]
    vtosca, *names = arguments
    failed = False
    for name in names:
        path = top / name
        before = path.read_text(encoding="utf-8")
        if path.suffix == ".md":
            after = BLOCK.sub(lambda block: replay(top, vtosca, block[0]), before)
        else:
            after = replay(top, vtosca, before)
        if after == before:
            print(f"{name}: as expected")
        elif os.environ.get("VTOSCA_UPDATE") == "1":
            path.write_text(after, encoding="utf-8")
            print(f"{name}: rewritten")
        else:
            failed = True
            lines = difflib.unified_diff(
                before.splitlines(), after.splitlines(), name, "printed now", lineterm=""
            )
            print("\n".join(lines))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
