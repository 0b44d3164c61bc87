#include "analyzer/variability/space/space_findings.h"

#include "analyzer/syntax/tree/flow_text.h"
#include "analyzer/variability/space/space_coverage.h"
#include "analyzer/variability/space/space_reasons.h"
#include "analyzer/variability/space/space_review.h"
#include "analyzer/variability/space/space_text.h"
#include "analyzer/variability/space/space_truth.h"
#include "base/memory.h"

#include <string.h>

enum {
	MOST_TOLD = 6,      /* of what fails always */
	MOST_EXPLAINED = 50 /* elements; each takes a look at all of the template */
};

struct finding {
	const struct space *space;
	struct diagnostics *diagnostics;
	struct arena *arena;
	struct arena *scratch;   /* for one element */
	bool *never;             /* elements, by position */
	bool *constant;          /* observations, and those found to be without effect */
	size_t *numbers;         /* room for those of the observations of a list */
	const uint64_t **states; /* bits of all of them, by part */
	const struct element *
		*explained; /* by group of what depends on itself: who was explained */
	unsigned explanations;
	/* The list that was found to ask for too many inputs to be judged by itself; or nothing. */
	const struct element *wide_element;
	uint32_t wide_parent;
};

static struct diagnostic *report(struct finding *finding, enum diagnostic_code code,
	struct node place, struct string message)
{
	return diagnostics_add(finding->diagnostics, code,
		analysis_node(finding->space->analysis, place), "%.*s", STRING_ARGUMENTS(message));
}

/* ---- elements ---- */

static bool is_told(const struct element *element)
{
	return !element->is_synthetic && !element_is_cleaned(element) &&
	       element->kind != ELEMENT_TYPE && element->kind != ELEMENT_TECHNOLOGY &&
	       !node_is_absent(element->key);
}

/* Of what is inside of something that is never present, nothing more is told. */
static bool is_inside_never(const struct finding *finding, const struct element *element)
{
	if (element->container && finding->never[element->container->position])
		return true;
	return element->kind == ELEMENT_RELATION && element->relation.target &&
	       finding->never[element->relation.target->position];
}

/* Elements that depend on one another are explained together. True if one of them was. */
static bool relate_explained(
	struct finding *finding, struct diagnostic *diagnostic, const struct element *element)
{
	const struct service_template *of = finding->space->analysis->findings->service_template;
	formula present = of->formula->present[element->position];
	const struct element **explained;
	struct string display;

	if (!network_is_cyclic(of->network, present))
		return false;
	explained = &finding->explained[network_group_start(
		of->network, network_position(of->network, present))];
	if (!*explained) {
		*explained = element;
		return false;
	}
	display = element_display(*explained, finding->arena);
	diagnostic_relate(finding->diagnostics, diagnostic,
		location_of(analysis_node(finding->space->analysis, (*explained)->key)),
		"it depends on %.*s, and that on it: neither is ever present",
		STRING_ARGUMENTS(display));
	return true;
}

static void report_never(struct finding *finding, const struct element *element,
	const struct space_never_reason *reason)
{
	struct string title = element_title(element, finding->arena);
	struct diagnostic *diagnostic;
	struct string text;

	switch (reason->kind) {
	case NEVER_BY_CONDITIONS:
		text = arena_format(finding->arena,
			"%.*s is never present: no values of the inputs make its conditions hold",
			STRING_ARGUMENTS(title));
		break;
	case NEVER_BUT_FAILING:
		text = arena_format(finding->arena,
			"%.*s is never present: where it would be, resolving fails, as with %.*s",
			STRING_ARGUMENTS(title),
			STRING_ARGUMENTS(space_difference_text(finding->space,
				space_never_inputs(finding->space, reason, finding->scratch),
				finding->arena)));
		if (reason->failure)
			text = arena_format(finding->arena, "%.*s: %.*s", STRING_ARGUMENTS(text),
				STRING_ARGUMENTS(
					space_failure_message(reason->failure, finding->arena)));
		break;
	default:
		text = arena_format(finding->arena,
			"%.*s is never present, whatever the inputs are", STRING_ARGUMENTS(title));
		break;
	}
	diagnostic = report(finding, DIAGNOSTIC_CODE_NEVER_PRESENT, element->key, text);
	diagnostic->tags |= DIAGNOSTIC_UNNECESSARY;
	if (reason->kind == NEVER_BUT_FAILING && reason->failure)
		space_relate_conflict(
			finding->space, finding->diagnostics, diagnostic, reason->failure);
	if (reason->kind == NEVER_CHOSEN && !relate_explained(finding, diagnostic, element) &&
		finding->explanations++ < MOST_EXPLAINED)
		space_relate_explanations(
			finding->space, finding->diagnostics, diagnostic, element);
}

