/* Quick fixes for what is no YAML: tabs, a missing colon, quote or bracket, a line that is indented
 * too far. What the author meant is guessed; a guess is offered if less is wrong with the text
 * after it. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/cursor/place.h"
#include "analyzer/ide/edits/layout.h"

#include <string.h>

enum {
	MOST_OPEN = 8,   /* brackets that are closed at once */
	MOST_ABOVE = 10, /* lines that are looked at for their indentation */
	SLIP = 3,        /* spaces by which a line is indented wrongly, at most */
};

static uint32_t line_of(const struct syntax_tree *tree, const struct syntax_error *error)
{
	return syntax_tree_position(tree, error->range.start, POSITION_UTF8).line;
}

/* Whether fewer lines are mistaken after the edits, which are in the order of the text and keep its
 * lines: not that of the mistake they mend, and no other ones. */
static bool is_better(struct offer *offer, const struct edits *edits, uint32_t mended)
{
	uint32_t line = syntax_tree_position(offer->tree, mended, POSITION_UTF8).line;
	struct syntax_tree *tree = syntax_tree_retain(offer->tree);
	for (size_t i = edits->count; i > 0; i--) {
		struct syntax_tree *next = syntax_tree_edit(tree, edits->items[i - 1]);
		syntax_tree_release(tree);
		tree = next;
	}
	size_t before, after;
	const struct syntax_error *old = syntax_tree_errors(offer->tree, offer->arena, &before);
	const struct syntax_error *new = syntax_tree_errors(tree, offer->arena, &after);
	bool better = after < before;
	for (size_t i = 0, j = 0; i < after && better; i++) { /* both in the order of the text */
		uint32_t left = line_of(tree, &new[i]);
		while (j < before && line_of(offer->tree, &old[j]) < left)
			j++;
		better = left != line && j < before && line_of(offer->tree, &old[j]) == left;
	}
	syntax_tree_release(tree);
	return better;
}

static bool guess(struct offer *offer, const struct ide_diagnostic *diagnostic, struct string title,
	uint32_t start, uint32_t end, struct string text)
{
	struct edits edits = {0};
	offer_edit(offer, &edits, (struct text_edit){{start, end}, text});
	if (!is_better(offer, &edits, diagnostic->range.start))
		return false;
	struct action *action = offer_action(offer, ACTION_QUICK_FIX, title, edits);
	action->diagnostic = diagnostic;
	action->preferred = true;
	return true;
}

/* The line of a place: where it begins, its text without blanks and comment at its end. */
struct line {
	uint32_t number, start;
	struct string text;
	size_t indentation;
};

static struct line line_number(struct offer *offer, uint32_t number)
{
	struct range range = syntax_tree_line(offer->tree, number);
	struct line line = {.number = number, .start = range.start};
	line.text = syntax_tree_text(offer->tree, range, offer->arena);
	for (size_t i = 0; i < line.text.length; i++)
		if (line.text.bytes[i] == '#' && (i == 0 || line.text.bytes[i - 1] == ' '))
			line.text.length = i;
	while (line.text.length > 0 && strchr(" \t\r", line.text.bytes[line.text.length - 1]))
		line.text.length--;
	while (line.indentation < line.text.length &&
		strchr(" \t", line.text.bytes[line.indentation]))
		line.indentation++;
	return line;
}

static struct line line_at(struct offer *offer, uint32_t offset)
{
	return line_number(offer, syntax_tree_position(offer->tree, offset, POSITION_UTF8).line);
}

/* ---- tabs ---- */

static struct string without_tabs(struct offer *offer, struct line line, int width)
{
	char *text = arena_allocate(offer->arena, line.indentation * (size_t)width + 1, 1);
	size_t length = 0;
	for (size_t i = 0; i < line.indentation; i++) {
		size_t spaces =
			line.text.bytes[i] == '\t' ? (size_t)width - length % (size_t)width : 1;
		memset(text + length, ' ', spaces);
		length += spaces;
	}
	return (struct string){text, length};
}

/* Below a key without value stands what is in it. */
static bool is_deep_enough(struct offer *offer, struct line line, int width)
{
	struct line above = line;
	do
		above = above.number > 0 ? line_number(offer, above.number - 1) : (struct line){0};
	while (above.number > 0 && above.text.length == above.indentation);
	bool opens = above.text.length > 0 && above.text.bytes[above.text.length - 1] == ':';
	return !opens ||
	       without_tabs(offer, line, width).length > without_tabs(offer, above, width).length;
}

static struct edits tab_edits(struct offer *offer, int width)
{
	struct edits edits = {0};
	for (uint32_t n = 0; n < syntax_tree_line_count(offer->tree); n++) {
		struct line line = line_number(offer, n);
		if (!memchr(line.text.bytes, '\t', line.indentation))
			continue;
		struct range blanks = {line.start, line.start + (uint32_t)line.indentation};
		offer_edit(offer, &edits,
			(struct text_edit){blanks, without_tabs(offer, line, width)});
	}
	return edits;
}

/* All of the file's at once, as wide as the text needs them to be. */
static void replace_tabs(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	static const int widths[] = {2, 4, 8};
	struct line here = line_at(offer, diagnostic->range.start);
	if (!memchr(here.text.bytes, '\t', here.indentation))
		return;
	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
		struct edits edits = tab_edits(offer, widths[i]);
		if (!is_deep_enough(offer, here, widths[i]) ||
			!is_better(offer, &edits, diagnostic->range.start))
			continue;
		struct action *action = offer_action(offer, ACTION_QUICK_FIX,
			STRING("Indent with spaces instead of tabs"), edits);
		action->diagnostic = diagnostic;
		action->preferred = true;
		return;
	}
}

