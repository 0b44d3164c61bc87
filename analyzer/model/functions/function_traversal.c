/* Paths of TOSCA 2.0, section "The simplified TOSCA_PATH definition in BNF format". */
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_call.h"
#include "analyzer/model/functions/function_path_parts.h"
#include "analyzer/model/values/function_value.h"

/* Where a path is: at a place, whose kind is always known, behind so many arguments. */
struct traversal {
	struct template_checker *checker;
	struct path *path;
	struct graph_place place;
	uint32_t position;
};

static struct node next_of(const struct traversal *traversal)
{
	return function_path_argument(traversal->path->written, traversal->position);
}

static bool next_is(const struct traversal *traversal, const char *word)
{
	return path_has_word(traversal->path, traversal->position, word);
}

/* Computed arguments can be anything. */
static bool is_computed(const struct traversal *traversal, struct node argument)
{
	return value_is_computed(traversal->checker->scope.version, argument) ||
	       function_is_node_index(argument);
}

/* What only the deployment tells is at least of this kind. */
static void go_to(struct traversal *traversal, enum graph_place_kind kind, struct graph_place place)
{
	place.is_selected |= traversal->place.is_selected;
	traversal->place = place;
	if (place.kind != kind)
		traversal->place = (struct graph_place){.kind = kind, .is_open = true};
}

/* ---- names ---- */

/* A name has to come next: `what` is "name of a requirement" or the like. */
static enum verdict expect_name(const struct traversal *traversal, const char *what)
{
	struct node name = next_of(traversal);
	struct node before =
		function_path_argument(traversal->path->written, traversal->position - 1);
	if (node_is_absent(name)) {
		path_report(traversal->checker, traversal->path, DIAGNOSTIC_CODE_WRONG_CONTEXT,
			before, "Here the path ends, but %s must follow \"%.*s\"", what,
			STRING_ARGUMENTS(node_text(before)));
		return FAILS;
	}
	if (is_computed(traversal, name))
		return UNKNOWN;
	if (node_is_string(name))
		return HOLDS;
	path_report_form(traversal->checker, traversal->path, name, "a name");
	return FAILS;
}