static void report_never_in(struct finding *finding, const struct element *element,
	const struct space_never_reason *reason)
{
	finding->scratch = arena_create();
	report_never(finding, element, reason);
	arena_destroy(finding->scratch);
	finding->scratch = NULL;
}

static void find_never(struct finding *finding)
{
	struct elements all = analysis_elements(finding->space->analysis);
	const struct space_never_reason *reasons;

	for (uint32_t i = 0; i < all.count; i++) {
		struct arena *scratch = arena_create();

		finding->never[i] =
			space_presence(finding->space, all.items[i], scratch).when == WHEN_NEVER;
		arena_destroy(scratch);
	}
	reasons = space_never_reasons(finding->space, finding->never, finding->arena);
	for (uint32_t i = 0; i < all.count; i++)
		if (finding->never[i] && is_told(all.items[i]) &&
			!is_inside_never(finding, all.items[i]))
			report_never_in(finding, all.items[i], &reasons[i]);
}

/* ---- failures ---- */

static void find_failures(struct finding *finding)
{
	const struct space *space = finding->space;

	for (size_t i = 0; i < space->failure_count; i++) {
		const struct space_failure *failure = &space->failures[i];
		struct string inputs = space_failure_text(space, failure, finding->arena);
		struct node place = failure->place;
		struct diagnostic *diagnostic;

		if (failure->code == DIAGNOSTIC_CODE_INPUT_CONSTRAINTS ||
			space_failure_is_shown(space, failure))
			continue;
		if (node_is_absent(place))
			place = node_key(
				space->analysis->findings->service_template->graph.variability);
		diagnostic = report(finding, DIAGNOSTIC_CODE_FAILS_FOR_INPUTS, place,
			arena_format(finding->arena, "%.*s, if %.*s%s%.*s",
				STRING_ARGUMENTS(failure->message), STRING_ARGUMENTS(inputs),
				failure->advice.length > 0 ? ": " : "",
				STRING_ARGUMENTS(failure->advice)));
		space_relate_inputs(
			finding->space, finding->diagnostics, diagnostic, failure->inputs);
		space_relate_conflict(finding->space, finding->diagnostics, diagnostic, failure);
	}
}

/* What nobody can read has nothing to do with inputs. */
static bool is_readable(const struct space *space)
{
	for (size_t i = 0; i < space->failure_count; i++)
		if (space->failures[i].phase < PHASE_SOLVE &&
			space->failures[i].phase != PHASE_VALIDATE_INPUTS)
			return false;
	return !problems_first(&space->analysis->findings->service_template->problems, 1);
}

/* Where no value of any input helps, the variants are not to blame. */
static void find_hopeless(struct finding *finding)
{
	const struct space *space = finding->space;
	const struct space_failure *first = space_hopeless(space);
	struct diagnostic *diagnostic;

	if (!first || space->inputs.count == 0 || !is_readable(space))
		return;
	diagnostic = report(finding, DIAGNOSTIC_CODE_FAILS_FOR_INPUTS,
		node_key(space->analysis->findings->service_template->graph.variability),
		arena_format(finding->arena,
			"Nothing can be resolved, whatever the inputs are: %.*s",
			STRING_ARGUMENTS(space_hopeless_text(space, finding->arena))));
	space_relate_conflict(finding->space, finding->diagnostics, diagnostic, first);
	for (size_t i = 0; i < space->failure_count && i < MOST_TOLD; i++)
		if (!node_is_absent(space->failures[i].place) &&
			space->failures[i].conflict_count == 0)
			diagnostic_relate(finding->diagnostics, diagnostic,
				location_of(
					analysis_node(space->analysis, space->failures[i].place)),
				"%.*s",
				STRING_ARGUMENTS(space_failure_message(
					&space->failures[i], finding->arena)));
}

