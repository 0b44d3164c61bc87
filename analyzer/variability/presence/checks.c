#include "analyzer/variability/presence/checks.h"

struct checks {
	const struct element_graph *graph;
	const struct options *options;
	const uint64_t *present;
	uint64_t variants;
	struct problems *problems;
	enum phase phase;
};

static uint64_t presence_of(const struct checks *checks, const struct element *element)
{
	return checks->present[element->position] & checks->variants;
}

static uint64_t any_present(const struct checks *checks, struct elements elements)
{
	uint64_t present = 0;

	for (uint32_t i = 0; i < elements.count; i++)
		present |= presence_of(checks, elements.items[i]);
	return present;
}

static bool is_on(const struct checks *checks, enum flag_option option)
{
	return checks->options->flags[option];
}

static struct elements all_of(const struct checks *checks, enum element_kind kind)
{
	return checks->graph->kinds[kind];
}

static struct node place_of(const struct element *element)
{
	const struct element *written = element;

	while (written->is_synthetic && written->container)
		written = written->container;
	return written->key;
}

/* Adds a violation, unless there is no variant with it. */
static void report(struct checks *checks, uint64_t violated, enum diagnostic_code code,
	const struct element *element, struct string text)
{
	struct problem *problem;

	if (!violated)
		return;
	problem = problems_add(checks->problems, checks->phase, code, place_of(element), "%.*s",
		STRING_ARGUMENTS(text));
	problem->variants = violated;
}

static struct string display(const struct checks *checks, const struct element *element)
{
	return element_display(element, checks->problems->arena);
}

/* ---- relations, containers, alternatives ---- */

static void check_relation_ends(struct checks *checks, bool source)
{
	struct elements relations = all_of(checks, ELEMENT_RELATION);

	for (uint32_t i = 0; i < relations.count; i++) {
		const struct element *relation = relations.items[i];
		const struct element *end =
			source ? element_source(relation) : relation->relation.target;
		uint64_t violated = presence_of(checks, relation);

		if (end)
			violated &= ~presence_of(checks, end);
		if (!violated || !end)
			continue;
		report(checks, violated,
			source ? DIAGNOSTIC_CODE_ABSENT_SOURCE : DIAGNOSTIC_CODE_ABSENT_TARGET,
			relation,
			arena_format(checks->problems->arena,
				"Relation %s \"%.*s\" of %.*s does not exist",
				source ? "source" : "target", STRING_ARGUMENTS(end->name),
				STRING_ARGUMENTS(display(checks, relation))));
	}
}

static void check_containers(struct checks *checks, enum element_kind kind)
{
	struct elements elements = all_of(checks, kind);

	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		uint64_t violated =
			presence_of(checks, element) & ~presence_of(checks, element->container);

		if (violated)
			report(checks, violated, DIAGNOSTIC_CODE_ABSENT_CONTAINER, element,
				arena_format(checks->problems->arena,
					"Container of %.*s does not exist",
					STRING_ARGUMENTS(display(checks, element))));
	}
}

static void report_ambiguous(
	struct checks *checks, uint64_t violated, const struct element *element)
{
	if (violated)
		report(checks, violated, DIAGNOSTIC_CODE_AMBIGUOUS_ELEMENT, element,
			arena_format(checks->problems->arena, "%.*s is ambiguous",
				STRING_ARGUMENTS(element_title(element, checks->problems->arena))));
}

/* The second present element of a name is the ambiguous one. */
static uint64_t same_present_before(const struct checks *checks, const struct element *element)
{
	struct elements others = element->alternatives;
	uint64_t present = 0;

	for (uint32_t i = 0; i < others.count && others.items[i] != element; i++)
		if (string_equal(others.items[i]->name, element->name))
			present |= presence_of(checks, others.items[i]);
	return present;
}

static void check_names(struct checks *checks, struct elements elements, uint64_t scope)
{
	for (uint32_t i = 0; i < elements.count && scope; i++) {
		uint64_t present = presence_of(checks, elements.items[i]) & scope;

		if (present)
			report_ambiguous(checks,
				present & same_present_before(checks, elements.items[i]),
				elements.items[i]);
	}
}

enum member_kind {
	MEMBER_RELATIONS,
	MEMBER_PROPERTIES,
	MEMBER_ARTIFACTS,
};

static void check_members(struct checks *checks, enum member_kind kind)
{
	struct elements nodes = all_of(checks, ELEMENT_NODE);

	for (uint32_t i = 0; i < nodes.count; i++) {
		const struct element *node = nodes.items[i];

		check_names(checks,
			kind == MEMBER_RELATIONS    ? node->node.relations
			: kind == MEMBER_PROPERTIES ? node->properties
						    : node->node.artifacts,
			presence_of(checks, node));
	}
}

/* ---- types ---- */

