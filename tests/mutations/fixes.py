#!/usr/bin/env python3
"""fixes.py VTOSCA [FOLDER…]: every quick fix of a single mistake mends it and adds no error. Where the structure is
changed, the text can often be read in two ways, and one edit may be the first of two: few break the promise.

Of the templates in `templates/`, or, with folders, of those found there, with the mistakes of check.py. What is
removed leaves what needed it without; and a text between quotes is what its author makes of it.
"""
import collections
import json
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "protocol"))
sys.path.insert(0, str(HERE.parent / "property"))
import check  # noqa: E402

MOST_FIXES = 12  # tried of one text
# What else belongs there is still to be written.
STILL_TO_COME = {"missing-keyname", "missing-property", "missing-definitions-version"}
MOST_OF_STRUCTURE = 0.05  # of the fixes, where the structure is changed
MAY_ADD = ("Remove ", "Close the quote")


class Server:
    def __init__(self, vtosca):
        os.environ["VTOSCA"] = vtosca
        import client  # reads the environment
        self.client = client.Client()
        self.client.initialize()

    def told(self, uri):
        return self.client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]

    def fixes(self, uri, diagnostic):
        actions = self.client.request("textDocument/codeAction", {
            "textDocument": {"uri": uri}, "range": diagnostic["range"],
            "context": {"diagnostics": [diagnostic], "only": ["quickfix"]}})
        for action in actions:
            edits = action.get("edit", {}).get("changes", {})
            if list(edits) == [uri] and action.get("diagnostics"):
                yield action["title"], edits[uri]


def name_of(diagnostic):
    return diagnostic["code"], diagnostic["message"]


def count_of(diagnostics):
    return collections.Counter(name_of(d) for d in diagnostics if d["code"] != "absent-element")


def applied(text, edits):
    from random_fixes import applied as apply_edits  # reads the environment
    return apply_edits(text, edits)


def try_fixes(server, path, text, original, where):
    """Complaints about the fixes of one text, and how many there were."""
    uri, count, complaints = path.as_uri(), 0, []
    server.client.open(text, uri=uri)
    before = server.told(uri)
    seen, tried = set(), []
    for diagnostic in (d for d in before if d["code"] != "absent-element"):
        for title, edits in server.fixes(uri, diagnostic):
            key = json.dumps(edits)
            if key not in seen and len(seen) < MOST_FIXES:
                seen.add(key)
                tried.append((diagnostic, title, applied(text, edits)))
    server.client.close(uri)
    known = count_of(before)
    for diagnostic, title, fixed in tried:
        count += 1
        server.client.open(fixed, uri=uri)
        after = server.told(uri)
        server.client.close(uri)
        now = count_of(after)
        if now[name_of(diagnostic)] >= known[name_of(diagnostic)]:
            complaints.append(f"{where}: {title!r} leaves {diagnostic['code']}: {diagnostic['message']}")
        for item in after:
            if (item["severity"] == 1 and now[name_of(item)] > known[name_of(item)] + original[name_of(item)]
                    and item["code"] not in STILL_TO_COME and not title.startswith(MAY_ADD)):
                complaints.append(f"{where}: {title!r} adds {item['code']}: {item['message']}")
    return complaints, count


def main(vtosca, *folders):
    chosen = random.Random(check.SEED)
    server, texts = Server(vtosca), 0
    values = {kind[0] for kind in check.KINDS}
    count, complaints = {True: 0, False: 0}, {True: [], False: []}  # of values, of the structure
    with tempfile.TemporaryDirectory() as scratch:
        top = pathlib.Path(scratch, "two folders", "below")  # so far above a file, others are looked for
        sources = []
        for number, folder in enumerate(folders or [HERE / "templates"]):
            shutil.copytree(folder, top / str(number), copy_function=shutil.copyfile)
            sources += sorted((top / str(number)).rglob("*.yaml"))
        for path in sources:
            text = path.read_text(encoding="utf-8", errors="replace")
            if not re.search(r"^tosca_definitions_version:", text, re.MULTILINE):
                continue
            uri = path.as_uri()
            server.client.open(text, uri=uri)
            original = count_of(server.told(uri))
            server.client.close(uri)
            for name, _, line, mutant in check.mutants(path, text, chosen, bool(folders)):
                where = f"{name}: {path.relative_to(top)}:{line}"
                found, tried = try_fixes(server, path, mutant, original, where)
                complaints[name in values] += found
                count[name in values] += tried
                texts += 1
    server.client.kill()
    check.tell("broken promise", complaints[True] + complaints[False])
    print(f"seed {check.SEED}: {sum(count.values())} fixes of {texts} mistakes; of values {len(complaints[True])} of "
          f"{count[True]} broken, of the structure {len(complaints[False])} of {count[False]}")
    failed = [bool(complaints[True]), len(complaints[False]) > MOST_OF_STRUCTURE * count[False]]
    print(f"{failed.count(False)} passed, {failed.count(True)} failed")
    sys.exit(1 if any(failed) or not all(count.values()) else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
