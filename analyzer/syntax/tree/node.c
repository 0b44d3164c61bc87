#include "analyzer/syntax/tree/node.h"

#include "analyzer/syntax/tree/scalar.h"
#include "analyzer/syntax/tree/tree.h"

#include <math.h>

static struct node node_at(const struct syntax_tree *tree, uint32_t section, uint32_t index)
{
	if (index == NO_NODE)
		return (struct node){0};
	return (struct node){tree, {section, index}};
}

static struct node node_from(const struct syntax_tree *tree, struct node_reference reference)
{
	return node_at(tree, reference.section, reference.index);
}

static const struct section *section_of(struct node node)
{
	return node.tree->sections[node.reference.section];
}

static const struct raw_node *as_written(struct node node)
{
	return &section_of(node)->nodes[node.reference.index];
}

/* The node that an alias stands for; NULL for the absent node. */
static const struct raw_node *follow(struct node *node)
{
	if (!node->tree)
		return NULL;

	const struct raw_node *raw = as_written(*node);

	if (raw->kind != RAW_ALIAS)
		return raw;

	const struct alias_target *target =
		alias_table_target(node->tree->aliases, node->reference);

	if (!target)
		return NULL;
	node->reference = target->target;
	return as_written(*node);
}

/* The scalar that `node` is, or stands for: moves it there. NULL if it is none. */
static const struct raw_node *follow_scalar(struct node *node)
{
	const struct raw_node *raw = follow(node);

	return raw && raw->kind == RAW_SCALAR ? raw : NULL;
}

enum node_kind node_kind(struct node node)
{
	const struct raw_node *raw = follow(&node);

	if (!raw)
		return NODE_ABSENT;
	return raw->kind == RAW_SCALAR    ? NODE_SCALAR
	       : raw->kind == RAW_MAPPING ? NODE_MAPPING
					  : NODE_SEQUENCE;
}

bool node_equal_place(struct node a, struct node b)
{
	return a.tree == b.tree && a.reference.section == b.reference.section &&
	       a.reference.index == b.reference.index;
}

bool node_is_null(struct node node)
{
	const struct raw_node *raw = follow(&node);

	return !raw || (raw->kind == RAW_SCALAR && raw->type == SCALAR_NULL);
}

/* ---- scalars ---- */

struct string node_text(struct node node)
{
	const struct raw_node *raw = follow_scalar(&node);

	return raw ? raw_text(section_of(node), raw) : (struct string){"", 0};
}

enum scalar_type node_scalar_type(struct node node)
{
	const struct raw_node *raw = follow_scalar(&node);

	return raw ? (enum scalar_type)raw->type : SCALAR_NULL;
}

enum scalar_style node_scalar_style(struct node node)
{
	const struct raw_node *raw = follow_scalar(&node);

	return raw ? (enum scalar_style)raw->style : SCALAR_PLAIN;
}

bool node_is_string(struct node node)
{
	const struct raw_node *raw = follow_scalar(&node);

	return raw && raw->type == SCALAR_STRING;
}

bool node_boolean(struct node node)
{
	const struct raw_node *raw = follow_scalar(&node);

	return raw && raw->type == SCALAR_BOOLEAN &&
	       (raw_text(section_of(node), raw).bytes[0] | 0x20) == 't';
}

double node_number(struct node node)
{
	const struct raw_node *raw = follow_scalar(&node);

	if (!raw || (raw->type != SCALAR_INTEGER && raw->type != SCALAR_FLOAT))
		return NAN;
	return scalar_number_of(raw_text(section_of(node), raw));
}

/* ---- collections ---- */

static uint32_t child_count(struct node node, const struct raw_node *raw)
{
	if (raw->flags & RAW_IS_SPINE)
		return node.tree->spine->rows[node.reference.section].child_count;
	return raw->kind == RAW_MAPPING ? raw->children.count / 2 : raw->children.count;
}

