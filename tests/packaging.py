"""What is installed and published: one version, links that lead somewhere, recipes that are valid.

usage: packaging.py TOP VERSION
"""
import json
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(sys.argv[1])
VERSION = sys.argv[2]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")


def versions():
    for manifest in ("editors/vscode/package.json", "npm/package.json"):
        path = TOP / manifest
        if path.is_file():
            version = json.loads(path.read_text(encoding="utf-8"))["version"]
            if version != VERSION:
                yield f"{manifest} has version {version} instead of {VERSION}"
    if subprocess.run([sys.executable, TOP / "packaging/changelog.py", TOP / "CHANGELOG.md", VERSION],
                      stdout=subprocess.DEVNULL, check=False).returncode:
        yield "CHANGELOG.md says nothing of this version"


def anchors(page):
    for title in re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M):
        yield re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def links():
    pages = [TOP / "README.md", *sorted((TOP / "docs").glob("*.md")),
             *sorted((TOP / "lsp/reference").glob("*.md")), TOP / "packaging/README.md"]
    for page in pages:
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        for match in LINK.finditer(text):
            target = next(filter(None, match.groups()))
            if "://" in target or target.startswith("mailto:"):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                yield f"{page.relative_to(TOP)}: there is no {target}"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                yield f"{page.relative_to(TOP)}: {target} has no such title"


def main():
    problems = [*versions(), *links()]
    print("\n".join(problems) or "all as it should be")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
