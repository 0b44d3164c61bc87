#include "analyzer/ide/declarations/traversal.h"

#include "analyzer/model/template/template_check.h"

#include <string.h>

/* The type of the nodes that the requirement around a node filter can lead to. */
static const struct type *type_of_targets(const struct types *types, const struct syntax_tree *tree,
	const struct cursor_step *path, size_t length, struct arena *arena)
{
	struct node requirement = cursor_node(tree, path, length);
	struct declaration declared = declaration_at(types, tree, path, length, arena);
	struct string name = node_text(node_get(requirement, "node"));
	const struct type *type = type_meant(types, NULL, TYPE_NODE, name);
	return !type && declared.kind == DECLARES_REQUIREMENT
		       ? member_type(types, declared.member, TYPE_NODE, "node")
		       : type;
}

const struct type *traversal_self(const struct types *types, const struct syntax_tree *tree,
	const struct cursor_step *path, size_t length, struct arena *arena)
{
	for (size_t i = length; types && i > 2; i--) {
		bool in_requirement = i > 3 && string_is(path[i - 4].key, "requirements");
		if (string_is(path[i - 1].key, "node_filter") && in_requirement)
			return type_of_targets(types, tree, path, i - 1, arena);
	}
	for (int i = 0; types && length > 1 && i < TYPE_KIND_TOTAL; i++) {
		enum type_kind kind = (enum type_kind)i;
		if (string_is(path[0].key, type_kind_row(kind)->keyname))
			return types_find(types, kind, path[1].key);
	}
	return NULL;
}

struct name_entry traversal_relation(
	const struct syntax_tree *tree, const struct cursor_step *path, size_t length)
{
	for (size_t i = 0; i + 2 < length; i++) {
		if (string_is(path[i].key, "requirements") && path[i + 1].index >= 0) {
			struct node item = cursor_node(tree, path, i + 2);
			struct node_entry entry = node_find(item, path[i + 2].key);
			return (struct name_entry){
				.name = path[i + 2].key, .key = entry.key, .value = entry.value};
		}
	}
	return (struct name_entry){0};
}

bool traversal_maps_attribute(const struct place *place)
{
	static const struct {
		enum construct construct;
		const char *keyname;
	} places[] = {
		{CONSTRUCT_OPERATION_DEFINITION, "outputs"},
		{CONSTRUCT_OPERATION_ASSIGNMENT, "outputs"},
		{CONSTRUCT_NOTIFICATION_DEFINITION, "outputs"},
		{CONSTRUCT_WORKFLOW, "outputs"},
		{CONSTRUCT_PARAMETER_DEFINITION, "mapping"},
	};
	for (size_t i = 0; i < sizeof(places) / sizeof(*places) && place->keyname != NULL; i++)
		if (places[i].construct == place->construct &&
			strcmp(places[i].keyname, place->keyname->name) == 0)
			return true;
	return false;
}

struct traversal traversal_start(const struct types *types, const struct syntax_tree *tree,
	const struct place *place, const struct type *defined, struct arena *arena)
{
	return (struct traversal){
		.types = types,
		.tree = tree,
		.place = place,
		.arena = arena,
		.at = AT_START,
		.element = {.types = {defined}, .type_count = defined != NULL},
	};
}

struct type_members traversal_members(const struct traversal *traversal, enum type_part part)
{
	struct type_members members = {NULL, 0};
	for (size_t i = 0; i < traversal->element.type_count && members.count == 0; i++)
		members = type_members(traversal->element.types[i], part, traversal->arena);
	return members;
}

static void go_to_types(struct traversal *traversal, enum type_kind kind, struct node element)
{
	traversal->element = (struct declaration){0};
	traversal->element.type_count =
		element_types(traversal->types, kind, element, traversal->element.types);
}

static void go_to_type(struct traversal *traversal, const struct type *type)
{
	traversal->element = (struct declaration){.types = {type}, .type_count = type != NULL};
}

static void go_to_node(struct traversal *traversal, struct string name)
{
	traversal->node = names_find(traversal->tree, DECLARED_NODE, name);
	traversal->at = node_is_absent(traversal->node.key) ? AT_NOTHING : AT_NODE;
	go_to_types(traversal, TYPE_NODE, traversal->node.value);
}

/* To the node that an assignment of the requirement leads to; without one, to the type that
 * its definition asks for. */
static void go_to_target(struct traversal *traversal, struct name_entry relation,
	const struct type_member *requirement)
{
	struct node target = node_kind(relation.value) == NODE_SCALAR
				     ? relation.value
				     : node_get(relation.value, "node");
	if (!node_is_null(target)) {
		go_to_node(traversal, node_text(target));
		return;
	}
	traversal->at = AT_NODE;
	traversal->node = (struct name_entry){0};
	go_to_type(traversal, member_type(traversal->types, requirement, TYPE_NODE, "node"));
}

static struct name_entry relation_of(const struct traversal *traversal, struct string name)
{
	return names_find_in(node_get(traversal->node.value, "requirements"), name);
}

/* ---- hosts ---- */

