#include "analyzer/model/function_path_parts.h"

#include "analyzer/language/functions.h"
#include "analyzer/model/function_value.h"
#include "analyzer/model/grammar_walker.h"

#include <stdarg.h>

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

/* ---- parts of values ---- */

/* The part `name` of a value: of a list or map its entries, of a data type a property. Fails
 * if there is no such part. */
static enum verdict step_into(
	struct template_checker *checker, struct value_schema *schema, struct node name)
{
	struct string type_name = node_text(value_schema_get(*schema, "type"));
	enum primitive_type primitive = primitive_type_find(checker->scope.version, type_name);
	struct node entries = value_schema_get(*schema, "entry_schema");
	const struct type *type = NULL;
	if (primitive == PRIMITIVE_NONE && type_name.length) {
		type = value_schema_type(checker->scope.types, *schema);
		if (!type || type->is_cyclic)
			return UNKNOWN;
		primitive = type_primitive(type);
		if (node_is_null(entries))
			entries = node_get(type->definition, "entry_schema");
	}
	struct value_schema inside = {type ? type : schema->where, entries, NULL};
	switch (primitive) {
	case PRIMITIVE_LIST:
		if (node_kind(name) == NODE_SCALAR && node_is_string(name) &&
			!is_word(name, "ALL") && !is_word(name, "*"))
			return FAILS;
		*schema = inside;
		return node_is_null(entries) ? UNKNOWN : HOLDS;
	case PRIMITIVE_MAP:
		*schema = inside;
		return node_is_null(entries) ? UNKNOWN : HOLDS;
	case PRIMITIVE_NONE:
		break;
	default:
		/* "json" and the like in strings are nobody's business. */
		return primitive == PRIMITIVE_STRING ? UNKNOWN : FAILS;
	}
	struct type_members members =
		member_cache_get(checker->values.members, type, PART_PROPERTIES);
	const struct type_member *member = type_members_find(members, node_text(name));
	if (!type || !node_is_string(name))
		return UNKNOWN;
	if (member)
		*schema = value_schema_of_member(member);
	if (member || members.count == 0)
		return member ? HOLDS : UNKNOWN;
	return type->parent || !type->parent_name.length ? FAILS : UNKNOWN;
}

/* TOSCA 2.0: "<nested_property_name_or_index>", of type "string | integer". */
static bool is_name_or_index(
	struct template_checker *checker, const struct path *path, struct node part)
{
	bool is_index = node_kind(part) == NODE_SCALAR && node_scalar_type(part) == SCALAR_INTEGER;
	if (!version_is_2_0(checker->scope.version) || node_is_string(part) ||
		value_is_computed(checker->scope.version, part))
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

static struct string hint_for_part(
	struct template_checker *checker, struct value_schema schema, struct node part)
{
	const struct type *type = value_schema_type(checker->scope.types, schema);
	struct suggestion suggestion = suggestion_for(node_text(part));
	struct type_members properties = {0};
	if (type && !type->is_cyclic)
		properties = member_cache_get(checker->values.members, type, PART_PROPERTIES);
	for (size_t i = 0; i < properties.count; i++)
		suggestion_offer(&suggestion, properties.items[i].name);
	return suggestion_text(checker, suggestion.best);
}

static enum verdict follow_part(
	struct template_checker *checker, struct path *path, struct node part)
{
	struct value_schema before = path->result;
	if (!is_name_or_index(checker, path, part))
		return FAILS;
	if (node_is_null(value_schema_get(path->result, "type")) || is_plain_call(checker, part))
		return UNKNOWN;
	enum verdict verdict = step_into(checker, &path->result, part);
	struct string type = node_text(value_schema_get(before, "type"));
	if (verdict == FAILS) {
		struct string hint = hint_for_part(checker, before, part);
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

/* ---- names at a place ---- */

/* "Attribute and Property reflection": each property is an attribute, too. */
enum verdict path_find_value(struct template_checker *checker, struct path *path,
	const struct graph_place *place, struct string name)
{
	enum verdict verdict = graph_find(checker, place, path->written->part, name, &path->result);
	if (verdict == FAILS && path->written->part == PART_ATTRIBUTES)
		verdict = graph_find(checker, place, PART_PROPERTIES, name, &path->result);
	return verdict;
}

static const char *noun_of(const struct graph_place *place)
{
	bool is_type = node_is_absent(place->element) && !place->requirement.length;
	if (place->kind == PLACE_CAPABILITY)
		return "Capability";
	if (place->kind == PLACE_RELATIONSHIP)
		return is_type ? "Relationship type" : "Relationship";
	return is_type ? "Node type" : "Node";
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
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY,
		name, "%s \"%.*s\" has no %s \"%.*s\"%.*s", noun_of(place),
		STRING_ARGUMENTS(place->name),
		path->written->part == PART_PROPERTIES ? "property" : "attribute",
		STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint));
	diagnostic->replacement = suggestion.best;
}

static void report_context(
	struct template_checker *checker, const struct path *path, const char *format)
{
	if (!path->written->is_silent)
		template_report(checker, DIAGNOSTIC_CODE_WRONG_CONTEXT, argument(path, 0), format,
			STRING_ARGUMENTS(node_text(argument(path, 0))));
}

/* Simple Profile, section "Reserved Function Keywords"; TOSCA 2.0 has SELF alone at the beginning
 * of paths, and all of them as names of entities. */
static struct graph_place start_at_keyword(
	struct template_checker *checker, const struct path *path)
{
	struct graph_place unknown = {.kind = PLACE_UNKNOWN};
	const struct graph_place *around = path->written->place;
	struct node word = argument(path, 0);
	bool is_2_0 = version_is_2_0(checker->scope.version);
	bool is_path_2_0 = is_2_0 && !path->written->names_entity;
	bool is_host = is_word(word, "HOST");
	if (around->kind == PLACE_NOWHERE)
		report_context(checker, path,
			"\"%.*s\" means nothing here: this is part of no node or relationship");
	else if (is_word(word, "SELF"))
		return *around;
	else if (is_path_2_0 && is_host)
		report_context(checker, path,
			"In TOSCA 2.0, no path begins with \"%.*s\": it goes along a requirement");
	else if (is_host && around->kind == PLACE_RELATIONSHIP && !is_2_0)
		report_context(
			checker, path, "\"%.*s\" is for nodes: no other node hosts a relationship");
	else if (!is_host && around->kind == PLACE_NODE)
		report_context(checker, path,
			"\"%.*s\" is for relationships; in a node, a path begins with \"SELF\"");
	else if (is_path_2_0 && around->kind == PLACE_RELATIONSHIP)
		report_context(checker, path, "In TOSCA 2.0, the path is [SELF, %.*s, …]");
	else if (!is_host && around->kind == PLACE_RELATIONSHIP)
		return is_word(word, "SOURCE") ? graph_step_source(checker, around)
					       : graph_step_target(checker, around);
	return unknown;
}

struct graph_place function_path_start(
	struct template_checker *checker, const struct function_path *written)
{
	static const char *const keywords[] = {"SELF", "SOURCE", "TARGET", "HOST"};
	const struct path path = {.written = written};
	struct graph_place unknown = {.kind = PLACE_UNKNOWN};
	struct node first = argument(&path, 0);
	for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++) {
		if (is_word(first, keywords[i]))
			return start_at_keyword(checker, &path);
	}
	if (node_is_string(first)) {
		struct graph_place named = graph_named(checker, node_text(first));
		return named.kind == PLACE_NOWHERE ? unknown : named;
	}
	if (version_is_2_0(checker->scope.version) && !written->names_entity &&
		!value_is_computed(checker->scope.version, first))
		path_report_form(checker, &path, first, "a name");
	return unknown;
}

