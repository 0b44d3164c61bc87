#include "analyzer/variability/conditions/presence_formula.h"

#include "analyzer/variability/conditions/condition_candidates.h"
#include "analyzer/variability/conditions/constraints.h"
#include "analyzer/variability/conditions/formula_merge.h"
#include "analyzer/variability/conditions/logic_expression.h"
#include "analyzer/variability/conditions/outdated_expressions.h"
#include "base/memory.h"

#include <string.h>

/* Present exactly if the container is: needs no variable of its own. */
static bool follows_container(const struct element_conditions *conditions)
{
	return conditions->count == 0 && conditions->tokens == TOKEN_CONTAINER &&
	       node_is_absent(conditions->type_specific);
}

/* The variable that only this element has, for its presence or its manual conditions. */
static bool has_own_presence(const struct presence_formula *base, const struct element *element)
{
	return base->present[element->position] != FORMULA_TRUE &&
	       !follows_container(conditions_of(base->conditions, element));
}

static bool has_own_manual(const struct presence_formula *base, const struct element *element)
{
	return base->manual[element->position] != FORMULA_TRUE &&
	       base->manual[element->position] != base->present[element->position];
}

/* An element that is made anew takes the variable of the one that stood there. */
static formula variable_of(struct logic *logic, const struct element *element, const formula *known,
	bool (*has_own)(const struct presence_formula *base, const struct element *element))
{
	const struct presence_formula *base = logic->result->base;
	const struct element *before = base ? element_before(logic->graph, element) : NULL;

	if (before && has_own(base, before))
		return known[element->position];
	return formula_variable(logic->formulas);
}

static formula presence_variable(struct logic *logic, const struct element *element)
{
	const struct presence_formula *base = logic->result->base;

	return variable_of(logic, element, base ? base->present : NULL, has_own_presence);
}

static formula manual_variable(struct logic *logic, const struct element *element)
{
	const struct presence_formula *base = logic->result->base;

	return variable_of(logic, element, base ? base->manual : NULL, has_own_manual);
}

/* Before anything is transformed, every element has its two formulas: presences may be circular. */
static void set_formulas(struct logic *logic, const struct element *element)
{
	const struct element_conditions *conditions =
		conditions_of(logic->result->conditions, element);
	formula *present = &logic->result->present[element->position];
	formula *manual = &logic->result->manual[element->position];

	if (*present != FORMULA_NONE)
		return;
	*present = *manual = FORMULA_TRUE;
	if (element_is_cleaned(element))
		return;
	if (follows_container(conditions)) {
		set_formulas(logic, element->container);
		*present = logic->result->present[element->container->position];
		return;
	}
	if (conditions->count > 0 || conditions->tokens ||
		!node_is_absent(conditions->type_specific))
		*present = presence_variable(logic, element);
	if (conditions->manual_count == 0)
		return;
	if (conditions->manual_count == conditions->count && !conditions->tokens &&
		node_is_absent(conditions->type_specific))
		*manual = *present;
	else
		*manual = manual_variable(logic, element);
}

/* In an edit, most have the meaning that they had. */
static void set_meaning(struct logic *logic, formula variable, formula meaning)
{
	formula known = formula_definition(logic->formulas, variable);

	if (known == FORMULA_NONE)
		formula_define(logic->formulas, variable, meaning);
	else if (known != meaning)
		formula_redefine(logic->formulas, variable, meaning);
}

static formula manual_meaning(struct logic *logic, const struct element *element)
{
	const struct element_conditions *conditions =
		conditions_of(logic->result->conditions, element);
	size_t base = logic->stack_count;

	for (uint32_t i = 0; i < conditions->manual_count; i++)
		logic_push(logic, logic_of_condition(logic, &conditions->items[i], element));
	return logic_pop_and(logic, base);
}

/* Its manual conditions, which have a formula of their own, and what is generated. */
static formula present_meaning(struct logic *logic, const struct element *element)
{
	const struct element_conditions *conditions =
		conditions_of(logic->result->conditions, element);
	size_t base = logic->stack_count;

	if (!node_is_absent(conditions->type_specific))
		logic_push(logic, logic_transform(logic, conditions->type_specific, element));
	logic_push(logic, generated_formula(logic, element, conditions->tokens));
	logic_push(logic, logic->result->manual[element->position]);
	for (uint32_t i = conditions->manual_count; i < conditions->count; i++)
		logic_push(logic, logic_of_condition(logic, &conditions->items[i], element));
	return logic_pop_and(logic, base);
}

