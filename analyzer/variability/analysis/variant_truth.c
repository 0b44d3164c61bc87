#include "analyzer/variability/analysis/variant_truth.h"

#include "base/memory.h"

#include <string.h>

enum {
	DEEPEST_TRUTH = 200,
	BEING_DECIDED = UINT8_MAX /* instead of a truth that is known */
};

static const struct findings *found(const struct variant_truth *truth)
{
	return truth->analysis->findings;
}

static enum truth truth_not(enum truth truth)
{
	return truth == TRUTH_TRUE ? TRUTH_FALSE : truth == TRUTH_FALSE ? TRUTH_TRUE : truth;
}

enum truth variant_truth_of_element(
	const struct variant_truth *truth, const struct element *element)
{
	switch (analysis_presence(truth->analysis, truth->variant, element)) {
	case PRESENCE_ABSENT:
		return TRUTH_FALSE;
	case PRESENCE_PRESENT:
		return TRUTH_TRUE;
	case PRESENCE_DEPENDS:
		return TRUTH_OPEN;
	case PRESENCE_ERROR:
		break;
	}
	return TRUTH_ERROR;
}

static enum truth formula_truth(struct variant_truth *truth, formula operand, unsigned depth);

/* How many of several parts hold, and what is to be said of those that nobody knows. */
struct tally {
	size_t count, holding, unknown;
	enum truth of_unknown;
};

static void tally_add(struct tally *tally, enum truth truth)
{
	tally->count++;
	tally->holding += truth == TRUTH_TRUE;
	tally->unknown += truth > TRUTH_TRUE;
	if (truth > TRUTH_TRUE && truth > tally->of_unknown)
		tally->of_unknown = truth;
}

static enum truth all_hold(struct tally tally)
{
	if (tally.holding + tally.unknown < tally.count)
		return TRUTH_FALSE;
	return tally.unknown ? tally.of_unknown : TRUTH_TRUE;
}

static enum truth at_most_one_holds(struct tally tally)
{
	if (tally.holding > 1)
		return TRUTH_FALSE;
	return tally.holding + tally.unknown > 1 ? tally.of_unknown : TRUTH_TRUE;
}

static enum truth odd_hold(struct tally tally)
{
	return tally.unknown ? tally.of_unknown : tally.holding % 2 ? TRUTH_TRUE : TRUTH_FALSE;
}

/* The manual conditions of an element hold if each of them does. */
static enum truth manual_truth(
	struct variant_truth *truth, const struct element *element, unsigned depth)
{
	const struct service_template *of = found(truth)->service_template;
	formula manual = of->formula->manual[element->position];
	const struct element_conditions *conditions = conditions_of(&of->conditions, element);
	struct tally tally = {0};

	if (manual == FORMULA_TRUE)
		return TRUTH_TRUE;
	if (depth > DEEPEST_TRUTH) {
		truth->has_given_up = true;
		return TRUTH_OPEN;
	}
	if (manual == of->formula->present[element->position])
		return variant_truth_of_element(truth, element);
	for (uint32_t i = 0; i < conditions->manual_count; i++) {
		formula meaning = logic_of_condition(&truth->logic, &conditions->items[i], element);

		tally_add(&tally, formula_truth(truth, meaning, depth + 1));
	}
	return all_hold(tally);
}

/* What names nothing is free, and so is what it decides. */
static enum truth atom_truth(struct variant_truth *truth, formula variable)
{
	const struct atom *atom = known_atoms_of_variable(&truth->scratch.known, variable);
	struct value_result result;

	if (!atom || atom->kind == ATOM_FREE)
		return TRUTH_OPEN;
	if (atom->kind == ATOM_ERROR)
		return TRUTH_ERROR;
	result = value_evaluate_condition(truth->context, atom->value);
	if (result.outcome != VALUE_KNOWN)
		return result.outcome == VALUE_OPEN ? TRUTH_OPEN : TRUTH_ERROR;
	return result.value.boolean ? TRUTH_TRUE : TRUTH_FALSE;
}

static struct tally count_holding(struct variant_truth *truth, formula operand, unsigned depth)
{
	size_t count;
	const formula *operands = formula_operands(truth->scratch.formulas, operand, &count);
	formula *copy = memory_allocate(count, sizeof(*copy));
	struct tally tally = {0};

	memcpy(copy, operands, count * sizeof(*copy));
	for (size_t i = 0; i < count; i++)
		tally_add(&tally, formula_truth(truth, copy[i], depth));
	memory_release(copy);
	return tally;
}

static enum truth variable_truth(struct variant_truth *truth, formula variable, unsigned depth)
{
	const struct element *element = free_presence_element(&truth->scratch, variable);

