#include "analyzer/ide/publication/silenced.h"

#include "analyzer/ide/text/silencing_comment.h"
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "analyzer/syntax/tree/syntax_tree.h"

#include <stdlib.h>

/* A comment `# vtosca-ignore CODE, CODE: REASON`. */
struct comment {
	struct range range;  /* in the text, up to the end of its line */
	struct string codes; /* what is between the word and the colon */
	struct string reason;
	bool stands_alone;
};

/* ---- reading comments ---- */

static struct string trimmed(struct string text)
{
	while (text.length > 0 && (text.bytes[0] == ' ' || text.bytes[0] == '\t'))
		text = string_slice(text, 1, text.length);
	while (text.length > 0 && strchr(" \t\r", text.bytes[text.length - 1]))
		text.length--;
	return text;
}

static bool is_comment_only(struct string line)
{
	line = trimmed(line);
	return line.length > 0 && line.bytes[0] == '#';
}

/* False if the line has none. `start` is where it starts in the text. */
static bool read_comment(struct string line, uint32_t start, struct comment *comment)
{
	size_t begin = string_find(line, 0, SILENCING_COMMENT);

	if (begin == line.length || (begin > 0 && !strchr(" \t", line.bytes[begin - 1])))
		return false;
	struct string rest = string_slice(line, begin + SILENCING_COMMENT.length, line.length);
	size_t colon = string_find(rest, 0, STRING(":"));
	*comment =
		(struct comment){.range = {start + (uint32_t)begin, start + (uint32_t)line.length},
			.codes = trimmed(string_slice(rest, 0, colon)),
			.stands_alone = is_comment_only(line)};
	if (colon < rest.length)
		comment->reason = trimmed(string_slice(rest, colon + 1, rest.length));
	return true;
}

/* The next of the codes, which are cut off in front. */
static struct string next_code(struct string *codes)
{
	size_t comma = string_find(*codes, 0, STRING(","));
	struct string code = trimmed(string_slice(*codes, 0, comma));

	*codes = string_slice(*codes, comma < codes->length ? comma + 1 : comma, codes->length);
	return code;
}

/* ---- silencing ---- */

static struct string line_text(const struct syntax_tree *tree, uint32_t line, struct arena *arena)
{
	return syntax_tree_text(tree, syntax_tree_line(tree, line), arena);
}

static uint32_t line_of(const struct syntax_tree *tree, const struct ide_diagnostic *diagnostic)
{
	return syntax_tree_position(tree, diagnostic->range.start, POSITION_UTF8).line;
}

/* What is silenced on a line. */
struct silence {
	uint32_t line; /* UINT32_MAX: none was looked at yet */
	bool codes[DIAGNOSTIC_CODE_COUNT];
};

static void add_codes(struct silence *silence, struct string line)
{
	struct comment comment;
	enum diagnostic_code code;

	if (!read_comment(line, 0, &comment) || comment.reason.length == 0)
		return;
	while (comment.codes.length > 0)
		if (diagnostic_code_find(next_code(&comment.codes), &code))
			silence->codes[code] = true;
}

/* By a comment on the line, or by those that stand alone above. */
static void look_at_line(
	struct silence *silence, const struct syntax_tree *tree, uint32_t line, struct arena *arena)
{
	if (silence->line == line)
		return;
	*silence = (struct silence){.line = line};
	add_codes(silence, line_text(tree, line, arena));
	while (line-- > 0) {
		struct string text = line_text(tree, line, arena);

		if (!is_comment_only(text))
			return;
		add_codes(silence, text);
	}
}

struct ide_diagnostics silenced_remove(
	const struct syntax_tree *tree, struct ide_diagnostics diagnostics, struct arena *arena)
{
	struct ide_diagnostic *items = arena_allocate(arena, diagnostics.count, sizeof(*items));
	struct arena *lines = arena_create();
	struct silence silence = {.line = UINT32_MAX};
	size_t count = 0;

	for (size_t i = 0; i < diagnostics.count; i++) {
		enum diagnostic_code code;

		look_at_line(&silence, tree, line_of(tree, &diagnostics.items[i]), lines);
		if (!diagnostic_code_find(diagnostics.items[i].code, &code) || !silence.codes[code])
			items[count++] = diagnostics.items[i];
	}
	arena_destroy(lines);
	return (struct ide_diagnostics){items, count};
}

