#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/syntax/tree/flow_text.h"
#include "analyzer/variability/analysis/explanation_tree.h"
#include "analyzer/variability/presence/conflict.h"
#include "base/memory.h"

static void explain_input(struct explaining *explaining, struct told *parent, struct string name)
{
	struct value_result value = value_of_input(explaining->reasoning.truth.context, name);
	struct node declaration = node_find(explanation_inputs(explaining), name).key;
	struct string json;

	if (value.outcome != VALUE_KNOWN) {
		explanation_add(explaining, parent,
			arena_format(explaining->arena, "variability input \"%.*s\" has no value",
				STRING_ARGUMENTS(name)),
			NULL, declaration)
			->is_input = true;
		return;
	}
	json = value_json(explaining->arena, value.value);
	explanation_add(explaining, parent,
		arena_format(explaining->arena, "variability input \"%.*s\" is %.*s",
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(json)),
		NULL, node_is_absent(value.value.node) ? declaration : value.value.node)
		->is_input = true;
}

/* The values of the inputs that a value expression demands. */
static void explain_inputs(
	struct explaining *explaining, struct told *parent, struct value expression)
{
	struct variability_input_names inputs = {0};

	value_collect_inputs(explaining->reasoning.truth.context, expression, &inputs);
	for (size_t i = 0; i < inputs.count; i++)
		explain_input(explaining, parent, inputs.names[i]);
}

/* ---- manual conditions ---- */

/* Who demands the manual conditions of an element leaves out what is added to them. Without them it
 * is absent in any case, and with them present if nothing is added. */
static void explain_manual(struct explaining *explaining, struct told *parent,
	const struct element *element, bool holds)
{
	const struct service_template *of = explaining->findings->service_template;
	bool is_all =
		of->formula->manual[element->position] == of->formula->present[element->position];
	formula manual = explaining->reasoning.truth.scratch.manual[element->position];
	formula present = reasoning_fact(&explaining->reasoning, element);
	bool is_own = explained_by_operands(explaining, holds ? manual : -manual) &&
		      explained_by_operands(explaining, present);
	struct string display = element_display(element, explaining->arena);
	struct told *told;

	if (conditions_of(&of->conditions, element)->manual_count == 0) {
		explanation_add(explaining, parent,
			arena_format(explaining->arena, "%.*s has no conditions of its own",
				STRING_ARGUMENTS(display)),
			element, explained_place(element));
		return;
	}
	told = explanation_add(explaining, parent,
		arena_format(explaining->arena,
			is_own && is_all ? holds ? "%.*s is present" : "%.*s is absent"
			: holds          ? "the conditions of %.*s hold"
					 : "the conditions of %.*s do not hold",
			STRING_ARGUMENTS(display)),
		element, explained_place(element));
	explanation_wait(explaining, (struct untold){told, element, true});
}

/* ---- facts ---- */

static void explain_atom(struct explaining *explaining, struct told *parent, formula fact)
{
	const struct atom *atom =
		known_atoms_of_variable(&explaining->reasoning.truth.scratch.known, fact);

	if (!atom)
		return;
	if (atom->kind == ATOM_FREE)
		explanation_add(explaining, parent,
			arena_format(explaining->arena,
				"\"%.*s\" names nothing: it is free, and may hold or not",
				STRING_ARGUMENTS(atom->name)),
			NULL, atom->expression);
	else if (atom->kind == ATOM_VALUE && atom->is_made_up)
		explain_inputs(explaining, parent, atom->value);
	else if (atom->kind == ATOM_VALUE)
		explain_expression(explaining, parent, atom->expression, NULL, fact > 0);
}

static void explain_variable(struct explaining *explaining, struct told *parent, formula fact)
{
	const struct element *element =
		free_presence_element(&explaining->reasoning.truth.scratch, fact);

	if (!element)
		explain_atom(explaining, parent, fact);
	else if (free_presence_is_manual(&explaining->reasoning.truth.scratch, fact))
		explain_manual(explaining, parent, element, fact > 0);
	else
		explain_element(explaining, parent, element);
}

