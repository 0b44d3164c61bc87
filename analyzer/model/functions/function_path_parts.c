#include "analyzer/model/functions/function_path_parts.h"

#include "analyzer/language/grammar/functions.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/grammar/grammar_walker.h"
#include "analyzer/model/values/function_value.h"

#include <stdarg.h>
#include <string.h>

static struct node argument(const struct path *path, uint32_t position)
{
	return function_path_argument(path->written, position);
}

static bool is_word(struct node node, const char *word)
{
	return node_is_string(node) && string_is(node_text(node), word);
}

bool path_has_word(const struct path *path, uint32_t position, const char *word)
{
	return is_word(argument(path, position), word);
}

void path_report(struct template_checker *checker, const struct path *path,
	enum diagnostic_code code, struct node node, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	if (!path->written->is_silent) {
		struct string message = arena_format_list(checker->scope.arena, format, arguments);
		template_report(checker, code, node, "%.*s", STRING_ARGUMENTS(message));
	}
	va_end(arguments);
}

void path_report_form(struct template_checker *checker, const struct path *path, struct node node,
	const char *wanted)
{
	struct string function = node_text(path->written->function);
	path_report(checker, path, DIAGNOSTIC_CODE_WRONG_OPERAND, node,
		"\"%.*s\" takes %s here, not %s", STRING_ARGUMENTS(function), wanted,
		grammar_node_description(node));
}

struct node function_path_argument(const struct function_path *path, uint32_t position)
{
	return node_kind(path->arguments) == NODE_SEQUENCE ? node_item(path->arguments, position)
							   : (struct node){0};
}

/* TOSCA 2.0, section "Function syntax": a function without arguments can be a string. */
static bool is_plain_call(const struct template_checker *checker, struct node node)
{
	return version_is_2_0(checker->scope.version) && node_is_string(node) &&
	       (function_is_node_index(node) ||
		       function_called(checker->scope.version, node_text(node)).length);
}

static enum verdict step_to_entry(
	struct template_checker *checker, struct value_schema *schema, const struct type *type)
{
	*schema = value_schema_of_entries(*schema, type, checker->scope.arena);
	return node_is_absent(schema->definition) ? UNKNOWN : HOLDS;
}

enum verdict path_step_into(struct template_checker *checker, struct value_schema *schema,
	struct string name, bool is_index)
{
	struct data_type data =
		value_schema_data_type(checker->scope.types, checker->scope.version, *schema);
	if (data.type && data.type->is_cyclic)
		return UNKNOWN;
	switch (data.primitive) {
	case PRIMITIVE_LIST:
		if (!is_index)
			return FAILS;
		return step_to_entry(checker, schema, data.type);
	case PRIMITIVE_MAP:
		return step_to_entry(checker, schema, data.type);
	case PRIMITIVE_NONE:
		break;
	default:
		/* "json" and the like in strings are nobody's business. */
		return data.primitive == PRIMITIVE_STRING ? UNKNOWN : FAILS;
	}
	struct type_members members =
		member_cache_get(checker->values.members, data.type, PART_PROPERTIES);
	const struct type_member *member = type_members_find(members, name);
	if (!data.type)
		return UNKNOWN;
	if (member)
		*schema = value_schema_of_member(member);
	if (member || members.count == 0)
		return member ? HOLDS : UNKNOWN;
	return data.type->parent || !data.type->parent_name.length ? FAILS : UNKNOWN;
}

/* TOSCA 2.0: "<nested_property_name_or_index>", of type "string | integer". In TOSCA 1.x, whatever
 * is written like a scalar may be a name. */
static bool is_name_or_index(
	struct template_checker *checker, const struct path *path, struct node part)
{
	bool is_index = node_kind(part) == NODE_SCALAR && node_scalar_type(part) == SCALAR_INTEGER;
	bool is_name = version_is_2_0(checker->scope.version) ? node_is_string(part)
							      : !node_is_collection(part);
	if (is_name || value_is_computed(checker->scope.version, part))
		return true;
	if (is_index && node_number(part) >= 0)
		return true;
	if (is_index)
		path_report(checker, path, DIAGNOSTIC_CODE_WRONG_OPERAND, part,
			"An index counts from 0");
	else
		path_report_form(checker, path, part, "a name or an index");
	return false;
}

struct suggestion path_suggest_part(
	struct template_checker *checker, struct value_schema schema, struct string name)
{
	const struct type *type = value_schema_type(checker->scope.types, schema);
	struct suggestion suggestion = suggestion_for(name);
	struct type_members properties = {0};
	if (type && !type->is_cyclic)
		properties = member_cache_get(checker->values.members, type, PART_PROPERTIES);
	for (size_t i = 0; i < properties.count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, properties.items[i].name);
	return suggestion;
}

