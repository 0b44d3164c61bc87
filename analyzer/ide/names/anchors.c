#include "analyzer/ide/names/anchors.h"

#include <string.h>

struct scan {
	const struct syntax_tree *tree;
	struct string text;
	uint32_t start; /* of the text in the document */
	size_t next;    /* where to look on */
};

struct mark {
	struct string name;
	struct range range;
	struct node node;
	bool is_anchor;
};

/* Whether the anchor of a node stands at `offset`: a tag may come before it. */
static bool has_anchor_at(const struct scan *scan, struct node node, uint32_t offset)
{
	const char *bytes = scan->text.bytes;
	uint32_t i = node_range(node).start - scan->start;
	uint32_t end = offset - scan->start;
	if (node_range(node).start < scan->start)
		return false;
	while (i < end && bytes[i] == '!') {
		while (i < end && !strchr(" \t\r\n", bytes[i]))
			i++;
		while (i < end && strchr(" \t\r\n", bytes[i]))
			i++;
	}
	return i == end;
}

static struct scan scan_within(
	const struct syntax_tree *tree, struct range range, struct arena *arena)
{
	return (struct scan){
		.tree = tree, .text = syntax_tree_text(tree, range, arena), .start = range.start};
}

static struct scan scan_of(const struct syntax_tree *tree, struct arena *arena)
{
	return scan_within(tree, (struct range){0, syntax_tree_length(tree)}, arena);
}

/* The next anchor or alias; the tree tells them from the same characters elsewhere. */
static bool scan_next(struct scan *scan, struct mark *mark)
{
	for (; scan->next < scan->text.length; scan->next++) {
		uint32_t offset = scan->start + (uint32_t)scan->next;
		char sign = scan->text.bytes[scan->next];
		if (sign != '&' && sign != '*')
			continue;
		struct node node = syntax_tree_node_at(scan->tree, offset);
		struct string name = sign == '&' ? node_anchor(node) : node_alias(node);
		if (name.length == 0 || !(sign == '&' ? has_anchor_at(scan, node, offset)
						      : node_range(node).start == offset))
			continue;
		uint32_t start = offset + 1;
		struct range range = {start, start + (uint32_t)name.length};
		*mark = (struct mark){name, range, node, sign == '&'};
		scan->next = range.end - scan->start;
		return true;
	}
	return false;
}

static bool touches(struct range range, uint32_t offset)
{
	return offset + 1 >= range.start && offset <= range.end; /* the sign counts */
}

/* The sections around the offset: it may be where one ends and another begins. */
static struct range sections_around(const struct syntax_tree *tree, uint32_t offset)
{
	uint32_t section = syntax_tree_section_at(tree, offset);
	return (struct range){syntax_tree_section_range(tree, section > 0 ? section - 1 : 0).start,
		syntax_tree_section_range(tree, section).end};
}

static bool find_at(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, struct mark *found)
{
	struct scan scan = scan_within(tree, sections_around(tree, offset), arena);
	while (scan_next(&scan, found))
		if (touches(found->range, offset))
			return true;
	return false;
}

const struct anchor_place *anchors_at(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count)
{
	struct anchor_place *places = NULL;
	size_t capacity = 0;
	bool reached = false;
	struct mark wanted, mark;
	*count = 0;
	if (!find_at(tree, offset, arena, &wanted))
		return NULL;
	struct scan scan = scan_of(tree, arena);
	while (scan_next(&scan, &mark)) {
		if (!string_equal(mark.name, wanted.name))
			continue;
		if (mark.is_anchor && reached)
			break;
		if (mark.is_anchor)
			*count = 0; /* those before mean another anchor */
		reached = reached || mark.range.start == wanted.range.start;
		places = arena_reserve(arena, places, *count, &capacity, sizeof(*places));
		places[(*count)++] = (struct anchor_place){mark.range,
			mark.is_anchor ? node_range(mark.node) : mark.range, mark.is_anchor};
	}
	return places;
}

struct range repeatable_range(const struct syntax_tree *tree)
{
	struct node definitions = node_get(syntax_tree_root(tree), "dsl_definitions");
	return node_is_absent(definitions) ? (struct range){0, 0} : node_range(definitions);
}

const struct repetition *repetitions_of(
	const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	struct scan scan = scan_of(tree, arena);
	struct repetition *found = NULL;
	struct mark mark;
	size_t capacity = 0;
	*count = 0;
	while (scan_next(&scan, &mark)) {
		if (mark.is_anchor)
			continue;
		found = arena_reserve(arena, found, *count, &capacity, sizeof(*found));
		found[(*count)++] =
			(struct repetition){mark.range, node_range(node_meant(mark.node))};
	}
	return found;
}

const struct string *anchors_before(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count)
{
	struct scan scan = scan_of(tree, arena);
	struct mark mark;
	struct string *names = NULL;
	size_t capacity = 0;
	*count = 0;
	while (scan_next(&scan, &mark) && mark.range.end <= offset) {
		bool is_new = mark.is_anchor;
		for (size_t i = 0; i < *count; i++)
			is_new = is_new && !string_equal(names[i], mark.name);
		if (is_new) {
			names = arena_reserve(arena, names, *count, &capacity, sizeof(*names));
			names[(*count)++] = arena_copy(arena, mark.name);
		}
	}
	return names;
}

static bool is_among(const struct anchor_place *places, size_t count, struct range range)
{
	for (size_t i = 0; i < count; i++)
		if (places[i].range.start == range.start)
			return true;
	return false;
}

bool anchors_would_mix(
	const struct syntax_tree *tree, uint32_t offset, struct string name, struct arena *arena)
{
	size_t count;
	const struct anchor_place *ours = anchors_at(tree, offset, arena, &count);
	struct scan scan = scan_of(tree, arena);
	struct mark mark;
	bool means_ours = false; /* an alias of the name, here */
	while (scan_next(&scan, &mark)) {
		bool is_ours = is_among(ours, count, mark.range);
		if (!is_ours && !string_equal(mark.name, name))
			continue;
		if (mark.is_anchor)
			means_ours = is_ours;
		else if (is_ours != means_ours)
			return true;
	}
	return false;
}

bool anchors_are_used_elsewhere(
	const struct syntax_tree *tree, struct range range, struct arena *arena)
{
	struct scan scan = scan_within(tree, range, arena);
	struct mark mark;
	while (scan_next(&scan, &mark)) {
		size_t count = 0;
		const struct anchor_place *places =
			mark.is_anchor ? anchors_at(tree, mark.range.start, arena, &count) : NULL;
		if (count > 0 && places[count - 1].range.start >= range.end)
			return true;
	}
	return false;
}

bool anchors_allow(struct string name)
{
	for (size_t i = 0; i < name.length; i++) {
		char c = name.bytes[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-')
			return false;
	}
	return name.length > 0;
}
