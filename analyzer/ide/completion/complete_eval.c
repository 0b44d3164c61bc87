/* Paths in strings: nodes, requirements and what they lead to, one segment at a time. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/declarations/eval_arguments.h"
#include "analyzer/ide/declarations/traversal.h"

#include <string.h>

/* Where the path at the cursor begins in the text that is typed: behind the last quote within
 * `{{`. */
static bool begin_of_path(struct string typed, bool is_call, size_t *begin)
{
	char quote = '\0';
	bool is_inside = false;
	*begin = 0;
	if (is_call)
		return true;
	for (size_t i = 0; i < typed.length; i++) {
		char byte = typed.bytes[i];
		bool opens = byte == '{' && i + 1 < typed.length && typed.bytes[i + 1] == '{';
		if (opens && !quote)
			is_inside = true;
		else if (is_inside && quote && byte == quote)
			quote = '\0';
		else if (is_inside && !quote && (byte == '\'' || byte == '"')) {
			quote = byte;
			*begin = i + 1;
		}
	}
	return quote != '\0';
}

/* The segment that is being typed: behind the last separator, or behind `[.name=`. */
static size_t begin_of_segment(struct string path, bool *is_filter)
{
	static const char filter[] = "[.name=";
	size_t begin = 0;
	*is_filter = false;
	for (size_t i = 0; i < path.length; i++) {
		struct string rest = string_slice(path, i, path.length);
		if (string_starts_with(rest, "::")) {
			begin = i + 2;
			*is_filter = false;
			i++;
		} else if (string_starts_with(rest, filter)) {
			begin = i + strlen(filter);
			*is_filter = true;
		}
	}
	return begin;
}

static void add_word(struct completion_list *list, const char *word)
{
	size_t count;
	const struct eval_word *words = eval_words(&count);
	struct string text = string_from(word);
	struct completion_item *item = completion_add(list, COMPLETION_VALUE, text, text, false);
	for (size_t i = 0; item && i < count; i++)
		if (strcmp(words[i].word, word) == 0)
			item->detail = string_from(words[i].summary);
}

static void add_declared(
	struct completion_list *list, enum declared_kind kind, enum completion_kind shown)
{
	struct name_list names = names_of(list->names, kind, list->arena);
	for (size_t i = 0; i < names.count; i++)
		completion_add(list, shown, names.items[i].name, names.items[i].name, false);
}

static void add_part(struct completion_list *list, const struct traversal *traversal,
	enum type_part part, enum completion_kind kind)
{
	struct type_members members = traversal_members(traversal, part);
	for (size_t i = 0; i < members.count; i++) {
		struct string name = arena_copy(list->arena, members.items[i].name);
		completion_add(list, kind, name, name, false);
	}
}

static void add_own(struct completion_list *list, const struct traversal *traversal,
	enum declared_kind declared, enum completion_kind kind)
{
	struct name_list own;
	if (traversal->at != AT_NODE)
		return;
	own = names_within(traversal->place.element, declared, list->arena);
	for (size_t i = 0; i < own.count; i++)
		completion_add(list, kind, own.items[i].name, own.items[i].name, false);
}

static struct traversal follow(struct completion_list *list, struct string path)
{
	struct eval_path read = eval_path_read(path, (struct range){0, (uint32_t)path.length});
	struct eval_arguments arguments = eval_arguments(path, &read, list->names);
	struct traversal traversal = traversal_start(list->types, list->names, &list->place,
		traversal_self(list->types, list->tree, list->cursor.path, list->cursor.path_length,
			list->arena),
		list->arena);
	if (arguments.count == 0)
		arguments.items[arguments.count++] = STRING("SELF");
	traversal_follow(&traversal, arguments.items, arguments.count);
	return traversal;
}

static void add_capabilities(struct completion_list *list, struct string before)
{
	struct traversal traversal = follow(list, before);
	add_part(list, &traversal, PART_CAPABILITIES, COMPLETION_CAPABILITY);
}

static void add_requirements(struct completion_list *list, struct string before)
{
	struct traversal traversal = follow(list, before);
	add_own(list, &traversal, DECLARED_RELATION, COMPLETION_RELATION);
	add_part(list, &traversal, PART_REQUIREMENTS, COMPLETION_RELATION);
}

/* What can follow `before`, which ends with a separator if it is not empty. */
static void add_next(struct completion_list *list, struct string before)
{
	struct traversal traversal = follow(list, before);
	add_own(list, &traversal, DECLARED_PROPERTY, COMPLETION_PROPERTY);
	add_part(list, &traversal, PART_PROPERTIES, COMPLETION_PROPERTY);
	add_part(list, &traversal, PART_ATTRIBUTES, COMPLETION_ATTRIBUTE);
	add_part(list, &traversal, PART_CAPABILITIES, COMPLETION_CAPABILITY);
	if (string_ends_with(before, "]::") || string_ends_with(before, ".requirements::"))
		add_word(list, ".target");
	add_word(list, ".requirements");
	add_word(list, ".targets");
	add_word(list, ".capabilities");
	if (before.length == 0)
		add_word(list, ".");
}

static void add_choices(
	struct completion_list *list, struct string path, size_t segment, bool is_filter)
{
	static const char in_filter[] = "[.name=";
	struct string before = string_slice(path, 0, segment);
	if (is_filter)
		before = string_slice(path, 0, segment - strlen(in_filter));
	bool is_capability = string_ends_with(before, ".capabilities::") ||
			     string_ends_with(before, ".capabilities");
	bool is_requirement = string_ends_with(before, ".requirements::") ||
			      string_ends_with(before, ".targets::");
	if (is_capability)
		add_capabilities(list, before);
	else if (is_filter || is_requirement)
		add_requirements(list, before);
	else if (string_is(before, "::"))
		add_declared(list, DECLARED_NODE, COMPLETION_NODE);
	else if (string_is(before, "::root::inputs::"))
		add_declared(list, DECLARED_INPUT, COMPLETION_INPUT);
	else
		add_next(list, before);
}

/* What is replaced: the segment, up to what ends it. */
static struct range range_of_segment(const struct completion_list *list, uint32_t start)
{
	struct range rest = {start, list->cursor.replace.end};
	struct string text = syntax_tree_text(list->tree, rest, list->arena);
	uint32_t end = start;
	while (end - start < text.length && !strchr(":'\"]", text.bytes[end - start]))
		end++;
	return (struct range){start, end > list->offset ? end : list->offset};
}

bool complete_eval(struct completion_list *list)
{
	struct cursor *cursor = &list->cursor;
	size_t length = cursor->path_length, begin;
	bool is_call = length > 0 && string_is(cursor->path[length - 1].key, "eval");
	if (cursor->place != CURSOR_VALUE || !list->place.is_free || !list->types ||
		list->offset < cursor->replace.start)
		return false;
	struct string typed = syntax_tree_text(
		list->tree, (struct range){cursor->replace.start, list->offset}, list->arena);
	if (!begin_of_path(typed, is_call, &begin))
		return false;
	bool is_filter;
	struct string path = string_slice(typed, begin, typed.length);
	size_t segment = begin_of_segment(path, &is_filter);
	cursor->word = string_slice(path, segment, path.length);
	cursor->replace =
		range_of_segment(list, cursor->replace.start + (uint32_t)(begin + segment));
	list->quote = '\0';
	add_choices(list, path, segment, is_filter);
	return true;
}
