#include "analyzer/ide/names/uses.h"

#include "analyzer/ide/cursor/operand_container.h"
#include "analyzer/ide/cursor/operands.h"
#include "analyzer/ide/declarations/traversal.h"
#include "analyzer/language/grammar/words.h"
#include "analyzer/model/functions/operation.h"
#include "analyzer/model/text/eval_path.h"

#include <stddef.h>
#include <string.h>

struct collector {
	struct arena *arena;
	const struct syntax_tree *tree;
	struct use *items;
	size_t count, capacity;
};

static void add(struct collector *collector, struct use use)
{
	if (use.name.length == 0)
		return;
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	collector->items[collector->count++] = use;
}

static bool keyname_is(const struct place *place, enum construct construct, const char *name)
{
	return place->keyname && place->construct == construct &&
	       strcmp(place->keyname->name, name) == 0;
}

static bool in_template(const struct place *place, const char *name)
{
	return keyname_is(place, CONSTRUCT_TOPOLOGY_TEMPLATE, name) ||
	       keyname_is(place, CONSTRUCT_SERVICE_TEMPLATE, name);
}

bool declared_by(const struct walk_item *item, enum declared_kind *kind)
{
	static const struct {
		enum declared_kind kind;
		enum construct construct; /* CONSTRUCT_NONE: the template */
		const char *keyname;
	} rows[] = {
		{DECLARED_VARIABILITY_INPUT, CONSTRUCT_VARIABILITY, "inputs"},
		{DECLARED_EXPRESSION, CONSTRUCT_VARIABILITY, "expressions"},
		{DECLARED_PRESET, CONSTRUCT_VARIABILITY, "presets"},
		{DECLARED_INPUT, CONSTRUCT_NONE, "inputs"},
		{DECLARED_OUTPUT, CONSTRUCT_NONE, "outputs"},
		{DECLARED_NODE, CONSTRUCT_NONE, "node_templates"},
		{DECLARED_RELATIONSHIP_TEMPLATE, CONSTRUCT_NONE, "relationship_templates"},
		{DECLARED_GROUP, CONSTRUCT_NONE, "groups"},
		{DECLARED_POLICY, CONSTRUCT_NONE, "policies"},
		{DECLARED_WORKFLOW, CONSTRUCT_NONE, "workflows"},
		{DECLARED_FUNCTION, CONSTRUCT_FILE, "functions"},
		{DECLARED_FUNCTION, CONSTRUCT_NONE, "functions"},
		{DECLARED_REPOSITORY, CONSTRUCT_FILE, "repositories"},
		{DECLARED_RELATION, CONSTRUCT_NODE_TEMPLATE, "requirements"},
		{DECLARED_ARTIFACT, CONSTRUCT_NODE_TEMPLATE, "artifacts"},
		{DECLARED_PROPERTY, CONSTRUCT_NODE_TEMPLATE, "properties"},
		{DECLARED_TECHNOLOGY, CONSTRUCT_NODE_TEMPLATE, "technology"},
		{DECLARED_STEP, CONSTRUCT_WORKFLOW, "steps"},
	};
	const struct place *place = item->place;
	if (!item->is_key || place->is_expression || !place_keys_are_names(place) ||
		place->depth != (place->is_entry ? 1u : 0u))
		return false;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		bool fits = rows[i].construct == CONSTRUCT_NONE
				    ? in_template(place, rows[i].keyname)
				    : keyname_is(place, rows[i].construct, rows[i].keyname);
		if (fits) {
			*kind = rows[i].kind;
			return true;
		}
	}
	for (size_t i = 0; i < TYPE_KIND_TOTAL; i++) {
		enum type_kind type = (enum type_kind)i;
		if (keyname_is(place, CONSTRUCT_FILE, type_kind_row(type)->keyname)) {
			*kind = declared_kind_of_type(type);
			return true;
		}
	}
	return false;
}

/* TOSCA 1.0 to 1.2: operations are the keys of an interface that are no keynames. */
static bool is_direct_operation(const struct walk_item *item)
{
	const struct place *place = item->place;
	enum construct construct = place_construct(place);
	return (construct == CONSTRUCT_INTERFACE_TYPE ||
		       construct == CONSTRUCT_INTERFACE_DEFINITION ||
		       construct == CONSTRUCT_INTERFACE_ASSIGNMENT) &&
	       interface_has_direct_operation(place->version, node_text(item->node));
}

