"""Writes the reference pages beside this file, and the settings of the editors, from the tables.

usage: write.py TABLES VTOSCA

TABLES is the program of tables.c, VTOSCA the command line; it shows the examples, which are
fixtures. Without VTOSCA_UPDATE=1 in the environment nothing is written: it says what is out of
date, and fails.
"""
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGES = pathlib.Path(__file__).resolve().parent
FIXTURES = TOP / "tests/fixtures/diagnostics"
TEMPLATES = TOP / "tests/cli/templates"
# What no template alone can show.
MORE_FIXTURES = (TEMPLATES / "tested/tests/different/expected.yaml",
                 TEMPLATES / "unknown_preset/template.yaml", TEMPLATES / "bad_archive",
                 TEMPLATES / "project/vtosca.yaml", TEMPLATES / "project/useless_ignore.yaml")
MOST_LINES = 40  # of an example; of a longer one, what is around the place is shown

MARK = re.compile(r"^ *#[ <]*\^* (error|warning|information|hint) ([\w-]+)")
ACTIVE = re.compile(r"^# active: (.*)$", re.MULTILINE)
GENERATED = "<!-- Written by write.py from the tables of the program: see tables.c. -->\n"


def run(*command):
    return subprocess.run(command, cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False).stdout


# ---- examples


def is_remark(line):
    return MARK.match(line) or line.startswith("# ")


def indentation_of(line):
    """Of what a line says; an item of a list stands deeper than the list."""
    return len(line) - len(line.lstrip(" -"))


class Example:
    """A file, and one diagnostic in it."""

    def __init__(self, path, diagnostic):
        self.path = path
        self.name = path.stem.replace("_", "-")
        self.lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        self.diagnostic = diagnostic

    def size(self):
        return sum(1 for line in self.lines if not MARK.match(line))

    def remark(self):
        """What is wrong, below the line where it is."""
        start, end = self.diagnostic["range"]["start"], self.diagnostic["range"]["end"]
        line = self.lines[start["line"]]
        last = end["character"] if end["line"] == start["line"] else len(line)
        column = max(start["character"], 1)
        message = self.diagnostic["message"].split("\n")[0]
        carets = "^" * max(last - column, 1)
        return f"#{' ' * (column - 1)}{carets} {self.diagnostic['severity']}: {message}"

    def surroundings(self):
        """Numbers of the lines that lead to the place, and of what is nested in it."""
        place = self.diagnostic["range"]["start"]["line"]
        indentation = indentation_of(self.lines[place])
        numbers = {place}
        for number in range(place + 1, len(self.lines)):
            if indentation_of(self.lines[number]) <= indentation or len(numbers) > 8:
                break
            numbers.add(number)
        for number in range(place - 1, -1, -1):
            if indentation_of(self.lines[number]) < indentation and not is_remark(self.lines[number]):
                indentation = indentation_of(self.lines[number])
                numbers.add(number)
        return numbers

    def is_part(self):
        return self.size() > MOST_LINES

    def whole(self):
        """For docs/try.js: where the template is that a part of is shown."""
        if not self.is_part() or self.path.parent != FIXTURES:
            return []
        return [f"<!-- try: {os.path.relpath(self.path, PAGES)} -->"]

    def text(self):
        shown = []
        numbers = self.surroundings() if self.is_part() else range(len(self.lines))
        for number in sorted(numbers):
            if not is_remark(self.lines[number]):
                shown.append(self.lines[number])
            if number == self.diagnostic["range"]["start"]["line"]:
                shown.append(self.remark())
        return "\n".join(shown).strip("\n")


def diagnostics_of(vtosca, paths):
    """Pairs of a path and a diagnostic."""
    pairs = []
    by_variant = {}
    for path in paths:
        active = path.is_file() and \
            ACTIVE.search(path.read_text(encoding="utf-8", errors="replace"))
        by_variant.setdefault(active[1] if active else None, []).append(path)
    for variant, group in by_variant.items():
        arguments = ["--variant", variant] if variant else []
        report = json.loads(run(vtosca, "check", "--format", "json", "--severity",
                                "untested-condition=information", *arguments, *group))
        for file in report["files"]:
            path = pathlib.Path(file["file"])
            if not path.name.startswith("_"):  # these are there to be imported
                pairs += [(path, diagnostic) for diagnostic in file["diagnostics"]]
    return pairs


def find_examples(vtosca):
    """For each code the fixture that is named after it, or else the shortest one that shows it."""
    found = {}
    paths = [*sorted(FIXTURES.glob("[!_]*.yaml")), *MORE_FIXTURES]
    for path, diagnostic in diagnostics_of(vtosca, paths):
        example = Example(path, diagnostic)
        code = diagnostic["code"]
        rank = (example.name != code, example.size())
        if code not in found or rank < found[code][0]:
            found[code] = (rank, example)
    return {code: example for code, (_, example) in found.items()}


