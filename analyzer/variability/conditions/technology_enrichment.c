#include "analyzer/variability/conditions/technology_enrichment.h"

#include "analyzer/variability/conditions/conditions.h"
#include "analyzer/variability/conditions/technology_matching.h"
#include "analyzer/variability/values/value.h"

#include <string.h>

struct candidates {
	struct element **items;
	size_t count;
	size_t capacity;
};

struct enrichment {
	struct element_graph *graph;
	const struct technology_rules *rules;
	bool is_complete; /* nobody else could assign technologies */
};

/* ---- managed ---- */

/* Only the string counts, as in the reference implementation. */
static bool is_abstract(struct node definition)
{
	struct node mark = node_get(node_get(definition, "metadata"), "vintner_abstract");

	return node_is_string(mark) && string_is(node_text(mark), "true");
}

enum management {
	IS_MANAGED,
	IS_NOT_MANAGED,
	IS_NO_BOOLEAN,
	HAS_SEVERAL_TYPES,
	HAS_UNKNOWN_TYPE
};

static enum management management_of(const struct element_graph *graph, const struct element *node)
{
	struct node managed = stored_keyword(node->keywords, KEYWORD_MANAGED);
	struct node definition;

	if (!node_is_absent(managed) && node_scalar_type(managed) != SCALAR_BOOLEAN)
		return IS_NO_BOOLEAN;
	if (!node_is_absent(managed))
		return node_boolean(managed) ? IS_MANAGED : IS_NOT_MANAGED;
	if (node->node.technologies.count > 0)
		return IS_MANAGED;
	if (!graph->needs_technologies || node->types.count == 0)
		return IS_NOT_MANAGED; /* the latter is reported where types are read */
	if (node->types.count > 1)
		return HAS_SEVERAL_TYPES;
	if (!type_library_find(graph->types, TYPE_NODE, node->types.items[0]->name, &definition))
		return HAS_UNKNOWN_TYPE;
	return is_abstract(definition) ? IS_NOT_MANAGED : IS_MANAGED;
}

static void report_management(struct problems *problems, enum phase phase,
	const struct element *node, enum management management)
{
	struct node managed = stored_keyword(node->keywords, KEYWORD_MANAGED);
	struct arena *arena = problems->arena;
	struct string text = {0};

	switch (management) {
	case IS_NO_BOOLEAN:
		text = value_json(arena, value_from_node(arena, managed));
		problems_add(problems, phase, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, managed,
			"Element \"%.*s\" is not a boolean", STRING_ARGUMENTS(text));
		break;
	case HAS_SEVERAL_TYPES:
		element_only_type(node, arena, &text);
		problems_add(problems, phase, DIAGNOSTIC_CODE_SEVERAL_TYPES, node->key, "%.*s",
			STRING_ARGUMENTS(text));
		break;
	case HAS_UNKNOWN_TYPE:
		text = node->types.items[0]->name;
		problems_add(problems, phase, DIAGNOSTIC_CODE_UNKNOWN_TYPE,
			node->types.items[0]->key, "Node type \"%.*s\" does not exist",
			STRING_ARGUMENTS(text));
		break;
	default:
		break;
	}
}

bool node_is_managed(const struct element_graph *graph, const struct element *node,
	enum phase phase, struct problems *problems)
{
	enum management management = management_of(graph, node);

	if (problems)
		report_management(problems, phase, node, management);
	return management == IS_MANAGED;
}

/* ---- candidates ---- */

static struct element *create_candidate(struct enrichment *enrichment, struct element *node,
	const struct technology_rule *rule, unsigned distance)
{
	struct element_graph *graph = enrichment->graph;
	struct element *technology = arena_allocate(graph->arena, 1, sizeof(*technology));
	struct string type = node->types.count ? node->types.items[0]->name : STRING("undefined");

	technology->kind = ELEMENT_TECHNOLOGY;
	technology->container = node;
	technology->name = arena_lower_case(graph->arena, rule->technology);
	technology->is_synthetic = true;
	technology->technology.rule = rule;
	technology->technology.scenario = rule->scenario;
	technology->technology.weight = rule->weight;
	if (graph->options->flags[FLAG_OPTIMIZATION_SCENARIOS])
		technology->technology.priority = distance;
	technology->technology.assign =
		rule->assign.length ? rule->assign
				    : arena_format(graph->arena, "%.*s~%.*s",
					      STRING_ARGUMENTS(type), STRING_ARGUMENTS(rule->name));
	return technology;
}

/* A type is unknown, or the hosting stack ends with "*". */
static void report_match(struct enrichment *enrichment, const struct technology_scenario *scenario,
	const struct element *node, struct string error)
{
	struct problems *problems = enrichment->graph->problems;
	struct string_list hosting = scenario->first->hosting;

	if (hosting.count > 0 && string_is(hosting.items[hosting.count - 1], "*"))
		problems_add(problems, PHASE_ENRICH, DIAGNOSTIC_CODE_BAD_RULE,
			node_get(scenario->first->node, "hosting"), "%.*s", STRING_ARGUMENTS(error))
			->advice = STRING("there is no host type behind \"*\"");
	else
		problems_add(problems, PHASE_ENRICH, DIAGNOSTIC_CODE_UNKNOWN_TYPE, node->key,
			"%.*s", STRING_ARGUMENTS(error));
}