/* Every operand that agrees: where all reasons are told, there need not be a chain to each. */
static void explain_parts(struct explaining *explaining, struct told *parent, formula fact)
{
	struct reasoning *reasoning = &explaining->reasoning;
	struct formulas *formulas = reasoning->truth.scratch.formulas;
	bool only_false = formula_kind(formulas, fact) == FORMULA_AND && fact < 0;
	size_t count;

	formula_operands(formulas, fact, &count);
	for (size_t i = 0; i < count; i++) {
		size_t ignored;
		formula part = formula_operands(formulas, fact, &ignored)[i];
		enum truth truth = variant_truth_of_formula(&reasoning->truth, part);

		if (truth == TRUTH_FALSE || (truth == TRUTH_TRUE && !only_false))
			explain_fact(explaining, parent, truth == TRUTH_TRUE ? part : -part);
	}
}

void explain_fact(struct explaining *explaining, struct told *parent, formula fact)
{
	struct reasoning *reasoning = &explaining->reasoning;
	enum formula_kind kind = formula_kind(reasoning->truth.scratch.formulas, fact);
	enum derivation_rule rule;
	formula *reasons;
	size_t count;

	if (kind == FORMULA_VARIABLE)
		explain_variable(explaining, parent, fact);
	else if (kind == FORMULA_CONSTANT)
		explanation_add(explaining, parent, STRING("there is nothing of the kind"), NULL,
			(struct node){0});
	if (kind == FORMULA_VARIABLE || kind == FORMULA_CONSTANT)
		return;
	rule = derivation_last_step(reasoning->derivation, fact).rule;
	if (rule == DERIVATION_NONE)
		explain_parts(explaining, parent, fact);
	else if (rule != DERIVATION_OPERANDS)
		explain_demand(explaining, parent, fact);
	if (rule != DERIVATION_OPERANDS)
		return;
	count = derivation_reasons(reasoning->derivation, fact, &reasons);
	for (size_t i = 0; i < count; i++)
		explain_fact(explaining, parent, reasons[i]);
	memory_release(reasons);
}

/* ---- demands ---- */

/* What a chain of demands rests on besides. */
struct rest {
	formula *items;
	size_t count;
	size_t capacity;
};

static void rest_add(struct rest *rest, formula fact)
{
	rest->items = memory_reserve(rest->items, rest->count, &rest->capacity, sizeof(fact));
	rest->items[rest->count++] = fact;
}

/* Goes from a fact to the constraint it is demanded by, or to the element whose definition it is a
 * part of. */
static struct derivation_step follow_demand(
	struct explaining *explaining, formula fact, struct rest *rest)
{
	struct reasoning *reasoning = &explaining->reasoning;
	struct derivation_step step;

	for (;;) {
		formula *reasons;
		size_t count;

		step = derivation_last_step(reasoning->derivation, fact);
		if (step.rule != DERIVATION_USER)
			return step;
		count = derivation_reasons(reasoning->derivation, fact, &reasons);
		for (size_t i = 1; i < count; i++)
			rest_add(rest, reasons[i]);
		memory_release(reasons);
		fact = step.user;
		if (formula_kind(reasoning->truth.scratch.formulas, fact) == FORMULA_VARIABLE ||
			explained_by_operands(explaining, fact)) {
			rest_add(rest, fact);
			return step;
		}
	}
}

static struct told *add_demander(
	struct explaining *explaining, struct told *parent, struct derivation_step step)
{
	const struct element *element;
	struct conflict_part part = {0};
	struct string display;

	if (step.rule == DERIVATION_REQUIRED) {
		part.constraint = reasoning_constraint(&explaining->reasoning, step.required);
		part.element = part.constraint->element;
		return explanation_add(explaining, parent,
			conflict_part_text(&part, explaining->arena), part.element,
			conflict_part_place(&part));
	}
	element = step.rule == DERIVATION_USER
			  ? free_presence_element(&explaining->reasoning.truth.scratch, step.user)
			  : NULL;
	if (!element)
		return parent;
	part.element = element;
	display = element_display(element, explaining->arena);
	return explanation_add(explaining, parent,
		arena_format(explaining->arena, "it follows from the conditions of %.*s",
			STRING_ARGUMENTS(display)),
		element, conflict_part_place(&part));
}