/* ---- paths of TOSCA 1.x ---- */

/* The value `name` of the target of a requirement, of any of its capabilities, or, as some tools
 * read it, of the relationship. */
static enum verdict find_at_target(struct template_checker *checker, struct path *path,
	const struct graph_place *relationship, const struct graph_place *target,
	struct string name)
{
	enum verdict verdict = path_find_value(checker, path, target, name);
	if (verdict == FAILS && relationship->types.count > 0)
		verdict = path_find_value(checker, path, relationship, name);
	for (size_t i = 0; i < target->types.count && verdict == FAILS; i++) {
		struct type_members capabilities = member_cache_get(
			checker->values.members, target->types.items[i], PART_CAPABILITIES);
		for (size_t j = 0; j < capabilities.count && verdict == FAILS; j++) {
			struct graph_place capability =
				graph_step_capability(checker, target, capabilities.items[j].name);
			verdict = path_find_value(checker, path, &capability, name);
		}
	}
	return verdict;
}

/* [ entity, requirement ] and [ entity, capability ] name no value. */
static void report_unfinished(
	struct template_checker *checker, const struct path *path, bool is_capability)
{
	if (!path->written->is_silent)
		template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, argument(path, 1),
			"\"%.*s\" is a %s: the name of %s has to follow",
			STRING_ARGUMENTS(node_text(argument(path, 1))),
			is_capability ? "capability" : "requirement",
			path->written->part == PART_PROPERTIES ? "a property" : "an attribute");
}

/* The first name is none of a property: then one of a capability or a requirement, and the next
 * one of a property there. A name may be of both: only what is wrong both ways is a mistake. */
