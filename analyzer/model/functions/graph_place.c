#include "analyzer/model/functions/graph_place.h"

#include "analyzer/model/scope/type_relation.h"

static const struct graph_place unknown = {.kind = PLACE_UNKNOWN};
static const struct graph_place nowhere = {.kind = PLACE_NOWHERE};

/* ---- beginnings ---- */

struct graph_place graph_node(struct template_checker *checker, struct node_entry node)
{
	return (struct graph_place){
		.kind = PLACE_NODE,
		.name = node_text(node.key),
		.key = node.key,
		.types =
			template_types_of(&checker->scope, TYPE_NODE, "node_templates", node.value),
		.element = node.value,
	};
}

struct graph_place graph_relationship(struct template_checker *checker, struct node_entry template)
{
	return (struct graph_place){
		.kind = PLACE_RELATIONSHIP,
		.name = node_text(template.key),
		.key = template.key,
		.types = template_types_of(&checker->scope, TYPE_RELATIONSHIP,
			"relationship_templates", template.value),
		.element = template.value,
	};
}

struct graph_place graph_type(const struct type *type)
{
	return (struct graph_place){
		.kind = type->kind == TYPE_NODE ? PLACE_NODE : PLACE_RELATIONSHIP,
		.name = type->name,
		.types = {.items = {type}, .count = 1, .is_known = !type->is_cyclic},
		.is_open = true,
	};
}

struct graph_place graph_named(struct template_checker *checker, struct string name)
{
	struct node_entry node = template_find(&checker->scope, "node_templates", name);
	if (!node_is_absent(node.key))
		return graph_node(checker, node);
	struct node_entry template = template_find(&checker->scope, "relationship_templates", name);
	return node_is_absent(template.key) ? nowhere : graph_relationship(checker, template);
}

/* ---- definitions ---- */

static bool is_rooted(const struct graph_place *place)
{
	for (size_t i = 0; i < place->types.count; i++)
		if (!type_is_rooted(place->types.items[i]))
			return false;
	return place->types.is_known;
}

/* The definition that all alternatives that have one share; NULL if there are several. */
static enum verdict find_member(struct template_checker *checker, const struct graph_place *place,
	enum type_part part, struct string name, const struct type_member **found)
{
	size_t definitions = 0;
	*found = NULL;
	for (size_t i = 0; i < place->types.count; i++) {
		const struct type_member *member = type_members_find(
			member_cache_get(checker->values.members, place->types.items[i], part),
			name);
		if (member && definitions++ == 0)
			*found = member;
	}
	if (definitions > 1)
		*found = NULL;
	if (definitions > 0)
		return HOLDS;
	return is_rooted(place) ? FAILS : UNKNOWN;
}

/* What the definition of a capability adds to its type. */
static enum verdict find_in_definition(const struct graph_place *place, enum type_part part,
	struct string name, struct value_schema *schema)
{
	for (const struct type_member *level = place->definition; level; level = level->refines) {
		struct node_entry entry =
			node_find(node_get(level->definition, type_part_keyname(part)), name);
		if (node_is_absent(entry.key))
			continue;
		*schema = (struct value_schema){level->origin, entry.value, NULL};
		return HOLDS;
	}
	return FAILS;
}

/* TOSCA 1.x, section "tosca.entity.Root" and the root types: what everything reports. */
static bool is_reported_by_all(const struct template_checker *checker, struct string name)
{
	return !version_is_2_0(checker->scope.version) &&
	       (string_is(name, "tosca_id") || string_is(name, "tosca_name") ||
		       string_is(name, "state"));
}

enum verdict graph_find(struct template_checker *checker, const struct graph_place *place,
	enum type_part part, struct string name, struct value_schema *schema)
{
	const struct type_member *member;
	*schema = (struct value_schema){0};
	if (place->kind == PLACE_UNKNOWN ||
		(part == PART_ATTRIBUTES && is_reported_by_all(checker, name)))
		return UNKNOWN;
	enum verdict verdict = find_member(checker, place, part, name, &member);
	if (member)
		*schema = value_schema_of_member(member);
	if (verdict == HOLDS)
		return HOLDS;
	if (find_in_definition(place, part, name, schema) == HOLDS)
		return HOLDS;
	/* What is assigned without definition is reported there. */
	struct node assigned = node_get(place->element, type_part_keyname(part));
	if (!node_is_absent(collection_find(assigned, name).key))
		return UNKNOWN;
	return verdict == FAILS && place->is_open ? UNKNOWN : verdict;
}