/* ---- comments in vain ---- */

struct told {
	uint32_t line;
	struct string code;
};

struct search {
	const struct syntax_tree *tree;
	const struct told *told; /* in the order of lines and codes */
	size_t told_count;
	struct arena *arena;
	uint32_t block_end; /* the line behind the last comments that stand alone */
	struct ide_diagnostic *found;
	size_t count, capacity;
};

static void report(struct search *search, const struct comment *comment, struct string message)
{
	const struct diagnostic_code_row *row = diagnostic_code_row(DIAGNOSTIC_CODE_USELESS_IGNORE);

	search->found = arena_reserve(search->arena, search->found, search->count,
		&search->capacity, sizeof(*search->found));
	search->found[search->count++] = (struct ide_diagnostic){.range = comment->range,
		.severity = (enum ide_severity)(row->severity + 1),
		.code = string_from(row->name),
		.message = message};
}

/* The line that the comment is about. */
static uint32_t line_meant(struct search *search, uint32_t line, const struct comment *comment)
{
	uint32_t count = syntax_tree_line_count(search->tree);

	if (!comment->stands_alone)
		return line;
	if (line >= search->block_end) {
		while (line + 1 < count &&
			is_comment_only(line_text(search->tree, line, search->arena)))
			line++;
		search->block_end = line;
	}
	return search->block_end;
}

static int compare_told(const void *a, const void *b)
{
	const struct told *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return string_compare(x->code, y->code);
}

static bool is_there(const struct search *search, uint32_t line, struct string code)
{
	struct told wanted = {line, code};

	return bsearch(&wanted, search->told, search->told_count, sizeof(wanted), compare_told);
}

static void check_comment(struct search *search, uint32_t line, const struct comment *comment)
{
	struct string codes = comment->codes;
	enum diagnostic_code known;

	if (codes.length == 0 || comment->reason.length == 0) {
		report(search, comment,
			STRING("This comment silences nothing: it must be \"# vtosca-ignore CODE: "
			       "reason\""));
		return;
	}
	line = line_meant(search, line, comment);
	while (codes.length > 0) {
		struct string code = next_code(&codes);

		if (!diagnostic_code_find(code, &known))
			report(search, comment,
				arena_format(search->arena,
					"There is no diagnostic \"%.*s\" to ignore",
					STRING_ARGUMENTS(code)));
		else if (!is_there(search, line, code))
			report(search, comment,
				arena_format(search->arena,
					"Nothing to ignore: there is no \"%.*s\" on the line",
					STRING_ARGUMENTS(code)));
	}
}

struct ide_diagnostics silenced_in_vain(
	const struct syntax_tree *tree, struct ide_diagnostics diagnostics, struct arena *arena)
{
	struct told *told = arena_allocate(arena, diagnostics.count, sizeof(*told));
	struct search search = {
		.tree = tree, .told = told, .told_count = diagnostics.count, .arena = arena};
	struct string text =
		syntax_tree_text(tree, (struct range){0, syntax_tree_length(tree)}, arena);
	struct comment comment;

	for (size_t i = 0; i < diagnostics.count; i++)
		told[i] = (struct told){
			line_of(tree, &diagnostics.items[i]), diagnostics.items[i].code};
	qsort(told, diagnostics.count, sizeof(*told), compare_told);
	for (size_t i = 0, length; i < text.length; i += length + 1) {
		const char *end = memchr(text.bytes + i, '\n', text.length - i);

		length = end ? (size_t)(end - text.bytes) - i : text.length - i;
		if (read_comment((struct string){text.bytes + i, length}, (uint32_t)i, &comment))
			check_comment(&search,
				syntax_tree_position(tree, (uint32_t)i, POSITION_UTF8).line,
				&comment);
	}
	return (struct ide_diagnostics){search.found, search.count};
}
