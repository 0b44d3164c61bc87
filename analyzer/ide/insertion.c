#include "analyzer/ide/insertion.h"

#include <string.h>

static uint32_t column_of(const struct syntax_tree *tree, uint32_t offset)
{
	return syntax_tree_position(tree, offset, POSITION_UTF8).character;
}

/* The end of the last line that `offset` is the end of something on. */
static uint32_t line_end(const struct syntax_tree *tree, uint32_t offset)
{
	struct position position = syntax_tree_position(tree, offset, POSITION_UTF8);
	if (position.character == 0 && position.line > 0) {
		position.line--; /* block scalars end where the next line begins */
	}
	return syntax_tree_line(tree, position.line).end;
}

/* Entry by entry, each of its lines indented by `column`, behind the line of `offset`. */
static struct text_edit lines_behind(const struct syntax_tree *tree, uint32_t offset,
	uint32_t column, struct string entry, struct arena *arena)
{
	uint32_t end = line_end(tree, offset);
	return (struct text_edit){{end, end},
		arena_format(arena, "\n%*s%.*s", (int)column, "", STRING_ARGUMENTS(entry))};
}

bool insertion_into(const struct syntax_tree *tree, struct node mapping, struct string entry,
	struct text_edit *edit, struct arena *arena)
{
	if (node_kind(mapping) != NODE_MAPPING) {
		return false;
	}
	struct range range = node_range(mapping);
	if (node_is_flow(mapping)) {
		bool empty = node_count(mapping) == 0;
		*edit = (struct text_edit){{range.end - 1, range.end - 1},
			arena_format(arena, "%s%.*s", empty ? "" : ", ", STRING_ARGUMENTS(entry))};
		return range.end > range.start &&
		       syntax_tree_text(tree, (struct range){range.end - 1, range.end}, arena)
				       .bytes[0] == '}' &&
		       memchr(entry.bytes, '\n', entry.length) == NULL;
	}
	uint32_t count = node_count(mapping);
	if (count == 0) {
		return false;
	}
	struct node_entry last = node_entry(mapping, count - 1);
	uint32_t end = node_range(last.key).end;
	if (node_kind(last.value) != NODE_ABSENT && node_range(last.value).end > end) {
		end = node_range(last.value).end;
	}
	uint32_t column = column_of(tree, node_range(node_entry(mapping, 0).key).start);
	*edit = lines_behind(tree, end, column, entry, arena);
	return true;
}

static const char *section_name(enum declared_kind kind)
{
	switch (kind) {
	case DECLARED_VARIABILITY_INPUT:
	case DECLARED_INPUT:
		return "inputs";
	case DECLARED_EXPRESSION:
		return "expressions";
	case DECLARED_PRESET:
		return "presets";
	case DECLARED_NODE:
		return "node_templates";
	default:
		return NULL;
	}
}

bool insertion_of(const struct syntax_tree *tree, enum declared_kind kind, struct string name,
	struct string value, struct text_edit *edit, struct arena *arena)
{
	const char *section = section_name(kind);
	bool variability = kind == DECLARED_VARIABILITY_INPUT || kind == DECLARED_EXPRESSION ||
			   kind == DECLARED_PRESET;
	struct node template = names_template(tree);
	if (section == NULL || node_kind(template) != NODE_MAPPING) {
		return false;
	}
	struct string entry =
		arena_format(arena, "%.*s: %.*s", STRING_ARGUMENTS(name), STRING_ARGUMENTS(value));
	struct node home = variability ? names_variability(tree) : template;
	struct node names = node_get(home, section);
	if (node_kind(names) == NODE_MAPPING && node_count(names) + node_is_flow(names) > 0) {
		return insertion_into(tree, names, entry, edit, arena);
	}
	if (!node_is_absent(names) && !node_is_null(names)) {
		return false;
	}
	if (!node_is_absent(names)) {
		/* `inputs:` with nothing behind it. */
		struct node key = node_find(home, string_from(section)).key;
		*edit = lines_behind(tree, node_range(key).end,
			column_of(tree, node_range(key).start) + 2, entry, arena);
		return true;
	}
	struct node around = node_kind(home) == NODE_MAPPING ? home : template;
	if (node_is_flow(around) || node_count(around) == 0) {
		return false;
	}
	/* The section, and the variability definition if there is none, come first. */
	uint32_t start = node_range(node_entry(around, 0).key).start;
	int column = (int)column_of(tree, start);
	if (variability && node_is_absent(home)) {
		*edit = (struct text_edit){{start, start},
			arena_format(arena, "variability:\n%*s%s:\n%*s%.*s\n%*s", column + 2, "",
				section, column + 4, "", STRING_ARGUMENTS(entry), column, "")};
		return true;
	}
	*edit = (struct text_edit){
		{start, start}, arena_format(arena, "%s:\n%*s%.*s\n%*s", section, column + 2, "",
					STRING_ARGUMENTS(entry), column, "")};
	return node_kind(home) == NODE_MAPPING;
}
