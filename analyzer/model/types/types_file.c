/* The types of one file: what it defines, and what a name means in it. */
#include "analyzer/model/types/types_internal.h"

#include "analyzer/model/grammar/grammar.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_VIEWS = 4096,
	LONGEST_PREFIX = 1024,
};

/* ---- its own types ---- */

/* Simple Profile 1.2 and 1.3: the root types derive from "tosca.entity.Root", which says nothing
 * and is no type of any kind: they are roots. */
static struct string parent_of(struct node definition)
{
	struct node parent = node_get(definition, "derived_from");
	bool is_none = node_is_absent(parent) || string_is(node_text(parent), "tosca.entity.Root");
	/* A parent that is not written yet, or is no name, is one that nobody knows. */
	if (!is_none && (node_is_null(parent) || node_is_collection(parent)))
		return STRING("?");
	return is_none ? (struct string){0} : node_text(parent);
}

static void add_types_of_kind(struct types_file *file, enum type_kind kind, struct node section)
{
	uint32_t count = node_kind(section) == NODE_MAPPING ? node_count(section) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(section, i);
		types_file_add(file, (struct type){
					     .kind = kind,
					     .name = node_text(entry.key),
					     .key = entry.key,
					     .definition = entry.value,
					     .parent_name = parent_of(entry.value),
				     });
	}
}

static int compare_places(const void *left, const void *right)
{
	struct node_reference a = (*(struct type *const *)left)->key.reference;
	struct node_reference b = (*(struct type *const *)right)->key.reference;
	if (a.section != b.section)
		return a.section < b.section ? -1 : 1;
	return a.index < b.index ? -1 : a.index > b.index;
}

static void add_own_types(struct types_file *file)
{
	struct node root = syntax_tree_root(file->tree);
	uint32_t count = node_kind(root) == NODE_MAPPING ? node_count(root) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(root, i);
		for (int kind = 0; kind < TYPE_KIND_TOTAL; kind++)
			if (string_is(node_text(entry.key),
				    type_kind_row((enum type_kind)kind)->keyname))
				add_types_of_kind(file, (enum type_kind)kind, entry.value);
	}
	if (file->own_count > 0)
		qsort(file->own, file->own_count, sizeof(*file->own), compare_places);
}

void types_file_add(struct types_file *file, struct type type)
{
	struct type *added = arena_allocate(file->arena, 1, sizeof(*added));
	*added = type;
	added->file = file;
	file->own = arena_reserve(
		file->arena, file->own, file->own_count, &file->own_capacity, sizeof(*file->own));
	file->own[file->own_count++] = added;
}

void types_file_fill_slots(struct types_file *file)
{
	file->slot_count = 8;
	while (file->slot_count < 2 * file->own_count)
		file->slot_count *= 2;
	file->slots = arena_allocate(file->arena, file->slot_count, sizeof(*file->slots));
	for (size_t i = 0; i < file->own_count; i++) {
		struct type *type = file->own[i];
		size_t slot = string_hash(type->name) & (file->slot_count - 1);
		file->names += fingerprint_mix(string_hash(type->name) + type->kind);
		/* Of several of one kind and name the first is meant. */
		if (types_file_own(file, type->kind, type->name))
			continue;
		while (file->slots[slot])
			slot = (slot + 1) & (file->slot_count - 1);
		file->slots[slot] = type;
	}
}

struct types_file *types_file_create(
	const struct syntax_tree *tree, struct string path, struct normative_types *normative)
{
	struct arena *arena = arena_create();
	struct types_file *file = arena_allocate(arena, 1, sizeof(*file));
	file->arena = arena;
	file->path = arena_copy(arena, path);
	if (tree) {
		file->tree = syntax_tree_retain(tree);
		file->version = grammar_version(tree);
		add_own_types(file);
	}
	if (normative) {
		file->normative = normative_types_retain(normative);
		file->normative_file = normative_types_file(normative, file->version);
	}
	types_file_fill_slots(file);
	return file;
}

