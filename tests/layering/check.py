"""Checks that includes follow the layers, and a few promises that no compiler checks.

usage: check.py SOURCE_DIRECTORY
"""

import pathlib
import re
import sys

# Each folder may include itself and the folders named behind it.
SOLVER = ["solver"]
ANALYZER = ["text", "syntax", "language", "model", "variability", "ide"]
ALLOWED = {"solver": SOLVER}
for position, folder in enumerate(ANALYZER):
    ALLOWED[f"analyzer/{folder}"] = SOLVER + [f"analyzer/{f}" for f in ANALYZER[: position + 1]]
ALLOWED["lsp"] = ALLOWED["analyzer/ide"] + ["lsp"]
ALLOWED["cli"] = ALLOWED["lsp"] + ["cli"]

# The one home of each library.
LIBRARIES = [
    (r"picosat\b.*", ["solver"]),
    (r"yaml\.h", ["analyzer/syntax"]),
    (r"json-c/.*|json\.h|uv\.h", ["lsp"]),
    (r"minizip/.*|zlib\.h", ["cli"]),
]

# The analyzer is told everything: it neither reads nor writes nor asks the system.
IO_HEADERS = r"unistd\.h|fcntl\.h|dirent\.h|pthread\.h|signal\.h|sys/.*"
IO_CALLS = r"\b(fopen|freopen|fread|fwrite|opendir|getenv|system|printf|puts|fputs|fprintf)\s*\("


def folder_of(name):
    for folder in ALLOWED:
        if name.startswith(folder + "/"):
            return folder
    return None


def violations(name, text):
    """The broken rules of one file, as (line number, message)."""
    folder = folder_of(name)
    for number, line in enumerate(text.splitlines(), 1):
        include = re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line)
        if include and include[1] == '"':
            target = folder_of(include[2])
            generated = include[2].endswith(".def") and "/" not in include[2]
            if target is None and not generated:
                yield number, f'"{include[2]}" is not written from the top of the project'
            elif target and target not in ALLOWED[folder]:
                yield number, f"{folder} must not include {target}"
        elif include:
            for library, homes in LIBRARIES:
                if re.fullmatch(library, include[2]) and folder not in homes:
                    yield number, f"<{include[2]}> belongs in {homes[0]} only"
            if folder.startswith("analyzer/") and re.fullmatch(IO_HEADERS, include[2]):
                yield number, f"the analyzer does no I/O, so no <{include[2]}>"
        elif re.match(r"\s*(/?\*|//)", line):
            continue
        elif folder.startswith("analyzer/") and re.search(IO_CALLS, line):
            yield number, "the analyzer does no I/O"
        elif re.search(r"__attribute__\s*\(\((?!format\b)|__builtin_|\btypeof\b", line):
            yield number, "C11 without extensions, but for the format attribute"
        elif re.match(r"typedef\s+struct\b[^()]*$", line):
            yield number, "structs keep their tag"
        elif re.match(r"static\s+(?!inline\b)[^()]*(;|=.*)$", line) and "const" not in line:
            yield number, "no mutable state outside functions' arguments"


def check_tree(top):
    solver_homes = []
    for path in sorted(top.glob("**/*.[ch]")):
        name = path.relative_to(top).as_posix()
        if folder_of(name) is None:
            continue
        text = path.read_text(encoding="utf-8")
        if re.search(r"#\s*include\s*<picosat", text):
            solver_homes.append(name)
        for number, message in violations(name, text):
            yield f"{name}:{number}: {message}"
    if len(solver_homes) > 1:
        yield f"PicoSAT is included by {' and '.join(solver_homes)}: one file is its home"


# What the rules are meant to find; a rule that finds nothing is worth nothing.
EXAMPLES = [
    ("solver/a.c", '#include "analyzer/text/string.h"', True),
    ("analyzer/text/a.c", '#include "analyzer/model/file.h"', True),
    ("analyzer/model/a.c", '#include "analyzer/text/string.h"', False),
    ("analyzer/ide/a.c", '#include "lsp/server.h"', True),
    ("lsp/a.c", '#include "cli/arguments/command.h"', True),
    ("cli/a.c", '#include "lsp/server.h"', False),
    ("cli/a.c", '#include "command.h"', True),
    ("cli/a.c", "#include <json-c/json.h>", True),
    ("analyzer/model/a.c", "#include <yaml.h>", True),
    ("analyzer/variability/a.c", "#include <picosat/picosat.h>", True),
    ("analyzer/model/a.c", "#include <unistd.h>", True),
    ("analyzer/model/a.c", '\tFILE *file = fopen(path, "r");', True),
    ("analyzer/model/a.c", '\tsnprintf(text, sizeof(text), "%d", 1);', False),
    ("lsp/a.c", "static int counter;", True),
    ("lsp/a.c", "static const int limit = 3;", False),
    ("lsp/a.c", "static int count(void);", False),
]


def main():
    top = pathlib.Path(sys.argv[1])
    problems = [
        f"the rules misjudge {name}: {line}"
        for name, line, expected in EXAMPLES
        if bool(list(violations(name, line))) != expected
    ]
    problems += check_tree(top)
    print("\n".join(problems) or "every include points downwards")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
