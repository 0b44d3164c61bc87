/* Maps and lists against the shapes of their entries. */
#include "analyzer/model/grammar/grammar_shapes.h"
#include "analyzer/model/grammar/grammar_subject.h"

#include <string.h>

/* TOSCA 2.0: metadata is YAML of any kind, and in substitution mappings a requirement can be named
 * by a list, [name, index]. */
static bool takes_any_key(const struct grammar_subject *subject)
{
	const struct keyname_row *keyname = subject->keyname;
	return keyname && (keyname->construct == CONSTRUCT_SUBSTITUTION_MAPPINGS ||
				  strcmp(keyname->name, "metadata") == 0 ||
				  strcmp(keyname->name, "dsl_definitions") == 0);
}

bool grammar_check_key(
	struct grammar_walker *walker, const struct grammar_subject *subject, struct node key)
{
	if (!node_is_collection(key) || takes_any_key(subject))
		return true;
	grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, key, "A key must be a string, not %s",
		grammar_node_description(key));
	return false;
}

/* Names are strings, and not empty. In TOSCA 1.x, some tools take others for strings. */
static void check_name(struct grammar_walker *walker, struct node key)
{
	struct diagnostic *diagnostic = NULL;
	if (node_kind(key) != NODE_SCALAR)
		return;
	if (!node_is_string(key))
		diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, key,
			"A name must be a string, not %s: write \"%.*s\" in quotes",
			grammar_node_description(key), STRING_ARGUMENTS(node_text(key)));
	else if (node_text(key).length == 0)
		diagnostic = grammar_report(
			walker, DIAGNOSTIC_CODE_WRONG_SHAPE, key, "A name must not be empty");
	if (diagnostic && !walker->strict)
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* Unfurl: what `defaults` among the interfaces says holds for all of them. */
static bool is_for_all_interfaces(
	const struct grammar_walker *walker, struct node key, const struct shape *shape)
{
	return !walker->strict && shape->kind == SHAPE_CONSTRUCT &&
	       (shape->construct == CONSTRUCT_INTERFACE_DEFINITION ||
		       shape->construct == CONSTRUCT_INTERFACE_ASSIGNMENT) &&
	       string_is(node_text(key), "defaults");
}

void grammar_check_map(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	struct grammar_span span = grammar_span_to_check(walker, subject->value);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node_entry entry = node_entry(subject->value, i);
		if (!grammar_check_key(walker, subject, entry.key) ||
			is_for_all_interfaces(walker, entry.key, shape))
			continue;
		/* Only what is a construct has a name; prefixes of units may be empty. */
		if (shape->kind == SHAPE_CONSTRUCT)
			check_name(walker, entry.key);
		struct grammar_subject element = {
			.key = entry.key, .value = entry.value, .frame = subject->frame};
		grammar_check_subject(walker, &element, shape);
	}
}

/* Nothing may stand in a list where TOSCA 2.0 wants something, and a name in no version. */
static bool lacks_item(
	const struct grammar_walker *walker, struct node item, const struct shape *shape)
{
	const struct shape *one = grammar_alternative(shape, NODE_SCALAR);
	return node_is_null(item) &&
	       (walker->strict ? shape->kind != SHAPE_ANYTHING : one && one->kind == SHAPE_NAME);
}

void grammar_check_list(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *list)
{
	struct grammar_span span = grammar_span_to_check(walker, subject->value);
	for (uint32_t i = span.first; i < span.end; i++) {
		const struct shape *shape = shape_of_item(list, i);
		struct grammar_subject item = {
			.value = node_item(subject->value, i), .frame = subject->frame};
		if (lacks_item(walker, item.value, shape))
			grammar_report_expected(walker, &item, shape);
		else
			grammar_check_subject(walker, &item, shape);
	}
}

/* A keyname of the element that lacks an indent, or another element. */
static void report_second_name(struct grammar_walker *walker, struct node_entry first,
	struct node second, const struct shape *shape)
{
	bool is_element = node_kind(first.value) == NODE_MAPPING &&
			  shape->kind == SHAPE_CONSTRUCT &&
			  !keyname_find(shape->construct, walker->version, node_text(second));
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_BAD_LIST_ENTRY,
		second,
		is_element ? "\"%.*s\" stands in the entry of \"%.*s\"; write another list entry"
			   : "\"%.*s\" stands beside the name \"%.*s\", not below it; indent it",
		STRING_ARGUMENTS(node_text(second)), STRING_ARGUMENTS(node_text(first.key)));
	if (diagnostic)
		diagnostic_relate(walker->diagnostics, diagnostic, location_of(first.key),
			"the name of the entry");
}

/* "When introducing conditional elements, we follow typically the approach of using a list
 * whose entries are maps that contain a single element." */
static void check_named_list(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape, enum name_kind name)
{
	struct grammar_span span = grammar_span_to_check(walker, subject->value);
	enum node_kind told = NODE_ABSENT; /* whoever writes one text writes them all */
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node item = node_item(subject->value, i);
		if (node_kind(item) != NODE_MAPPING || node_count(item) == 0) {
			if (node_kind(item) != told || node_kind(item) != NODE_SCALAR)
				grammar_report(walker, DIAGNOSTIC_CODE_BAD_LIST_ENTRY, item,
					"Expected a name and behind it the element, not %s",
					node_kind(item) == NODE_MAPPING
						? "an empty map"
						: grammar_node_description(item));
			told = node_kind(item);
			continue;
		}
		struct node_entry entry = node_entry(item, 0);
		if (!grammar_check_key(walker, subject, entry.key))
			continue;
		if (node_count(item) > 1)
			report_second_name(walker, entry, node_entry(item, 1).key, shape);
		if (shape->kind == SHAPE_CONSTRUCT)
			check_name(walker, entry.key);
		if (name != NAME_OF_ANYTHING)
			grammar_visit_name(walker, entry.key, name);
		struct grammar_subject element = {
			.key = entry.key, .value = entry.value, .frame = subject->frame};
		grammar_check_subject(walker, &element, shape);
	}
}

void grammar_check_named_list(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *list)
{
	check_named_list(walker, subject, list->element, list->name);
}

/* An entry says when it is present: nobody does who means a map. */
static bool has_conditions(struct node list)
{
	for (uint32_t i = 0; i < node_count(list); i++) {
		struct node entry = node_entry(node_item(list, i), 0).value;
		if (!node_is_absent(node_get(entry, "conditions")) ||
			!node_is_absent(node_get(entry, "default_alternative")))
			return true;
	}
	return false;
}

void grammar_check_collection(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	if (node_kind(subject->value) == NODE_MAPPING) {
		grammar_check_map(walker, subject, shape->element);
		return;
	}
	if (node_kind(subject->value) != NODE_SEQUENCE) {
		grammar_report_shape(walker, subject, "a map");
		return;
	}
	/* Lists are the notation of Variability4TOSCA; TOSCA itself has maps only. */
	if (!walker->is_variable &&
		!(definitions_version_set(walker->version) & VERSIONS_VARIABILITY) &&
		(walker->strict || !has_conditions(subject->value))) {
		struct diagnostic *diagnostic = grammar_report_shape(walker, subject, "a map");
		if (diagnostic && !walker->strict)
			diagnostic->severity = DIAGNOSTIC_WARNING;
		return;
	}
	check_named_list(
		walker, subject, shape->listed ? shape->listed : shape->element, NAME_OF_ANYTHING);
}