void explain_demand(struct explaining *explaining, struct told *parent, formula fact)
{
	struct rest rest = {0};
	struct derivation_step step = follow_demand(explaining, fact, &rest);

	parent = add_demander(explaining, parent, step);
	for (size_t i = rest.count; i-- > 0;)
		explain_fact(explaining, parent, rest.items[i]);
	memory_release(rest.items);
}

/* ---- operands: which of them decide ---- */

struct operands {
	struct explaining *explaining;
	enum operator_id op;
	struct node list;
	const struct element *context;
	formula *formulas;
	uint32_t count;
	bool *is_told;
};

static bool operand_is(struct operands *operands, uint32_t i, bool holds)
{
	return variant_truth_of_formula(&operands->explaining->reasoning.truth,
		       operands->formulas[i]) == (holds ? TRUTH_TRUE : TRUTH_FALSE);
}

/* The operand that is nearest to what needs no explanation, among those not told that come to
 * `holds`; the first of them if no chain leads to any, since what uses them does without. `count`
 * if there is none. */
static uint32_t nearest(struct operands *operands, bool holds)
{
	struct derivation *derivation = operands->explaining->reasoning.derivation;
	uint64_t least = DERIVATION_NEVER;
	uint32_t best = operands->count;

	for (uint32_t i = 0; i < operands->count; i++) {
		formula fact = holds ? operands->formulas[i] : -operands->formulas[i];
		uint64_t cost;

		if (operands->is_told[i] || !operand_is(operands, i, holds))
			continue;
		cost = derivation_cost(derivation, fact);
		if (cost < least || best == operands->count) {
			least = cost;
			best = i;
		}
	}
	return best;
}

static bool operand_holds(struct operands *operands, uint32_t i)
{
	return operand_is(operands, i, true);
}

static uint32_t count_holding(struct operands *operands)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < operands->count; i++)
		count += operand_holds(operands, i);
	return count;
}

/* As many as decide, the nearest first; all that would do if all are asked for. */
static void tell_some(struct operands *operands, uint32_t count, bool holds)
{
	if (operands->explaining->tells_all) {
		for (uint32_t i = 0; i < operands->count; i++)
			operands->is_told[i] = operand_is(operands, i, holds);
		return;
	}
	for (uint32_t next; count > 0 && (next = nearest(operands, holds)) < operands->count;
		count--)
		operands->is_told[next] = true;
}

static void tell_every(struct operands *operands)
{
	for (uint32_t i = 0; i < operands->count; i++)
		operands->is_told[i] = true;
}

static void choose_told(struct operands *operands, bool holds)
{
	bool is_exactly_one = operands->op == OPERATOR_EXO ||
			      (operands->op == OPERATOR_XOR &&
				      operands->explaining->reasoning.truth.logic.xor_meaning ==
					      XOR_IS_EXACTLY_ONE);

	if (operands->op == OPERATOR_AND && !holds)
		tell_some(operands, 1, false);
	else if (operands->op == OPERATOR_OR && holds)
		tell_some(operands, 1, true);
	else if (operands->op == OPERATOR_AMO && holds)
		tell_some(operands, operands->count - 1, false);
	else if ((operands->op == OPERATOR_AMO || is_exactly_one) && !holds &&
		 count_holding(operands) > 1)
		tell_some(operands, 2, true);
	else
		tell_every(operands);
	/* Of a single one, whatever it is, at most one holds. */
	if (operands->op == OPERATOR_AMO && operands->count == 1)
		tell_every(operands);
}

/* `a` implies `b`: holds if a does not, or b does. */
static void choose_of_implication(struct operands *operands)
{
	struct derivation *derivation = operands->explaining->reasoning.derivation;

	operands->is_told[0] = operand_is(operands, 0, false);
	operands->is_told[1] = operand_is(operands, 1, true);
	if (operands->explaining->tells_all || !operands->is_told[0] || !operands->is_told[1])
		return;
	operands->is_told[0] = derivation_cost(derivation, -operands->formulas[0]) <=
			       derivation_cost(derivation, operands->formulas[1]);
	operands->is_told[1] = !operands->is_told[0];
}

static bool is_constant(formula operand)
{
	return operand == FORMULA_TRUE || operand == FORMULA_FALSE;
}