static void go_to_host(struct traversal *traversal)
{
	const struct graph_place *host = &traversal->hosts[traversal->host];
	go_to_node(traversal, host->name);
	if (!node_is_absent(host->element))
		return;
	traversal->at = AT_NODE;
	traversal->node = (struct name_entry){0};
	go_to_type(traversal, host->types.items[0]);
}

/* The same ones that the check of the function looks at. */
static void go_to_hosts(struct traversal *traversal)
{
	if (!traversal->types || version_is_2_0(traversal->place->version))
		return;
	struct template_checker checker =
		template_checker_for_lookups(traversal->types, traversal->tree, traversal->arena);
	struct name_entry node = names_find(traversal->tree, DECLARED_NODE, traversal->place->node);
	const struct type *defined = traversal->element.types[0];
	struct graph_place place =
		traversal->element.type_count > 0
			? graph_type(defined)
			: graph_node(&checker, (struct node_entry){node.key, node.value});
	struct graph_place *hosts = arena_allocate(traversal->arena, MOST_HOSTS, sizeof(*hosts));
	traversal->hosts = hosts;
	for (size_t i = 0; i < MOST_HOSTS; i++) {
		place = graph_step_host(&checker, &place);
		traversal->has_no_host = i == 0 && place.kind == PLACE_NOWHERE;
		if (place.kind != PLACE_NODE || place.types.count == 0)
			break;
		hosts[traversal->host_count++] = place;
	}
	if (traversal->host < traversal->host_count)
		go_to_host(traversal);
}

/* ---- steps ---- */

static void start(struct traversal *traversal, struct string name)
{
	const struct place *place = traversal->place;
	bool at_relation = place->has_context && place->context == ELEMENT_RELATION;
	bool self = string_is(name, "SELF");
	traversal->has_index = true; /* of the relationship around, there is one */
	if (self && traversal->element.type_count > 0) {
		bool node = traversal->element.types[0]->kind == TYPE_NODE;
		traversal->at = node ? AT_NODE : AT_RELATIONSHIP;
	} else if (self || (at_relation && string_is(name, "SOURCE"))) {
		go_to_node(traversal, place->node);
	} else if (at_relation && string_is(name, "TARGET")) {
		go_to_target(traversal, traversal->relation, NULL);
	} else if (string_is(name, "HOST")) {
		go_to_hosts(traversal);
	} else {
		go_to_node(traversal, name);
	}
	if (traversal->at != AT_NOTHING)
		return;
	struct name_entry relationship =
		names_find(traversal->tree, DECLARED_RELATIONSHIP_TEMPLATE, name);
	if (!node_is_absent(relationship.key)) {
		traversal->at = AT_RELATIONSHIP;
		go_to_types(traversal, TYPE_RELATIONSHIP, relationship.value);
	}
}

static bool go_into_value(struct traversal *traversal, enum type_part part, struct string name)
{
	const struct type_member *member =
		type_members_find(traversal_members(traversal, part), name);
	if (member) {
		traversal->at = AT_VALUE;
		traversal->schema = value_schema_of_member(member);
	}
	return member != NULL;
}

static void go_to_capability(struct traversal *traversal, const struct type_member *capability)
{
	traversal->at = capability ? AT_CAPABILITY : AT_NOTHING;
	traversal->is_within = true;
	go_to_type(traversal, member_type(traversal->types, capability, TYPE_CAPABILITY, "type"));
}

/* TOSCA 1.x: the name of a requirement stands for its target, that of a capability for itself. */
static bool go_by_name(struct traversal *traversal, struct string name)
{
	if (traversal->at != AT_NODE || traversal->is_within)
		return false;
	struct name_entry relation = relation_of(traversal, name);
	const struct type_member *requirement =
		type_members_find(traversal_members(traversal, PART_REQUIREMENTS), name);
	const struct type_member *capability =
		type_members_find(traversal_members(traversal, PART_CAPABILITIES), name);
	if (!node_is_absent(relation.key) || requirement) {
		go_to_target(traversal, relation, requirement);
		traversal->is_within = true;
		return true;
	}
	if (capability)
		go_to_capability(traversal, capability);
	return capability != NULL;
}

static bool is_index(struct string text)
{
	size_t digits = 0;
	while (digits < text.length && text.bytes[digits] >= '0' && text.bytes[digits] <= '9')
		digits++;
	return (text.length > 0 && digits == text.length) || string_is(text, "ALL");
}

static void go_to_relationship(struct traversal *traversal, struct string name)
{
	const struct type_member *requirement =
		type_members_find(traversal_members(traversal, PART_REQUIREMENTS), name);
	traversal->requirement = requirement;
	traversal->has_index = false;
	traversal->relation = relation_of(traversal, name);
	struct node relationship = node_get(traversal->relation.value, "relationship");
	traversal->at = AT_RELATIONSHIP;
	go_to_types(traversal, TYPE_RELATIONSHIP, relationship);
	if (traversal->element.type_count == 0) {
		go_to_type(traversal, member_type(traversal->types, requirement, TYPE_RELATIONSHIP,
					      "relationship"));
	}
}

