"""Checks that includes follow the layers, and a few promises that no compiler checks.

usage: check.py SOURCE_DIRECTORY [BUILD_DIRECTORY]

With a build directory (of plain object files, not of link-time optimisation) it also looks for
files that call each other in circles.
"""

import pathlib
import re
import subprocess
import sys

# The folders, lowest first: each may include those before it, and itself.
BASE = ["base"]
ANALYZER = ["text", "syntax", "language", "model", "variability", "ide"]
ALLOWED = {"base": BASE, "solver": BASE + ["solver"]}
for position, folder in enumerate(ANALYZER):
    ALLOWED[f"analyzer/{folder}"] = BASE + [f"analyzer/{f}" for f in ANALYZER[: position + 1]]
ALLOWED["analyzer/variability"].append("solver")
ALLOWED["lsp"] = ALLOWED["analyzer/ide"] + ["lsp"]
ALLOWED["cli"] = ALLOWED["lsp"] + ["cli"]

# Their rooms, lowest first. A room sees itself and those before it.
ROOMS = {
    "analyzer/syntax": "lines tree writer",
    "analyzer/language": "diagnostics grammar variability types",
    "analyzer/model": "report text grammar types scope values checker functions behaviour requirements "
    "definitions template multiplicity archive",
    "analyzer/variability": "values inputs expressions types elements conditions presence analysis resolution classes space",
    "analyzer/ide": "text cursor declarations names hover edits completion diagnostics publication actions views",
    "lsp": "wire system documents session jobs handlers loop reference",
    "cli": "process print arguments manual files template tables report checking commands",
}
ROOMS = {folder: rooms.split() for folder, rooms in ROOMS.items()}
MOST_FILES = 35  # in one folder: more is a corridor, not a room

# Files that call each other in a circle, and why.
CIRCLES = [
    (
        "operands of value operators are value expressions",
        "analyzer/variability/expressions/",
        "operand_values operators_arithmetic operators_comparison operators_date operators_regression "
        "operators_statistics operators_text value_expression value_operators",
    ),
    (
        "what is in a construct is checked as the construct is",
        "analyzer/model/grammar/",
        "grammar_check grammar_collections grammar_expression grammar_keynames grammar_operands grammar_options",
    ),
    ("schemas are made of schemas", "analyzer/model/values/", "json_rule json_rule_parts json_schema"),
    ("the value of a scalar type is checked as one of the type it is made of", "analyzer/model/values/", "scalar_check value_check"),
    ("operands are calls, whose results are operands", "analyzer/model/functions/", "function_operand function_result"),
    ("clauses contain calls, whose arguments contain clauses", "analyzer/model/functions/", "clause_check function_check"),
    ("files have normative types, which are those of a file", "analyzer/model/types/", "normative_types types_file"),
    ("`initialize` tells what all methods can, and is one", "lsp/loop/", "handle_lifecycle methods"),
]

