"""From the start of the server to its end."""
import os
import subprocess
import sys
import time
import unittest

from client import (CAPABILITIES, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PROGRAM,
                    SERVER_NOT_INITIALIZED, ProtocolTest, document, frame, place)


class Lifecycle(ProtocolTest):
    def test_shutdown_and_exit_end_with_0(self):
        self.assertEqual(self.start().shut_down(), 0)

    def test_exit_without_shutdown_ends_with_1(self):
        client = self.start()
        client.notify("exit")
        self.assertEqual(client.wait(), 1)

    def test_exit_before_initialize_ends_with_1(self):
        client = self.start(initialized=False)
        client.notify("exit")
        self.assertEqual(client.wait(), 1)

    def test_end_of_input_ends_with_1(self):
        client = self.start()
        client.process.stdin.close()
        self.assertEqual(client.wait(), 1)

    def test_end_of_input_after_shutdown_ends_with_1(self):
        client = self.start()
        client.request("shutdown")
        client.process.stdin.close()
        self.assertEqual(client.wait(), 1)

    def test_input_that_ends_at_once(self):
        client = self.start(initialized=False)
        client.process.stdin.close()
        self.assertEqual(client.wait(), 1)

    def test_initialize_tells_name_and_capabilities(self):
        result = self.start(initialized=False).initialize()
        self.assertEqual(result["serverInfo"]["name"], "vtosca")
        self.assertEqual(result["capabilities"]["textDocumentSync"]["change"], 2)
        self.assertEqual(result["capabilities"]["positionEncoding"], "utf-16")

    def test_initialize_without_capabilities(self):
        client = self.start(initialized=False)
        client.initialize(capabilities={})
        client.open("service_template: [\n")
        self.assertEqual(len(client.diagnostics()), 1)

    def test_initialize_twice(self):
        client = self.start()
        self.assertEqual(client.error("initialize", {"processId": None, "rootUri": None,
                                                     "capabilities": {}}), INVALID_REQUEST)
        self.assertEqual(client.shut_down(), 0)

    def test_initialize_without_params(self):
        client = self.start(initialized=False)
        self.assertEqual(client.error("initialize"), INVALID_PARAMS)
        client.initialize()
        self.assertEqual(client.shut_down(), 0)

    def test_requests_before_initialize(self):
        client = self.start(initialized=False)
        self.assertEqual(client.error("shutdown"), SERVER_NOT_INITIALIZED)
        self.assertEqual(client.error("textDocument/hover", document(position=place(0, 0))),
                         SERVER_NOT_INITIALIZED)
        self.assertEqual(client.error("no/method"), SERVER_NOT_INITIALIZED)
        client.initialize()

    def test_notifications_before_initialize_are_dropped(self):
        client = self.start(initialized=False)
        client.open("service_template: [\n")
        client.initialize()
        self.assertEqual([m for m in client.received() if "Diagnostics" in m.get("method", "")], [])

    def test_requests_after_shutdown(self):
        client = self.start()
        client.request("shutdown")
        self.assertEqual(client.error("textDocument/hover", document(position=place(0, 0))),
                         INVALID_REQUEST)
        self.assertEqual(client.error("shutdown"), INVALID_REQUEST)
        client.notify("exit")
        self.assertEqual(client.wait(), 0)

    def test_unknown_methods(self):
        client = self.start()
        self.assertEqual(client.error("no/method", {}), METHOD_NOT_FOUND)
        self.assertEqual(client.error("$/unknown", {}), METHOD_NOT_FOUND)
        self.assertEqual(client.error("textDocument/didOpen", {}), METHOD_NOT_FOUND)
        client.notify("no/notification", {})
        client.notify("$/unknown", {})
        self.assertEqual(client.shut_down(), 0)

    def test_exit_in_the_middle_of_work(self):
        client = self.start()
        client.open("a: b\n" * 20000)
        client.notify("exit")
        self.assertEqual(client.wait(), 1)

    def test_answers_are_written_before_the_end(self):
        client = self.start(initialized=False)
        requests = [{"jsonrpc": "2.0", "id": 1, "method": "initialize",
                     "params": {"processId": None, "rootUri": None, "capabilities": CAPABILITIES}},
                    {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
                    {"jsonrpc": "2.0", "method": "exit"}]
        for request in requests:
            client._note("in", request)
        client.send_bytes(b"".join(map(frame, requests)))
        client.answer(1)
        client.answer(2)
        self.assertEqual(client.wait(), 0)


class ClientProcess(ProtocolTest):
    def test_the_client_process_is_gone(self):
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
            client = self.start(initialized=False)
            client.initialize(processId=other.pid)
            time.sleep(1.5)
            self.assertIsNone(client.process.poll())
            other.communicate(b"\n")
        self.assertEqual(client.wait(), 1)

    def test_the_parent_process_is_gone(self):
        script = ("import subprocess, sys, time; p = subprocess.Popen(sys.argv[1:]); "
                  "print(p.pid, file=sys.stderr, flush=True); time.sleep(60)")
        read_end, write_end = os.pipe()
        with subprocess.Popen([sys.executable, "-c", script, PROGRAM, "lsp"],
                              stdin=read_end, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as parent:
            server = int(parent.stderr.readline())
            os.write(write_end, frame({"jsonrpc": "2.0", "id": 1, "method": "initialize",
                                       "params": {"processId": parent.pid, "rootUri": None,
                                                  "capabilities": {}}}))
            time.sleep(0.5)
            parent.kill()
            parent.wait()
            deadline = time.monotonic() + 10
            while os.path.exists(f"/proc/{server}") and time.monotonic() < deadline:
                with open(f"/proc/{server}/stat", encoding="utf-8") as stat:
                    if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                        break
                time.sleep(0.1)
            self.assertLess(time.monotonic(), deadline)
        os.close(read_end)
        os.close(write_end)

    def test_no_client_process(self):
        client = self.start(initialized=False)
        client.initialize(processId=None)
        time.sleep(1.2)
        self.assertEqual(client.shut_down(), 0)


class StandardStreams(ProtocolTest):
    def test_files_instead_of_pipes(self):
        path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"vtosca-{os.getpid()}")
        messages = [{"jsonrpc": "2.0", "id": 1, "method": "initialize",
                     "params": {"processId": None, "rootUri": None, "capabilities": {}}},
                    {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
                    {"jsonrpc": "2.0", "method": "exit"}]
        with open(path + ".in", "wb") as file:
            file.write(b"".join(map(frame, messages)))
        try:
            with open(path + ".in", "rb") as stdin, open(path + ".out", "wb") as stdout:
                code = subprocess.run([PROGRAM, "lsp"], stdin=stdin, stdout=stdout, timeout=20,
                                      check=False).returncode
            self.assertEqual(code, 0)
            with open(path + ".out", "rb") as file:
                output = file.read()
            self.assertEqual(output.count(b"Content-Length: "), 2)
            self.assertIn(b'"id":2,"result":null', output)
        finally:
            for suffix in (".in", ".out"):
                os.unlink(path + suffix)

    def test_nobody_reads_the_output(self):
        read_end, write_end = os.pipe()
        with subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=write_end,
                              stderr=subprocess.DEVNULL) as server:
            os.close(read_end)
            os.close(write_end)
            server.stdin.write(frame({"jsonrpc": "2.0", "id": 1, "method": "shutdown"}))
            server.stdin.flush()
            self.assertEqual(server.wait(20), 1)

    def test_nothing_at_all(self):
        code = subprocess.run([PROGRAM, "lsp"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=20, check=False).returncode
        self.assertEqual(code, 1)


if __name__ == "__main__":
    unittest.main()
