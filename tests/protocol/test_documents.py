"""The server's copy of a document follows the client's, whatever the client does."""
import unittest

from client import (CAPABILITIES, INVALID_PARAMS, URI, ProtocolTest, document, place)

# A duplicate key is reported at its second place: that shows where the server sees it.
TOSCA = "service_template: {}\n"  # about other files nothing is said
TWICE = "key: 1\nkey: 2\n" + TOSCA


def encoded(encodings):
    return {**CAPABILITIES, "general": {"positionEncodings": encodings}}


class Documents(ProtocolTest):
    def starts(self, client, **of):
        return [(d["range"]["start"]["line"], d["range"]["start"]["character"])
                for d in client.diagnostics(**of) if d["code"] == "duplicate-key"]

    def test_open_publishes_with_the_version(self):
        client = self.start()
        client.open(TWICE, version=7)
        self.assertEqual(self.starts(client), [(1, 0)])

    def test_an_incremental_change(self):
        client = self.start()
        client.open(TWICE)
        self.assertEqual(self.starts(client), [(1, 0)])
        client.change([((0, 0, 0, 3), "other")])
        self.assertEqual(self.starts(client), [])
        client.change([((0, 0, 0, 5), "key")])
        self.assertEqual(self.starts(client), [(1, 0)])

    def test_several_changes_are_applied_in_order(self):
        client = self.start()
        client.open(TOSCA)
        client.change([((0, 0, 0, 0), "key: 1\n"), ((1, 0, 1, 0), "yek: 2\n"),
                       ((1, 0, 1, 3), "key")])
        self.assertEqual(self.starts(client), [(1, 0)])

    def test_a_change_of_the_whole_text(self):
        client = self.start()
        client.open("a: b\n")
        client.change(TWICE)
        self.assertEqual(self.starts(client), [(1, 0)])
        client.change("# nothing\n" + TWICE)
        self.assertEqual(self.starts(client), [(2, 0)])
        client.change("")
        self.assertEqual(self.starts(client), [])

    def test_ranges_beyond_the_text_are_cut_off(self):
        client = self.start()
        client.open(TOSCA + "key: 1\n")
        client.change([((5, 0, 9, 3), "key: 2\n")])
        self.assertEqual(self.starts(client), [(2, 0)])
        client.change([((1, 4, 1, 999), " 3")])
        self.assertEqual(self.starts(client), [(2, 0)])
        client.change([((0, 0, 2147483647, 2147483647), "x: y\n")])
        self.assertEqual(self.starts(client), [])

    def test_ranges_whose_ends_are_exchanged(self):
        client = self.start()
        client.open("xxx: 1\nkey: 2\n" + TOSCA)
        client.change([((0, 3, 0, 0), "key")])
        self.assertEqual(self.starts(client), [(1, 0)])

    def test_changes_that_make_no_sense_are_left_out(self):
        client = self.start()
        client.open(TWICE)
        client.diagnostics()
        for change in ({}, {"text": 3}, {"range": {}, "text": "x"}, 5,
                       {"range": {"start": place(-1, 0), "end": place(0, 0)}, "text": "x"}):
            client.send({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
                "textDocument": {"uri": URI, "version": 2}, "contentChanges": [change]}})
        client.change([((0, 0, 0, 0), "# \n")], version=3)
        self.assertEqual(self.starts(client), [(2, 0)])

    def test_versions_out_of_order(self):
        client = self.start()
        client.open(TOSCA, version=10)
        client.change([((0, 0, 0, 0), "key: 1\n")], version=14)
        client.change([((0, 0, 0, 0), "key: 2\n")], version=12)
        client.change([((0, 0, 0, 0), "# \n")], version=16)
        client.change([((0, 0, 0, 0), "# \n")], version=13)
        self.assertEqual(self.starts(client, version=16), [(3, 0)])
        told = [client.receive(lambda message: message.get("method") == "window/logMessage")
                ["params"]["message"] for _ in range(2)]
        self.assertEqual(told, [f"Version 12 of {URI} comes after version 14",
                                f"Version 13 of {URI} comes after version 16"])

    def test_encodings(self):
        """"😀" is four bytes, two units of UTF-16, one character; "ä" two, one, one."""
        text = "ä😀: {key: 1, key: 2}\n" + TOSCA
        for offered, chosen, column in ((["utf-16"], "utf-16", 14), (["utf-32"], "utf-32", 13),
                                        (["utf-8", "utf-16"], "utf-8", 17), ([], "utf-16", 14),
                                        (["utf-7"], "utf-16", 14)):
            with self.subTest(offered=offered):
                client = self.start(initialized=False)
                result = client.initialize(encoded(offered))
                self.assertEqual(result["capabilities"]["positionEncoding"], chosen)
                client.open(text)
                self.assertEqual(self.starts(client), [(0, column)])
                client.change([((0, column, 0, column + 3), "😀")])
                self.assertEqual(self.starts(client), [])
                client.change([((0, column, 0, column + {"utf-8": 4, "utf-16": 2}.get(chosen, 1)),
                                "key")])
                self.assertEqual(self.starts(client), [(0, column)])

    def test_line_ends(self):
        for end in ("\n", "\r\n", "\r"):
            with self.subTest(end=end):
                client = self.start()
                client.open(f"key: 1{end}key: 2{end}service_template: {{}}")
                self.assertEqual(self.starts(client), [(1, 0)])
                client.change([((1, 0, 1, 0), f"# {end}")])
                self.assertEqual(self.starts(client), [(2, 0)])

    def test_close_clears_the_diagnostics(self):
        client = self.start()
        client.open(TWICE)
        client.diagnostics()
        client.close()
        cleared = client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics")
        self.assertEqual(cleared["params"]["diagnostics"], [])

    def test_open_again_after_close(self):
        client = self.start()
        client.open("a: b\n")
        client.diagnostics()
        client.close()
        client.open(TWICE, version=1)
        self.assertEqual(self.starts(client), [(1, 0)])

    def test_open_twice(self):
        client = self.start()
        client.open("a: b\n", version=1)
        client.open(TWICE, version=2)
        # The first text may have been told as well.
        told = client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                              and m["params"].get("version") == 2)
        self.assertIn("duplicate-key", [d["code"] for d in told["params"]["diagnostics"]])

    def test_many_documents(self):
        client = self.start()
        uris = [f"file:///models/{i}.yaml" for i in range(40)]
        for i, uri in enumerate(uris):
            client.open("# \n" * i + TWICE, uri)
        for i, uri in enumerate(uris):
            self.assertEqual(self.starts(client, uri=uri), [(i + 1, 0)])

    def test_documents_without_a_file(self):
        client = self.start()
        client.open(TWICE, "untitled:Untitled-1")
        self.assertEqual(self.starts(client, uri="untitled:Untitled-1"), [(1, 0)])

    def test_notifications_about_documents_that_are_not_open(self):
        client = self.start()
        client.versions[URI] = 1
        client.change("a: b\n")
        client.close()
        client.notify("textDocument/didSave", document())
        client.open(TWICE)
        self.assertEqual(self.starts(client), [(1, 0)])

    def test_params_that_are_none(self):
        client = self.start()
        for method in ("didOpen", "didChange", "didClose", "didSave"):
            for params in ({}, [], {"textDocument": 3}, {"textDocument": {"uri": 4}}):
                client.send({"jsonrpc": "2.0", "method": f"textDocument/{method}",
                             "params": params})
        client.open(TWICE)
        self.assertEqual(self.starts(client), [(1, 0)])


class Requests(ProtocolTest):
    def test_a_document_that_is_not_open(self):
        client = self.start()
        self.assertEqual(client.error("textDocument/selectionRange", document(positions=[place(0, 0)])),
                         INVALID_PARAMS)

    def test_no_document(self):
        client = self.start()
        client.open("a: b\n")
        for params in ({}, [], {"textDocument": {}}, {"textDocument": {"uri": 3}}, document()):
            self.assertEqual(client.error("textDocument/selectionRange", params), INVALID_PARAMS)

    def test_bad_positions(self):
        client = self.start()
        client.open("a: b\n")
        for position in (None, {}, 3, {"line": 0}, place(-1, 0), place(0, -1), place(0.5, 0),
                         place("0", 0), place(2, 0), place(2**40, 0)):
            with self.subTest(position=position):
                self.assertEqual(client.error("textDocument/selectionRange", document(positions=[position])),
                                 INVALID_PARAMS)

    def test_positions_beyond_the_line_mean_its_end(self):
        client = self.start()
        client.open("a: b\n")
        client.request("textDocument/selectionRange", document(positions=[place(0, 99)]))
        client.request("textDocument/selectionRange", document(positions=[place(1, 0)]))


if __name__ == "__main__":
    unittest.main()
