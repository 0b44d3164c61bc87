/* Requirement assignments against what the node type defines: their names, and whether the
 * target, its capability and the relationship are what the definition asks for.
 *
 * What is left out is found by the orchestrator, and is no mistake. */
#include "analyzer/model/requirements/requirement_check.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/requirements/capability_match.h"
#include "analyzer/model/requirements/node_filter_check.h"
#include "analyzer/model/requirements/requirement_definition_check.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/text/alternatives_text.h"
#include "analyzer/model/values/function_value.h"

/* What an assignment says, in short or long notation. */
struct assignment {
	struct node key;
	struct node target;
	struct node capability;
	struct node relationship;
};

/* A node template, or a type that the orchestrator chooses a node of. */
struct target {
	struct element_types types;
	struct string description;
};

/* `[node template, index]` is an indexed target of TOSCA 2.0. */
static struct node name_in(struct node value)
{
	return node_kind(value) == NODE_SEQUENCE ? node_item(value, 0) : value;
}

/* TOSCA 2.0, node representations, section "Many-to-One Relationships": an index is computed, or a
 * number from 0. */
static void check_index(struct template_checker *checker, struct node assignment)
{
	struct node target =
		node_kind(assignment) == NODE_MAPPING ? node_get(assignment, "node") : assignment;
	struct node index = node_item(target, 1);
	if (node_kind(target) != NODE_SEQUENCE || !version_is_2_0(checker->scope.version))
		return; /* of TOSCA 1.x, the grammar tells it */
	if (node_count(target) != 2)
		template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, target,
			"An indexed target is a node template and one index");
	else if (node_kind(index) != NODE_MAPPING && !function_is_node_index(index) &&
		 node_scalar_type(index) != SCALAR_INTEGER &&
		 !string_starts_with(node_text(index), "$"))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, index,
			"The index of a node is an integer that is not negative");
}

static struct assignment assignment_of(struct node_entry entry)
{
	struct assignment assignment = {.key = entry.key};
	if (node_kind(entry.value) != NODE_MAPPING) {
		assignment.target = name_in(entry.value);
		return assignment;
	}
	assignment.target = name_in(node_get(entry.value, "node"));
	assignment.capability = node_get(entry.value, "capability");
	assignment.relationship = node_get(entry.value, "relationship");
	if (node_kind(assignment.relationship) == NODE_MAPPING)
		assignment.relationship = node_get(assignment.relationship, "type");
	return assignment;
}

/* ---- types in messages ---- */

static struct string type_names(struct template_checker *checker, const struct element_types *types)
{
	struct alternatives_text names = {0};
	for (size_t i = 0; i < types->count; i++)
		alternatives_add(&names, types->items[i]->name);
	return alternatives_list(&names, checker->scope.arena);
}

static struct string describe(
	struct template_checker *checker, struct string name, const struct element_types *types)
{
	struct string names = type_names(checker, types);
	return arena_format(checker->scope.arena, "\"%.*s\" of type %.*s", STRING_ARGUMENTS(name),
		STRING_ARGUMENTS(names));
}

/* The types of what is named: an element of `collection`, or directly a type. */
static bool find_named(struct template_checker *checker, struct node name, const char *collection,
	enum type_kind kind, struct target *found)
{
	if (!node_is_string(name))
		return false;
	struct node_entry element = template_find(&checker->scope, collection, node_text(name));
	if (!node_is_absent(element.key)) {
		found->types = template_types_of(&checker->scope, kind, collection, element.value);
		found->description = describe(checker, node_text(name), &found->types);
		return found->types.is_known;
	}
	const struct type *type = types_find(checker->scope.types, kind, node_text(name));
	if (!type || type->is_cyclic)
		return false;
	found->types = (struct element_types){.items = {type}, .count = 1, .is_known = true};
	found->description = arena_format(
		checker->scope.arena, "the type \"%.*s\"", STRING_ARGUMENTS(node_text(name)));
	return true;
}

/* ---- capabilities ---- */

static bool has_capability(
	struct template_checker *checker, const struct element_types *types, struct string name)
{
	for (size_t i = 0; i < types->count; i++) {
		struct type_members members = member_cache_get(
			checker->values.members, types->items[i], PART_CAPABILITIES);
		if (type_members_find(members, name))
			return true;
	}
	return false;
}