	if (!element)
		return atom_truth(truth, formula_index(variable));
	return free_presence_is_manual(&truth->scratch, variable)
		       ? manual_truth(truth, element, depth)
		       : variant_truth_of_element(truth, element);
}

/* Of a formula that is not negated. */
static enum truth decide(struct variant_truth *truth, formula operand, unsigned depth)
{
	switch (formula_kind(truth->scratch.formulas, operand)) {
	case FORMULA_CONSTANT:
		return TRUTH_TRUE;
	case FORMULA_VARIABLE:
		return variable_truth(truth, operand, depth);
	case FORMULA_AND:
		return all_hold(count_holding(truth, operand, depth + 1));
	case FORMULA_XOR:
		return odd_hold(count_holding(truth, operand, depth + 1));
	case FORMULA_AT_MOST_ONE:
		return at_most_one_holds(count_holding(truth, operand, depth + 1));
	}
	return TRUTH_ERROR;
}

static void reserve_known(struct variant_truth *truth, size_t index)
{
	while (index >= truth->known_count) {
		size_t count = truth->known_count;

		truth->known = memory_reserve(
			truth->known, count, &truth->known_count, sizeof(*truth->known));
		memset(truth->known + count, 0, truth->known_count - count);
	}
}

/* Manual conditions may ask for themselves: what hangs on that alone is open. */
static enum truth formula_truth(struct variant_truth *truth, formula operand, unsigned depth)
{
	size_t index = (size_t)formula_index(operand);
	enum truth result;

	reserve_known(truth, index);
	if (truth->known[index] == BEING_DECIDED) {
		truth->has_given_up = true;
		return TRUTH_OPEN;
	}
	if (!truth->known[index]) {
		truth->known[index] = BEING_DECIDED;
		result = decide(truth, formula_index(operand), depth);
		truth->known[index] = (uint8_t)(result + 1);
		if (result == TRUTH_OPEN) {
			truth->opened = memory_reserve(truth->opened, truth->opened_count,
				&truth->opened_capacity, sizeof(*truth->opened));
			truth->opened[truth->opened_count++] = index;
		}
	}
	result = (enum truth)(truth->known[index] - 1);
	return operand < 0 ? truth_not(result) : result;
}

enum truth variant_truth_of_formula(struct variant_truth *truth, formula operand)
{
	enum truth result;

	truth->opened_count = 0;
	truth->has_given_up = false;
	result = formula_truth(truth, operand, 0);
	/* What was open on the way need not be for who asks for it first. */
	for (size_t i = 0; i < truth->opened_count && truth->has_given_up; i++)
		truth->known[truth->opened[i]] = 0;
	return result;
}

enum truth variant_truth_of_expression(
	struct variant_truth *truth, struct node expression, const struct element *context)
{
	return variant_truth_of_formula(truth, logic_transform(&truth->logic, expression, context));
}

const struct element *variant_truth_context(const struct variant_truth *truth, struct node node)
{
	struct node expressions = truth->logic.expressions;

	uint32_t offset = node_range(node).start;
	uint32_t count = node_kind(expressions) == NODE_MAPPING ? node_count(expressions) : 0;

	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(expressions, i);
		const struct named_expression *named =
			presence_formula_expression(truth->logic.origin, node_text(entry.key));
		struct range range = node_range(analysis_node(truth->analysis, entry.value));

		if (named && range.start <= offset && offset < range.end)
			return named->context;
	}
	return analysis_element_at(truth->analysis, node);
}

void variant_truth_choose(struct variant_truth *truth, size_t variant)
{
	if (!truth->contexts[variant])
		truth->contexts[variant] =
			analysis_value_context(truth->analysis, variant, truth->arena);
	truth->context = truth->contexts[variant];
	truth->variant = (unsigned)variant;
	if (truth->known)
		memset(truth->known, 0, truth->known_count);
}

void variant_truth_begin(struct variant_truth *truth, const struct analysis *analysis,
	struct meanings *meanings, struct arena *arena)
{
	*truth = (struct variant_truth){.analysis = analysis, .arena = arena, .meanings = meanings};
	truth->contexts = arena_allocate(
		arena, analysis_variant_count(analysis), sizeof(struct value_context *));
	free_presence_continue(&truth->scratch, &truth->logic, &meanings->logic, arena);
}

void variant_truth_end(struct variant_truth *truth)
{
	memory_release(truth->known);
	memory_release(truth->opened);
	free_presence_end(&truth->scratch, &truth->logic);
	meanings_return(truth->analysis, truth->meanings);
}
