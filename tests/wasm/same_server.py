"""same_server.py NATIVE WASM: both servers answer the same about every fixture, word for word.

What fixtures expect stands in comments that programs of the native build read, which knows where the cursor `$0` stands.
So every fixture is opened in both servers, and what is told, and what is asked about its cursors and as a whole, compared.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path.insert(0, str(TESTS / "protocol"))
import client as protocol  # noqa: E402

PATIENCE = 300  # seconds
FOLDERS = ("fixtures", "rules", "variability")
AT_A_CURSOR = {"hover": {}, "completion": {}, "definition": {}, "signatureHelp": {}, "documentHighlight": {},
               "references": {"context": {"includeDeclaration": True}}, "prepareRename": {}}
OF_A_FILE = {"diagnostic": {}, "documentSymbol": {}, "codeLens": {}, "foldingRange": {}, "documentLink": {},
             "formatting": {"options": {"tabSize": 2, "insertSpaces": True}}}


def cursors(text):
    """The text without its cursors, and their places; without any, the middle of some lines."""
    places, lines = [], text.split("\n")
    for number, line in enumerate(lines):
        while not line.lstrip().startswith("#") and "$0" in line:
            places.append(protocol.place(number, len(line[: line.index("$0")].encode("utf-16-le")) // 2))
            line = line.replace("$0", "", 1)
        lines[number] = line
    if not places:
        places = [protocol.place(number, len(lines[number]) // 2) for number in range(0, len(lines), 8)]
    return "\n".join(lines), places


def questions(uri, text, places):
    for method, more in OF_A_FILE.items():
        yield method, protocol.document(uri, **more)
    end = text.count("\n")
    yield "inlayHint", protocol.document(uri, range=protocol.span(0, 0, end, 0))
    for at in places:
        for method, more in AT_A_CURSOR.items():
            yield method, protocol.document(uri, position=at, **more)
        yield "codeAction", protocol.document(uri, range={"start": at, "end": at}, context={"diagnostics": []})


def comparable(answer):
    """Without what each server counts for itself, and the folder of its reference."""
    text = repr({key: answer.get(key) for key in ("result", "error")})
    return re.sub(r"'resultId': '[^']*'|file://[^ ]*/reference/", "", text)


def server(program):
    protocol.PROGRAM = program
    client = protocol.Client()
    client.initialize()
    return client


def main():
    servers = [server(program) for program in sys.argv[1:3]]
    files = sorted(file for folder in FOLDERS for file in (TESTS / folder).rglob("*.yaml"))
    asked, failed = 0, 0
    for file in files:
        text, places = cursors(file.read_bytes().decode("utf-8", errors="replace"))
        uri = file.as_uri()
        about = list(questions(uri, text, places))
        answers = []
        for client in servers:
            client.open(text, uri)
            try:
                client.request("textDocument/diagnostic", protocol.document(uri), PATIENCE)  # all is known now
                ids = [client.ask(f"textDocument/{method}", params) for method, params in about]
                answers.append([comparable(client.answer(number, PATIENCE)) for number in ids])
            except protocol.Gone as gone:
                print(f"{file.relative_to(TESTS)}: {client.process.args[0]}: {gone}")
                return 1
            client.close(uri)
        asked += len(about)
        for (method, params), native, wasm in zip(about, *answers):
            if native != wasm:
                failed += 1
                print(f"{file.relative_to(TESTS)}: {method} {params.get('position', '')}\n  {native[:500]}\n  {wasm[:500]}")
    codes = [client.shut_down() for client in servers]
    print(f"{asked} questions about {len(files)} files, {failed} answered otherwise")
    return 1 if failed or len(files) < 100 or codes != [0, 0] else 0


if __name__ == "__main__":
    sys.exit(main())
