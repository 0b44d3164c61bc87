/* The walk over a file: every node against the shape that the tables expect of it. */
#include "analyzer/model/grammar.h"

#include "analyzer/model/grammar_shapes.h"
#include "analyzer/model/grammar_walker.h"
#include "analyzer/model/suggestion.h"
#include "analyzer/model/version_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum {
	DEEPEST = 200,
	MOST_STEPS = 5000000,
};

struct grammar_frame {
	enum construct construct;
	struct node mapping;
	const struct grammar_frame *around;
};

/* One value to check: its key, if it has one, and whose keyname it is, for messages. */
struct subject {
	struct node key; /* absent for list items */
	struct node value;
	const struct keyname_row *keyname; /* NULL: an entry of a map or list */
	const struct grammar_frame *frame;
	bool lenient; /* unknown keynames count only if they look like a typing mistake */
};

static void check(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape);

struct diagnostic *grammar_report(struct grammar_walker *walker, enum diagnostic_code code,
	struct node node, const char *format, ...)
{
	if (walker->visit_name)
		return NULL;
	if (!node_is_absent(walker->alias)) {
		if (walker->alias_has_mistake)
			return NULL;
		walker->alias_has_mistake = true;
		node = walker->alias;
	}
	if (!walker->every_section && node.reference.section != walker->section)
		return NULL;
	va_list arguments;
	va_start(arguments, format);
	char message[1024];
	vsnprintf(message, sizeof(message), format, arguments);
	va_end(arguments);
	return diagnostics_add(walker->diagnostics, code, node, "%s", message);
}

const char *grammar_node_description(struct node node)
{
	switch (node_kind(node)) {
	case NODE_MAPPING:
		return "a map";
	case NODE_SEQUENCE:
		return "a list";
	case NODE_ABSENT:
		return "nothing";
	case NODE_SCALAR:
		break;
	}
	switch (node_scalar_type(node)) {
	case SCALAR_NULL:
		return "nothing";
	case SCALAR_BOOLEAN:
		return "a Boolean";
	case SCALAR_INTEGER:
		return "an integer";
	case SCALAR_FLOAT:
		return "a number";
	case SCALAR_TIMESTAMP:
		return "a timestamp";
	case SCALAR_STRING:
		return "a string";
	}
	return "";
}

/* ---- scalars ---- */

static void report_shape(
	struct grammar_walker *walker, const struct subject *subject, const char *expected)
{
	struct node place = node_is_null(subject->value) && !node_is_absent(subject->key)
				    ? subject->key
				    : subject->value;
	const char *actual = grammar_node_description(subject->value);
	if (subject->keyname)
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, place,
			"\"%s\" must be %s, not %s", subject->keyname->name, expected, actual);
	else if (!node_is_absent(subject->key))
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, place,
			"\"%.*s\" must be %s, not %s", STRING_ARGUMENTS(node_text(subject->key)),
			expected, actual);
	else
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, place, "Expected %s, not %s",
			expected, actual);
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
static bool is_call(struct node node)
{
	return node_kind(node) == NODE_MAPPING && node_count(node) == 1;
}

static bool is_bound(struct node node)
{
	if (node_is_string(node))
		return string_is(node_text(node), "UNBOUNDED");
	return node_kind(node) == NODE_SCALAR && !isnan(node_number(node));
}

static void check_range(struct grammar_walker *walker, const struct subject *subject)
{
	struct node value = subject->value;
	if (is_call(value))
		return;
	if (node_kind(value) != NODE_SEQUENCE || node_count(value) != 2 ||
		!is_bound(node_item(value, 0)) || !is_bound(node_item(value, 1))) {
		report_shape(walker, subject, "a range [lower, upper]");
		return;
	}
	double lower = node_number(node_item(value, 0));
	double upper = node_number(node_item(value, 1));
	if (upper < lower)
		grammar_report(walker, DIAGNOSTIC_CODE_BAD_KEYNAME_VALUE, value,
			"The lower bound %g is above the upper bound %g", lower, upper);
}

static void check_word(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape)
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

