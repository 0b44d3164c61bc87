"""The same template written otherwise: maps and lists, short and long forms, and keys that nobody
but the reader of the result looks at."""

VERBATIM = {"description": "as it is", "metadata": {"a": 1, "b": [None, "x"]}, "attributes": {"k": 1.5},
            "copy": {"count": 2}, "unknown": [{"conditions": False}]}


def single(collection):
    """The entries of a map or of a list of maps, as pairs."""
    if isinstance(collection, dict):
        return list(collection.items())
    return [next(iter(entry.items())) for entry in collection]


class Notation:
    def __init__(self, random, template):
        self.random, self.template = random, template
        self.topology = template["topology_template"]

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def apply(self):
        for section in ("inputs", "outputs", "groups", "node_templates"):
            self.turn(self.topology, section)
        for section in ("inputs", "outputs", "groups", "node_templates", "policies",
                        "relationship_templates"):
            for _, raw in single(self.topology.get(section) or []):
                if section == "node_templates":
                    self.rewrite_node(raw)
                self.rewrite(raw, section not in ("inputs", "outputs"))
        if self.chance(20):
            self.topology["description"] = "a topology"
            self.template["dsl_definitions"] = {"x": {"type": "kept"}}
            self.topology["workflows"] = {"w": {"steps": {}}}
        if self.chance(20):
            self.template["description"] = self.template["metadata"] = "kept"

    def turn(self, holder, key):
        """A map becomes a list, and a list a map if its names are unique."""
        written = holder.get(key)
        if not written or self.chance(60):
            return
        entries = single(written)
        if isinstance(written, dict):
            holder[key] = [{name: raw} for name, raw in entries]
        elif len({name for name, _ in entries}) == len(entries):
            holder[key] = dict(entries)

    def rewrite_node(self, node):
        self.turn(node, "artifacts")
        for name, raw in single(node.get("artifacts") or []):
            if isinstance(raw, dict):
                self.rewrite(raw, "type" in raw)
        for entry in node.get("requirements") or []:
            (name, raw), = list(entry.items())[:1]
            if isinstance(raw, dict):
                self.rewrite(raw, False)
            if isinstance(raw, str) and self.chance(30):
                entry[name] = {"node": raw}
        technologies = node.get("technology")
        if isinstance(technologies, list) and len(technologies) == 1 and self.chance(30):
            (name, raw), = technologies[0].items()
            if not raw:
                node["technology"] = name

    def rewrite(self, raw, is_typed):
        conditions = raw.get("conditions")
        if conditions is not None and not isinstance(conditions, list) and self.chance(20):
            raw["conditions"] = [conditions] if self.chance(50) else [None, conditions]
        if is_typed and isinstance(raw.get("type"), str) and self.chance(15):
            raw["type"] = [{raw["type"]: {}}]
        if self.chance(10):
            key = self.random.choice(sorted(VERBATIM))
            raw.setdefault(key, VERBATIM[key])