static bool are_rooted(const struct element_types *types)
{
	for (size_t i = 0; i < types->count; i++)
		if (!type_is_rooted(types->items[i]))
			return false;
	return types->is_known;
}

static struct suggestion suggest_capability(
	struct template_checker *checker, const struct element_types *types, struct string name)
{
	struct suggestion suggestion = suggestion_for(name);
	for (size_t i = 0; i < types->count; i++) {
		struct type_members members = member_cache_get(
			checker->values.members, types->items[i], PART_CAPABILITIES);
		for (size_t j = 0; j < members.count && suggestion_wants_more(&suggestion); j++)
			suggestion_offer(&suggestion, members.items[j].name);
	}
	return suggestion;
}

/* Narrows what is wanted to the capability that the assignment names, by name or by type.
 * False if there is no such capability; that is reported. */
static bool narrow(struct template_checker *checker, const struct target *target,
	struct node capability, struct demand *demand)
{
	if (!node_is_string(capability))
		return true;
	struct string name = node_text(capability);
	if (has_capability(checker, &target->types, name)) {
		demand->capability_name = name;
		return true;
	}
	const struct type *type = types_find(checker->scope.types, TYPE_CAPABILITY, name);
	if (type && demand->capability && type_derives(type, demand->capability) == FAILS) {
		template_report(checker, DIAGNOSTIC_CODE_UNFULFILLED_REQUIREMENT, capability,
			"Requirement \"%.*s\" needs a capability of type \"%.*s\", from which "
			"\"%.*s\" is not derived",
			STRING_ARGUMENTS(demand->requirement),
			STRING_ARGUMENTS(demand->capability->name), STRING_ARGUMENTS(name));
		return false;
	}
	if (type) {
		demand->capability = type;
		return true;
	}
	/* TOSCA 1.x: the root, which not every type names, has "feature". */
	bool is_general = !demand->is_2_0 && string_is(name, "feature");
	if (is_general || !are_rooted(&target->types) ||
		types_may_be_elsewhere(checker->scope.types, name))
		return false;
	struct suggestion suggestion = suggest_capability(checker, &target->types, name);
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY,
		capability, "%.*s has no capability \"%.*s\"%.*s",
		STRING_ARGUMENTS(target->description), STRING_ARGUMENTS(name),
		STRING_ARGUMENTS(hint));
	diagnostic->replacement = suggestion.best;
	return false;
}

static void report_match(struct template_checker *checker, const struct demand *demand,
	const struct target *target, const struct capability_match *match, struct node place)
{
	enum diagnostic_code code = DIAGNOSTIC_CODE_UNFULFILLED_REQUIREMENT;
	switch (match->stage) {
	case MATCH_NOTHING:
	case MATCH_NAME:
		if (!demand->capability)
			template_report(checker, code, place,
				"Requirement \"%.*s\" needs the capability \"%.*s\", which %.*s "
				"does not offer",
				STRING_ARGUMENTS(demand->requirement),
				STRING_ARGUMENTS(demand->capability_name),
				STRING_ARGUMENTS(target->description));
		else if (match->stage == MATCH_NAME && demand->capability_name.length)
			template_report(checker, code, place,
				"Requirement \"%.*s\" needs a capability of type \"%.*s\", which "
				"\"%.*s\" of %.*s is not",
				STRING_ARGUMENTS(demand->requirement),
				STRING_ARGUMENTS(demand->capability->name),
				STRING_ARGUMENTS(demand->capability_name),
				STRING_ARGUMENTS(target->description));
		else
			template_report(checker, code, place,
				"Requirement \"%.*s\" needs a capability of type \"%.*s\", which "
				"%.*s does not offer",
				STRING_ARGUMENTS(demand->requirement),
				STRING_ARGUMENTS(demand->capability->name),
				STRING_ARGUMENTS(target->description));
		break;
	case MATCH_TYPE:
		template_report(checker, code, place,
			"Capability \"%.*s\" of %.*s does not accept nodes of type \"%.*s\"",
			STRING_ARGUMENTS(match->capability), STRING_ARGUMENTS(target->description),
			STRING_ARGUMENTS(demand->source->name));
		break;
	case MATCH_SOURCE:
		template_report(checker, code, place,
			"Relationships of type \"%.*s\" cannot lead to capability \"%.*s\" of "
			"type \"%.*s\"",
			STRING_ARGUMENTS(demand->relationship->name),
			STRING_ARGUMENTS(match->capability), STRING_ARGUMENTS(match->type->name));
		break;
	case MATCH_CAPABILITY:
		template_report(checker, code, place,
			"Capability \"%.*s\" of %.*s does not accept relationships of type "
			"\"%.*s\"",
			STRING_ARGUMENTS(match->capability), STRING_ARGUMENTS(target->description),
			STRING_ARGUMENTS(demand->relationship->name));
		break;
	case MATCH_TOTAL:
		break;
	}
}