static void check_scalar(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape)
{
	struct node value = subject->value;
	bool is_scalar = node_kind(value) == NODE_SCALAR;
	enum scalar_type type = is_scalar ? node_scalar_type(value) : SCALAR_NULL;
	bool is_number = type == SCALAR_INTEGER || type == SCALAR_FLOAT;
	switch (shape->kind) {
	case SHAPE_STRING:
		if (!is_string(walker, value))
			report_shape(walker, subject, "a string");
		break;
	case SHAPE_NAME:
		if (!is_scalar || type == SCALAR_BOOLEAN || (walker->strict && is_number))
			report_shape(walker, subject, "a name");
		else if (walker->visit_name &&
			 (walker->every_section || value.reference.section == walker->section))
			walker->visit_name(walker->context, value, shape->name);
		break;
	case SHAPE_BOOLEAN:
		if (type != SCALAR_BOOLEAN)
			report_shape(walker, subject, "true or false");
		break;
	case SHAPE_INTEGER:
		if (type != SCALAR_INTEGER && !is_call(value))
			report_shape(walker, subject, "an integer");
		break;
	case SHAPE_NUMBER:
		if (!is_number)
			report_shape(walker, subject, "a number");
		break;
	case SHAPE_WEIGHT:
		if (!is_number && type != SCALAR_BOOLEAN)
			report_shape(walker, subject, "a number");
		break;
	case SHAPE_VERSION:
		/* 1.0 is a float to YAML, and a version all the same. */
		if (!is_scalar || type == SCALAR_BOOLEAN ||
			(walker->strict && !version_text_is_valid(node_text(value))))
			report_shape(walker, subject, "a version such as 1.2 or 1.2.3.beta-4");
		break;
	default:
		break;
	}
}

/* ---- maps and lists ---- */

/* The entries, or items, to look at: all, or those that may reach into the section to be
 * checked. Sections are numbered in the order of the text, and so are the entries, except
 * for merged ones behind the others. */
struct span {
	uint32_t first;
	uint32_t end;
};

static uint32_t section_of_child(struct node parent, uint32_t position)
{
	struct node child = node_kind(parent) == NODE_MAPPING ? node_entry(parent, position).key
							      : node_item(parent, position);
	return child.reference.section;
}

static struct span span_to_check(const struct grammar_walker *walker, struct node parent)
{
	uint32_t count = node_count(parent);
	if (walker->every_section || !node_is_absent(walker->alias))
		return (struct span){0, count};
	uint32_t low = 0;
	uint32_t high = count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (section_of_child(parent, middle) < walker->section)
			low = middle + 1;
		else
			high = middle;
	}
	/* The one before may begin in an earlier section and reach into this one. */
	uint32_t first = low > 0 ? low - 1 : 0;
	uint32_t end = low;
	while (end < count && section_of_child(parent, end) <= walker->section)
		end++;
	return (struct span){first, end};
}

/* TOSCA 2.0: names are strings, and not empty. In substitution mappings, a requirement can
 * be named by a list, [name, index]. */
static void check_name(struct grammar_walker *walker, struct node key)
{
	if (!walker->strict || node_kind(key) != NODE_SCALAR)
		return;
	if (!node_is_string(key))
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, key,
			"A name must be a string, not %s", grammar_node_description(key));
	else if (node_text(key).length == 0)
		grammar_report(
			walker, DIAGNOSTIC_CODE_WRONG_SHAPE, key, "A name must not be empty");
}

static void check_map(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape)
{
	struct span span = span_to_check(walker, subject->value);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node_entry entry = node_entry(subject->value, i);
		/* Only what is a construct has a name; prefixes of units may be empty. */
		if (shape->kind == SHAPE_CONSTRUCT)
			check_name(walker, entry.key);
		struct subject element = {
			.key = entry.key, .value = entry.value, .frame = subject->frame};
		check(walker, &element, shape);
	}
}

static void check_list(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *list)
{
	struct span span = span_to_check(walker, subject->value);
	for (uint32_t i = span.first; i < span.end; i++) {
		const struct shape *shape = shape_of_item(list, i);
		struct subject item = {
			.value = node_item(subject->value, i), .frame = subject->frame};
		if (walker->strict && node_is_null(item.value) && shape->kind != SHAPE_ANYTHING)
			report_shape(walker, &item, shape_kind_description(shape->kind));
		check(walker, &item, shape);
	}
}

/* "When introducing conditional elements, we follow typically the approach of using a list
 * whose entries are maps that contain a single element." */
