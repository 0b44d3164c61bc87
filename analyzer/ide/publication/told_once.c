#include "analyzer/ide/publication/told_once.h"

#include "analyzer/ide/publication/teller.h"
#include "analyzer/language/diagnostics/code_subjects.h"

enum {
	MOST_LINES = 12,  /* between what comes of one wrong indentation */
	MOST_BETWEEN = 4, /* between lines that are wrong in the same way */
	MOST_RELATED = 10 /* places that are told with the first one */
};

struct row {
	enum message_kind kind;
	const char *section;
};

/* NULL: of no kind. */
static const struct row *row_of(enum diagnostic_code code)
{
	static const struct row rows[DIAGNOSTIC_CODE_COUNT + 1] = {
#define TOLD_ONCE(code, kind, section) [DIAGNOSTIC_CODE_##code] = {KIND_##kind, section},
#include "analyzer/ide/publication/told_once.def"
#undef TOLD_ONCE
	};
	return rows[code].section ? &rows[code] : NULL;
}

/* ---- broken text, and results ---- */

static bool is_about_indentation(const struct teller *teller, size_t i)
{
	return teller->messages[i].code == DIAGNOSTIC_CODE_YAML_SYNTAX &&
	       string_contains(teller->items[i].message, STRING("indent"));
}

static bool is_same_line(const struct teller *teller, size_t i, size_t first)
{
	return teller->messages[i].code == DIAGNOSTIC_CODE_YAML_SYNTAX && teller_tells(teller, i) &&
	       !teller->items[i].is_elsewhere &&
	       teller->messages[first].code == DIAGNOSTIC_CODE_YAML_SYNTAX &&
	       string_equal(teller->items[i].message, teller->items[first].message);
}

/* Text whose first line is gone: each of its lines is as wrong as the one above. */
static void tell_lines(struct teller *teller)
{
	size_t first = 0, end;
	for (; first < teller->count; first = end) {
		bool is_broken = teller->messages[first].code == DIAGNOSTIC_CODE_YAML_SYNTAX;
		uint32_t last = is_broken ? teller_line(teller, first) : 0;
		for (end = first + 1; end < teller->count && is_same_line(teller, end, first) &&
				      teller_line(teller, end) <= last + MOST_BETWEEN;
			end++)
			last = teller_line(teller, end);
		for (size_t i = first + 1; end - first >= TELLER_MANY && i < end; i++)
			teller_relate(teller, i, first);
	}
}

/* Close behind what is indented wrong, keys stand twice, and lines are neither key nor item. */
static void tell_broken_text(struct teller *teller)
{
	size_t cause = teller->count;
	uint32_t last = 0;
	for (size_t i = 0; i < teller->count; i++) {
		enum diagnostic_code code = teller->messages[i].code;
		bool is_broken = code == DIAGNOSTIC_CODE_YAML_SYNTAX ||
				 code == DIAGNOSTIC_CODE_DUPLICATE_KEY;
		if (!is_broken || !teller_tells(teller, i) || teller->items[i].is_elsewhere)
			continue;
		uint32_t line = teller_line(teller, i);
		if (cause < teller->count && line <= last + MOST_LINES)
			teller_relate(teller, i, cause);
		else
			cause = is_about_indentation(teller, i) ? i : teller->count;
		last = line;
	}
}

static bool is_of_resolving(const struct teller *teller, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	return code == DIAGNOSTIC_CODE_MALFORMED_TEMPLATE ||
	       code == DIAGNOSTIC_CODE_EXPRESSION_ERROR;
}

/* What is no name at all names nothing. */
static bool is_no_name(const struct teller *teller, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	return code == DIAGNOSTIC_CODE_WRONG_OPERAND || code_is_wrong_value(code);
}

/* Where a check tells what is wrong with a text, resolving fails for it, and nothing has that name:
 * one of them is enough. */
static void tell_resolving(struct teller *teller)
{
	size_t end;
	for (size_t first = 0; first < teller->count; first = end) {
		uint32_t start = teller->items[first].range.start;
		size_t cause = teller->count;
		for (end = first; end < teller->count && teller->items[end].range.start == start;
			end++)
			if (teller_tells(teller, end) && !is_of_resolving(teller, end) &&
				teller->items[end].severity <= IDE_WARNING &&
				(cause == teller->count || !is_no_name(teller, cause)))
				cause = end;
		for (size_t i = first; i < end && cause < teller->count; i++) {
			bool is_name = teller->messages[i].kind == KIND_NAME &&
				       is_no_name(teller, cause) && i != cause;
			if (teller_tells(teller, i) && (is_name || is_of_resolving(teller, i)))
				teller_relate(teller, i, cause);
		}
	}
}

