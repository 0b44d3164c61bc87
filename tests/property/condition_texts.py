"""Conditions over inputs as `vtosca variants` words them, evaluated: `env ∈ {prod, edge} and size ≥ 3`."""
import json
import re

TOKEN = re.compile(r"\s*(?:(\"(?:[^\"\\]|\\.)*\")|([(){},\[\]])|([=≠∈∉≥≤<>])|([^\s(){},\[\]=≠∈∉≥≤<>\"]+))")


class NotUnderstood(Exception):
    """The text is no condition over these inputs."""


def value_of(token):
    """Text stands without quotes unless it needs them."""
    try:
        return json.loads(token)
    except ValueError:
        return token


def same(left, right):
    return isinstance(left, bool) == isinstance(right, bool) and left == right


class Condition:
    """`names` are inputs; what else stands alone is a named expression."""

    def __init__(self, text, inputs):
        self.inputs = inputs
        self.tokens = []
        position = 0
        while position < len(text):
            match = TOKEN.match(text, position)
            if not match:
                raise NotUnderstood(text[position:])
            self.tokens.append(match.group(0).strip())
            position = match.end()
        self.next = 0
        self.named = None
        self.is_negated = False
        self.holds = self.alternatives()
        if self.next < len(self.tokens):
            raise NotUnderstood(f"{text}: {self.tokens[self.next:]}")

    def peek(self):
        return self.tokens[self.next] if self.next < len(self.tokens) else None

    def take(self, expected=None):
        token = self.peek()
        if token is None or (expected and token != expected):
            raise NotUnderstood(f"{token} instead of {expected}")
        self.next += 1
        return token

    def alternatives(self):
        parts = [self.terms()]
        while self.peek() == "or":
            self.take()
            parts.append(self.terms())
        return lambda inputs: any(part(inputs) for part in parts)

    def terms(self):
        parts = [self.literal()]
        while self.peek() == "and":
            self.take()
            parts.append(self.literal())
        return lambda inputs: all(part(inputs) for part in parts)

    def literal(self):
        if self.peek() == "(":
            self.take()
            inner = self.alternatives()
            self.take(")")
            return inner
        name = self.take()
        if name == "not" and len(self.tokens) == 2:
            self.named = self.take()
            self.is_negated = True
            return lambda inputs: not inputs[self.named]
        if len(self.tokens) == 1:
            self.named = name
            return lambda inputs: inputs[name]
        if name not in self.inputs:
            raise NotUnderstood(f"{name} is no input")
        relation = self.take()
        if relation in "∈∉":
            values = self.values()
            return lambda inputs: any(
                same(inputs[name], value) for value in values) == (relation == "∈")
        value = value_of(self.take())
        return {
            "=": lambda inputs: same(inputs[name], value),
            "≠": lambda inputs: not same(inputs[name], value),
            "≥": lambda inputs: inputs[name] >= value,
            "≤": lambda inputs: inputs[name] <= value,
            ">": lambda inputs: inputs[name] > value,
            "<": lambda inputs: inputs[name] < value,
        }[relation]

    def values(self):
        values = []
        self.take("{")
        while self.peek() != "}":
            values.append(value_of(self.take()))
            if self.peek() == ",":
                self.take()
        self.take("}")
        return values