static void check_named_list(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape)
{
	struct span span = span_to_check(walker, subject->value);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node item = node_item(subject->value, i);
		if (node_kind(item) != NODE_MAPPING || node_count(item) == 0) {
			grammar_report(walker, DIAGNOSTIC_CODE_BAD_LIST_ENTRY, item,
				"Expected a name and behind it the element, not %s",
				node_kind(item) == NODE_MAPPING ? "an empty map"
								: grammar_node_description(item));
			continue;
		}
		struct node_entry entry = node_entry(item, 0);
		if (node_count(item) > 1) {
			struct diagnostic *diagnostic = grammar_report(walker,
				DIAGNOSTIC_CODE_BAD_LIST_ENTRY, node_entry(item, 1).key,
				"\"%.*s\" stands beside the name \"%.*s\", not below it; indent it",
				STRING_ARGUMENTS(node_text(node_entry(item, 1).key)),
				STRING_ARGUMENTS(node_text(entry.key)));
			if (diagnostic)
				diagnostic_relate(walker->diagnostics, diagnostic,
					location_of(entry.key), "the name of the entry");
		}
		check_name(walker, entry.key);
		struct subject element = {
			.key = entry.key, .value = entry.value, .frame = subject->frame};
		check(walker, &element, shape);
	}
}

static void check_collection(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape)
{
	if (node_kind(subject->value) == NODE_MAPPING) {
		check_map(walker, subject, shape->element);
		return;
	}
	if (node_kind(subject->value) != NODE_SEQUENCE) {
		report_shape(walker, subject, "a map");
		return;
	}
	/* Lists are the notation of Variability4TOSCA; TOSCA 2.0 itself has maps only. */
	if (walker->strict && !walker->is_variable) {
		report_shape(walker, subject, "a map");
		return;
	}
	check_named_list(walker, subject, shape->listed ? shape->listed : shape->element);
}

/* ---- keynames ---- */

static bool is_vowel(char letter)
{
	return letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u';
}

static bool has_keyname(
	const struct grammar_walker *walker, enum construct construct, struct string name)
{
	return keyname_find(construct, walker->version, name) != NULL;
}

static enum construct construct_below(const struct shape *shape)
{
	while (shape) {
		if (shape->kind == SHAPE_CONSTRUCT)
			return shape->construct;
		shape = shape->kind == SHAPE_EITHER ? NULL : shape->element;
	}
	return CONSTRUCT_NONE;
}

/* The construct nearby that has the keyname: one around, or one directly below. */
static enum construct owner_nearby(const struct grammar_walker *walker,
	const struct grammar_frame *frame, struct string name, bool *is_around)
{
	*is_around = true;
	for (const struct grammar_frame *around = frame->around; around; around = around->around) {
		if (has_keyname(walker, around->construct, name))
			return around->construct;
	}
	*is_around = false;
	size_t position = 0;
	const struct keyname_row *row;
	while ((row = keyname_next(frame->construct, walker->version, &position))) {
		enum construct below = construct_below(row->shape);
		if (below != CONSTRUCT_NONE && has_keyname(walker, below, name))
			return below;
	}
	return CONSTRUCT_NONE;
}

static struct suggestion suggest_keyname(const struct grammar_walker *walker,
	enum construct construct, struct node mapping, struct string name)
{
	struct suggestion suggestion = suggestion_for(name);
	size_t position = 0;
	const struct keyname_row *row;
	while ((row = keyname_next(construct, walker->version, &position))) {
		/* A keyname that is there already is not what was meant. */
		if (!(row->flags & (KEYNAME_DEPRECATED | KEYNAME_INEFFECTIVE)) &&
			node_is_absent(node_get(mapping, row->name)))
			suggestion_offer(&suggestion, string_from(row->name));
	}
	return suggestion;
}

static void report_other_version(struct grammar_walker *walker, const struct keyname_row *row,
	enum construct construct, struct node key)
{
	const char *versions = "other versions of TOSCA 1";
	if (walker->strict)
		versions = "TOSCA 1";
	else if (row->versions & VERSIONS_2_0)
		versions = "TOSCA 2.0";
	grammar_report(walker, DIAGNOSTIC_CODE_KEYNAME_OF_OTHER_VERSION, key,
		"\"%s\" is no keyname of %s in %s, only in %s", row->name,
		construct_row(construct)->title, definitions_version_row(walker->version)->name,
		versions);
}

