#include "analyzer/ide/names/import_target.h"

#include "analyzer/ide/cursor/call.h"
#include "analyzer/ide/cursor/spot.h"
#include "analyzer/ide/cursor/walk.h"
#include "analyzer/ide/names/uses.h"
#include "analyzer/ide/text/name_text.h"

#include <stdlib.h>

static bool contains(struct range range, uint32_t offset)
{
	return offset >= range.start && offset <= range.end;
}

static bool is_value_of(struct node node, struct node import, const char *const *keynames)
{
	for (size_t i = 0; keynames[i] != NULL; i++)
		if (node_equal_place(node_get(import, keynames[i]), node))
			return true;
	return false;
}

static bool names_file(struct node node, struct node import)
{
	static const char *const keynames[] = {"file", "url", "profile", NULL};
	return node_equal_place(node, import) || is_value_of(node, import, keynames);
}

/* The keyname that gives the prefix. */
static struct node prefix_of(const struct type_import *import)
{
	struct node prefix = node_get(import->node, "namespace_prefix");
	return node_text(prefix).length > 0 ? prefix : node_get(import->node, "namespace");
}

/* Whether the name can have the prefix of an import: it is that of a type, and not of one of
 * the file, which may read like that. */
static bool is_imported(const struct use *use)
{
	return !use->is_declaration && (names_are_types(use->kind) || use->may_be_imported) &&
	       node_is_absent(names_find(use->node.tree, use->kind, use->name).key);
}

static bool may_be_imported(const struct known_file *file, struct node name, struct arena *arena)
{
	struct use_list uses = uses_touching(file->tree, node_range(name), arena);
	for (size_t i = 0; i < uses.count; i++)
		if (node_equal_place(uses.items[i].node, name))
			return is_imported(&uses.items[i]);
	return false;
}

/* The range of the prefix, without its colon, behind `skipped` characters of the name; false if it
 * does not have it. */
static bool has_prefix(struct node name, size_t skipped, struct string prefix, struct arena *arena,
	struct range *range)
{
	struct string text = node_text(name);
	size_t end = skipped + prefix.length;
	if (prefix.length == 0 || text.length < end ||
		!string_equal(string_slice(text, skipped, end), prefix))
		return false;
	struct range bytes = {(uint32_t)skipped, (uint32_t)end - 1};
	*range = name_part(name, bytes, arena);
	return true;
}

/* `{$math:half: [4]}`: the function that a key calls; empty if it calls none that files define. */
static struct string called_by(struct node key)
{
	struct string called = call_own_name(place_version(key.tree), node_text(key));
	bool is_key =
		called.length > 0 && node_is_absent(node_key(key)) && place_of_node(key).is_free;
	return is_key ? called : (struct string){"", 0};
}

static bool expects_import(const struct walk_item *item)
{
	const struct place *place = item->place;
	return place->is_expression &&
	       operands_at(item->path + place->expression_start,
		       item->path_length - place->expression_start, place->is_logic)
			       .expected == OPERAND_IMPORT;
}

/* `import_presence: 0` */
static bool is_position(struct node node, uint32_t offset, struct arena *arena, int32_t *position)
{
	*position = operands_position(node_text(node));
	return *position >= 0 &&
	       spot_at(node.tree, offset, arena).operand.expected == OPERAND_IMPORT;
}

/* What is at an offset has to do with the import. */
struct found {
	enum {
		FOUND_POSITION, /* in a condition */
		FOUND_FILE,     /* its path */
		FOUND_PREFIX,   /* in the import itself, or of a name */
	} what;
	struct type_import import;
	int32_t position; /* of the import */
	struct range range;
};

static bool find_prefix(const struct known_file *file, struct node node, uint32_t offset,
	struct arena *arena, struct found *found)
{
	bool is_call = called_by(node).length > 0;
	struct string prefix = found->import.prefix;
	struct range range;
	if (prefix.length > 0 && node_equal_place(prefix_of(&found->import), node))
		return true;
	if (!has_prefix(node, is_call, prefix, arena, &range) || offset > range.end ||
		(!is_call && !may_be_imported(file, node, arena)))
		return false;
	found->range = range;
	return true;
}

