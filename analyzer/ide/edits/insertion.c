#include "analyzer/ide/edits/insertion.h"

#include "analyzer/ide/edits/layout.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/text/path.h"

#include <string.h>

/* Every line of an entry behind so many spaces; `entry` itself begins at column 0. */
static struct string indented(struct string entry, uint32_t column, struct arena *arena)
{
	struct string result = STRING("");
	while (entry.length > 0) {
		const char *newline = memchr(entry.bytes, '\n', entry.length);
		size_t length = newline ? (size_t)(newline - entry.bytes) + 1 : entry.length;
		result = arena_format(arena, "%.*s%*s%.*s", STRING_ARGUMENTS(result), (int)column,
			"", (int)length, entry.bytes);
		entry = string_slice(entry, length, entry.length);
	}
	return result;
}

/* Lines of their own behind the line on which something ends at `offset`. */
static struct text_edit lines_behind(const struct syntax_tree *tree, uint32_t offset,
	uint32_t column, struct string entry, struct arena *arena)
{
	uint32_t end = layout_line_end(tree, offset);
	struct string lines = indented(entry, column, arena);
	return (struct text_edit){
		{end, end}, arena_format(arena, "\n%.*s", STRING_ARGUMENTS(lines))};
}

/* Whether a comma stands behind the last entry, as `[a, b, ]` may have it. */
static bool ends_with_comma(const struct syntax_tree *tree, uint32_t closing, struct arena *arena)
{
	uint32_t end = closing;
	while (end > 0) {
		struct range range = {end - 1, end};
		char before = syntax_tree_text(tree, range, arena).bytes[0];
		if (before != ' ' && before != '\n')
			return before == ',';
		end--;
	}
	return false;
}

static bool into_flow(const struct syntax_tree *tree, struct node collection, struct string entry,
	struct text_edit *edit, struct arena *arena)
{
	struct range range = node_range(collection);
	if (range.end <= range.start || memchr(entry.bytes, '\n', entry.length) != NULL)
		return false;
	struct range last = {range.end - 1, range.end};
	char closing = syntax_tree_text(tree, last, arena).bytes[0];
	*edit = (struct text_edit){{last.start, last.start},
		arena_format(arena, "%s%.*s",
			node_count(collection) == 0 || ends_with_comma(tree, last.start, arena)
				? ""
				: ", ",
			STRING_ARGUMENTS(entry))};
	return closing == '}' || closing == ']'; /* it is closed, not broken off */
}

bool insertion_into(const struct syntax_tree *tree, struct node mapping, struct string entry,
	struct text_edit *edit, struct arena *arena)
{
	if (node_kind(mapping) != NODE_MAPPING)
		return false;
	if (node_is_flow(mapping))
		return into_flow(tree, mapping, entry, edit, arena);
	uint32_t count = node_count(mapping);
	if (count == 0)
		return false;
	uint32_t column = layout_column(tree, node_range(node_entry(mapping, 0).key).start);
	uint32_t end = layout_entry_end(node_entry(mapping, count - 1));
	*edit = lines_behind(tree, end, column, entry, arena);
	return true;
}

bool insertion_into_list(const struct syntax_tree *tree, struct node sequence, struct string item,
	struct text_edit *edit, struct arena *arena)
{
	if (node_kind(sequence) != NODE_SEQUENCE)
		return false;
	if (node_is_flow(sequence))
		return into_flow(tree, sequence, item, edit, arena);
	struct range range = node_range(sequence);
	*edit = lines_behind(tree, node_range(node_item(sequence, node_count(sequence) - 1)).end,
		layout_column(tree, range.start),
		arena_format(arena, "- %.*s", STRING_ARGUMENTS(item)), arena);
	return node_count(sequence) > 0;
}

