#include "analyzer/syntax/tree/mapping_index.h"

/* A mapping of more entries gets an index. */
enum {
	SMALL_MAPPING = 16
};

static void report_duplicate(struct section_scratch *scratch, struct section *section,
	const struct raw_node *first, const struct raw_node *second)
{
	scratch_add_error(scratch, SYNTAX_ERROR_DUPLICATE_KEY,
		(struct range){second->start, second->end},
		(struct range){first->start, first->end},
		arena_format(section->arena, "duplicate key \"%.*s\"",
			STRING_ARGUMENTS(raw_text(section, second))));
}

static const struct raw_node *key_at(
	const struct section_scratch *scratch, const struct raw_node *mapping, uint32_t position)
{
	return &scratch->nodes[scratch->children[mapping->children.first + 2 * position]];
}

static bool same_key(
	const struct section *section, const struct raw_node *a, const struct raw_node *b)
{
	return a->kind == RAW_SCALAR && b->kind == RAW_SCALAR &&
	       string_equal(raw_text(section, a), raw_text(section, b));
}

static void check_small_mapping(
	struct section_scratch *scratch, struct section *section, const struct raw_node *mapping)
{
	uint32_t count = mapping->children.count / 2;

	for (uint32_t i = 1; i < count; i++) {
		for (uint32_t j = 0; j < i; j++) {
			if (same_key(section, key_at(scratch, mapping, i),
				    key_at(scratch, mapping, j))) {
				report_duplicate(scratch, section, key_at(scratch, mapping, j),
					key_at(scratch, mapping, i));
				break;
			}
		}
	}
}

static struct mapping_index index_mapping(
	struct section_scratch *scratch, struct section *section, uint32_t node)
{
	const struct raw_node *mapping = &scratch->nodes[node];
	uint32_t count = mapping->children.count / 2;
	uint32_t size = 64;

	while (size < 2 * count)
		size *= 2;

	struct mapping_index index = {
		node, size - 1, arena_allocate(section->arena, size, sizeof(uint32_t))};

	for (uint32_t i = 0; i < count; i++) {
		const struct raw_node *key = key_at(scratch, mapping, i);
		uint32_t slot = (uint32_t)string_hash(raw_text(section, key)) & index.mask;

		for (; index.slots[slot]; slot = (slot + 1) & index.mask) {
			const struct raw_node *other =
				key_at(scratch, mapping, index.slots[slot] - 1);

			if (same_key(section, key, other)) {
				report_duplicate(scratch, section, other, key);
				break;
			}
		}
		if (!index.slots[slot] && key->kind == RAW_SCALAR)
			index.slots[slot] = i + 1;
	}
	return index;
}

void section_check_keys(struct section_scratch *scratch, struct section *section)
{
	size_t capacity = 0;

	for (uint32_t i = 0; i < scratch->node_count; i++) {
		const struct raw_node *node = &scratch->nodes[i];

		if (node->kind != RAW_MAPPING)
			continue;
		if (node->children.count / 2 <= SMALL_MAPPING) {
			check_small_mapping(scratch, section, node);
			continue;
		}
		section->indexes = arena_reserve(section->arena, section->indexes,
			section->index_count, &capacity, sizeof(*section->indexes));
		section->indexes[section->index_count++] = index_mapping(scratch, section, i);
	}
}

const struct mapping_index *section_index_of(const struct section *section, uint32_t node)
{
	uint32_t low = 0;
	uint32_t high = section->index_count;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (section->indexes[middle].node < node)
			low = middle + 1;
		else
			high = middle;
	}
	return low < section->index_count && section->indexes[low].node == node
		       ? &section->indexes[low]
		       : NULL;
}
