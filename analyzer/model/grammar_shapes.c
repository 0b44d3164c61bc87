/* What is expected at a place: steps down the shapes. */
#include "analyzer/model/grammar.h"

#include "analyzer/model/grammar_shapes.h"

#include <assert.h>

const struct shape grammar_file_shape = {.kind = SHAPE_CONSTRUCT, .construct = CONSTRUCT_FILE};
const struct shape grammar_logic_shape = {.kind = SHAPE_LOGIC_EXPRESSION};
const struct shape grammar_value_shape = {.kind = SHAPE_VALUE_EXPRESSION};

const struct shape grammar_implication_shape = {
	.kind = SHAPE_LIST,
	.element = &grammar_logic_shape,
};

static bool takes_mapping(const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_EITHER:
		return takes_mapping(shape->element) || takes_mapping(shape->other);
	case SHAPE_STRING:
	case SHAPE_BOOLEAN:
	case SHAPE_INTEGER:
	case SHAPE_NUMBER:
	case SHAPE_WEIGHT:
	case SHAPE_VERSION:
	case SHAPE_RANGE:
	case SHAPE_NAME:
	case SHAPE_WORD:
	case SHAPE_LIST:
	case SHAPE_NAMED_LIST:
	case SHAPE_IMPLICATIONS:
	case SHAPE_DEFAULT_CONDITION_MODE:
		return false;
	default:
		return true;
	}
}

static bool takes_sequence(const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_EITHER:
		return takes_sequence(shape->element) || takes_sequence(shape->other);
	case SHAPE_CONSTRUCT: {
		const struct shape *short_form = construct_row(shape->construct)->short_form;
		return short_form && takes_sequence(short_form);
	}
	case SHAPE_ANYTHING:
	case SHAPE_RANGE:
	case SHAPE_LIST:
	case SHAPE_NAMED_LIST:
	case SHAPE_COLLECTION:
	case SHAPE_CONSTRUCT_OR_ANYTHING:
	case SHAPE_VARIABLE_VALUE:
	case SHAPE_CONDITION:
	case SHAPE_VALUE_EXPRESSION:
	case SHAPE_NAMED_EXPRESSION:
	case SHAPE_IMPLICATIONS:
		return true;
	default:
		return false;
	}
}

static bool takes_scalar(const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_EITHER:
		return takes_scalar(shape->element) || takes_scalar(shape->other);
	case SHAPE_CONSTRUCT:
		return construct_row(shape->construct)->short_form != NULL;
	case SHAPE_RANGE:
	case SHAPE_MAP:
	case SHAPE_LIST:
	case SHAPE_NAMED_LIST:
	case SHAPE_COLLECTION:
	case SHAPE_IMPLICATIONS:
	case SHAPE_OPTIONS:
		return false;
	default:
		return true;
	}
}

const struct shape *grammar_alternative(const struct shape *shape, enum node_kind kind)
{
	while (shape->kind == SHAPE_EITHER) {
		bool (*takes)(const struct shape *) = kind == NODE_MAPPING    ? takes_mapping
						      : kind == NODE_SEQUENCE ? takes_sequence
									      : takes_scalar;
		if (takes(shape->element))
			shape = shape->element;
		else if (takes(shape->other))
			shape = shape->other;
		else
			return NULL;
	}
	return shape;
}

static struct grammar_place beyond(struct grammar_place place)
{
	place.shape = NULL;
	place.is_item = false;
	return place;
}

static struct grammar_place at_shape(struct grammar_place place, const struct shape *shape)
{
	place.shape = shape;
	place.is_item = false;
	return place;
}

static struct grammar_place step_construct(
	struct grammar_place place, enum construct construct, struct string key)
{
	place.keyname = keyname_find(construct, place.version, key);
	place.container = construct;
	if (place.keyname)
		return at_shape(place, place.keyname->shape);
	return at_shape(place, construct_others(construct, place.version));
}

/* All operands of `key`, for which `place` expects an expression. */
static struct grammar_place step_operator(struct grammar_place place, struct string key)
{
	place.operation = operator_meant_by(key);
	place.operand = -1;
	place.is_item = false;
	place.shape = NULL;
	if (place.operation != OPERATOR_NONE &&
		operator_row(place.operation)->operands == OPERANDS_LOGIC)
		place.shape = &grammar_logic_shape;
	return place;
}