static void report_unknown_keyname(struct grammar_walker *walker, const struct subject *subject,
	const struct grammar_frame *frame, struct node key)
{
	struct string name = node_text(key);
	const char *title = construct_row(frame->construct)->title;
	struct suggestion suggestion =
		suggest_keyname(walker, frame->construct, subject->value, name);
	bool is_typing_mistake = suggestion.best.length && suggestion.distance <= 2;
	if (subject->lenient && !is_typing_mistake)
		return;
	bool is_around;
	enum construct owner = owner_nearby(walker, frame, name, &is_around);
	const struct keyname_row *elsewhere = keyname_find_in_any_version(frame->construct, name);
	if (elsewhere && walker->version != VERSION_UNKNOWN) {
		report_other_version(walker, elsewhere, frame->construct, key);
		return;
	}
	if (elsewhere)
		return;
	if (owner != CONSTRUCT_NONE && !is_typing_mistake) {
		grammar_report(walker, DIAGNOSTIC_CODE_MISPLACED_KEYNAME, key,
			"\"%.*s\" is a keyname of %s, not of %s; it is indented too %s",
			STRING_ARGUMENTS(name), construct_row(owner)->title, title,
			is_around ? "far" : "little");
		return;
	}
	if (!suggestion.best.length) {
		grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_KEYNAME, key,
			"Unknown keyname \"%.*s\" in %s", STRING_ARGUMENTS(name), title);
		return;
	}
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_KEYNAME, key,
		"Unknown keyname \"%.*s\" in %s; did you mean \"%.*s\"?", STRING_ARGUMENTS(name),
		title, STRING_ARGUMENTS(suggestion.best));
	if (diagnostic)
		diagnostic->replacement = suggestion.best;
}

static void check_flags(
	struct grammar_walker *walker, const struct keyname_row *row, struct node key)
{
	if (row->flags & KEYNAME_DEPRECATED) {
		bool has_replacement = *row->replacement;
		struct diagnostic *diagnostic = grammar_report(walker,
			DIAGNOSTIC_CODE_DEPRECATED_SPELLING, key, "\"%s\" is deprecated%s%s%s",
			row->name, has_replacement ? "; write \"" : "", row->replacement,
			has_replacement ? "\"" : "");
		if (diagnostic) {
			diagnostic->replacement = string_from(row->replacement);
			diagnostic->tags |= DIAGNOSTIC_DEPRECATED;
		}
	}
	if (row->flags & KEYNAME_INEFFECTIVE)
		grammar_report(walker, DIAGNOSTIC_CODE_INEFFECTIVE_KEYNAME, key,
			"\"%s\" has no effect here. %s", row->name, row->summary);
}

/* Whether the definition is part of a type with a parent, and so may refine what the parent
 * defines: then it gives only what changes. */
static bool may_refine(const struct grammar_frame *frame)
{
	for (; frame; frame = frame->around) {
		if (!node_is_null(node_get(frame->mapping, "derived_from")))
			return true;
	}
	return false;
}

static bool is_mandatory(const struct subject *subject, const struct keyname_row *row)
{
	if (!(row->flags & KEYNAME_MANDATORY))
		return false;
	switch (row->construct) {
	case CONSTRUCT_FILE:
		return false; /* reported with words of its own */
	case CONSTRUCT_PROPERTY_DEFINITION:
	case CONSTRUCT_ATTRIBUTE_DEFINITION:
	case CONSTRUCT_CAPABILITY_DEFINITION:
	case CONSTRUCT_REQUIREMENT_DEFINITION:
	case CONSTRUCT_SCHEMA_DEFINITION:
		return !may_refine(subject->frame);
	case CONSTRUCT_NODE_TEMPLATE:
	case CONSTRUCT_RELATIONSHIP_TEMPLATE:
		return node_is_null(node_get(subject->value, "copy"));
	default:
		return true;
	}
}

