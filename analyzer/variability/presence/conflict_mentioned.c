#include "analyzer/variability/presence/conflict_mentioned.h"

#include "analyzer/variability/conditions/free_presence.h"

/* The demands are read once more, with a variable for each presence. */
struct reading {
	struct presence_formula scratch;
	struct logic logic;
	bool *is_mentioned; /* by position */
};

static void mark_element(struct reading *reading, const struct element *element)
{
	reading->is_mentioned[element->position] = true;
}

static void mark_formula(struct reading *reading, formula operand)
{
	const struct element *element = free_presence_element(&reading->scratch, operand);
	size_t count;

	if (element)
		mark_element(reading, element);
	formula_operands(reading->scratch.formulas, operand, &count);
	for (size_t i = 0; i < count; i++) {
		size_t ignored;

		mark_formula(
			reading, formula_operands(reading->scratch.formulas, operand, &ignored)[i]);
	}
}

static void mark_demand(struct reading *reading, const struct constraint *constraint)
{
	const struct element *element = constraint->element;

	if (element)
		mark_element(reading, element);
	for (uint32_t i = 0;
		element && constraint->kind == CONSTRAINT_OPTION && i < element->alternatives.count;
		i++)
		mark_element(reading, element->alternatives.items[i]);
	if (constraint->kind == CONSTRAINT_WRITTEN)
		mark_formula(reading, logic_transform(&reading->logic, constraint->place, NULL));
	else if (constraint->kind == CONSTRAINT_IMPLIES)
		for (uint32_t i = 0; i < node_count(constraint->place); i++)
			mark_formula(reading, logic_transform(&reading->logic,
						      node_item(constraint->place, i), element));
}

struct elements conflict_mentioned(const struct presence_formula *all,
	const struct conflict_part *parts, size_t count, struct arena *arena)
{
	struct elements elements = all->graph->all, mentioned = {0};
	struct element **items = arena_allocate(arena, (size_t)elements.count + 1, sizeof(*items));
	struct reading reading = {.is_mentioned = arena_allocate(arena,
					  (size_t)all->graph->places.count + 1, sizeof(bool))};

	free_presence_begin(&reading.scratch, &reading.logic, all, arena);
	for (size_t i = 0; i < count; i++)
		mark_demand(&reading, parts[i].constraint);
	for (uint32_t i = 0; i < elements.count; i++)
		if (reading.is_mentioned[elements.items[i]->position])
			items[mentioned.count++] = elements.items[i];
	mentioned.items = items;
	free_presence_end(&reading.scratch, &reading.logic);
	return mentioned;
}