static enum verdict report_step(
	const struct traversal *traversal, enum type_part part, struct node name)
{
	struct template_checker *checker = traversal->checker;
	bool is_capability = part == PART_CAPABILITIES;
	struct suggestion suggestion = suggestion_for(node_text(name));
	if (traversal->path->written->is_silent)
		return FAILS;
	graph_suggest(checker, &traversal->place, part, &suggestion);
	if (traversal->place.is_selected && !suggestion.best.length)
		return FAILS;
	struct string hint = suggestion_text(checker, suggestion.best);
	struct string node = traversal->place.name;
	template_report(checker,
		is_capability ? DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY
			      : DIAGNOSTIC_CODE_UNKNOWN_REQUIREMENT,
		name, "Node \"%.*s\" has no %s \"%.*s\"%.*s", STRING_ARGUMENTS(node),
		is_capability ? "capability" : "requirement", STRING_ARGUMENTS(node_text(name)),
		STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
	return FAILS;
}

/* ---- indices ---- */

/* "The indexes can either be a non-negative integer, the keyword ALL, or missing. […] If the index
 * is missing, […] the first index (index with value 0) is used." */
static enum verdict read_index(struct traversal *traversal, double *index)
{
	struct node node = next_of(traversal);
	*index = 0;
	if (next_is(traversal, "ALL") || is_computed(traversal, node)) {
		*index = ANY_INDEX;
		traversal->position++;
		return HOLDS;
	}
	if (node_is_absent(node) || node_is_string(node))
		return HOLDS;
	if (node_kind(node) != NODE_SCALAR || node_scalar_type(node) != SCALAR_INTEGER) {
		path_report_form(traversal->checker, traversal->path, node, "a name or an index");
		return FAILS;
	}
	*index = node_number(node);
	traversal->position++;
	if (*index >= 0)
		return HOLDS;
	path_report(traversal->checker, traversal->path, DIAGNOSTIC_CODE_WRONG_OPERAND, node,
		"An index counts from 0");
	return FAILS;
}

/* ---- steps ---- */

/* "RELATIONSHIP, <requirement_name>, <idx_of_out_rel_in_req>, <rel_context>" */
static enum verdict step_along_requirement(struct traversal *traversal)
{
	struct graph_place node = traversal->place;
	double index;
	traversal->position++;
	enum verdict verdict = expect_name(traversal, "the name of a requirement");
	if (verdict != HOLDS)
		return verdict;
	struct node name = next_of(traversal);
	traversal->position++;
	verdict = read_index(traversal, &index);
	if (verdict != HOLDS)
		return verdict;
	struct graph_place next =
		graph_step_requirement_at(traversal->checker, &node, node_text(name), index);
	if (next.kind == PLACE_NOWHERE)
		return report_step(traversal, PART_REQUIREMENTS, name);
	go_to(traversal, PLACE_RELATIONSHIP, next);
	return HOLDS;
}

/* "CAPABILITY, <capability_name>" */
static enum verdict step_into_capability(struct traversal *traversal)
{
	traversal->position++;
	enum verdict verdict = expect_name(traversal, "the name of a capability");
	if (verdict != HOLDS)
		return verdict;
	struct node name = next_of(traversal);
	traversal->position++;
	struct graph_place next =
		graph_step_capability(traversal->checker, &traversal->place, node_text(name));
	if (next.kind == PLACE_NOWHERE)
		return report_step(traversal, PART_CAPABILITIES, name);
	struct node_entry node = {traversal->place.key, traversal->place.element};
	go_to(traversal, PLACE_CAPABILITY, next);
	traversal->place.owner = node;
	return HOLDS;
}

/* "CAPABILITY, <capability_name>, RELATIONSHIP, <idx_of_incoming_rel>, <rel_context>": which
 * relationships come in, all other nodes tell together. */
static enum verdict step_back(struct traversal *traversal)
{
	struct node_entry node = traversal->place.owner;
	double index;
	traversal->position++;
	enum verdict verdict = read_index(traversal, &index);
	traversal->place =
		(struct graph_place){.kind = PLACE_RELATIONSHIP, .is_open = true, .owner = node};
	return verdict;
}

/* "<rel_context> ::= SOURCE, <node_context> | TARGET, <node_context> | CAPABILITY | <empty>" */
static enum verdict step_from_relationship(struct traversal *traversal)
{
	struct graph_place relationship = traversal->place;
	if (next_is(traversal, "SOURCE"))
		go_to(traversal, PLACE_NODE, graph_step_source(traversal->checker, &relationship));
	else if (next_is(traversal, "TARGET"))
		go_to(traversal, PLACE_NODE, graph_step_target(traversal->checker, &relationship));
	else
		go_to(traversal, PLACE_CAPABILITY,
			graph_step_end(traversal->checker, &relationship));
	traversal->position++;
	return HOLDS;
}

static enum verdict report_misplaced(const struct traversal *traversal, const char *follows)
{
	static const char *const kinds[] = {
		[PLACE_NODE] = "a node",
		[PLACE_RELATIONSHIP] = "a relationship",
		[PLACE_CAPABILITY] = "a capability",
	};
	struct node word = next_of(traversal);
	struct string name = traversal->place.name;
	if (name.length)
		path_report(traversal->checker, traversal->path, DIAGNOSTIC_CODE_WRONG_CONTEXT,
			word, "\"%.*s\" follows %s, and \"%.*s\" is %s",
			STRING_ARGUMENTS(node_text(word)), follows, STRING_ARGUMENTS(name),
			kinds[traversal->place.kind]);
	else
		path_report(traversal->checker, traversal->path, DIAGNOSTIC_CODE_WRONG_CONTEXT,
			word, "\"%.*s\" follows %s, and here the path is at %s",
			STRING_ARGUMENTS(node_text(word)), follows, kinds[traversal->place.kind]);
	return FAILS;
}

/* One step further, if a word of the graph comes next. */
static enum verdict step(struct traversal *traversal)
{
	enum graph_place_kind kind = traversal->place.kind;
	bool is_relationship = next_is(traversal, "RELATIONSHIP");
	if (kind == PLACE_RELATIONSHIP)
		return is_relationship ? report_misplaced(traversal, "a node")
				       : step_from_relationship(traversal);
	if (next_is(traversal, "SOURCE") || next_is(traversal, "TARGET"))
		return report_misplaced(traversal, "a relationship");
	if (kind == PLACE_NODE)
		return is_relationship ? step_along_requirement(traversal)
				       : step_into_capability(traversal);
	return is_relationship ? step_back(traversal)
			       : report_misplaced(traversal, "a node or relationship");
}

static bool is_step(const struct traversal *traversal)
{
	return next_is(traversal, "RELATIONSHIP") || next_is(traversal, "CAPABILITY") ||
	       next_is(traversal, "SOURCE") || next_is(traversal, "TARGET");
}

/* Of the relationship of a node filter, the OASIS suite goes on as if it were the target. */
static bool is_doubtful(const struct traversal *traversal)
{
	return traversal->position == 1 && traversal->place.kind == PLACE_RELATIONSHIP &&
	       traversal->place.is_open && next_is(traversal, "RELATIONSHIP");
}

enum verdict path_traverse(
	struct template_checker *checker, struct path *path, const struct graph_place *start)
{
	struct traversal traversal = {checker, path, *start, 1};
	bool is_property = path->written->part == PART_PROPERTIES;
	while (is_step(&traversal)) {
		enum verdict verdict = is_doubtful(&traversal) ? UNKNOWN : step(&traversal);
		if (verdict != HOLDS)
			return verdict;
	}
	enum verdict verdict = expect_name(
		&traversal, is_property ? "the name of a property" : "the name of an attribute");
	if (verdict != HOLDS)
		return verdict;
	struct node name = next_of(&traversal);
	verdict = path_find_value(checker, path, &traversal.place, node_text(name));
	if (verdict == FAILS)
		path_report_unknown(checker, path, &traversal.place, name);
	return verdict == HOLDS ? path_follow_parts(checker, path, traversal.position + 1)
				: verdict;
}
