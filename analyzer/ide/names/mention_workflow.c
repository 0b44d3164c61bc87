/* Names in workflows and in the events of policies: requirements and capabilities of a node that
 * is named beside them, and operations. */
#include "analyzer/ide/declarations/called.h"
#include "analyzer/ide/names/mention_search.h"
#include "analyzer/ide/text/name_text.h"
#include "analyzer/model/functions/operation.h"

#include <string.h>

static bool is_wanted(const struct mention_search *search, struct range range, struct string name)
{
	return search->by_offset ? search->offset >= range.start && search->offset <= range.end
				 : string_equal(name, search->names[0]);
}

static bool is_of_relationship(struct node name)
{
	for (struct node map = node_parent(name); !node_is_absent(map); map = node_parent(map))
		if (!node_is_absent(node_get(map, "target")))
			return !node_is_absent(node_get(map, "target_relationship"));
	return false;
}

/* One with assignments is an element of the node, too. */
static void add_requirement(
	struct mention_search *search, struct mention *mention, struct string target)
{
	struct string name = node_text(mention->node);
	struct name_entry node = names_find(known_names(search->file)->tree, DECLARED_NODE, target);
	struct name_entry own = names_find_in(node_get(node.value, "requirements"), name);
	mention_means_member_of_node(search, mention, target, MEMBER_REQUIREMENT, name);
	if (!node_is_absent(own.key)) {
		mention_means_element(search, mention, DECLARED_RELATION, name,
			arena_format(search->arena, "node.%.*s", STRING_ARGUMENTS(target)));
	}
	mention_add(search, *mention);
}

/* `call_operation: Standard.start`: two names in one scalar. */
static void add_operation(
	struct mention_search *search, const struct mention *whole, struct string target)
{
	struct string text = node_text(whole->node);
	struct string interface_name, name;
	if (!operation_split(text, &interface_name, &name))
		return;
	uint32_t dot = (uint32_t)interface_name.length + 1;
	const struct type_member *interface =
		mention_member_of_node(search, target, MEMBER_INTERFACE, interface_name);
	struct mention front = *whole;
	struct mention back = *whole;
	if (!interface)
		return;
	front.range = name_part(whole->node, (struct range){0, dot - 1}, search->arena);
	back.range =
		name_part(whole->node, (struct range){dot, (uint32_t)text.length}, search->arena);
	struct range quoted = node_range(whole->node); /* the cursor may be at a quote */
	struct range first = {quoted.start, front.range.end};
	struct range second = {back.range.start, quoted.end};
	if (is_wanted(search, first, interface_name)) {
		mention_means_member(search, &front, MEMBER_INTERFACE, interface, STRING(""));
		mention_add(search, front);
	}
	if (is_wanted(search, second, name) &&
		mention_means_operation(search, &back, interface, MEMBER_OPERATION, name))
		mention_add(search, back);
}

bool mention_visit_step(struct mention_search *search, const struct walk_item *item)
{
	const struct shape *shape = shape_alternative(item->place->shape, SHAPE_NAME);
	enum name_kind kind = shape ? shape->name : NAME_OF_ANYTHING;
	if (item->place->is_entry || node_alias(item->node).length > 0 ||
		(kind != NAME_OF_REQUIREMENT && kind != NAME_OF_CAPABILITY &&
			kind != NAME_OF_OPERATION))
		return false;
	struct mention mention = mention_begin(search, item->node, (struct node){0});
	struct string target =
		node_text(called_target(known_names(search->file)->tree, item->node));
	bool wanted = is_wanted(search, node_range(item->node), node_text(item->node));
	if (kind == NAME_OF_OPERATION && !is_of_relationship(item->node))
		add_operation(search, &mention, target);
	else if (kind == NAME_OF_REQUIREMENT && wanted)
		add_requirement(search, &mention, target);
	else if (kind == NAME_OF_CAPABILITY && wanted) {
		mention_means_member_of_node(
			search, &mention, target, MEMBER_CAPABILITY, node_text(item->node));
		mention_add(search, mention);
	}
	return true;
}
