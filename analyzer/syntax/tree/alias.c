#include "analyzer/syntax/tree/alias.h"

#include "base/memory.h"

#include <stdlib.h>

struct anchor {
	struct string name;
	struct node_reference node;
	struct alias_extent extent; /* no nodes while that is not known */
};

struct resolver {
	struct section *const *sections;
	const struct spine *spine;
	uint32_t count;
	struct alias_table *table;
	struct anchor *anchors;
	size_t anchor_count, anchor_capacity;
	uint32_t *slots; /* by name: the last anchor of that name plus one, or 0 */
	uint32_t slot_mask;
	uint64_t unfolded; /* nodes that the aliases so far stand for */
	bool is_full;      /* so many that no further ones do */
	size_t target_capacity, mapping_capacity, error_capacity;
};

static const struct raw_node *raw(const struct resolver *resolver, struct node_reference reference)
{
	return &resolver->sections[reference.section]->nodes[reference.index];
}

static struct string text_of(const struct resolver *resolver, struct node_reference reference)
{
	return raw_text(resolver->sections[reference.section], raw(resolver, reference));
}

static int compare_references(struct node_reference a, struct node_reference b)
{
	if (a.section != b.section)
		return a.section < b.section ? -1 : 1;
	return (a.index > b.index) - (a.index < b.index);
}

static void add_error(struct resolver *resolver, enum syntax_error_kind kind,
	struct node_reference node, struct string message)
{
	struct alias_table *table = resolver->table;

	table->errors = memory_reserve(table->errors, table->error_count, &resolver->error_capacity,
		sizeof(*table->errors));
	table->errors[table->error_count++] = (struct alias_error){kind, node, message};
}

/* ---- anchors ---- */

static uint32_t *slot_of(const struct resolver *resolver, struct string name)
{
	uint32_t slot = (uint32_t)string_hash(name) & resolver->slot_mask;

	while (resolver->slots[slot] &&
		!string_equal(resolver->anchors[resolver->slots[slot] - 1].name, name))
		slot = (slot + 1) & resolver->slot_mask;
	return &resolver->slots[slot];
}

static void add_anchor(struct resolver *resolver, struct string name, struct node_reference node)
{
	uint32_t *slot = slot_of(resolver, name);

	resolver->anchors = memory_reserve(resolver->anchors, resolver->anchor_count,
		&resolver->anchor_capacity, sizeof(*resolver->anchors));
	resolver->anchors[resolver->anchor_count++] = (struct anchor){name, node, {0, 0}};
	*slot = (uint32_t)resolver->anchor_count;
}

/* The last anchor of that name in front of the alias; NULL if there is none. */
static struct anchor *find_anchor(struct resolver *resolver, struct string name)
{
	uint32_t slot = *slot_of(resolver, name);

	return slot ? &resolver->anchors[slot - 1] : NULL;
}

/* Inside a section: those with anchors are never branches. */
static bool is_inside(const struct resolver *resolver, struct node_reference node,
	struct node_reference container)
{
	if (node.section != container.section)
		return false;
	for (uint32_t index = node.index; index != NO_NODE;) {
		if (index == container.index)
			return true;
		index = resolver->sections[node.section]->nodes[index].parent;
	}
	return false;
}

/* Below and including a node, aliases unfolded; anchors before it are measured already. Depth is
 * bounded by that of sections. */
static struct alias_extent measure(struct resolver *resolver, struct node_reference node)
{
	const struct section *section = resolver->sections[node.section];
	const struct raw_node *it = &section->nodes[node.index];
	struct alias_extent extent = {1, 0};

	if (it->kind == RAW_ALIAS) {
		const struct alias_target *target = alias_table_target(resolver->table, node);

		return target ? target->extent : (struct alias_extent){1, 1};
	}
	for (uint32_t i = 0; i < raw_child_count(it) && extent.nodes < UINT32_MAX; i++) {
		struct alias_extent child =
			measure(resolver, (struct node_reference){node.section,
						  section->children[it->children.first + i]});

		extent.nodes += child.nodes;
		extent.levels = child.levels > extent.levels ? child.levels : extent.levels;
	}
	extent.levels++;
	return extent;
}

static uint32_t levels_above(const struct resolver *resolver, struct node_reference node)
{
	uint32_t levels = 0;

	while ((node.index = raw(resolver, node)->parent) != NO_NODE)
		levels++;
	return levels;
}