/* ---- target and relationship ---- */

/* Where the orchestrator finds the target, it may be of a type that nobody knows here: only what is
 * nearly the name of a capability is a mistake. */
static void check_capability_to_find(
	struct template_checker *checker, const struct demand *demand, struct node capability)
{
	struct string name = node_text(capability);
	struct suggestion suggestion = suggestion_for(name);
	struct type_members members =
		member_cache_get(checker->values.members, demand->node, PART_CAPABILITIES);
	if (!node_is_string(capability) || type_members_find(members, name) ||
		types_find(checker->scope.types, TYPE_CAPABILITY, name) ||
		types_may_be_elsewhere(checker->scope.types, name))
		return;
	size_t count;
	const struct type *const *all = types_all(checker->scope.types, &count);
	for (size_t i = 0; i < count && suggestion_wants_more(&suggestion); i++) {
		if (all[i]->kind == TYPE_CAPABILITY)
			suggestion_offer(&suggestion,
				types_name_of(checker->scope.types, all[i], checker->scope.arena));
	}
	for (size_t i = 0; i < members.count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, members.items[i].name);
	if (!suggestion.best.length)
		return;
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY, capability,
		"There is no capability, nor a type of capabilities, \"%.*s\"%.*s",
		STRING_ARGUMENTS(name), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

static void report_refusal(struct template_checker *checker, const struct demand *demand,
	const struct target *target, const struct assignment *assignment)
{
	struct acceptance acceptance =
		requirement_accepts(checker->values.members, demand, &target->types);
	enum diagnostic_code code = DIAGNOSTIC_CODE_UNFULFILLED_REQUIREMENT;
	struct node place = assignment->target;
	switch (acceptance.refusal) {
	case REFUSED_NODE:
		template_report(checker, code, place,
			"Requirement \"%.*s\" needs a node of type \"%.*s\", which %.*s is not",
			STRING_ARGUMENTS(demand->requirement), STRING_ARGUMENTS(demand->node->name),
			STRING_ARGUMENTS(target->description));
		break;
	case REFUSED_CAPABILITY:
		if (!node_is_null(assignment->capability))
			place = assignment->capability;
		report_match(checker, demand, target, &acceptance.match, place);
		break;
	case REFUSED_SOURCE:
		template_report(checker, code, place,
			"Relationships of type \"%.*s\" cannot start at nodes of type \"%.*s\"",
			STRING_ARGUMENTS(demand->relationship->name),
			STRING_ARGUMENTS(demand->source->name));
		break;
	case REFUSED_TARGET:
		template_report(checker, code, place,
			"Relationships of type \"%.*s\" cannot lead to %.*s",
			STRING_ARGUMENTS(demand->relationship->name),
			STRING_ARGUMENTS(target->description));
		break;
	case REFUSED_NOTHING:
		break;
	}
}

static void check_target(
	struct template_checker *checker, struct demand demand, const struct assignment *assignment)
{
	struct target target = {0};
	if (node_is_null(assignment->target))
		check_capability_to_find(checker, &demand, assignment->capability);
	if (!find_named(checker, assignment->target, "node_templates", TYPE_NODE, &target))
		return;
	bool is_of_type = !demand.node || types_derive(&target.types, demand.node) != FAILS;
	if (!is_of_type || narrow(checker, &target, assignment->capability, &demand))
		report_refusal(checker, &demand, &target, assignment);
}

/* Narrows the demand to the one type that the relationship has, as far as it is known. False if it
 * is another than demanded; that is reported. */
static bool check_relationship(
	struct template_checker *checker, struct node name, struct demand *demand)
{
	struct target found = {0};
	const struct type *demanded = demand->relationship;
	if (!find_named(checker, name, "relationship_templates", TYPE_RELATIONSHIP, &found))
		return true;
	demand->relationship = found.types.count == 1 ? found.types.items[0] : NULL;
	if (!demanded || types_derive(&found.types, demanded) != FAILS)
		return true;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_RELATIONSHIP, name,
		"Requirement \"%.*s\" needs a relationship of type \"%.*s\", which %.*s is not",
		STRING_ARGUMENTS(demand->requirement), STRING_ARGUMENTS(demanded->name),
		STRING_ARGUMENTS(found.description));
	return false;
}