/* The candidates of a node: of each scenario that matches, its best rules or all of them. */
static struct candidates find_candidates(struct enrichment *enrichment, struct element *node)
{
	struct element_graph *graph = enrichment->graph;
	struct candidates candidates = {0};
	bool best_only = graph->options->flags[FLAG_ENRICH_TECHNOLOGIES_BEST_ONLY];

	for (uint32_t i = 0; i < enrichment->rules->scenario_count; i++) {
		const struct technology_scenario *scenario = enrichment->rules->scenarios[i];
		struct scenario_matches matches =
			scenario_match(graph, scenario, node, graph->arena);

		if (matches.error.length) {
			report_match(enrichment, scenario, node, matches.error);
			break;
		}
		for (uint32_t j = 0; matches.count > 0 && j < scenario->rule_count; j++) {
			const struct technology_rule *rule = scenario->rules[j];

			if (best_only && rule->weight < scenario->best_weight)
				continue;
			candidates.items = arena_reserve(graph->arena, candidates.items,
				candidates.count, &candidates.capacity, sizeof(*candidates.items));
			candidates.items[candidates.count++] =
				create_candidate(enrichment, node, rule, matches.distance);
		}
	}
	return candidates;
}

/* ---- replacing what is modelled ---- */

static bool has_conditions(const struct element *technology)
{
	return technology->has_default_alternative ||
	       !node_is_absent(stored_keyword(technology->keywords, KEYWORD_CONDITIONS));
}

/* Nothing but the conditions of a technology survives its replacement. */
static void warn_replaced(struct enrichment *enrichment, const struct element *technology)
{
	struct element_graph *graph = enrichment->graph;
	struct node written = technology->value;
	uint32_t count = node_kind(written) == NODE_MAPPING ? node_count(written) : 0;

	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(written, i);
		struct string keyname = node_text(entry.key), title;

		if (node_is_null(entry.value) || string_is(keyname, "conditions"))
			continue;
		title = element_title(technology, graph->arena);
		problems_add(graph->problems, PHASE_WARNING, DIAGNOSTIC_CODE_REPLACED_TECHNOLOGY,
			entry.key, "%.*s is replaced by what rules say: \"%.*s\" is lost",
			STRING_ARGUMENTS(title), STRING_ARGUMENTS(keyname));
	}
}

static struct elements implement(struct enrichment *enrichment, struct element *node)
{
	struct element_graph *graph = enrichment->graph;
	struct candidates candidates = find_candidates(enrichment, node);
	struct candidates result = {0};
	struct elements modelled = node->node.technologies;

	for (uint32_t i = 0; i < modelled.count; i++) {
		struct element *technology = modelled.items[i];
		bool is_implemented = false;

		for (size_t j = 0; j < candidates.count; j++) {
			const struct element *candidate = candidates.items[j];
			struct element *copy;

			/* The name in the rule is compared before it is lower-cased. */
			if (!string_equal(candidate->technology.rule->technology, technology->name))
				continue;
			if (has_conditions(technology) &&
				node_is_null(candidate->technology.rule->conditions))
				problems_add(graph->problems, PHASE_ENRICH,
					DIAGNOSTIC_CODE_BAD_RULE, technology->key,
					"Unexpected error")
					->advice = arena_format(graph->arena,
					"the technology has conditions, but rule %.*s, which "
					"replaces it, has none",
					STRING_ARGUMENTS(candidate->technology.rule->name));
			copy = arena_allocate(graph->arena, 1, sizeof(*copy));
			*copy = *candidate;
			copy->technology.modelled = technology;
			copy->key = technology->key;
			result.items = arena_reserve(graph->arena, result.items, result.count,
				&result.capacity, sizeof(*result.items));
			result.items[result.count++] = copy;
			is_implemented = true;
		}
		if (is_implemented)
			warn_replaced(enrichment, technology);
		if (!is_implemented) {
			struct string display = element_display(technology, graph->arena);

			problems_add(graph->problems, PHASE_ENRICH, DIAGNOSTIC_CODE_NO_TECHNOLOGY,
				technology->key, "Node \"%.*s\" has no implementation for %.*s",
				STRING_ARGUMENTS(node->name), STRING_ARGUMENTS(display));
		}
	}
	return (struct elements){result.items, (uint32_t)result.count};
}

