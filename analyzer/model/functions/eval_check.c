/* Paths in strings: each name is looked for where the path has led to. What only the deployment
 * tells, and what is not ours to understand, ends the search. */
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_path_parts.h"
#include "analyzer/model/text/eval_path.h"
#include "analyzer/model/text/name_place.h"

struct eval_walk {
	struct template_checker *checker;
	struct node text;
	struct graph_place place;
	bool is_in_value; /* behind the name of a property or attribute */
	bool is_silent;   /* nothing is reported */
	struct value_schema schema;
};

static struct string name_of(const struct eval_walk *walk, const struct eval_step *step)
{
	return string_slice(node_text(walk->text), step->name.start, step->name.end);
}

/* Missing values are no error to who evaluates such paths: they come out empty. */
static enum verdict report(const struct eval_walk *walk, const struct eval_step *step,
	enum diagnostic_code code, const char *noun, const char *owner_kind, struct string owner,
	const struct suggestion *suggestion)
{
	struct template_checker *checker = walk->checker;
	if (walk->is_silent)
		return FAILS;
	struct string hint = suggestion_text(checker, suggestion->best);
	struct diagnostic *diagnostic = template_report(checker, code, walk->text,
		"%s \"%.*s\" has no %s \"%.*s\"%.*s", owner_kind, STRING_ARGUMENTS(owner), noun,
		STRING_ARGUMENTS(name_of(walk, step)), STRING_ARGUMENTS(hint));
	/* Of a type, templates and derived types may have more. */
	bool is_type = node_is_absent(walk->place.element) && walk->place.kind == PLACE_NODE;
	bool is_misspelt = suggestion->best.length > 0 && suggestion->distance <= 2;
	diagnostic->severity = is_type && !is_misspelt ? DIAGNOSTIC_HINT : DIAGNOSTIC_WARNING;
	diagnostic->replacement = suggestion->best;
	if (node_scalar_style(walk->text) <= SCALAR_DOUBLE_QUOTED)
		diagnostic->location = location_of_part(
			walk->text, name_part_within(walk->text, step->name, checker->scope.arena));
	return FAILS;
}

static enum verdict report_at_place(const struct eval_walk *walk, const struct eval_step *step,
	enum diagnostic_code code, const char *noun, const enum type_part *parts, size_t count)
{
	const struct graph_place *place = &walk->place;
	struct suggestion suggestion = suggestion_for(name_of(walk, step));
	for (size_t i = 0; i < count; i++)
		graph_suggest(walk->checker, place, parts[i], &suggestion);
	bool is_normative = place->types.count > 0 && type_is_normative(place->types.items[0]);
	if (place->is_asked_for && is_normative && !suggestion.best.length)
		return UNKNOWN; /* most nodes are of a derived type, where a normative one is asked
				   for */
	return report(walk, step, code, noun, path_noun_of(place), place->name, &suggestion);
}

/* Values may be lists: then each entry is asked. */
static enum verdict step_into_value(struct eval_walk *walk, const struct eval_step *step)
{
	struct template_checker *checker = walk->checker;
	struct string name = name_of(walk, step);
	struct value_schema before = walk->schema;
	bool is_index = name.length > 0 && name.bytes[0] >= '0' && name.bytes[0] <= '9';
	struct data_type data =
		value_schema_data_type(checker->scope.types, checker->scope.version, before);
	if (node_is_null(value_schema_get(before, "type")) ||
		(data.primitive == PRIMITIVE_LIST && !is_index))
		return UNKNOWN;
	enum verdict verdict = path_step_into(checker, &walk->schema, name, is_index);
	if (verdict != FAILS)
		return verdict;
	struct suggestion suggestion = path_suggest_part(checker, before, name);
	return report(walk, step, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, "part", "A value of type",
		node_text(value_schema_get(before, "type")), &suggestion);
}

static enum verdict find_value(
	struct eval_walk *walk, const struct graph_place *place, struct string name)
{
	enum verdict verdict =
		graph_find(walk->checker, place, PART_PROPERTIES, name, &walk->schema);
	return verdict == FAILS
		       ? graph_find(walk->checker, place, PART_ATTRIBUTES, name, &walk->schema)
		       : verdict;
}

/* A relative path without a dot in front is followed from all nodes that host this one, too. */
static enum verdict find_at_hosts(struct eval_walk *walk, struct string name)
{
	struct graph_place host = walk->place;
	for (int i = 0; i < MOST_HOSTS; i++) {
		host = graph_step_host(walk->checker, &host);
		if (host.kind != PLACE_NODE)
			return host.kind == PLACE_NOWHERE ? FAILS : UNKNOWN;
		enum verdict verdict = find_value(walk, &host, name);
		if (verdict != FAILS)
			return verdict;
	}
	return UNKNOWN;
}