struct presence_meaning presence_formula_meaning(struct logic *logic, const struct element *element)
{
	struct presence_meaning meaning = {FORMULA_TRUE, FORMULA_TRUE};

	if (element_is_cleaned(element))
		return meaning;
	meaning.manual = manual_meaning(logic, element);
	meaning.present = present_meaning(logic, element);
	return meaning;
}

/* The manual part comes first, then what is generated: so do the mistakes found in them. */
static void define(struct logic *logic, const struct element *element)
{
	formula present = logic->result->present[element->position];
	formula manual = logic->result->manual[element->position];
	formula meaning;

	if (element_is_cleaned(element) || present == FORMULA_TRUE ||
		follows_container(conditions_of(logic->result->conditions, element)))
		return;
	meaning = manual_meaning(logic, element);
	if (manual != FORMULA_TRUE && manual != present)
		set_meaning(logic, manual, meaning);
	set_meaning(logic, present, manual == present ? meaning : present_meaning(logic, element));
}

/* ---- what is met on the way ---- */

static void add_passage(struct presence_formula *result, struct passage passage)
{
	result->passages = arena_reserve(result->graph->arena, result->passages,
		result->passage_count, &result->passage_capacity, sizeof(*result->passages));
	result->passages[result->passage_count++] = passage;
}

static void end_passage(struct logic *logic, const struct element *context)
{
	if (logic->met.count > 0)
		add_passage(logic->result, (struct passage){context, logic->pass,
						   occurrences_pop(&logic->met, 0, logic->arena)});
}

static void read_conditions(struct logic *logic, const struct element *element)
{
	logic->pass = PASS_CONDITIONS;
	define(logic, element);
	end_passage(logic, element);
}

/* ---- all of it ---- */

static struct logic logic_of(struct presence_formula *result)
{
	return (struct logic){.result = result,
		.graph = result->graph,
		.formulas = result->formulas,
		.arena = result->graph->arena,
		.problems = result->graph->problems,
		.expressions = node_get(result->graph->variability, "expressions")};
}

struct presence_formula *presence_formula_create(
	const struct element_graph *graph, const struct conditions *conditions)
{
	struct presence_formula *result = arena_allocate(graph->arena, 1, sizeof(*result));
	struct elements all = graph->all;
	size_t size = graph->places.count;
	struct logic logic;

	result->graph = graph;
	result->conditions = conditions;
	result->formulas = formulas_create();
	result->present = arena_allocate(graph->arena, size, sizeof(formula));
	result->manual = arena_allocate(graph->arena, size, sizeof(formula));
	for (size_t i = 0; i < size; i++)
		if (!graph->places.items[i])
			result->present[i] = result->manual[i] = FORMULA_FALSE;
	logic = logic_of(result);
	name_table_reserve(&result->expressions, graph->arena, named_count(logic.expressions));
	for (uint32_t i = 0; i < all.count; i++)
		set_formulas(&logic, all.items[i]);
	for (uint32_t i = 0; i < all.count; i++)
		read_conditions(&logic, all.items[i]);
	constraints_add_all(&logic, end_passage);
	logic_finish(&logic);
	formulas_fit(result->formulas);
	return result;
}

/* ---- formulas of an edit ---- */

static bool is_renewed(const struct presence_formula *result, const struct element *element)
{
	return element && element_is_renewed(result->graph, element);
}

/* Inputs ask who consumes them. */
static bool is_consuming_elsewhere(
	const struct presence_formula *result, const struct element *property)
{
	struct elements consumed = property->property.consumed;

	for (uint32_t i = 0; i < consumed.count; i++)
		if (consumed.items[i]->kind == ELEMENT_INPUT &&
			!is_renewed(result, consumed.items[i]))
			return true;
	return false;
}