static bool find(
	const struct known_file *file, uint32_t offset, struct arena *arena, struct found *found)
{
	struct node node = syntax_tree_node_at(file->tree, offset);
	int32_t position;
	if (!file->types || node_kind(node) != NODE_SCALAR)
		return false;
	*found = (struct found){.range = name_range(node, arena)};
	if (!contains(node_range(node), offset) || node_alias(node).length > 0)
		return false;
	if (is_position(node, offset, arena, &position)) {
		found->what = FOUND_POSITION;
		found->position = position;
		return types_import_at(file->types, (size_t)position, &found->import);
	}
	while (types_import_at(file->types, (size_t)found->position, &found->import)) {
		if (names_file(node, found->import.node)) {
			found->what = FOUND_FILE;
			return true;
		}
		if (find_prefix(file, node, offset, arena, found)) {
			found->what = FOUND_PREFIX;
			return true;
		}
		found->position++;
	}
	return false;
}

bool import_target_at(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct range *origin, struct place_of_name *place)
{
	struct found found;
	if (!find(file, offset, arena, &found))
		return false;
	*origin = found.range;
	*place = (struct place_of_name){
		.path = file->path, .tree = file->tree, .is_declaration = true};
	place->whole = node_range(found.import.node);
	place->range = place->whole;
	if (found.what == FOUND_PREFIX) {
		place->range = name_range(prefix_of(&found.import), arena);
	} else if (found.what == FOUND_FILE) {
		*place = (struct place_of_name){.path = found.import.path,
			.tree = found.import.tree,
			.is_declaration = true};
	}
	return place->tree != NULL;
}

/* ---- all places ---- */

struct collector {
	struct arena *arena;
	const struct found *found;
	struct import_mention *items;
	size_t count, capacity;
};

static void add(struct collector *collector, struct node node, struct range range, bool declares)
{
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	collector->items[collector->count++] = (struct import_mention){node, range, declares};
}

/* Behind `skipped` characters of the name, if the prefix of the import is there. */
static void add_prefix(struct collector *collector, struct node node, uint32_t skipped)
{
	struct string prefix = collector->found->import.prefix;
	struct range range;
	if (node_alias(node).length == 0 &&
		has_prefix(node, skipped, prefix, collector->arena, &range))
		add(collector, node, range, false);
}

static void visit(void *context, const struct walk_item *item)
{
	struct collector *collector = context;
	struct node node = item->node;
	bool is_position = !item->is_key && expects_import(item) &&
			   operands_position(node_text(node)) == collector->found->position;
	if (collector->found->what != FOUND_PREFIX) {
		if (is_position)
			add(collector, node, name_range(node, collector->arena), false);
	} else if (item->is_key && called_by(node).length > 0) {
		add_prefix(collector, node, 1);
	}
}

static void add_names(struct collector *collector, const struct known_file *file)
{
	struct use_list uses = uses_of(file->tree, collector->arena);
	for (size_t i = 0; i < uses.count; i++)
		if (is_imported(&uses.items[i]))
			add_prefix(collector, uses.items[i].node, 0);
}

static int compare(const void *left, const void *right)
{
	const struct import_mention *a = left;
	const struct import_mention *b = right;
	return a->range.start < b->range.start ? -1 : a->range.start > b->range.start;
}

const struct import_mention *import_mentions_at(const struct known_file *file, uint32_t offset,
	struct arena *arena, bool *is_prefix, size_t *count)
{
	struct found found;
	struct collector collector = {.arena = arena, .found = &found};
	struct walk walk = {.arena = arena, .context = &collector, .visit = visit};
	*count = 0;
	if (!find(file, offset, arena, &found))
		return NULL;
	*is_prefix = found.what == FOUND_PREFIX;
	if (*is_prefix) {
		struct node prefix = prefix_of(&found.import);
		add(&collector, prefix, name_range(prefix, arena), true);
		add_names(&collector, file);
	} else {
		add(&collector, found.import.node, node_range(found.import.node), true);
	}
	walk_document(file->tree, &walk);
	qsort(collector.items, collector.count, sizeof(*collector.items), compare);
	*count = collector.count;
	return collector.items;
}
