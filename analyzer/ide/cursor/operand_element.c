#include "analyzer/ide/cursor/operand_element.h"

#include "analyzer/language/grammar/words.h"

static const struct element *pick(struct elements elements, struct string name)
{
	int32_t position = operands_position(name);
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		if (string_equal(element->name, name) ||
			(position >= 0 && element->index == position))
			return element;
	}
	return NULL;
}

static struct elements within(const struct element *container, enum operand_kind expected)
{
	bool is_node = container->kind == ELEMENT_NODE;
	switch (expected) {
	case OPERAND_RELATION:
		return is_node ? container->node.relations : (struct elements){0};
	case OPERAND_ARTIFACT:
		return is_node ? container->node.artifacts : (struct elements){0};
	case OPERAND_TECHNOLOGY:
		return is_node ? container->node.technologies : (struct elements){0};
	case OPERAND_PROPERTY:
		return container->properties;
	case OPERAND_TYPE:
		return container->types;
	default:
		return (struct elements){0};
	}
}

/* SELF, CONTAINER, SOURCE or TARGET as seen from `around`; NULL for other words. */
static const struct element *operand_element_by_keyword(
	const struct element *around, struct string word)
{
	if (!around || string_is(word, "SELF"))
		return around;
	if (string_is(word, "CONTAINER"))
		return around->container;
	if (around->kind == ELEMENT_RELATION && string_is(word, "SOURCE"))
		return around->container;
	return around->kind == ELEMENT_RELATION && string_is(word, "TARGET")
		       ? around->relation.target
		       : NULL;
}

static const struct element *at_the_top(const struct analysis *analysis,
	const struct element *around, enum operand_kind expected, struct string name)
{
	if (word_find(name, WORD_IN_CONDITION))
		return analysis_element_now(analysis, operand_element_by_keyword(around, name));
	enum element_kind kind = operand_element_kind(expected);
	return kind == ELEMENT_KIND_COUNT ? NULL
					  : pick(analysis_elements_of_kind(analysis, kind), name);
}

const struct element *operand_element(const struct analysis *analysis, const struct element *around,
	const struct operator_row *row, const struct string *names, size_t count)
{
	const struct element *element = NULL;
	for (size_t i = 0; i < count; i++) {
		enum operand_kind expected = operand_kind_at(row->operands, i);
		element = i == 0    ? at_the_top(analysis, around, expected, names[i])
			  : element ? pick(within(element, expected), names[i])
				    : NULL;
	}
	return element;
}
