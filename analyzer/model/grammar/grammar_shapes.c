#include "analyzer/model/grammar/grammar_shapes.h"

#include <stdio.h>

const struct shape grammar_file_shape = {.kind = SHAPE_CONSTRUCT, .construct = CONSTRUCT_FILE};
const struct shape grammar_test_shape = {
	.kind = SHAPE_CONSTRUCT, .construct = CONSTRUCT_VARIABILITY_TEST};
static const struct shape rule_shape = {
	.kind = SHAPE_CONSTRUCT, .construct = CONSTRUCT_TECHNOLOGY_RULE};
const struct shape grammar_rules_shape = {.kind = SHAPE_LIST, .element = &rule_shape};
const struct shape grammar_conditions_shape = {
	.kind = SHAPE_CONSTRUCT, .construct = CONSTRUCT_TYPE_SPECIFIC_CONDITIONS};
const struct shape grammar_dependencies_shape = {
	.kind = SHAPE_CONSTRUCT, .construct = CONSTRUCT_DEPENDENCIES};
const struct shape grammar_settings_shape = {
	.kind = SHAPE_CONSTRUCT, .construct = CONSTRUCT_PROJECT_SETTINGS};
const struct shape grammar_meta_shape = {.kind = SHAPE_CONSTRUCT, .construct = CONSTRUCT_META_FILE};
static const struct shape value_shape = {.kind = SHAPE_ANYTHING};
const struct shape grammar_inputs_shape = {.kind = SHAPE_MAP, .element = &value_shape};
const struct shape grammar_logic_shape = {.kind = SHAPE_LOGIC_EXPRESSION};
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

bool grammar_takes(const struct shape *shape, enum node_kind kind)
{
	return kind == NODE_MAPPING    ? takes_mapping(shape)
	       : kind == NODE_SEQUENCE ? takes_sequence(shape)
				       : takes_scalar(shape);
}

const struct shape *grammar_alternative(const struct shape *shape, enum node_kind kind)
{
	while (shape->kind == SHAPE_EITHER) {
		if (grammar_takes(shape->element, kind))
			shape = shape->element;
		else if (grammar_takes(shape->other, kind))
			shape = shape->other;
		else
			return NULL;
	}
	return shape;
}

static void describe_construct(enum construct construct, char *text, size_t size)
{
	const struct construct_row *row = construct_row(construct);
	char short_form[256] = "";
	if (row->short_form)
		grammar_describe_shape(row->short_form, short_form, sizeof(short_form));
	bool has_any_keys = row->others.shape && row->others.shape->kind == SHAPE_ANYTHING;
	snprintf(text, size, "%s%sa map%s%s%s%s", short_form, row->short_form ? " or " : "",
		has_any_keys ? "" : " with the keynames of ",
		has_any_keys ? "" : construct_article(construct), has_any_keys ? "" : " ",
		has_any_keys ? "" : row->title);
}

void grammar_describe_shape(const struct shape *shape, char *text, size_t size)
{
	if (shape->kind == SHAPE_CONSTRUCT) {
		describe_construct(shape->construct, text, size);
	} else if (shape->kind == SHAPE_EITHER) {
		char left[256];
		char right[256];
		grammar_describe_shape(shape->element, left, sizeof(left));
		grammar_describe_shape(shape->other, right, sizeof(right));
		snprintf(text, size, "%s or %s", left, right);
	} else {
		snprintf(text, size, "%s", shape_kind_description(shape->kind));
	}
}
