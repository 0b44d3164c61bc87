/* Maps of names become lists with an entry for each name, and back: elements of the same name
 * are possible in the list form only. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/place.h"
#include "analyzer/ide/edits/layout.h"

#include <string.h>

static bool has_comment(struct offer *offer, uint32_t start, uint32_t end)
{
	struct string text =
		syntax_tree_text(offer->tree, (struct range){start, end}, offer->arena);
	return text.length > 0 && memchr(text.bytes, '#', text.length) != NULL;
}

/* Replaces what stands between two entries of a flow collection. */
static bool replace_gap(
	struct offer *offer, struct edits *edits, uint32_t start, uint32_t end, struct string text)
{
	offer_edit(offer, edits, (struct text_edit){{start, end}, text});
	return start <= end && !has_comment(offer, start, end);
}

/* Moves the lines between two places, the first one aside, by a number of columns. */
static bool move_lines(
	struct offer *offer, struct edits *edits, uint32_t start, uint32_t end, int columns)
{
	uint32_t first = syntax_tree_position(offer->tree, start, POSITION_UTF8).line;
	uint32_t last =
		syntax_tree_position(offer->tree, layout_line_end(offer->tree, end), POSITION_UTF8)
			.line;
	for (uint32_t i = first + 1; i <= last; i++) {
		struct range line = syntax_tree_line(offer->tree, i);
		struct string text = syntax_tree_text(offer->tree, line, offer->arena);
		size_t spaces = 0;
		while (spaces < text.length && text.bytes[spaces] == ' ')
			spaces++;
		if (spaces == text.length)
			continue;
		if (columns > 0) {
			struct string indentation = arena_format(offer->arena, "%*s", columns, "");
			offer_edit(offer, edits,
				(struct text_edit){{line.start, line.start}, indentation});
		} else if (spaces >= (size_t)-columns) {
			struct range taken = {line.start, line.start + (uint32_t)-columns};
			offer_edit(offer, edits, (struct text_edit){taken, STRING("")});
		} else if (text.bytes[spaces] != '#') {
			return false;
		}
	}
	return true;
}

static bool flow_as_list(struct offer *offer, struct node map, struct edits *edits)
{
	uint32_t count = node_count(map);
	struct range range = node_range(map);
	uint32_t start = range.start;
	bool possible = true;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(map, i);
		possible &= replace_gap(offer, edits, start, node_range(entry.key).start,
			i == 0 ? STRING("[{") : STRING("}, {"));
		start = layout_entry_end(entry);
	}
	return replace_gap(offer, edits, start, range.end, STRING("}]")) && possible;
}

bool form_as_list(struct offer *offer, struct node map, struct edits *edits)
{
	uint32_t count = node_count(map);
	if (count == 0 || node_anchor(map).length > 0 || node_alias(map).length > 0)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(map, i);
		if (!node_equal_place(node_parent(entry.key), map))
			return false; /* merged */
		if (node_is_null(entry.value))
			return false; /* a value only in a map */
	}
	if (node_is_flow(map))
		return flow_as_list(offer, map, edits);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(map, i);
		uint32_t start = node_range(entry.key).start;
		offer_edit(offer, edits, (struct text_edit){{start, start}, STRING("- ")});
		if (!layout_begins_line(offer->tree, start) ||
			!move_lines(offer, edits, start, layout_entry_end(entry), 2))
			return false;
	}
	return true;
}

/* Each item is a map with one name, and no name comes twice. */
static bool has_unique_names(struct node list)
{
	uint32_t count = node_count(list);
	for (uint32_t i = 0; i < count; i++) {
		struct node item = node_item(list, i);
		if (node_kind(item) != NODE_MAPPING || node_count(item) != 1 ||
			node_alias(item).length > 0 || node_anchor(item).length > 0)
			return false;
		struct string name = node_text(node_entry(item, 0).key);
		for (uint32_t j = 0; j < i; j++)
			if (string_equal(name, node_text(node_entry(node_item(list, j), 0).key)))
				return false;
	}
	return count > 0;
}

