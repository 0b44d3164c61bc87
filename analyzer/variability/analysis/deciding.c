#include "analyzer/variability/analysis/deciding.h"

#include "analyzer/variability/analysis/property_values.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/presence/checks.h"
#include "base/memory.h"

bool findings_decide(
	struct findings *findings, struct presence_request *presence, struct problems *problems)
{
	const struct service_template *service_template = findings->service_template;
	struct value_context *contexts[ANALYSIS_MAXIMUM_VARIANTS];
	size_t count = findings->variants.count;
	uint64_t all = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;

	for (size_t i = 0; i < count; i++)
		contexts[i] = findings->variants.items[i].context;
	presence->contexts = contexts;
	presence->count = count;
	presence->unusable = findings->variants.unusable;
	presence->problems = problems;
	presence->arena = findings->arena;
	if (!presence_find(presence, &findings->presence, &findings->evaluation))
		return false;
	property_values_find(findings, problems);
	checks_run(&service_template->graph, &service_template->options, findings->presence.present,
		all & ~problems_failing(problems), problems);
	return true;
}

/* ---- any other assignments ---- */

/* `is_related`: what is assigned to one input says something about others. */
static void add_assignment(struct trial *trial, struct value_definitions *definitions,
	struct value inputs, bool is_related)
{
	struct variants *variants = &trial->findings.variants;
	struct node variability = trial->findings.service_template->graph.variability;
	struct variability_assignment *assignment = variability_assignment_create(trial->arena);
	struct variability_inputs_violation violation = {0};

	variability_assignment_add(assignment, inputs);
	if (is_related)
		violation = variability_inputs_validate(trial->arena, variability, assignment);
	if (violation.error.length > 0)
		problems_add(&trial->problems, PHASE_VALIDATE_INPUTS,
			DIAGNOSTIC_CODE_INPUT_CONSTRAINTS, violation.cause, "%.*s",
			STRING_ARGUMENTS(violation.error))
			->variants = UINT64_C(1) << variants->count;
	variants->items[variants->count++] = (struct variant_context){.inputs = inputs,
		.context = value_context_create_for(trial->arena, definitions, assignment)};
}

struct trial *trial_create(const struct trial_request *request)
{
	struct trial *trial = memory_allocate(1, sizeof(*trial));
	struct service_template *service_template = request->service_template;
	struct presence_request presence = {.service_template = service_template,
		.solved = request->solved,
		.previously_solved = request->previously_solved,
		.cancelled = request->cancelled,
		.known_values = request->known_values,
		.skips_reasons = !request->tells_reasons};
	struct node variability = service_template->graph.variability;
	struct value_definitions *definitions;
	bool is_related = !request->inputs_are_unrelated &&
			  variability_inputs_are_related(node_get(variability, "inputs"));

	trial->arena = arena_create();
	trial->findings.arena = trial->arena;
	trial->findings.drops_values = true;
	trial->findings.service_template = service_template;
	trial->problems.arena = trial->arena;
	trial->problems.next_order = service_template->problems.next_order;
	trial->findings.variants.items = arena_allocate(
		trial->arena, request->count, sizeof(*trial->findings.variants.items));
	definitions = value_definitions_create(trial->arena, variability);
	for (size_t i = 0; i < request->count; i++)
		add_assignment(trial, definitions, request->inputs[i], is_related);
	trial->all = request->count == 64 ? UINT64_MAX : (UINT64_C(1) << request->count) - 1;
	if (!findings_decide(&trial->findings, &presence, &trial->problems)) {
		trial_destroy(trial);
		return NULL;
	}
	trial->failing = trial->all & (problems_failing(&service_template->problems) |
					      problems_failing(&trial->problems));
	return trial;
}

void trial_destroy(struct trial *trial)
{
	if (!trial)
		return;
	propagation_destroy(trial->findings.presence.propagation);
	evaluation_destroy(trial->findings.evaluation);
	arena_destroy(trial->arena);
	memory_release(trial);
}

const struct problem *trial_error(const struct trial *trial, unsigned assignment)
{
	const struct problem *general =
		problems_first(&trial->findings.service_template->problems, 1);
	const struct problem *first = problems_first(&trial->problems, UINT64_C(1) << assignment);

	return !first || (general && problem_precedes(general, first)) ? general : first;
}
