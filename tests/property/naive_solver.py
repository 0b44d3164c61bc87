"""Satisfiability the slow and obvious way: clauses and unit propagation.

Formulas are True, False, a name, or a tuple ("not", f), ("and", f, …), ("or", f, …),
("xor", f, …), ("exo", f, …), ("amo", f, …), ("implies", f, g), ("iff", f, g).
"""
from itertools import combinations


class Solver:
    def __init__(self):
        self.names = {}
        self.clauses = []
        self.occurrences = {}
        self.fresh = 0

    def variable(self, name):
        if name not in self.names:
            self.names[name] = len(self.names) + 1
        return self.names[name]

    def new(self):
        self.fresh += 1
        return self.variable(("fresh", self.fresh))

    def add(self, clause):
        clause = list(dict.fromkeys(clause))
        if any(-literal in clause for literal in clause):
            return
        index = len(self.clauses)
        self.clauses.append(clause)
        for literal in clause:
            self.occurrences.setdefault(-literal, []).append(index)

    def require(self, formula):
        self.add([self.literal(formula)])

    def literal(self, formula):
        """A literal that is equivalent to the formula."""
        if isinstance(formula, str):
            return self.variable(formula)
        if isinstance(formula, bool):
            literal = self.variable(("constant",))
            self.add([literal])
            return literal if formula else -literal
        kind, *operands = formula
        if kind == "not":
            return -self.literal(operands[0])
        if kind == "implies":
            return self.literal(("or", ("not", operands[0]), operands[1]))
        if kind == "iff":
            return -self.literal(("xor", *operands))
        if kind == "exo":
            return self.literal(("and", ("or", *operands), ("amo", *operands)))
        literals = [self.literal(operand) for operand in operands]
        if kind == "or":
            return -self.conjunction([-literal for literal in literals])
        if kind == "and":
            return self.conjunction(literals)
        if kind == "amo":
            pairs = combinations(literals, 2)
            return self.conjunction([-self.conjunction([a, b]) for a, b in pairs])
        assert kind == "xor", kind
        result = self.literal(False)
        for literal in literals:
            out = self.new()
            self.add([-out, result, literal])
            self.add([-out, -result, -literal])
            self.add([out, -result, literal])
            self.add([out, result, -literal])
            result = out
        return result

    def conjunction(self, literals):
        out = self.new()
        for literal in literals:
            self.add([-out, literal])
        self.add([out] + [-literal for literal in literals])
        return out

    def propagate(self, values, queue):
        while queue:
            literal = queue.pop()
            known = values.get(abs(literal))
            if known is not None:
                if known != (literal > 0):
                    return False
                continue
            values[abs(literal)] = literal > 0
            for index in self.occurrences.get(literal, ()):
                open_literal, count = None, 0
                for other in self.clauses[index]:
                    value = values.get(abs(other))
                    if value is None:
                        open_literal = other
                        count += 1
                    elif value == (other > 0):
                        break
                else:
                    if count == 0:
                        return False
                    if count == 1:
                        queue.append(open_literal)
        return True

    def solve(self, assumptions=()):
        """A model (variable number to Boolean), or None."""
        values = {}
        units = [clause[0] for clause in self.clauses if len(clause) == 1]
        if any(not clause for clause in self.clauses):
            return None
        if not self.propagate(values, units + list(assumptions)):
            return None
        return self.search(values)

    def search(self, values):
        stack = [values]
        while stack:
            values = stack.pop()
            choice = None
            for clause in self.clauses:
                if not any(values.get(abs(l)) == (l > 0) for l in clause):
                    choice = next(l for l in clause if abs(l) not in values)
                    break
            if choice is None:
                return values
            for literal in (choice, -choice):
                extended = dict(values)
                if self.propagate(extended, [literal]):
                    stack.append(extended)
        return None

    def least(self, names, assumptions=()):
        """The least model over the names in their order, False before True; or None."""
        fixed = list(assumptions)
        model = self.solve(fixed)
        if model is None:
            return None
        for name in names:
            variable = self.variable(name)
            if model.get(variable, False):
                other = self.solve(fixed + [-variable])
                if other is not None:
                    model = other
            fixed.append(variable if model.get(variable, False) else -variable)
        return {name: model.get(self.variable(name), False) for name in names}

    def projections(self, names, assumptions=()):
        """All models, restricted to the names."""
        variables = [self.variable(name) for name in names]
        guard = self.new()
        found = []
        while True:
            model = self.solve(list(assumptions) + [guard])
            if model is None:
                return found
            values = [model.get(variable, False) for variable in variables]
            found.append(dict(zip(names, values)))
            self.add([-guard] + [-v if value else v for v, value in zip(variables, values)])

    def require_one_of(self, projections):
        """Only models that agree with one of these remain."""
        selectors = []
        for projection in projections:
            selector = self.new()
            selectors.append(selector)
            for name, value in projection.items():
                variable = self.variable(name)
                self.add([-selector, variable if value else -variable])
        self.add(selectors)