static void check_mandatory(
	struct grammar_walker *walker, const struct subject *subject, enum construct construct)
{
	size_t position = 0;
	const struct keyname_row *row;
	while ((row = keyname_next(construct, walker->version, &position))) {
		if (!is_mandatory(subject, row) ||
			!node_is_null(node_get(subject->value, row->name)))
			continue;
		struct node place = subject->key;
		if (node_is_absent(place) && node_kind(subject->value) == NODE_MAPPING)
			place = node_entry(subject->value, 0).key;
		if (node_is_absent(place))
			place = subject->value;
		const char *title = construct_row(construct)->title;
		grammar_report(walker, DIAGNOSTIC_CODE_MISSING_KEYNAME, place,
			"%s %s needs the keyname \"%s\"", is_vowel(*title) ? "An" : "A", title,
			row->name);
	}
}

static void check_keynames(
	struct grammar_walker *walker, const struct subject *subject, enum construct construct)
{
	struct grammar_frame frame = {construct, subject->value, subject->frame};
	const struct shape *others = construct_others(construct, walker->version);
	struct node mapping = subject->value;
	struct span span = span_to_check(walker, mapping);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node_entry entry = node_entry(mapping, i);
		struct subject inner = {.key = entry.key, .value = entry.value, .frame = &frame};
		inner.keyname = keyname_find(construct, walker->version, node_text(entry.key));
		if (inner.keyname) {
			check_flags(walker, inner.keyname, entry.key);
			check(walker, &inner, inner.keyname->shape);
		} else if (others) {
			check(walker, &inner, others);
		} else {
			report_unknown_keyname(walker, subject, &frame, entry.key);
		}
	}
	if (!subject->lenient)
		check_mandatory(walker, subject, construct);
	grammar_check_construct(walker, construct, subject->key, mapping);
}

static bool has_any_keyname(
	const struct grammar_walker *walker, enum construct construct, struct node mapping)
{
	uint32_t count = node_count(mapping);
	for (uint32_t i = 0; i < count; i++) {
		if (has_keyname(walker, construct, node_text(node_entry(mapping, i).key)))
			return true;
	}
	return false;
}

/* TOSCA 1.x: "- <name>: <file>" and "- <name>: { file: … }". */
static bool is_named_import(const struct grammar_walker *walker, struct node mapping)
{
	return !walker->strict && node_count(mapping) == 1 &&
	       !has_any_keyname(walker, CONSTRUCT_IMPORT, mapping) &&
	       !suggest_keyname(
		       walker, CONSTRUCT_IMPORT, mapping, node_text(node_entry(mapping, 0).key))
			.best.length;
}

static void check_construct(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape)
{
	enum construct construct = shape->construct;
	const struct construct_row *row = construct_row(construct);
	/* TOSCA 2.0: a refinement may just fix the value. */
	if (construct == CONSTRUCT_PROPERTY_DEFINITION && walker->strict &&
		node_kind(subject->value) != NODE_MAPPING && may_refine(subject->frame))
		return;
	if (node_kind(subject->value) == NODE_MAPPING) {
		if (construct == CONSTRUCT_IMPORT && is_named_import(walker, subject->value))
			check_map(walker, subject, shape);
		else
			check_keynames(walker, subject, construct);
	} else if (row->short_form) {
		const struct shape *short_form =
			grammar_alternative(row->short_form, node_kind(subject->value));
		if (short_form && short_form->kind == SHAPE_LIST)
			check_list(walker, subject, short_form);
		else if (short_form && node_kind(subject->value) == NODE_SCALAR)
			check_scalar(walker, subject, short_form);
		else
			report_shape(walker, subject, row->title);
	} else {
		char expected[128];
		snprintf(expected, sizeof(expected), "a map with the keynames of %s %s",
			is_vowel(*row->title) ? "an" : "a", row->title);
		report_shape(walker, subject, expected);
	}
}

/* Without value, all keynames of the construct count as not given. */
static void check_null(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape)
{
	if (subject->keyname && walker->strict && shape->kind != SHAPE_ANYTHING)
		report_shape(walker, subject, shape_kind_description(shape->kind));
	else if (shape->kind == SHAPE_CONSTRUCT && !subject->keyname)
		check_mandatory(walker, subject, shape->construct);
}

