/* Which elements are alternatives of each other, and which of them is the default. */
#include "analyzer/variability/elements/population.h"
#include "analyzer/variability/types/technology_rules.h"

#include <string.h>

enum {
	FEW = 8 /* lists this short are searched one by one */
};

/* A technology that a rule assigns has the conditions of the rule, and of what it replaces. */
static bool has_conditions(const struct element *element)
{
	if (element->kind == ELEMENT_TECHNOLOGY && element->technology.rule &&
		!node_is_null(technology_rule_conditions(element->technology.rule)))
		return true;
	if (element->kind == ELEMENT_TECHNOLOGY && element->technology.modelled)
		element = element->technology.modelled;
	return !node_is_absent(stored_keyword(element->keywords, KEYWORD_CONDITIONS));
}

void population_choose_default(struct elements scope)
{
	struct element *candidate = NULL;

	if (scope.count < 2)
		return;
	for (uint32_t i = 0; i < scope.count; i++) {
		struct element *element = scope.items[i];

		if (element->is_default_alternative)
			return;
		if (has_conditions(element) || element->has_default_alternative)
			continue;
		if (candidate)
			return;
		candidate = element;
	}
	if (candidate)
		candidate->is_default_alternative = candidate->has_default_alternative = true;
}

/* The first element of the same name in front of `position`, or itself. */
static struct element *first_of_name(
	struct elements list, uint32_t position, struct name_table *table, struct arena *arena)
{
	struct element *element = list.items[position], *first;

	if (list.count > FEW) {
		first = name_table_find(table, element->name);
		if (first)
			return first;
		name_table_add(table, arena, element->name, element);
		return element;
	}
	for (uint32_t i = 0; i < position; i++)
		if (string_equal(list.items[i]->name, element->name))
			return list.items[i];
	return element;
}

static void group_by_name(struct population *population, struct elements list)
{
	struct arena *arena = population->graph->arena;
	struct name_table table = {0};

	/* Count the alternatives at the first of each name, then collect them there. */
	for (uint32_t i = 0; i < list.count; i++)
		list.items[i]->alternatives = (struct elements){0};
	for (uint32_t i = 0; i < list.count; i++) {
		struct element *first = first_of_name(list, i, &table, arena);

		first->alternatives.count++;
		list.items[i]->alternatives.items = &list.items[first->position];
		if (first == list.items[i]) {
			first->position = i; /* borrowed until the canonical order is known */
			first->alternatives.items = &list.items[i];
		}
	}
	for (uint32_t i = 0; i < list.count; i++) {
		struct element *element = list.items[i];
		struct element *first = element->alternatives.items[0];
		struct elements *all = &first->alternatives;

		if (first == element && all->count > 1) {
			all->items = arena_allocate(arena, all->count, sizeof(struct element *));
			all->count = 0;
		}
		if (first != element || all->count == 0) /* not read before it is complete */
			((struct element **)all->items)[all->count++] = element;
	}
	for (uint32_t i = 0; i < list.count; i++)
		list.items[i]->alternatives = list.items[i]->alternatives.items[0]->alternatives;
}

void population_set_alternatives(
	struct population *population, struct elements list, bool by_name, bool is_automatic)
{
	bool automatic = is_automatic &&
			 population->graph->options->flags[FLAG_AUTOMATIC_DEFAULT_ALTERNATIVES];

	if (by_name)
		group_by_name(population, list);
	else
		for (uint32_t i = 0; i < list.count; i++)
			list.items[i]->alternatives = list;
	for (uint32_t i = 0; automatic && i < list.count; i++)
		if (list.items[i]->alternatives.items[0] == list.items[i])
			population_choose_default(list.items[i]->alternatives);
}

void population_check_defaults(struct population *population, struct elements list)
{
	for (uint32_t i = 0; i < list.count; i++) {
		struct elements scope = list.items[i]->alternatives;
		uint32_t defaults = 0;

		if (scope.items[0] != list.items[i])
			continue;
		for (uint32_t j = 0; j < scope.count; j++)
			defaults += scope.items[j]->is_default_alternative;
		if (defaults > 1) {
			struct string title =
				element_title(list.items[i], population->graph->arena);

			problems_add(population->graph->problems, PHASE_POPULATE,
				DIAGNOSTIC_CODE_SEVERAL_DEFAULT_ALTERNATIVES, list.items[i]->key,
				"%.*s has multiple defaults", STRING_ARGUMENTS(title));
		}
	}
}