/* Into the map or the list of names that is there. */
static bool into_collection(const struct syntax_tree *tree, struct node collection,
	struct string entry, struct text_edit *edit, struct arena *arena)
{
	if (node_kind(collection) == NODE_MAPPING)
		return insertion_into(tree, collection, entry, edit, arena);
	struct string item = node_is_flow(collection)
				     ? arena_format(arena, "{%.*s}", STRING_ARGUMENTS(entry))
				     : entry;
	return insertion_into_list(tree, collection, item, edit, arena);
}

/* What a new section is written in front of: in a template the node templates, in a file the
 * template, elsewhere whatever comes first. */
static struct node successor(struct node home, const struct syntax_tree *tree)
{
	struct node_entry nodes = node_find(home, STRING("node_templates"));
	if (node_is_absent(node_parent(home)))
		return node_key(grammar_template(tree).value);
	return node_is_absent(nodes.key) ? node_entry(home, 0).key : nodes.key;
}

static struct text_edit section_before(const struct syntax_tree *tree, struct node key,
	const char *keyname, struct string entry, struct arena *arena)
{
	uint32_t start = node_range(key).start;
	uint32_t column = layout_column(tree, start);
	struct string lines = indented(entry, column + 2, arena);
	return (struct text_edit){
		{start, start}, arena_format(arena, "%s:\n%.*s\n%*s", keyname,
					STRING_ARGUMENTS(lines), (int)column, "")};
}

bool insertion_of(const struct syntax_tree *tree, enum declared_kind kind, struct string name,
	struct string value, struct text_edit *edit, struct arena *arena)
{
	const char *keyname = names_keyname(kind);
	struct node home = names_home(tree, kind);
	bool needs_home = names_are_variability(kind) && node_is_absent(home);
	struct string entry = arena_format(arena, "%.*s:%s%.*s", STRING_ARGUMENTS(name),
		string_starts_with(value, "\n") ? "" : " ", STRING_ARGUMENTS(value));
	struct node_entry section = node_find(home, string_from(keyname));
	if (node_kind(section.value) == NODE_MAPPING || node_kind(section.value) == NODE_SEQUENCE)
		return into_collection(tree, section.value, entry, edit, arena);
	if (!node_is_absent(section.key)) {
		/* `inputs:` with nothing behind it. */
		struct range key = node_range(section.key);
		struct range written = node_range(section.value);
		*edit = lines_behind(
			tree, key.end, layout_column(tree, key.start) + 2, entry, arena);
		return node_is_null(section.value) && written.start >= written.end;
	}
	struct node around = needs_home ? grammar_template(tree).value : home;
	if (node_kind(around) != NODE_MAPPING || node_is_flow(around) || node_count(around) == 0)
		return false;
	struct node key = needs_home ? node_entry(around, 0).key : successor(around, tree);
	if (node_is_absent(key))
		return false;
	if (kind == DECLARED_POLICY) /* policies are a list */
		entry = arena_format(arena, "- %.*s", STRING_ARGUMENTS(entry));
	if (needs_home) {
		entry = arena_format(
			arena, "%s:\n%.*s", keyname, STRING_ARGUMENTS(indented(entry, 2, arena)));
		keyname = "variability";
	}
	*edit = section_before(tree, key, keyname, entry, arena);
	return true;
}

bool insertion_of_import(const struct syntax_tree *tree, struct string own, struct string path,
	struct text_edit *edit, struct arena *arena)
{
	struct node root = syntax_tree_root(tree);
	struct string file = path_relative(arena, path_folder(own), path);
	struct node_entry imports = node_find(root, STRING("imports"));
	if (node_kind(imports.value) == NODE_SEQUENCE && node_count(imports.value) > 0)
		return insertion_into_list(tree, imports.value, file, edit, arena);
	struct node_entry version = node_find(root, STRING("tosca_definitions_version"));
	if (!node_is_absent(imports.key) || node_is_absent(version.key) || node_is_flow(root))
		return false;
	struct string entry = arena_format(arena, "imports:\n  - %.*s", STRING_ARGUMENTS(file));
	*edit = lines_behind(tree, layout_entry_end(version), 0, entry, arena);
	return true;
}
