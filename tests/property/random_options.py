"""Random options of a template."""

MODES = ["manual", "strict", "consistent-strict", "consistent-loose", "default",
         "semantic-strict", "semantic-loose", "loose"]
KINDS = ["node", "relation", "property", "policy", "group", "input", "artifact", "type",
         "technology", "output"]
CHECKS = """relation_source_check relation_target_check ambiguous_relation_check
    ambiguous_hosting_check missing_artifact_container_check ambiguous_artifact_check
    missing_property_container_check ambiguous_property_check missing_type_container_check
    ambiguous_type_check missing_technology_container_check ambiguous_technology_check
    ambiguous_input_check ambiguous_output_check expected_hosting_check
    expected_incoming_relation_check expected_artifact_check expected_technology_check
    required_technology_check unconsumed_input_check unproduced_output_check""".split()
CONSTRAINTS = """relation_source_constraint relation_target_constraint
    artifact_container_constraint property_container_constraint type_container_constraint
    required_artifact_constraint single_hosting_constraint required_hosting_constraint
    required_technology_constraint unique_property_constraint unique_artifact_constraint
    unique_input_constraint unique_output_constraint unique_relation_constraint
    unique_technology_constraint required_incoming_relation_constraint""".split()
NODE_MODES = ["incoming", "incomingnaive", "incoming-host", "incomingnaive-artifact-host", "host",
              "source", "outgoing", "outgoingnaive", "artifact", "artifactnaive",
              "incomingnaive-outgoing"]


class Options:
    """A mixture for whoever can choose."""

    def options(self, cls):
        options = {}
        if self.chance(60):
            options["mode"] = self.pick(MODES)
        if self.chance(60):
            options["type_default_condition"] = True
        for key in ("default_condition", "pruning"):
            if self.chance(6):
                options[key] = self.chance(60)
        for kind in KINDS:
            for key in ("default_condition", "pruning", "default_consistency_condition",
                        "default_semantic_condition", "consistency_pruning", "semantic_pruning"):
                if self.chance(4):
                    options[f"{kind}_{key}"] = self.chance(60)
        if self.chance(25):
            options["node_default_condition_mode"] = self.pick(NODE_MODES)
        if self.chance(8):
            options["property_default_condition_mode"] = self.pick(
                ["container", "container-default", "container-consuming", "consuming-default"])
        if self.chance(8):
            options["relation_default_condition_mode"] = self.pick(
                ["source", "target", "source-target-default", "default"])
        if self.chance(8):
            options["artifact_default_condition_mode"] = self.pick(
                ["container", "container-default", "container-managed"])
        if self.chance(8):
            options["technology_default_condition_mode"] = self.pick(
                ["container", "container-other", "container-other-scenario-default", "scenario"])
        if self.chance(8):
            options["output_default_condition_mode"] = self.pick(
                ["produced", "produced-default", "default", "default-produced"])
        if self.chance(60):
            options[self.pick(["checks", "consistency_checks", "semantic_checks"])] = False
        for check in CHECKS + ["anchor_check"]:
            if self.chance(4):
                options[check] = self.chance(50)
        if self.chance(5):
            options["constraints"] = self.chance(50)
        for constraint in CONSTRAINTS:
            if self.chance(6):
                options[constraint] = self.chance(60)
        for key, percent in (("relation_default_implied", 15),
                             ("relation_enhanced_implication_mode", 10),
                             ("fallback_property_default_alternative", 8),
                             ("optimization_topology_unique", 45),
                             ("optimization_topology_unique_backward", 15),
                             ("optimization_technologies_unique", 8),
                             ("optimization_scenarios", 8),
                             ("optimization_scenarios_unique", 4),
                             ("enrich_technologies_best_only", 8),
                             ("enrich_implementations", 5),
                             ("enrich_technologies", 8),
                             ("enrich_input_condition", 4),
                             ("automatic_default_alternatives", 6)):
            if self.chance(percent):
                options[key] = self.chance(50) and key != "optimization_topology_unique"
        if self.chance(15):
            options["optimization_topology"] = self.pick([True, False, "min", "max"])
        if self.chance(10):
            options["optimization_topology_mode"] = self.pick(["weight", "count"])
        if self.chance(15):
            options["optimization_technologies"] = self.pick([True, False, "min", "max"])
        if self.chance(10):
            options["optimization_technologies_mode"] = self.pick(
                ["weight", "count"] + (["weight-count"] if cls != "A" else []))
        return options