enum verdict graph_find_value(struct template_checker *checker, const struct graph_place *place,
	enum type_part part, struct string name, struct value_schema *schema)
{
	enum verdict verdict = graph_find(checker, place, part, name, schema);
	return verdict == FAILS && part == PART_ATTRIBUTES
		       ? graph_find(checker, place, PART_PROPERTIES, name, schema)
		       : verdict;
}

enum verdict graph_find_at_target(struct template_checker *checker,
	const struct graph_place *relationship, enum type_part part, struct string name,
	struct graph_place *place, struct value_schema *schema)
{
	const struct graph_place target = *place;
	enum verdict verdict = graph_find_value(checker, place, part, name, schema);
	if (verdict == FAILS && relationship->types.count > 0) {
		*place = *relationship;
		verdict = graph_find_value(checker, place, part, name, schema);
	}
	for (size_t i = 0; i < target.types.count && verdict == FAILS; i++) {
		struct type_members capabilities = member_cache_get(
			checker->values.members, target.types.items[i], PART_CAPABILITIES);
		for (size_t j = 0; j < capabilities.count && verdict == FAILS; j++) {
			*place =
				graph_step_capability(checker, &target, capabilities.items[j].name);
			verdict = graph_find_value(checker, place, part, name, schema);
		}
	}
	if (verdict == FAILS)
		*place = target;
	return verdict;
}

void graph_suggest(struct template_checker *checker, const struct graph_place *place,
	enum type_part part, struct suggestion *suggestion)
{
	for (size_t i = 0; i < place->types.count; i++) {
		struct type_members members =
			member_cache_get(checker->values.members, place->types.items[i], part);
		for (size_t j = 0; j < members.count && suggestion_wants_more(suggestion); j++)
			suggestion_offer(suggestion, members.items[j].name);
	}
}

/* ---- steps ---- */

/* Of the assignments of a requirement, the one at `position`; `count` tells how many there are. */
static struct node_entry nth_assignment(
	struct node node, struct string name, size_t position, size_t *count)
{
	struct node assignments = node_get(node, "requirements");
	struct node_entry found = {0};
	*count = 0;
	for (uint32_t i = 0; i < node_count(assignments); i++) {
		struct node_entry entry = node_entry(node_item(assignments, i), 0);
		if (node_is_absent(entry.key) || !string_equal(node_text(entry.key), name))
			continue;
		if ((*count)++ == position)
			found = entry;
	}
	return found;
}

/* If there is just one. */
static struct node_entry only_assignment(struct node node, struct string name, size_t *count)
{
	return nth_assignment(node, name, 0, count);
}

/* As far as the assignment itself says of which type it is. */
static struct graph_place written_relationship(struct template_checker *checker,
	const struct graph_place *node, struct node_entry assignment)
{
	struct graph_place place = {
		.kind = PLACE_RELATIONSHIP,
		.name = node_text(assignment.key),
		.source = {node->key, node->element},
		.assignment = assignment.value,
		.requirement = node_text(assignment.key),
	};
	struct node relationship = node_kind(assignment.value) == NODE_MAPPING
					   ? node_get(assignment.value, "relationship")
					   : (struct node){0};
	struct node name = node_kind(relationship) == NODE_MAPPING ? node_get(relationship, "type")
								   : relationship;
	if (node_kind(relationship) == NODE_MAPPING)
		place.element = relationship;
	if (!node_is_string(name))
		return place;
	struct node_entry template =
		template_find(&checker->scope, "relationship_templates", node_text(name));
	if (!node_is_absent(template.key)) {
		place.types = graph_relationship(checker, template).types;
		return place;
	}
	const struct type *type =
		types_find(checker->scope.types, TYPE_RELATIONSHIP, node_text(name));
	if (type)
		place.types = graph_type(type).types;
	return place;
}

/* Definitions in types are written for any template. */
static bool is_in_type(const struct template_checker *checker)
{
	return node_is_absent(checker->scope.template);
}

/* The type that the definition of a requirement names, if the assignment names none. */
static struct graph_place relationship_of(struct template_checker *checker,
	const struct graph_place *node, struct node_entry assignment,
	const struct type_member *definition)
{
	struct graph_place place = written_relationship(checker, node, assignment);
	const struct type *type =
		place.types.count
			? NULL
			: placed_type(member_type_name(definition, "relationship", "capability"),
				  TYPE_RELATIONSHIP);
	if (type)
		place.types = graph_type(type).types;
	place.asks = definition;
	return place;
}

struct graph_place graph_assigned_relationship(struct template_checker *checker,
	const struct graph_place *node, struct node_entry assignment)
{
	const struct type_member *definition;
	find_member(checker, node, PART_REQUIREMENTS, node_text(assignment.key), &definition);
	return relationship_of(checker, node, assignment, definition);
}