/* Nothing that is known decides it: so it is, whatever the operands come to. */
static bool is_settled_by_form(struct operands *operands, formula whole)
{
	bool is_open = false;

	for (uint32_t i = 0; i < operands->count; i++)
		is_open |= !is_constant(operands->formulas[i]);
	if (!is_constant(whole) || !is_open)
		return false;
	for (uint32_t i = 0; i < operands->count; i++)
		if (operands->formulas[i] == whole &&
			operands->op == (whole == FORMULA_TRUE ? OPERATOR_OR : OPERATOR_AND))
			return false;
	return true;
}

/* Which operands are told; false if none of them decides by itself. */
static bool choose(struct operands *operands, bool holds, formula whole)
{
	bool has_any = false;

	if (is_settled_by_form(operands, whole))
		return false;
	if (operands->op == OPERATOR_IMPLIES && holds && operands->count == 2)
		choose_of_implication(operands);
	else
		choose_told(operands, holds);
	for (uint32_t i = 0; i < operands->count; i++)
		has_any |= operands->is_told[i];
	return has_any;
}

/* May the operand lead to the whole, which costs so much? What is no part of the chains may be an
 * input; else, an `xor` names it twice, and it is a part of nothing. */
static bool may_be_reason(struct operands *operands, uint32_t i, uint64_t whole)
{
	const struct presence_formula *scratch = &operands->explaining->reasoning.truth.scratch;
	formula operand = operands->formulas[i];
	bool is_input = formula_kind(scratch->formulas, operand) == FORMULA_VARIABLE &&
			!free_presence_element(scratch, operand);
	uint64_t cost = derivation_cost(operands->explaining->reasoning.derivation,
		operand_is(operands, i, false) ? -operand : operand);

	return cost < whole ||
	       (cost == DERIVATION_NEVER && (is_input || operands->op != OPERATOR_XOR));
}

/* Do the operands that are told lead to the whole? Not those that follow from it: then it is so
 * whatever they come to, as with one that stands there twice. */
static bool are_reasons(struct operands *operands, bool holds, formula whole)
{
	struct explaining *explaining = operands->explaining;
	uint64_t cost = derivation_cost(explaining->reasoning.derivation, holds ? whole : -whole);

	if (explaining->tells_all || cost == DERIVATION_NEVER)
		return true;
	for (uint32_t i = 0; i < operands->count; i++) {
		formula operand = operands->formulas[i];

		if (operands->is_told[i] && !is_constant(operand) &&
			formula_index(operand) != formula_index(whole) &&
			!may_be_reason(operands, i, cost))
			return false;
	}
	return true;
}

/* Of one that nobody knows, since what uses it does without, nothing is claimed. */
static void explain_operand(struct operands *operands, struct told *parent, uint32_t i)
{
	struct explaining *explaining = operands->explaining;
	struct node operand = node_item(operands->list, i);
	struct string text = flow_text(operand, 100, explaining->arena);

	if (explained_is(explaining, operands->formulas[i], true))
		explain_expression(explaining, parent, operand, operands->context, true);
	else if (explained_is(explaining, operands->formulas[i], false))
		explain_expression(explaining, parent, operand, operands->context, false);
	else
		explanation_add(explaining, parent,
			arena_format(explaining->arena, "%.*s: whatever it comes to",
				STRING_ARGUMENTS(text)),
			NULL, operand);
}

static void explain_operands(struct explaining *explaining, struct told *parent,
	struct expression_operator found, const struct element *context, bool holds, formula whole)
{
	uint32_t count = node_count(found.operand);
	struct operands operands = {.explaining = explaining,
		.op = found.op,
		.list = found.operand,
		.context = context,
		.formulas = memory_allocate(count + 1, sizeof(formula)),
		.count = count,
		.is_told = memory_allocate(count + 1, sizeof(bool))};

