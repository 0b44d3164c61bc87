"""References in expressions: names, positions and the keywords SELF, CONTAINER, SOURCE, TARGET."""
from naive_model import Refused
from naive_technologies import Technologies
from naive_text import compact, is_number, pretty

ARTICLES = {"output": "an", "artifact": "an"}


class References(Technologies):
    def of_context(self, kind, keyword, context):
        """What a keyword stands for, if it is of the kind."""
        if context is None:
            raise Refused("Element is not defined" if keyword == "CONTAINER"
                          else "Element not defined")
        found = context
        if keyword == "CONTAINER":
            found = context.container
            if found is None:
                raise Refused(f"{context.title} has no container")
        if found.kind != kind:
            raise Refused(f"{found.title} is not {ARTICLES.get(kind, 'a')} {kind}")
        return found

    def node_named(self, which, context):
        if not isinstance(which, str):
            raise Refused(f'Element "{compact(which)}" is not a string')
        if which in ("SELF", "CONTAINER"):
            return self.of_context("node", which, context)
        if which in ("SOURCE", "TARGET"):
            relation = self.of_context("relation", "SELF", context)
            return relation.container if which == "SOURCE" else relation.target
        if which not in self.nodes:
            raise Refused(f'Node "{which}" not found')
        return self.nodes[which]

    def group_named(self, which, context):
        if not isinstance(which, str):
            raise Refused(f'Element "{compact(which)}" is not a string')
        if which in ("SELF", "CONTAINER"):
            return self.of_context("group", which, context)
        if which not in self.groups:
            raise Refused(f'Group "{which}" not found')
        return self.groups[which]

    def listed(self, kind, which, context):
        """A policy, input or output: by name or position."""
        if which in ("SELF", "CONTAINER"):
            return self.of_context(kind, which, context)
        elements = self.of_kind(kind)
        if isinstance(which, str):
            found = [e for e in elements if e.name == which]
        elif is_number(which):
            found = [e for e in elements if e.index == which]
        else:
            raise Refused(f'Element "{compact(which)}" is neither a string nor a number')
        if len(found) == 1:
            return found[0]
        raise Refused(f'{kind.capitalize()} "{which}" '
                      + ("is ambiguous" if found else "not found"))

    def import_at(self, which, context):
        if which in ("SELF", "CONTAINER"):
            return self.of_context("import", which, context)
        if not is_number(which):
            raise Refused(f'Element "{compact(which)}" is not a number')
        for element in self.of_kind("import"):
            if element.index == which:
                return element
        raise Refused(f'Import "{which}" not found')

    @staticmethod
    def picked(kind, elements, arguments):
        """The element that the last argument names or numbers."""
        which = arguments[-1]
        if isinstance(which, str):
            found = [e for e in elements if e.name == which]
        elif is_number(which):
            found = [e for e in elements if e.index == which]
        else:
            raise Refused(f'Element "{compact(which)}" is neither a string nor a number')
        if len(found) == 1:
            return found[0]
        quote = "" if kind == "technology" and not found else '"'
        raise Refused(f'{kind.capitalize()} "{pretty(arguments)}{quote} '
                      + ("is ambiguous" if found else "not found"))

    def container_named(self, container, arguments, context, of_type):
        """The container of a type or property, and how many arguments name it."""
        if container == "node":
            return self.node_named(arguments[0], context), 1
        if container == "group":
            return self.group_named(arguments[0], context), 1
        if container == "policy":
            if of_type and not isinstance(arguments[0], str):
                raise Refused(f'Element "{compact(arguments[0])}" is not a string')
            return self.listed("policy", arguments[0], context), 1
        node = self.node_named(arguments[0], None if container == "artifact" else context)
        siblings = node.artifacts if container == "artifact" else node.relations
        return self.picked(container, siblings, arguments[:2]), 2

    def referenced(self, kind, container, argument, context):
        if kind == "node":
            return self.node_named(argument, context)
        if kind == "group":
            return self.group_named(argument, context)
        if kind in ("policy", "input", "output"):
            return self.listed(kind, argument, context)
        if kind == "import":
            return self.import_at(argument, context)
        if argument in ("SELF", "CONTAINER"):
            return self.of_context(kind, argument, context)
        if not isinstance(argument, list):
            raise Refused(f'Element "{compact(argument)}" is not an array')
        if kind in ("type", "property"):
            holder, used = self.container_named(container, argument, context, kind == "type")
            siblings = holder.types if kind == "type" else holder.properties
            return self.picked(kind, siblings, argument[:used + 1])
        node = self.node_named(argument[0], None if kind == "artifact" else context)
        siblings = {"relation": node.relations, "artifact": node.artifacts,
                    "technology": node.technologies}[kind]
        return self.picked(kind, siblings, argument[:2])
