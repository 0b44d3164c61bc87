#include "analyzer/ide/cursor/place.h"

#include "analyzer/language/types/type_kinds.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/grammar/grammar_shapes.h"

static const struct shape option_value = {.kind = SHAPE_ANYTHING};

/* Where a step leads to. */
struct target {
	const struct shape *shape;
	bool is_entry;
	const struct keyname_row *keyname;
	enum construct construct;
};

static struct target enter_key(
	const struct shape *shape, enum definitions_version version, struct string key);

static struct target enter_construct(
	const struct shape *shape, enum definitions_version version, struct string key)
{
	enum construct construct = (enum construct)shape->construct;
	const struct keyname_row *row = keyname_find(construct, version, key);
	if (row)
		return (struct target){row->shape, false, row, construct};
	/* TOSCA 1.x: "- name: { file: … }". */
	if (construct == CONSTRUCT_IMPORT && !version_is_2_0(version) &&
		!keyname_find_in_any_version(construct, key))
		return (struct target){.shape = shape};
	return (struct target){.shape = construct_others(construct, version)};
}

static struct target enter_key(
	const struct shape *shape, enum definitions_version version, struct string key)
{
	struct target target = {0};
	switch (shape->kind) {
	case SHAPE_CONSTRUCT:
	case SHAPE_CONSTRUCT_OR_ANYTHING:
	case SHAPE_VARIABLE_VALUE:
	case SHAPE_PART:
		return enter_construct(shape, version, key);
	case SHAPE_MAP:
	case SHAPE_COLLECTION:
		target.shape = shape->element;
		return target;
	case SHAPE_EITHER:
		target = enter_key(shape->element, version, key);
		return target.shape ? target : enter_key(shape->other, version, key);
	case SHAPE_OPTIONS:
		target.shape = &option_value;
		return target;
	default:
		return target;
	}
}

static struct target enter_item(const struct shape *shape, uint32_t position)
{
	struct target target = {0};
	switch (shape->kind) {
	case SHAPE_LIST:
		target.shape = shape_of_item(shape, position);
		return target;
	case SHAPE_NAMED_LIST:
		target.shape = shape->element;
		target.is_entry = true;
		return target;
	case SHAPE_COLLECTION:
		target.shape = shape->listed ? shape->listed : shape->element;
		target.is_entry = true;
		return target;
	case SHAPE_EITHER:
		target = enter_item(shape->element, position);
		return target.shape ? target : enter_item(shape->other, position);
	case SHAPE_CONDITION:
		target.shape = &grammar_logic_shape;
		return target;
	case SHAPE_IMPLICATIONS:
		target.shape = &grammar_implication_shape;
		return target;
	case SHAPE_CONSTRUCT: {
		const struct shape *form =
			construct_row((enum construct)shape->construct)->short_form;
		return form ? enter_item(form, position) : target;
	}
	default:
		return target;
	}
}

static bool element_of(enum construct construct, enum element_kind *kind)
{
	switch (construct) {
	case CONSTRUCT_NODE_TEMPLATE:
		*kind = ELEMENT_NODE;
		return true;
	case CONSTRUCT_REQUIREMENT_ASSIGNMENT:
	case CONSTRUCT_INDEXED_REQUIREMENT_ASSIGNMENT:
	case CONSTRUCT_RELATIONSHIP_TEMPLATE:
		*kind = ELEMENT_RELATION;
		return true;
	case CONSTRUCT_ARTIFACT:
		*kind = ELEMENT_ARTIFACT;
		return true;
	case CONSTRUCT_VARIABLE_PROPERTY:
		*kind = ELEMENT_PROPERTY;
		return true;
	case CONSTRUCT_TYPE_ASSIGNMENT:
		*kind = ELEMENT_TYPE;
		return true;
	case CONSTRUCT_TECHNOLOGY:
		*kind = ELEMENT_TECHNOLOGY;
		return true;
	case CONSTRUCT_GROUP:
		*kind = ELEMENT_GROUP;
		return true;
	case CONSTRUCT_POLICY:
		*kind = ELEMENT_POLICY;
		return true;
	case CONSTRUCT_TOPOLOGY_INPUT:
		*kind = ELEMENT_INPUT;
		return true;
	case CONSTRUCT_TOPOLOGY_OUTPUT:
		*kind = ELEMENT_OUTPUT;
		return true;
	case CONSTRUCT_IMPORT:
		*kind = ELEMENT_IMPORT;
		return true;
	default:
		return false;
	}
}

/* Enters the element that the shape stands for. */
static void note_element(struct place *place, const struct cursor_step *step)
{
	enum element_kind kind;
	const struct shape *shape = place->shape;
	if (!shape || place->is_entry ||
		(shape->kind != SHAPE_CONSTRUCT && shape->kind != SHAPE_VARIABLE_VALUE &&
			shape->kind != SHAPE_CONSTRUCT_OR_ANYTHING) ||
		!element_of((enum construct)shape->construct, &kind))
		return;
	place->has_container = place->has_context;
	place->container = place->context;
	place->has_context = true;
	place->context = kind;
	if (kind == ELEMENT_NODE)
		place->node = step->key;
}