/* One of the operands of the operator around. */
static struct grammar_place step_operand(struct grammar_place place, uint32_t position)
{
	bool nested = place.operand >= 0;
	bool first = position == 0;
	place.shape = NULL;
	if (nested) {
		/* A list in a list of operands: that of join and valid_values holds values. */
		enum operand_shape operands = operator_row(place.operation)->operands;
		if ((operands == OPERANDS_JOIN && place.operand == 0) ||
			(operands == OPERANDS_VALID_VALUES && place.operand == 1))
			place.shape = &grammar_value_shape;
		return place;
	}
	place.operand = (int32_t)position;
	switch (operator_row(place.operation)->operands) {
	case OPERANDS_LOGIC_LIST:
	case OPERANDS_LOGIC_PAIR:
		place.shape = &grammar_logic_shape;
		break;
	case OPERANDS_VALUE_LIST:
	case OPERANDS_VALUE_LIST_NOT_EMPTY:
	case OPERANDS_VALUE_PAIR:
		place.shape = &grammar_value_shape;
		break;
	case OPERANDS_TOKEN:
	case OPERANDS_IN_RANGE:
	case OPERANDS_VALID_VALUES:
		if (first)
			place.shape = &grammar_value_shape;
		break;
	default:
		break;
	}
	return place;
}

struct grammar_place grammar_root(enum definitions_version version)
{
	return (struct grammar_place){
		.version = version,
		.shape = &grammar_file_shape,
		.container = CONSTRUCT_NONE,
		.operation = OPERATOR_NONE,
		.operand = -1,
	};
}

struct grammar_place grammar_step_key(struct grammar_place place, struct string key)
{
	if (!place.shape)
		return beyond(place);
	if (place.is_item) {
		const struct shape *list = place.shape;
		return at_shape(place, list->listed ? list->listed : list->element);
	}
	const struct shape *shape = grammar_alternative(place.shape, NODE_MAPPING);
	if (!shape)
		return beyond(place);
	switch (shape->kind) {
	case SHAPE_CONSTRUCT:
	case SHAPE_CONSTRUCT_OR_ANYTHING:
	case SHAPE_VARIABLE_VALUE:
		return step_construct(place, shape->construct, key);
	case SHAPE_MAP:
	case SHAPE_COLLECTION:
		return at_shape(place, shape->element);
	case SHAPE_CONDITION:
	case SHAPE_LOGIC_EXPRESSION:
	case SHAPE_VALUE_EXPRESSION:
	case SHAPE_NAMED_EXPRESSION:
		return step_operator(place, key);
	default:
		return beyond(place);
	}
}

struct grammar_place grammar_step_item(struct grammar_place place, uint32_t position)
{
	if (!place.shape && place.operation != OPERATOR_NONE)
		return step_operand(place, position);
	if (!place.shape || place.is_item)
		return beyond(place);
	const struct shape *shape = grammar_alternative(place.shape, NODE_SEQUENCE);
	if (!shape)
		return beyond(place);
	switch (shape->kind) {
	case SHAPE_LIST:
		return at_shape(place, shape->element);
	case SHAPE_NAMED_LIST:
	case SHAPE_COLLECTION:
		place.shape = shape;
		place.is_item = true;
		return place;
	case SHAPE_CONSTRUCT: {
		const struct shape *short_form = construct_row(shape->construct)->short_form;
		return short_form ? grammar_step_item(at_shape(place, short_form), position)
				  : beyond(place);
	}
	case SHAPE_CONDITION:
		return at_shape(place, &grammar_logic_shape);
	case SHAPE_IMPLICATIONS:
		/* [target, condition]: a list of logic expressions in the list. */
		return at_shape(place, &grammar_implication_shape);
	default:
		return beyond(place);
	}
}

struct grammar_place grammar_place_of(struct node node)
{
	if (node_is_absent(node))
		return (struct grammar_place){
			.container = CONSTRUCT_NONE, .operation = OPERATOR_NONE, .operand = -1};
	struct node parent = node_parent(node);
	if (node_is_absent(parent))
		return grammar_root(grammar_version(node.tree));
	struct grammar_place place = grammar_place_of(parent);
	if (node_kind(parent) == NODE_MAPPING) {
		struct node key = node_key(node);
		return grammar_step_key(place, node_text(node_is_absent(key) ? node : key));
	}
	uint32_t position = 0;
	uint32_t count = node_count(parent);
	while (position < count && !node_equal_place(node_item(parent, position), node))
		position++;
	return grammar_step_item(place, position);
}

enum construct grammar_construct(struct grammar_place place)
{
	if (!place.shape || place.is_item)
		return CONSTRUCT_NONE;
	const struct shape *shape = grammar_alternative(place.shape, NODE_MAPPING);
	if (shape &&
		(shape->kind == SHAPE_CONSTRUCT || shape->kind == SHAPE_CONSTRUCT_OR_ANYTHING ||
			shape->kind == SHAPE_VARIABLE_VALUE))
		return shape->construct;
	return CONSTRUCT_NONE;
}

enum grammar_expression grammar_expression(struct grammar_place place)
{
	if (!place.shape || place.is_item)
		return NO_EXPRESSION;
	switch (place.shape->kind) {
	case SHAPE_CONDITION:
	case SHAPE_LOGIC_EXPRESSION:
		return LOGIC_EXPRESSION;
	case SHAPE_VALUE_EXPRESSION:
		return VALUE_EXPRESSION;
	case SHAPE_NAMED_EXPRESSION:
		return NAMED_EXPRESSION;
	default:
		return NO_EXPRESSION;
	}
}