static bool defines_members(enum construct construct)
{
	enum type_kind type;
	return type_kind_of_construct(construct, &type) ||
	       construct == CONSTRUCT_INTERFACE_DEFINITION;
}

bool member_named_by(const struct walk_item *item, enum declared_kind *kind, bool *is_definition)
{
	static const struct {
		const char *keyname;
		enum declared_kind kind;
	} rows[] = {
		{"properties", DECLARED_PROPERTY},
		{"attributes", DECLARED_ATTRIBUTE},
		{"capabilities", DECLARED_CAPABILITY},
		{"requirements", DECLARED_REQUIREMENT},
		{"interfaces", DECLARED_INTERFACE},
		{"artifacts", DECLARED_ARTIFACT},
		{"operations", DECLARED_OPERATION},
		{"notifications", DECLARED_NOTIFICATION},
	};
	const struct place *place = item->place;
	if (!item->is_key || place->is_expression)
		return false;
	if (is_direct_operation(item)) {
		*kind = DECLARED_OPERATION;
		*is_definition = place_construct(place) != CONSTRUCT_INTERFACE_ASSIGNMENT;
		return true;
	}
	if (!place->keyname || !place_keys_are_names(place) ||
		place->depth != (place->is_entry ? 1u : 0u))
		return false;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (strcmp(place->keyname->name, rows[i].keyname) == 0) {
			*kind = rows[i].kind;
			*is_definition = defines_members(place->construct);
			return true;
		}
	}
	return false;
}

/* The functions of TOSCA that name something: what their first argument is. */
static bool function_argument(struct string function, enum declared_kind *kind)
{
	if (string_starts_with(function, "$"))
		function = string_slice(function, 1, function.length);
	if (string_is(function, "get_input")) {
		*kind = DECLARED_INPUT;
		return true;
	}
	if (string_is(function, "get_nodes_of_type")) {
		*kind = DECLARED_NODE_TYPE;
		return true;
	}
	*kind = DECLARED_NODE;
	return string_is(function, "get_property") || string_is(function, "get_attribute") ||
	       string_is(function, "get_artifact") || string_is(function, "get_operation_output");
}

static bool of_expected(enum operand_kind expected, enum declared_kind *kind)
{
	switch (expected) {
	case OPERAND_EXPRESSION:
		*kind = DECLARED_EXPRESSION;
		return true;
	case OPERAND_VARIABILITY_INPUT:
		*kind = DECLARED_VARIABILITY_INPUT;
		return true;
	case OPERAND_NODE:
		*kind = DECLARED_NODE;
		return true;
	case OPERAND_RELATION:
		*kind = DECLARED_RELATION;
		return true;
	case OPERAND_ARTIFACT:
		*kind = DECLARED_ARTIFACT;
		return true;
	case OPERAND_PROPERTY:
		*kind = DECLARED_PROPERTY;
		return true;
	case OPERAND_TECHNOLOGY:
		*kind = DECLARED_TECHNOLOGY;
		return true;
	case OPERAND_POLICY:
		*kind = DECLARED_POLICY;
		return true;
	case OPERAND_GROUP:
		*kind = DECLARED_GROUP;
		return true;
	case OPERAND_INPUT:
		*kind = DECLARED_INPUT;
		return true;
	case OPERAND_OUTPUT:
		*kind = DECLARED_OUTPUT;
		return true;
	default:
		return false;
	}
}

/* What the operands before this one name, as far as that can be said here: the node. */
static struct string container_in_list(struct collector *collector, const struct walk_item *item)
{
	if (item->position != 1)
		return STRING("?");
	struct cursor cursor = {.path = item->path, .path_length = item->path_length};
	struct string name = operand_node_name(
		collector->tree, &cursor, item->place, node_text(node_item(item->list, 0)));
	return arena_format(collector->arena, "node.%.*s", STRING_ARGUMENTS(name));
}

static void add_operand(struct collector *collector, const struct walk_item *item)
{
	const struct place *place = item->place;
	struct operand_place operand = operands_at(item->path + place->expression_start,
		item->path_length - place->expression_start, place->is_logic);
	struct use use = {.name = node_text(item->node), .node = item->node, .is_operand = true};
	if (word_find(use.name, WORD_FOR_ELEMENT) || !of_expected(operand.expected, &use.kind))
		return;
	if (operand.container != OPERAND_NONE)
		use.container = container_in_list(collector, item);
	else if (operand.expected == OPERAND_NODE)
		use.words = WORD_IN_CONDITION;
	else if (use.kind != DECLARED_EXPRESSION && use.kind != DECLARED_VARIABILITY_INPUT)
		use.words = WORD_OF_ELEMENT;
	add(collector, use);
}