static uint32_t count_entries(struct node node, bool are_written)
{
	const struct raw_node *raw = follow(&node);
	const struct merged_mapping *merged;

	if (!raw || (raw->kind != RAW_MAPPING && raw->kind != RAW_SEQUENCE))
		return 0;
	if (!(raw->flags & RAW_HAS_MERGE))
		return child_count(node, raw);
	merged = alias_table_merged(node.tree->aliases, node.reference);
	if (!merged)
		return 0;
	return are_written ? merged->written_count : merged->count;
}

uint32_t node_count(struct node node)
{
	return count_entries(node, false);
}

uint32_t node_written_count(struct node node)
{
	return count_entries(node, true);
}

bool node_is_divided(struct node node)
{
	const struct raw_node *raw = follow(&node);

	return raw && (raw->flags & RAW_IS_SPINE);
}

/* The section that is the child at `position` of a collection of the spine. */
static uint32_t child_section(struct node node, uint32_t position)
{
	const struct spine *spine = node.tree->spine;

	return spine->children[spine->rows[node.reference.section].first_child + position];
}

static struct node_entry merged_entry(struct node mapping, uint32_t position)
{
	const struct merged_mapping *merged =
		alias_table_merged(mapping.tree->aliases, mapping.reference);

	if (!merged || position >= merged->count)
		return (struct node_entry){0};
	return (struct node_entry){node_from(mapping.tree, merged->entries[position].key),
		node_from(mapping.tree, merged->entries[position].value)};
}

struct node_entry node_entry(struct node mapping, uint32_t position)
{
	const struct raw_node *raw = follow(&mapping);

	if (!raw || raw->kind != RAW_MAPPING)
		return (struct node_entry){0};
	if (raw->flags & RAW_HAS_MERGE)
		return merged_entry(mapping, position);
	if (position >= child_count(mapping, raw))
		return (struct node_entry){0};
	if (raw->flags & RAW_IS_SPINE) {
		uint32_t child = child_section(mapping, position);
		const struct section *section = mapping.tree->sections[child];

		return (struct node_entry){node_at(mapping.tree, child, section->key),
			node_at(mapping.tree, child, section->value)};
	}

	const uint32_t *children =
		section_of(mapping)->children + raw->children.first + 2 * (size_t)position;
	uint32_t section = mapping.reference.section;

	return (struct node_entry){node_at(mapping.tree, section, children[0]),
		node_at(mapping.tree, section, children[1])};
}

/* The position of the entry with this key by an index, if the mapping has one. */
static bool find_by_index(
	struct node mapping, const struct raw_node *raw, struct string key, uint32_t *position)
{
	if (raw->flags & RAW_HAS_MERGE)
		return false;
	if (raw->flags & RAW_IS_SPINE) {
		*position = spine_find(mapping.tree->spine, mapping.tree->sections,
			mapping.reference.section, key);
		return true;
	}

	const struct mapping_index *index =
		section_index_of(section_of(mapping), mapping.reference.index);

	if (!index)
		return false;
	*position = NO_NODE;
	for (uint32_t slot = (uint32_t)string_hash(key) & index->mask; index->slots[slot];
		slot = (slot + 1) & index->mask) {
		if (string_equal(node_text(node_entry(mapping, index->slots[slot] - 1).key), key)) {
			*position = index->slots[slot] - 1;
			break;
		}
	}
	return true;
}

static struct node_entry find_merged(struct node mapping, struct string key)
{
	for (uint32_t i = 0, count = node_count(mapping); i < count; i++) {
		struct node_entry entry = node_entry(mapping, i);

		if (node_kind(entry.key) == NODE_SCALAR && string_equal(node_text(entry.key), key))
			return entry;
	}
	return (struct node_entry){0};
}

/* Most mappings are small and stand in one section, where their keys are beside each other. */
static struct node_entry find_in_section(
	struct node mapping, const struct raw_node *raw, struct string key)
{
	const uint32_t *children = section_of(mapping)->children + raw->children.first;

	for (uint32_t i = 0; i < raw->children.count / 2; i++) {
		struct node candidate =
			node_at(mapping.tree, mapping.reference.section, children[(size_t)2 * i]);
		const struct raw_node *scalar = follow_scalar(&candidate);

		if (scalar && string_equal(raw_text(section_of(candidate), scalar), key))
			return node_entry(mapping, i);
	}
	return (struct node_entry){0};
}

