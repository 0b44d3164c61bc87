#include "analyzer/model/functions/function_path_parts.h"

#include "analyzer/language/grammar/functions.h"
#include "analyzer/language/grammar/words.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/grammar/grammar_walker.h"
#include "analyzer/model/values/function_value.h"

static struct node argument(const struct path *path, uint32_t position)
{
	return function_path_argument(path->written, position);
}

/* ---- where paths start ---- */

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
	bool is_2_0 = version_is_2_0(checker->scope.version);
	bool is_path_2_0 = is_2_0 && !path->written->names_entity;
	bool is_host = path_has_word(path, 0, "HOST");
	if (around->kind == PLACE_NOWHERE)
		report_context(checker, path,
			"\"%.*s\" means nothing here: this is part of no node or relationship");
	else if (path_has_word(path, 0, "SELF"))
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
		return path_has_word(path, 0, "SOURCE") ? graph_step_source(checker, around)
							: graph_step_target(checker, around);
	return unknown;
}

/* Section "get_property": a path begins with the name of a node or relationship template, or with a
 * word for what is around. Types know no templates. */
static void report_unknown_start(
	struct template_checker *checker, const struct path *path, struct node name)
{
	bool is_2_0 = version_is_2_0(checker->scope.version);
	struct suggestion suggestion = suggestion_for(node_text(name));
	if (path->written->is_silent)
		return;
	unsigned uses = is_2_0 ? WORD_OF_ELEMENT : WORD_BEGINS_PATH;
	for (const struct word_row *word = NULL; (word = word_next(word, uses));)
		if (word->uses & WORD_BEGINS_PATH)
			suggestion_offer(&suggestion, string_from(word->name));
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_NODE, name,
		"\"%.*s\" is no template that a type could know: here a path begins with "
		"\"SELF\"%.*s",
		STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

struct graph_place function_path_start(
	struct template_checker *checker, const struct function_path *written)
{
	const struct path path = {.written = written};
	struct graph_place unknown = {.kind = PLACE_UNKNOWN};
	struct node first = argument(&path, 0);
	if (node_is_string(first)) {
		if (word_find(node_text(first), WORD_BEGINS_PATH))
			return start_at_keyword(checker, &path);
		struct graph_place named = graph_named(checker, node_text(first));
		if (named.kind == PLACE_NOWHERE && node_is_absent(checker->scope.template))
			report_unknown_start(checker, &path, first);
		return named.kind == PLACE_NOWHERE ? unknown : named;
	}
	bool is_literal = !node_is_absent(first) && !node_is_null(first) &&
			  !value_is_computed(checker->scope.version, first);
	if (is_literal && !written->names_entity)
		path_report_form(checker, &path, first, "a name");
	return unknown;
}

/* ---- paths of TOSCA 1.x ---- */

static enum verdict find_at_target(struct template_checker *checker, struct path *path,
	const struct graph_place *relationship, const struct graph_place *target,
	struct string name)
{
	struct graph_place place = *target;
	return graph_find_at_target(
		checker, relationship, path->written->part, name, &place, &path->result);
}

/* Of assignments under conditions, any may be present: fails if none of their targets has the
 * value, and stores the last one. */
static enum verdict find_at_alternatives(struct template_checker *checker, struct path *path,
	const struct graph_place *start, struct node requirement, struct node name,
	struct graph_place *target)
{
	enum verdict verdict = UNKNOWN;
	struct graph_place relationship =
		graph_step_alternative(checker, start, node_text(requirement), 0);
	for (size_t i = 1; relationship.kind != PLACE_NOWHERE; i++) {
		*target = graph_step_target(checker, &relationship);
		verdict = target->kind == PLACE_UNKNOWN
				  ? UNKNOWN
				  : find_at_target(
					    checker, path, &relationship, target, node_text(name));
		if (verdict != FAILS)
			return UNKNOWN;
		relationship = graph_step_alternative(checker, start, node_text(requirement), i);
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

/* Neither a name nor what a function may make one of is reported. */
static bool is_name(struct template_checker *checker, const struct path *path, struct node part)
{
	if (node_is_string(part))
		return true;
	if (!node_is_absent(part) && !node_is_null(part) &&
		!value_is_computed(checker->scope.version, part))
		path_report_form(checker, path, part, "a name");
	return false;
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
	if (capability.kind == PLACE_UNKNOWN || !is_name(checker, path, second))
		return UNKNOWN;
	struct graph_place place = capability;
	enum verdict verdict = FAILS;
	if (capability.kind != PLACE_NOWHERE)
		verdict = path_find_value(checker, path, &capability, node_text(second));
	if (verdict == FAILS && relationship.kind == PLACE_UNKNOWN) {
		verdict = find_at_alternatives(checker, path, start, first, second, &place);
	} else if (verdict == FAILS && relationship.kind != PLACE_NOWHERE) {
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
	if (!is_name(checker, path, first))
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
	if (!path_has_word(&path, 0, "HOST") || version_is_2_0(checker->scope.version) ||
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
