/* Selected nodes become members of a new variability group (Variability4TOSCA, section
 * "Variability Group"), which takes over the conditions that all of them have. Where they have none
 * in common, the group is left without: any condition, even one that holds, would be one more of
 * its members, and switch off a default condition. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/edits/insertion.h"
#include "analyzer/ide/edits/layout.h"

struct selection {
	struct name_entry *nodes;
	size_t count;
};

static struct selection selected_nodes(struct offer *offer)
{
	struct name_list all = names_of(offer->tree, DECLARED_NODE, offer->arena);
	struct selection selection = {
		arena_allocate(offer->arena, all.count + 1, sizeof(*selection.nodes)), 0};
	for (size_t i = 0; i < all.count; i++)
		if (ranges_touch(node_range(all.items[i].key), offer->request->range))
			selection.nodes[selection.count++] = all.items[i];
	return selection;
}

static struct string fresh_name(struct offer *offer)
{
	for (int i = 1;; i++) {
		struct string name = arena_format(offer->arena, "group_%d", i);
		if (node_is_absent(names_find(offer->tree, DECLARED_GROUP, name).key))
			return name;
	}
}

/* The conditions that all nodes have in the same words; empty if they differ. */
static struct string common_conditions(struct offer *offer, struct selection selection)
{
	struct string common = STRING("");
	for (size_t i = 0; i < selection.count; i++) {
		struct node conditions = node_get(selection.nodes[i].value, "conditions");
		if (node_is_null(conditions) ||
			!layout_is_one_line(offer->tree, node_range(conditions)) ||
			(node_kind(conditions) != NODE_SCALAR && !node_is_flow(conditions)))
			return STRING("");
		struct string text =
			syntax_tree_text(offer->tree, node_range(conditions), offer->arena);
		if (i > 0 && !string_equal(text, common))
			return STRING("");
		common = text;
	}
	return common;
}

static bool take_conditions(struct offer *offer, struct node node, struct edits *edits)
{
	for (uint32_t i = 0; i < node_count(node); i++) {
		struct text_edit edit;
		if (!string_is(node_text(node_entry(node, i).key), "conditions"))
			continue;
		if (!layout_removal(offer->tree, node, i, &edit, offer->arena))
			return false;
		offer_edit(offer, edits, edit);
		return true;
	}
	return false;
}

static struct string member_list(struct offer *offer, struct selection selection)
{
	struct string *keys = arena_allocate(offer->arena, selection.count + 1, sizeof(*keys));
	for (size_t i = 0; i < selection.count; i++)
		keys[i] = syntax_tree_text(
			offer->tree, node_range(selection.nodes[i].key), offer->arena);
	return arena_join_list(offer->arena, keys, selection.count, ", ");
}

void offer_group(struct offer *offer)
{
	struct selection selection = selected_nodes(offer);
	struct string conditions = common_conditions(offer, selection);
	struct edits edits = {0};
	for (size_t i = 0; i < selection.count && conditions.length > 0; i++) {
		if (!take_conditions(offer, selection.nodes[i].value, &edits)) {
			conditions = STRING("");
			edits.count = 0;
		}
	}
	struct string name = fresh_name(offer);
	struct string group = arena_format(offer->arena,
		"\n  type: variability.groups.ConditionalMembers\n  members: [%.*s]%s%.*s",
		STRING_ARGUMENTS(member_list(offer, selection)),
		conditions.length > 0 ? "\n  conditions: " : "", STRING_ARGUMENTS(conditions));
	struct text_edit declaration;
	if (selection.count == 0 ||
		!insertion_of(offer->tree, DECLARED_GROUP, name, group, &declaration, offer->arena))
		return;
	offer_edit(offer, &edits, declaration);
	struct string title =
		selection.count == 1
			? arena_format(offer->arena, "Wrap node \"%.*s\" into a variability group",
				  STRING_ARGUMENTS(selection.nodes[0].name))
			: arena_format(offer->arena, "Wrap %zu nodes into a variability group",
				  selection.count);
	offer_action(offer, ACTION_EXTRACT, title, edits);
}