static void resolve_alias(struct resolver *resolver, struct node_reference alias)
{
	struct alias_table *table = resolver->table;
	struct string name = text_of(resolver, alias);
	struct anchor *anchor = find_anchor(resolver, name);

	if (!anchor) {
		add_error(resolver, SYNTAX_ERROR_UNKNOWN_ALIAS, alias,
			arena_format(table->arena, "no anchor \"&%.*s\" in front of this alias",
				STRING_ARGUMENTS(name)));
		return;
	}
	if (is_inside(resolver, alias, anchor->node)) {
		add_error(resolver, SYNTAX_ERROR_CYCLIC_ALIAS, alias,
			arena_format(table->arena,
				"alias \"*%.*s\" stands inside what it stands for",
				STRING_ARGUMENTS(name)));
		return;
	}
	if (resolver->is_full)
		return;
	if (anchor->extent.nodes == 0)
		anchor->extent = measure(resolver, anchor->node);
	if (anchor->extent.levels + levels_above(resolver, alias) > SECTION_MAXIMUM_DEPTH) {
		add_error(resolver, SYNTAX_ERROR_ALIAS_BOMB, alias,
			arena_format(table->arena,
				"with what alias \"*%.*s\" stands for, this is nested too deeply",
				STRING_ARGUMENTS(name)));
		return;
	}
	resolver->unfolded += anchor->extent.nodes;
	resolver->is_full = resolver->unfolded > ALIAS_MAXIMUM_NODES;
	if (resolver->is_full) {
		add_error(resolver, SYNTAX_ERROR_ALIAS_BOMB, alias,
			arena_format(table->arena,
				"the aliases up to \"*%.*s\" stand for more than %d nodes: "
				"this one and those after it stand for nothing",
				STRING_ARGUMENTS(name), ALIAS_MAXIMUM_NODES));
		return;
	}
	table->targets = memory_reserve(table->targets, table->target_count,
		&resolver->target_capacity, sizeof(*table->targets));
	table->targets[table->target_count++] =
		(struct alias_target){alias, anchor->node, anchor->extent};
}

/* Nodes are numbered in the order of the text, so aliases meet the anchors before them. */
static void resolve_section(struct resolver *resolver, uint32_t number)
{
	const struct section *section = resolver->sections[number];

	for (uint32_t i = 0; i < section->node_count; i++) {
		const struct raw_node *node = &section->nodes[i];
		struct node_reference reference = {number, i};

		if (node->kind == RAW_ALIAS)
			resolve_alias(resolver, reference);
		else if (section_properties(section, i)->anchor.length)
			add_anchor(resolver, section_properties(section, i)->anchor, reference);
	}
}

/* ---- merge keys ---- */

struct entry_list {
	struct merged_entry *items;
	size_t written_count, count, capacity;
	uint32_t *slots; /* by key: the first entry of that key plus one, or 0 */
	uint32_t slot_mask;
};

static struct node_reference followed(const struct resolver *resolver, struct node_reference node)
{
	if (raw(resolver, node)->kind == RAW_ALIAS) {
		const struct alias_target *target = alias_table_target(resolver->table, node);

		if (target)
			return target->target;
	}
	return node;
}

static struct string key_of(const struct resolver *resolver, struct merged_entry entry)
{
	return text_of(resolver, followed(resolver, entry.key));
}

static uint32_t *entry_slot(
	const struct resolver *resolver, const struct entry_list *list, struct string key)
{
	uint32_t slot = (uint32_t)string_hash(key) & list->slot_mask;

	while (list->slots[slot] &&
		!string_equal(key_of(resolver, list->items[list->slots[slot] - 1]), key))
		slot = (slot + 1) & list->slot_mask;
	return &list->slots[slot];
}

static void index_entry(const struct resolver *resolver, struct entry_list *list, size_t position)
{
	uint32_t *slot = entry_slot(resolver, list, key_of(resolver, list->items[position]));

	if (*slot == 0)
		*slot = (uint32_t)position + 1;
}

static bool has_key(
	const struct resolver *resolver, const struct entry_list *list, struct string key)
{
	return list->slots && *entry_slot(resolver, list, key);
}

static void add_entry(struct resolver *resolver, struct entry_list *list, struct merged_entry entry)
{
	struct arena *arena = resolver->table->arena;

	list->items = arena_reserve(
		arena, list->items, list->count, &list->capacity, sizeof(*list->items));
	list->items[list->count++] = entry;
	if (list->slots && 2 * list->count <= list->slot_mask) {
		index_entry(resolver, list, list->count - 1);
		return;
	}
	memory_release(list->slots);
	list->slot_mask = list->slot_mask ? 4 * list->slot_mask + 3 : 15;
	list->slots = memory_allocate((size_t)list->slot_mask + 1, sizeof(*list->slots));
	for (size_t i = 0; i < list->count; i++)
		index_entry(resolver, list, i);
}

static bool is_merge_key(const struct resolver *resolver, struct node_reference reference)
{
	const struct raw_node *key = raw(resolver, reference);

	return key->kind == RAW_SCALAR && key->style == SCALAR_PLAIN &&
	       string_is(text_of(resolver, reference), "<<");
}

static struct merged_entry entry_at(
	const struct resolver *resolver, struct node_reference mapping, uint32_t position)
{
	const struct section *section = resolver->sections[mapping.section];
	const uint32_t *children = section->children +
				   section->nodes[mapping.index].children.first +
				   (size_t)2 * position;

	return (struct merged_entry){
		{mapping.section, children[0]}, {mapping.section, children[1]}};
}