static void note_expression(struct place *place, size_t position)
{
	if (!place->shape || place->is_entry)
		return;
	switch (place->shape->kind) {
	case SHAPE_CONDITION:
	case SHAPE_LOGIC_EXPRESSION:
	case SHAPE_NAMED_EXPRESSION:
		place->is_expression = true;
		place->is_logic = true;
		break;
	case SHAPE_VALUE_EXPRESSION:
		place->is_expression = true;
		place->is_logic = false;
		break;
	default:
		return;
	}
	place->expression_start = position + 1;
}

/* A value of any form begins here, or goes on: functions may be called in it. */
static void note_free_value(struct place *place, size_t position)
{
	if (!place->shape)
		return;
	place->is_free =
		!place->is_entry && (place->shape->kind == SHAPE_ANYTHING ||
					    place->shape->kind == SHAPE_CONSTRUCT_OR_ANYTHING ||
					    place->shape->kind == SHAPE_VARIABLE_VALUE);
	place->free_start = position + 1;
}

struct place place_root_of(enum grammar_file kind, enum definitions_version version)
{
	return (struct place){
		.version = version,
		.version_class = definitions_version_row(version)->version_class,
		.shape = grammar_shape_of_file(kind),
	};
}

struct place place_root(const struct syntax_tree *tree)
{
	return place_root_of(grammar_file_kind(tree), place_version(tree));
}

void place_enter(struct place *place, const struct cursor_step *step, size_t position)
{
	place->depth++;
	bool condition_list = place->is_expression && step->index >= 0 &&
			      place->expression_start == position && place->shape &&
			      place->shape->kind == SHAPE_CONDITION;
	if (place->is_expression && !condition_list)
		return; /* `operands_at` knows the inside of expressions */
	if (!place->shape)
		return;
	struct target target = {0};
	if (step->index >= 0)
		target = place->is_entry ? target : enter_item(place->shape, (uint32_t)step->index);
	else if (place->is_entry)
		target.shape = place->shape;
	else
		target = enter_key(place->shape, place->version, step->key);
	place->option = place->shape->kind == SHAPE_OPTIONS ? step->key : STRING("");
	place->shape = target.shape;
	place->is_entry = target.is_entry;
	place->is_part = place->is_part || (target.shape && target.shape->kind == SHAPE_PART);
	if (target.keyname) {
		place->keyname = target.keyname;
		place->construct = target.construct;
		place->depth = 0;
	}
	note_element(place, step);
	note_expression(place, position);
	note_free_value(place, position);
}

struct place place_at(struct place root, const struct cursor_step *path, size_t length)
{
	for (size_t i = 0; i < length; i++)
		place_enter(&root, &path[i], i);
	return root;
}

/* The steps that lead to `node`, its own number last. */
static struct place place_of_child(struct node parent, struct node child, size_t *steps)
{
	if (node_is_absent(parent)) {
		*steps = 0;
		return place_root(child.tree);
	}
	struct place place = place_of_child(node_parent(parent), parent, steps);
	struct cursor_step step = {.index = -1};
	if (node_kind(parent) == NODE_MAPPING) {
		struct node key = node_key(child);
		step.key = node_text(node_is_absent(key) ? child : key);
	} else {
		step.index = 0; /* whichever: all items are at the same place */
	}
	place_enter(&place, &step, (*steps)++);
	return place;
}

struct place place_of_node(struct node node)
{
	size_t steps;
	return place_of_child(node_parent(node), node, &steps);
}

enum definitions_version place_version(const struct syntax_tree *tree)
{
	return grammar_version(tree);
}

enum construct place_construct(const struct place *place)
{
	static const enum shape_kind kinds[] = {
		SHAPE_CONSTRUCT, SHAPE_CONSTRUCT_OR_ANYTHING, SHAPE_VARIABLE_VALUE, SHAPE_PART};
	if (!place->shape || place->is_entry || place->is_expression)
		return CONSTRUCT_NONE;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		const struct shape *shape = shape_alternative(place->shape, kinds[i]);
		if (shape)
			return (enum construct)shape->construct;
	}
	return CONSTRUCT_NONE;
}

enum name_kind place_name_kind(const struct place *place, const struct shape *name)
{
	if (name->name != NAME_OF_ANYTHING || !place->keyname ||
		!string_is(string_from(place->keyname->name), "derived_from"))
		return name->name;
	enum type_kind kind;
	return type_kind_of_construct(place->construct, &kind) ? type_kind_row(kind)->name
							       : NAME_OF_ANYTHING;
}

bool place_has_conditions_of_types(const struct place *place, enum name_kind *types)
{
	const struct shape *shape = place->keyname ? place->keyname->shape : NULL;
	if (!shape || shape->kind != SHAPE_MAP || shape->name == NAME_OF_ANYTHING ||
		place->depth > 0)
		return false;
	*types = shape->name;
	return true;
}

bool place_keys_are_names(const struct place *place)
{
	if (!place->shape)
		return false;
	return place->is_entry || shape_alternative(place->shape, SHAPE_MAP) ||
	       shape_alternative(place->shape, SHAPE_COLLECTION) != NULL;
}