void types_file_destroy(struct types_file *file)
{
	syntax_tree_release(file->tree);
	if (!file->is_normative)
		normative_types_release(file->normative);
	arena_destroy(file->arena);
}

/* ---- its life ---- */

struct types_file *types_file_retain(struct types_file *file)
{
	atomic_fetch_add(&file->group->references, 1);
	return file;
}

void types_file_release(struct types_file *file)
{
	if (!file || atomic_fetch_sub(&file->group->references, 1) > 1)
		return;
	struct types_group *group = file->group;
	for (struct types_file *f = group->files; f; f = f->next) {
		for (size_t i = 0; i < f->imports.count; i++)
			if (f->imported[i] && f->imported[i]->group != group)
				types_file_release(f->imported[i]);
	}
	for (struct types_file *next, *f = group->files; f; f = next) {
		next = f->next;
		types_file_destroy(f);
	}
	memory_release(group);
}

/* ---- names ---- */

const struct type *types_file_next_of_any_kind(
	const struct types_file *file, struct string name, size_t *position)
{
	size_t mask = file->slot_count - 1;
	size_t start = string_hash(name) & mask;
	while (file->slots[(start + *position) & mask]) {
		const struct type *type = file->slots[(start + (*position)++) & mask];
		if (string_equal(type->name, name))
			return type;
	}
	return NULL;
}

const struct type *types_file_own(
	const struct types_file *file, enum type_kind kind, struct string name)
{
	size_t position = 0;
	const struct type *type;
	do {
		type = types_file_next_of_any_kind(file, name, &position);
	} while (type && type->kind != kind);
	return type;
}

static const struct type *find_behind_prefix(
	const struct types_file *normative, enum type_kind kind, struct string name)
{
	char full[256];
	const char *start = type_kind_row(kind)->prefix;
	size_t prefix = strlen(start);
	if (prefix + name.length > sizeof(full) || !name.length)
		return NULL;
	memcpy(full, start, prefix);
	memcpy(full + prefix, name.bytes, name.length);
	return types_file_own(normative, kind, (struct string){full, prefix + name.length});
}

/* Simple Profile, section "TOSCA normative type names": "tosca.nodes.Compute" can be
 * written "tosca:Compute", and "Compute" in short. */
static const struct type *find_by_shorthand(
	const struct types_file *normative, enum type_kind kind, struct string name)
{
	if (string_starts_with(name, "tosca:"))
		name = string_slice(name, strlen("tosca:"), name.length);
	const struct type *type = find_behind_prefix(normative, kind, name);
	return type ? type
		    : find_behind_prefix(normative, kind, type_kind_normative_name(kind, name));
}

const struct type *types_file_find_defined(
	const struct types_file *file, enum type_kind kind, struct string name)
{
	for (size_t i = 0; i < file->view_count; i++) {
		const struct types_view *view = &file->views[i];
		size_t prefix = view->prefix.length;
		if (prefix > name.length ||
			(prefix && memcmp(name.bytes, view->prefix.bytes, prefix) != 0))
			continue;
		const struct type *type =
			types_file_own(view->file, kind, string_slice(name, prefix, name.length));
		if (type)
			return type;
	}
	return NULL;
}

const struct type *types_file_find(
	const struct types_file *file, enum type_kind kind, struct string name)
{
	const struct type *type = types_file_find_defined(file, kind, name);
	if (type || !file->normative_file)
		return type;
	type = types_file_own(file->normative_file, kind, name);
	return type ? type : find_by_shorthand(file->normative_file, kind, name);
}

/* Where the view is, or would be. */
static uint32_t *view_slot(
	const struct types_file *file, struct string prefix, const struct types_file *seen)
{
	size_t mask = file->view_slot_count - 1;
	size_t slot = fingerprint_mix(string_hash(prefix) + (uintptr_t)seen) & mask;
	for (; file->view_slots[slot]; slot = (slot + 1) & mask) {
		const struct types_view *view = &file->views[file->view_slots[slot] - 1];
		if (view->file == seen && string_equal(view->prefix, prefix))
			break;
	}
	return &file->view_slots[slot];
}