static void check_not_null(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape)
{
	enum node_kind kind = node_kind(subject->value);
	switch (shape->kind) {
	case SHAPE_ANYTHING:
		break;
	case SHAPE_STRING:
	case SHAPE_BOOLEAN:
	case SHAPE_INTEGER:
	case SHAPE_NUMBER:
	case SHAPE_WEIGHT:
	case SHAPE_VERSION:
	case SHAPE_NAME:
		check_scalar(walker, subject, shape);
		break;
	case SHAPE_RANGE:
		check_range(walker, subject);
		break;
	case SHAPE_WORD:
		check_word(walker, subject, shape);
		break;
	case SHAPE_CONSTRUCT:
		check_construct(walker, subject, shape);
		break;
	case SHAPE_MAP:
		if (kind == NODE_MAPPING)
			check_map(walker, subject, shape->element);
		else
			report_shape(walker, subject, "a map");
		break;
	case SHAPE_LIST:
		if (kind == NODE_SEQUENCE)
			check_list(walker, subject, shape);
		else
			report_shape(walker, subject, "a list");
		break;
	case SHAPE_NAMED_LIST:
		if (kind == NODE_SEQUENCE)
			check_named_list(walker, subject, shape->element);
		else
			report_shape(walker, subject, "a list of maps with one entry each");
		break;
	case SHAPE_COLLECTION:
		check_collection(walker, subject, shape);
		break;
	case SHAPE_EITHER:
		break; /* resolved before */
	case SHAPE_CONSTRUCT_OR_ANYTHING:
		if (kind == NODE_MAPPING &&
			has_any_keyname(walker, shape->construct, subject->value)) {
			struct subject lenient = *subject;
			lenient.lenient = true;
			check_keynames(walker, &lenient, shape->construct);
		}
		break;
	case SHAPE_VARIABLE_VALUE:
		/* A property in list form is wrapped if it has a value or an expression. */
		if (!node_is_null(node_get(subject->value, "value")) ||
			!node_is_null(node_get(subject->value, "expression")))
			check_keynames(walker, subject, shape->construct);
		break;
	case SHAPE_CONDITION:
		grammar_check_condition(walker, subject->value);
		break;
	case SHAPE_LOGIC_EXPRESSION:
		grammar_check_logic_expression(walker, subject->value);
		break;
	case SHAPE_VALUE_EXPRESSION:
		grammar_check_value_expression(walker, subject->value);
		break;
	case SHAPE_NAMED_EXPRESSION:
		grammar_check_named_expression(walker, subject->value);
		break;
	case SHAPE_IMPLICATIONS:
		grammar_check_implications(walker, subject->value);
		break;
	case SHAPE_OPTIONS:
		grammar_check_options(walker, subject->value);
		break;
	case SHAPE_DEFAULT_CONDITION_MODE:
		grammar_check_mode(walker, shape->element_kind, subject->value);
		break;
	}
}

static void describe_either(const struct shape *shape, char *text, size_t size)
{
	if (shape->kind == SHAPE_EITHER) {
		char left[256];
		char right[256];
		describe_either(shape->element, left, sizeof(left));
		describe_either(shape->other, right, sizeof(right));
		snprintf(text, size, "%s or %s", left, right);
	} else {
		snprintf(text, size, "%s", shape_kind_description(shape->kind));
	}
}

static void check(
	struct grammar_walker *walker, const struct subject *subject, const struct shape *shape)
{
	if (walker->depth > DEEPEST || walker->steps > MOST_STEPS)
		return;
	struct node alias = walker->alias;
	bool had_mistake = walker->alias_has_mistake;
	if (node_is_absent(alias) && node_alias(subject->value).length) {
		walker->alias = subject->value;
		walker->alias_has_mistake = false;
	}
	walker->depth++;
	walker->steps++;
	/* Of a Boolean and a few words, a string means one of the words. */
	if (shape->kind == SHAPE_EITHER && shape->element->kind == SHAPE_BOOLEAN &&
		node_is_string(subject->value))
		shape = shape->other;
	const struct shape *one = grammar_alternative(shape, node_kind(subject->value));
	if (node_is_null(subject->value)) {
		check_null(walker, subject, one ? one : shape);
	} else if (!one) {
		char expected[600];
		describe_either(shape, expected, sizeof(expected));
		report_shape(walker, subject, expected);
	} else {
		check_not_null(walker, subject, one);
	}
	walker->depth--;
	walker->alias = alias;
	walker->alias_has_mistake = had_mistake;
}

