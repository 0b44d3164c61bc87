"""What no file on disk, no template and no reader of the output may bring about: all memory taken, a hang, a
crash, or silence.

usage: limits.py VTOSCA
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import unittest

VTOSCA = os.path.abspath(sys.argv.pop(1))
PROGRAM = open(VTOSCA, "rb").read()
SANITIZED = b"__asan_init" in PROGRAM
IS_NATIVE = PROGRAM.startswith(b"\x7fELF")  # and not a script that runs the WebAssembly module
SECONDS = float(os.environ.get("VTOSCA_TIMEOUT", "60"))

HEAD = "tosca_definitions_version: tosca_variability_1_0\n"
NODE = "topology_template:\n  node_templates:\n    app: {type: tosca.nodes.Root}\n"


def run(*arguments, stdout=subprocess.PIPE, text=None, most_bytes=0):
    def limit():
        if most_bytes and IS_NATIVE and not SANITIZED:  # the sanitizer reserves terabytes, node gigabytes
            resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))

    return subprocess.run([VTOSCA, *arguments], stdout=stdout, stderr=subprocess.PIPE, input=text, timeout=SECONDS,
                          preexec_fn=limit)


def framed(*messages):
    bodies = [json.dumps({"jsonrpc": "2.0", **m}).encode() for m in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(b), b) for b in bodies)


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
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def check(self, path, **options):
        result = run("check", path, **options)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        self.assertNotIn(b"Sanitizer", result.stderr)
        return result.stdout.decode()

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

    def test_a_file_at_the_limit_is_read_and_one_above_it_is_not(self):
        if SANITIZED:
            return  # too slow there
        text = HEAD + "node_types: {a.B: {derived_from: tosca.nodes.Root}}\n"
        for extra, is_read in ((0, True), (1, False)):
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

    # ---- time

    def test_flat_maps_take_no_quadratic_time(self):
        """20,000 entries take 4 times as long as 5,000, on a busy machine perhaps 8 times; once it was 16."""
        if SANITIZED:
            return
        def metadata(n):
            return HEAD + "metadata:\n" + "".join(f"  key{i}: v\n" for i in range(n)) + NODE
        def seconds(text):
            path = self.write("flat.yaml", text)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.check(path)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime - before.ru_utime
        least = min(seconds(metadata(5000)) for _ in range(3))
        most = min(seconds(metadata(20000)) for _ in range(3))
        self.assertLess(most, 8 * max(least, 0.02))


if __name__ == "__main__":
    unittest.main()
