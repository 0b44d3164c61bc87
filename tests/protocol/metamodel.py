"""Checks messages against the meta model of the Language Server Protocol.

The model is a JSON file published with the protocol; it describes every request and
notification and the types of their params and results. `Checker` follows a conversation:
it remembers which request an answer belongs to. Alone, this file checks recorded
conversations, one {"dir": "in" or "out", "msg": {...}} a line ("out": by the server):

    metamodel.py MODEL.json LOG.jsonl...
"""
import json
import re
import sys

INTEGER_MAX = 2**31 - 1
ANYTHING = {"LSPAny", "LSPArray"}


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


BASE = {
    "string": lambda v: isinstance(v, str),
    "RegExp": lambda v: isinstance(v, str),
    "URI": lambda v: isinstance(v, str),
    "DocumentUri": lambda v: isinstance(v, str) and re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", v),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "decimal": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "integer": lambda v: is_integer(v) and -INTEGER_MAX - 1 <= v <= INTEGER_MAX,
    "uinteger": lambda v: is_integer(v) and 0 <= v <= INTEGER_MAX,
}


class Model:
    """The types of the protocol. `faults` lists what is wrong with a value."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            model = json.load(file)
        self.structures = {s["name"]: s for s in model["structures"]}
        self.enumerations = {e["name"]: e for e in model["enumerations"]}
        self.aliases = {a["name"]: a for a in model["typeAliases"]}
        self.requests = {r["method"]: r for r in model["requests"]}
        self.notifications = {n["method"]: n for n in model["notifications"]}
        self._properties = {}

    def properties(self, name):
        """Of a structure with those it inherits; a property said again nearer wins."""
        if name not in self._properties:
            found = {}
            structure = self.structures[name]
            for other in structure.get("extends", []) + structure.get("mixins", []):
                found.update(self.properties(other["name"]))
            found.update({p["name"]: p for p in structure["properties"]})
            self._properties[name] = found
        return self._properties[name]

    def faults(self, kind, value, place):
        return getattr(self, "_" + kind["kind"])(kind, value, place)

    def _base(self, kind, value, place):
        return [] if BASE[kind["name"]](value) else [f"{place}: {value!r} is no {kind['name']}"]

    def _literal_value(self, kind, value, place):
        same = value == kind["value"] and isinstance(value, type(kind["value"]))
        return [] if same else [f"{place}: {value!r} is not {kind['value']!r}"]

    _stringLiteral = _integerLiteral = _booleanLiteral = _literal_value

    def _array(self, kind, value, place):
        if not isinstance(value, list):
            return [f"{place}: {value!r} is no array"]
        return [f for i, v in enumerate(value)
                for f in self.faults(kind["element"], v, f"{place}[{i}]")]

    def _tuple(self, kind, value, place):
        if not isinstance(value, list) or len(value) != len(kind["items"]):
            return [f"{place}: {value!r} is no tuple of {len(kind['items'])}"]
        return [f for i, (k, v) in enumerate(zip(kind["items"], value))
                for f in self.faults(k, v, f"{place}[{i}]")]

    def _map(self, kind, value, place):
        if not isinstance(value, dict):
            return [f"{place}: {value!r} is no map"]
        numbers = kind["key"].get("name") in ("integer", "uinteger")
        faults = []
        for key, item in value.items():
            name = int(key) if numbers and re.fullmatch(r"-?\d+", key) else key
            faults += self.faults(kind["key"], name, f"{place} key {key!r}")
            faults += self.faults(kind["value"], item, f"{place}[{key!r}]")
        return faults

    def _object(self, properties, value, place, name):
        if not isinstance(value, dict):
            return [f"{place}: {value!r} is no {name}"]
        faults = [f"{place}.{key}: not in {name}" for key in value if key not in properties]
        for key, wanted in properties.items():
            if key in value:
                faults += self.faults(wanted["type"], value[key], f"{place}.{key}")
            elif not wanted.get("optional"):
                faults.append(f"{place}.{key}: missing in {name}")
        return faults

    def _literal(self, kind, value, place):
        properties = {p["name"]: p for p in kind["value"]["properties"]}
        return self._object(properties, value, place, "literal")

    def _and(self, kind, value, place):
        properties = {}
        for item in kind["items"]:
            properties.update(self.properties(item["name"]))
        return self._object(properties, value, place, " & ".join(i["name"] for i in kind["items"]))

    def _or(self, kind, value, place):
        """Right if one alternative is; else the nearest one tells what is wrong."""
        best = None
        for item in kind["items"]:
            faults = self.faults(item, value, place)
            if not faults:
                return []
            wholly_wrong = any(f.startswith(place + ":") for f in faults)
            distance = (wholly_wrong, len(faults))
            if best is None or distance < best[0]:
                best = (distance, faults)
        return best[1]

    def _reference(self, kind, value, place):
        name = kind["name"]
        if name in ANYTHING:
            return []
        if name == "LSPObject":
            return [] if isinstance(value, dict) else [f"{place}: {value!r} is no object"]
        if name in self.enumerations:
            return self._enumeration(self.enumerations[name], value, place)
        if name in self.aliases:
            return self.faults(self.aliases[name]["type"], value, place)
        return self._object(self.properties(name), value, place, name)

    def _enumeration(self, enumeration, value, place):
        faults = self._base(enumeration["type"], value, place)
        known = any(v["value"] == value for v in enumeration["values"])
        if not faults and not known and not enumeration.get("supportsCustomValues"):
            faults.append(f"{place}: {value!r} is no {enumeration['name']}")
        return faults

    def params_faults(self, spec, message):
        params = spec.get("params")
        if params is None:
            return ["takes no params"] if message.get("params") else []
        if isinstance(params, list):
            params = {"kind": "tuple", "items": params}
        return self.faults(params, message.get("params"), "params")


class Checker:
    """Follows one conversation. Methods outside the model are let through."""

    def __init__(self, model):
        self.model = model
        self.open = {"in": {}, "out": {}}

    def faults(self, direction, message):
        """`direction` is "out" for what the server sent, "in" for what it was sent."""
        if not isinstance(message, dict):
            return ["a message is no object"]
        faults = [] if message.get("jsonrpc") == "2.0" else ["jsonrpc is not \"2.0\""]
        if "method" not in message:
            return faults + self._answer(direction, message)
        method = message["method"]
        if "id" in message:
            if message["id"] in self.open[direction]:
                faults.append(f"id {message['id']!r} used again before its answer")
            self.open[direction][message["id"]] = method
        spec = (self.model.requests if "id" in message else self.model.notifications).get(method)
        if spec is None:
            return faults
        wanted = "clientToServer" if direction == "in" else "serverToClient"
        if spec["messageDirection"] not in ("both", wanted):
            faults.append("goes in the wrong direction")
        return faults + self.model.params_faults(spec, message)

    def _answer(self, direction, message):
        faults = []
        if ("result" in message) == ("error" in message):
            faults.append("an answer has either a result or an error")
        if "id" not in message:
            return faults + ["an answer needs an id"]
        asked = self.open["in" if direction == "out" else "out"]
        error = message.get("error")
        if error is not None and not (isinstance(error, dict) and is_integer(error.get("code"))
                                      and isinstance(error.get("message"), str)):
            faults.append("an error needs a code and a message")
        if message["id"] is None:
            return faults + ([] if error else ["an answer without id must be an error"])
        if message["id"] not in asked:
            return faults + [f"an answer to nothing: id {message['id']!r}"]
        spec = self.model.requests.get(asked.pop(message["id"]))
        if spec and "result" in message:
            faults += self.model.faults(spec["result"], message["result"], "result")
        return faults

    def unanswered(self):
        """Requests of the client that the server has not answered."""
        return dict(self.open["in"])


def main(model_path, *logs):
    model = Model(model_path)
    count = bad = 0
    for path in logs:
        checker = Checker(model)
        with open(path, encoding="utf-8") as log:
            for line in filter(str.strip, log):
                entry = json.loads(line)
                if entry.get("dir") not in ("in", "out"):
                    continue
                count += 1
                faults = checker.faults(entry["dir"], entry["msg"])
                if faults and entry["dir"] == "out":
                    bad += 1
                    name = entry["msg"].get("method", f"answer {entry['msg'].get('id')!r}")
                    print(f"{path}: {name}: {'; '.join(faults[:4])}")
        for identifier, method in checker.unanswered().items():
            print(f"{path}: {method} (id {identifier!r}) was not answered")
    print(f"{count} messages, {bad} of the server with faults")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
