"""What value expressions come to, one operator after the other."""
import math
import re
import time
from datetime import datetime, timezone
from decimal import ROUND_HALF_UP, Decimal

from naive_model import Refused
from naive_text import NOTHING, compact, is_number, number_text, pretty, text

NAN, INFINITY = float("nan"), float("inf")
# The order in which operators are looked for, if a map has several.
OPERATORS = """add sub mul div mod variability_input value_expression concat join token equal greater
    greater_or_equal less less_or_equal in_range valid_values length min_length max_length sum count
    min max mean median variance standard_deviation linear_regression polynomial_regression
    logarithmic_regression exponential_regression weekday same before before_or_same after
    after_or_same within""".split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()


# ---- operands ----

def refuse(value, what):
    raise Refused(f'Element "{compact(value)}" is not {what}')


def item(values, position):
    return values[position] if position < len(values) else NOTHING


def listed(value):
    return value if isinstance(value, list) else refuse(value, "an array")


def number(value):
    return float(value) if is_number(value) else refuse(value, "a number")


def string(value):
    return value if isinstance(value, str) else refuse(value, "a string")


# ---- comparison ----

def identical(a, b):
    if is_number(a) and is_number(b):
        return a == b
    if isinstance(a, (list, dict)):
        return a is b
    return type(a) is type(b) and a == b


def number_of(value):
    """As ECMAScript converts what is compared with a number."""
    if value is NOTHING:
        return NAN
    if isinstance(value, (bool, int, float)):
        return float(value)
    written = text(value).strip(" \t\n\v\f\r\u00a0\ufeff\u2028\u2029")
    if not written:
        return 0.0
    based = re.fullmatch(r"0([xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)", written)
    if based:
        return float(int(written, 0))
    if re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", written, re.ASCII):
        return float(written)
    return {"Infinity": INFINITY, "+Infinity": INFINITY, "-Infinity": -INFINITY}.get(written, NAN)


def ordered(a, b):
    """Two things that can be compared with < and ==; texts by their UTF-16 code units."""
    if all(isinstance(value, (str, list, dict)) for value in (a, b)):
        return tuple(text(value).encode("utf-16-be") for value in (a, b))
    return number_of(a), number_of(b)


# ---- arithmetic ----

def divided(a, b):
    if b:
        return a / b
    return NAN if not a or a != a else math.copysign(INFINITY, a) * math.copysign(1, b)


def remainder(a, b):
    return NAN if not b or math.isinf(a) or a != a or b != b else math.fmod(a, b)


def fixed2(value):
    """Two decimals of the exact value, ties away from zero."""
    if value != value or abs(value) >= 1e21:
        return value
    return float(Decimal(value).quantize(Decimal("0.01"), ROUND_HALF_UP)) + 0.0


def hundredths(value):
    """The nearest hundredth, ties upwards."""
    if value != value or math.isinf(value):
        return value
    below = math.floor(value * 100)
    return (below + (value * 100 - below >= 0.5)) / 100


def logarithm(value):
    return math.log(value) if value > 0 else -INFINITY if value == 0 else NAN


def exponential(value):
    try:
        return math.exp(value)
    except OverflowError:
        return INFINITY


# ---- statistics ----

def mean(numbers):
    return divided(sum(numbers), len(numbers))


def median(numbers):
    if not numbers:
        return NAN
    numbers, middle = sorted(numbers), len(numbers) // 2
    return numbers[middle] if len(numbers) % 2 else (numbers[middle - 1] + numbers[middle]) / 2


def variance(numbers):
    return divided(sum((n - mean(numbers)) ** 2 for n in numbers), len(numbers))


STATISTICS = {
    "sum": lambda numbers: fixed2(sum(numbers)), "count": len, "min": min, "max": max,
    "median": median, "mean": lambda numbers: fixed2(mean(numbers)),
    "variance": lambda numbers: fixed2(variance(numbers)),
    "standard_deviation": lambda numbers: fixed2(variance(numbers) ** 0.5),
}