# The one home of each library.
LIBRARIES = [
    (r"picosat\b.*", ["solver"]),
    (r"yaml\.h", ["analyzer/syntax"]),
    (r"json-c/.*|json\.h", ["lsp"]),
    (r"uv\.h|emscripten/.*", ["lsp/system"]),
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


def room_of(folder, name):
    """The position of the room, and its name; None for files beside the rooms."""
    parts = name[len(folder) + 1 :].split("/")
    rooms = ROOMS.get(folder, [])
    return rooms.index(parts[0]) if len(parts) > 1 and parts[0] in rooms else None


def sees(folder, name, target):
    """Whether a file may include another one of the same folder."""
    room, other = room_of(folder, name), room_of(folder, target)
    return room is None or other is None or other <= room


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
            elif target == folder and not sees(folder, name, include[2]):
                yield number, f"{include[2]} is above {name.rsplit('/', 1)[0]}"
        elif include:
            for library, homes in LIBRARIES:
                if re.fullmatch(library, include[2]) and not any(name.startswith(home + "/") for home in homes):
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
    for folder in sorted({path.parent for path in top.glob("**/*.[ch]")}):
        name = folder.relative_to(top).as_posix()
        files = [path for path in folder.iterdir() if path.suffix in (".c", ".h", ".def")]
        if folder_of(name + "/"):
            if len(files) > MOST_FILES:
                yield f"{name} has {len(files)} files: which rooms are missing?"
            if folder_of(name + "/") in ROOMS and name not in ROOMS and files:
                if not (folder / "README.md").exists():
                    yield f"{name} has no README that says what lives there"
                if room_of(folder_of(name + "/"), name + "/x") is None:
                    yield f"{name} is no room that has its place in the order"
    if len(solver_homes) > 1:
        yield f"PicoSAT is included by {' and '.join(solver_homes)}: one file is its home"


def symbols_of(build):
    """What each object file of the product defines and what it asks for, by source file."""
    defined, wanted = {}, {}
    for path in build.glob("**/*.o"):
        match = re.fullmatch(r"(.*)/CMakeFiles/[^/]+\.dir/(.*)\.c\.o", path.relative_to(build).as_posix())
        if not match or folder_of(match[1] + "/") is None:
            continue
        source = f"{match[1]}/{match[2]}"
        wanted[source] = set()
        output = subprocess.run(["nm", str(path)], capture_output=True, text=True, check=True).stdout
        for fields in map(str.split, output.splitlines()):
            if fields[-2] == "U":
                wanted[source].add(fields[-1])
            elif fields[-2] in "TDRB":
                defined[fields[-1]] = source
    return defined, wanted


def circles_of(calls):
    """Sets of files that all lead to each other (Tarjan's strongly connected components)."""
    number, lowest, stack, found = {}, {}, [], []

    def visit(file):
        number[file] = lowest[file] = len(number)
        stack.append(file)
        for callee in calls[file]:
            if callee not in number:
                visit(callee)
                lowest[file] = min(lowest[file], lowest[callee])
            elif callee in stack:
                lowest[file] = min(lowest[file], number[callee])
        if lowest[file] == number[file]:
            circle = stack[stack.index(file) :]
            del stack[stack.index(file) :]
            if len(circle) > 1:
                found.append(frozenset(circle))

    for file in sorted(calls):
        if file not in number:
            visit(file)
    return found


def check_calls(build, defined, wanted):
    if not wanted:
        yield f"{build} holds no object files"
    calls = {
        file: sorted({defined[s] for s in names if s in defined} - {file}) for file, names in wanted.items()
    }
    known = [frozenset(folder + name for name in names.split()) for _, folder, names in CIRCLES]
    found = circles_of(calls)
    for circle in found:
        if not any(circle <= names for names in known):
            yield "these files call each other in a circle: " + " ".join(sorted(circle))
    for names in known:
        if not any(circle <= names for circle in found):
            yield "this circle is gone, strike it from the list: " + " ".join(sorted(names))


def check_answers(text, defined, wanted):
    """Each row of the table names functions, and rooms whose files ask at least one of them."""
    rows = re.findall(r"^\| [^|]*\? \| ([^|]*) \| ([^|]*) \|$", text, re.MULTILINE)
    if not rows:
        yield "ARCHITECTURE.md lists no questions"
    for functions, rooms in rows:
        names = {name for name in re.findall(r"`(\w+)`", functions)}
        for name in sorted(names - set(defined)):
            yield f"ARCHITECTURE.md: there is no function {name}"
        for room in re.findall(r"`([\w/]+)`", rooms):
            asks = any(file.startswith(f"analyzer/{room}/") and names & asked for file, asked in wanted.items())
            if not asks and not any(defined.get(n, "").startswith(f"analyzer/{room}/") for n in names):
                yield f"ARCHITECTURE.md: {room} asks none of {', '.join(sorted(names))}"


# Functions that tests alone call: counters of work, and what prints what is kept inside.
FOR_TESTS = r"\w+_(counted|checked|written|made|has_new_types)|syntax_tree_(change|print)|suggestion_words_work|hover_at|keyname_rows"
# Called by libraries.
FOR_LIBRARIES = {"strdup"}


def check_used(top, defined, wanted):
    """What no product needs is not part of it: no other file calls it, nor its own. What its own file
    alone calls is its own, unless a test calls it, too."""
    called = set().union(*wanted.values(), ["main"])
    unused = {name: file for name, file in defined.items() if name not in called and "." not in name}
    tests = "\n".join(path.read_text(encoding="utf-8") for path in sorted((top / "tests").glob("**/*.[ch]")))
    for name, file in sorted(unused.items()):
        source = top / f"{file}.c"
        if not source.exists() or name in FOR_LIBRARIES:
            continue  # built before it was deleted
        is_needed = len(re.findall(rf"\b{name}\b", source.read_text(encoding="utf-8"))) > 1
        if not is_needed and not re.fullmatch(FOR_TESTS, name):
            yield f"{file}.c: {name} is called by tests alone, or by nobody"
        elif is_needed and not re.search(rf"\b{name}\b", tests):
            yield f"{file}.c: {name} is called by this file alone: it is static"


# What the rules are meant to find; a rule that finds nothing is worth nothing.
EXAMPLES = [
    ("solver/a.c", '#include "analyzer/text/string.h"', True),
    ("analyzer/text/a.c", '#include "analyzer/model/file.h"', True),
    ("analyzer/model/a.c", '#include "analyzer/text/string.h"', False),
    ("analyzer/model/types/a.c", '#include "analyzer/model/template/b.h"', True),
    ("analyzer/model/template/a.c", '#include "analyzer/model/types/b.h"', False),
    ("analyzer/syntax/tree/a.c", '#include "solver/formula.h"', True),
    ("analyzer/ide/a.c", '#include "lsp/session/server.h"', True),
    ("lsp/a.c", '#include "cli/arguments/command.h"', True),
    ("cli/a.c", '#include "lsp/session/server.h"', False),
    ("cli/a.c", '#include "command.h"', True),
    ("cli/a.c", "#include <json-c/json.h>", True),
    ("analyzer/model/a.c", "#include <yaml.h>", True),
    ("analyzer/variability/a.c", "#include <picosat/picosat.h>", True),
    ("analyzer/model/a.c", "#include <unistd.h>", True),
    ("analyzer/model/a.c", '\tFILE *file = fopen(path, "r");', True),
    ("analyzer/model/a.c", '\tsnprintf(text, sizeof(text), "%d", 1);', False),
    ("lsp/loop/a.c", "#include <uv.h>", True),
    ("lsp/system/a.c", "#include <uv.h>", False),
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
    if circles_of({"a": ["b"], "b": ["c"], "c": ["b"], "d": ["a"]}) != [frozenset("bc")]:
        problems.append("circles are not found")
    problems += check_tree(top)
    if len(sys.argv) > 2:
        build = pathlib.Path(sys.argv[2])
        defined, wanted = symbols_of(build)
        problems += check_calls(build, defined, wanted)
        problems += check_used(top, defined, wanted)
        problems += check_answers((top / "ARCHITECTURE.md").read_text(encoding="utf-8"), defined, wanted)
    print("\n".join(problems) or "every include points downwards")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
