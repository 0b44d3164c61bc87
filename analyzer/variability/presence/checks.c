#include "analyzer/variability/presence/checks.h"

#include <assert.h>

/* ---- which there are ---- */

struct visiting {
	const struct element_graph *graph;
	const struct options *options;
	check_visitor *visit;
	void *context;
	enum phase phase;
};

static bool is_on(const struct visiting *visiting, enum flag_option option)
{
	return visiting->options->flags[option];
}

static struct elements all_of(const struct visiting *visiting, enum element_kind kind)
{
	return visiting->graph->kinds[kind];
}

static void visit(const struct visiting *visiting, struct check check)
{
	check.phase = visiting->phase;
	visiting->visit(visiting->context, &check);
}

bool check_counts(const struct check *check, const struct element *other)
{
	switch (check->selection) {
	case SELECT_ALL:
		return true;
	case SELECT_HOSTING:
		return other->relation.is_hosting;
	case SELECT_NAMESAKES_BEFORE:
		return string_equal(other->name, check->element->name);
	}
	return true;
}

/* ---- relations, containers, alternatives ---- */

static void visit_relation_ends(const struct visiting *visiting, bool source)
{
	struct elements relations = all_of(visiting, ELEMENT_RELATION);

	for (uint32_t i = 0; i < relations.count; i++) {
		struct element *end = source ? element_source(relations.items[i])
					     : relations.items[i]->relation.target;

		if (end)
			visit(visiting,
				(struct check){.code = source ? DIAGNOSTIC_CODE_ABSENT_SOURCE
							      : DIAGNOSTIC_CODE_ABSENT_TARGET,
					.element = relations.items[i],
					.violation = VIOLATED_BY_NONE,
					.others = {&end, 1},
					.words = source ? "source" : "target"});
	}
}

static void visit_containers(const struct visiting *visiting, enum element_kind kind)
{
	struct elements elements = all_of(visiting, kind);

	for (uint32_t i = 0; i < elements.count; i++)
		visit(visiting, (struct check){.code = DIAGNOSTIC_CODE_ABSENT_CONTAINER,
					.element = elements.items[i],
					.violation = VIOLATED_BY_NONE,
					.others = {&elements.items[i]->container, 1}});
}

/* How many stand before it; they are in canonical order. */
static uint32_t place_among(
	const struct element_graph *graph, struct elements elements, const struct element *element)
{
	uint32_t order = element_order(graph, element);
	uint32_t low = 0, high = elements.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (element_order(graph, elements.items[middle]) < order)
			low = middle + 1;
		else
			high = middle;
	}
	assert(!elements.count || elements.items[low] == element);
	return low;
}

/* The second present element of a name is the ambiguous one. */
static void visit_names(
	const struct visiting *visiting, struct elements elements, const struct element *scope)
{
	for (uint32_t i = 0; i < elements.count; i++) {
		struct elements before = elements.items[i]->alternatives;
		uint32_t count = place_among(visiting->graph, before, elements.items[i]);

		if (count > 0)
			visit(visiting, (struct check){.code = DIAGNOSTIC_CODE_AMBIGUOUS_ELEMENT,
						.element = elements.items[i],
						.scope = scope,
						.violation = VIOLATED_BY_ANY,
						.selection = SELECT_NAMESAKES_BEFORE,
						.others = {before.items, count},
						.words = "is ambiguous"});
	}
}

enum member_kind {
	MEMBER_RELATIONS,
	MEMBER_PROPERTIES,
	MEMBER_ARTIFACTS,
};

static void visit_members(const struct visiting *visiting, enum member_kind kind)
{
	struct elements nodes = all_of(visiting, ELEMENT_NODE);

	for (uint32_t i = 0; i < nodes.count; i++) {
		const struct element *node = nodes.items[i];

		visit_names(visiting,
			kind == MEMBER_RELATIONS    ? node->node.relations
			: kind == MEMBER_PROPERTIES ? node->properties
						    : node->node.artifacts,
			node);
	}
}

/* ---- types ---- */

static void visit_type(const struct visiting *visiting, const struct element *element,
	const struct element *scope, const char *words)
{
	visit(visiting, (struct check){.code = DIAGNOSTIC_CODE_NO_PRESENT_TYPE,
				.element = element,
				.scope = scope,
				.violation = VIOLATED_BY_NONE,
				.others = element->types,
				.words = words});
}

