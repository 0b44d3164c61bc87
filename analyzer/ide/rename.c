#include "analyzer/ide/rename.h"

#include "analyzer/ide/navigation.h"
#include "analyzer/ide/uses.h"

#include <string.h>

/* The text of a name without its quotes. */
static struct range inner(const struct syntax_tree *tree, struct range range, struct arena *arena)
{
	struct string text = syntax_tree_text(tree, range, arena);
	if (text.length >= 2 && (text.bytes[0] == '"' || text.bytes[0] == '\'')) {
		range.start++;
		range.end--;
	}
	return range;
}

/* Only what this document declares can be renamed: types of others stay as they are. */
bool rename_prepare(
	const struct syntax_tree *tree, uint32_t offset, struct range *range, struct arena *arena)
{
	size_t count = 0;
	navigation_definitions(tree, offset, arena, &count);
	if (count == 0) {
		return false;
	}
	*range = inner(tree, navigation_origin(tree, offset, arena), arena);
	return true;
}

/* A name that needs no quotes wherever it may stand. */
static bool is_plain(struct string name)
{
	if (name.length == 0 || strchr("-?:,[]{}#&*!|>'\"%@` ", name.bytes[0]) != NULL) {
		return false;
	}
	for (size_t i = 0; i < name.length; i++) {
		if (strchr(",[]{}:#\n\r\t\"'", name.bytes[i]) != NULL) {
			return false;
		}
	}
	return name.bytes[name.length - 1] != ' ';
}

static struct rename refuse(struct arena *arena, const char *reason, struct string name)
{
	return (struct rename){
		.error = arena_format(arena, "\"%.*s\" %s", STRING_ARGUMENTS(name), reason)};
}

struct rename rename_edits(
	const struct syntax_tree *tree, uint32_t offset, struct string name, struct arena *arena)
{
	if (!is_plain(name)) {
		return refuse(arena, "would have to be quoted", name);
	}
	struct use_list uses = uses_of(tree, arena);
	const struct use *wanted = NULL;
	for (size_t i = 0; i < uses.count && wanted == NULL; i++) {
		struct range range = node_range(uses.items[i].node);
		if (offset >= range.start && offset <= range.end) {
			wanted = &uses.items[i];
		}
	}
	size_t count = 0;
	const struct place_of_name *places = navigation_references(tree, offset, arena, &count);
	bool declared = false;
	for (size_t i = 0; i < count; i++) {
		declared = declared || places[i].is_declaration;
	}
	if (wanted == NULL || !declared) {
		return (struct rename){.error = STRING("there is nothing to rename here")};
	}
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		if (use->is_declaration && use->kind == wanted->kind &&
			string_equal(use->name, name) && !string_equal(name, wanted->name) &&
			string_equal(use->container, wanted->container)) {
			return refuse(arena, "exists already", name);
		}
	}
	struct text_edit *edits = arena_allocate(arena, count, sizeof *edits);
	for (size_t i = 0; i < count; i++) {
		edits[i] = (struct text_edit){
			inner(tree, places[i].range, arena), arena_copy(arena, name)};
	}
	return (struct rename){.edits = edits, .count = count};
}
