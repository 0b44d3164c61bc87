/* Without marks, for every fixture, as it is and in disorder: formatting changes white space only
 * and the tree not at all, what is formatted is not formatted again, and it does not matter what
 * indentation there was before. */
#include "analyzer/ide/edits/formatting.h"
#include "tests/unit/ide/fixture.h"

#include <string.h>

static bool is_blank(struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		if (strchr(" \t\r", text.bytes[i]) == NULL)
			return false;
	return true;
}

static bool is_same(struct node a, struct node b)
{
	uint32_t count = node_count(a);
	if (node_kind(a) != node_kind(b) || count != node_count(b) ||
		node_is_flow(a) != node_is_flow(b) || !string_equal(node_tag(a), node_tag(b)) ||
		!string_equal(node_anchor(a), node_anchor(b)) ||
		!string_equal(node_alias(a), node_alias(b)))
		return false;
	if (node_alias(a).length > 0)
		return true;
	if (node_kind(a) == NODE_SCALAR) {
		return node_scalar_style(a) == node_scalar_style(b) &&
		       string_equal(node_text(a), node_text(b));
	}
	for (uint32_t i = 0; i < count; i++) {
		bool is_map = node_kind(a) == NODE_MAPPING;
		if (is_map && (!is_same(node_entry(a, i).key, node_entry(b, i).key) ||
				      !is_same(node_entry(a, i).value, node_entry(b, i).value)))
			return false;
		if (!is_map && !is_same(node_item(a, i), node_item(b, i)))
			return false;
	}
	return true;
}

/* The formatted text, checked against the one before. */
static struct string format(
	struct fixture *fixture, struct string text, struct range range, uint32_t unit)
{
	struct syntax_tree *before = syntax_tree_create(text);
	size_t count = 0;
	struct string refusal;
	const struct text_edit *edits =
		formatting_edits(before, range, unit, fixture->arena, &count, &refusal);
	/* Some lines alone may not go where they would. */
	bool is_whole = range.start == 0 && range.end == text.length;
	if (is_whole && string_starts_with(refusal, "the text"))
		fixture_fail(fixture, 1, "formatting is refused: %.*s", STRING_ARGUMENTS(refusal));
	for (size_t i = 0; i < count; i++) {
		struct range old = edits[i].range;
		if ((i > 0 && edits[i - 1].range.end > old.start) || !is_blank(edits[i].text) ||
			!is_blank(string_slice(text, old.start, old.end))) {
			fixture_fail(fixture, fixture_line(fixture, old.start),
				"formatting changes more than white space");
			count = 0;
		}
	}
	struct string formatted = fixture_apply(fixture->arena, text, edits, count);
	struct syntax_tree *after = syntax_tree_create(formatted);
	if (!is_same(syntax_tree_root(before), syntax_tree_root(after))) {
		fixture_fail(fixture, 1, "formatting by %u changes the tree:\n%.*s", unit,
			STRING_ARGUMENTS(formatted));
	}
	syntax_tree_release(before);
	syntax_tree_release(after);
	return formatted;
}

static struct string format_all(struct fixture *fixture, struct string text, uint32_t unit)
{
	return format(fixture, text, (struct range){0, (uint32_t)text.length}, unit);
}

/* Every second line ends with blanks, and every colon or comma before a blank has one more. */
static struct string disordered(struct fixture *fixture, struct string text)
{
	char *bytes = arena_allocate(fixture->arena, 3 * text.length + 1, 1);
	size_t length = 0, line = 0;
	for (size_t i = 0; i < text.length; i++) {
		bool ends = text.bytes[i] == '\n';
		line += ends;
		if (ends && line % 2 == 0) {
			bytes[length++] = ' ';
			bytes[length++] = ' ';
		}
		bytes[length++] = text.bytes[i];
		if (strchr(":,", text.bytes[i]) != NULL && i + 1 < text.length &&
			text.bytes[i + 1] == ' ')
			bytes[length++] = ' ';
	}
	return (struct string){bytes, length};
}

static void check_text(struct fixture *fixture, struct string text)
{
	struct string by_two = format_all(fixture, text, 2);
	struct string by_four = format_all(fixture, text, 4);
	if (!string_equal(format_all(fixture, by_two, 2), by_two))
		fixture_fail(fixture, 1, "formatting twice is not formatting once");
	struct string back = format_all(fixture, by_four, 2);
	if (!string_equal(back, by_two)) {
		fixture_fail(fixture, 1, "formatting by 4 and then by 2 is something else:\n%.*s",
			STRING_ARGUMENTS(back));
	}
	uint32_t third = (uint32_t)text.length / 3;
	format(fixture, text, (struct range){third, 2 * third}, 2);
}

void check_formatting(struct fixture *fixture)
{
	check_text(fixture, fixture->text);
	check_text(fixture, disordered(fixture, fixture->text));
}