/* Along one of the relationships that come in to a capability: which node it comes from, all others
 * tell together. */
static void go_back(struct traversal *traversal)
{
	traversal->at = AT_RELATIONSHIP;
	traversal->is_within = false;
	traversal->node = (struct name_entry){0};
	traversal->relation = (struct name_entry){0};
	traversal->requirement = NULL;
	traversal->has_index = false;
	go_to_type(traversal, NULL);
}

/* The capability that a relationship ends at: the one that the assignment names, or of the type
 * that the definition of the requirement asks for. */
static void go_to_end(struct traversal *traversal)
{
	struct traversal target = *traversal;
	struct string name = node_text(node_get(traversal->relation.value, "capability"));
	const struct type *type = member_type(
		traversal->types, traversal->requirement, TYPE_CAPABILITY, "capability");
	go_to_target(&target, traversal->relation, traversal->requirement);
	const struct type_member *named =
		type_members_find(traversal_members(&target, PART_CAPABILITIES), name);
	if (named)
		type = member_type(traversal->types, named, TYPE_CAPABILITY, "type");
	traversal->at = AT_CAPABILITY;
	traversal->is_within = true;
	go_to_type(traversal, type);
}

/* TOSCA 2.0: words that lead on. */
static bool go_by_word(struct traversal *traversal, struct string word)
{
	if (traversal->at == AT_NODE && string_is(word, "RELATIONSHIP")) {
		traversal->at = AT_REQUIREMENT_NAME;
	} else if (traversal->at == AT_NODE && string_is(word, "CAPABILITY")) {
		traversal->at = AT_CAPABILITY_NAME;
	} else if (traversal->at == AT_REQUIREMENT_NAME) {
		go_to_relationship(traversal, word);
	} else if (traversal->at == AT_CAPABILITY_NAME) {
		go_to_capability(traversal,
			type_members_find(traversal_members(traversal, PART_CAPABILITIES), word));
	} else if (traversal->at == AT_RELATIONSHIP && is_index(word) && !traversal->has_index) {
		traversal->has_index = true;
	} else if (traversal->at == AT_CAPABILITY && string_is(word, "RELATIONSHIP")) {
		go_back(traversal);
	} else if (traversal->at == AT_RELATIONSHIP && string_is(word, "CAPABILITY")) {
		go_to_end(traversal);
	} else if (traversal->at == AT_RELATIONSHIP && string_is(word, "TARGET")) {
		go_to_target(traversal, traversal->relation, traversal->requirement);
	} else if (traversal->at == AT_RELATIONSHIP && string_is(word, "SOURCE")) {
		traversal->at = AT_NODE;
		go_to_types(traversal, TYPE_NODE, traversal->node.value);
	} else {
		return false;
	}
	return true;
}

void traversal_step(struct traversal *traversal, struct string argument)
{
	switch (traversal->at) {
	case AT_NOTHING:
		return;
	case AT_START:
		start(traversal, argument);
		return;
	case AT_VALUE:
		if (is_index(argument)) {
			traversal->schema = schema_of_entry(traversal->types, traversal->schema);
		} else {
			traversal->schema = schema_of_key(
				traversal->types, traversal->schema, argument, traversal->arena);
		}
		return;
	default:
		break;
	}
	bool on = version_is_2_0(traversal->place->version) ? go_by_word(traversal, argument)
							    : go_by_name(traversal, argument);
	if (!on && !go_into_value(traversal, PART_PROPERTIES, argument) &&
		!go_into_value(traversal, PART_ATTRIBUTES, argument))
		traversal->at = AT_NOTHING;
}

/* How many of the arguments lead on, which `traversal` is behind then. */
static size_t steps_along(struct traversal *traversal, const struct string *arguments, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		traversal_step(traversal, arguments[i]);
		if (traversal->at == AT_NOTHING)
			return i;
	}
	return count;
}

void traversal_follow(struct traversal *traversal, const struct string *arguments, size_t count)
{
	struct traversal start = *traversal;
	size_t most = steps_along(traversal, arguments, count);
	size_t hosts = traversal->host_count;
	for (size_t host = 1; host < hosts; host++) {
		struct traversal other = start;
		other.host = host;
		size_t steps = steps_along(&other, arguments, count);
		if (steps > most) {
			most = steps;
			*traversal = other;
		}
	}
}

void traversal_follow_to(
	struct traversal *traversal, const struct string *arguments, size_t count, size_t end)
{
	struct traversal whole = *traversal;
	traversal_follow(&whole, arguments, count);
	traversal->host = whole.host;
	steps_along(traversal, arguments, end);
}

bool traversal_follow_next(struct traversal *traversal, const struct traversal *start,
	const struct string *arguments, size_t count)
{
	for (size_t host = traversal->host + 1; host < traversal->host_count; host++) {
		struct traversal other = *start;
		other.host = host;
		if (steps_along(&other, arguments, count) == count) {
			*traversal = other;
			return true;
		}
	}
	return false;
}