/* Two types of different names pass: the first present one is used. */
static void check_types(struct checks *checks, enum element_kind kind)
{
	struct elements elements = all_of(checks, kind);

	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		uint64_t present = presence_of(checks, element);
		uint64_t untyped = present & ~any_present(checks, element->types);

		if (untyped)
			report(checks, untyped, DIAGNOSTIC_CODE_NO_PRESENT_TYPE, element,
				arena_format(checks->problems->arena, "%.*s has no type",
					STRING_ARGUMENTS(
						element_title(element, checks->problems->arena))));
		check_names(checks, element->types, present);
	}
}

/* ---- nodes ---- */

static uint64_t several_present(
	const struct checks *checks, struct elements elements, bool only_hosting)
{
	uint64_t one = 0, several = 0;

	for (uint32_t i = 0; i < elements.count; i++) {
		uint64_t present = presence_of(checks, elements.items[i]);

		if (only_hosting && !elements.items[i]->relation.is_hosting)
			continue;
		several |= one & present;
		one |= present;
	}
	return several;
}

static uint64_t none_present(
	const struct checks *checks, struct elements elements, bool only_hosting)
{
	uint64_t present = 0;
	bool some = false;

	for (uint32_t i = 0; i < elements.count; i++) {
		if (only_hosting && !elements.items[i]->relation.is_hosting)
			continue;
		some = true;
		present |= presence_of(checks, elements.items[i]);
	}
	return some ? ~present : 0;
}

static void report_node(struct checks *checks, uint64_t violated, enum diagnostic_code code,
	const struct element *node, const char *what)
{
	if (violated)
		report(checks, violated, code, node,
			arena_format(checks->problems->arena, "Node \"%.*s\" %s",
				STRING_ARGUMENTS(node->name), what));
}

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

static void check_nodes(struct checks *checks, const struct node_check *check)
{
	struct elements nodes = all_of(checks, ELEMENT_NODE);
	bool only_hosting = check->members == hosts_of;

	for (uint32_t i = 0; i < nodes.count && is_on(checks, check->option); i++) {
		const struct element *node = nodes.items[i];
		struct elements members = check->members(node);
		uint64_t violated = check->is_at_most_one
					    ? several_present(checks, members, only_hosting)
					    : none_present(checks, members, only_hosting);

		report_node(checks, violated & presence_of(checks, node), check->code, node,
			check->violation);
	}
}

/* ---- inputs and outputs ---- */

static void check_consumed(struct checks *checks)
{
	struct elements inputs = all_of(checks, ELEMENT_INPUT);

	for (uint32_t i = 0; i < inputs.count; i++) {
		const struct element *input = inputs.items[i];
		uint64_t violated =
			presence_of(checks, input) & ~any_present(checks, input->input.consumers);

		if (violated)
			report(checks, violated, DIAGNOSTIC_CODE_UNCONSUMED_INPUT, input,
				arena_format(checks->problems->arena, "%.*s is not consumed",
					STRING_ARGUMENTS(
						element_title(input, checks->problems->arena))));
	}
}

static void check_produced(struct checks *checks)
{
	struct elements outputs = all_of(checks, ELEMENT_OUTPUT);

	for (uint32_t i = 0; i < outputs.count; i++) {
		const struct element *output = outputs.items[i];
		uint64_t violated = 0;

		for (uint32_t k = 0; k < output->output.producers.count; k++)
			violated |= ~presence_of(checks, output->output.producers.items[k]);
		violated &= presence_of(checks, output);
		if (violated)
			report(checks, violated, DIAGNOSTIC_CODE_UNPRODUCED_OUTPUT, output,
				arena_format(checks->problems->arena, "%.*s is not produced",
					STRING_ARGUMENTS(
						element_title(output, checks->problems->arena))));
	}
}

/* ---- the order of checks ---- */