/* ---- the whole file ---- */

static struct grammar_walker walker_for(
	const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct grammar_context context = grammar_context(tree);
	return (struct grammar_walker){
		.tree = tree,
		.version = context.version,
		.strict = version_is_2_0(context.version),
		.is_variable = context.is_variable,
		.diagnostics = diagnostics,
	};
}

static void check_definitions_version(struct grammar_walker *walker)
{
	struct node root = syntax_tree_root(walker->tree);
	struct node version = node_get(root, "tosca_definitions_version");
	if (node_kind(root) != NODE_MAPPING) {
		size_t errors;
		syntax_tree_errors(walker->tree, walker->diagnostics->arena, &errors);
		/* The file may just be broken. */
		struct location start = {.kind = LOCATION_SECTION};
		if (errors == 0)
			diagnostics_add_at(walker->diagnostics,
				DIAGNOSTIC_CODE_MISSING_DEFINITIONS_VERSION, start,
				"A TOSCA file is a map with the keyname "
				"\"tosca_definitions_version\"");
		return;
	}
	if (node_is_null(version)) {
		struct node place = root;
		if (node_count(root) > 0)
			place = node_entry(root, 0).key;
		grammar_report(walker, DIAGNOSTIC_CODE_MISSING_DEFINITIONS_VERSION, place,
			"A TOSCA file needs the keyname \"tosca_definitions_version\"");
		return;
	}
	if (walker->version != VERSION_UNKNOWN)
		return;
	struct suggestion suggestion = suggestion_for(node_text(version));
	for (size_t i = 0; i < VERSION_COUNT; i++)
		suggestion_offer(&suggestion,
			string_from(definitions_version_row((enum definitions_version)i)->name));
	struct diagnostic *diagnostic =
		grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_DEFINITIONS_VERSION, version,
			"Unknown TOSCA definitions version \"%.*s\"%s%.*s%s",
			STRING_ARGUMENTS(node_text(version)),
			suggestion.best.length ? "; did you mean \"" : "",
			STRING_ARGUMENTS(suggestion.best), suggestion.best.length ? "\"?" : "");
	if (diagnostic)
		diagnostic->replacement = suggestion.best;
}

void grammar_check(const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct grammar_walker walker = walker_for(tree, diagnostics);
	struct subject file = {.value = syntax_tree_root(tree)};
	walker.every_section = true;
	check_definitions_version(&walker);
	if (node_kind(file.value) == NODE_MAPPING)
		check(&walker, &file, &grammar_file_shape);
}

static void visit_names(struct grammar_walker *walker, const struct syntax_tree *tree)
{
	struct subject file = {.value = syntax_tree_root(tree)};
	if (node_kind(file.value) == NODE_MAPPING)
		check(walker, &file, &grammar_file_shape);
	/* Nothing was reported; words were still put together for messages. */
	arena_destroy(walker->diagnostics->arena);
}

void grammar_visit_names(
	const struct syntax_tree *tree, grammar_name_visitor *visitor, void *context)
{
	struct diagnostics none = diagnostics_in(arena_create());
	struct grammar_walker walker = walker_for(tree, &none);
	walker.every_section = true;
	walker.visit_name = visitor;
	walker.context = context;
	visit_names(&walker, tree);
}

void grammar_visit_names_of_section(const struct syntax_tree *tree, uint32_t section,
	grammar_name_visitor *visitor, void *context)
{
	struct diagnostics none = diagnostics_in(arena_create());
	struct grammar_walker walker = walker_for(tree, &none);
	walker.section = section;
	walker.visit_name = visitor;
	walker.context = context;
	visit_names(&walker, tree);
}

void grammar_check_section(
	const struct syntax_tree *tree, uint32_t section, struct diagnostics *diagnostics)
{
	struct grammar_walker walker = walker_for(tree, diagnostics);
	struct subject file = {.value = syntax_tree_root(tree)};
	walker.section = section;
	if (node_kind(file.value) == NODE_MAPPING)
		check(&walker, &file, &grammar_file_shape);
}

void grammar_check_outline(const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct grammar_walker walker = walker_for(tree, diagnostics);
	walker.every_section = true;
	check_definitions_version(&walker);
}