static bool flow_as_map(struct offer *offer, struct node list, struct edits *edits)
{
	uint32_t count = node_count(list);
	struct range range = node_range(list);
	uint32_t start = range.start;
	bool possible = true;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(node_item(list, i), 0);
		possible &= replace_gap(offer, edits, start, node_range(entry.key).start,
			i == 0 ? STRING("{") : STRING(", "));
		start = layout_entry_end(entry);
	}
	return replace_gap(offer, edits, start, range.end, STRING("}")) && possible;
}

/* Dashes at the column of the key above become spaces, other ones are taken away. */
static bool block_as_map(struct offer *offer, struct node list, struct edits *edits)
{
	uint32_t dashes = layout_column(offer->tree, node_range(list).start);
	uint32_t parent = layout_column(offer->tree, node_range(node_key(list)).start);
	for (uint32_t i = 0; i < node_count(list); i++) {
		struct node item = node_item(list, i);
		struct node_entry entry = node_entry(item, 0);
		uint32_t start = node_range(entry.key).start;
		uint32_t column = layout_column(offer->tree, start);
		if (node_is_flow(item) || column != dashes + 2)
			return false;
		struct range dash = {start - 2, start};
		if (dashes <= parent) {
			offer_edit(offer, edits, (struct text_edit){dash, STRING("  ")});
			continue;
		}
		offer_edit(offer, edits, (struct text_edit){dash, STRING("")});
		if (!move_lines(offer, edits, start, layout_entry_end(entry), -2))
			return false;
	}
	return true;
}

static bool form_as_map(struct offer *offer, struct node list, struct edits *edits)
{
	return has_unique_names(list) && node_anchor(list).length == 0 &&
	       (node_is_flow(list) ? flow_as_map(offer, list, edits)
				   : block_as_map(offer, list, edits));
}

/* Whether an entry means something else in the other form: keywords of variability count in
 * the list form of properties only. */
static bool has_keywords(
	struct node_entry entry, const struct shape *listed, enum definitions_version version)
{
	uint32_t count = node_kind(entry.value) == NODE_MAPPING ? node_count(entry.value) : 0;
	for (uint32_t i = 0; i < count && listed; i++) {
		struct string key = node_text(node_entry(entry.value, i).key);
		if (keyname_find((enum construct)listed->construct, version, key))
			return true;
	}
	return false;
}

static bool has_two_forms(struct offer *offer, struct node collection)
{
	struct place place = place_of_node(collection);
	const struct shape *shape = place.keyname ? place.keyname->shape : NULL;
	if (!shape || place.depth > 0 || shape->kind != SHAPE_COLLECTION)
		return false;
	struct name_list names = names_in(collection, offer->arena);
	for (size_t i = 0; i < names.count; i++) {
		struct node_entry entry = {names.items[i].key, names.items[i].value};
		if (has_keywords(entry, shape->listed, place.version))
			return false;
	}
	return true;
}

/* At the key of the collection. */
void offer_forms(struct offer *offer)
{
	struct node key = syntax_tree_node_at(offer->tree, offer->request->range.start);
	struct node collection = node_find(node_parent(key), node_text(key)).value;
	struct edits edits = {0};
	if (node_is_absent(collection) || !node_equal_place(node_key(collection), key) ||
		!has_two_forms(offer, collection))
		return;
	if (node_kind(collection) == NODE_MAPPING && form_as_list(offer, collection, &edits)) {
		offer_action(offer, ACTION_REWRITE,
			arena_format(offer->arena, "Write \"%.*s\" as a list",
				STRING_ARGUMENTS(node_text(key))),
			edits);
	} else if (node_kind(collection) == NODE_SEQUENCE &&
		   form_as_map(offer, collection, &edits)) {
		offer_action(offer, ACTION_REWRITE,
			arena_format(offer->arena, "Write \"%.*s\" as a map",
				STRING_ARGUMENTS(node_text(key))),
			edits);
	}
}
