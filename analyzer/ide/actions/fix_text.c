/* Quick fixes for what is no YAML: tabs, a missing colon, quote or bracket, a line that is indented
 * too far. What the author meant is guessed; a guess is offered if less is wrong with the text
 * after it. */
#include "analyzer/ide/actions/trial.h"
#include "analyzer/ide/cursor/place.h"
#include "analyzer/ide/edits/layout.h"
#include "analyzer/syntax/lines/line_shape.h"

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
	bool awaits_value;
};

static struct line line_number(struct offer *offer, uint32_t number)
{
	struct range range = syntax_tree_line(offer->tree, number);
	struct line line = {.number = number, .start = range.start};
	line.text = syntax_tree_text(offer->tree, range, offer->arena);
	struct line_shape shape = line_shape_of(line.text);
	line.text.length = shape.end;
	line.indentation = line_shape_is_empty(&shape) ? shape.end : shape.indentation;
	line.awaits_value = shape.awaits_value;
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

static bool is_empty(struct line line)
{
	return line.text.length == line.indentation;
}

static struct line line_above(struct offer *offer, struct line line)
{
	do
		line = line.number > 0 ? line_number(offer, line.number - 1) : (struct line){0};
	while (line.number > 0 && is_empty(line));
	return line;
}

static struct line line_below(struct offer *offer, struct line line)
{
	do
		line = line.number + 1 < syntax_tree_line_count(offer->tree)
			       ? line_number(offer, line.number + 1)
			       : (struct line){0};
	while (line.number > 0 && is_empty(line));
	return line;
}

/* Below a key without value stands what is in it. */
static bool is_deep_enough(struct offer *offer, struct line line, int width)
{
	struct line above = line_above(offer, line);
	return !above.awaits_value ||
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

static bool is_mended_by(struct offer *offer, struct line line, size_t column, struct edits *edits)
{
	*edits = (struct edits){0};
	offer_edit(offer, edits,
		(struct text_edit){{line.start, line.start + (uint32_t)line.indentation},
			arena_format(offer->arena, "%*s", (int)column, "")});
	return is_better(offer, edits, line.start) && trial_reads(offer, &edits->items[0]);
}

/* Where all other lines have spaces: as the line below if that is what the one above awaits, as the
 * one above, or as one further above and further to the left; in front of what it awaits itself. */
static bool is_mended_by_neighbours(struct offer *offer, struct line line, struct edits *edits)
{
	struct line above = line_above(offer, line), below = line_below(offer, line);
	if (above.awaits_value &&
		is_mended_by(offer, line,
			below.indentation > above.indentation ? below.indentation
							      : above.indentation + 2,
			edits))
		return true;
	size_t last = SIZE_MAX;
	for (uint32_t i = 1; i <= line.number && i < MOST_ABOVE; i++) {
		above = line_number(offer, line.number - i);
		if (is_empty(above) || above.indentation >= last)
			continue;
		last = above.indentation;
		bool is_too_deep = line.awaits_value && below.indentation <= last;
		if (!is_too_deep && is_mended_by(offer, line, last, edits))
			return true;
	}
	return false;
}

/* All of the file's at once, as wide as the text needs them to be. */
static void replace_tabs(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	static const int widths[] = {2, 4, 8};
	struct line here = line_at(offer, diagnostic->range.start);
	if (!memchr(here.text.bytes, '\t', here.indentation))
		return;
	struct edits edits;
	bool is_found = tab_edits(offer, widths[0]).count == 1 &&
			is_mended_by_neighbours(offer, here, &edits);
	for (size_t i = 0; !is_found && i < sizeof(widths) / sizeof(*widths); i++) {
		edits = tab_edits(offer, widths[i]);
		is_found = is_deep_enough(offer, here, widths[i]) &&
			   is_better(offer, &edits, diagnostic->range.start);
	}
	if (!is_found)
		return;
	struct action *action = offer_action(
		offer, ACTION_QUICK_FIX, STRING("Indent with spaces instead of tabs"), edits);
	action->diagnostic = diagnostic;
	action->preferred = true;
}

/* ---- colons ---- */

static bool is_word(char c)
{
	return !strchr(" \t:,[]{}\"'#", c);
}

/* What the first word of a line would be with a colon behind it. */
enum key {
	KEY_OF_ITS_OWN,
	KEY_KEYNAME,
	KEY_UNKNOWN
};

/* Where keynames are expected, it has to be one, and not the beginning of one. */
static enum key key_with(struct offer *offer, struct text_edit colon, uint32_t start)
{
	struct syntax_tree *tree = syntax_tree_edit(offer->tree, colon);
	struct node key = syntax_tree_node_at(tree, start);
	struct node parent = node_parent(key);
	enum key found = KEY_UNKNOWN;
	if (!node_is_absent(parent)) { /* it may still be no part of the document */
		struct place place = place_of_node(parent);
		enum construct construct = place_construct(&place);
		found = construct == CONSTRUCT_NONE                              ? KEY_OF_ITS_OWN
			: keyname_find(construct, place.version, node_text(key)) ? KEY_KEYNAME
										 : KEY_UNKNOWN;
	}
	syntax_tree_release(tree);
	return found;
}

/* Behind dashes, in the text of the line. */
static struct range first_word(struct line line)
{
	size_t start = line.indentation;
	while (start + 1 < line.text.length && line.text.bytes[start] == '-' &&
		line.text.bytes[start + 1] == ' ')
		start += 2;
	size_t end = start;
	while (end < line.text.length && is_word(line.text.bytes[end]))
		end++;
	return (struct range){(uint32_t)start, (uint32_t)end};
}

static struct string colon_title(struct offer *offer, struct string word)
{
	return arena_format(offer->arena, "Add a colon behind \"%.*s\"", STRING_ARGUMENTS(word));
}

/* `type tosca.nodes.Root`, `type:tosca.nodes.Root`, `app` above what is in it. */
static void add_colon(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct line line = line_at(offer, diagnostic->range.start);
	struct range first = first_word(line);
	uint32_t place = line.start + first.end;
	struct string word = string_slice(line.text, first.start, first.end);
	if (word.length == 0)
		return;
	if (first.end < line.text.length && line.text.bytes[first.end] == ':') {
		guess(offer, diagnostic, STRING("Add a space behind the colon"), place + 1,
			place + 1, STRING(" "));
		return;
	}
	if (key_with(offer, (struct text_edit){{place, place}, STRING(":")},
		    line.start + first.start) != KEY_UNKNOWN)
		guess(offer, diagnostic, colon_title(offer, word), place, place, STRING(":"));
}

/* The same where it is the only line of its map, which makes it a text, and valid YAML. */
void offer_missing_colon(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct line line = line_at(offer, diagnostic->range.start);
	struct range first = first_word(line);
	struct text_edit colon = {{line.start + first.end, line.start + first.end}, STRING(":")};
	if (diagnostic->range.start != line.start + first.start || first.end >= line.text.length ||
		line.text.bytes[first.end] != ' ' ||
		key_with(offer, colon, diagnostic->range.start) != KEY_KEYNAME)
		return;
	struct edits edits = {0};
	offer_edit(offer, &edits, colon);
	struct action *action = offer_action(offer, ACTION_QUICK_FIX,
		colon_title(offer, string_slice(line.text, first.start, first.end)), edits);
	action->diagnostic = diagnostic;
	action->preferred = true;
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
		struct text_edit edit = {
			{line.start, line.start + (uint32_t)line.indentation}, spaces};
		if (above.indentation != line.indentation && is_slip(above, line) &&
			trial_reads(offer, &edit) &&
			guess(offer, diagnostic, title, edit.range.start, edit.range.end, spaces))
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