static bool of_name_kind(enum name_kind name_kind, struct use *use)
{
	enum declared_kind *kind = &use->kind;
	switch (name_kind) {
	case NAME_OF_NODE:
		*kind = DECLARED_NODE;
		return true;
	case NAME_OF_NODE_OR_NODE_TYPE:
		*kind = DECLARED_NODE;
		use->has_alternative = true;
		use->alternative = DECLARED_NODE_TYPE;
		return true;
	case NAME_OF_NODE_OR_GROUP:
		*kind = DECLARED_NODE;
		use->has_alternative = true;
		use->alternative = DECLARED_GROUP;
		return true;
	case NAME_OF_RELATIONSHIP:
		*kind = DECLARED_RELATIONSHIP_TEMPLATE;
		return true;
	case NAME_OF_RELATIONSHIP_OR_TYPE:
		*kind = DECLARED_RELATIONSHIP_TEMPLATE;
		use->has_alternative = true;
		use->alternative = DECLARED_RELATIONSHIP_TYPE;
		return true;
	case NAME_OF_REPOSITORY:
		*kind = DECLARED_REPOSITORY;
		return true;
	case NAME_OF_STEP:
		*kind = DECLARED_STEP;
		use->may_be_elsewhere = true; /* nobody says that it must be there */
		return true;
	case NAME_OF_WORKFLOW:
		*kind = DECLARED_WORKFLOW;
		return true;
	case NAME_OF_VARIABILITY_INPUT:
		*kind = DECLARED_VARIABILITY_INPUT;
		return true;
	case NAME_OF_PRESET:
		*kind = DECLARED_PRESET;
		return true;
	default:
		break;
	}
	enum type_kind type;
	if (!type_kind_of_name(name_kind, &type))
		return false;
	*kind = declared_kind_of_type(type);
	return true;
}

/* `members: [app, [app, host]]`: the second of a pair is a relation of the first. */
static bool add_member(struct collector *collector, const struct walk_item *item)
{
	if (!keyname_is(item->place, CONSTRUCT_GROUP, "members") || item->place->depth != 2 ||
		item->position < 0)
		return false;
	struct use use = {.name = node_text(item->node), .node = item->node};
	use.kind = item->position == 0 ? DECLARED_NODE : DECLARED_RELATION;
	if (item->position > 0)
		use.container = container_in_list(collector, item);
	add(collector, use);
	return true;
}

/* What a type names, the templates of that type have. */
static bool is_in_template(const struct walk_item *item)
{
	return item->path_length > 0 && keyname_is_template(item->path[0].key);
}

/* Workflows and, in TOSCA 1.x, operations have inputs of their own. In TOSCA 2.0, `get_input` gives
 * those "declared within the inputs section of a TOSCA Service Template", also in operations. */
static bool has_own_inputs(const struct walk_item *item)
{
	static const char *const sections[] = {"workflows", "interfaces", "operations"};
	size_t count = sizeof(sections) / sizeof(*sections);
	if (version_is_2_0(item->place->version))
		count -= 2;
	for (size_t i = 0; i < item->path_length; i++) {
		for (size_t j = 0; j < count; j++)
			if (string_is(item->path[i].key, sections[j]))
				return true;
	}
	return false;
}

/* The argument of a function such as `get_input: port`, `get_property: [app, port]`. */
static void add_argument(struct collector *collector, const struct walk_item *item)
{
	size_t length = item->path_length;
	bool is_first = length > 0 && item->path[length - 1].index == 0;
	if (is_first)
		length--;
	else if (item->position >= 0)
		return;
	struct use use = {.name = node_text(item->node), .node = item->node};
	if (length == 0 || item->path[length - 1].index >= 0 ||
		word_find(use.name, WORD_FOR_ELEMENT) ||
		!function_argument(item->path[length - 1].key, &use.kind))
		return;
	if (use.kind == DECLARED_NODE) {
		if (!is_first)
			return; /* one argument alone leads nowhere */
		use.has_alternative = true;
		use.alternative = DECLARED_RELATIONSHIP_TEMPLATE;
		use.words = WORD_BEGINS_PATH;
	}
	use.may_be_elsewhere =
		!is_in_template(item) || (use.kind == DECLARED_INPUT && has_own_inputs(item));
	add(collector, use);
}