static void check_result(struct checks *checks)
{
	if (is_on(checks, FLAG_RELATION_SOURCE_CHECK))
		check_relation_ends(checks, true);
	if (is_on(checks, FLAG_RELATION_TARGET_CHECK))
		check_relation_ends(checks, false);
	if (is_on(checks, FLAG_MISSING_ARTIFACT_CONTAINER_CHECK))
		check_containers(checks, ELEMENT_ARTIFACT);
	if (is_on(checks, FLAG_AMBIGUOUS_ARTIFACT_CHECK))
		check_members(checks, MEMBER_ARTIFACTS);
	if (is_on(checks, FLAG_MISSING_PROPERTY_CONTAINER_CHECK))
		check_containers(checks, ELEMENT_PROPERTY);
	if (is_on(checks, FLAG_AMBIGUOUS_PROPERTY_CHECK))
		check_members(checks, MEMBER_PROPERTIES); /* properties of nodes only */
	if (is_on(checks, FLAG_MISSING_TYPE_CONTAINER_CHECK))
		check_containers(checks, ELEMENT_TYPE);
	if (is_on(checks, FLAG_AMBIGUOUS_TYPE_CHECK)) {
		check_types(checks, ELEMENT_NODE);
		check_types(checks, ELEMENT_GROUP);
		check_types(checks, ELEMENT_POLICY);
		check_types(checks, ELEMENT_ARTIFACT);
	}
	for (size_t i = 0; i < sizeof(node_checks) / sizeof(node_checks[0]); i++)
		check_nodes(checks, &node_checks[i]);
	if (is_on(checks, FLAG_MISSING_TECHNOLOGY_CONTAINER_CHECK))
		check_containers(checks, ELEMENT_TECHNOLOGY);
	check_nodes(checks, &technology_check);
	if (is_on(checks, FLAG_AMBIGUOUS_INPUT_CHECK))
		check_names(checks, all_of(checks, ELEMENT_INPUT), checks->variants);
	/* One option controls both; `unconsumed_input_check` is never asked. */
	if (is_on(checks, FLAG_UNPRODUCED_OUTPUT_CHECK))
		check_consumed(checks);
	if (is_on(checks, FLAG_AMBIGUOUS_OUTPUT_CHECK))
		check_names(checks, all_of(checks, ELEMENT_OUTPUT), checks->variants);
	if (is_on(checks, FLAG_UNPRODUCED_OUTPUT_CHECK))
		check_produced(checks);
	if (is_on(checks, FLAG_AMBIGUOUS_RELATION_CHECK))
		check_members(checks, MEMBER_RELATIONS);
}

/* ---- what nobody checks, but surprises ---- */

/* Of several present types the first is used. */
static void warn_types(struct checks *checks)
{
	static const enum element_kind kinds[] = {
		ELEMENT_NODE, ELEMENT_RELATION, ELEMENT_ARTIFACT, ELEMENT_GROUP, ELEMENT_POLICY};

	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		struct elements elements = all_of(checks, kinds[k]);

		for (uint32_t i = 0; i < elements.count; i++) {
			const struct element *element = elements.items[i];
			uint64_t several = presence_of(checks, element) &
					   several_present(checks, element->types, false);

			if (several && !element_is_cleaned(element))
				report(checks, several, DIAGNOSTIC_CODE_SEVERAL_PRESENT_TYPES,
					element,
					arena_format(checks->problems->arena,
						"%.*s has several present types: the first is used",
						STRING_ARGUMENTS(element_title(
							element, checks->problems->arena))));
		}
	}
}

/* ---- what the resolved template cannot do without, whatever the options ---- */

static void require_type(struct checks *checks, const struct element *element)
{
	uint64_t violated = presence_of(checks, element) & ~any_present(checks, element->types);

	if (violated)
		report(checks, violated, DIAGNOSTIC_CODE_NO_PRESENT_TYPE, element,
			arena_format(checks->problems->arena, "%.*s has no present type",
				STRING_ARGUMENTS(element_title(element, checks->problems->arena))));
}

static void require_node(struct checks *checks, const struct element *node)
{
	struct elements artifacts = node->node.artifacts;

	require_type(checks, node);
	report_node(checks,
		none_present(checks, node->node.technologies, false) & presence_of(checks, node),
		DIAGNOSTIC_CODE_NO_PRESENT_TECHNOLOGY, node, "has no present technology");
	for (uint32_t i = 0; i < artifacts.count; i++) {
		uint64_t variants = checks->variants;

		checks->variants &= checks->present[node->position];
		require_type(checks, artifacts.items[i]);
		checks->variants = variants;
	}
}

static void check_output(struct checks *checks)
{
	static const enum element_kind order[] = {
		ELEMENT_NODE, ELEMENT_RELATION, ELEMENT_GROUP, ELEMENT_POLICY};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		struct elements elements = all_of(checks, order[i]);

		for (uint32_t k = 0; k < elements.count; k++) {
			const struct element *element = elements.items[k];

			if (order[i] == ELEMENT_NODE)
				require_node(checks, element);
			else if (order[i] == ELEMENT_RELATION &&
				 element->relation.relationship.length == 0)
				continue;
			else if (order[i] == ELEMENT_GROUP && element->group.is_variability_group)
				continue;
			else
				require_type(checks, element);
		}
	}
}

void checks_run(const struct element_graph *graph, const struct options *options,
	const uint64_t *present, uint64_t variants, struct problems *problems)
{
	struct checks checks = {.graph = graph,
		.options = options,
		.present = present,
		.variants = variants,
		.problems = problems};

	checks.phase = PHASE_CHECK;
	check_result(&checks);
	checks.phase = PHASE_OUTPUT;
	check_output(&checks);
	checks.phase = PHASE_WARNING;
	warn_types(&checks);
}