static void merge_from(
	struct resolver *resolver, struct entry_list *list, struct node_reference value);

static void merge_mapping(struct resolver *resolver, struct entry_list *list,
	struct node_reference source, bool is_target)
{
	uint32_t count = raw_child_count(raw(resolver, source)) / 2;

	for (uint32_t i = 0; i < count; i++) {
		struct merged_entry entry = entry_at(resolver, source, i);
		struct node_reference key = followed(resolver, entry.key);

		if (is_merge_key(resolver, key))
			continue;
		if (is_target || !has_key(resolver, list, text_of(resolver, key)))
			add_entry(resolver, list, entry);
	}
	if (is_target)
		list->written_count = list->count;
	for (uint32_t i = 0; i < count; i++) {
		struct merged_entry entry = entry_at(resolver, source, i);

		if (is_merge_key(resolver, entry.key))
			merge_from(resolver, list, entry.value);
	}
}

/* Ends, since what aliases stand for does. */
static void merge_from(
	struct resolver *resolver, struct entry_list *list, struct node_reference value)
{
	struct node_reference source = followed(resolver, value);
	const struct raw_node *node = raw(resolver, source);

	if (node->flags & RAW_IS_SPINE)
		return;
	if (node->kind == RAW_SEQUENCE) {
		const struct section *section = resolver->sections[source.section];

		for (uint32_t i = 0; i < node->children.count; i++)
			merge_from(resolver, list,
				(struct node_reference){source.section,
					section->children[node->children.first + i]});
	} else if (node->kind == RAW_MAPPING) {
		merge_mapping(resolver, list, source, false);
	} else if (node->kind != RAW_ALIAS) { /* of which is told why it stands for nothing */
		add_error(resolver, SYNTAX_ERROR_MERGE_KEY, value,
			STRING("the value of \"<<\" is neither a mapping nor a list of mappings"));
	}
}

static void merge_section(struct resolver *resolver, uint32_t number)
{
	const struct section *section = resolver->sections[number];
	struct alias_table *table = resolver->table;

	for (uint32_t i = 0; i < section->node_count; i++) {
		struct entry_list list = {0};
		struct node_reference mapping = {number, i};

		if (!(section->nodes[i].flags & RAW_HAS_MERGE))
			continue;
		merge_mapping(resolver, &list, mapping, true);
		memory_release(list.slots);
		table->mappings = memory_reserve(table->mappings, table->mapping_count,
			&resolver->mapping_capacity, sizeof(*table->mappings));
		table->mappings[table->mapping_count++] = (struct merged_mapping){
			mapping, list.items, (uint32_t)list.written_count, (uint32_t)list.count};
	}
}

/* ---- tables ---- */

struct alias_table *alias_table_create(
	struct section *const *sections, const struct spine *spine, uint32_t count)
{
	struct resolver resolver = {.sections = sections, .spine = spine, .count = count};
	size_t anchors = 0;
	bool needed = false;

	for (uint32_t i = 0; i < count; i++) {
		needed = needed || sections[i]->has_aliases || sections[i]->has_merges;
		anchors += sections[i]->anchor_count;
	}
	if (!needed)
		return NULL;
	for (resolver.slot_mask = 7; resolver.slot_mask < 2 * anchors;)
		resolver.slot_mask = 2 * resolver.slot_mask + 1;
	resolver.slots = memory_allocate((size_t)resolver.slot_mask + 1, sizeof(*resolver.slots));
	resolver.table = memory_allocate(1, sizeof(*resolver.table));
	atomic_init(&resolver.table->references, 1);
	resolver.table->arena = arena_create();
	for (uint32_t i = 0; i < count; i++)
		if (sections[i]->has_aliases || sections[i]->anchor_count)
			resolve_section(&resolver, i);
	for (uint32_t i = 0; i < count; i++)
		if (sections[i]->has_merges)
			merge_section(&resolver, i);
	memory_release(resolver.anchors);
	memory_release(resolver.slots);
	return resolver.table;
}

struct alias_table *alias_table_retain(struct alias_table *table)
{
	if (table)
		atomic_fetch_add_explicit(&table->references, 1, memory_order_relaxed);
	return table;
}

void alias_table_release(struct alias_table *table)
{
	if (!table || atomic_fetch_sub(&table->references, 1) != 1)
		return;
	arena_destroy(table->arena);
	memory_release(table->targets);
	memory_release(table->mappings);
	memory_release(table->errors);
	memory_release(table);
}

const struct alias_target *alias_table_target(
	const struct alias_table *table, struct node_reference alias)
{
	size_t low = 0;
	size_t high = table ? table->target_count : 0;

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = compare_references(table->targets[middle].alias, alias);

		if (order == 0)
			return &table->targets[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

const struct merged_mapping *alias_table_merged(
	const struct alias_table *table, struct node_reference mapping)
{
	size_t low = 0;
	size_t high = table ? table->mapping_count : 0;

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = compare_references(table->mappings[middle].mapping, mapping);

		if (order == 0)
			return &table->mappings[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}
