"""What is installed and published: one version, links that lead somewhere, examples that can be tried.

usage: packaging.py TOP VERSION
       packaging.py --pages FOLDER    the pages alone, as in the documentation that is installed
"""
import json
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(sys.argv[2] if sys.argv[1] == "--pages" else sys.argv[1])
VERSION = sys.argv[2]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")

PAGES = ("*.md", "docs/*.md", "lsp/reference/*.md", "cli/schemas/*.md", "packaging/*.md", "npm/*.md", "playground/*.md",
         "editors/*.md", "editors/vscode/*.md")


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
    pages = (page for pattern in PAGES for page in sorted(TOP.glob(pattern)))
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


def examples():
    """A block of YAML is a template, a part of one that a comment names, or about something else than TOSCA."""
    for page in sorted((TOP / "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"(?:<!-- try: (\S+) -->\n)?```yaml\n(.*?)^```$", text, re.M | re.S):
            file, block = match.groups()
            whole = page.parent / (file or "")
            if file and not whole.is_file():
                yield f"{page.name}: there is no {file}"
            elif file:
                template = {line.split("#")[0].strip() for line in whole.read_text(encoding="utf-8").split("\n")}
                for line in block.split("\n"):
                    if line.split("#")[0].strip() not in template:
                        yield f"{page.name}: {file} has no line {line.strip()}"
            elif "tosca_definitions_version:" not in block and re.search(
                    r"^\s*-? ?(conditions|topology_template|variability|node_templates|options|inputs):", block, re.M):
                yield f"{page.name}: nobody can try this example, as no comment names its template:\n{block}"


def main():
    problems = [*([] if sys.argv[1] == "--pages" else versions()), *links(), *examples()]
    print("\n".join(problems) or "all as it should be")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
