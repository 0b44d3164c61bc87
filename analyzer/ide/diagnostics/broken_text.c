#include "analyzer/ide/diagnostics/broken_text.h"

#include "analyzer/language/diagnostics/code_subjects.h"
#include "analyzer/syntax/lines/line_shape.h"

enum {
	MOST_LINES = 1000, /* looked at on the way up: nobody writes longer entries of one level */
};

/* What has been looked for: of one unknown type, there are as many messages as nodes. */
struct broken_text_search {
	struct string text; /* all of it; empty before it is needed */
	struct string name;
	bool is_found;
};

static struct line_shape line_at(
	const struct syntax_tree *tree, uint32_t number, struct arena *arena)
{
	return line_shape_of(syntax_tree_text(tree, syntax_tree_line(tree, number), arena));
}

/* The first of the entries and items that begin behind `offset`: their number if there is none. */
static uint32_t first_behind(struct node around, uint32_t offset)
{
	uint32_t low = 0, high = node_count(around);
	bool is_mapping = node_kind(around) == NODE_MAPPING;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		struct node begin =
			is_mapping ? node_entry(around, middle).key : node_item(around, middle);
		if (node_range(begin).start > offset)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static struct node begin_of(struct node around, uint32_t number)
{
	return node_kind(around) == NODE_MAPPING ? node_entry(around, number).key
						 : node_item(around, number);
}

/* Where something is read again: what lies between has no node. */
static uint32_t next_read(const struct syntax_tree *tree, uint32_t offset)
{
	struct node node = syntax_tree_root(tree);
	uint32_t next = syntax_tree_length(tree) + 1;
	while (node_count(node) > 0) {
		uint32_t number = first_behind(node, offset);
		if (number < node_count(node))
			next = node_range(begin_of(node, number)).start;
		if (number == 0)
			break;
		node = node_kind(node) == NODE_MAPPING ? node_entry(node, number - 1).value
						       : node_item(node, number - 1);
	}
	return next;
}

static struct range block_around(
	const struct syntax_tree *tree, struct range error, struct arena *arena)
{
	uint32_t first = syntax_tree_position(tree, error.start, POSITION_UTF8).line;
	uint32_t last = syntax_tree_position(tree, error.end, POSITION_UTF8).line;
	uint32_t count = syntax_tree_line_count(tree);
	struct line_shape begin = line_at(tree, first, arena);
	uint32_t above = first;
	for (int i = 0; i < MOST_LINES && above > 0 && !begin.is_entry; i++) {
		struct line_shape line = line_at(tree, --above, arena);
		if (line.is_entry &&
			(line_shape_is_empty(&begin) || line.indentation < begin.indentation)) {
			begin = line;
			first = above;
		}
	}
	uint32_t end = last + 1;
	for (; end < count; end++) {
		struct line_shape line = line_at(tree, end, arena);
		if (!line_shape_is_empty(&line) && !line_shape_is_empty(&begin) &&
			line.indentation <= begin.indentation)
			break;
	}
	uint32_t behind =
		end < count ? syntax_tree_line(tree, end).start : syntax_tree_length(tree) + 1;
	uint32_t next = next_read(tree, error.end);
	return (struct range){syntax_tree_line(tree, first).start, next > behind ? next : behind};
}

static bool has(const struct broken_text *broken, uint32_t offset)
{
	size_t low = 0, high = broken->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (broken->blocks[middle].end <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < broken->count && broken->blocks[low].start <= offset;
}

struct broken_text broken_text_find(const struct yaml_errors *errors, struct arena *arena)
{
	const struct syntax_tree *tree = errors->tree;
	struct broken_text broken = {.tree = tree};
	size_t capacity = 0;
	for (size_t i = 0; i < errors->count; i++) {
		const struct syntax_error *error = &errors->items[i];
		bool breaks = error->kind == SYNTAX_ERROR_YAML ||
			      error->kind == SYNTAX_ERROR_UNKNOWN_ALIAS;
		if (!breaks || has(&broken, error->range.start))
			continue;
		struct range block = block_around(tree, error->range, arena);
		while (broken.count > 0 && broken.blocks[broken.count - 1].start >= block.start)
			broken.count--;
		if (broken.count > 0 && broken.blocks[broken.count - 1].end > block.start)
			block.start = broken.blocks[broken.count - 1].end;
		broken.blocks = arena_reserve(
			arena, broken.blocks, broken.count, &capacity, sizeof(*broken.blocks));
		broken.blocks[broken.count++] = block;
	}
	broken.search = arena_allocate(arena, 1, sizeof(*broken.search));
	broken.texts = arena_allocate(arena, broken.count + 1, sizeof(*broken.texts));
	for (size_t i = 0; i < broken.count; i++) {
		struct range text = broken.blocks[i];
		if (text.end > syntax_tree_length(tree))
			text.end = syntax_tree_length(tree);
		broken.texts[i] = syntax_tree_text(tree, text, arena);
	}
	return broken;
}

static bool overlaps(const struct broken_text *broken, struct range range)
{
	for (size_t i = 0; i < broken->count; i++)
		if (broken->blocks[i].start < range.end && range.start < broken->blocks[i].end)
			return true;
	return false;
}

static bool is_part_of_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.' || c == '-';
}

static bool holds_word(struct string text, struct string word)
{
	for (size_t i = 0; i + word.length <= text.length; i++) {
		size_t end = i + word.length;
		if ((i == 0 || !is_part_of_name(text.bytes[i - 1])) &&
			(end == text.length || !is_part_of_name(text.bytes[end])) &&
			string_equal(string_slice(text, i, end), word))
			return true;
	}
	return false;
}

/* Whether a name that the message has in quotes stands in the broken text. */
static bool mentions(const struct broken_text *broken, struct string message)
{
	size_t start = 0;
	bool is_inside = false;
	for (size_t i = 0; i < message.length; i++) {
		if (message.bytes[i] != '"')
			continue;
		struct string name = string_slice(message, start, i);
		for (size_t k = 0; is_inside && name.length > 0 && k < broken->count; k++)
			if (holds_word(broken->texts[k], name))
				return true;
		is_inside = !is_inside;
		start = i + 1;
	}
	return false;
}

/* ---- what follows ---- */

/* Misread keynames are told whatever is broken below them. */
static bool is_about_keyname(enum diagnostic_code code)
{
	return code_is_misread_keyname(code) ||
	       code == DIAGNOSTIC_CODE_MISSING_DEFINITIONS_VERSION ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_DEFINITIONS_VERSION;
}

/* Nobody knows what language it is. */
static bool has_broken_version(const struct broken_text *broken)
{
	struct node root = syntax_tree_root(broken->tree);
	struct node key = node_find(root, STRING("tosca_definitions_version")).key;
	if (!node_is_absent(key))
		return has(broken, node_range(key).start);
	return mentions(broken, STRING("\"tosca_definitions_version\""));
}

/* The list of a section whose first line is gone. */
static bool holds_imports(const struct broken_text *broken)
{
	static const char *const words[] = {".yaml", "file:", "profile:", "url:"};
	for (size_t i = 0; i < broken->count; i++)
		for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
			if (string_contains(broken->texts[i], STRING("- ")) &&
				string_contains(broken->texts[i], string_from(words[k])))
				return true;
	return false;
}

bool broken_text_has_imports(const struct broken_text *broken, const struct yaml_errors *errors)
{
	struct node root = syntax_tree_root(broken->tree);
	uint32_t count = node_kind(root) == NODE_MAPPING ? node_count(root) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(root, i).key;
		struct range range = {node_range(key).start, syntax_tree_length(broken->tree)};
		if (i + 1 < count)
			range.end = node_range(node_entry(root, i + 1).key).start;
		if (string_is(node_text(key), "imports"))
			return overlaps(broken, range) ||
			       yaml_errors_have_duplicate_in(errors, range);
	}
	return holds_imports(broken);
}

