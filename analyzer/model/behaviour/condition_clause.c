#include "analyzer/model/behaviour/condition_clause.h"

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/grammar/grammar_walker.h"
#include "analyzer/model/values/constraint_check.h"

/* ---- assertions ---- */

/* Running nodes report more than their types say, so only what looks like a typing mistake is
 * told. */
static struct value_schema find_attribute(
	struct template_checker *checker, const struct graph_place *place, struct node name)
{
	struct value_schema schema;
	if (graph_find_value(checker, place, PART_ATTRIBUTES, node_text(name), &schema) != FAILS)
		return schema;
	struct suggestion suggestion = suggestion_for(node_text(name));
	graph_suggest(checker, place, PART_ATTRIBUTES, &suggestion);
	graph_suggest(checker, place, PART_PROPERTIES, &suggestion);
	if (suggestion.best.length)
		template_report_unknown(
			checker, "", place->name, PART_ATTRIBUTES, name, &suggestion);
	return schema;
}

static void check_constraint(
	struct template_checker *checker, struct value_schema schema, struct node clause)
{
	struct string op = node_text(node_entry(clause, 0).key);
	if (node_kind(clause) != NODE_MAPPING && !node_is_null(clause))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, clause,
			"A constraint clause is a map of an operator, not %s",
			grammar_node_description(clause));
	else if (keyname_find(CONSTRUCT_CONSTRAINT_CLAUSE, checker->scope.version, op))
		constraint_check_clause(&checker->values, schema, clause);
}

/* Orchestrators have states of their own; this is about typing mistakes in those of section "Node
 * States". */
static void check_state(struct template_checker *checker, struct node state)
{
	struct suggestion suggestion = suggestion_for(node_text(state));
	const char *rest =
		keyname_find(CONSTRUCT_ACTIVITY, checker->scope.version, STRING("set_state"))
			->shape->words;
	struct string word;
	while (shape_next_word(&rest, &word))
		suggestion_offer(&suggestion, word);
	template_report_misspelt(
		checker, DIAGNOSTIC_CODE_BAD_KEYNAME_VALUE, "state", state, &suggestion, 2);
}

static void check_states(struct template_checker *checker, struct node clause)
{
	struct node several = node_get(clause, "valid_values");
	check_state(checker, node_get(clause, "equal"));
	for (uint32_t i = 0; node_kind(several) == NODE_SEQUENCE && i < node_count(several); i++)
		check_state(checker, node_item(several, i));
}

/* "<attribute_name>: <list_of_constraint_clauses>" */
static void check_assertion(struct template_checker *checker, const struct graph_place *place,
	struct node_entry assertion)
{
	bool is_list = node_kind(assertion.value) == NODE_SEQUENCE;
	struct value_schema schema = find_attribute(checker, place, assertion.key);
	for (uint32_t i = 0; i < (is_list ? node_count(assertion.value) : 1); i++) {
		struct node clause = is_list ? node_item(assertion.value, i) : assertion.value;
		check_constraint(checker, schema, clause);
		if (string_is(node_text(assertion.key), "state"))
			check_states(checker, clause);
	}
}

static void check_assertions(
	struct template_checker *checker, const struct graph_place *place, struct node assertions)
{
	uint32_t count = node_count(assertions);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry assertion = collection_entry(assertions, i);
		if (!node_is_absent(assertion.key))
			check_assertion(checker, place, assertion);
	}
}

/* ---- clauses ---- */

static void check(
	struct template_checker *checker, const struct graph_place *place, struct node clause)
{
	uint32_t count = node_count(clause);
	for (uint32_t i = 0; i < count; i++) {
		if (node_kind(clause) == NODE_SEQUENCE) {
			check(checker, place, node_item(clause, i));
			continue;
		}
		struct node_entry entry = node_entry(clause, i);
		struct string key = node_text(entry.key);
		if (string_is(key, "and") || string_is(key, "or") || string_is(key, "not"))
			check(checker, place, entry.value);
		else if (string_is(key, "assert"))
			check_assertions(checker, place, entry.value);
		else
			check_assertion(checker, place, entry);
	}
}

void condition_clause_check(
	struct template_checker *checker, const struct graph_place *place, struct node condition)
{
	check(checker, place, condition);
}