/* Two types of different names pass: the first present one is used. */
static void visit_types(const struct visiting *visiting, enum element_kind kind)
{
	struct elements elements = all_of(visiting, kind);

	for (uint32_t i = 0; i < elements.count; i++) {
		visit_type(visiting, elements.items[i], NULL, "has no type");
		visit_names(visiting, elements.items[i]->types, elements.items[i]);
	}
}

/* ---- nodes ---- */

static struct elements hosts_of(const struct element *node)
{
	return node->node.relations;
}

static struct elements incoming_of(const struct element *node)
{
	return node->node.incoming;
}

static struct elements artifacts_of(const struct element *node)
{
	return node->node.artifacts;
}

static struct elements technologies_of(const struct element *node)
{
	return node->node.technologies;
}

/* Of what belongs to a present node, one must be present, or one at most. */
static const struct node_check {
	enum flag_option option;
	struct elements (*members)(const struct element *node);
	bool is_at_most_one;
	enum diagnostic_code code;
	const char *violation;
} node_checks[] = {
	{FLAG_AMBIGUOUS_HOSTING_CHECK, hosts_of, true, DIAGNOSTIC_CODE_SEVERAL_HOSTS,
		"has more than one hosting relations"},
	{FLAG_EXPECTED_HOSTING_CHECK, hosts_of, false, DIAGNOSTIC_CODE_NO_HOST,
		"expected to have a hosting relation"},
	{FLAG_EXPECTED_INCOMING_RELATION_CHECK, incoming_of, false,
		DIAGNOSTIC_CODE_NO_INCOMING_RELATION, "expected to have an incoming relation"},
	{FLAG_EXPECTED_ARTIFACT_CHECK, artifacts_of, false, DIAGNOSTIC_CODE_NO_DEPLOYMENT_ARTIFACT,
		"expected to have an deployment artifact"},
	{FLAG_EXPECTED_TECHNOLOGY_CHECK, technologies_of, false,
		DIAGNOSTIC_CODE_NO_PRESENT_TECHNOLOGY, "expected to have a technology"},
};
static const struct node_check technology_check = {FLAG_AMBIGUOUS_TECHNOLOGY_CHECK, technologies_of,
	true, DIAGNOSTIC_CODE_SEVERAL_TECHNOLOGIES, "has more than one technology"};

/* Where there is nothing to be present, nothing is missed. */
static void visit_node(
	const struct visiting *visiting, const struct node_check *of, const struct element *node)
{
	struct check check = {.code = of->code,
		.element = node,
		.violation = of->is_at_most_one ? VIOLATED_BY_SEVERAL : VIOLATED_BY_NONE,
		.selection = of->members == hosts_of ? SELECT_HOSTING : SELECT_ALL,
		.others = of->members(node),
		.words = of->violation};
	bool has_some = false;

	for (uint32_t i = 0; i < check.others.count && !has_some; i++)
		has_some = check_counts(&check, check.others.items[i]);
	if (has_some)
		visit(visiting, check);
}

static void visit_nodes(const struct visiting *visiting, const struct node_check *check)
{
	struct elements nodes = all_of(visiting, ELEMENT_NODE);

	for (uint32_t i = 0; i < nodes.count && is_on(visiting, check->option); i++)
		visit_node(visiting, check, nodes.items[i]);
}

/* ---- inputs and outputs ---- */

static void visit_consumed(const struct visiting *visiting)
{
	struct elements inputs = all_of(visiting, ELEMENT_INPUT);

	for (uint32_t i = 0; i < inputs.count; i++)
		visit(visiting, (struct check){.code = DIAGNOSTIC_CODE_UNCONSUMED_INPUT,
					.element = inputs.items[i],
					.violation = VIOLATED_BY_NONE,
					.others = inputs.items[i]->input.consumers,
					.words = "is not consumed"});
}

static void visit_produced(const struct visiting *visiting)
{
	struct elements outputs = all_of(visiting, ELEMENT_OUTPUT);

	for (uint32_t i = 0; i < outputs.count; i++)
		visit(visiting, (struct check){.code = DIAGNOSTIC_CODE_UNPRODUCED_OUTPUT,
					.element = outputs.items[i],
					.violation = VIOLATED_BY_ABSENCE,
					.others = outputs.items[i]->output.producers,
					.words = "is not produced"});
}

/* ---- the order of checks ---- */

