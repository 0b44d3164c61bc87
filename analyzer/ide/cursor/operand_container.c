#include "analyzer/ide/cursor/operand_container.h"

#include "analyzer/ide/cursor/names.h"

/* The steps of the path that lead to the element whose condition the cursor is in. */
static size_t steps_to_element(const struct cursor *cursor, const struct place *place)
{
	size_t steps = place->expression_start;
	while (steps > 0 && cursor->path[steps - 1].index >= 0)
		steps--;                  /* a list of conditions or implications */
	return steps > 0 ? steps - 1 : 0; /* without the keyname itself */
}

/* The steps to what that element belongs to: a property to the node, a relation as well. */
static size_t steps_to_container(const struct cursor *cursor, size_t steps)
{
	static const char *const collections[] = {
		"properties", "type", "requirements", "artifacts", "technology"};
	for (; steps > 0; steps--) {
		for (size_t i = 0; i < sizeof(collections) / sizeof(*collections); i++)
			if (string_is(cursor->path[steps - 1].key, collections[i]))
				return steps - 1;
	}
	return 0;
}

/* By name, or by position. */
static struct node pick(struct name_list names, struct string name)
{
	int32_t position = operands_position(name);
	for (size_t i = 0; i < names.count; i++)
		if (string_equal(names.items[i].name, name) || names.items[i].index == position)
			return names.items[i].value;
	return (struct node){0};
}

/* The name of the node that a relation leads to. */
static struct string target_of(struct node relation)
{
	return node_text(
		node_kind(relation) == NODE_MAPPING ? node_get(relation, "node") : relation);
}

/* What `word` stands for in the condition around; absent if it is no keyword. */
static struct node by_keyword(const struct syntax_tree *tree, const struct cursor *cursor,
	const struct place *place, struct string word)
{
	size_t steps = steps_to_element(cursor, place);
	bool in_relation = place->has_context && place->context == ELEMENT_RELATION;
	if (string_is(word, "SELF"))
		return cursor_node(tree, cursor->path, steps);
	if (string_is(word, "CONTAINER") || (in_relation && string_is(word, "SOURCE")))
		return cursor_node(tree, cursor->path, steps_to_container(cursor, steps));
	return in_relation && string_is(word, "TARGET")
		       ? names_find(tree, DECLARED_NODE,
				 target_of(cursor_node(tree, cursor->path, steps)))
				 .value
		       : (struct node){0};
}

struct string operand_node_name(const struct syntax_tree *tree, const struct cursor *cursor,
	const struct place *place, struct string name)
{
	bool is_within_node = place->has_context && place->context != ELEMENT_NODE;
	bool in_relation = place->has_context && place->context == ELEMENT_RELATION;
	if (string_is(name, "SELF") || (is_within_node && string_is(name, "CONTAINER")) ||
		(in_relation && string_is(name, "SOURCE")))
		return place->node;
	return in_relation && string_is(name, "TARGET")
		       ? target_of(cursor_node(tree, cursor->path, steps_to_element(cursor, place)))
		       : name;
}

/* Properties and types of a relation are those of its relationship template. */
static struct node with_template(const struct syntax_tree *tree, struct node relation)
{
	struct node name = node_get(relation, "relationship");
	struct node found = names_find(tree, DECLARED_RELATIONSHIP_TEMPLATE, node_text(name)).value;
	return node_is_absent(found) ? relation : found;
}

static bool declares(enum operand_kind expected, enum declared_kind *kind)
{
	switch (expected) {
	case OPERAND_NODE:
		*kind = DECLARED_NODE;
		return true;
	case OPERAND_GROUP:
		*kind = DECLARED_GROUP;
		return true;
	case OPERAND_POLICY:
		*kind = DECLARED_POLICY;
		return true;
	case OPERAND_RELATION:
		*kind = DECLARED_RELATION;
		return true;
	case OPERAND_ARTIFACT:
		*kind = DECLARED_ARTIFACT;
		return true;
	default:
		return false;
	}
}

struct node operand_container(const struct syntax_tree *tree, const struct cursor *cursor,
	const struct place *place, const struct operand_place *operand, struct arena *arena)
{
	struct node found = {0};
	for (size_t i = 0; operand->operand > 0 && i < (size_t)operand->operand; i++) {
		enum operand_kind expected = operand_kind_at(operand->op->operands, i);
		enum declared_kind kind;
		if (i >= cursor->item_count || !declares(expected, &kind))
			return (struct node){0};
		struct string name = cursor->items[i];
		struct node meant =
			i == 0 ? by_keyword(tree, cursor, place, name) : (struct node){0};
		if (node_is_absent(meant)) {
			meant = pick(i == 0 ? names_of(tree, kind, arena)
					    : names_within(found, kind, arena),
				name);
		}
		found = expected == OPERAND_RELATION ? with_template(tree, meant) : meant;
	}
	return found;
}
