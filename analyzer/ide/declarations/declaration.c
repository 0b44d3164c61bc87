#include "analyzer/ide/declarations/declaration.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/declarations/called.h"
#include "analyzer/language/grammar/keynames.h"
#include "analyzer/model/behaviour/trigger_check.h"
#include "analyzer/model/definitions/repository_check.h"
#include "analyzer/model/functions/operation.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/values/constraint_check.h"

#include <string.h>

/* Where the walk to the cursor is. */
struct walker {
	const struct types *types;
	const struct syntax_tree *tree;
	struct arena *arena;
	struct place place;
	struct node around; /* the collection that the step is in */
	struct node node;   /* what the step leads to */
	struct declaration found;
};

static struct declaration value_of(struct value_schema schema)
{
	return node_is_absent(schema.definition)
		       ? (struct declaration){0}
		       : (struct declaration){.kind = DECLARES_VALUE, .schema = schema};
}

/* ---- members ---- */

static struct declaration members_of(enum member_kind kind, struct type_members members)
{
	return (struct declaration){
		.kind = DECLARES_MEMBERS, .member_kind = kind, .members = members};
}

static bool part_of(const char *keyname, enum type_part *part)
{
	static const struct {
		const char *keyname;
		enum type_part part;
	} rows[] = {
		{"properties", PART_PROPERTIES},
		{"attributes", PART_ATTRIBUTES},
		{"capabilities", PART_CAPABILITIES},
		{"requirements", PART_REQUIREMENTS},
		{"interfaces", PART_INTERFACES},
		{"artifacts", PART_ARTIFACTS},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (strcmp(keyname, rows[i].keyname) == 0) {
			*part = rows[i].part;
			return true;
		}
	}
	return false;
}

/* What all types of the element together have. */
static struct declaration members_of_types(
	const struct declaration *element, enum type_part part, struct arena *arena)
{
	struct member_list members = {.arena = arena};
	for (size_t i = 0; i < element->type_count; i++) {
		struct type_members more = type_members(element->types[i], part, arena);
		for (size_t j = 0; j < more.count; j++)
			member_list_add(&members, more.items[j]);
	}
	return members_of(
		(enum member_kind)part, (struct type_members){members.items, members.count});
}

/* ---- steps ---- */

static struct declaration element_of(const struct type *type)
{
	return (struct declaration){
		.kind = DECLARES_ELEMENT, .types = {type}, .type_count = type != NULL};
}

static struct declaration written_element(
	const struct walker *walker, enum type_kind kind, struct node element)
{
	struct declaration found = {.kind = DECLARES_ELEMENT};
	found.type_count = element_types(walker->types, kind, element, found.types);
	struct node copied = node_get(element, "copy");
	if (node_is_absent(node_get(element, "type")) && node_kind(copied) == NODE_SCALAR) {
		enum declared_kind collection =
			kind == TYPE_NODE ? DECLARED_NODE : DECLARED_RELATIONSHIP_TEMPLATE;
		struct name_entry other = names_find(walker->tree, collection, node_text(copied));
		found.type_count = element_types(walker->types, kind, other.value, found.types);
	}
	return found;
}

/* The target of a requirement: what its assignment names, or else its definition. */
static struct declaration target_of(const struct walker *walker)
{
	struct string name = node_text(node_get(walker->around, "node"));
	struct name_entry node = names_find(walker->tree, DECLARED_NODE, name);
	if (!node_is_absent(node.key))
		return written_element(walker, TYPE_NODE, node.value);
	const struct type *type = type_meant(walker->types, NULL, TYPE_NODE, name);
	return element_of(
		type ? type : member_type(walker->types, walker->found.member, TYPE_NODE, "node"));
}

/* A node template, or a node type. */
static struct declaration named_node(const struct walker *walker, struct node name)
{
	struct string target = node_text(name);
	struct name_entry node = names_find(walker->tree, DECLARED_NODE, target);
	return node_is_absent(node.key)
		       ? element_of(type_meant(walker->types, NULL, TYPE_NODE, target))
		       : written_element(walker, TYPE_NODE, node.value);
}

