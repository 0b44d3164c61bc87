#include "analyzer/variability/conditions/occurrences.h"

#include "analyzer/variability/conditions/presence_formula.h"
#include "base/memory.h"

#include <string.h>

void occurrences_push(struct occurrence_stack *stack, struct occurrence occurrence)
{
	stack->items =
		memory_reserve(stack->items, stack->count, &stack->capacity, sizeof(*stack->items));
	stack->items[stack->count++] = occurrence;
}

struct occurrences occurrences_pop(struct occurrence_stack *stack, size_t base, struct arena *arena)
{
	size_t count = stack->count - base;
	struct occurrence *items = arena_allocate(arena, count, sizeof(*items));

	if (count)
		memcpy(items, stack->items + base, count * sizeof(*items));
	stack->count = base;
	return (struct occurrences){items, count};
}

struct numbering {
	struct presence_formula *result;
	struct problems *problems; /* NULL: only looks for what has moved */
	const struct element *context;
	bool *is_known_atom;       /* by number */
	bool *is_known_expression; /* by number */
	bool has_moved;
};

/* What is told about an atom is told about its first occurrence. */
static void number_atom(struct numbering *numbering, const struct occurrence *occurrence)
{
	struct presence_formula *result = numbering->result;
	struct atom *atom;

	if (numbering->is_known_atom[occurrence->atom])
		return;
	numbering->is_known_atom[occurrence->atom] = true;
	atom = &result->atoms[result->atom_count++];
	*atom = *known_atoms_at(&result->known, occurrence->atom);
	atom->order = numbering->problems->next_order++;
	if (node_equal_place(atom->expression, occurrence->place))
		return;
	atom->expression = occurrence->place;
	if (atom->kind == ATOM_VALUE && !atom->is_made_up)
		atom->value = value_from_node(result->graph->arena, occurrence->place);
}

static bool is_same_context(const struct element *a, const struct element *b)
{
	return a == b || (a && b && a->position == b->position);
}

/* The first user decides what keywords mean for all others. */
static void warn_context(struct numbering *numbering, const struct occurrence *occurrence)
{
	const struct named_expression *named = occurrence->expression;
	struct string display;

	if (!named->has_keywords || !named->context ||
		is_same_context(named->context, numbering->context))
		return;
	display = element_display(named->context, numbering->problems->arena);
	problems_add(numbering->problems, PHASE_WARNING, DIAGNOSTIC_CODE_EXPRESSION_OF_FIRST_USER,
		occurrence->place,
		"Keywords in logic expression \"%.*s\" refer to %.*s, which uses it first",
		STRING_ARGUMENTS(named->name), STRING_ARGUMENTS(display));
}

static void number(struct numbering *numbering, const struct occurrences *occurrences);

static void number_expression(struct numbering *numbering, const struct occurrence *occurrence)
{
	const struct named_expression *named = occurrence->expression;

	if (numbering->is_known_expression[named->number]) {
		if (numbering->problems)
			warn_context(numbering, occurrence);
		return;
	}
	numbering->is_known_expression[named->number] = true;
	if (named->has_keywords && !is_same_context(named->context, numbering->context))
		numbering->has_moved = true;
	number(numbering, &named->occurrences);
}

static void number(struct numbering *numbering, const struct occurrences *occurrences)
{
	for (size_t i = 0; i < occurrences->count; i++) {
		const struct occurrence *occurrence = &occurrences->items[i];

		if (occurrence->kind == OCCURRENCE_EXPRESSION)
			number_expression(numbering, occurrence);
		else if (!numbering->problems)
			continue;
		else if (occurrence->kind == OCCURRENCE_ATOM)
			number_atom(numbering, occurrence);
		else
			problems_add(numbering->problems, PHASE_TRANSFORM,
				occurrence->problem->code, occurrence->place, "%.*s",
				STRING_ARGUMENTS(occurrence->problem->text));
	}
}

static bool number_all(struct presence_formula *result, struct problems *problems)
{
	struct numbering numbering = {.result = result,
		.problems = problems,
		.is_known_atom = memory_allocate(known_atoms_count(&result->known), sizeof(bool)),
		.is_known_expression = memory_allocate(result->expression_count, sizeof(bool))};

	for (size_t i = 0; i < result->passage_count; i++) {
		numbering.context = result->passages[i].context;
		number(&numbering, &result->passages[i].occurrences);
	}
	memory_release(numbering.is_known_atom);
	memory_release(numbering.is_known_expression);
	return !numbering.has_moved;
}

bool occurrences_keep_meaning(struct presence_formula *result)
{
	return number_all(result, NULL);
}

void occurrences_number(struct presence_formula *result, struct problems *problems)
{
	result->atoms = arena_allocate(
		result->graph->arena, known_atoms_count(&result->known), sizeof(*result->atoms));
	result->atom_count = 0;
	number_all(result, problems);
}
