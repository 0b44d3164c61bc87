"""Values as text: JSON and numbers, the way ECMAScript prints them."""
import json
from decimal import Decimal


class Nothing:
    """What a piece of text that is not there is: no value, and not null either."""


NOTHING = Nothing()


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number_text(number):
    """The shortest digits that read back as the number, laid out by Number::toString."""
    number = float(number)
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    _, digits, exponent = Decimal(repr(abs(number))).as_tuple()
    point = len(digits) + exponent
    digits = "".join(map(str, digits)).rstrip("0")
    if point > 21 or point <= -6:
        fraction = "." + digits[1:] if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{fraction}e{point - 1:+d}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    if point >= len(digits):
        return sign + digits + "0" * (point - len(digits))
    return f"{sign}{digits[:point]}.{digits[point:]}"


def text(value):
    """The form in `concat` and `join`."""
    if value is None or value is NOTHING:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if is_number(value):
        return number_text(value)
    if isinstance(value, list):
        return ",".join(map(text, value))
    return value if isinstance(value, str) else "[object Object]"


def compact(value):
    return print_json(value, ("", "", ","), "")


def pretty(value):
    return print_json(value, ("\n", "    ", ","), "")


def print_json(value, layout, indentation):
    line, step, comma = layout
    inner = indentation + step
    if value is NOTHING:
        return "undefined" if not indentation else "null"
    if is_number(value):
        return number_text(value) if abs(value) < float("inf") else "null"
    if isinstance(value, list):
        items = [print_json(item, layout, inner) for item in value]
        brackets = "[]"
    elif isinstance(value, dict):
        items = [json.dumps(key, ensure_ascii=False) + (": " if line else ":") +
                 print_json(item, layout, inner) for key, item in value.items()]
        brackets = "{}"
    else:
        return json.dumps(value, ensure_ascii=False)
    if not items:
        return brackets
    return (brackets[0] + line + inner + (comma + line + inner).join(items) + line + indentation +
            brackets[1])