static bool is_consumed_elsewhere(
	const struct presence_formula *result, const struct element *input)
{
	struct elements consumers = input->input.consumers;

	for (uint32_t i = 0; i < consumers.count; i++)
		if (!is_renewed(result, consumers.items[i]))
			return true;
	return false;
}

/* Who mentions an element that is not made anew would have to be read again if its formulas are
 * others. */
static bool is_mentioned_elsewhere(
	const struct presence_formula *result, const struct element *element)
{
	switch (element->kind) {
	case ELEMENT_NODE:
		return !element_graph_renews_askers(result->graph, element);
	case ELEMENT_RELATION:
		return element->relation.target && !is_renewed(result, element->relation.target);
	case ELEMENT_PROPERTY:
		return is_consuming_elsewhere(result, element);
	case ELEMENT_INPUT:
		return is_consumed_elsewhere(result, element);
	default:
		return false; /* who asks for groups, policies … has been made anew with them */
	}
}

/* What has gone is asked for by nobody any more. */
static void forget_formulas(struct logic *logic)
{
	struct presence_formula *result = logic->result;
	const struct presence_formula *base = result->base;
	struct elements gone = logic->graph->gone;

	for (uint32_t i = 0; i < gone.count; i++) {
		uint32_t position = gone.items[i]->position;

		if (has_own_presence(base, gone.items[i]))
			set_meaning(logic, base->present[position], FORMULA_FALSE);
		if (has_own_manual(base, gone.items[i]))
			set_meaning(logic, base->manual[position], FORMULA_FALSE);
		result->present[position] = result->manual[position] = FORMULA_FALSE;
	}
}

/* What is not asked for any more has no meaning. */
static void forget_variables(struct logic *logic, const struct element *before)
{
	const struct presence_formula *result = logic->result, *base = result->base;
	uint32_t position = before->position;

	if (has_own_presence(base, before) && result->present[position] != base->present[position])
		set_meaning(logic, base->present[position], FORMULA_FALSE);
	if (has_own_manual(base, before) && result->manual[position] != base->manual[position])
		set_meaning(logic, base->manual[position], FORMULA_FALSE);
}

/* Elements that are made anew and have other formulas than what stood there. False if any of them
 * are referred to by others, which `concerned` lists, or may be. */
static bool follow_formulas(
	struct logic *logic, const struct formula_edit *edit, struct elements *concerned)
{
	struct presence_formula *result = logic->result;
	const struct presence_formula *base = result->base;
	struct element **items = arena_allocate(logic->arena, edit->changed_count, sizeof(*items));
	bool is_asked_by_id = false;

	*concerned = (struct elements){items, 0};
	for (size_t i = 0; i < edit->changed_count; i++) {
		uint32_t position = edit->changed[i];
		struct element *element = logic->graph->places.items[position];
		const struct element *before = element_before(logic->graph, element);

		if (!before || (result->present[position] == base->present[position] &&
				       result->manual[position] == base->manual[position]))
			continue;
		is_asked_by_id |= base->asks_ids;
		if (is_mentioned_elsewhere(result, element))
			items[concerned->count++] = element;
		forget_variables(logic, before);
	}
	if (is_asked_by_id)
		concerned->count = 0;
	return concerned->count == 0 && !is_asked_by_id;
}

static void renew_formulas(struct logic *logic, const struct formula_edit *edit)
{
	struct presence_formula *result = logic->result;
	const struct presence_formula *base = result->base;
	struct elements places = logic->graph->places;
	size_t size = base->graph->all.count * sizeof(formula);

	result->present = arena_allocate(logic->arena, places.count, sizeof(formula));
	result->manual = arena_allocate(logic->arena, places.count, sizeof(formula));
	memcpy(result->present, base->present, size);
	memcpy(result->manual, base->manual, size);
	for (size_t i = 0; i < edit->changed_count; i++)
		if (is_renewed(result, places.items[edit->changed[i]]))
			result->present[edit->changed[i]] = FORMULA_NONE;
	for (size_t i = 0; i < edit->changed_count; i++)
		set_formulas(logic, places.items[edit->changed[i]]);
	forget_formulas(logic);
}