/* Of a variability definition that is not read as it is meant, no result is. */
static void tell_results(struct teller *teller)
{
	size_t cause = teller->count;
	bool is_of_variability = false;
	for (size_t i = 0; i < teller->count && !is_of_variability; i++) {
		if (!teller_tells(teller, i))
			continue;
		struct node node = {0};
		enum diagnostic_code code = teller->messages[i].code;
		if (teller_is_grammar(teller, i) || code == DIAGNOSTIC_CODE_YAML_SYNTAX)
			node = syntax_tree_node_at(teller->tree, teller->items[i].range.start);
		for (; !node_is_absent(node); node = node_parent(node))
			is_of_variability |= string_is(node_text(node), "variability") ||
					     string_is(node_text(node_key(node)), "variability");
		if (is_of_variability ||
			(code == DIAGNOSTIC_CODE_COULD_NOT_SOLVE && cause == teller->count))
			cause = i;
	}
	for (size_t i = 0; i < teller->count && cause < teller->count; i++) {
		enum diagnostic_code code = teller->messages[i].code;
		bool follows = is_of_variability || code == DIAGNOSTIC_CODE_FAILS_FOR_INPUTS ||
			       code == DIAGNOSTIC_CODE_NO_MATCHING_RULE;
		if (teller_tells(teller, i) && follows && teller->messages[i].kind == KIND_RESULT)
			teller_relate(teller, i, cause);
	}
}

/* ---- the list ---- */

static void relate(struct teller *teller, size_t i, size_t cause)
{
	struct ide_diagnostic *item = &teller->items[cause];
	struct ide_diagnostic *other = &teller->items[i];
	if (other->severity < item->severity)
		item->severity = other->severity;
	other->severity = IDE_HINT;
	if (item->related_count >= MOST_RELATED)
		return;
	struct ide_related *related =
		arena_allocate(teller->arena, item->related_count + 1, sizeof(*related));
	for (size_t k = 0; k < item->related_count; k++)
		related[k] = item->related[k];
	bool is_same = string_equal(item->message, other->message);
	related[item->related_count++] = (struct ide_related){.range = other->range,
		.message = is_same ? STRING("the same here") : other->message};
	item->related = related;
}

/* Hints are told nowhere else, and nothing goes back to them. */
static struct teller teller_of(
	const struct syntax_tree *tree, struct ide_diagnostics diagnostics, struct arena *arena)
{
	struct teller teller = {.tree = tree, .arena = arena};
	size_t count = 0;
	for (size_t i = 0; i < diagnostics.count; i++)
		count += diagnostics.items[i].severity < IDE_HINT;
	teller.items = arena_allocate(arena, count + 1, sizeof(*teller.items));
	teller.messages = arena_allocate(arena, count + 1, sizeof(*teller.messages));
	for (size_t i = 0; i < diagnostics.count; i++) {
		enum diagnostic_code code = DIAGNOSTIC_CODE_COUNT;
		if (diagnostics.items[i].severity >= IDE_HINT)
			continue;
		diagnostic_code_find(diagnostics.items[i].code, &code);
		/* What is wrong in another file is told where it is imported, each by itself. */
		const struct row *row = diagnostics.items[i].is_elsewhere ? NULL : row_of(code);
		teller.items[teller.count] = diagnostics.items[i];
		teller.messages[teller.count] = (struct message){.code = code,
			.kind = row ? row->kind : KIND_OTHER,
			.section = row ? row->section : "",
			.cause = teller.count};
		teller.count++;
	}
	return teller;
}

/* The list with what has become of those that were no hints. */
static struct ide_diagnostics told_again(
	const struct teller *teller, struct ide_diagnostics diagnostics)
{
	struct ide_diagnostic *items =
		arena_allocate(teller->arena, diagnostics.count + 1, sizeof(*items));
	size_t next = 0;
	for (size_t i = 0; i < diagnostics.count; i++)
		items[i] = diagnostics.items[i].severity < IDE_HINT ? teller->items[next++]
								    : diagnostics.items[i];
	return (struct ide_diagnostics){items, diagnostics.count};
}

struct ide_diagnostics told_once(
	const struct syntax_tree *tree, struct ide_diagnostics diagnostics, struct arena *arena)
{
	struct teller teller = teller_of(tree, diagnostics, arena);
	bool is_changed = false;
	tell_broken_text(&teller);
	tell_lines(&teller);
	tell_same_places(&teller);
	tell_maps(&teller);
	tell_beside(&teller);
	tell_names(&teller);
	tell_same_names(&teller);
	tell_resolving(&teller);
	tell_results(&teller);
	tell_of_inputs(&teller);
	tell_same_results(&teller);
	for (size_t i = 0; i < teller.count; i++) {
		if (teller.messages[i].cause == i || teller.items[i].severity >= IDE_HINT)
			continue;
		relate(&teller, i, teller_cause(&teller, i));
		is_changed = true;
	}
	return is_changed ? told_again(&teller, diagnostics) : diagnostics;
}

bool told_once_depends_on_text(struct ide_diagnostics diagnostics)
{
	for (size_t i = 0; i < diagnostics.count; i++) {
		enum diagnostic_code code = DIAGNOSTIC_CODE_COUNT;
		if (diagnostics.items[i].severity >= IDE_HINT)
			continue;
		diagnostic_code_find(diagnostics.items[i].code, &code);
		const struct row *row = row_of(code);
		if ((row && row->kind == KIND_GRAMMAR) || code == DIAGNOSTIC_CODE_UNKNOWN_TYPE)
			return true;
	}
	return false;
}
