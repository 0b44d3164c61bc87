"""What no file on disk, no template and no reader of the output may bring about: all memory taken, a hang, a
crash, or silence.

usage: limits.py VTOSCA
"""
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

VTOSCA = os.path.abspath(sys.argv.pop(1))
PROGRAM = open(VTOSCA, "rb").read()
SANITIZED = any(name in PROGRAM for name in (b"__asan_init", b"__tsan_init"))
IS_NATIVE = PROGRAM.startswith(b"\x7fELF")  # and not a script that runs the WebAssembly module
SECONDS = float(os.environ.get("VTOSCA_TIMEOUT", "240"))

HEAD = "tosca_definitions_version: tosca_variability_1_0\n"
NODE = "topology_template:\n  node_templates:\n    app: {type: tosca.nodes.Root}\n"


def run(*arguments, stdout=subprocess.PIPE, text=None, most_bytes=0):
    def limit():
        if most_bytes and IS_NATIVE and not SANITIZED:  # sanitizers reserve terabytes, node gigabytes
            resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))

    return subprocess.run([VTOSCA, *arguments], stdout=stdout, stderr=subprocess.PIPE, input=text, timeout=SECONDS,
                          preexec_fn=limit)


def framed(*messages):
    bodies = [json.dumps({"jsonrpc": "2.0", **m}).encode() for m in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(b), b) for b in bodies)


def under(condition, more=""):
    return (HEAD + "topology_template:\n  variability:\n" + more + "  node_templates:\n    other: {type: tosca.nodes.Root}\n"
            "    app: {type: tosca.nodes.Root, conditions: " + condition + "}\n")


def chained(number, first, following, condition):
    return under(condition.format(number - 1), "    expressions:\n      e0: " + first + "\n" + "".join(
        f"      e{i}: {following.format(i - 1)}\n" for i in range(1, number)))


def valid(clause):
    return (HEAD + "data_types: {D: {derived_from: string, constraints: [" + clause + "]}}\n"
            "node_types: {T: {derived_from: tosca.nodes.Root, properties: {p: {type: D, required: false}}}}\n"
            + NODE.replace("tosca.nodes.Root", "T"))


def shared(offering, taken, offered, taking="count: 1", other=False):
    """Nodes that take so much of what others offer."""
    more = ", other: {type: float, required: false}" if other else ""
    return ("tosca_definitions_version: tosca_2_0\n"
            "capability_types: {C: {properties: {share: {type: float, required: false}" + more + "}}}\nnode_types:\n"
            "  Offering: {capabilities: {c: {type: C}}}\n  Taking: {requirements: [r: {capability: C, count_range: [0, UNBOUNDED]}]}\n"
            "service_template:\n  node_templates:\n"
            f"    offering: {{type: Offering, {offering}, capabilities: {{c: {{properties: {{share: {offered}}}}}}}}}\n"
            f"    taking: {{type: Taking, {taking}, requirements: [r: {{node: offering, allocation: {{share: {taken}}}}}]}}\n")


def counted(count, more=""):
    return ("tosca_definitions_version: tosca_2_0\nnode_types: {T: {}}\nservice_template:\n  node_templates:\n"
            f"    a: {{type: T, count: {count}{more}}}\n")


def counted_by_properties(number):
    names = ", ".join(f"p{i}: {{type: integer, required: false}}" for i in range(number))
    values = ", ".join(["p0: 1"] + [f"p{i}: {{$get_property: [SELF, p{i - 1}]}}" for i in range(1, number)])
    return counted(f"{{$get_property: [SELF, p{number - 1}]}}", f", properties: {{{values}}}").replace(
        "{T: {}}", f"{{T: {{properties: {{{names}}}}}}}")


def schema(schema_, text):
    """A text in JSON, and what it is to pass."""
    return ("tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  inputs:\n"
            f"    a: {{type: string, default: '{text}', constraints: [schema: '{schema_}']}}\n")


def concatenated(number):
    return under("{equal: [{value_expression: e}, a]}", f"    inputs: {{x: {{type: string, default: {'x' * (number // 2)}}}, "
                 f"y: {{type: string, default: {'x' * (number - number // 2)}}}}}\n"
                 "    expressions: {e: {concat: [{variability_input: x}, {variability_input: y}]}}\n")