static enum verdict step_to_name(
	struct eval_walk *walk, const struct eval_step *step, bool is_first)
{
	static const enum type_part parts[] = {PART_PROPERTIES, PART_ATTRIBUTES};
	struct string name = name_of(walk, step);
	if (walk->is_in_value)
		return step_into_value(walk, step);
	if (is_first && graph_named(walk->checker, name).kind == PLACE_NODE)
		return UNKNOWN;
	enum verdict verdict = find_value(walk, &walk->place, name);
	if (verdict == FAILS && is_first)
		verdict = find_at_hosts(walk, name);
	if (verdict == FAILS && walk->place.kind == PLACE_RELATIONSHIP) {
		walk->place = graph_step_target(walk->checker, &walk->place);
		verdict = find_value(walk, &walk->place, name);
	}
	/* As in paths of functions, capabilities and requirements are found by their names. */
	if (verdict == FAILS && walk->place.kind == PLACE_NODE &&
		(graph_step_capability(walk->checker, &walk->place, name).kind != PLACE_NOWHERE ||
			graph_step_requirement(walk->checker, &walk->place, name).kind !=
				PLACE_NOWHERE))
		return UNKNOWN;
	walk->is_in_value = true;
	return verdict != FAILS ? verdict
				: report_at_place(walk, step, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY,
					  "property or attribute", parts, 2);
}

static enum verdict step_to_member(struct eval_walk *walk, const struct eval_step *step)
{
	bool is_requirement = step->kind == EVAL_REQUIREMENT;
	struct string name = name_of(walk, step);
	if (name.length == 0 || walk->place.kind != PLACE_NODE || walk->is_in_value)
		return UNKNOWN;
	struct graph_place next =
		is_requirement ? graph_step_requirement(walk->checker, &walk->place, name)
			       : graph_step_capability(walk->checker, &walk->place, name);
	if (next.kind == PLACE_NOWHERE)
		return report_at_place(walk, step,
			is_requirement ? DIAGNOSTIC_CODE_UNKNOWN_REQUIREMENT
				       : DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY,
			is_requirement ? "requirement" : "capability",
			&(const enum type_part){
				is_requirement ? PART_REQUIREMENTS : PART_CAPABILITIES},
			1);
	walk->place = next;
	return HOLDS;
}

/* Whether the path goes on to be checked. */
static enum verdict follow_step(struct eval_walk *walk, const struct eval_step *step, bool is_first)
{
	bool is_at_relationship = walk->place.kind == PLACE_RELATIONSHIP;
	switch (step->kind) {
	case EVAL_NODE:
		walk->place = graph_named(walk->checker, name_of(walk, step));
		return verdict_of(walk->place.kind == PLACE_NODE);
	case EVAL_SELF:
		return HOLDS;
	case EVAL_SOURCE:
		walk->place = graph_step_source(walk->checker, &walk->place);
		return is_at_relationship ? HOLDS : UNKNOWN;
	case EVAL_TARGET:
		if (is_at_relationship)
			walk->place = graph_step_target(walk->checker, &walk->place);
		return is_at_relationship ? HOLDS : UNKNOWN;
	case EVAL_REQUIREMENT:
	case EVAL_CAPABILITY:
		return step_to_member(walk, step);
	case EVAL_NAME:
		return step_to_name(walk, step, is_first);
	default:
		return UNKNOWN;
	}
}

static enum verdict follow_steps(
	struct eval_walk *walk, const struct eval_path *path, size_t position);

/* Of assignments under conditions, any may be present: what none of their targets has is told of
 * the first one. */
static enum verdict follow_alternatives(
	struct eval_walk *walk, const struct eval_path *path, size_t position, struct string name)
{
	struct graph_place first = graph_step_alternative(walk->checker, &walk->place, name, 0);
	struct graph_place next = first;
	for (size_t i = 1; next.kind != PLACE_NOWHERE; i++) {
		struct eval_walk trial = *walk;
		trial.place = next;
		trial.is_silent = true;
		if (follow_steps(&trial, path, position + 1) != FAILS)
			return UNKNOWN;
		next = graph_step_alternative(walk->checker, &walk->place, name, i);
	}
	walk->place = first;
	return first.kind == PLACE_NOWHERE ? UNKNOWN : follow_steps(walk, path, position + 1);
}

/* From the step at `position` on. */
static enum verdict follow_steps(
	struct eval_walk *walk, const struct eval_path *path, size_t position)
{
	enum verdict verdict = HOLDS;
	for (size_t i = position; i < path->count && verdict == HOLDS; i++) {
		const struct eval_step *step = &path->steps[i];
		struct graph_place before = walk->place;
		bool is_known = before.kind == PLACE_NODE || before.kind == PLACE_RELATIONSHIP ||
				before.kind == PLACE_CAPABILITY;
		if (!is_known && step->kind != EVAL_NODE)
			return UNKNOWN;
		verdict = follow_step(walk, step, i == 0);
		if (verdict == HOLDS && step->kind == EVAL_REQUIREMENT &&
			before.kind == PLACE_NODE && walk->place.kind == PLACE_UNKNOWN) {
			walk->place = before;
			return follow_alternatives(walk, path, i, name_of(walk, step));
		}
	}
	return verdict;
}

void function_path_check_text(struct template_checker *checker, const struct graph_place *place,
	struct node value, bool is_call)
{
	size_t from = 0;
	struct range part;
	if (!node_is_string(value))
		return;
	while (eval_path_next(node_text(value), is_call, &from, &part)) {
		struct eval_path path = eval_path_read(node_text(value), part);
		struct eval_walk walk = {.checker = checker, .text = value, .place = *place};
		follow_steps(&walk, &path, 0);
	}
}
