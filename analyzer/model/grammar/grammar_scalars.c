/* Scalars, words and ranges against their shapes. */
#include "analyzer/model/grammar/grammar_shapes.h"
#include "analyzer/model/grammar/grammar_subject.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/text/version_text.h"

#include <math.h>

struct diagnostic *grammar_report_shape(
	struct grammar_walker *walker, const struct grammar_subject *subject, const char *expected)
{
	struct node place = node_is_null(subject->value) && !node_is_absent(subject->key)
				    ? subject->key
				    : subject->value;
	const char *actual = grammar_node_description(subject->value);
	if (subject->keyname)
		return grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, place,
			"\"%s\" must be %s, not %s", subject->keyname->name, expected, actual);
	if (!node_is_absent(subject->key))
		return grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, place,
			"\"%.*s\" must be %s, not %s", STRING_ARGUMENTS(node_text(subject->key)),
			expected, actual);
	return grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, place, "Expected %s, not %s",
		expected, actual);
}

void grammar_report_expected(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	char expected[600];
	grammar_describe_shape(shape, expected, sizeof(expected));
	grammar_report_shape(walker, subject, expected);
}

static bool is_string(const struct grammar_walker *walker, struct node node)
{
	if (node_kind(node) != NODE_SCALAR)
		return false;
	/* Plain numbers, dates and words are accepted as texts by all tools for 1.x. */
	return !walker->strict || node_is_string(node) ||
	       node_scalar_type(node) == SCALAR_TIMESTAMP;
}

/* A function call may stand for any value: { get_input: x }, { $get_input: x }. */
static bool is_call(const struct grammar_walker *walker, struct node node)
{
	struct string name = node_text(node_entry(node, 0).key);
	return node_kind(node) == NODE_MAPPING && node_count(node) == 1 &&
	       string_starts_with(name, walker->strict ? "$" : "get_");
}

/* Numbers of relationships, of which only the largest may be open. */
static bool is_bound(struct node range, uint32_t position)
{
	struct node node = node_item(range, position);
	if (node_is_string(node))
		return string_is(node_text(node), "UNBOUNDED") && position == 1;
	return node_kind(node) == NODE_SCALAR && node_scalar_type(node) == SCALAR_INTEGER &&
	       node_number(node) >= 0;
}

void grammar_check_range(struct grammar_walker *walker, const struct grammar_subject *subject)
{
	struct node value = subject->value;
	if (is_call(walker, value))
		return;
	if (node_kind(value) != NODE_SEQUENCE || node_count(value) != 2) {
		grammar_report_shape(walker, subject, "a range [lower, upper]");
		return;
	}
	for (uint32_t i = 0; i < 2; i++) {
		if (is_bound(value, i))
			continue;
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, node_item(value, i),
			"The %s bound is an integer that is not negative%s", i ? "upper" : "lower",
			i ? ", or UNBOUNDED" : "");
		return;
	}
	double lower = node_number(node_item(value, 0));
	double upper = node_number(node_item(value, 1));
	if (upper < lower)
		grammar_report(walker, DIAGNOSTIC_CODE_BAD_KEYNAME_VALUE, value,
			"The lower bound %g is above the upper bound %g", lower, upper);
}

void grammar_check_word(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	struct node value = subject->value;
	if (node_is_string(value) && shape_has_word(shape, node_text(value)))
		return;
	struct arena *arena = walker->diagnostics->arena;
	struct string expected = {"", 0};
	struct suggestion suggestion = suggestion_for(node_text(value));
	const char *rest = shape->words;
	struct string word;
	while (shape_next_word(&rest, &word)) {
		expected = arena_format(arena, "%.*s%s\"%.*s\"", STRING_ARGUMENTS(expected),
			expected.length ? (rest ? ", " : " or ") : "", STRING_ARGUMENTS(word));
		suggestion_offer(&suggestion, word);
	}
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_BAD_KEYNAME_VALUE,
		value, "Expected %.*s, not %s", STRING_ARGUMENTS(expected),
		node_is_string(value) ? "this" : grammar_node_description(value));
	if (diagnostic)
		diagnostic->replacement = suggestion.best;
}