def linear(points, x):
    n, sx, sy = len(points), sum(p[0] for p in points), sum(p[1] for p in points)
    sxx, sxy = sum(p[0] * p[0] for p in points), sum(p[0] * p[1] for p in points)
    run = n * sxx - sx * sx
    slope = hundredths((n * sxy - sx * sy) / run) if run else 0
    return slope * x + hundredths(divided(sy, n) - divided(slope * sx, n))


def logarithmic(points, x):
    n, sy = len(points), sum(p[1] for p in points)
    sl = sum(logarithm(p[0]) for p in points)
    sll = sum(logarithm(p[0]) ** 2 for p in points)
    syl = sum(p[1] * logarithm(p[0]) for p in points)
    slope = hundredths(divided(n * syl - sy * sl, n * sll - sl * sl))
    return hundredths(hundredths(divided(sy - slope * sl, n)) + slope * logarithm(x))


def exponentially(points, x):
    sy, sxy = sum(p[1] for p in points), sum(p[0] * p[1] for p in points)
    sxxy = sum(p[0] * p[0] * p[1] for p in points)
    syl = sum(p[1] * logarithm(p[1]) for p in points)
    sxyl = sum(p[0] * p[1] * logarithm(p[1]) for p in points)
    below = sy * sxxy - sxy * sxy
    factor = hundredths(exponential(divided(sxxy * syl - sxy * sxyl, below)))
    return factor * exponential(hundredths(divided(sy * sxyl - sxy * syl, below)) * x)


