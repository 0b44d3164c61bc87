#include "analyzer/ide/publication/teller.h"

/* The map that has the node as key or value; of a list of maps with one entry each, the list. */
static struct node map_around(struct node node)
{
	struct node map = node_parent(node);
	while (!node_is_absent(map) && node_kind(map) != NODE_MAPPING)
		map = node_parent(map);
	struct node list = node_parent(map);
	return node_kind(list) == NODE_SEQUENCE && node_count(map) == 1 ? list : map;
}

static void find_maps(struct teller *teller)
{
	size_t left = TELLER_MOST_GRAMMAR;
	for (size_t i = 0; i < teller->count && left > 0; i++) {
		struct message *message = &teller->messages[i];
		if (!teller_is_about_map(teller, i) || teller->items[i].severity == IDE_HINT)
			continue;
		left--;
		struct node node = syntax_tree_node_at(teller->tree, teller->items[i].range.start);
		while (!node_is_absent(node) && node_range(node).end < teller->items[i].range.end)
			node = node_parent(node);
		message->map = map_around(node);
		message->section_map = map_around(message->map);
	}
}

uint32_t teller_entry_at(struct node map, uint32_t offset)
{
	bool is_mapping = node_kind(map) == NODE_MAPPING;
	uint32_t low = 0, high = node_written_count(map);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		struct node begin =
			is_mapping ? node_entry(map, middle).key : node_item(map, middle);
		if (node_range(begin).start <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_in(const struct teller *teller, size_t i, struct node map)
{
	const struct message *message = &teller->messages[i];
	return teller_tells(teller, i) &&
	       (node_equal_place(message->map, map) || node_equal_place(message->section_map, map));
}

/* Whether the entries of the map are meant as those of another section: half of them are none of
 * this one, or one of them in many ways. Keynames of other versions are no sign of it. */
static bool is_meant_otherwise(const struct teller *teller, struct node map)
{
	uint32_t entries = 0, last = 0;
	size_t count = 0, certain = 0, least = TELLER_MANY;
	for (size_t i = 0; i < teller->count; i++) {
		if (teller->messages[i].code == DIAGNOSTIC_CODE_KEYNAME_OF_OTHER_VERSION ||
			!is_in(teller, i, map))
			continue;
		uint32_t entry = teller_entry_at(map, teller->items[i].range.start);
		entries += entry != last;
		last = entry;
		count++;
		certain += teller->items[i].replacement.length == 0;
		if (!teller_is_grammar(teller, i))
			least = 2;
	}
	return count >= least &&
	       (certain >= least || (entries >= 2 && 2 * entries >= node_count(map)));
}

static bool is_repeated(const struct teller *teller, size_t i, size_t first, struct node map)
{
	return teller->messages[i].code == DIAGNOSTIC_CODE_KEYNAME_OF_OTHER_VERSION &&
	       is_in(teller, i, map) &&
	       string_equal(teller->items[i].message, teller->items[first].message);
}

/* The same keyname of another version in many entries. */
static void tell_repeated(struct teller *teller, struct node map)
{
	for (size_t first = 0; first < teller->count; first++) {
		size_t count = 0;
		if (!is_repeated(teller, first, first, map))
			continue;
		for (size_t i = first; i < teller->count; i++)
			count += is_repeated(teller, i, first, map);
		for (size_t i = first + 1; count >= TELLER_MANY && i < teller->count; i++)
			if (is_repeated(teller, i, first, map))
				teller_relate(teller, i, first);
	}
}

static void tell_map(struct teller *teller, struct node map)
{
	size_t first = teller->count;
	if (node_is_absent(map))
		return;
	if (!is_meant_otherwise(teller, map)) {
		tell_repeated(teller, map);
		return;
	}
	for (size_t i = 0; i < teller->count; i++) {
		if (!is_in(teller, i, map))
			continue;
		if (first == teller->count)
			first = i;
		else
			teller_relate(teller, i, first);
	}
	/* Names that stand anywhere in it may be those that are missed. */
	teller->messages[first].map = map;
	teller->messages[first].is_about_map = true;
}

void tell_maps(struct teller *teller)
{
	find_maps(teller);
	for (size_t i = 0; i < teller->count; i++) {
		if (!teller_is_about_map(teller, i))
			continue;
		if (teller_tells(teller, i))
			tell_map(teller, teller->messages[i].section_map);
		if (teller_tells(teller, i))
			tell_map(teller, teller->messages[i].map);
	}
}
