/* The walk over a file: every node against the shape that the tables expect of it. */
#include "analyzer/model/grammar/grammar.h"

#include "analyzer/model/grammar/grammar_shapes.h"
#include "analyzer/model/grammar/grammar_subject.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- any shape ---- */

/* TOSCA 2.0: null is no value of a keyname, no type, and nothing to list by name. */
static bool needs_value(const struct grammar_subject *subject, const struct shape *shape)
{
	if (subject->keyname)
		return shape->kind != SHAPE_ANYTHING;
	switch (shape->kind) {
	case SHAPE_STRING:
	case SHAPE_BOOLEAN:
	case SHAPE_INTEGER:
	case SHAPE_NUMBER:
	case SHAPE_NAME:
		return true;
	case SHAPE_CONSTRUCT:
		return construct_row(shape->construct)->bases[0] == CONSTRUCT_TYPE;
	default:
		return false;
	}
}

static void report_without_value(
	struct grammar_walker *walker, const struct keyname_row *row, struct node key)
{
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, key,
		"\"%s\" has no value, and so no effect: write one, or leave it out", row->name);
	if (diagnostic)
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* Of these, nothing is as if the keyname were not there: nobody means that. Texts may be left
 * empty, and so may sections that are still to be filled. */
static bool is_lost_without_value(const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_BOOLEAN:
	case SHAPE_INTEGER:
	case SHAPE_NUMBER:
	case SHAPE_WEIGHT:
	case SHAPE_RANGE:
	case SHAPE_OPTIONS:
	case SHAPE_CONDITION:
	case SHAPE_DEFAULT_CONDITION_MODE:
		return true;
	case SHAPE_NAME:
		return shape->name != NAME_OF_DEFINITIONS_VERSION; /* which is mandatory */
	default:
		return false;
	}
}

static bool is_requirement(const struct shape *shape)
{
	return shape->kind == SHAPE_CONSTRUCT &&
	       (shape->construct == CONSTRUCT_REQUIREMENT_ASSIGNMENT ||
		       shape->construct == CONSTRUCT_INDEXED_REQUIREMENT_ASSIGNMENT);
}

static void report_open_requirement(struct grammar_walker *walker, struct node key)
{
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, key,
		"Requirement \"%.*s\" leads nowhere: write the node behind it, or leave it out",
		STRING_ARGUMENTS(node_text(key)));
	if (diagnostic)
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

static void check_null(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	if (walker->strict && needs_value(subject, shape))
		grammar_report_expected(walker, subject, shape);
	else if (subject->keyname && shape_names_type(shape))
		grammar_report_expected(walker, subject, shape);
	else if (is_requirement(shape) && !subject->keyname && !node_is_absent(subject->key) &&
		 !walker->is_variable) /* else resolving tells it */
		report_open_requirement(walker, subject->key);
	else if (shape->kind == SHAPE_CONSTRUCT && !subject->keyname)
		grammar_check_mandatory(walker, subject, shape->construct);
	else if (subject->keyname && is_lost_without_value(shape))
		report_without_value(walker, subject->keyname, subject->key);
}

static bool visit_expression(
	struct grammar_walker *walker, struct node expression, enum grammar_language language)
{
	if (walker->visit_expression)
		walker->visit_expression(walker->context, expression, language);
	return walker->visit_expression != NULL;
}

static void check_construct_or_value(struct grammar_walker *walker,
	const struct grammar_subject *subject, enum construct construct)
{
	struct grammar_subject definition = *subject;
	bool is_definition = grammar_is_definition(walker, construct, subject->value);
	definition.lenient = !is_definition;
	if (is_definition || grammar_has_any_keyname(walker, construct, subject->value))
		grammar_check_keynames(walker, &definition, construct);
}

/* Its keys may be names of something that stands elsewhere. */
static void check_map(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *map)
{
	struct grammar_span span = grammar_span_to_check(walker, subject->value);
	for (uint32_t i = span.first; i < span.end && map->name != NAME_OF_ANYTHING; i++)
		grammar_visit_name(walker, node_entry(subject->value, i).key, map->name);
	grammar_check_map(walker, subject, map->element);
}