/* `{eval: "::app::port"}`, `"{{ '::root::inputs::port' | eval }}"`: nodes and inputs, by which
 * paths begin. */
static void add_paths(struct collector *collector, const struct walk_item *item)
{
	struct string text = node_text(item->node);
	size_t length = item->path_length, from = 0;
	bool is_call = length > 0 && string_is(item->path[length - 1].key, "eval");
	struct range part;
	while (item->place->is_free && eval_path_next(text, is_call, &from, &part)) {
		struct eval_path path = eval_path_read(text, part);
		struct use use = {.kind = DECLARED_NODE,
			.node = item->node,
			.is_part = true,
			.part = path.steps[0].name,
			.may_be_elsewhere = !is_in_template(item)};
		bool is_input = path.count > 0 && path.steps[0].kind == EVAL_INPUT;
		if (path.count == 0 || (path.steps[0].kind != EVAL_NODE && !is_input))
			continue;
		if (is_input)
			use.kind = DECLARED_INPUT;
		use.name = string_slice(text, use.part.start, use.part.end);
		if (!string_is(use.name, "root"))
			add(collector, use);
	}
}

/* Targets and relationships can be types, which imported files declare as well. */
static void note_doubt(enum name_kind kind, struct use *use)
{
	if (kind == NAME_OF_NODE_OR_NODE_TYPE || kind == NAME_OF_RELATIONSHIP_OR_TYPE) {
		use->may_be_imported = true;
		use->may_be_elsewhere = memchr(use->name.bytes, '.', use->name.length) != NULL ||
					memchr(use->name.bytes, ':', use->name.length) != NULL;
	}
}

/* `topology_template: {workflows: {deploy: {steps: …}}}` */
static struct string workflow_around(struct collector *collector, const struct walk_item *item)
{
	return item->path_length < 3 ? STRING("")
				     : arena_format(collector->arena, "workflow.%.*s",
					       STRING_ARGUMENTS(item->path[2].key));
}

/* `substitution_mappings`: the workflow for an operation; in TOSCA 2.0, the input for a property,
 * and the node for a requirement. The checks tell of unknown ones. */
static bool add_substituted(struct collector *collector, const struct walk_item *item)
{
	static const struct {
		const char *keyname;
		enum declared_kind kind;
		unsigned versions;
	} rows[] = {
		{"interfaces", DECLARED_WORKFLOW, VERSIONS_ALL},
		{"properties", DECLARED_INPUT, VERSIONS_2_0},
		{"requirements", DECLARED_NODE, VERSIONS_2_0},
	};
	struct use use = {
		.name = node_text(item->node), .node = item->node, .may_be_elsewhere = true};
	for (size_t i = 0; item->position < 0 && i < sizeof(rows) / sizeof(*rows); i++) {
		if (!keyname_is(item->place, CONSTRUCT_SUBSTITUTION_MAPPINGS, rows[i].keyname) ||
			!(rows[i].versions & definitions_version_set(item->place->version)))
			continue;
		use.kind = rows[i].kind;
		add(collector, use);
		return true;
	}
	return false;
}

/* `outputs: {result: [app, state]}`: the node that takes the output of an operation. */
static bool add_mapped_start(struct collector *collector, const struct walk_item *item)
{
	struct use use = {.name = node_text(item->node),
		.node = item->node,
		.kind = DECLARED_NODE,
		.has_alternative = true,
		.alternative = DECLARED_RELATIONSHIP_TEMPLATE,
		.may_be_elsewhere = true};
	if (item->position != 0 || !traversal_maps_attribute(item->place) ||
		word_find(use.name, WORD_FOR_ELEMENT))
		return false;
	add(collector, use);
	return true;
}

static void visit_scalar(struct collector *collector, const struct walk_item *item)
{
	const struct place *place = item->place;
	if (place->is_expression) {
		add_operand(collector, item);
		return;
	}
	if (add_member(collector, item))
		return;
	const struct shape *name = shape_alternative(place->shape, SHAPE_NAME);
	struct use use = {.name = node_text(item->node), .node = item->node};
	if (name && !place->is_entry) {
		enum name_kind kind = place_name_kind(place, name);
		if (of_name_kind(kind, &use)) {
			if (use.kind == DECLARED_STEP)
				use.container = workflow_around(collector, item);
			note_doubt(kind, &use);
			add(collector, use);
		}
		return;
	}
	if (add_substituted(collector, item) || add_mapped_start(collector, item))
		return;
	add_argument(collector, item);
	add_paths(collector, item);
}