/* The node can never be present, and nobody says so. Rules for its type come closest. */
static void warn_no_rule(struct enrichment *enrichment, struct element *node)
{
	struct element_graph *graph = enrichment->graph;
	struct string closest = STRING("");

	for (uint32_t i = 0; i < enrichment->rules->scenario_count && node->types.count == 1; i++) {
		const struct technology_scenario *scenario = enrichment->rules->scenarios[i];
		struct string error;
		unsigned distance;

		if (type_derives_from(graph->types, TYPE_NODE, node->types.items[0]->name,
			    scenario->first->component, graph->arena, &distance, &error))
			closest =
				arena_format(graph->arena, "%.*s%s%.*s", STRING_ARGUMENTS(closest),
					closest.length ? ", " : "; its type alone matches ",
					STRING_ARGUMENTS(scenario->name));
	}
	problems_add(graph->problems, PHASE_WARNING, DIAGNOSTIC_CODE_NO_MATCHING_RULE, node->key,
		"Node \"%.*s\" needs a technology, but no technology rule matches it%.*s",
		STRING_ARGUMENTS(node->name), STRING_ARGUMENTS(closest));
}

static struct elements append(struct enrichment *enrichment, struct element *node)
{
	struct element_graph *graph = enrichment->graph;
	struct candidates candidates = find_candidates(enrichment, node);

	if (candidates.count > 0 || !enrichment->is_complete)
		return (struct elements){candidates.items, (uint32_t)candidates.count};
	if (graph->options->flags[FLAG_REQUIRED_TECHNOLOGY_CHECK])
		problems_add(graph->problems, PHASE_ENRICH, DIAGNOSTIC_CODE_NO_TECHNOLOGY,
			node->key, "Node \"%.*s\" has no technology candidates",
			STRING_ARGUMENTS(node->name));
	else if (graph->options->flags[FLAG_REQUIRED_TECHNOLOGY_CONSTRAINT])
		warn_no_rule(enrichment, node);
	return (struct elements){0};
}

static void check_weights(struct enrichment *enrichment)
{
	struct element_graph *graph = enrichment->graph;
	struct elements technologies = graph->kinds[ELEMENT_TECHNOLOGY];

	for (uint32_t i = 0; i < technologies.count; i++) {
		const struct element *technology = technologies.items[i];
		double weight = technology->technology.weight;

		problems_read(graph->problems, READING_WEIGHTS, technology);
		if (!technology->technology.rule || (weight >= 0 && weight <= 1))
			continue;

		struct string display = element_display(technology, graph->arena);
		struct string text = value_number_text(graph->arena, weight);

		problems_add(graph->problems, PHASE_POPULATE_ENRICHED, DIAGNOSTIC_CODE_BAD_WEIGHT,
			technology->technology.rule->weight_place, "Weight \"%.*s\" of %.*s %s",
			STRING_ARGUMENTS(text), STRING_ARGUMENTS(display),
			weight < 0 ? "is a negative number" : "is larger than 1");
	}
}

/* `implemented` are those that it has so far. */
static struct elements append_missing(
	struct enrichment *enrichment, struct element *node, struct elements implemented)
{
	problems_read(enrichment->graph->problems, READING_TECHNOLOGIES, node);
	if (node->node.technologies.count > 0 || !node_is_managed(enrichment->graph, node,
							 PHASE_ENRICH, enrichment->graph->problems))
		return implemented;
	return append(enrichment, node);
}

void technology_enrich_renewed(
	struct element_graph *graph, const struct technology_rules *rules, bool is_complete)
{
	struct enrichment enrichment = {graph, rules, is_complete};

	for (uint32_t i = 0;
		graph->options->flags[FLAG_ENRICH_TECHNOLOGIES] && i < graph->renewed.count; i++) {
		struct element *node = graph->renewed.items[i];

		element_graph_set_technologies_of(
			graph, node, append_missing(&enrichment, node, node->node.technologies));
	}
}

void technology_enrich(
	struct element_graph *graph, const struct technology_rules *rules, bool is_complete)
{
	struct enrichment enrichment = {graph, rules, is_complete};
	struct elements nodes = graph->kinds[ELEMENT_NODE];
	bool implements =
		rules->rule_count > 0 && graph->options->flags[FLAG_ENRICH_IMPLEMENTATIONS];
	bool appends = graph->options->flags[FLAG_ENRICH_TECHNOLOGIES];
	struct elements *technologies;

	if (!implements && !appends)
		return;
	technologies = arena_allocate(graph->arena, nodes.count, sizeof(*technologies));
	for (uint32_t i = 0; i < nodes.count; i++)
		technologies[i] = nodes.items[i]->node.technologies;
	/* Two passes: errors of the first come before those of the second. */
	for (uint32_t i = 0; implements && i < nodes.count; i++) {
		struct element *node = nodes.items[i];

		problems_read(graph->problems, READING_IMPLEMENTATIONS, node);
		if (node_is_managed(graph, node, PHASE_ENRICH, graph->problems) &&
			node->node.technologies.count > 0)
			technologies[i] = implement(&enrichment, node);
	}
	for (uint32_t i = 0; appends && i < nodes.count; i++)
		technologies[i] = append_missing(&enrichment, nodes.items[i], technologies[i]);
	element_graph_set_technologies(graph, technologies);
	check_weights(&enrichment);
}