/* ---- values ---- */

/* How many inputs of the part do not have their defaults. */
static uint32_t count_changed(
	const struct space *space, const struct space_part *part, const uint32_t *classes)
{
	uint32_t changed = 0;

	for (uint32_t i = 0; i < part->input_count; i++)
		changed += classes[part->inputs[i]] != space->origin[part->inputs[i]];
	return changed;
}

/* Does everything with this class of an input fail? If so, how it does where fewest others change;
 * NULL if that is not kept. */
static bool only_fails(const struct space *space, uint32_t input, uint32_t class,
	const struct space_failure **failure)
{
	const struct space_part *part = &space->parts[space->part_of_input[input]];
	uint32_t *classes = memory_allocate(space->inputs.count + 1, sizeof(*classes));
	uint32_t fewest = UINT32_MAX;
	bool passes = part->combinations == 0;

	*failure = NULL;
	for (uint32_t c = 0; c < part->combinations && !passes; c++) {
		const struct space_state *state = &part->states[part->state_of[c]];

		space_part_classes(space, part, c, classes);
		if (classes[input] != class)
			continue;
		passes = !state->is_failing;
		if (!passes && count_changed(space, part, classes) < fewest) {
			fewest = count_changed(space, part, classes);
			*failure = space_failure_of(space, state);
		}
	}
	memory_release(classes);
	return !passes && fewest != UINT32_MAX;
}

static void find_values(struct finding *finding)
{
	const struct space *space = finding->space;

	for (uint32_t i = 0; i < space->inputs.count; i++) {
		const struct space_input *input = &space->inputs.items[i];

		for (uint32_t c = 0; input->is_listed && c < input->class_count; c++) {
			const struct space_failure *failure;
			struct node place = input->classes[c].node;
			struct string value, message;

			if (!only_fails(space, i, c, &failure))
				continue;
			value = space_value_text(input->classes[c], finding->arena);
			message = failure ? space_failure_message(failure, finding->arena)
					  : STRING("resolving fails");
			report(finding, DIAGNOSTIC_CODE_UNREACHABLE_VALUE,
				node_is_absent(place) ? input->key : place,
				arena_format(finding->arena,
					"Nothing can be resolved with %.*s = %.*s: %.*s",
					STRING_ARGUMENTS(input->name), STRING_ARGUMENTS(value),
					STRING_ARGUMENTS(message)));
		}
	}
}

/* ---- conditions ---- */

/* Bits of observations, one list of `words` behind the other; where there are any, `all` says. */
struct columns {
	const uint64_t **items;
	size_t count;
	size_t words;
	const uint64_t *all;
};

/* 1: always, 0: never, -1: neither. */
static int value_of_column(const struct columns *columns)
{
	bool seen[2] = {false, false};

	for (size_t i = 0; i < columns->words; i++) {
		seen[1] |= (columns->items[0][i] & columns->all[i]) != 0;
		seen[0] |= (~columns->items[0][i] & columns->all[i]) != 0;
	}
	return seen[0] && seen[1] ? -1 : seen[1];
}

/* Does a list come to the same without the first of these operands? All that decides is known. */
static bool comes_to_the_same(const struct columns *columns, enum operator_id op)
{
	uint64_t flip = op == OPERATOR_AND ? 0 : UINT64_MAX;

	for (size_t word = 0; word < columns->words; word++) {
		uint64_t is_decided = columns->items[0][word] ^ flip;

		for (size_t i = 1; i < columns->count; i++)
			is_decided |= ~(columns->items[i][word] ^ flip);
		if (~is_decided & columns->all[word])
			return false;
	}
	return columns->count > 1;
}

