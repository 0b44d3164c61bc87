"""Kate with the project file of editors/README.md: it starts the server, opens the template, shows its symbols and
asks for colours.

usage: run.py PROGRAM

Skipped (77) without Kate, an X server of its own and a session bus.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[3]
EXPECTED = {"initialize", "initialized", "textDocument/didOpen", "textDocument/documentSymbol"}


def recipe():
    """The first block of the section about Kate."""
    section = (TOP / "editors/README.md").read_text().split("\n## Kate\n")[1].split("\n## ")[0]
    return re.search(r"```json\n(.*?)```", section, re.S)[1]


def methods(log):
    return set(re.findall(r'"method": ?"([^"]+)"', log.read_text(errors="replace"))) if log.exists() else set()


def main(program):
    if not all(shutil.which(tool) for tool in ("kate", "xvfb-run", "dbus-run-session")):
        print("skipped: needs kate, xvfb and dbus")
        return 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder: # what Kate started may still write
        folder = pathlib.Path(folder)
        project, home = folder / "shop", folder / "home"
        shutil.copytree(TOP / "editors/demo", project)
        (project / ".kateproject").write_text(recipe())
        command = json.loads(recipe())["lspclient"]["servers"]["yaml"]["command"]
        (folder / "bin").mkdir()
        server = folder / "bin" / command[0]
        asked, answered = folder / "asked", folder / "answered"
        server.write_text(f'#!/bin/sh\ntee "{asked}" | "{program}" "$@" | tee "{answered}"\n')
        server.chmod(0o755)
        (home / ".config").mkdir(parents=True)
        (home / ".config/katerc").write_text(
            f"[lspclient]\nAllowedServerCommandLines={server} {' '.join(command[1:])}\n")
        environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"),
                       "XDG_RUNTIME_DIR": str(home), "PATH": f"{server.parent}:{os.environ['PATH']}"}
        home.chmod(0o700)
        for arguments in (["init", "-q"], ["add", "."]):
            subprocess.run(["git", *arguments], cwd=project, check=True)
        kate = subprocess.Popen(
            ["xvfb-run", "-a", "dbus-run-session", "kate", "--startanon", "web-shop.yaml"], cwd=project,
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        end = time.monotonic() + 180
        while time.monotonic() < end and not (EXPECTED <= methods(asked) and methods(answered)):
            time.sleep(0.1)
        os.killpg(kate.pid, 15)
        kate.wait()
        print("asked:", *sorted(methods(asked)))
        print("told:", *sorted(methods(answered)))
        return 0 if EXPECTED <= methods(asked) and methods(answered) else 1


sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
