#include "analyzer/syntax/tree/spine.h"

#include "base/memory.h"

static bool counts(const struct section *section)
{
	switch (section->role) {
	case SECTION_BRANCH:
	case SECTION_ENTRY:
		return section->key != NO_NODE;
	case SECTION_ITEM:
		return section->value != NO_NODE;
	default:
		return false;
	}
}

static struct string key_of(const struct section *section)
{
	return raw_text(section, &section->nodes[section->key]);
}

static void list_children(struct spine *spine, uint32_t count)
{
	uint32_t next = 0;

	for (uint32_t i = 0; i < count; i++) {
		struct spine_row *row = &spine->rows[i];

		if (row->parent != NO_NODE && row->counts)
			spine->rows[row->parent].child_count++;
	}
	for (uint32_t i = 0; i < count; i++) {
		spine->rows[i].first_child = next;
		next += spine->rows[i].child_count;
		spine->rows[i].child_count = 0;
	}
	spine->children = memory_allocate(next, sizeof(*spine->children));
	for (uint32_t i = 0; i < count; i++) {
		struct spine_row *row = &spine->rows[i];

		if (row->parent == NO_NODE || !row->counts)
			continue;

		struct spine_row *parent = &spine->rows[row->parent];

		row->position = parent->child_count++;
		spine->children[parent->first_child + row->position] = i;
	}
}

static void index_children(struct spine *spine, struct section *const *sections, uint32_t number,
	size_t *duplicate_capacity)
{
	struct spine_row *row = &spine->rows[number];

	for (uint32_t i = 0; i < row->child_count; i++) {
		uint32_t child = spine->children[row->first_child + i];
		uint32_t hash = spine->rows[child].key_hash;
		uint32_t slot = hash & row->slot_mask;
		uint32_t *slots = spine->slots + row->slots;

		for (; slots[slot]; slot = (slot + 1) & row->slot_mask) {
			uint32_t other = spine->children[row->first_child + slots[slot] - 1];

			if (spine->rows[other].key_hash == hash &&
				string_equal(key_of(sections[other]), key_of(sections[child]))) {
				spine->duplicates =
					memory_reserve(spine->duplicates, spine->duplicate_count,
						duplicate_capacity, sizeof(*spine->duplicates));
				spine->duplicates[spine->duplicate_count++] =
					(struct duplicate_entry){other, child};
				break;
			}
		}
		if (!slots[slot])
			slots[slot] = i + 1;
	}
}

static void index_mappings(struct spine *spine, struct section *const *sections, uint32_t count)
{
	uint32_t total = 0;
	size_t duplicate_capacity = 0;

	for (uint32_t i = 0; i < count; i++) {
		struct spine_row *row = &spine->rows[i];
		uint32_t size = 8;

		row->slots = NO_NODE;
		if (row->child_count == 0 || !row->is_mapping)
			continue;
		while (size < 2 * row->child_count)
			size *= 2;
		row->slots = total;
		row->slot_mask = size - 1;
		total += size;
	}
	spine->slots = memory_allocate(total, sizeof(*spine->slots));
	for (uint32_t i = 0; i < count; i++)
		if (spine->rows[i].slots != NO_NODE)
			index_children(spine, sections, i, &duplicate_capacity);
}

struct spine *spine_allocate(uint32_t count)
{
	struct spine *spine = memory_allocate(1, sizeof(*spine));

	atomic_init(&spine->references, 1);
	spine->rows = memory_resize(NULL, count, sizeof(*spine->rows));
	return spine;
}

void spine_describe(struct spine_row *row, const struct section *section, uint32_t parent)
{
	*row = (struct spine_row){.parent = parent, .counts = counts(section)};
	if (row->counts && section->role != SECTION_ITEM)
		row->key_hash = (uint32_t)string_hash(key_of(section));
	row->is_mapping =
		section->value != NO_NODE && section->nodes[section->value].kind == RAW_MAPPING;
}

void spine_complete(struct spine *spine, struct section *const *sections, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		spine->rows[i].child_count = 0;
	list_children(spine, count);
	index_mappings(spine, sections, count);
}

struct spine *spine_retain(struct spine *spine)
{
	atomic_fetch_add_explicit(&spine->references, 1, memory_order_relaxed);
	return spine;
}

void spine_release(struct spine *spine)
{
	if (!spine || atomic_fetch_sub(&spine->references, 1) != 1)
		return;
	memory_release(spine->rows);
	memory_release(spine->children);
	memory_release(spine->slots);
	memory_release(spine->duplicates);
	memory_release(spine);
}

uint32_t spine_find(const struct spine *spine, struct section *const *sections, uint32_t parent,
	struct string key)
{
	const struct spine_row *row = &spine->rows[parent];

	if (row->slots == NO_NODE)
		return NO_NODE;

	const uint32_t *slots = spine->slots + row->slots;
	uint32_t hash = (uint32_t)string_hash(key);
	uint32_t slot = hash & row->slot_mask;

	for (; slots[slot]; slot = (slot + 1) & row->slot_mask) {
		uint32_t child = spine->children[row->first_child + slots[slot] - 1];

		if (spine->rows[child].key_hash == hash &&
			string_equal(key_of(sections[child]), key))
			return slots[slot] - 1;
	}
	return NO_NODE;
}