typedef bool ask_columns(const struct columns *columns, enum operator_id op);

static bool is_constant_column(const struct columns *columns, enum operator_id op)
{
	(void)op;
	return value_of_column(columns) >= 0;
}

/* Asks of observations by themselves, whatever becomes of the rest: first for some assignments,
 * then for all. Of a single one, `value` is what it comes to for the first. */
static bool ask_locally(const struct finding *finding, const size_t *numbers, size_t count,
	ask_columns *ask, enum operator_id op, int *value)
{
	static const uint64_t every[OBSERVATION_SAMPLES] = {
		UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
	const struct space_truth *truth = finding->space->truth;
	const uint64_t **items = memory_allocate(count, sizeof(*items));
	struct columns columns = {items, count, OBSERVATION_SAMPLES, every};
	struct space_local local;
	bool result;

	for (size_t i = 0; i < count; i++)
		items[i] = truth->items[numbers[i]].sampled;
	result = (!truth->is_sampled || ask(&columns, op)) &&
		 space_truth_local(finding->space, numbers, count, &local, finding->arena);
	if (result) {
		columns.words = local.words;
		columns.all = local.all;
		for (size_t i = 0; i < count; i++)
			items[i] = local.holds + i * local.words;
		result = ask(&columns, op);
		*value = (int)(items[0][0] & 1);
	}
	memory_release(items);
	return result;
}

/* Bits of all states of a part. */
static const uint64_t *all_states(const struct space_part *part, struct arena *arena)
{
	uint64_t *all = arena_allocate(arena, part->words + 1, sizeof(*all));

	for (uint32_t s = 0; s < part->state_count; s++)
		all[s / 64] |= UINT64_C(1) << s % 64;
	return all;
}

/* 1: always, 0: never, -1: neither, or it is not known. */
static int constant_value(const struct finding *finding, size_t number)
{
	const struct space *space = finding->space;
	const struct space_observation *observation = &space->truth->items[number];
	const struct space_part *part;
	const uint64_t *holds = observation->holds;
	int value = -1;

	if (observation->formula == FORMULA_TRUE || observation->formula == FORMULA_FALSE)
		return observation->formula == FORMULA_TRUE;
	if (observation->is_fixed)
		return ask_locally(finding, &number, 1, is_constant_column, observation->op, &value)
			       ? value
			       : -1;
	if (!observation->is_certain || observation->part == SPACE_NO_PART)
		return -1;
	part = &space->parts[observation->part];
	if (part->combinations > 0 && part->is_certain)
		return value_of_column(&(struct columns){
			&holds, 1, part->words, finding->states[observation->part]});
	return ask_locally(finding, &number, 1, is_constant_column, observation->op, &value) ? value
											     : -1;
}

static bool is_inside_constant(const struct finding *finding, size_t number)
{
	uint32_t parent = finding->space->truth->items[number].parent;

	return parent != TRUTH_NO_PARENT &&
	       (finding->constant[parent] || is_inside_constant(finding, parent));
}

static void find_constant(struct finding *finding)
{
	const struct space_truth *truth = finding->space->truth;

	for (size_t i = 0; i < truth->count; i++) {
		const struct space_observation *observation = &truth->items[i];
		int value = constant_value(finding, i);
		struct string text;

		if (!observation->element || observation->is_literal || value < 0)
			continue;
		finding->constant[i] = true;
		if (is_inside_constant(finding, i))
			continue;
		text = flow_text(observation->expression, 100, finding->arena);
		report(finding, DIAGNOSTIC_CODE_CONSTANT_CONDITION, observation->expression,
			arena_format(finding->arena,
				value ? "%.*s always holds, whatever the inputs are"
				      : "%.*s never holds, whatever the inputs are",
				STRING_ARGUMENTS(text)));
	}
}

/* Another operand of the same list, that stays. */
static bool is_sibling(const struct finding *finding, size_t number, size_t other)
{
	const struct space_observation *a = &finding->space->truth->items[number];
	const struct space_observation *b = &finding->space->truth->items[other];

	return number != other && a->element == b->element && a->parent == b->parent &&
	       !finding->constant[other] && !b->is_literal;
}

/* Whatever decides it all, is it known in every state, and only once? */
static bool is_judgeable(const struct space *space, const struct space_observation *observation)
{
	const struct service_template *of = space->analysis->findings->service_template;
	const struct space_part *part;

	if (!observation->is_certain || observation->part == SPACE_NO_PART ||
		network_is_cyclic(
			of->network, of->formula->present[observation->element->position]))
		return false;
	part = &space->parts[observation->part];
	return part->combinations > 0 && part->is_certain && !part->has_unsolved;
}

/* The operand, then the others of its list. What one element has stands together. */
static size_t list_siblings(const struct finding *finding, size_t number, size_t *numbers)
{
	const struct space_truth *truth = finding->space->truth;
	const struct element *element = truth->items[number].element;
	size_t count = 0, next = number;

	numbers[count++] = number;
	while (next > 0 && truth->items[next - 1].element == element)
		next--;
	for (; next < truth->count && truth->items[next].element == element; next++)
		if (is_sibling(finding, number, next))
			numbers[count++] = next;
	return count;
}

static bool is_without_effect(const struct finding *finding, const size_t *numbers, size_t count)
{
	const struct space_truth *truth = finding->space->truth;
	const struct space_observation *observation = &truth->items[numbers[0]];
	const uint64_t **items = memory_allocate(count, sizeof(*items));
	bool is_known = true;

	for (size_t i = 0; i < count; i++) {
		const struct space_observation *item = &truth->items[numbers[i]];

		is_known &= item->is_certain && item->part == observation->part;
		items[i] = item->holds;
	}
	is_known = is_known &&
		   comes_to_the_same(&(struct columns){items, count,
					     finding->space->parts[observation->part].words,
					     finding->states[observation->part]},
			   observation->op);
	memory_release(items);
	return is_known;
}

/* What asks for more than inputs may stay beside: what goes without it goes with it. */
static size_t keep_local(const struct finding *finding, size_t *numbers, size_t count)
{
	size_t kept = 1;

	for (size_t i = 1; i < count; i++)
		if (space_observation_is_local(&finding->space->truth->items[numbers[i]]))
			numbers[kept++] = numbers[i];
	return kept;
}

/* Does the list come to the same without this operand? */
static bool may_leave_out(struct finding *finding, size_t number)
{
	const struct space *space = finding->space;
	const struct space_observation *observation = &space->truth->items[number];
	size_t count;
	int value;

	if (observation->part == SPACE_NO_PART)
		return false;
	if (is_judgeable(space, observation)) {
		count = list_siblings(finding, number, finding->numbers);
		return is_without_effect(finding, finding->numbers, count);
	}
	if ((finding->wide_element == observation->element &&
		    finding->wide_parent == observation->parent) ||
		!space_observation_is_local(observation))
		return false;
	count = list_siblings(finding, number, finding->numbers);
	count = keep_local(finding, finding->numbers, count);
	if (!space_truth_is_local(space, finding->numbers, count)) {
		finding->wide_element = observation->element;
		finding->wide_parent = observation->parent;
		return false;
	}
	return ask_locally(
		finding, finding->numbers, count, comes_to_the_same, observation->op, &value);
}

static void find_without_effect(struct finding *finding)
{
	const struct space_truth *truth = finding->space->truth;

	for (size_t i = truth->count; i-- > 0;) {
		const struct space_observation *observation = &truth->items[i];
		struct string text;

		if (!observation->element || observation->is_literal || finding->constant[i] ||
			is_inside_constant(finding, i) ||
			(observation->op != OPERATOR_AND && observation->op != OPERATOR_OR) ||
			!may_leave_out(finding, i))
			continue;
		finding->constant[i] = true;
		finding->wide_element = NULL;
		text = flow_text(observation->expression, 100, finding->arena);
		report(finding, DIAGNOSTIC_CODE_CONDITION_WITHOUT_EFFECT, observation->expression,
			arena_format(finding->arena,
				"%.*s has no effect: the conditions beside it decide the same, "
				"whatever the inputs are",
				STRING_ARGUMENTS(text)))
			->tags |= DIAGNOSTIC_UNNECESSARY;
	}
}

/* ---- what makes no difference ---- */

static void find_equal(struct finding *finding)
{
	const struct analysis *analysis = finding->space->analysis;
	size_t count;
	const struct equal_variants *equal = space_equal_presets(analysis, finding->arena, &count);

	for (size_t i = 0; i < count; i++)
		for (size_t k = 1; k < equal[i].count; k++) {
			const struct variant *first = analysis_variant(analysis, equal[i].items[0]);
			const struct variant *other = analysis_variant(analysis, equal[i].items[k]);
			if (node_equal_place(other->place, first->place))
				continue; /* one key that is there twice */
			struct diagnostic *diagnostic = report(finding,
				DIAGNOSTIC_CODE_EQUAL_PRESETS, other->place,
				arena_format(finding->arena,
					"Preset \"%.*s\" resolves to the same as preset \"%.*s\"",
					STRING_ARGUMENTS(other->name),
					STRING_ARGUMENTS(first->name)));

			diagnostic_relate(finding->diagnostics, diagnostic,
				location_of(analysis_node(analysis, first->place)),
				"preset \"%.*s\"", STRING_ARGUMENTS(first->name));
		}
}

static void find_unused(struct finding *finding)
{
	size_t count;
	const struct unused_declaration *unused =
		space_unused(finding->space, finding->arena, &count);

	for (size_t i = 0; i < count; i++)
		report(finding,
			unused[i].is_input ? DIAGNOSTIC_CODE_UNUSED_VARIABILITY_INPUT
					   : DIAGNOSTIC_CODE_UNUSED_EXPRESSION,
			unused[i].key,
			arena_format(finding->arena,
				unused[i].is_input
					? "Nothing depends on the variability input \"%.*s\""
					: "Nothing uses the expression \"%.*s\"",
				STRING_ARGUMENTS(unused[i].name)))
			->tags |= DIAGNOSTIC_UNNECESSARY;
}

void space_findings(const struct space *space, struct diagnostics *diagnostics)
{
	struct arena *arena = diagnostics->arena;
	struct finding finding = {.space = space,
		.diagnostics = diagnostics,
		.arena = arena,
		.never = arena_allocate(
			arena, analysis_elements(space->analysis).count + 1, sizeof(bool)),
		.constant = arena_allocate(
			arena, space->truth ? space->truth->count + 1 : 1, sizeof(bool)),
		.numbers = arena_allocate(
			arena, space->truth ? space->truth->count + 1 : 1, sizeof(size_t)),
		.explained = arena_allocate(arena,
			(size_t)network_last(space->analysis->findings->service_template->network) +
				1,
			sizeof(struct element *))};

	if (!analysis_is_variable(space->analysis))
		return;
	finding.states = arena_allocate(arena, space->part_count + 1, sizeof(*finding.states));
	for (uint32_t i = 0; i < space->part_count; i++)
		finding.states[i] = all_states(&space->parts[i], arena);
	if (!space->base_fails) {
		find_never(&finding);
		find_failures(&finding);
		find_values(&finding);
		find_constant(&finding);
		find_without_effect(&finding);
	} else {
		find_hopeless(&finding);
	}
	find_equal(&finding);
	find_unused(&finding);
}

void space_findings_untested(const struct analysis *analysis, struct diagnostics *diagnostics)
{
	size_t count;
	const struct covered_condition *conditions =
		space_coverage(analysis, diagnostics->arena, &count);

	for (size_t i = 0; i < count; i++)
		if (conditions[i].seen_true != conditions[i].seen_false)
			diagnostics_add(diagnostics, DIAGNOSTIC_CODE_UNTESTED_CONDITION,
				analysis_node(analysis, conditions[i].expression),
				"%.*s %s under all presets and tests",
				STRING_ARGUMENTS(conditions[i].text),
				conditions[i].seen_true ? "holds" : "does not hold");
}