static bool is_key_somewhere(
	const struct broken_text *broken, struct string name, struct arena *arena)
{
	struct broken_text_search *search = broken->search;
	struct range all = {0, syntax_tree_length(broken->tree)};
	if (search->text.length == 0)
		search->text = syntax_tree_text(broken->tree, all, arena);
	else if (string_equal(search->name, name))
		return search->is_found;
	search->name = name;
	search->is_found = string_contains(
		search->text, arena_format(arena, " %.*s:", STRING_ARGUMENTS(name)));
	return search->is_found;
}

/* A type that cannot be read, though its name is a key of the text. */
static bool is_declared_somewhere(
	const struct broken_text *broken, const struct diagnostic *diagnostic, struct arena *arena)
{
	if (diagnostic->code != DIAGNOSTIC_CODE_UNKNOWN_TYPE ||
		diagnostic->location.kind != LOCATION_NODE)
		return false;
	struct node name = syntax_tree_node(broken->tree, diagnostic->location.node);
	return is_key_somewhere(broken, node_text(name), arena);
}

/* Where an entry or item ends, with what could not be read of it: where the next one begins, or the
 * next of what is around. */
static uint32_t end_of(const struct broken_text *broken, struct node node)
{
	for (; !node_is_absent(node); node = node_parent(node)) {
		struct node around = node_parent(node);
		uint32_t number = first_behind(around, node_range(node).start);
		if (number < node_count(around))
			return node_range(begin_of(around, number)).start;
	}
	return syntax_tree_length(broken->tree);
}

bool broken_text_decides(
	const struct broken_text *broken, const struct diagnostic *diagnostic, struct arena *arena)
{
	if (broken->count == 0)
		return false;
	struct range range = location_range(&diagnostic->location, broken->tree);
	if (has(broken, range.start))
		return true;
	if (has_broken_version(broken) || code_is_about_result(diagnostic->code) ||
		code_is_about_inputs(diagnostic->code) ||
		is_declared_somewhere(broken, diagnostic, arena))
		return true;
	if (is_about_keyname(diagnostic->code))
		return false;
	if (diagnostic->location.kind == LOCATION_NODE) {
		struct node place = syntax_tree_node(broken->tree, diagnostic->location.node);
		struct node_entry entry = node_find(node_parent(place), node_text(place));
		bool is_key = node_equal_place(entry.key, place);
		if (is_key || node_kind(place) != NODE_SCALAR)
			range.end = end_of(broken, place);
	}
	return overlaps(broken, range) || mentions(broken, diagnostic->message);
}