static enum verdict follow_part(
	struct template_checker *checker, struct path *path, struct node part)
{
	struct value_schema before = path->result;
	if (!is_name_or_index(checker, path, part))
		return FAILS;
	if (node_is_null(value_schema_get(path->result, "type")) || is_plain_call(checker, part))
		return UNKNOWN;
	bool is_index = !node_is_string(part) || is_word(part, "ALL") || is_word(part, "*");
	enum verdict verdict = path_step_into(checker, &path->result, node_text(part), is_index);
	struct string type = node_text(value_schema_get(before, "type"));
	if (verdict == FAILS) {
		struct suggestion suggestion = path_suggest_part(checker, before, node_text(part));
		struct string hint = suggestion_text(checker, suggestion.best);
		path_report(checker, path, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, part,
			"A value of type \"%.*s\" has no part \"%.*s\"%.*s", STRING_ARGUMENTS(type),
			STRING_ARGUMENTS(node_text(part)), STRING_ARGUMENTS(hint));
	}
	return verdict;
}

enum verdict path_follow_parts(
	struct template_checker *checker, struct path *path, uint32_t position)
{
	uint32_t count = node_count(path->written->arguments);
	for (uint32_t i = position; i < count; i++) {
		enum verdict verdict = follow_part(checker, path, argument(path, i));
		if (verdict != HOLDS) {
			path->result = (struct value_schema){0};
			return verdict;
		}
	}
	return HOLDS;
}

enum verdict path_find_value(struct template_checker *checker, struct path *path,
	const struct graph_place *place, struct string name)
{
	return graph_find_value(checker, place, path->written->part, name, &path->result);
}

const char *path_noun_of(const struct graph_place *place)
{
	bool is_type = node_is_absent(place->element) && !place->requirement.length;
	if (place->kind == PLACE_CAPABILITY)
		return "Capability";
	if (place->kind == PLACE_RELATIONSHIP)
		return is_type ? "Relationship type" : "Relationship";
	return is_type ? "Node type" : "Node";
}

/* TOSCA 2.0, section "TOSCA_PATH": the words by which a path goes on from here. */
static void suggest_steps(const struct graph_place *place, struct suggestion *suggestion)
{
	static const char *const of_relationships[] = {"SOURCE", "TARGET", "CAPABILITY"};
	static const char *const of_nodes[] = {"RELATIONSHIP", "CAPABILITY"};
	bool is_node = place->kind != PLACE_RELATIONSHIP;
	for (size_t i = 0; i < (is_node ? 2 : 3); i++) {
		const char *step = is_node ? of_nodes[i] : of_relationships[i];
		bool is_begun =
			suggestion->wanted.length > 2 &&
			strncmp(step, suggestion->wanted.bytes, suggestion->wanted.length) == 0;
		if (is_begun)
			suggestion->best = string_from(step);
		else
			suggestion_offer(suggestion, string_from(step));
	}
}

void path_report_unknown(struct template_checker *checker, const struct path *path,
	const struct graph_place *place, struct node name)
{
	struct value_schema schema;
	if (path->written->is_silent)
		return;
	if (path->written->part == PART_PROPERTIES &&
		graph_find(checker, place, PART_ATTRIBUTES, node_text(name), &schema) != FAILS) {
		template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, name,
			"\"%.*s\" is an attribute of \"%.*s\": it is read by \"get_attribute\"",
			STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(place->name));
		return;
	}
	struct suggestion suggestion = suggestion_for(node_text(name));
	graph_suggest(checker, place, PART_PROPERTIES, &suggestion);
	if (path->written->part == PART_ATTRIBUTES)
		graph_suggest(checker, place, PART_ATTRIBUTES, &suggestion);
	if (place->kind == PLACE_NODE && !version_is_2_0(checker->scope.version)) {
		graph_suggest(checker, place, PART_CAPABILITIES, &suggestion);
		graph_suggest(checker, place, PART_REQUIREMENTS, &suggestion);
	}
	if (version_is_2_0(checker->scope.version))
		suggest_steps(place, &suggestion);
	if (place->is_selected && !suggestion.best.length)
		return;
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY,
		name, "%s \"%.*s\" has no %s \"%.*s\"%.*s", path_noun_of(place),
		STRING_ARGUMENTS(place->name),
		path->written->part == PART_PROPERTIES ? "property" : "attribute",
		STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint));
	diagnostic->replacement = suggestion.best;
	/* The node may be of a derived type: most are, where a normative one is asked for. */
	bool is_normative = place->types.count > 0 && type_is_normative(place->types.items[0]);
	if (place->is_asked_for)
		diagnostic->severity = is_normative && !suggestion.best.length ? DIAGNOSTIC_HINT
									       : DIAGNOSTIC_WARNING;
}
