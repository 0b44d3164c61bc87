"""Messages that are split, broken or not what they should be."""
import json
import unittest

from client import (INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, ProtocolTest, frame)


def request(identifier, method="no/method"):
    return {"jsonrpc": "2.0", "id": identifier, "method": method, "params": {}}


class Framing(ProtocolTest):
    def alive(self, client):
        """It still answers, to every request once."""
        self.assertEqual(client.error("no/method", {}), METHOD_NOT_FOUND)

    def errors_without_id(self, client):
        return [m["error"]["code"] for m in client.received()
                if "method" not in m and m.get("id") is None]

    def send(self, client, message):
        client._note("in", message)
        client.send_bytes(frame(message))

    def test_one_byte_at_a_time(self):
        client = self.start()
        message = request("split")
        client._note("in", message)
        for byte in frame(message):
            client.send_bytes(bytes([byte]))
        self.assertEqual(client.answer("split")["error"]["code"], METHOD_NOT_FOUND)

    def test_many_messages_at_once(self):
        client = self.start()
        messages = [request(f"m{i}") for i in range(500)]
        for message in messages:
            client._note("in", message)
        client.send_bytes(b"".join(map(frame, messages)))
        for message in messages:
            client.answer(message["id"])

    def test_broken_headers(self):
        for header in (b"Content-Length: -1\r\n\r\n", b"Content-Length: x\r\n\r\n",
                       b"Content-Length: 99999999999999999999\r\n\r\n", b"Hello\r\n\r\n",
                       b"Content-Type: application/json\r\n\r\n{}", b"Content-Length: 1 2\r\n\r\n"):
            with self.subTest(header):
                client = self.start()
                client.send_bytes(header)
                self.alive(client)
                self.assertEqual(self.errors_without_id(client), [PARSE_ERROR])

    def test_bodies_that_are_no_json(self):
        for body in (b"hello", b"{", b"{}{}", b"\xff\xfe", b"", b'{"jsonrpc": "2.0", }'):
            with self.subTest(body):
                client = self.start()
                client.send_bytes(frame(body))
                self.alive(client)
                self.assertEqual(self.errors_without_id(client), [PARSE_ERROR])

    def test_a_length_that_swallows_the_next_message(self):
        client = self.start()
        body = json.dumps(request("first")).encode()
        client.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body) + 40, body))
        self.alive(client)

    def test_bodies_that_are_no_messages(self):
        for body in (3, "text", None, [], {}, {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "method": 1},
                     {"jsonrpc": "2.0", "method": "a", "params": "b"},
                     {"jsonrpc": "2.0", "method": "a", "id": {}}):
            with self.subTest(body):
                client = self.start()
                client.send_bytes(frame(body))
                self.alive(client)
                self.assertEqual(self.errors_without_id(client), [INVALID_REQUEST])

    def test_wrong_version_of_json_rpc(self):
        client = self.start()
        client._note("in", {"jsonrpc": "2.0", "id": "x", "method": "no/method"})
        client.send_bytes(frame({"jsonrpc": "1.0", "id": "x", "method": "no/method"}))
        self.assertEqual(client.answer("x")["error"]["code"], INVALID_REQUEST)

    def test_deep_nesting(self):
        client = self.start()
        client.send_bytes(frame(b"[" * 1000000))
        self.alive(client)

    def test_batches_are_answered_one_by_one(self):
        client = self.start()
        batch = [request("b1"), request("b2"), {"jsonrpc": "2.0", "method": "no/notification"}]
        for message in batch:
            client._note("in", message)
        client.send_bytes(frame(batch))
        client.answer("b1")
        client.answer("b2")
        self.alive(client)

    def test_answers_to_nothing_are_ignored(self):
        client = self.start()
        client.send_bytes(frame({"jsonrpc": "2.0", "id": 99, "result": None}))
        client.send_bytes(frame({"jsonrpc": "2.0", "id": "x", "error": {"code": 1, "message": ""}}))
        client.send_bytes(frame({"jsonrpc": "2.0", "id": None, "result": None}))
        self.alive(client)
        self.assertEqual(client.received(), [])

    def test_ids_of_every_kind(self):
        client = self.start()
        for identifier in (0, -7, 2**31 - 1, "", "äöü", "a" * 1000):
            self.send(client, request(identifier))
            self.assertEqual(client.answer(identifier)["error"]["code"], METHOD_NOT_FOUND)


if __name__ == "__main__":
    unittest.main()