/* Of a trigger it is what the event comes from: a node, or a capability of it. */
static struct declaration asserted_element(const struct walker *walker)
{
	struct node filter = event_filter_around(walker->node);
	struct node name = node_get(filter, "node");
	struct string capability = node_text(node_get(filter, "capability"));
	if (node_is_absent(name))
		return named_node(walker, called_target(walker->tree, walker->node));
	struct declaration node = named_node(walker, name);
	if (!node_is_null(node_get(filter, "requirement")))
		return (struct declaration){0};
	if (capability.length == 0)
		return node;
	struct type_members capabilities =
		members_of_types(&node, PART_CAPABILITIES, walker->arena).members;
	return element_of(member_type(walker->types, type_members_find(capabilities, capability),
		TYPE_CAPABILITY, "type"));
}

/* "Attribute and Property reflection": a condition asks for either. */
static struct declaration asserted_members(const struct walker *walker)
{
	struct declaration element = asserted_element(walker);
	struct type_members parts[] = {
		members_of_types(&element, PART_ATTRIBUTES, walker->arena).members,
		members_of_types(&element, PART_PROPERTIES, walker->arena).members};
	struct member_list members = {.arena = walker->arena};
	for (size_t part = 0; part < sizeof(parts) / sizeof(*parts); part++)
		for (size_t i = 0; i < parts[part].count; i++)
			member_list_add(&members, parts[part].items[i]);
	return members_of(MEMBER_ATTRIBUTE, (struct type_members){members.items, members.count});
}

static struct declaration called_operation(const struct walker *walker)
{
	struct declaration element = named_node(walker, called_target(walker->tree, walker->node));
	struct string text = node_text(node_get(walker->node, "operation"));
	struct string interface_name, name;
	if (!operation_split(text, &interface_name, &name))
		return (struct declaration){0};
	struct declaration interfaces = members_of_types(&element, PART_INTERFACES, walker->arena);
	const struct type_member *interface = type_members_find(interfaces.members, interface_name);
	const struct type_member *operation =
		interface ? type_members_find(member_operations(walker->types, interface,
						      MEMBER_OPERATION, walker->arena),
				    name)
			  : NULL;
	return (struct declaration){.kind = operation ? DECLARES_OPERATION : DECLARES_NOTHING,
		.member = operation,
		.interface = interface};
}

/* The element that begins at a construct; false if the construct is none that has types. */
static bool begins_element(
	const struct walker *walker, struct string name, struct declaration *found)
{
	const struct declaration *before = &walker->found;
	struct node node = walker->node;
	enum construct construct = place_construct(&walker->place);
	enum type_kind kind;
	switch (construct) {
	case CONSTRUCT_NODE_TEMPLATE:
		*found = written_element(walker, TYPE_NODE, node);
		return true;
	case CONSTRUCT_RELATIONSHIP_TEMPLATE:
		*found = written_element(walker, TYPE_RELATIONSHIP, node);
		return true;
	case CONSTRUCT_GROUP:
		*found = written_element(walker, TYPE_GROUP, node);
		return true;
	case CONSTRUCT_POLICY:
		*found = written_element(walker, TYPE_POLICY, node);
		return true;
	case CONSTRUCT_ARTIFACT:
	case CONSTRUCT_ARTIFACT_DEFINITION:
		*found = written_element(walker, TYPE_ARTIFACT, node);
		if (found->type_count == 0 && before->kind == DECLARES_MEMBERS) {
			*found = element_of(member_type(walker->types,
				type_members_find(before->members, name), TYPE_ARTIFACT, "type"));
		}
		return true;
	case CONSTRUCT_RELATIONSHIP_ASSIGNMENT:
		*found = written_element(walker, TYPE_RELATIONSHIP, node);
		if (found->type_count == 0 && before->kind == DECLARES_REQUIREMENT) {
			*found = element_of(member_type(
				walker->types, before->member, TYPE_RELATIONSHIP, "relationship"));
		}
		found->member = before->member;
		return true;
	case CONSTRUCT_NODE_FILTER:
		*found = before->kind == DECLARES_REQUIREMENT ? target_of(walker) : *before;
		return true;
	case CONSTRUCT_CALL_OPERATION:
		*found = called_operation(walker);
		return true;
	case CONSTRUCT_ALLOCATION:
		*found = members_of(MEMBER_PROPERTY,
			type_members(before->kind == DECLARES_REQUIREMENT
					     ? member_type(walker->types, before->member,
						       TYPE_CAPABILITY, "capability")
					     : NULL,
				PART_PROPERTIES, walker->arena));
		return true;
	case CONSTRUCT_CONDITION_CLAUSE:
	case CONSTRUCT_TRIGGER_CONDITION:
		*found = asserted_members(walker);
		return true;
	case CONSTRUCT_SUBSTITUTION_MAPPINGS:
		*found = element_of(type_meant(
			walker->types, NULL, TYPE_NODE, node_text(node_get(node, "node_type"))));
		return true;
	default:
		break;
	}
	if (!type_kind_of_construct(construct, &kind))
		return false;
	*found = element_of(
		type_meant(walker->types, NULL, kind, node_text(node_get(node, "derived_from"))));
	found->is_refined = true;
	return true;
}