/* ---- colons ---- */

static bool is_word(char c)
{
	return !strchr(" \t:,[]{}\"'#", c);
}

/* A keyname, where keynames are expected: not the beginning of one. */
static bool may_be_key(struct offer *offer, struct text_edit colon, uint32_t start)
{
	struct syntax_tree *tree = syntax_tree_edit(offer->tree, colon);
	struct node key = syntax_tree_node_at(tree, start);
	struct place place = place_of_node(node_parent(key));
	enum construct construct = place_construct(&place);
	bool may_be = construct == CONSTRUCT_NONE ||
		      keyname_find(construct, place.version, node_text(key)) != NULL;
	syntax_tree_release(tree);
	return may_be;
}

/* `type tosca.nodes.Root`, `type:tosca.nodes.Root`, `app` above what is in it. */
static void add_colon(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct line line = line_at(offer, diagnostic->range.start);
	size_t start = line.indentation;
	while (start + 1 < line.text.length && line.text.bytes[start] == '-' &&
		line.text.bytes[start + 1] == ' ')
		start += 2;
	size_t end = start;
	while (end < line.text.length && is_word(line.text.bytes[end]))
		end++;
	uint32_t place = line.start + (uint32_t)end;
	struct string word = string_slice(line.text, start, end);
	if (word.length == 0)
		return;
	if (end < line.text.length && line.text.bytes[end] == ':') {
		guess(offer, diagnostic, STRING("Add a space behind the colon"), place + 1,
			place + 1, STRING(" "));
		return;
	}
	if (!may_be_key(offer, (struct text_edit){{place, place}, STRING(":")},
		    line.start + (uint32_t)start))
		return;
	guess(offer, diagnostic,
		arena_format(offer->arena, "Add a colon behind \"%.*s\"", STRING_ARGUMENTS(word)),
		place, place, STRING(":"));
}

/* ---- quotes and brackets ---- */

/* What closes the brackets that are open at the end of the line, the innermost first. */
static struct string closers(struct offer *offer, struct line line)
{
	char open[MOST_OPEN];
	size_t depth = 0;
	char quote = '\0';
	for (size_t i = 0; i < line.text.length; i++) {
		char c = line.text.bytes[i];
		if (quote != '\0') {
			quote = c == quote ? '\0' : quote;
		} else if (c == '"' || (c == '\'' && i > 0 && !is_word(line.text.bytes[i - 1]))) {
			quote = c;
		} else if (c == '{' || c == '[') {
			if (depth == MOST_OPEN)
				return STRING("");
			open[depth++] = c == '{' ? '}' : ']';
		} else if ((c == '}' || c == ']') && depth > 0) {
			depth--;
		}
	}
	char *text = arena_allocate(offer->arena, depth + 1, 1);
	for (size_t i = 0; i < depth; i++)
		text[i] = open[depth - 1 - i];
	return (struct string){text, depth};
}

/* The mistake is found where the next entry begins: on a line below. */
static void close_brackets(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	uint32_t number = line_at(offer, diagnostic->range.start).number;
	for (uint32_t i = 0; i < 2 && i <= number; i++) {
		struct line line = line_number(offer, number - i);
		struct string missing = closers(offer, line);
		uint32_t end = line.start + (uint32_t)line.text.length;
		if (missing.length > 0 && guess(offer, diagnostic,
						  arena_format(offer->arena, "Close with \"%.*s\"",
							  STRING_ARGUMENTS(missing)),
						  end, end, missing))
			return;
	}
}

static void close_quote(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct line line = line_at(offer, diagnostic->range.start);
	uint32_t end = line.start + (uint32_t)line.text.length;
	struct string quote = syntax_tree_text(offer->tree,
		(struct range){diagnostic->range.start, diagnostic->range.start + 1}, offer->arena);
	if (string_is(quote, "\"") || string_is(quote, "'"))
		guess(offer, diagnostic, STRING("Close the quote at the end of the line"), end, end,
			quote);
}

/* ---- indentation ---- */

static bool is_slip(struct line above, struct line line)
{
	return above.indentation <= line.indentation + SLIP &&
	       line.indentation <= above.indentation + SLIP;
}

/* To the column of a line above, the nearest first. */
static void indent_as_above(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct line line = line_at(offer, diagnostic->range.start);
	size_t last = line.indentation;
	for (uint32_t i = 1; i <= line.number && i < MOST_ABOVE; i++) {
		struct line above = line_number(offer, line.number - i);
		if (above.text.length == above.indentation || above.indentation == last)
			continue;
		last = above.indentation;
		struct string title = arena_format(offer->arena, "Indent by %zu spaces, as line %u",
			above.indentation, above.number + 1);
		struct string spaces =
			arena_format(offer->arena, "%*s", (int)above.indentation, "");
		if (above.indentation != line.indentation && is_slip(above, line) &&
			guess(offer, diagnostic, title, line.start,
				line.start + (uint32_t)line.indentation, spaces))
			return;
	}
}

void offer_text_fixes(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	size_t before = offer->count;
	replace_tabs(offer, diagnostic);
	if (offer->count == before)
		close_quote(offer, diagnostic);
	if (offer->count == before)
		close_brackets(offer, diagnostic);
	if (offer->count == before)
		add_colon(offer, diagnostic);
	if (offer->count == before)
		indent_as_above(offer, diagnostic);
}
