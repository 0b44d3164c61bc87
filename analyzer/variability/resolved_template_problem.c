#include "analyzer/variability/resolved_template.h"

static bool is_present(
	const struct analysis *analysis, size_t variant, const struct element *element)
{
	return analysis_presence(analysis, variant, element) == PRESENCE_PRESENT;
}

static bool any_present(
	const struct analysis *analysis, size_t variant, const struct elements *elements)
{
	for (uint32_t i = 0; i < elements->count; i++) {
		if (is_present(analysis, variant, elements->items[i]))
			return true;
	}
	return false;
}

static bool problem(const struct analysis *analysis, const struct element *element,
	struct arena *arena, const char *what, struct resolved_template_problem *result)
{
	struct string title = element_title(element, arena);

	result->error = arena_format(arena, "%.*s has no %s", STRING_ARGUMENTS(title), what);
	result->place = analysis_node(analysis, element->key);
	return false;
}

/* A present element needs a present type. */
static bool check_type(const struct analysis *analysis, size_t variant,
	const struct element *element, struct arena *arena,
	struct resolved_template_problem *result)
{
	if (!is_present(analysis, variant, element) ||
		any_present(analysis, variant, &element->types))
		return true;
	return problem(analysis, element, arena, "present type", result);
}

static bool check_node(const struct analysis *analysis, size_t variant, const struct element *node,
	struct arena *arena, struct resolved_template_problem *result)
{
	if (!is_present(analysis, variant, node))
		return true;
	if (!check_type(analysis, variant, node, arena, result))
		return false;
	if (node->node.technologies.count > 0 &&
		!any_present(analysis, variant, &node->node.technologies))
		return problem(analysis, node, arena, "present technology", result);
	for (uint32_t i = 0; i < node->node.artifacts.count; i++) {
		if (!check_type(analysis, variant, node->node.artifacts.items[i], arena, result))
			return false;
	}
	return true;
}

static bool check_kind(const struct analysis *analysis, size_t variant, enum element_kind kind,
	struct arena *arena, struct resolved_template_problem *result)
{
	struct elements elements = analysis_elements_of_kind(analysis, kind);

	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		bool fine;

		if (kind == ELEMENT_NODE)
			fine = check_node(analysis, variant, element, arena, result);
		else if (kind == ELEMENT_RELATION && element->relation.relationship.length == 0)
			fine = true;
		else if (kind == ELEMENT_GROUP && element->group.is_variability_group)
			fine = true;
		else
			fine = check_type(analysis, variant, element, arena, result);
		if (!fine)
			return false;
	}
	return true;
}

struct resolved_template_problem resolved_template_problem(
	const struct analysis *analysis, size_t variant, struct arena *arena)
{
	static const enum element_kind order[] = {
		ELEMENT_NODE, ELEMENT_RELATION, ELEMENT_GROUP, ELEMENT_POLICY};
	const struct variant *subject = analysis_variant(analysis, variant);
	struct resolved_template_problem result = {
		.error = subject->error, .place = subject->error_place};

	if (subject->error.length > 0)
		return result;
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (!check_kind(analysis, variant, order[i], arena, &result))
			break;
	}
	return result;
}