/* An interface that no type declares: it may name a type itself. */
static const struct type_member *written_member(const struct walker *walker, struct string name)
{
	struct type_member *member = arena_allocate(walker->arena, 1, sizeof(*member));
	*member = (struct type_member){.name = name, .definition = walker->node};
	return member;
}

/* Behind the name of a member. */
static struct declaration enter_member(const struct walker *walker, struct string name)
{
	const struct declaration *before = &walker->found;
	const struct type_member *member = type_members_find(before->members, name);
	struct declaration found = {.member = member, .is_refined = before->is_refined};
	bool is_free = walker->place.is_free;
	switch (before->member_kind) {
	case MEMBER_PROPERTY:
	case MEMBER_ATTRIBUTE:
	case MEMBER_INPUT:
		found = member ? value_of(value_schema_of_member(member)) : found;
		if (!is_free && found.kind == DECLARES_VALUE)
			found.kind = DECLARES_CONSTRAINTS;
		return found;
	case MEMBER_CAPABILITY:
		found = element_of(member_type(walker->types, member, TYPE_CAPABILITY, "type"));
		found.is_refined = before->is_refined;
		return found;
	case MEMBER_REQUIREMENT:
		found.kind = member ? DECLARES_REQUIREMENT : DECLARES_NOTHING;
		return found;
	case MEMBER_INTERFACE:
		found.kind = DECLARES_INTERFACE;
		found.member = member ? member : written_member(walker, name);
		return found;
	case MEMBER_OPERATION:
	case MEMBER_NOTIFICATION:
		found.kind = member ? DECLARES_OPERATION : DECLARES_NOTHING;
		found.interface = before->interface;
		return found;
	case MEMBER_ARTIFACT:
		break;
	}
	return found;
}

/* Behind a keyname or an operation of an interface. */
static struct declaration enter_interface(const struct walker *walker, struct string key)
{
	const struct type_member *interface = walker->found.member;
	struct arena *arena = walker->arena;
	bool are_operations = string_is(key, "operations");
	if (are_operations || string_is(key, "notifications")) {
		enum member_kind kind = are_operations ? MEMBER_OPERATION : MEMBER_NOTIFICATION;
		struct declaration found =
			members_of(kind, member_operations(walker->types, interface, kind, arena));
		found.interface = interface;
		return found;
	}
	if (string_is(key, "inputs"))
		return members_of(MEMBER_INPUT, member_inputs(walker->types, interface, arena));
	struct type_members operations =
		member_operations(walker->types, interface, MEMBER_OPERATION, arena);
	const struct type_member *operation = type_members_find(operations, key);
	return (struct declaration){
		.kind = operation ? DECLARES_OPERATION : DECLARES_NOTHING,
		.member = operation,
		.interface = interface,
	};
}

static struct declaration enter_operation(const struct walker *walker, struct string key)
{
	if (!string_is(key, "inputs"))
		return (struct declaration){0};
	return members_of(
		MEMBER_INPUT, member_operation_inputs(walker->types, walker->found.interface,
				      walker->found.member->name, walker->arena));
}

/* What a constraint clause compares with is what it constrains, or a list of such values. */
static struct declaration enter_clause(const struct walker *walker, struct string key)
{
	const struct keyname_row *op = walker->place.keyname;
	if (!op || !constraint_compares(key))
		return (struct declaration){0};
	return op->shape->kind == SHAPE_LIST ? walker->found : value_of(walker->found.schema);
}

/* `default` and `value` are what the definition around them says; values of a preset what the
 * input is. */