struct graph_place graph_step_requirement(
	struct template_checker *checker, const struct graph_place *node, struct string name)
{
	const struct type_member *member;
	size_t count;
	enum verdict verdict = find_member(checker, node, PART_REQUIREMENTS, name, &member);
	struct node_entry entry = only_assignment(node->element, name, &count);
	if (count == 0 && !(member && is_in_type(checker)))
		return verdict == FAILS && !node->is_open ? nowhere : unknown;
	if (count > 1)
		return unknown;
	return relationship_of(checker, node, entry, member);
}

struct graph_place graph_step_alternative(struct template_checker *checker,
	const struct graph_place *node, struct string name, size_t position)
{
	size_t count;
	struct node_entry entry = nth_assignment(node->element, name, position, &count);
	return node_is_absent(entry.key) ? nowhere
					 : graph_assigned_relationship(checker, node, entry);
}

/* How many relationships an assignment makes; NaN if that is computed. */
static double count_of(struct node assignment)
{
	struct node count = node_kind(assignment) == NODE_MAPPING ? node_get(assignment, "count")
								  : (struct node){0};
	return node_is_null(count) ? 1 : node_number(count);
}

/* The assignment that makes the relationship with the index; absent if that is not known. */
static struct node_entry assignment_at(struct node node, struct string name, double index)
{
	struct node assignments = node_get(node, "requirements");
	double next = 0;
	for (uint32_t i = 0; i < node_count(assignments); i++) {
		struct node_entry entry = node_entry(node_item(assignments, i), 0);
		if (node_is_absent(entry.key) || !string_equal(node_text(entry.key), name))
			continue;
		next += count_of(entry.value);
		if (!(index >= next)) /* also if it is not known how many there are */
			return next > index ? entry : (struct node_entry){0};
	}
	return (struct node_entry){0};
}

struct graph_place graph_step_requirement_at(struct template_checker *checker,
	const struct graph_place *node, struct string name, double index)
{
	const struct type_member *member;
	enum verdict verdict = find_member(checker, node, PART_REQUIREMENTS, name, &member);
	struct node_entry entry = assignment_at(node->element, name, index);
	size_t count;
	only_assignment(node->element, name, &count);
	if (verdict == FAILS && count == 0)
		return node->is_open ? unknown : nowhere;
	if (index == ANY_INDEX && count > 1)
		entry = (struct node_entry){0};
	struct graph_place place = relationship_of(checker, node, entry, member);
	place.name = place.requirement = name;
	/* Without an assignment, the orchestrator may take a derived type. */
	place.is_open = node_is_absent(entry.key) && !is_in_type(checker);
	place.is_asked_for = node_is_absent(entry.key);
	return place;
}

struct graph_place graph_step_capability(
	struct template_checker *checker, const struct graph_place *node, struct string name)
{
	const struct type_member *member;
	if (find_member(checker, node, PART_CAPABILITIES, name, &member) == FAILS)
		return node->is_open ? unknown : nowhere;
	const struct type *type =
		placed_type(member_value(member, "type", "type"), TYPE_CAPABILITY);
	if (!type)
		return unknown;
	return (struct graph_place){
		.kind = PLACE_CAPABILITY,
		.name = name,
		.types = {.items = {type}, .count = 1, .is_known = true},
		.element = node_find(node_get(node->element, "capabilities"), name).value,
		.definition = member,
		.is_open = node->is_open,
	};
}

struct graph_place graph_step_source(
	struct template_checker *checker, const struct graph_place *relationship)
{
	return node_is_absent(relationship->source.value)
		       ? unknown
		       : graph_node(checker, relationship->source);
}

/* What the definition of a requirement says of the node it leads to. */
static struct graph_place asked_for(
	const struct template_checker *checker, const struct type_member *definition)
{
	const struct type *type =
		placed_type(member_value(definition, "node", "capability"), TYPE_NODE);
	struct graph_place place = type ? graph_type(type) : unknown;
	place.is_open = place.is_open && !is_in_type(checker);
	place.is_asked_for = true;
	return place;
}

struct graph_place graph_step_target(
	struct template_checker *checker, const struct graph_place *relationship)
{
	struct node target = relationship->assignment;
	if (!node_is_absent(relationship->owner.key))
		return graph_node(checker, relationship->owner);
	if (node_kind(target) == NODE_MAPPING)
		target = node_get(target, "node");
	if (node_kind(target) == NODE_SEQUENCE)
		target = node_item(target, 0);
	if (!node_is_string(target))
		return version_is_2_0(checker->scope.version) || is_in_type(checker)
			       ? asked_for(checker, relationship->asks)
			       : unknown;
	struct node_entry node =
		template_find(&checker->scope, "node_templates", node_text(target));
	if (!node_is_absent(node.key))
		return graph_node(checker, node);
	const struct type *type = types_find(checker->scope.types, TYPE_NODE, node_text(target));
	return type ? graph_type(type) : unknown;
}