static void check_not_null(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	enum node_kind kind = node_kind(subject->value);
	switch (shape->kind) {
	case SHAPE_ANYTHING:
	case SHAPE_PART: /* which version it is written in, the other file says */
		break;
	case SHAPE_STRING:
	case SHAPE_BOOLEAN:
	case SHAPE_INTEGER:
	case SHAPE_NUMBER:
	case SHAPE_WEIGHT:
	case SHAPE_VERSION:
	case SHAPE_NAME:
		grammar_check_scalar(walker, subject, shape);
		break;
	case SHAPE_RANGE:
		grammar_check_range(walker, subject);
		break;
	case SHAPE_WORD:
		grammar_check_word(walker, subject, shape);
		break;
	case SHAPE_CONSTRUCT:
		grammar_check_construct_value(walker, subject, shape);
		break;
	case SHAPE_MAP:
		if (kind == NODE_MAPPING)
			check_map(walker, subject, shape);
		else
			grammar_report_shape(walker, subject, "a map");
		break;
	case SHAPE_LIST:
		if (kind == NODE_SEQUENCE)
			grammar_check_list(walker, subject, shape);
		else
			grammar_report_shape(walker, subject, "a list");
		break;
	case SHAPE_NAMED_LIST:
		if (kind == NODE_SEQUENCE)
			grammar_check_named_list(walker, subject, shape);
		else
			grammar_report_shape(walker, subject, "a list of maps with one entry each");
		break;
	case SHAPE_COLLECTION:
		grammar_check_collection(walker, subject, shape);
		break;
	case SHAPE_EITHER:
		break; /* resolved before */
	case SHAPE_CONSTRUCT_OR_ANYTHING:
		if (kind == NODE_MAPPING)
			check_construct_or_value(walker, subject, shape->construct);
		break;
	case SHAPE_VARIABLE_VALUE:
		/* A property in list form is wrapped if it has a value or an expression. */
		if (!node_is_null(node_get(subject->value, "value")) ||
			!node_is_null(node_get(subject->value, "expression")))
			grammar_check_keynames(walker, subject, shape->construct);
		break;
	case SHAPE_CONDITION:
		if (!visit_expression(walker, subject->value, LANGUAGE_CONDITION))
			grammar_check_condition(walker, subject->value);
		break;
	case SHAPE_LOGIC_EXPRESSION:
		if (!visit_expression(walker, subject->value, LANGUAGE_LOGIC))
			grammar_check_logic_expression(walker, subject->value);
		break;
	case SHAPE_VALUE_EXPRESSION:
		if (!visit_expression(walker, subject->value, LANGUAGE_VALUE))
			grammar_check_value_expression(walker, subject->value);
		break;
	case SHAPE_NAMED_EXPRESSION:
		if (!visit_expression(walker, subject->value, LANGUAGE_NAMED))
			grammar_check_named_expression(walker, subject->value);
		break;
	case SHAPE_IMPLICATIONS:
		if (!visit_expression(walker, subject->value, LANGUAGE_IMPLICATIONS))
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

void grammar_check_subject(struct grammar_walker *walker, const struct grammar_subject *subject,
	const struct shape *shape)
{
	struct node alias = walker->alias;
	bool had_mistake = walker->alias_has_mistake;
	if (node_is_absent(alias) && node_alias(subject->value).length) {
		walker->alias = subject->value;
		walker->alias_has_mistake = false;
	}
	/* Of a Boolean and a few words, a string means one of the words. */
	if (shape->kind == SHAPE_EITHER && shape->element->kind == SHAPE_BOOLEAN &&
		node_is_string(subject->value))
		shape = shape->other;
	const struct shape *one = grammar_alternative(shape, node_kind(subject->value));
	if (node_is_null(subject->value))
		check_null(walker, subject, one ? one : shape);
	else if (!one)
		grammar_report_expected(walker, subject, shape);
	else
		check_not_null(walker, subject, one);
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

static void report_foreign(struct grammar_walker *walker, struct node version)
{
	struct diagnostic *diagnostic =
		grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_DEFINITIONS_VERSION, version,
			"\"%.*s\" is another language than TOSCA: nothing in this file is checked",
			STRING_ARGUMENTS(node_text(version)));
	if (diagnostic)
		diagnostic->severity = DIAGNOSTIC_INFORMATION;
}

static void check_file_as(struct grammar_walker *walker, enum grammar_file kind)
{
	struct grammar_subject file = {.value = syntax_tree_root(walker->tree)};
	if (kind == GRAMMAR_FILE_META)
		return; /* it is no YAML: meta_file.h reads it */
	const struct shape *shape = grammar_shape_of_file(kind);
	enum node_kind expected = shape->kind == SHAPE_LIST ? NODE_SEQUENCE : NODE_MAPPING;
	if (node_kind(file.value) == expected)
		grammar_check_subject(walker, &file, shape);
}

static void check_file(struct grammar_walker *walker)
{
	check_file_as(walker, grammar_file_kind(walker->tree));
}

static void check_definitions_version(struct grammar_walker *walker)
{
	enum grammar_file kind = grammar_file_kind(walker->tree);
	if (kind != GRAMMAR_FILE_TOSCA && kind != GRAMMAR_FILE_OTHER)
		return;
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
	if (node_is_absent(version) && !node_is_absent(grammar_misspelt_version(walker->tree)))
		return; /* that the keyname is none is told */
	if (node_is_null(version)) {
		struct node place = root;
		if (node_count(root) > 0)
			place = node_entry(root, 0).key;
		grammar_report(walker, DIAGNOSTIC_CODE_MISSING_DEFINITIONS_VERSION, place,
			"A TOSCA file needs the keyname \"tosca_definitions_version\"");
		return;
	}
	struct string text = node_text(version);
	if (node_kind(version) != NODE_SCALAR || definitions_version_find(text) != VERSION_UNKNOWN)
		return;
	if (grammar_is_foreign(walker->tree)) {
		report_foreign(walker, version);
		return;
	}
	struct string meant = grammar_version_meant(text);
	struct diagnostic *diagnostic =
		grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_DEFINITIONS_VERSION, version,
			"Unknown TOSCA definitions version \"%.*s\"%s%.*s%s",
			STRING_ARGUMENTS(text), meant.length ? "; did you mean \"" : "",
			STRING_ARGUMENTS(meant), meant.length ? "\"?" : "");
	if (diagnostic)
		diagnostic->replacement = meant;
}

void grammar_check(const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct grammar_walker walker = walker_for(tree, diagnostics);
	walker.every_section = true;
	check_definitions_version(&walker);
	check_file(&walker);
}

void grammar_check_as(
	const struct syntax_tree *tree, enum grammar_file kind, struct diagnostics *diagnostics)
{
	struct grammar_walker walker = walker_for(tree, diagnostics);
	walker.every_section = true;
	check_file_as(&walker, kind);
}

static void visit_names(struct grammar_walker *walker)
{
	check_file(walker);
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
	visit_names(&walker);
}

void grammar_visit_names_of_section(const struct syntax_tree *tree, uint32_t section,
	grammar_name_visitor *visitor, void *context)
{
	struct diagnostics none = diagnostics_in(arena_create());
	struct grammar_walker walker = walker_for(tree, &none);
	walker.section = section;
	walker.visit_name = visitor;
	walker.context = context;
	visit_names(&walker);
}

static void ignore_name(void *context, struct node name, enum name_kind kind)
{
	(void)context;
	(void)name;
	(void)kind;
}

void grammar_visit_expressions(const struct syntax_tree *tree, uint32_t section,
	grammar_expression_visitor *visitor, void *context)
{
	struct diagnostics none = diagnostics_in(arena_create());
	struct grammar_walker walker = walker_for(tree, &none);
	walker.every_section = section == UINT32_MAX;
	walker.section = section;
	walker.visit_name = ignore_name;
	walker.visit_expression = visitor;
	walker.context = context;
	visit_names(&walker);
}

void grammar_check_section(
	const struct syntax_tree *tree, uint32_t section, struct diagnostics *diagnostics)
{
	struct grammar_walker walker = walker_for(tree, diagnostics);
	walker.section = section;
	check_file(&walker);
}

void grammar_check_outline(const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct grammar_walker walker = walker_for(tree, diagnostics);
	walker.every_section = true;
	check_definitions_version(&walker);
}