static bool begins_value(const struct walker *walker, struct string key, struct declaration *found)
{
	const struct keyname_row *keyname = walker->place.keyname;
	if (!walker->place.is_free || !keyname)
		return false;
	bool is_standard =
		walker->place.depth == 0 && (string_is(key, "default") || string_is(key, "value"));
	if (is_standard && keyname->construct != CONSTRUCT_VARIABLE_PROPERTY &&
		!node_is_null(node_get(walker->around, "type"))) {
		*found = value_of(value_schema_of_definition(walker->around));
		return true;
	}
	if (walker->place.depth == 0 && keyname->construct == CONSTRUCT_REPOSITORY &&
		string_is(key, "credential") && walker->types) {
		*found = value_of(
			repository_credential(walker->types, grammar_version(walker->tree)));
		return true;
	}
	if (walker->place.depth == 0 && keyname->construct == CONSTRUCT_TRIGGER &&
		string_is(key, "schedule") && walker->types) {
		*found = value_of(trigger_schedule(walker->types));
		return true;
	}
	if (walker->place.depth == 1 && keyname->construct == CONSTRUCT_VARIABILITY_PRESET &&
		strcmp(keyname->name, "inputs") == 0) {
		struct name_entry input = names_find(walker->tree, DECLARED_VARIABILITY_INPUT, key);
		*found = value_of(value_schema_of_definition(input.value));
		return true;
	}
	return false;
}

static struct declaration enter_key(const struct walker *walker, struct string key)
{
	const struct declaration *before = &walker->found;
	const struct keyname_row *keyname = walker->place.keyname;
	struct declaration found;
	enum type_part part;
	if (begins_value(walker, key, &found))
		return found;
	if (keyname && keyname->construct == CONSTRUCT_CONDITION_CLAUSE &&
		walker->place.depth == 0 && strcmp(keyname->name, "assert") == 0)
		return asserted_members(walker);
	if (keyname && keyname->construct == CONSTRUCT_ALLOCATION && walker->place.depth == 0)
		return *before; /* "properties" may stand between */
	if (before->kind == DECLARES_MEMBERS && before->member_kind != MEMBER_ARTIFACT)
		return enter_member(walker, key);
	if (begins_element(walker, key, &found))
		return found;
	switch (before->kind) {
	case DECLARES_ELEMENT:
		if (walker->place.depth == 0 && keyname && part_of(keyname->name, &part)) {
			found = members_of_types(before, part, walker->arena);
			found.is_refined = before->is_refined;
			return found;
		}
		return *before; /* within the value of another keyname */
	case DECLARES_INTERFACE:
		return enter_interface(walker, key);
	case DECLARES_OPERATION:
		return enter_operation(walker, key);
	case DECLARES_VALUE:
		if (keyname && walker->place.depth == 0) {
			/* The wrapped value of a conditional property, or what it depends on. */
			return strcmp(keyname->name, "value") == 0 ? *before
								   : (struct declaration){0};
		}
		return value_of(schema_of_key(walker->types, before->schema, key, walker->arena));
	case DECLARES_REQUIREMENT:
		return *before;
	case DECLARES_CONSTRAINTS:
		return enter_clause(walker, key);
	default:
		return (struct declaration){0};
	}
}

static struct declaration enter_item(const struct walker *walker)
{
	const struct declaration *before = &walker->found;
	if (before->kind == DECLARES_VALUE)
		return value_of(schema_of_entry(walker->types, before->schema, walker->arena));
	if (before->kind == DECLARES_CONSTRAINTS && walker->place.is_free)
		return value_of(before->schema);
	return place_construct(&walker->place) == CONSTRUCT_CONDITION_CLAUSE
		       ? asserted_members(walker)
		       : *before;
}

struct declaration declaration_at(const struct types *types, const struct syntax_tree *tree,
	const struct cursor_step *path, size_t length, struct arena *arena)
{
	struct walker walker = {
		.types = types,
		.tree = tree,
		.arena = arena,
		.place = place_root(tree),
		.node = syntax_tree_root(tree),
	};
	for (size_t i = 0; i < length; i++) {
		const struct cursor_step *step = &path[i];
		walker.around = walker.node;
		walker.node = step->index >= 0 ? node_item(walker.node, (uint32_t)step->index)
					       : node_find(walker.node, step->key).value;
		place_enter(&walker.place, step, i);
		walker.found =
			step->index >= 0 ? enter_item(&walker) : enter_key(&walker, step->key);
	}
	return walker.found;
}

bool declares_part(const struct types *types, const struct syntax_tree *tree,
	const struct cursor_step *path, size_t length, struct arena *arena)
{
	if (!types || length == 0)
		return false;
	struct declaration around = declaration_at(types, tree, path, length - 1, arena);
	return around.kind == DECLARES_VALUE &&
	       type_members_find(schema_properties(types, around.schema, arena),
		       path[length - 1].key) != NULL;
}