/* TOSCA 2.0, section "Requirement assignment": a capability that the definition names "MUST remain
 * unchanged in any subsequent refinements or during assignment". */
static bool check_capability_name(
	struct template_checker *checker, const struct demand *demand, struct node capability)
{
	struct string name = demand->capability_name;
	if (!name.length || !node_is_string(capability) ||
		string_equal(node_text(capability), name) ||
		!version_is_2_0(checker->scope.version))
		return true;
	template_report(checker, DIAGNOSTIC_CODE_UNFULFILLED_REQUIREMENT, capability,
		"Requirement \"%.*s\" needs the capability \"%.*s\", which an assignment cannot "
		"change",
		STRING_ARGUMENTS(demand->requirement), STRING_ARGUMENTS(name));
	return false;
}

/* ---- node filters ---- */

/* The target itself: what is copied, or found later, has values that are not written here. */
static bool is_given_here(struct node target)
{
	return node_is_null(node_get(target, "copy")) &&
	       node_is_null(node_get(target, "directives"));
}

/* A node that is named, and what filters say of it. */
struct filtered {
	struct graph_place node;
	struct string capability; /* by name or type; empty: not known */
	struct node name;         /* absent if its values are not known here */
};

/* False if the node does not pass. */
static bool check_filter(struct template_checker *checker, const struct filtered *filtered,
	struct node filter, bool is_written_here)
{
	size_t before = checker->values.diagnostics->count;
	if (!version_is_2_0(checker->scope.version))
		node_filter_check(
			checker, &filtered->node, filter, filtered->name, is_written_here);
	else if (!node_is_absent(filtered->name))
		node_filter_check_target(
			checker, &filtered->node, filtered->capability, filter, filtered->name);
	return checker->values.diagnostics->count == before;
}

/* TOSCA 2.0, section "Requirement definition", refinement rules: a new filter "will be considered
 * in addition (i.e. logical and) to the node_filter definition in the parent node type". The
 * assignment's is one more. */
static void check_filters_of(struct template_checker *checker, const struct filtered *filtered,
	const struct type_member *definition, struct node assigned)
{
	bool passes = check_filter(checker, filtered, assigned, true);
	for (; definition && passes; definition = definition->refines) {
		if (node_kind(definition->definition) == NODE_MAPPING)
			passes = check_filter(checker, filtered,
				node_get(definition->definition, "node_filter"), false);
	}
}

/* Filters on the node that is named or else on one of the type that is asked for. */
static void check_filters(struct template_checker *checker, const struct demand *demand,
	const struct type_member *definition, struct node_entry entry)
{
	struct assignment assignment = assignment_of(entry);
	struct node target = assignment.target;
	struct node filter = node_kind(entry.value) == NODE_MAPPING
				     ? node_get(entry.value, "node_filter")
				     : (struct node){0};
	struct node defined = member_value(definition, "node_filter", "capability").node;
	struct node_entry node = {0};
	if (node_is_null(filter) && node_is_null(defined))
		return;
	if (node_is_string(target))
		node = template_find_with_values(
			&checker->scope, "node_templates", node_text(target));
	if (!node_is_absent(node.key)) {
		struct node capability = assignment.capability;
		if (node_is_null(capability))
			capability = member_value(definition, "capability", "capability").node;
		struct filtered filtered = {graph_node(checker, node), node_text(capability), {0}};
		if (is_given_here(node.value))
			filtered.name = target;
		check_filters_of(checker, &filtered, definition, filter);
		return;
	}
	const struct type *type = demand->node;
	if (node_is_string(target))
		type = types_find(checker->scope.types, TYPE_NODE, node_text(target));
	if (!type)
		return;
	struct graph_place place = graph_type(type);
	node_filter_check(checker, &place, filter, (struct node){0}, true);
}