	for (uint32_t i = 0; i < count; i++)
		operands.formulas[i] = logic_transform(
			&explaining->reasoning.truth.logic, node_item(found.operand, i), context);
	if (count == 0)
		explanation_add(
			explaining, parent, STRING("it has no operands"), NULL, (struct node){0});
	else if (!choose(&operands, holds, whole))
		explanation_add(explaining, parent,
			holds ? STRING("so it is, whatever its parts come to")
			      : STRING("its parts exclude one another, whatever they come to"),
			NULL, (struct node){0});
	else if (!are_reasons(&operands, holds, whole)) {
		explain_fact(explaining, parent, holds ? whole : -whole);
		memset(operands.is_told, false, count * sizeof(bool));
	}
	for (uint32_t i = 0; i < count; i++)
		if (operands.is_told[i])
			explain_operand(&operands, parent, i);
	memory_release(operands.formulas);
	memory_release(operands.is_told);
}

/* ---- expressions ---- */

enum {
	MOST_REPEATED = 8 /* steps that are told again where an expression is used again */
};

/* Whether there are more steps below than may be told again. Elements count for one. */
static bool is_long(const struct told *told, unsigned *left)
{
	for (const struct told *step = told->first; step; step = step->next)
		if ((*left)-- == 0 || (!step->element && is_long(step, left)))
			return true;
	return false;
}

/* The one for the named expression, new if it has not been told. */
static struct told_expression *told_expression_of(struct explaining *explaining, struct string name,
	const struct element *context, bool holds)
{
	struct told_expression *first = name_table_find(&explaining->told_expressions, name);
	struct told_expression *told = first;

	while (told && (told->context != context || told->holds != holds))
		told = told->next;
	if (told)
		return told;
	told = arena_allocate(explaining->arena, 1, sizeof(*told));
	told->context = context;
	told->holds = holds;
	if (first) {
		told->next = first->next;
		first->next = told;
	} else {
		name_table_add(&explaining->told_expressions, explaining->arena, name, told);
	}
	return told;
}

/* Expressions may name one another again and again: what is long is told once. */
void explain_named(struct explaining *explaining, struct told *told, struct string name,
	const struct element *context, bool holds)
{
	struct logic *logic = &explaining->reasoning.truth.logic;
	struct told_expression *before = told_expression_of(explaining, name, context, holds);
	unsigned left = MOST_REPEATED;

	if (before->told && is_long(before->told, &left)) {
		told->text = arena_format(
			explaining->arena, "%.*s (see above)", STRING_ARGUMENTS(told->text));
		return;
	}
	before->told = told;
	explain_expression(
		explaining, told, node_find(logic->expressions, name).value, context, holds);
}

void explain_expression(struct explaining *explaining, struct told *parent, struct node expression,
	const struct element *context, bool holds)
{
	struct logic *logic = &explaining->reasoning.truth.logic;
	struct expression_operator found = expression_operator(expression, true);
	formula whole = logic_transform(logic, expression, context);
	formula fact = holds ? whole : -whole;
	enum derivation_rule rule =
		derivation_last_step(explaining->reasoning.derivation, fact).rule;
	struct string text = flow_text(expression, 100, explaining->arena);

	parent = explanation_add(explaining, parent,
		arena_format(explaining->arena, "%.*s %s", STRING_ARGUMENTS(text),
			holds ? "holds" : "does not hold"),
		NULL, expression);
	if (!explained_is(explaining, whole, holds))
		return;
	if (found.op == OPERATOR_LOGIC_EXPRESSION)
		explanation_wait(explaining,
			(struct untold){.told = parent,
				.element = logic_context(logic, node_text(found.operand), context),
				.expression = node_text(found.operand),
				.holds = holds});
	else if (found.op == OPERATOR_NOT)
		explain_expression(explaining, parent, found.operand, context, !holds);
	else if (rule == DERIVATION_REQUIRED || rule == DERIVATION_USER)
		explain_demand(explaining, parent, fact);
	else if (found.op != OPERATOR_NONE && operator_is_list_of_logic(found.op))
		explain_operands(explaining, parent, found, context, holds, whole);
	else if (found.op != OPERATOR_NONE && operator_is_logic(found.op))
		explain_fact(explaining, parent, fact);
	else if (node_kind(expression) == NODE_MAPPING)
		explain_inputs(explaining, parent, value_from_node(explaining->arena, expression));
	else if (!is_constant(whole) &&
		 free_presence_element(&explaining->reasoning.truth.scratch, whole))
		explain_fact(explaining, parent, fact);
}
