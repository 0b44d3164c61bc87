#include "analyzer/variability/analysis/variant_truth.h"

#include "base/memory.h"

#include <string.h>

enum {
	DEEPEST_TRUTH = 200
};

bool variant_truth_of_element(const struct variant_truth *truth, const struct element *element)
{
	return truth->findings->presence.present[element->position] >> truth->variant & 1;
}

const struct element *variant_truth_element(const struct variant_truth *truth, formula variable)
{
	struct elements all = truth->findings->service_template->graph.all;
	uint32_t first = (uint32_t)formula_index(truth->scratch.present[0]);
	uint32_t index = (uint32_t)formula_index(variable);

	return index >= first && index < first + 2 * all.count ? all.items[(index - first) / 2]
							       : NULL;
}

/* The variables alternate: presence, manual conditions. */
static bool is_manual(const struct variant_truth *truth, formula variable)
{
	uint32_t first = (uint32_t)formula_index(truth->scratch.present[0]);

	return ((uint32_t)formula_index(variable) - first) % 2 == 1;
}

static bool formula_truth(struct variant_truth *truth, formula operand, unsigned depth);

/* The manual conditions of an element hold if each of them does. */
static bool manual_truth(struct variant_truth *truth, const struct element *element, unsigned depth)
{
	const struct service_template *of = truth->findings->service_template;
	formula manual = of->formula->manual[element->position];
	const struct element_conditions *conditions = conditions_of(&of->conditions, element);

	if (manual == FORMULA_TRUE || depth > DEEPEST_TRUTH)
		return true;
	if (manual == of->formula->present[element->position])
		return variant_truth_of_element(truth, element);
	for (uint32_t i = 0; i < conditions->manual_count; i++) {
		const struct condition *condition = &conditions->items[i];
		formula meaning = FORMULA_FALSE;

		if (condition->kind == CONDITION_WRITTEN)
			meaning = logic_transform(&truth->logic, condition->node, element);
		else if (condition->kind == CONDITION_NO_OTHER)
			meaning = no_other_present(&truth->logic, element);
		else if (condition->kind == CONDITION_NAMESAKE_INPUT)
			meaning = logic_input_atom(&truth->logic, condition->node);
		if (!formula_truth(truth, meaning, depth + 1))
			return false;
	}
	return true;
}

static bool atom_truth(struct variant_truth *truth, formula variable)
{
	for (size_t i = 0; i < truth->scratch.known.count; i++) {
		const struct atom *atom = &truth->scratch.known.items[i];
		struct value_result result;

		if (atom->variable != variable || atom->kind != ATOM_VALUE)
			continue;
		result = value_evaluate_condition(truth->context, atom->value);
		return result.outcome == VALUE_KNOWN && result.value.boolean;
	}
	return false;
}

static uint32_t count_holding(struct variant_truth *truth, formula operand, unsigned depth)
{
	size_t count;
	const formula *operands = formula_operands(truth->scratch.formulas, operand, &count);
	formula *copy = memory_allocate(count, sizeof(*copy));
	uint32_t holding = 0;

	memcpy(copy, operands, count * sizeof(*copy));
	for (size_t i = 0; i < count; i++)
		holding += formula_truth(truth, copy[i], depth);
	memory_release(copy);
	return holding;
}

static bool variable_truth(struct variant_truth *truth, formula variable, unsigned depth)
{
	const struct element *element = variant_truth_element(truth, variable);

	if (!element)
		return atom_truth(truth, formula_index(variable));
	return is_manual(truth, variable) ? manual_truth(truth, element, depth)
					  : variant_truth_of_element(truth, element);
}

static bool formula_truth(struct variant_truth *truth, formula operand, unsigned depth)
{
	bool value = false;
	size_t count;

	switch (formula_kind(truth->scratch.formulas, operand)) {
	case FORMULA_CONSTANT:
		return operand == FORMULA_TRUE;
	case FORMULA_VARIABLE:
		value = variable_truth(truth, operand, depth);
		break;
	case FORMULA_AND:
		formula_operands(truth->scratch.formulas, operand, &count);
		value = count_holding(truth, operand, depth + 1) == count;
		break;
	case FORMULA_XOR:
		value = count_holding(truth, operand, depth + 1) % 2 == 1;
		break;
	case FORMULA_AT_MOST_ONE:
		value = count_holding(truth, operand, depth + 1) <= 1;
		break;
	}
	return operand < 0 ? !value : value;
}

bool variant_truth_of_formula(struct variant_truth *truth, formula operand)
{
	return formula_truth(truth, operand, 0);
}

bool variant_truth_of_expression(
	struct variant_truth *truth, struct node expression, const struct element *context)
{
	return formula_truth(truth, logic_transform(&truth->logic, expression, context), 0);
}

void variant_truth_begin(struct variant_truth *truth, const struct findings *findings,
	unsigned variant, struct arena *arena)
{
	const struct service_template *of = findings->service_template;
	uint32_t count = of->graph.all.count;
	struct presence_formula *scratch = &truth->scratch;

	*truth = (struct variant_truth){
		.findings = findings, .variant = variant, .ignored = {.arena = arena}};
	truth->context =
		variants_create_context(&findings->variants, variant, of->graph.variability, arena);
	scratch->graph = &of->graph;
	scratch->conditions = &of->conditions;
	scratch->formulas = formulas_create();
	scratch->present = arena_allocate(arena, count + 1, sizeof(formula));
	scratch->manual = arena_allocate(arena, count + 1, sizeof(formula));
	for (uint32_t i = 0; i < count; i++) {
		scratch->present[i] = formula_variable(scratch->formulas);
		scratch->manual[i] = formula_variable(scratch->formulas);
	}
	truth->logic = (struct logic){.result = scratch,
		.graph = &of->graph,
		.formulas = scratch->formulas,
		.arena = arena,
		.problems = &truth->ignored,
		.expressions = node_get(of->graph.variability, "expressions")};
}

void variant_truth_end(struct variant_truth *truth)
{
	logic_finish(&truth->logic);
	presence_formula_destroy(&truth->scratch);
}