def polynomial(points, order, x):
    size = order + 1
    rows = [[sum(p[0] ** (i + j) for p in points) for j in range(size)] +
            [sum(p[0] ** i * p[1] for p in points)] for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda j: abs(rows[j][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(i + 1, size):
            rows[j] = [b - rows[j][i] * a / rows[i][i] for a, b in zip(rows[i], rows[j])]
    found = [0.0] * size
    for i in reversed(range(size)):
        known = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - known) / rows[i][i]
    return sum(hundredths(c) * x ** i for i, c in enumerate(found))


REGRESSIONS = {"linear_regression": linear, "logarithmic_regression": logarithmic,
               "exponential_regression": exponentially}


def read_points(value):
    return [(number(item(listed(point), 0)), number(item(point, 1))) for point in listed(value)]


# ---- dates ----

LOCAL = re.compile(r"(\d{4})[-/]?(\d{1,2})?[-/]?(\d{0,2})[Tt\s]*(\d{1,2})?:?(\d{1,2})?:?(\d{1,2})?"
                   r"[.:]?(\d+)?", re.ASCII)


def milliseconds(value):
    """Since 1970 in UTC. Texts without a zone are local, and too many days are those of the
    next month."""
    if is_number(value):
        return float(value)
    if not isinstance(value, str):
        raise Refused('Element "Invalid Date" is not a date')
    match = LOCAL.fullmatch(value)
    if match:
        year, month, day, hour, minute, second, fraction = (
            int(part) if part else None for part in match.groups())
        days = (0 if month is None else month - 1, 1 if day is None else day)
        local = (year + days[0] // 12, days[0] % 12 + 1, days[1], hour or 0, minute or 0,
                 second or 0, 0, 0, -1)
        return time.mktime(local) * 1000 + (int(match[7][:3]) if fraction is not None else 0)
    try:
        return datetime.fromisoformat(value.replace("Z", "+00:00")).astimezone(
            timezone.utc).timestamp() * 1000
    except ValueError:
        raise Refused('Element "Invalid Date" is not a date') from None


DATES = {"same": lambda a, b: a == b, "before": lambda a, b: a < b,
         "before_or_same": lambda a, b: a <= b, "after": lambda a, b: a > b,
         "after_or_same": lambda a, b: a >= b}


class Values:
    """A mixture for whoever knows the inputs and named expressions."""

    def value(self, x):
        if x is None or x is NOTHING:
            raise Refused("Received undefined condition")
        if not isinstance(x, dict):
            return x
        for operator in OPERATORS:
            if x.get(operator) is not None:
                self.results[id(x)] = self.evaluate(operator, x[operator])
                return self.results[id(x)]
        raise Refused(f'Unknown value expression "{pretty(x)}"')

    def with_results(self, x):
        """As it is printed once it has been evaluated."""
        if isinstance(x, list):
            return [self.with_results(part) for part in x]
        if not isinstance(x, dict):
            return x
        result = self.results.get(id(x), NOTHING)
        printed = {key: self.with_results(part) for key, part in x.items()}
        return printed if result is NOTHING else {**printed, "_cached_result": result}

    def evaluate(self, operator, argument):
        if operator == "variability_input":
            return self.input_value(argument)
        if operator == "value_expression":
            return self.named_value(argument)
        if operator == "weekday":
            return DAYS[datetime.now().weekday()]
        if operator in STATISTICS:
            if argument == [] and operator in ("min", "max"):
                raise Refused(f'{operator.capitalize()}imum of "[]" does not exist')
            return float(STATISTICS[operator]([number(n) for n in listed(argument)]))
        argument = listed(argument)
        if operator in REGRESSIONS:
            points = read_points(item(argument, 0))
            return fixed2(hundredths(REGRESSIONS[operator](points, number(item(argument, 1)))))
        if operator == "polynomial_regression":
            points, order = read_points(item(argument, 0)), int(number(item(argument, 1)))
            return fixed2(hundredths(polynomial(points, order, number(item(argument, 2)))))
        if operator in DATES:
            first, second = milliseconds(item(argument, 0)), milliseconds(item(argument, 1))
            return DATES[operator](first, second)
        if operator == "within":
            date, bounds = milliseconds(item(argument, 0)), listed(item(argument, 1))
            bounds = sorted((milliseconds(item(bounds, 0)), milliseconds(item(bounds, 1))))
            return bounds[0] < date < bounds[1]
        if operator in ("add", "sub", "mul", "div", "mod"):
            return self.calculate(operator, argument)
        if operator in ("concat", "join", "token"):
            return self.compose(operator, argument)
        return self.compare(operator, argument)

    def calculate(self, operator, argument):
        if operator == "mod":
            argument = [item(argument, 0), item(argument, 1)]
        if operator in ("sub", "div") and not argument:
            raise Refused("Received undefined condition")
        numbers = [number(self.value(x)) for x in argument]
        if operator == "add":
            return sum(numbers, 0.0)
        if operator == "mul":
            return math.prod(numbers, start=1.0)
        result = numbers[0]
        for other in numbers[1:]:
            result = {"sub": lambda a, b: a - b, "div": divided, "mod": remainder}[operator](
                result, other)
        return result

    def compose(self, operator, argument):
        if operator == "concat":
            return "".join(text(self.value(x)) for x in argument)
        if operator == "join":
            parts = [text(self.value(x)) for x in listed(item(argument, 0))]
            return argument[1].join(parts)
        whole, delimiter, index = string(self.value(item(argument, 0))), argument[1], argument[2]
        if not delimiter:
            units = whole.encode("utf-16-be")
            pieces = [units[i:i + 2].decode("utf-16-be", "replace")
                      for i in range(0, len(units), 2)]
        else:
            pieces = whole.split(delimiter)
        found = 0 <= index < len(pieces) and index == int(index)
        return pieces[int(index)] if found else NOTHING

    def compare(self, operator, argument):
        first = self.value(item(argument, 0))
        if operator == "equal":
            return all(identical(self.value(x), first) for x in argument)
        if operator == "in_range":
            bounds = listed(item(argument, 1))
            low, value = ordered(bounds[0], first)
            also_value, high = ordered(first, bounds[1])
            return low <= value and also_value <= high
        if operator == "valid_values":
            members = [self.value(x) for x in listed(item(argument, 1))]
            return any(identical(first, member) for member in members)
        if operator.endswith("length"):
            length = len(string(first).encode("utf-16-be")) // 2
            expected = number(self.value(item(argument, 1)))
            return {"length": length == expected, "min_length": length >= expected,
                    "max_length": length <= expected}[operator]
        a, b = ordered(first, self.value(item(argument, 1)))
        return {"greater": a > b, "greater_or_equal": a >= b, "less": a < b,
                "less_or_equal": a <= b}[operator]