static void visit_result(const struct visiting *visiting)
{
	if (is_on(visiting, FLAG_RELATION_SOURCE_CHECK))
		visit_relation_ends(visiting, true);
	if (is_on(visiting, FLAG_RELATION_TARGET_CHECK))
		visit_relation_ends(visiting, false);
	if (is_on(visiting, FLAG_MISSING_ARTIFACT_CONTAINER_CHECK))
		visit_containers(visiting, ELEMENT_ARTIFACT);
	if (is_on(visiting, FLAG_AMBIGUOUS_ARTIFACT_CHECK))
		visit_members(visiting, MEMBER_ARTIFACTS);
	if (is_on(visiting, FLAG_MISSING_PROPERTY_CONTAINER_CHECK))
		visit_containers(visiting, ELEMENT_PROPERTY);
	if (is_on(visiting, FLAG_AMBIGUOUS_PROPERTY_CHECK))
		visit_members(visiting, MEMBER_PROPERTIES); /* properties of nodes only */
	if (is_on(visiting, FLAG_MISSING_TYPE_CONTAINER_CHECK))
		visit_containers(visiting, ELEMENT_TYPE);
	if (is_on(visiting, FLAG_AMBIGUOUS_TYPE_CHECK)) {
		visit_types(visiting, ELEMENT_NODE);
		visit_types(visiting, ELEMENT_GROUP);
		visit_types(visiting, ELEMENT_POLICY);
		visit_types(visiting, ELEMENT_ARTIFACT);
	}
	for (size_t i = 0; i < sizeof(node_checks) / sizeof(node_checks[0]); i++)
		visit_nodes(visiting, &node_checks[i]);
	if (is_on(visiting, FLAG_MISSING_TECHNOLOGY_CONTAINER_CHECK))
		visit_containers(visiting, ELEMENT_TECHNOLOGY);
	visit_nodes(visiting, &technology_check);
	if (is_on(visiting, FLAG_AMBIGUOUS_INPUT_CHECK))
		visit_names(visiting, all_of(visiting, ELEMENT_INPUT), NULL);
	/* One option controls both; `unconsumed_input_check` is never asked. */
	if (is_on(visiting, FLAG_UNPRODUCED_OUTPUT_CHECK))
		visit_consumed(visiting);
	if (is_on(visiting, FLAG_AMBIGUOUS_OUTPUT_CHECK))
		visit_names(visiting, all_of(visiting, ELEMENT_OUTPUT), NULL);
	if (is_on(visiting, FLAG_UNPRODUCED_OUTPUT_CHECK))
		visit_produced(visiting);
	if (is_on(visiting, FLAG_AMBIGUOUS_RELATION_CHECK))
		visit_members(visiting, MEMBER_RELATIONS);
}

/* ---- what nobody checks, but surprises ---- */

/* Of several present types the first is used. */
static void visit_surprises(const struct visiting *visiting)
{
	static const enum element_kind kinds[] = {
		ELEMENT_NODE, ELEMENT_RELATION, ELEMENT_ARTIFACT, ELEMENT_GROUP, ELEMENT_POLICY};

	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		struct elements elements = all_of(visiting, kinds[k]);

		for (uint32_t i = 0; i < elements.count; i++)
			if (elements.items[i]->types.count > 1 &&
				!element_is_cleaned(elements.items[i]))
				visit(visiting,
					(struct check){
						.code = DIAGNOSTIC_CODE_SEVERAL_PRESENT_TYPES,
						.element = elements.items[i],
						.violation = VIOLATED_BY_SEVERAL,
						.others = elements.items[i]->types,
						.words = "has several present types: the "
							 "first is used"});
	}
}

/* ---- what the resolved template cannot do without, whatever the options ---- */

static void visit_output_of_node(const struct visiting *visiting, const struct element *node)
{
	static const struct node_check technology = {.members = technologies_of,
		.code = DIAGNOSTIC_CODE_NO_PRESENT_TECHNOLOGY,
		.violation = "has no present technology"};
	struct elements artifacts = node->node.artifacts;

	visit_type(visiting, node, NULL, "has no present type");
	visit_node(visiting, &technology, node);
	for (uint32_t i = 0; i < artifacts.count; i++)
		visit_type(visiting, artifacts.items[i], node, "has no present type");
}

static void visit_output(const struct visiting *visiting)
{
	static const enum element_kind order[] = {
		ELEMENT_NODE, ELEMENT_RELATION, ELEMENT_GROUP, ELEMENT_POLICY};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		struct elements elements = all_of(visiting, order[i]);

		for (uint32_t k = 0; k < elements.count; k++) {
			const struct element *element = elements.items[k];

			if (order[i] == ELEMENT_NODE)
				visit_output_of_node(visiting, element);
			else if (order[i] == ELEMENT_RELATION &&
				 element->relation.relationship.length == 0)
				continue;
			else if (order[i] == ELEMENT_GROUP && element->group.is_variability_group)
				continue;
			else
				visit_type(visiting, element, NULL, "has no present type");
		}
	}
}

