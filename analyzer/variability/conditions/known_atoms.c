#include "analyzer/variability/conditions/known_atoms.h"

#include "base/memory.h"

#include <assert.h>

struct value_slot {
	uint64_t hash;
	uint32_t place_plus_one; /* in `items` */
};

/* ---- equal expressions ---- */

static uint64_t mix(uint64_t hash, uint64_t with)
{
	hash = (hash ^ with) * 0x9e3779b97f4a7c15u;
	return hash ^ (hash >> 29);
}

static uint64_t hash_node(struct node node)
{
	uint64_t hash = mix(17, node_kind(node));

	switch (node_kind(node)) {
	case NODE_SCALAR:
		return mix(mix(hash, node_scalar_type(node)), string_hash(node_text(node)));
	case NODE_SEQUENCE:
		for (uint32_t i = 0; i < node_count(node); i++)
			hash = mix(hash, hash_node(node_item(node, i)));
		return hash;
	case NODE_MAPPING:
		for (uint32_t i = 0; i < node_count(node); i++) {
			struct node_entry entry = node_entry(node, i);

			hash = mix(hash, string_hash(node_text(entry.key)));
			hash = mix(hash, hash_node(entry.value));
		}
		return hash;
	default:
		return hash;
	}
}

bool expressions_are_equal(struct node a, struct node b)
{
	if (node_kind(a) != node_kind(b))
		return false;
	if (node_kind(a) == NODE_SCALAR)
		return node_scalar_type(a) == node_scalar_type(b) &&
		       string_equal(node_text(a), node_text(b));
	if (node_count(a) != node_count(b))
		return false;
	for (uint32_t i = 0; i < node_count(a); i++) {
		if (node_kind(a) == NODE_SEQUENCE) {
			if (!expressions_are_equal(node_item(a, i), node_item(b, i)))
				return false;
		} else {
			struct node_entry x = node_entry(a, i), y = node_entry(b, i);

			if (!string_equal(node_text(x.key), node_text(y.key)) ||
				!expressions_are_equal(x.value, y.value))
				return false;
		}
	}
	return true;
}

/* ---- a table of them ---- */

/* Where the expression is, or would be. There are free slots. */
static struct value_slot *slot_of(
	const struct known_atoms *known, uint64_t hash, struct node expression)
{
	size_t i = hash & (known->slot_count - 1);

	for (;; i = (i + 1) & (known->slot_count - 1)) {
		struct value_slot *slot = &known->slots[i];

		if (!slot->place_plus_one ||
			(slot->hash == hash &&
				expressions_are_equal(
					known->items[slot->place_plus_one - 1].expression,
					expression)))
			return slot;
	}
}

static void grow(struct known_atoms *known)
{
	struct value_slot *old = known->slots;
	size_t old_count = known->slot_count;

	known->slot_count = old_count ? 2 * old_count : 64;
	known->slots = memory_allocate(known->slot_count, sizeof(*known->slots));
	for (size_t i = 0; i < old_count; i++) {
		size_t j = old[i].hash & (known->slot_count - 1);

		if (!old[i].place_plus_one)
			continue;
		while (known->slots[j].place_plus_one)
			j = (j + 1) & (known->slot_count - 1);
		known->slots[j] = old[i];
	}
	memory_release(old);
}

static uint32_t first_number(const struct known_atoms *known)
{
	return known->base ? (uint32_t)known->base->count : 0;
}

void known_atoms_finish(struct known_atoms *known)
{
	memory_release(known->slots);
	known->slots = NULL;
}

uint32_t known_atoms_count(const struct known_atoms *known)
{
	return first_number(known) + (uint32_t)known->count;
}

const struct atom *known_atoms_at(const struct known_atoms *known, uint32_t number)
{
	uint32_t first = first_number(known);

	assert(number < known_atoms_count(known));
	return number < first ? &known->base->items[number] : &known->items[number - first];
}

/* Variables are made in the order of the atoms. */
const struct atom *known_atoms_of_variable(const struct known_atoms *known, formula variable)
{
	uint32_t low = 0, high = known_atoms_count(known);

	variable = formula_index(variable);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (known_atoms_at(known, middle)->variable < variable)
			low = middle + 1;
		else
			high = middle;
	}
	return low < known_atoms_count(known) && known_atoms_at(known, low)->variable == variable
		       ? known_atoms_at(known, low)
		       : NULL;
}

uint32_t known_atoms_add(struct known_atoms *known, struct arena *arena, struct atom atom)
{
	known->items = arena_reserve(
		arena, known->items, known->count, &known->capacity, sizeof(*known->items));
	known->items[known->count++] = atom;
	if (atom.kind == ATOM_FREE) {
		uint32_t *number = arena_allocate(arena, 1, sizeof(*number));

		*number = known_atoms_count(known) - 1;
		name_table_add(&known->free, arena, atom.name, number);
	}
	if (atom.kind == ATOM_VALUE && !atom.is_made_up) {
		uint64_t hash = hash_node(atom.expression);

		if (2 * known->count >= known->slot_count)
			grow(known);
		*slot_of(known, hash, atom.expression) =
			(struct value_slot){hash, (uint32_t)known->count};
	}
	return known_atoms_count(known) - 1;
}

static uint32_t find_value(const struct known_atoms *known, uint64_t hash, struct node expression)
{
	uint32_t place;

	if (known->slot_count == 0)
		return ATOM_NONE;
	place = slot_of(known, hash, expression)->place_plus_one;
	return place ? first_number(known) + place - 1 : ATOM_NONE;
}

uint32_t known_atoms_find_value(const struct known_atoms *known, struct node expression)
{
	uint64_t hash = hash_node(expression);
	uint32_t found = known->base ? find_value(known->base, hash, expression) : ATOM_NONE;

	return found != ATOM_NONE ? found : find_value(known, hash, expression);
}

uint32_t known_atoms_find_free(const struct known_atoms *known, struct string name)
{
	const uint32_t *number = name_table_find(&known->free, name);

	if (!number && known->base)
		number = name_table_find(&known->base->free, name);
	return number ? *number : ATOM_NONE;
}
