"""What once went wrong, each as it was found: those that no other test repeats word by word (README.md has the others).

usage: reproductions.py VTOSCA
"""
import os
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
import zipfile

VTOSCA = os.path.abspath(sys.argv.pop(1))
os.environ["VTOSCA"] = VTOSCA
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "protocol"))
from client import CAPABILITIES, Client, ProtocolTest, document, frame  # noqa: E402

PROGRAM = open(VTOSCA, "rb").read()
IS_MEASURED = PROGRAM.startswith(b"\x7fELF") and b"__asan_init" not in PROGRAM and b"__tsan_init" not in PROGRAM
MEGABYTE = 1024  # kilobytes
HEAD = "tosca_definitions_version: tosca_variability_1_0\n"
PATIENCE = 30


def most_kilobytes(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return int(next(line for line in status if line.startswith("VmHWM")).split()[1])


class Reproductions(ProtocolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def uri(self, name):
        return "file://" + self.path(name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def start(self, **capabilities):
        client = Client()
        self.addCleanup(self._finish, client)
        client.initialize({**CAPABILITIES, **capabilities}, rootUri="file://" + self.folder)
        return client

    def told(self, client, name):
        answer = client.request("textDocument/diagnostic", document(self.uri(name)), timeout=PATIENCE)
        return sorted((d["range"]["start"]["line"], d["code"], d["message"]) for d in answer["items"])

    def eventually(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)

    def most_of_check(self, path):
        """Kilobytes that `check` needs for the file."""
        script = ("import resource, subprocess, sys\n"
                  "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)\n"
                  "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n")
        result = subprocess.run([sys.executable, "-c", script, VTOSCA, "check", path], capture_output=True, text=True, check=True)
        status, most = map(int, result.stdout.split())
        self.assertIn(status, (0, 1))
        return most

    # ---- 1

    def test_an_import_that_is_opened_while_its_importer_is_analysed_is_not_missed(self):
        self.write("a.yaml", HEAD + "node_types: {x.T: {derived_from: tosca.nodes.Root}}\n")
        nodes = "".join(f"    n{i}: {{type: x.T}}\n" for i in range(300))
        main = HEAD + "imports: [a.yaml]\ntopology_template:\n  node_templates:\n" + nodes
        for delay in (0, 0.002, 0.005, 0.01, 0.02, 0.05):
            client = self.start()
            client.open(main, self.uri("main.yaml"))
            time.sleep(delay)
            client.open(HEAD + "node_types: {x.Renamed: {derived_from: tosca.nodes.Root}}\n", self.uri("a.yaml"))
            self.eventually(lambda: any(code == "unknown-type" for _, code, _ in self.told(client, "main.yaml")), delay)
            client.change(HEAD + "node_types: {x.T: {derived_from: tosca.nodes.Root}}\n", self.uri("a.yaml"))
            self.eventually(lambda: not self.told(client, "main.yaml"), delay)
            client.kill()

    def test_an_import_that_is_edited_while_it_comes_to_be_one_is_not_missed(self):
        types = HEAD + "node_types: {x.T: {derived_from: tosca.nodes.Root}}\n"
        self.write("a.yaml", types)
        nodes = "topology_template:\n  node_templates:\n" + "".join(f"    n{i}: {{type: x.T}}\n" for i in range(300))
        for delay in (0, 0.001, 0.003, 0.005):
            client = self.start()
            client.open(types, self.uri("a.yaml"))
            client.open(HEAD + nodes, self.uri("main.yaml"))
            client.change(HEAD + "imports: [a.yaml]\n" + nodes, self.uri("main.yaml"))
            time.sleep(delay)
            client.change(types.replace("x.T", "x.Renamed"), self.uri("a.yaml"))
            self.eventually(lambda: any("x.T" in text for _, _, text in self.told(client, "main.yaml")), delay)
            client.kill()

    # ---- 3

    def test_what_is_told_beside_a_syntax_error_does_not_depend_on_edits(self):
        block = ("tosca_definitions_version: tosca_2_0\ndata_types:\n{0}    properties:\n{0}          The unique ID of the network.\n"
                 "{0}        type: string\n      addresses:\n        description: >-\n          The list\n        type: list\n"
                 "        entry_schema:\n")
        tabs = "topology_template:\n  variability:\n{0}      type: tosca.nodes.Root\n{0}    observer:\n"
        for number, (before, after) in enumerate(((block.format("    "), block.format("")), (block.format(""), block.format("  ")),
                                                  (tabs.format(""), tabs.format("\t")), (tabs.format("\t"), tabs.format("")))):
            name = f"broken{number}.yaml"
            client, fresh = self.start(), self.start()
            client.open(before, self.uri(name))
            self.told(client, name)
            client.change(after, self.uri(name))
            fresh.open(after, self.uri(name))
            self.assertEqual(self.told(client, name), self.told(fresh, name), after)
            for each in (client, fresh):
                each.kill()

    # ---- 4

    def test_whether_an_import_has_problems_does_not_depend_on_the_order_of_opening(self):
        texts = {"b.yaml": "foo:\n    a: 1\n  b: 2\n", "main.yaml": "tosca_definitions_version: tosca_2_0\nimports: [b.yaml]\n"}
        for name, text in texts.items():
            self.write(name, text)
        for order in (["main.yaml", "b.yaml"], ["b.yaml", "main.yaml"]):
            for pause in (0, 0.3):
                client = self.start()
                for name in order:
                    client.open(texts[name], self.uri(name))
                    time.sleep(pause)
                self.eventually(lambda: self.told(client, "b.yaml"), order)
                client.change("tosca_definitions_version: tosca_2_0\n", self.uri("main.yaml"))
                self.eventually(lambda: not self.told(client, "b.yaml"), order)
                client.kill()

    # ---- 8 and the list: memory

    @unittest.skipUnless(IS_MEASURED, "memory of the optimised program")
    def test_twice_the_inputs_take_about_twice_the_memory(self):
        def most(count):
            inputs = "".join(f"      i{i}: {{type: boolean, default: false}}\n" for i in range(count))
            nodes = "".join(f"    n{i}: {{type: tosca.nodes.Root, conditions: {{variability_input: i{i}}}}}\n" for i in range(count))
            return self.most_of_check(self.write(f"inputs{count}.yaml", (
                "tosca_definitions_version: tosca_variability_1_0_rc_3\ntopology_template:\n  variability:\n    inputs:\n"
                f"{inputs}  node_templates:\n{nodes}")))
        self.assertLess(most(2000), 2.2 * most(1000))

    @unittest.skipUnless(IS_MEASURED, "memory of the optimised program")
    def test_foreign_files_of_the_workspace_are_not_kept(self):
        for i in range(40):
            self.write(f"pods{i}.yaml", "".join(f"- kind: Pod\n  metadata: {{name: pod{i}-{k}, labels: {{app: web}}}}\n" for k in range(30000)))
        self.write("shop.yaml", HEAD + "topology_template: {node_templates: {shop: {type: tosca.nodes.Root}}}\n")
        client = self.start()
        found = client.request("workspace/symbol", {"query": "shop"}, timeout=PATIENCE)
        self.assertEqual([symbol["name"] for symbol in found], ["shop"])
        self.assertLess(most_kilobytes(client.process), 60 * MEGABYTE)

    @unittest.skipUnless(IS_MEASURED, "memory of the optimised program")
    def test_memory_of_broken_and_unknown_lines_is_bounded(self):
        node = "topology_template: {node_templates: {a: {type: tosca.nodes.Root}}}\n"
        open_quotes = self.write("quotes.yaml", HEAD + 'a: "\n' * 10000)
        unknown = self.write("unknown.yaml", HEAD + "".join(f"keyname{i}: v\n" for i in range(200000)) + node)
        self.assertLess(self.most_of_check(open_quotes), 100 * MEGABYTE)
        self.assertLess(self.most_of_check(unknown), 800 * MEGABYTE)

    # ---- the list

    def test_names_that_an_archive_has_twice_are_told(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with zipfile.ZipFile(self.path("twice.csar"), "w") as archive:
                archive.writestr("t.yaml", HEAD)
                archive.writestr("t.yaml", "bogus")
        result = subprocess.run([VTOSCA, "check", self.path("twice.csar")], capture_output=True, text=True, check=False)
        self.assertIn("t.yaml", result.stdout)
        self.assertIn("twice", result.stdout)

    def test_ids_that_do_not_fit_are_refused_and_never_come_back_as_others(self):
        client = self.start()
        for number in (2 ** 64, -2 ** 63 - 1, 10 ** 30):
            client.send({"jsonrpc": "2.0", "id": number, "method": "workspace/symbol", "params": {"query": "x"}})
            answer = client.receive(lambda m: "method" not in m, timeout=PATIENCE)
            self.assertIsNone(answer["id"])
            self.assertIn(answer["error"]["code"], (-32600, -32700))  # some versions of json-c cannot read them

    def test_versions_that_go_backwards_are_told_and_never_published(self):
        client = self.start()
        client.open(HEAD, self.uri("t.yaml"), 5)
        for version in (3, 3, -7, 6):
            client.change(HEAD + f"# {version}\n", self.uri("t.yaml"), version)
        client.receive(lambda m: m.get("method") == "window/logMessage" and "comes after version 5" in m["params"]["message"])
        client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"].get("version") == 6)


if __name__ == "__main__":
    unittest.main()