void grammar_visit_name(struct grammar_walker *walker, struct node name, enum name_kind kind)
{
	if (walker->visit_name &&
		(walker->every_section || name.reference.section == walker->section))
		walker->visit_name(walker->context, name, kind);
}

/* 1.0 is a float to YAML: TOSCA 2.0 wants it in quotes. In TOSCA 1.x, tools have versions of their
 * own. */
static void check_version(struct grammar_walker *walker, const struct grammar_subject *subject)
{
	struct node value = subject->value;
	struct string text = node_text(value);
	bool is_scalar =
		node_kind(value) == NODE_SCALAR && node_scalar_type(value) != SCALAR_BOOLEAN;
	bool is_version = walker->strict ? node_is_string(value) && version_text_is_valid(text)
					 : version_text_is_valid_1_x(text);
	if (is_scalar && is_version)
		return;
	struct diagnostic *diagnostic =
		grammar_report_shape(walker, subject, "a version such as 1.2 or 1.2.3.beta-4");
	if (diagnostic && is_scalar && !walker->strict)
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* Types and imports have words of their own for it. */
static bool check_empty_name(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	if (node_text(subject->value).length > 0 || !subject->keyname || shape_names_type(shape) ||
		subject->keyname->construct == CONSTRUCT_IMPORT)
		return false;
	struct diagnostic *diagnostic = grammar_report_shape(walker, subject, "a name");
	if (diagnostic)
		diagnostic->severity = DIAGNOSTIC_WARNING;
	return true;
}

/* Tools for TOSCA 1.x take a number for the text that it is written as, and files, versions and
 * presets are often called by numbers. Not so what is declared by a name. */
static bool may_be_number(const struct grammar_walker *walker, const struct shape *shape)
{
	return !walker->strict &&
	       (shape->name == NAME_OF_FILE || shape->name == NAME_OF_PROFILE ||
		       shape->name == NAME_OF_PRESET || shape->name == NAME_OF_DEFINITIONS_VERSION);
}

static void report_no_name(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape, bool is_number)
{
	struct diagnostic *diagnostic = grammar_report_shape(walker, subject, "a name");
	if (walker->strict || !is_number || shape_names_type(shape))
		return;
	if (diagnostic)
		diagnostic->severity = DIAGNOSTIC_WARNING;
	grammar_visit_name(walker, subject->value, shape->name);
}

void grammar_check_scalar(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	struct node value = subject->value;
	bool is_scalar = node_kind(value) == NODE_SCALAR;
	enum scalar_type type = is_scalar ? node_scalar_type(value) : SCALAR_NULL;
	bool is_number = type == SCALAR_INTEGER || type == SCALAR_FLOAT;
	switch (shape->kind) {
	case SHAPE_STRING:
		if (!is_string(walker, value))
			grammar_report_shape(walker, subject, "a string");
		break;
	case SHAPE_NAME:
		if (!is_scalar || type == SCALAR_BOOLEAN ||
			(is_number && !may_be_number(walker, shape)))
			report_no_name(walker, subject, shape, is_number);
		else if (!check_empty_name(walker, subject, shape))
			grammar_visit_name(walker, value, shape->name);
		break;
	case SHAPE_BOOLEAN:
		if (type != SCALAR_BOOLEAN)
			grammar_report_shape(walker, subject, "true or false");
		break;
	case SHAPE_INTEGER:
		if (type != SCALAR_INTEGER && !is_call(walker, value))
			grammar_report_shape(walker, subject, "an integer");
		else if (node_number(value) < 0 && /* all of them count something */
			 !(subject->keyname &&
				 subject->keyname->construct == CONSTRUCT_CONSTRAINT_CLAUSE))
			grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, value,
				"\"%s\" must not be negative",
				subject->keyname ? subject->keyname->name : "A number");
		break;
	case SHAPE_NUMBER:
		if (!is_number)
			grammar_report_shape(walker, subject, "a number");
		break;
	case SHAPE_WEIGHT:
		if (!is_number && type != SCALAR_BOOLEAN)
			grammar_report_shape(walker, subject, "a number");
		break;
	case SHAPE_VERSION:
		check_version(walker, subject);
		break;
	default:
		break;
	}
}
