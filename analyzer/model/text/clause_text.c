#include "analyzer/model/text/clause_text.h"

enum {
	DEEPEST = 8,
	LONGEST = 120
};

static struct string text_of(struct node node, struct arena *arena, unsigned depth);

/* The last name of a path such as [SELF, CAPABILITY, cpus]; absent if it is none. */
static struct node property_in(struct node_entry call)
{
	bool is_path = (string_is(node_text(call.key), "$get_property") ||
			       string_is(node_text(call.key), "$get_attribute")) &&
		       node_kind(call.value) == NODE_SEQUENCE && node_count(call.value) > 0;
	struct node last = node_item(call.value, is_path ? node_count(call.value) - 1 : 0);
	return is_path && node_kind(last) == NODE_SCALAR ? last : (struct node){0};
}

static struct string entries_of(struct node node, struct arena *arena, unsigned depth)
{
	struct string text = {"", 0};
	for (uint32_t i = 0; i < node_count(node) && text.length <= LONGEST; i++) {
		struct node_entry entry = node_entry(node, i);
		bool is_map = node_kind(node) == NODE_MAPPING;
		struct string value =
			text_of(is_map ? entry.value : node_item(node, i), arena, depth + 1);
		text = arena_format(arena, "%.*s%s%.*s%s%.*s", STRING_ARGUMENTS(text),
			i ? ", " : "", STRING_ARGUMENTS(node_text(entry.key)), is_map ? ": " : "",
			STRING_ARGUMENTS(value));
	}
	return text;
}

static struct string text_of(struct node node, struct arena *arena, unsigned depth)
{
	struct node property =
		node_count(node) == 1 ? property_in(node_entry(node, 0)) : (struct node){0};
	if (node_kind(node) == NODE_SCALAR)
		return node_text(node);
	if (!node_is_absent(property))
		return node_text(property);
	if (depth > DEEPEST)
		return STRING("…");
	bool is_map = node_kind(node) == NODE_MAPPING;
	struct string entries = entries_of(node, arena, depth);
	return arena_format(arena, "%s%.*s%s", is_map ? "{" : "[", STRING_ARGUMENTS(entries),
		is_map ? "}" : "]");
}

struct string clause_text(struct node clause, struct arena *arena)
{
	struct string text = node_kind(clause) == NODE_MAPPING ? entries_of(clause, arena, 0)
							       : text_of(clause, arena, 0);
	size_t end = LONGEST;
	if (text.length <= LONGEST)
		return text;
	while (end > 0 && ((unsigned char)text.bytes[end] & 0xC0) == 0x80)
		end--; /* not inside of a character */
	return arena_format(arena, "%.*s…", STRING_ARGUMENTS(string_slice(text, 0, end)));
}