/* Type-specific conditions: `node_types: {app: …}` is about a type. */
static bool has_conditions_of(const struct place *place, struct use *use)
{
	enum name_kind types;
	return place_has_conditions_of_types(place, &types) && of_name_kind(types, use);
}

static void visit(void *context, const struct walk_item *item)
{
	struct collector *collector = context;
	if (!item->is_key) {
		visit_scalar(collector, item);
		return;
	}
	struct use use = {
		.name = node_text(item->node),
		.node = item->node,
		.value = item->value,
		.is_declaration = !item->place->is_part,
	};
	if (declared_by(item, &use.kind)) {
		if (keyname_is(item->place, CONSTRUCT_NODE_TEMPLATE, item->place->keyname->name)) {
			use.container = arena_format(
				collector->arena, "node.%.*s", STRING_ARGUMENTS(item->place->node));
		} else if (use.kind == DECLARED_STEP) {
			use.container = workflow_around(collector, item);
		}
		add(collector, use);
	} else if (keyname_is(item->place, CONSTRUCT_VARIABILITY_PRESET, "inputs") &&
		   item->place->depth == 0) {
		use.kind = DECLARED_VARIABILITY_INPUT;
		use.is_declaration = false;
		add(collector, use);
	} else if (has_conditions_of(item->place, &use)) {
		use.is_declaration = false;
		add(collector, use);
	} else if (item->place->is_entry && item->place->shape &&
		   item->place->shape->kind == SHAPE_CONSTRUCT &&
		   item->place->shape->construct == CONSTRUCT_TYPE_ASSIGNMENT) {
		const struct shape *type =
			shape_alternative(item->place->keyname->shape, SHAPE_NAME);
		use.is_declaration = false;
		if (type && of_name_kind(type->name, &use))
			add(collector, use);
	}
}

static struct collector collect_section(
	const struct syntax_tree *tree, uint32_t section, struct arena *arena)
{
	struct collector collector = {.arena = arena, .tree = tree};
	struct walk walk = {.arena = arena,
		.context = &collector,
		.visit = visit,
		.only_section = true,
		.section = section};
	walk_document(tree, &walk);
	return collector;
}

enum declared_kind use_decide(const struct syntax_tree *tree, enum declared_kind kind,
	enum declared_kind alternative, struct string name)
{
	bool is_other = node_is_absent(names_find(tree, kind, name).key) &&
			!node_is_absent(names_find(tree, alternative, name).key);
	return is_other ? alternative : kind;
}

static void decide(const struct syntax_tree *tree, struct use *use)
{
	if (use->has_alternative)
		use->kind = use_decide(tree, use->kind, use->alternative, use->name);
	use->has_alternative = false;
}

static struct use_list decided(const struct collector *collector)
{
	for (size_t i = 0; i < collector->count; i++)
		decide(collector->tree, &collector->items[i]);
	return (struct use_list){collector->items, collector->count};
}

struct use_list uses_of_section(
	const struct syntax_tree *tree, uint32_t section, struct arena *arena)
{
	struct collector collector = collect_section(tree, section, arena);
	return (struct use_list){collector.items, collector.count};
}

struct use_list uses_touching(
	const struct syntax_tree *tree, struct range range, struct arena *arena)
{
	struct collector collector = {.arena = arena, .tree = tree};
	struct walk walk = {.arena = arena,
		.context = &collector,
		.visit = visit,
		.only_range = true,
		.range = range};
	walk_document(tree, &walk);
	return decided(&collector);
}

struct use_list uses_repeated(const struct syntax_tree *tree, struct range alias,
	struct range repeated, struct arena *arena)
{
	struct collector collector = {.arena = arena, .tree = tree};
	struct walk walk = {.arena = arena,
		.context = &collector,
		.visit = visit,
		.only_range = true,
		.range = alias,
		.only_repeated = true,
		.repeated = repeated};
	walk_document(tree, &walk);
	return decided(&collector);
}

struct use_list uses_of(const struct syntax_tree *tree, struct arena *arena)
{
	struct collector collector = {.arena = arena, .tree = tree};
	struct walk walk = {.arena = arena, .context = &collector, .visit = visit};
	walk_document(tree, &walk);
	return decided(&collector);
}