static void widen_view_slots(struct types_file *file)
{
	file->view_slot_count = file->view_slot_count ? 4 * file->view_slot_count : 16;
	file->view_slots =
		arena_allocate(file->arena, file->view_slot_count, sizeof(*file->view_slots));
	for (size_t i = 0; i < file->view_count; i++)
		*view_slot(file, file->views[i].prefix, file->views[i].file) = (uint32_t)i + 1;
}

void types_file_add_view(
	struct types_file *file, struct string prefix, const struct types_file *seen)
{
	/* A cycle of imports with prefixes makes names without end. */
	if (file->view_count >= MOST_VIEWS || prefix.length > LONGEST_PREFIX)
		return;
	if (2 * file->view_count >= file->view_slot_count)
		widen_view_slots(file);
	uint32_t *slot = view_slot(file, prefix, seen);
	if (*slot)
		return;
	*slot = (uint32_t)file->view_count + 1;
	file->views = arena_reserve(file->arena, file->views, file->view_count,
		&file->view_capacity, sizeof(*file->views));
	file->views[file->view_count++] = (struct types_view){prefix, seen};
}

/* ---- derivation ---- */

static struct types_file *file_of(const struct type *type)
{
	return (struct types_file *)type->file;
}

static bool stands_before(const struct type *one, const struct type *other)
{
	struct node_reference a = one->key.reference;
	struct node_reference b = other->key.reference;
	return a.section < b.section || (a.section == b.section && a.index < b.index);
}

/* Marks the types that derive from themselves and cuts the cycle at one of them. */
static void cut_cycle(struct type *start)
{
	const struct type *slow = start;
	const struct type *fast = start;
	do {
		slow = slow->parent;
		fast = fast->parent ? fast->parent->parent : NULL;
		if (!slow || !fast)
			return;
	} while (slow != fast);
	/* All types are ours to change until they are given out. */
	struct type *last = (struct type *)slow;
	struct type *type = last;
	do
		file_of(type)->first_of_cycle = NULL;
	while ((type = (struct type *)type->parent) != last);
	do {
		struct type **first = &file_of(type)->first_of_cycle;
		type->is_cyclic = true;
		if (!*first || stands_before(type, *first))
			*first = type;
	} while ((type = (struct type *)type->parent) != last);
	do
		type->is_first_of_cycle = type == file_of(type)->first_of_cycle;
	while ((type = (struct type *)type->parent) != last);
	last->parent = NULL;
}

void types_file_link_parents(struct types_file *file)
{
	for (size_t i = 0; i < file->own_count; i++) {
		struct type *type = file->own[i];
		if (type->parent_name.length)
			type->parent = types_file_find(file, type->kind, type->parent_name);
	}
}

/* Whether the way up from a type comes to a cycle. It ends where another way has been, and at types
 * of which that is known. */
static bool leads_to_cycle(struct type *start)
{
	struct type *type = start;
	for (; type && type->generation == 0 && !type->seen_from;
		type = (struct type *)type->parent)
		type->seen_from = start;
	return type && type->generation == 0 && type->seen_from == start;
}

void types_file_cut_cycles(struct types_file *file)
{
	for (size_t i = 0; i < file->own_count; i++)
		if (leads_to_cycle(file->own[i]))
			cut_cycle(file->own[i]);
}

/* Each DEEPEST_DERIVATION generations, counted from the top. */
static void cut_long_derivation(struct type *type)
{
	uint32_t count = 0;
	const struct type *ancestor = type;
	for (; ancestor && ancestor->generation == 0; ancestor = ancestor->parent)
		count++;
	uint32_t above = ancestor ? ancestor->generation : 0;
	for (; count > 0; count--) {
		struct type *parent = (struct type *)type->parent;
		type->generation = (above + count - 1) % DEEPEST_DERIVATION + 1;
		type->is_too_deep = parent && type->generation == 1;
		if (type->is_too_deep)
			type->parent = NULL;
		type = parent;
	}
}

void types_file_cut_long_derivations(struct types_file *file)
{
	for (size_t i = 0; i < file->own_count; i++)
		cut_long_derivation(file->own[i]);
}