struct node_entry node_find(struct node mapping, struct string key)
{
	const struct raw_node *raw = follow(&mapping);
	uint32_t position;

	if (!raw || raw->kind != RAW_MAPPING)
		return (struct node_entry){0};
	if (find_by_index(mapping, raw, key, &position))
		return position == NO_NODE ? (struct node_entry){0} : node_entry(mapping, position);
	return raw->flags & RAW_HAS_MERGE ? find_merged(mapping, key)
					  : find_in_section(mapping, raw, key);
}

struct node node_item(struct node sequence, uint32_t position)
{
	const struct raw_node *raw = follow(&sequence);

	if (!raw || raw->kind != RAW_SEQUENCE || position >= child_count(sequence, raw))
		return (struct node){0};
	if (raw->flags & RAW_IS_SPINE) {
		uint32_t child = child_section(sequence, position);

		return node_at(sequence.tree, child, sequence.tree->sections[child]->value);
	}
	return node_at(sequence.tree, sequence.reference.section,
		section_of(sequence)->children[raw->children.first + position]);
}

/* ---- surroundings ---- */

struct node node_parent(struct node node)
{
	if (!node.tree)
		return node;

	uint32_t parent = as_written(node)->parent;

	if (parent != NO_NODE)
		return node_at(node.tree, node.reference.section, parent);

	uint32_t container = node.tree->spine->rows[node.reference.section].parent;

	if (container == NO_NODE)
		return (struct node){0};
	return node_at(node.tree, container, node.tree->sections[container]->value);
}

struct node node_key(struct node node)
{
	if (!node.tree)
		return node;
	return node_at(node.tree, node.reference.section, as_written(node)->key);
}

/* From the first key or item to the end of the last value. */
static struct range spine_range(struct node node)
{
	struct range range = node_range(node_at(node.tree, node.reference.section,
		section_of(node)->key)); /* of a collection without entries */
	uint32_t count = child_count(node, as_written(node));

	range.start = range.end;
	if (count == 0)
		return range;

	uint32_t first = child_section(node, 0);
	uint32_t last = child_section(node, count - 1);
	const struct section *section = node.tree->sections[first];
	uint32_t start = section->key != NO_NODE ? section->key : section->value;

	range.start = node_range(node_at(node.tree, first, start)).start;
	if (section->role == SECTION_ITEM) {
		const char *bytes = section->text.bytes;

		range.start = 0; /* an item starts at its dash */
		while (bytes[range.start] != '-')
			range.start++;
		range.start += node.tree->places[first].start;
	}
	range.end = node_range(node_at(node.tree, last, node.tree->sections[last]->value)).end;
	return range;
}

struct range node_range(struct node node)
{
	if (!node.tree)
		return (struct range){0};

	const struct raw_node *raw = as_written(node);
	uint32_t start = node.tree->places[node.reference.section].start;

	if (raw->flags & RAW_IS_SPINE)
		return spine_range(node);
	return (struct range){start + raw->start, start + raw->end};
}

struct string node_anchor(struct node node)
{
	return node.tree ? section_properties(section_of(node), node.reference.index)->anchor
			 : (struct string){"", 0};
}

struct string node_tag(struct node node)
{
	return node.tree ? section_properties(section_of(node), node.reference.index)->tag
			 : (struct string){"", 0};
}

struct string node_alias(struct node node)
{
	if (!node.tree || as_written(node)->kind != RAW_ALIAS)
		return (struct string){"", 0};
	return raw_text(section_of(node), as_written(node));
}

struct node node_meant(struct node node)
{
	(void)follow(&node);
	return node;
}

bool node_is_broken(struct node node)
{
	return node.tree && (!follow(&node) || section_of(node)->error_count > 0);
}

bool node_is_flow(struct node node)
{
	return node.tree && (as_written(node)->flags & RAW_IS_FLOW);
}