# ---- pages


def diagnostics_page(tables, examples):
    page = ["# Diagnostics", GENERATED,
            "What vtosca says about a template, by the code that stands behind each message. The "
            "setting `vtosca.diagnosticSeverities` changes how serious a code is, or quiets it, for an editor, and in a "
            "file `vtosca.yaml` for all who work on a project; so does `vtosca check --severity CODE=LEVEL`. A comment "
            "`# vtosca-ignore CODE: reason` at the end of a line, or alone above it, answers one finding.",
            ""]
    page += [f"- [{row['name']}](#{row['name']}): {row['title']}" for row in tables["codes"]]
    for row in tables["codes"]:
        page += ["", f"## {row['name']}", "", f"**{row['title']}** ({row['severity']})", "",
                 f"{row['problem']} {row['reason']}", "", f"*What to do:* {row['remedy']}"]
        if row["name"] in examples:
            example = examples[row["name"]]
            page += ["", *example.whole(), "```yaml", example.text(), "```"]
    return "\n".join(page) + "\n"


def settings_page(tables):
    page = ["# Settings", GENERATED,
            "The settings of the language server, as `vtosca.NAME` in the settings of an editor. "
            "Editors hand them over as `initializationOptions`, by `workspace/didChangeConfiguration`, "
            "or when the server asks by `workspace/configuration` (section `vtosca`), which it does for "
            "each document, so that folders may differ. What is configured later wins over the "
            "`initializationOptions`; what is of another type than it should be has its default.",
            "",
            "What all who work on a project agree on stands in a file `vtosca.yaml` in the folder of the "
            "templates or above, with the names of the settings as keys. It wins over the editor's settings, and "
            "`vtosca` on the command line reads it as well; there, options win over it, and `--no-settings` "
            "ignores it. Editors complete, explain and check it. For example:",
            "", "```yaml", "diagnosticSeverities:", "  unknown-property: off", "  open-variability-input: error",
            "failOn: warning", "exclude: [vendor/]", "```", "",
            "Of environment variables, `vtosca resolve` reads `VTOSCA_VARIABILITY_PRESETS` (a JSON list), and "
            "every command with `--inputs FILE` reads `VTOSCA_VARIABILITY_INPUT_<NAME>` (the file wins); without "
            "`--inputs` these have no effect, which `vtosca resolve` says."]
    for row in tables["settings"]:
        schema = json.dumps(row["schema"], ensure_ascii=False)
        note = {"resource": "", "project": "\n\nIn `vtosca.yaml` alone.", "user":
                "\n\nIn the user's own settings alone: no project decides it.", "client":
                "\n\nFor the code of editors: given with `initializationOptions` alone."}[row["scope"]]
        page += ["", f"## {row['name']}", "", row["documentation"] + note, "",
                 f"Default `{json.dumps(row['default'])}`, values as of the JSON Schema `{schema}`."]
    return "\n".join(page) + "\n"


SHARED_TYPES = """\
```typescript
type Presence = 'present' | 'absent' | 'depends' | 'error';
type When = 'always' | 'never' | 'varies' | 'unknown';
type Inputs = { [name: string]: any };  // variability inputs and their values

interface Element {
    id: string;          // `property.port@1.node.app`
    name: string;        // for a list of what the container holds: `port@1`, `host → cluster`
    display: string;     // `Property "port@1" of Node "app"`
    kind: string;        // `node`, `relation`, `property`, …
    container?: string;  // id
    range: Range;
}

interface Resolved {
    text?: string;       // YAML; missing if the variant has no resolved template
    error?: string;      // why it has none
    uri?: DocumentUri;   // of a read-only document, see below
}
```"""


def requests_page(tables):
    page = ["# Requests and commands of our own", GENERATED,
            "What the server offers beyond the Language Server Protocol. Types that are not "
            "explained here are the protocol's. All requests are answered for the text of the "
            "document as it is, after the edits before them, and can be cancelled; a variant that does "
            "not exist is an error (invalid params).", "", SHARED_TYPES, "",
            "Clients that support `workspace/textDocumentContent` get a URI with each resolved "
            "template, of the scheme `vtosca-resolved`. They need not look inside, and may keep it as "
            "long as they like: the server gives the content, and asks for a refresh when it changes."]
    for row in tables["messages"]:
        page += ["", f"## {row['name']}", "", row["documentation"], "", "```typescript"]
        if "result" in row:
            page += [f"params: {row['params']}", f"result: {row['result']}", "```"]
        else:
            page += [f"params: {row['params']}", "```"]
    page += ["", "## Commands", "", "For `workspace/executeCommand`. `?` marks arguments that may be "
             "left out."]
    for row in tables["commands"]:
        page += ["", f"### {row['name']}", "", row["documentation"], "",
                 f"Arguments `{row['arguments']}`, result: {row['result']}."]
    return "\n".join(page) + "\n"


