#include "analyzer/variability/analysis/explanation_tree.h"

struct told *explanation_add(struct explaining *explaining, struct told *parent, struct string text,
	const struct element *element, struct node place)
{
	struct told *told = arena_allocate(explaining->arena, 1, sizeof(*told));

	*told = (struct told){.text = text, .element = element, .place = place};
	if (parent && parent->last)
		parent->last->next = told;
	else if (parent)
		parent->first = told;
	if (parent)
		parent->last = told;
	return told;
}

/* ---- elements ---- */

void explanation_wait(struct explaining *explaining, struct untold untold)
{
	explaining->waiting =
		arena_reserve(explaining->arena, explaining->waiting, explaining->waiting_count,
			&explaining->waiting_capacity, sizeof(*explaining->waiting));
	explaining->waiting[explaining->waiting_count++] = untold;
}

struct node explained_place(const struct element *element)
{
	return node_is_absent(element->key) ? element->value : element->key;
}

struct told *explain_element(
	struct explaining *explaining, struct told *parent, const struct element *element)
{
	struct string display = element_display(element, explaining->arena);
	bool present =
		variant_truth_of_element(&explaining->reasoning.truth, element) == TRUTH_TRUE;
	struct told *told = explanation_add(explaining, parent,
		arena_format(explaining->arena, "%.*s is %s", STRING_ARGUMENTS(display),
			present ? "present" : "absent"),
		element, explained_place(element));

	explanation_wait(explaining, (struct untold){told, element, false});
	return told;
}

bool explained_is(struct explaining *explaining, formula meaning, bool holds)
{
	struct reasoning *reasoning = &explaining->reasoning;
	enum truth truth = variant_truth_of_formula(&reasoning->truth, meaning);

	if (truth == TRUTH_TRUE || truth == TRUTH_FALSE)
		return (truth == TRUTH_TRUE) == holds;
	return derivation_cost(reasoning->derivation, holds ? meaning : -meaning) !=
		       DERIVATION_NEVER &&
	       derivation_cost(reasoning->derivation, holds ? -meaning : meaning) ==
		       DERIVATION_NEVER;
}

bool explained_by_operands(const struct explaining *explaining, formula fact)
{
	return derivation_last_step(explaining->reasoning.derivation, fact).rule ==
	       DERIVATION_OPERANDS;
}