/* The only capability of the node that is of the type. */
static struct graph_place capability_of_type(
	struct template_checker *checker, const struct graph_place *node, const struct type *type)
{
	struct graph_place found = unknown;
	struct type_members capabilities = {NULL, 0};
	if (node->kind == PLACE_NODE && node->types.count == 1 && !node->is_open)
		capabilities = member_cache_get(
			checker->values.members, node->types.items[0], PART_CAPABILITIES);
	for (size_t i = 0; i < capabilities.count; i++) {
		struct graph_place one =
			graph_step_capability(checker, node, capabilities.items[i].name);
		enum verdict verdict =
			one.types.count ? type_derives(one.types.items[0], type) : UNKNOWN;
		if (verdict == UNKNOWN || (verdict == HOLDS && found.kind == PLACE_CAPABILITY))
			return unknown;
		if (verdict == HOLDS)
			found = one;
	}
	return found;
}

/* "capability": the name of a capability of the target, or the type of one. */
struct graph_place graph_step_end(
	struct template_checker *checker, const struct graph_place *relationship)
{
	struct graph_place target = graph_step_target(checker, relationship);
	struct node name = node_kind(relationship->assignment) == NODE_MAPPING
				   ? node_get(relationship->assignment, "capability")
				   : (struct node){0};
	struct placed_node asked = member_value(relationship->asks, "capability", "capability");
	if (!node_is_string(name))
		name = asked.node;
	if (target.kind == PLACE_NODE && node_is_string(name)) {
		struct graph_place named = graph_step_capability(checker, &target, node_text(name));
		if (named.kind == PLACE_CAPABILITY)
			return named;
	}
	const struct type *type = placed_type(asked, TYPE_CAPABILITY);
	return type ? capability_of_type(checker, &target, type) : unknown;
}

/* ---- hosts ---- */

static enum verdict is_hosting(const struct template_checker *checker,
	const struct element_types *types, struct string name)
{
	const struct type *hosted_on = types_find(
		checker->scope.types, TYPE_RELATIONSHIP, STRING("tosca.relationships.HostedOn"));
	if (!types->count)
		return string_is(name, "host") ? HOLDS : UNKNOWN;
	return types_derive(types, hosted_on);
}

/* The host that the orchestrator will find. */
static struct graph_place host_of_type(
	struct template_checker *checker, const struct graph_place *node)
{
	struct graph_place host = nowhere;
	if (!is_rooted(node) || node->types.count != 1)
		return unknown;
	struct type_members requirements =
		member_cache_get(checker->values.members, node->types.items[0], PART_REQUIREMENTS);
	for (size_t i = 0; i < requirements.count; i++) {
		const struct type_member *requirement = &requirements.items[i];
		struct graph_place relationship =
			relationship_of(checker, node, (struct node_entry){0}, requirement);
		enum verdict verdict = is_hosting(checker, &relationship.types, requirement->name);
		if (verdict == UNKNOWN || (verdict == HOLDS && host.kind != PLACE_NOWHERE))
			return unknown;
		if (verdict == HOLDS)
			host = asked_for(checker, requirement);
	}
	return host.kind == PLACE_NOWHERE && node->is_open ? unknown : host;
}

struct graph_place graph_step_host(struct template_checker *checker, const struct graph_place *node)
{
	struct graph_place host = nowhere;
	struct node assignments = node_get(node->element, "requirements");
	if (node->kind != PLACE_NODE || !node_is_null(node_get(node->element, "copy")))
		return unknown;
	for (uint32_t i = 0; i < node_count(assignments); i++) {
		struct node_entry entry = node_entry(node_item(assignments, i), 0);
		const struct type_member *definition;
		find_member(checker, node, PART_REQUIREMENTS, node_text(entry.key), &definition);
		struct graph_place relationship = relationship_of(checker, node, entry, definition);
		enum verdict verdict =
			is_hosting(checker, &relationship.types, node_text(entry.key));
		if (verdict == UNKNOWN || (verdict == HOLDS && host.kind != PLACE_NOWHERE))
			return unknown;
		if (verdict == HOLDS)
			host = graph_step_target(checker, &relationship);
		if (verdict == HOLDS && host.kind == PLACE_UNKNOWN)
			host = asked_for(checker, definition);
	}
	return host.kind == PLACE_NOWHERE ? host_of_type(checker, node) : host;
}
