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

/* The type that a template is substituted for, in the filter that says when. */
static const struct type *type_of_substituted(const struct types *types,
	const struct syntax_tree *tree, const struct cursor_step *path, size_t length)
{
	struct node mapping = cursor_node(tree, path, length);
	return type_meant(types, NULL, TYPE_NODE, node_text(node_get(mapping, "node_type")));
}

const struct type *traversal_self(const struct types *types, const struct syntax_tree *tree,
	const struct cursor_step *path, size_t length, struct arena *arena)
{
	for (size_t i = length; types && i > 2; i--) {
		bool in_requirement = i > 3 && string_is(path[i - 4].key, "requirements");
		if (string_is(path[i - 1].key, "node_filter") && in_requirement)
			return type_of_targets(types, tree, path, i - 1, arena);
		if (string_is(path[i - 1].key, "substitution_filter"))
			return type_of_substituted(types, tree, path, i - 1);
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
	struct template_checker *checker = arena_allocate(arena, 1, sizeof(*checker));
	*checker = template_checker_for_lookups(types, tree, arena);
	return (struct traversal){.written = place,
		.checker = checker,
		.arena = arena,
		.at = AT_START,
		.self = defined};
}

struct type_members traversal_members(const struct traversal *traversal, enum type_part part)
{
	const struct graph_place *place = &traversal->place;
	struct type_members members = {NULL, 0};
	for (size_t i = 0; i < place->types.count && members.count == 0; i++)
		members = type_members_of_element(
			place->types.items[i], place->definition, part, traversal->arena);
	return members;
}

/* What only the deployment tells is at least of this kind. */
static void go_to(struct traversal *traversal, enum traversal_at at, struct graph_place place)
{
	traversal->at = place.kind == PLACE_NOWHERE ? AT_NOTHING : at;
	traversal->place = place;
}

/* A node or relationship template. */
static void go_to_named(struct traversal *traversal, struct string name)
{
	struct graph_place place = graph_named(traversal->checker, name);
	go_to(traversal, place.kind == PLACE_RELATIONSHIP ? AT_RELATIONSHIP : AT_NODE, place);
}

/* To the node that a relationship leads to, or the type that is asked for where none is named. */
static void go_to_target(struct traversal *traversal, const struct graph_place *relationship)
{
	struct graph_place target = graph_step_target(traversal->checker, relationship);
	const struct type *asked =
		member_type(traversal->checker->scope.types, relationship->asks, TYPE_NODE, "node");
	if (target.kind == PLACE_UNKNOWN && asked)
		target = graph_type(asked);
	go_to(traversal, AT_NODE, target);
}

/* ---- hosts ---- */

/* The same ones that the check of the function looks at. */
static void go_to_hosts(struct traversal *traversal, struct graph_place place)
{
	if (version_is_2_0(traversal->written->version))
		return;
	struct graph_place *hosts = arena_allocate(traversal->arena, MOST_HOSTS, sizeof(*hosts));
	traversal->hosts = hosts;
	for (size_t i = 0; i < MOST_HOSTS; i++) {
		place = graph_step_host(traversal->checker, &place);
		traversal->has_no_host = i == 0 && place.kind == PLACE_NOWHERE;
		if (place.kind != PLACE_NODE || place.types.count == 0)
			break;
		hosts[traversal->host_count++] = place;
	}
	if (traversal->host < traversal->host_count)
		go_to(traversal, AT_NODE, hosts[traversal->host]);
}

/* ---- steps ---- */

/* What is around the call. */
static struct graph_place place_around(struct traversal *traversal)
{
	const struct place *written = traversal->written;
	bool at_relation = written->has_context && written->context == ELEMENT_RELATION;
	if (traversal->self)
		return graph_type(traversal->self);
	struct graph_place node = graph_named(traversal->checker, written->node);
	if (at_relation && node.kind == PLACE_NODE && !node_is_absent(traversal->relation.key))
		return graph_assigned_relationship(traversal->checker, &node,
			(struct node_entry){traversal->relation.key, traversal->relation.value});
	return node;
}

static void start(struct traversal *traversal, struct string name)
{
	struct graph_place around = place_around(traversal);
	bool at_relationship = around.kind == PLACE_RELATIONSHIP;
	traversal->has_index = true; /* of the relationship around, there is one */
	traversal->at = AT_NOTHING;
	if (string_is(name, "SELF"))
		go_to(traversal, at_relationship ? AT_RELATIONSHIP : AT_NODE, around);
	else if (at_relationship && string_is(name, "SOURCE"))
		go_to(traversal, AT_NODE, graph_step_source(traversal->checker, &around));
	else if (at_relationship && string_is(name, "TARGET"))
		go_to_target(traversal, &around);
	else if (string_is(name, "HOST"))
		go_to_hosts(traversal, around);
	else
		go_to_named(traversal, name);
}

static bool go_into_value(struct traversal *traversal, enum type_part part, struct string name)
{
	struct value_schema schema;
	bool leads_on =
		graph_find(traversal->checker, &traversal->place, part, name, &schema) == HOLDS;
	if (leads_on) {
		traversal->at = AT_VALUE;
		traversal->schema = schema;
	}
	return leads_on;
}

static void go_to_capability(struct traversal *traversal, struct graph_place capability)
{
	struct node_entry owner = {traversal->place.key, traversal->place.element};
	go_to(traversal, AT_CAPABILITY, capability);
	traversal->place.owner = owner;
	traversal->is_within = true;
	traversal->is_behind_relationship = false;
}

/* TOSCA 1.x: the name of a requirement stands for its target, that of a capability for itself. */
static bool go_by_name(struct traversal *traversal, struct string name)
{
	struct template_checker *checker = traversal->checker;
	struct graph_place node = traversal->place;
	if (traversal->at != AT_NODE || traversal->is_within)
		return false;
	struct graph_place relationship = graph_step_requirement_at(checker, &node, name, 0);
	struct graph_place capability = graph_step_capability(checker, &node, name);
	if (relationship.kind == PLACE_RELATIONSHIP &&
		(relationship.asks || !node_is_absent(relationship.assignment))) {
		go_to_target(traversal, &relationship);
		traversal->requirement = relationship;
		traversal->is_within = true;
		return true;
	}
	if (capability.kind == PLACE_CAPABILITY)
		go_to_capability(traversal, capability);
	return capability.kind == PLACE_CAPABILITY;
}

static bool is_index(struct string text)
{
	size_t digits = 0;
	while (digits < text.length && text.bytes[digits] >= '0' && text.bytes[digits] <= '9')
		digits++;
	return (text.length > 0 && digits == text.length) || string_is(text, "ALL");
}

static double index_of(struct string text)
{
	double index = string_is(text, "ALL") ? ANY_INDEX : 0;
	for (size_t i = 0; index >= 0 && i < text.length; i++)
		index = index * 10 + (text.bytes[i] - '0');
	return index;
}

static void go_to_relationship(struct traversal *traversal, struct string name, double index)
{
	struct graph_place place =
		graph_step_requirement_at(traversal->checker, &traversal->source, name, index);
	go_to(traversal, AT_RELATIONSHIP, place);
	traversal->is_behind_relationship = true;
}

/* Along one of the relationships that come in to a capability: which node it comes from, all others
 * tell together. */
static void go_back(struct traversal *traversal)
{
	traversal->is_within = false;
	traversal->has_index = false;
	go_to(traversal, AT_RELATIONSHIP,
		(struct graph_place){.kind = PLACE_RELATIONSHIP,
			.is_open = true,
			.owner = traversal->place.owner});
}

/* TOSCA 2.0: words that lead on. */
static bool go_by_word(struct traversal *traversal, struct string word)
{
	struct template_checker *checker = traversal->checker;
	struct graph_place place = traversal->place;
	if (traversal->at == AT_NODE && string_is(word, "RELATIONSHIP")) {
		traversal->at = AT_REQUIREMENT_NAME;
	} else if (traversal->at == AT_NODE && string_is(word, "CAPABILITY")) {
		traversal->at = AT_CAPABILITY_NAME;
	} else if (traversal->at == AT_REQUIREMENT_NAME) {
		traversal->source = place;
		traversal->has_index = false;
		go_to_relationship(traversal, word, 0);
	} else if (traversal->at == AT_CAPABILITY_NAME) {
		go_to_capability(traversal, graph_step_capability(checker, &place, word));
	} else if (traversal->at == AT_RELATIONSHIP && is_index(word) && !traversal->has_index) {
		if (place.requirement.length)
			go_to_relationship(traversal, place.requirement, index_of(word));
		traversal->has_index = true;
	} else if (traversal->at == AT_CAPABILITY && string_is(word, "RELATIONSHIP")) {
		go_back(traversal);
	} else if (traversal->at == AT_RELATIONSHIP && string_is(word, "CAPABILITY")) {
		go_to(traversal, AT_CAPABILITY, graph_step_end(checker, &place));
		traversal->is_within = true;
	} else if (traversal->at == AT_RELATIONSHIP && string_is(word, "TARGET")) {
		go_to_target(traversal, &place);
	} else if (traversal->at == AT_RELATIONSHIP && string_is(word, "SOURCE")) {
		go_to(traversal, AT_NODE, graph_step_source(checker, &place));
	} else {
		return false;
	}
	return true;
}

void traversal_seek(struct traversal *traversal, struct string name)
{
	struct value_schema ignored;
	struct graph_place place = traversal->place;
	if (traversal->at != AT_NODE || traversal->requirement.kind != PLACE_RELATIONSHIP ||
		graph_find_at_target(traversal->checker, &traversal->requirement, PART_ATTRIBUTES,
			name, &place, &ignored) != HOLDS)
		return;
	traversal->place = place;
	traversal->at = place.kind == PLACE_CAPABILITY     ? AT_CAPABILITY
			: place.kind == PLACE_RELATIONSHIP ? AT_RELATIONSHIP
							   : AT_NODE;
}

void traversal_step(struct traversal *traversal, struct string argument)
{
	const struct types *types = traversal->checker->scope.types;
	switch (traversal->at) {
	case AT_NOTHING:
		return;
	case AT_START:
		start(traversal, argument);
		return;
	case AT_VALUE:
		traversal->schema = is_index(argument) ? schema_of_entry(types, traversal->schema,
								 traversal->arena)
						       : schema_of_key(types, traversal->schema,
								 argument, traversal->arena);
		return;
	default:
		break;
	}
	bool is_2_0 = version_is_2_0(traversal->written->version);
	traversal_seek(traversal, argument);
	if (!(is_2_0 && go_by_word(traversal, argument)) &&
		!go_into_value(traversal, PART_PROPERTIES, argument) &&
		!go_into_value(traversal, PART_ATTRIBUTES, argument) &&
		!(!is_2_0 && go_by_name(traversal, argument)))
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