static bool has_same_names(const struct presence_formula *result, const struct formula_edit *edit)
{
	if (element_graph_is_reordered(result->graph))
		return false;
	for (size_t i = 0; i < edit->changed_count; i++)
		if (!string_equal(result->graph->places.items[edit->changed[i]]->name,
			    result->base->graph->all.items[edit->changed[i]]->name))
			return false;
	return true;
}

/* Whether an element is read again in this pass. */
static bool reads_again(
	const struct presence_formula *result, unsigned pass, const struct element *element)
{
	if (pass == PASS_CONDITIONS)
		return true;
	return is_renewed(result, element) &&
	       constraints_concern(result->graph, pass, element->kind);
}

static void read_again(struct logic *logic, unsigned pass, const struct element *element)
{
	if (pass == PASS_CONDITIONS) {
		read_conditions(logic, element);
		return;
	}
	constraints_add(logic, pass, element);
	end_passage(logic, element);
}

/* What is read again, without what others say. */
static void read_changed(struct logic *logic, const struct formula_edit *edit)
{
	struct presence_formula *result = logic->result;

	for (unsigned pass = PASS_CONDITIONS; pass <= PASS_LAST; pass++) {
		if (pass == PASS_WRITTEN && edit->writes_constraints) {
			constraints_add_written(logic);
			end_passage(logic, NULL);
		}
		for (size_t i = 0; i < edit->changed_count && pass != PASS_WRITTEN; i++) {
			const struct element *element =
				result->graph->places.items[edit->changed[i]];

			if (reads_again(result, pass, element))
				read_again(logic, pass, element);
		}
	}
}

/* ---- edits ---- */

/* Whether any are made anew, have come or gone. */
static bool has_other_others(const struct element_graph *graph)
{
	bool differs = graph->renewed_others.count > 0;

	for (int i = 0; graph->base && i < OTHER_KIND_COUNT; i++)
		differs |= graph->kinds[other_kinds[i]].count !=
			   graph->base->kinds[other_kinds[i]].count;
	return differs;
}

/* What is read once, and for whom it is read, is not read again. */
static bool can_be_edited(const struct presence_formula *result, const struct formula_edit *edit)
{
	const struct presence_formula *base = result->base;

	if (base->depends_on_order || (base->counts_others && has_other_others(result->graph)))
		return false;
	return !result->graph->base ||
	       (!base->has_keyed_expressions && (!base->asks_ids || has_same_names(result, edit)));
}

static bool edit(struct presence_formula *result, const struct formula_edit *edit,
	struct elements *concerned)
{
	struct logic logic = logic_of(result);
	bool is_renewing = result->graph->base != NULL, is_done;
	bool constrains = is_renewing || edit->writes_constraints;

	if (constrains) {
		result->constraints = NULL;
		result->constraint_count = 0;
	}
	if (is_renewing)
		renew_formulas(&logic, edit);
	is_done = !is_renewing || follow_formulas(&logic, edit, concerned);
	if (is_done) {
		read_changed(&logic, edit);
		formula_merge_passages(result, edit);
		if (constrains)
			formula_merge_constraints(result, edit);
	}
	logic_finish(&logic);
	return is_done && !result->depends_on_order && occurrences_keep_meaning(result);
}

struct presence_formula *presence_formula_edit(const struct presence_formula *base,
	const struct element_graph *graph, const struct conditions *conditions,
	const struct formula_edit *written, struct elements *concerned)
{
	struct presence_formula *result = arena_allocate(graph->arena, 1, sizeof(*result));
	struct formula_edit again = *written;

	*result = (struct presence_formula){.base = base,
		.graph = graph,
		.conditions = conditions,
		.present = base->present,
		.manual = base->manual,
		.constraints = base->constraints,
		.constraint_count = base->constraint_count,
		.known = {.base = &base->known},
		.expression_count = base->expression_count};
	*concerned = (struct elements){0};
	if (!can_be_edited(result, &again) ||
		(again.names_expressions && !outdated_expressions_find(result, &again)))
		return NULL;
	result->formulas = formulas_continue(base->formulas);
	if (edit(result, &again, concerned))
		return result;
	presence_formula_destroy(result);
	return NULL;
}

void presence_formula_destroy(struct presence_formula *presence)
{
	if (!presence)
		return;
	known_atoms_finish(&presence->known);
	formulas_destroy(presence->formulas);
}
