#include "analyzer/variability/conflict.h"

#include "solver/core.h"
#include "solver/memory.h"
#include "solver/restriction.h"

#include <string.h>

/* What the options demand; %s is the element. */
static const struct {
	const char *option;
	const char *text;
} option_texts[] = {
	{"artifact_container_constraint", "%.*s needs its node"},
	{"property_container_constraint", "%.*s needs what it belongs to"},
	{"relation_source_constraint", "%.*s needs its target"},
	{"relation_target_constraint", "%.*s needs its source"},
	{"required_artifact_constraint", "%.*s needs exactly one artifact"},
	{"required_hosting_constraint", "%.*s needs exactly one hosting relation"},
	{"required_incoming_relation_constraint", "%.*s needs an incoming relation"},
	{"required_technology_constraint", "%.*s needs exactly one technology"},
	{"single_hosting_constraint", "%.*s allows one hosting relation at most"},
	{"type_container_constraint", "%.*s needs what it belongs to"},
	{"unique_artifact_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_input_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_output_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_property_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_relation_constraint", "%.*s and its alternatives exclude each other"},
	{"unique_technology_constraint", "%.*s allows one technology at most"},
};

static struct string option_text(const struct constraint *constraint, struct arena *arena)
{
	struct string display = element_display(constraint->element, arena);

	for (size_t i = 0; i < sizeof(option_texts) / sizeof(option_texts[0]); i++) {
		const char *rest = option_texts[i].text + strlen("%.*s");

		if (strcmp(option_texts[i].option, constraint->option) == 0)
			return arena_format(arena, "%.*s%s (option %s)", STRING_ARGUMENTS(display),
				rest, constraint->option);
	}
	return arena_format(
		arena, "option %s, for %.*s", constraint->option, STRING_ARGUMENTS(display));
}

struct string constraint_text(const struct constraint *constraint, struct arena *arena)
{
	struct string display;

	switch (constraint->kind) {
	case CONSTRAINT_WRITTEN:
		return STRING("a constraint of the template");
	case CONSTRAINT_OPTION:
		return option_text(constraint, arena);
	case CONSTRAINT_IMPLIED:
		display = element_display(constraint->element, arena);
		return arena_format(arena, "%.*s is implied: its conditions force it to be present",
			STRING_ARGUMENTS(display));
	case CONSTRAINT_IMPLIES:
		display = element_display(constraint->element, arena);
		return arena_format(arena, "%.*s implies something", STRING_ARGUMENTS(display));
	}
	return STRING("");
}

struct node constraint_place(const struct constraint *constraint)
{
	const struct element *element = constraint->element;

	if (!node_is_absent(constraint->place) || !element)
		return constraint->place;
	while (node_is_absent(element->key) && element->container)
		element = element->container;
	return element->key;
}

const struct constraint *const *conflict_find(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, struct arena *arena, size_t *count)
{
	const struct presence_formula *all = service_template->formula;
	struct restriction *restriction = restriction_create(evaluation, variant);
	struct solver *solver = solver_create(restriction_formulas(restriction));
	formula *candidates = memory_allocate(all->constraint_count, sizeof(*candidates));
	const struct constraint **found =
		arena_allocate(arena, all->constraint_count, sizeof(struct constraint *));
	formula *core = NULL;
	size_t candidate_count = 0, core_count = 0;

	*count = 0;
	for (size_t i = 0; i < all->constraint_count; i++) {
		formula required = restriction_of(restriction, all->constraints[i].formula);

		if (required == FORMULA_FALSE && *count == 0)
			found[(*count)++] = &all->constraints[i];
		else if (required != FORMULA_TRUE)
			candidates[candidate_count++] = required;
	}
	if (*count == 0 && core_find(solver, NULL, 0, candidates, candidate_count, &core,
				   &core_count) == SOLVER_UNSATISFIABLE) {
		for (size_t c = 0; c < core_count; c++) {
			for (size_t i = 0; i < all->constraint_count; i++) {
				if (restriction_of(restriction, all->constraints[i].formula) !=
					core[c])
					continue;
				found[(*count)++] = &all->constraints[i];
				break;
			}
		}
	}
	memory_release(core);
	memory_release(candidates);
	solver_destroy(solver);
	restriction_destroy(restriction);
	return found;
}