def imported(number):
    files = {f"f{i}.yaml": HEAD + f"node_types: {{T{i}: {{derived_from: tosca.nodes.Root}}}}\n" for i in range(number)}
    return {"main.yaml": HEAD + "imports: [" + ", ".join(files) + "]\n" + NODE, **files}


# What is told above a limit, and not at it, nor below: the limit, what makes a template with so many, the message.
LIMITS = {
    "levels of brackets": (498, lambda n: HEAD + "metadata: {a: " + "[" * n + "]" * n + "}\n" + NODE, "nested too deeply"),
    "levels of an expression": (499, lambda n: chained(n, "true", "{{logic_expression: e{}}}", "{{logic_expression: e{}}}"),
                                "Expression is nested too deeply"),
    "levels of a value expression": (
        399, lambda n: chained(n, "a", "{{value_expression: e{}}}", "{{equal: [{{value_expression: e{}}}, a]}}"),
        "Value expression is nested too deeply"),
    "levels of aliases": (
        499, lambda n: HEAD + "dsl_definitions:\n  a: &a " + "[" * (n // 2) + "]" * (n // 2) + "\n  b: "
        + "[" * (n - n // 2) + "*a" + "]" * (n - n // 2) + "\n" + NODE, "this is nested too deeply"),
    "letters of a pattern": (500, lambda n: valid("{pattern: '" + "a" * n + "'}"), "Values are not checked against patterns"),
    "letters that a pattern repeats": (1000, lambda n: valid(f"{{pattern: '[ab]{{0,{n}}}'}}"), "Values are not checked against patterns"),
    "repetitions of repetitions": (15, lambda n: valid(f"{{pattern: '(a{{0,10}}){{0,{n}}}'}}"), "Values are not checked against patterns"),
    "valid values": (1000, lambda n: valid("{valid_values: [" + ", ".join(f"v{i}" for i in range(n)) + "]}"),
                     "Values are compared with the first"),
    "levels of groups in groups": (
        16, lambda n: HEAD + NODE + "  groups:\n    g: {type: tosca.groups.Root, members: [g0]}\n" + "".join(
            f"    g{i}: {{type: tosca.groups.Root, members: [g{i + 1}]}}\n" for i in range(n - 1))
        + f"    g{n - 1}: {{type: tosca.groups.Root, members: [app]}}\n", "Not all groups in \"g\" are checked"),
    "groups in a group": (
        1000, lambda n: HEAD + NODE + "  groups:\n    g: {type: tosca.groups.Root, members: [" + ", ".join(f"g{i}" for i in range(n)) + "]}\n"
        + "".join(f"    g{i}: {{type: tosca.groups.Root, members: [app]}}\n" for i in range(n)), "Not all groups in \"g\" are checked"),
    "nodes that offer": (1000, lambda n: shared(f"count: {n}", "1", "1"), "offers enough of \"share\" is not checked"),
    "nodes that take": (1000, lambda n: shared("count: 1", "{$sum: [0, {$quotient: [$node_index, 1000000]}]}", "1", f"count: {n}"),
                        "is not checked: there are more than"),
    "nodes among which relationships choose": (
        64, lambda n: shared(f"count: {n}", "1, other: 1", "1, other: 1", other=True), "is not checked: there are more than 64 nodes"),
    "nodes that choose": (
        256, lambda n: shared("count: 2", "1, other: 1", "1000, other: 1000", f"count: {n}", other=True),
        "is not checked: there are more than 256 nodes that take some"),
    "levels of a JSON Schema": (
        64, lambda n: schema('{"items": ' * n + "{}" + "}" * n, "[" * (n + 1) + "]" * (n + 1)),
        "passes its JSON Schema is not checked: it takes too many steps"),
    "bytes of a text": (1 << 20, concatenated, "becomes longer than 1048576 bytes"),
    "types that derive from each other": (
        199, lambda n: HEAD + "node_types:\n  T0: {derived_from: tosca.nodes.Root}\n" + "".join(
            f"  T{i}: {{derived_from: T{i - 1}}}\n" for i in range(1, n)), "deep-derivation"),
    "nodes that aliases stand for": (
        999, lambda n: HEAD + "dsl_definitions:\n  a: &a [" + "x," * 999 + "]\n  b: [" + "*a," * 999 + "]\n  c: &c [" + "x," * n
        + "]\n  d: *c\n" + NODE, "alias-bomb"),
    "presets beside the defaults": (
        63, lambda n: under("{greater: [{variability_input: x}, 5]}", "    inputs: {x: {type: integer, default: 0}}\n    presets:\n"
                            + "".join(f"      p{i}: {{inputs: {{x: {i}}}}}\n" for i in range(n))), "too-many-variants"),
    "imported files": (1023, imported, "1024 files are imported already"),
    "files below lib": (
        1000, lambda n: {"main.yaml": under("{variability_input: x}", "    inputs: {x: {type: boolean, default: true}}\n"),
                         **{f"lib/f{i}.yaml": "nothing: of TOSCA\n" for i in range(n)}}, "below \"lib\" are read"),
    "steps to compute a count": (4095, lambda n: counted("{$sum: [" + ", ".join("1" * n) + "]}"), "takes more than 4096 steps"),
    "properties that a count leads through": (500, counted_by_properties, "leads through more than 500 values"),
    "the order of a regression": (
        64, lambda n: under("{equal: [{value_expression: e}, 1]}",
                            f"    expressions: {{e: {{polynomial_regression: [[[1, 2], [2, 3]], {n}, 3]}}}}\n"), "between 0 and 64"),
}

INITIALIZE = {"id": 1, "method": "initialize", "params": {"capabilities": {}}}
END = [{"id": 99, "method": "shutdown"}, {"method": "exit"}]


def answers(output):
    """The messages of a server by id."""
    found, rest = {}, output
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        length = int(head.split(b":")[1])
        message = json.loads(rest[:length])
        rest = rest[length:]
        if "id" in message and "method" not in message:
            found.setdefault(message["id"], []).append(message)
    return found


class Limits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def check(self, path, **options):
        result = run("check", path, **options)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        self.assertNotIn(b"Sanitizer", result.stderr)
        return result.stdout.decode()

    # ---- what names each other

    def test_long_chains_of_expressions(self):
        path = self.write("main.yaml", chained(20000, "true", "{{and: [{{logic_expression: e{}}}, true]}}", "{{logic_expression: e{}}}"))
        self.assertIn("Expression is nested too deeply", self.check(path))

    # ---- lists in messages

    def test_of_many_names_a_message_has_the_first(self):
        names = ", ".join(f"e{i}" for i in range(5000))
        path = self.write("main.yaml", HEAD + f"artifact_types: {{A: {{derived_from: tosca.artifacts.Root, file_ext: [{names}]}}}}\n"
                          + NODE.replace("Root}", "Root, artifacts: {x: {type: A, file: x.txt}}}"))
        self.assertIn('end in "e0" or "e1" or "e2" or "e3" or "e4" or "e5" or "e6" or "e7" or 4992 more', self.check(path))

    # ---- rights

    def rights(self, *options):
        with subprocess.Popen([VTOSCA, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
            server.stdin.write(framed(INITIALIZE))
            server.stdin.flush()
            server.stdout.readline()  # the answer: it is at work
            with open(f"/proc/{server.pid}/status", encoding="ascii") as file:
                status = dict(line.split(":", 1) for line in file)
            server.stdin.write(framed({"method": "initialized", "params": {}}, *END))
            server.stdin.close()
            server.stdout.read()
            self.assertEqual(server.wait(), 0)
        return status["Seccomp"].strip()

    @unittest.skipUnless(IS_NATIVE, "node has the rights of the module")
    @unittest.skipUnless(os.path.exists("/proc/self/status"), "Linux only")
    def test_the_server_gives_up_rights_unless_told_not_to(self):
        with open("/proc/self/status", encoding="ascii") as file:
            if "Seccomp:\t0" not in file.read():
                self.skipTest("already in a sandbox")
        self.assertEqual(self.rights(), "2")
        self.assertEqual(self.rights("--no-sandbox"), "0")

    def test_check_gives_up_what_it_does_not_need(self):
        template = self.write("main.yaml", HEAD + NODE)
        baseline = os.path.join(self.folder, "baseline.json")
        for command in (["check", template], ["check", "--baseline", baseline, "--update-baseline", template],
                        ["check", "--baseline", baseline, template]):
            self.assertEqual(run(*command).returncode, 0)
        self.assertTrue(os.path.exists(baseline))

    @unittest.skipUnless(IS_NATIVE and not SANITIZED and shutil.which("readelf"), "needs the program as it is released, and readelf")
    def test_the_program_is_hardened(self):
        told = subprocess.run(["readelf", "-W", "-h", "-l", "-d", "-n", "--dyn-syms", VTOSCA], capture_output=True, text=True,
                              check=True).stdout
        for what, sign in (("position-independent", r"Type: +DYN"), ("no code on the stack", r"GNU_STACK .* RW "),
                           ("read-only relocations", "GNU_RELRO"), ("bound at once", r"FLAGS.*\bNOW\b"),
                           ("stack protector", "__stack_chk_fail"), ("fortified calls", r"__\w+_chk")):
            self.assertRegex(told, sign, what)
        if os.uname().machine == "x86_64":
            self.assertGreater(PROGRAM.count(b"\xf3\x0f\x1e\xfa"), 500, "landing places of control-flow protection")

    # ---- what a template may have

    def test_limits_are_told_above_and_not_at_nor_below_them(self):
        for what, (limit, make, message) in LIMITS.items():
            for number in (limit - 1, limit, limit + 1):
                made = make(number)
                for name, text in (made if isinstance(made, dict) else {"main.yaml": made}).items():
                    self.write(name, text)
                with self.subTest(what=what, number=number):
                    output = self.check(os.path.join(self.folder, "main.yaml"), most_bytes=1 << 30)
                    self.assertEqual(message in output, number > limit, output[:2000])

    def test_of_long_lists_of_valid_values_the_first_are_compared(self):
        for number in (999, 1000, 1001):
            path = self.write("values.yaml", HEAD + "data_types: {D: {derived_from: string, constraints: [{valid_values: ["
                              + ", ".join(f"v{i}" for i in range(number)) + "]}]}}\nnode_types: {T: {derived_from: tosca.nodes.Root, "
                              "properties: {p: {type: D}}}}\n" + NODE.replace("tosca.nodes.Root", "T, properties: {p: wrong}"))
            self.assertEqual("constraint-violated" in self.check(path), number <= 1000, number)

    # ---- derivations

    def test_long_derivations_and_cycles_take_no_quadratic_time(self):
        count = 1500 if SANITIZED else 15000
        for name, first, step, code in (("chain", "tosca.nodes.Root", -1, "deep-derivation"),
                                        ("cycle", "T1", 1, "circular-type")):
            types = f"  T0: {{derived_from: {first}}}\n" + "".join(
                f"  T{i}: {{derived_from: T{(i + step) % count}, properties: {{p{i}: {{type: string}}}}}}\n"
                for i in range(1, count))
            path = self.write(name + ".yaml", HEAD + "node_types:\n" + types)
            self.assertIn(code, self.check(path, most_bytes=1 << 30))

    # ---- values

    def doubling(self, levels, word):
        lines = [f"      e0: {{concat: [{{variability_input: z}}, {{variability_input: z}}]}}"]
        for i in range(1, levels):
            part = f"{{value_expression: e{i - 1}}}"
            lines.append(f"      e{i}: {{concat: [{part}, {part}]}}")
        return self.write(f"doubling{levels}.yaml", HEAD + "topology_template:\n  variability:\n    inputs: {z: {type: string, default: "
                          + word + "}}\n    expressions:\n" + "\n".join(lines) + "\n  node_templates:\n"
                          "    app: {type: tosca.nodes.Root, conditions: {equal: [{value_expression: e" + str(levels - 1) + "}, x]}}\n")

    def test_texts_that_double_each_other_end_at_a_limit(self):
        for levels, is_told in ((15, False), (16, True), (60, True)):  # 32 bytes doubled
            with self.subTest(levels=levels):
                output = self.check(self.doubling(levels, "x" * 32), most_bytes=1 << 30)
                self.assertEqual("becomes longer than 1048576 bytes" in output, is_told, output)

    def test_numbers_that_double_each_other_are_not_followed_for_ever(self):
        for op in ("add", "sub", "mul", "max", "equal"):
            with self.subTest(op=op):
                path = self.doubling(60, "1")
                with open(path, encoding="utf-8") as file:
                    text = file.read().replace("concat", op).replace("type: string", "type: integer").replace(", x]", ", 3]")
                self.check(self.write(f"{op}.yaml", text), most_bytes=1 << 30)

    # ---- files

    def importing(self, name):
        return self.write("main.yaml", HEAD + f"imports: [{name}]\n" + NODE)

    def pigeons(self, holes, more=""):
        """Each of one pigeon more than there are holes sits in one, no two in the same: what no search finds out."""
        lines, clauses = [], []
        for pigeon in range(holes + 1):
            lines += [f"x{pigeon}_{hole}: {{type: tosca.nodes.Root, conditions: {{node_presence: x{pigeon}_{hole}}}}}"
                      for hole in range(holes)]
            clauses.append(", ".join(f"{{node_presence: x{pigeon}_{hole}}}" for hole in range(holes)))
            clauses += [f"{{not: {{node_presence: x{pigeon}_{hole}}}}}, {{not: {{node_presence: x{other}_{hole}}}}}"
                        for hole in range(holes) for other in range(pigeon)]
        lines += [f"c{i}: {{type: tosca.nodes.Root, conditions: {{or: [{{not: {{node_presence: c{i}}}}}, {clause}]}}}}"
                  for i, clause in enumerate(clauses)]
        return (HEAD + "topology_template:\n  variability: {options: {mode: manual}}\n  node_templates:\n" + more +
                "".join(f"    {line}\n" for line in lines))

    def test_a_search_that_takes_too_long_is_given_up_and_the_rest_is_known(self):
        path = self.write("hard.yaml", self.pigeons(11, "    app: {type: tosca.nodes.Root, condition: true}\n"))
        told = self.check(path)
        self.assertIn("[solving-given-up]", told)
        self.assertIn("condition", told)  # the misspelt keyname
        known = json.loads(run("variants", path, "--format", "json").stdout)
        whens = {element["when"] for element in known["elements"]}
        self.assertEqual(whens, {"unknown"}, "nothing is proven of a template that cannot be solved")
        refused = run("resolve", path)
        self.assertEqual(refused.returncode, 1)
        self.assertIn(b"It takes too long", refused.stderr)

    def test_symbolic_links_lead_to_files(self):
        self.write("real.yaml", HEAD + "node_types: {a.B: {derived_from: tosca.nodes.Root}}\n")
        os.symlink("real.yaml", os.path.join(self.folder, "link.yaml"))
        self.assertNotIn("link.yaml", self.check(self.importing("link.yaml")))

    def test_what_cannot_be_read_is_told_with_its_reason(self):
        os.symlink("loop.yaml", os.path.join(self.folder, "loop.yaml"))
        os.mkdir(os.path.join(self.folder, "folder.yaml"))
        os.mkfifo(os.path.join(self.folder, "fifo.yaml"))
        with open(os.path.join(self.folder, "huge.yaml"), "wb") as file:
            file.truncate(100 << 30)
        for name, reason in (("loop.yaml", "cannot be read"), ("folder.yaml", "is a folder"),
                             ("fifo.yaml", "is no regular file"), ("/dev/zero", "is no regular file"),
                             ("huge.yaml", "is larger than 64 MiB"), ("none.yaml", "does not exist")):
            with self.subTest(name=name):
                self.assertIn(f'File "{name}" {reason}', self.check(self.importing(name), most_bytes=1 << 30))

    def test_a_file_below_and_at_the_limit_is_read_and_one_above_it_is_not(self):
        if SANITIZED:
            return  # too slow there
        text = HEAD + "node_types: {a.B: {derived_from: tosca.nodes.Root}}\n"
        for extra, is_read in ((-1, True), (0, True), (1, False)):
            size = (64 << 20) + extra
            self.write("large.yaml", text + ("#" + "x" * 1022 + "\n") * ((size - len(text)) // 1024)
                       + "#" * ((size - len(text)) % 1024))
            self.assertEqual(os.path.getsize(os.path.join(self.folder, "large.yaml")), size)
            self.assertEqual("is larger than 64 MiB" not in self.check(self.importing("large.yaml")), is_read)

    def test_a_workspace_with_a_huge_file_is_searched(self):
        with open(os.path.join(self.folder, "huge.yaml"), "wb") as file:
            file.truncate(100 << 30)
        self.importing("none.yaml")
        server = subprocess.Popen([VTOSCA, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        server.stdin.write(framed(
            {**INITIALIZE, "params": {"capabilities": {}, "rootUri": "file://" + self.folder}},
            {"method": "initialized", "params": {}},
            {"id": 2, "method": "workspace/symbol", "params": {"query": "app"}}))
        server.stdin.flush()
        found = {}
        while 2 not in found:
            length = 0
            while (line := server.stdout.readline()) not in (b"\r\n", b""):
                length = int(line.split(b":")[1]) if line.startswith(b"Content-Length") else length
            message = json.loads(server.stdout.read(length))
            found[message.get("id")] = message
        server.stdin.write(framed(*END))
        server.communicate(timeout=SECONDS)
        self.assertEqual(server.returncode, 0)
        self.assertEqual([s["name"] for s in found[2]["result"]], ["app"])

    # ---- archives

    def archive(self, members):
        path = os.path.join(self.folder, "t.csar")
        meta = "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: us\nEntry-Definitions: main.yaml\n"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, content in {"TOSCA-Metadata/TOSCA.meta": meta, "main.yaml": HEAD + NODE, **members}.items():
                packed.writestr(name, content)
        return self.check(path)

    @unittest.skipIf(SANITIZED, "too slow there")
    def test_an_archive_is_read_up_to_its_limits(self):
        if "built without" in self.archive({}):
            self.skipTest("reads no archives")
        for length in (4095, 4096, 4097):  # of a name
            self.assertEqual("broken list of files" in self.archive({"a" * length: ""}), length > 4096, length)
        for count in (99999, 100000, 100001):
            output = self.archive({f"f{i}": b"" for i in range(count - 2)})
            self.assertEqual("has too many files" in output, count > 100000, count)
        imports = [f"i{i}.yaml" for i in range(4)]
        main = HEAD + "imports: [" + ", ".join(imports) + "]\n" + NODE
        for extra in (-1, 0, 1):  # bytes of one file
            output = self.archive({"main.yaml": HEAD + "imports: [i0.yaml]\n" + NODE, "i0.yaml": b"\0" * ((64 << 20) + extra)})
            self.assertEqual("too large to be unpacked" in output, extra > 0, extra)
        most = self.archive({"main.yaml": main, **{name: b"\0" * (60 << 20) for name in imports}})
        self.assertNotIn("too large to be unpacked", most)  # 240 MiB
        more = self.archive({"main.yaml": main, **{name: b"\0" * (64 << 20) for name in imports}})
        self.assertIn("too large to be unpacked", more)  # 256 MiB, and the rest

    # ---- the other end

    def test_a_full_disk_ends_the_server_with_a_message(self):
        with open("/dev/full", "wb") as full:
            result = run("lsp", stdout=full, text=framed(INITIALIZE, *END))
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"vtosca lsp: ", result.stderr)
        self.assertNotIn(b"Sanitizer", result.stderr)

    def test_responses_without_result_are_not_answered(self):
        result = run("lsp", text=framed(INITIALIZE, {"id": 2}, {"id": 3, "method": "shutdown"}, {"method": "exit"}))
        self.assertEqual(sorted(answers(result.stdout)), [1, 3])

    def test_content_of_no_document_is_refused(self):
        for uri in (None, "", 7):
            result = run("lsp", text=framed(INITIALIZE, {"id": 2, "method": "workspace/textDocumentContent", "params": {"uri": uri}},
                                            *END))
            self.assertEqual(answers(result.stdout)[2][0]["error"]["code"], -32602, uri)
            self.assertEqual(result.returncode, 0, result.stderr)


if __name__ == "__main__":
    unittest.main()