/* ---- assignments ---- */

static void report_unknown(struct template_checker *checker, const struct type *source,
	struct type_members requirements, struct node key)
{
	/* TOSCA 1.x: every node can depend on another, whether or not its type says that it
	 * derives from the root. */
	bool is_general =
		!version_is_2_0(checker->scope.version) && string_is(node_text(key), "dependency");
	if (is_general || !type_is_rooted(source))
		return;
	struct suggestion suggestion = suggestion_for(node_text(key));
	for (size_t i = 0; i < requirements.count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, requirements.items[i].name);
	/* Variability4TOSCA: a technology rule may assign a type that derives from the modelled
	 * one and has more requirements. */
	if (checker->scope.is_variable && !suggestion.best.length)
		return;
	template_report_unknown(
		checker, "Node type ", source->name, PART_REQUIREMENTS, key, &suggestion);
}

/* ---- hosts ---- */

/* The node that hosts this one whatever holds; absent if there are several, or conditions. */
static struct node only_host(struct node template)
{
	struct node assignments = node_get(template, "requirements");
	uint32_t count = node_kind(assignments) == NODE_SEQUENCE ? node_count(assignments) : 0;
	struct node host = {0};
	if (!node_is_null(node_get(template, "conditions")))
		return host;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(node_item(assignments, i), 0);
		if (!string_is(node_text(entry.key), "host"))
			continue;
		if (!node_is_absent(host) || !node_is_null(node_get(entry.value, "conditions")))
			return (struct node){0};
		host = node_kind(entry.value) == NODE_MAPPING ? node_get(entry.value, "node")
							      : entry.value;
	}
	return node_is_string(host) ? host : (struct node){0};
}

/* No paragraph forbids a circle of hosts, and nobody can deploy one. */
static void check_hosts(struct template_checker *checker, struct node_entry node)
{
	enum {
		LONGEST = 64
	};
	struct node first = only_host(node.value), host = first;
	for (int i = 0; i < LONGEST && !node_is_absent(host); i++) {
		if (string_equal(node_text(host), node_text(node.key))) {
			struct diagnostic *diagnostic = template_report(checker,
				DIAGNOSTIC_CODE_UNFULFILLED_REQUIREMENT, first,
				"\"%.*s\" is hosted on itself%s%.*s%s: it can never be deployed",
				STRING_ARGUMENTS(node_text(node.key)),
				i > 0 ? ", by way of \"" : "",
				STRING_ARGUMENTS(i > 0 ? node_text(first) : STRING("")),
				i > 0 ? "\"" : "");
			diagnostic->severity = DIAGNOSTIC_WARNING;
			return;
		}
		host = only_host(
			template_find(&checker->scope, "node_templates", node_text(host)).value);
	}
}

void requirements_check(
	struct template_checker *checker, const struct type *source, struct node_entry node)
{
	struct node assignments = node_get(node.value, "requirements");
	struct type_members requirements =
		member_cache_get(checker->values.members, source, PART_REQUIREMENTS);
	uint32_t count = node_kind(assignments) == NODE_SEQUENCE ? node_count(assignments) : 0;
	bool is_hosted = false;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(node_item(assignments, i), 0);
		if (node_is_absent(entry.key))
			continue;
		const struct type_member *definition =
			type_members_find(requirements, node_text(entry.key));
		if (!is_hosted && string_is(node_text(entry.key), "host")) {
			is_hosted = true;
			check_hosts(checker, node);
		}
		if (!definition) {
			report_unknown(checker, source, requirements, entry.key);
			continue;
		}
		struct demand demand =
			demand_of(source, definition, version_is_2_0(checker->scope.version));
		struct assignment assignment = assignment_of(entry);
		check_index(checker, entry.value);
		if (check_capability_name(checker, &demand, assignment.capability) &&
			check_relationship(checker, assignment.relationship, &demand))
			check_target(checker, demand, &assignment);
		check_filters(checker, &demand, definition, entry);
	}
}