static enum verdict follow_contained(
	struct template_checker *checker, struct path *path, const struct graph_place *start)
{
	struct node first = argument(path, 1);
	struct node second = argument(path, 2);
	struct graph_place capability = {.kind = PLACE_NOWHERE};
	struct graph_place relationship = {.kind = PLACE_NOWHERE};
	if (start->kind == PLACE_NODE) {
		capability = graph_step_capability(checker, start, node_text(first));
		relationship = graph_step_requirement(checker, start, node_text(first));
	}
	if (capability.kind == PLACE_NOWHERE && relationship.kind == PLACE_NOWHERE) {
		path_report_unknown(checker, path, start, first);
		return FAILS;
	}
	if (node_count(path->written->arguments) == 2)
		report_unfinished(checker, path, capability.kind == PLACE_CAPABILITY);
	if (capability.kind == PLACE_UNKNOWN || relationship.kind == PLACE_UNKNOWN ||
		!node_is_string(second))
		return UNKNOWN;
	struct graph_place place = capability;
	enum verdict verdict = FAILS;
	if (capability.kind != PLACE_NOWHERE)
		verdict = path_find_value(checker, path, &capability, node_text(second));
	if (verdict == FAILS && relationship.kind != PLACE_NOWHERE) {
		place = graph_step_target(checker, &relationship);
		verdict = place.kind == PLACE_UNKNOWN ? UNKNOWN
						      : find_at_target(checker, path, &relationship,
								&place, node_text(second));
	}
	if (verdict == FAILS)
		path_report_unknown(checker, path, &place, second);
	return verdict == HOLDS ? path_follow_parts(checker, path, 3) : verdict;
}

/* [ entity, property, part… ] or [ entity, capability or requirement, property, part… ] */
static enum verdict follow_1_x(
	struct template_checker *checker, struct path *path, const struct graph_place *start)
{
	struct node first = argument(path, 1);
	if (!node_is_string(first))
		return UNKNOWN;
	enum verdict verdict = path_find_value(checker, path, start, node_text(first));
	if (verdict == FAILS)
		return follow_contained(checker, path, start);
	return verdict == HOLDS ? path_follow_parts(checker, path, 2) : verdict;
}

/* ---- whole paths ---- */

struct value_schema function_path_follow(struct template_checker *checker,
	const struct function_path *written, const struct graph_place *start)
{
	struct path path = {.written = written};
	enum verdict verdict = version_is_2_0(checker->scope.version)
				       ? path_traverse(checker, &path, start)
				       : follow_1_x(checker, &path, start);
	return verdict == HOLDS ? path.result : (struct value_schema){0};
}

static void report_unknown_of_hosts(
	struct template_checker *checker, const struct path *path, const struct graph_place *first)
{
	struct node name = argument(path, 1);
	struct suggestion suggestion = suggestion_for(node_text(name));
	struct graph_place host = *first;
	for (int i = 0; i < MOST_HOSTS && host.kind == PLACE_NODE; i++) {
		graph_suggest(checker, &host, PART_PROPERTIES, &suggestion);
		if (path->written->part == PART_ATTRIBUTES)
			graph_suggest(checker, &host, PART_ATTRIBUTES, &suggestion);
		host = graph_step_host(checker, &host);
	}
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, name,
		"No node that hosts \"%.*s\" has the %s \"%.*s\"%.*s",
		STRING_ARGUMENTS(path->written->place->name),
		path->written->part == PART_PROPERTIES ? "property" : "attribute",
		STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

bool function_path_starts_at_host(struct template_checker *checker,
	const struct function_path *written, struct graph_place *host)
{
	const struct path path = {.written = written};
	if (!is_word(argument(&path, 0), "HOST") || version_is_2_0(checker->scope.version) ||
		written->place->kind != PLACE_NODE)
		return false;
	*host = graph_step_host(checker, written->place);
	if (host->kind == PLACE_NOWHERE)
		report_context(checker, &path,
			"\"%.*s\" means nothing here: the node is hosted on no other one");
	return true;
}

struct value_schema function_path_follow_hosts(struct template_checker *checker,
	const struct function_path *written, const struct graph_place *first)
{
	struct function_path silent = *written;
	struct path path = {.written = &silent};
	struct graph_place host = *first;
	enum verdict verdict = FAILS;
	int hosts = 0;
	silent.is_silent = true;
	for (; verdict == FAILS && host.kind == PLACE_NODE && hosts < MOST_HOSTS; hosts++) {
		verdict = follow_1_x(checker, &path, &host);
		host = graph_step_host(checker, &host);
	}
	if (verdict == HOLDS)
		return path.result;
	bool is_known = verdict == FAILS && hosts > 0 && host.kind == PLACE_NOWHERE;
	if (is_known && hosts == 1)
		return function_path_follow(checker, written, first);
	if (is_known && !written->is_silent)
		report_unknown_of_hosts(checker, &path, first);
	return (struct value_schema){0};
}

static struct value_schema follow_from(struct template_checker *checker,
	const struct function_path *written, struct value_schema schema, uint32_t position)
{
	struct path path = {.written = written, .result = schema};
	enum verdict verdict = path_follow_parts(checker, &path, position);
	return verdict == HOLDS ? path.result : (struct value_schema){0};
}

struct value_schema function_path_follow_value(struct template_checker *checker,
	const struct function_path *written, struct value_schema schema)
{
	return follow_from(checker, written, schema, 0);
}

struct value_schema function_path_follow_parts(struct template_checker *checker,
	const struct function_path *written, struct value_schema schema)
{
	return follow_from(checker, written, schema, 1);
}