# ---- settings of editors


def of_users(tables):
    return [row for row in tables["settings"] if row["scope"] in ("resource", "user")]


def vscode_package(tables):
    """The manifest with our settings; those of the extension itself stay as they are."""
    package = json.loads((TOP / "editors/vscode/package.json").read_text(encoding="utf-8"))
    configuration = package["contributes"]["configuration"]
    own = {f"vtosca.{row['name']}": {
        **row["schema"], "default": row["default"],
        "scope": "machine" if row["scope"] == "user" else "resource",
        "markdownDescription": row["documentation"]} for row in of_users(tables)}
    others = {name: value for name, value in configuration["properties"].items()
              if name in ("vtosca.server.path", "vtosca.trace.server")}
    configuration["properties"] = dict(sorted({**own, **others}.items()))
    return json.dumps(package, indent=2, ensure_ascii=False) + "\n"


def first_sentence(row):
    return re.split(r"(?<=[.:]) ", row["documentation"].replace("`", ""))[0].rstrip(".:") + "."


def listed(tables, indentation, width):
    """A list of the settings as plain text: name and default, and below it what it does."""
    lines = []
    for row in of_users(tables):
        lines.append(f"{row['name']}  (default: {json.dumps(row['default'])})")
        lines += textwrap.wrap(first_sentence(row), width, initial_indent=indentation,
                               subsequent_indent=indentation)
    return lines


def between(path, begin, end, lines):
    """The file with other lines between one that is `begin` and the next that begins with `end`."""
    old = path.read_text(encoding="utf-8").split("\n")
    first = old.index(begin) + 1
    last = next(i for i in range(first, len(old)) if old[i].startswith(end))
    return "\n".join(old[:first] + lines + old[last:])


def nvim_help(tables):
    lines = ["", "The settings of the server go into `server` of the set-up: >", "",
             "    require('vtosca').setup { server = { codeLenses = false } }", "<"]
    lines += listed(tables, " " * 8, 70)
    title = "SETTINGS OF THE SERVER" + "*vtosca-settings*".rjust(78 - 22)
    return between(TOP / "editors/nvim/doc/vtosca.txt", title, "COMMANDS", lines + [""])


def emacs_commentary(tables):
    lines = [";;", ";;   (setq-default eglot-workspace-configuration",
             ";;                 '(:vtosca (:codeLenses :json-false)))", ";;"]
    lines += [f";; {line}" for line in listed(tables, " " * 4, 70)]
    return between(TOP / "editors/emacs/vtosca.el",
                   ";; The settings of the server are those of eglot, for example", ";;; Code:", lines + [""])


# ---- the whole


# Held by tests/robustness/limits.py.
TOO_LARGE_TO_SHOW = {"solving-given-up"}


def check_tables(tables, examples):
    """Complaints about what nobody has documented."""
    own = {row["name"] for row in tables["messages"] if "result" in row}
    handled = {name for name in tables["methods"] if name.startswith("vtosca/")}
    without = {row["name"] for row in tables["codes"]} - set(examples) - TOO_LARGE_TO_SHOW
    return ([f"{name} is not in own_requests.def" for name in sorted(handled - own)] +
            [f"{name} of own_requests.def is not handled" for name in sorted(own - handled)] +
            [f"no fixture shows {code}" for code in sorted(without)])


def main(tables_program, vtosca):
    tables = json.loads(run(tables_program))
    examples = find_examples(vtosca)
    files = {PAGES / "diagnostics.md": diagnostics_page(tables, examples),
             PAGES / "settings.md": settings_page(tables),
             PAGES / "requests.md": requests_page(tables),
             TOP / "editors/vscode/package.json": vscode_package(tables),
             TOP / "editors/nvim/doc/vtosca.txt": nvim_help(tables),
             TOP / "editors/emacs/vtosca.el": emacs_commentary(tables)}
    complaints = check_tables(tables, examples)
    for path, text in files.items():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if old == text:
            continue
        if os.environ.get("VTOSCA_UPDATE"):
            path.write_text(text, encoding="utf-8")
        else:
            complaints.append(f"{path.relative_to(TOP)} is out of date: ./dev test --update -R reference")
            complaints += list(difflib.unified_diff(
                old.splitlines(), text.splitlines(), "is", "should be", lineterm="", n=0))[:20]
    print("\n".join(complaints) if complaints else f"{len(files)} files are as the tables say")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(*map(os.path.abspath, sys.argv[1:])))
