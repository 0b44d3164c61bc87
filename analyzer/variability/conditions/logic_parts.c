/* What the making of formulas shares: operands on a stack, atoms, and what is met. */
#include "analyzer/variability/conditions/logic_expression.h"

#include "base/memory.h"

void logic_finish(struct logic *logic)
{
	memory_release(logic->stack);
	memory_release(logic->met.items);
}

const struct named_expression *presence_formula_expression(
	const struct presence_formula *presence, struct string name)
{
	const struct named_expression *named = name_table_find(&presence->expressions, name);

	if (named || !presence->base || name_table_find(&presence->outdated, name))
		return named;
	return name_table_find(&presence->base->expressions, name);
}

void logic_push(struct logic *logic, formula operand)
{
	logic->stack = memory_reserve(
		logic->stack, logic->stack_count, &logic->stack_capacity, sizeof(*logic->stack));
	logic->stack[logic->stack_count++] = operand;
}

formula logic_pop_or(struct logic *logic, size_t base)
{
	formula result =
		formula_or(logic->formulas, logic->stack + base, logic->stack_count - base);

	logic->stack_count = base;
	return result;
}

formula logic_pop_and(struct logic *logic, size_t base)
{
	formula result =
		formula_and(logic->formulas, logic->stack + base, logic->stack_count - base);

	logic->stack_count = base;
	return result;
}

void logic_problem(
	struct logic *logic, enum diagnostic_code code, struct node place, struct string text)
{
	struct noted_problem *problem = arena_allocate(logic->arena, 1, sizeof(*problem));

	*problem = (struct noted_problem){code, text};
	occurrences_push(&logic->met,
		(struct occurrence){
			.kind = OCCURRENCE_PROBLEM, .place = place, .problem = problem});
}

static formula meet_atom(struct logic *logic, uint32_t atom, struct node place)
{
	occurrences_push(&logic->met,
		(struct occurrence){.kind = OCCURRENCE_ATOM, .atom = atom, .place = place});
	return known_atoms_at(&logic->result->known, atom)->variable;
}

static formula add_atom(struct logic *logic, struct atom atom)
{
	struct known_atoms *known = &logic->result->known;

	atom.variable = formula_variable(logic->formulas);
	return meet_atom(logic, known_atoms_add(known, logic->arena, atom), atom.expression);
}

formula logic_error_atom(struct logic *logic, struct node expression)
{
	return add_atom(logic, (struct atom){.kind = ATOM_ERROR, .expression = expression});
}

formula logic_value_atom(struct logic *logic, struct node expression)
{
	uint32_t atom = known_atoms_find_value(&logic->result->known, expression);

	if (atom != ATOM_NONE)
		return meet_atom(logic, atom, expression);
	return add_atom(logic, (struct atom){.kind = ATOM_VALUE,
				       .expression = expression,
				       .value = value_from_node(logic->arena, expression)});
}

formula logic_input_atom(struct logic *logic, struct node key)
{
	struct value_entry *entry = arena_allocate(logic->arena, 1, sizeof(*entry));

	*entry = (struct value_entry){
		STRING("variability_input"), value_from_string(node_text(key))};
	return add_atom(logic, (struct atom){.kind = ATOM_VALUE,
				       .is_made_up = true,
				       .expression = key,
				       .value = value_from_map(logic->arena, entry, 1)});
}

formula logic_free_atom(struct logic *logic, struct string name, struct node place)
{
	uint32_t atom = known_atoms_find_free(&logic->result->known, name);

	if (atom != ATOM_NONE)
		return meet_atom(logic, atom, place);
	return add_atom(logic, (struct atom){.kind = ATOM_FREE, .expression = place, .name = name});
}