void checks_visit(const struct element_graph *graph, const struct options *options,
	check_visitor *visitor, void *context)
{
	struct visiting visiting = {graph, options, visitor, context, PHASE_CHECK};

	visit_result(&visiting);
	visiting.phase = PHASE_OUTPUT;
	visit_output(&visiting);
	visiting.phase = PHASE_WARNING;
	visit_surprises(&visiting);
}

/* ---- for many variants at once ---- */

struct checks {
	const struct options *options;
	const uint64_t *present;
	uint64_t variants;
	struct problems *problems;
};

/* Of the variants `asked`; it ends as soon as that is known of all of them. */
static uint64_t violated_by(const struct checks *checks, const struct check *check, uint64_t asked)
{
	uint64_t one = 0, several = 0, all = UINT64_MAX;

	for (uint32_t i = 0; i < check->others.count; i++) {
		uint64_t decided = check->violation == VIOLATED_BY_ABSENCE   ? ~all
				   : check->violation == VIOLATED_BY_SEVERAL ? several
									     : one;
		uint64_t present;

		if (!(asked & ~decided))
			break;
		if (!check_counts(check, check->others.items[i]))
			continue;
		present = checks->present[check->others.items[i]->position];
		several |= one & present;
		one |= present;
		all &= present;
	}
	switch (check->violation) {
	case VIOLATED_BY_NONE:
		return ~one;
	case VIOLATED_BY_ANY:
		return one;
	case VIOLATED_BY_SEVERAL:
		return several;
	case VIOLATED_BY_ABSENCE:
		return ~all;
	}
	return 0;
}

static struct node place_of(const struct element *element)
{
	const struct element *written = element;

	while (written->is_synthetic && written->container)
		written = written->container;
	return written->key;
}

static struct string text_of(const struct check *check, struct arena *arena)
{
	switch (check->code) {
	case DIAGNOSTIC_CODE_ABSENT_SOURCE:
	case DIAGNOSTIC_CODE_ABSENT_TARGET:
		return arena_format(arena, "Relation %s \"%.*s\" of %.*s does not exist",
			check->words, STRING_ARGUMENTS(check->others.items[0]->name),
			STRING_ARGUMENTS(element_display(check->element, arena)));
	case DIAGNOSTIC_CODE_ABSENT_CONTAINER:
		return arena_format(arena, "Container of %.*s does not exist",
			STRING_ARGUMENTS(element_display(check->element, arena)));
	default:
		return arena_format(arena, "%.*s %s",
			STRING_ARGUMENTS(element_title(check->element, arena)), check->words);
	}
}

/* What nearly everyone meets first: nothing has been said about what goes away with what, and then
 * nothing does. */
static struct string advice_of(const struct options *options, const struct check *check)
{
	bool is_left_behind = check->code == DIAGNOSTIC_CODE_ABSENT_CONTAINER ||
			      check->code == DIAGNOSTIC_CODE_ABSENT_SOURCE ||
			      check->code == DIAGNOSTIC_CODE_ABSENT_TARGET;

	if (!is_left_behind || node_count(options->map) > 0)
		return STRING("");
	return STRING("with \"options: {mode: semantic-loose}\" it goes away as well");
}

/* Adds a violation, unless there is no variant with it. */
static void run(void *context, const struct check *check)
{
	struct checks *checks = context;
	uint64_t violated = checks->present[check->element->position] & checks->variants;
	struct problem *problem;
	struct string text;

	if (check->scope)
		violated &= checks->present[check->scope->position];
	if (violated)
		violated &= violated_by(checks, check, violated);
	if (!violated)
		return;
	text = text_of(check, checks->problems->arena);
	problem = problems_add(checks->problems, check->phase, check->code,
		place_of(check->element), "%.*s", STRING_ARGUMENTS(text));
	problem->variants = violated;
	problem->advice = advice_of(checks->options, check);
}

void checks_run(const struct element_graph *graph, const struct options *options,
	const uint64_t *present, uint64_t variants, struct problems *problems)
{
	struct checks checks = {options, present, variants, problems};

	checks_visit(graph, options, run, &checks);
}
