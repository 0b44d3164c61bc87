/* `# codeaction title: text` — at the cursor an action with this title is offered, and after it
 * the document contains the text (`\n` is a new line), or the new file with its name and a colon
 * above it. `# codeaction none title` — it is not.
 * `# codeaction from title: text` — it is offered for the text between the two last cursors.
 *
 * Without marks, in every fixture: a quick fix removes its diagnostic, no action adds an error,
 * refactorings keep what is present, and the text is what the title promises. */
#include "analyzer/ide/actions/actions.h"
#include "analyzer/ide/cursor/place.h"
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "analyzer/variability/space/space_report.h"
#include "tests/unit/ide/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct ide_diagnostics collect(struct fixture *fixture, const struct analysis *analysis)
{
	return diagnostics_collect(analysis, fixture_setting(fixture, "active"), fixture->arena);
}

static struct string unescape(struct string text, struct arena *arena)
{
	char *result = arena_allocate(arena, text.length + 1, 1);
	size_t length = 0;
	for (size_t i = 0; i < text.length; i++) {
		bool newline =
			text.bytes[i] == '\\' && i + 1 < text.length && text.bytes[i + 1] == 'n';
		result[length++] = newline ? '\n' : text.bytes[i];
		i += newline;
	}
	return (struct string){result, length};
}

/* The diagnostics with this code and message. */
static size_t alike(struct ide_diagnostics diagnostics, const struct ide_diagnostic *wanted)
{
	size_t count = 0;
	for (size_t i = 0; i < diagnostics.count; i++) {
		count += string_equal(diagnostics.items[i].code, wanted->code) &&
			 string_equal(diagnostics.items[i].message, wanted->message);
	}
	return count;
}

/* How many elements of each kind every variant has. What only groups others may change. */
static struct string census(const struct analysis *analysis, struct arena *arena)
{
	struct string text = STRING("");
	for (size_t variant = 0; variant < analysis_variant_count(analysis); variant++) {
		for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++) {
			struct elements elements =
				analysis_elements_of_kind(analysis, (enum element_kind)kind);
			size_t present = 0;
			for (uint32_t i = 0; i < elements.count; i++) {
				const struct element *element = elements.items[i];
				bool of_group = element->container &&
						element->container->kind == ELEMENT_GROUP;
				present += !of_group && analysis_presence(analysis, variant,
								element) == PRESENCE_PRESENT;
			}
			if (kind != ELEMENT_GROUP) {
				text = arena_format(
					arena, "%.*s %zu", STRING_ARGUMENTS(text), present);
			}
		}
		text = arena_format(arena, "%.*s;", STRING_ARGUMENTS(text));
	}
	return text;
}

static bool resolvable(const struct analysis *analysis)
{
	enum definitions_version version = place_version(analysis_tree(analysis));
	return definitions_version_row(version)->version_class != CLASS_NONE;
}

/* Refactorings keep what is present; only a new condition is meant to change it. */
static bool keeps_presence(const struct action *action)
{
	return action->kind == ACTION_EXTRACT || action->kind == ACTION_INLINE ||
	       action->kind == ACTION_SOURCE ||
	       (action->kind == ACTION_REWRITE && string_starts_with(action->title, "Write "));
}

/* Whether a new error is the fault of what was done. A fix may uncover what is wrong besides: with
 * a variant that could not be resolved, with what an unknown name stands for, with a file that
 * nobody looked for; and what was misspelt may, spelled right, not pass the checks of the
 * result. */
static bool is_fault(const struct action *action, const struct ide_diagnostic *error,
	const struct analysis *before)
{
	enum diagnostic_code code;
	assert_true(diagnostic_code_find(error->code, &code));
	if (error->severity != IDE_ERROR || code == DIAGNOSTIC_CODE_MISSING_FILE)
		return false;
	if (action->diagnostic && string_is(action->diagnostic->code, "yaml-syntax"))
		return code == DIAGNOSTIC_CODE_YAML_SYNTAX; /* mistakes of what was broken text are
							       seen now */
	if (action->diagnostic && string_starts_with(action->diagnostic->code, "unknown-") &&
		(code == DIAGNOSTIC_CODE_WRONG_OPERAND || code == DIAGNOSTIC_CODE_WRONG_ARITY ||
			code == DIAGNOSTIC_CODE_BAD_CONDITION))
		return false;
	bool is_complete =
		resolvable(before) &&
		!(action->diagnostic && string_starts_with(action->diagnostic->code, "unknown-"));
	for (size_t i = 0; i < analysis_variant_count(before); i++)
		is_complete = is_complete && analysis_variant(before, i)->error.length == 0;
	return code < DIAGNOSTIC_CODE_ABSENT_ELEMENT ||
	       (is_complete && code > DIAGNOSTIC_CODE_UNPRODUCED_OUTPUT);
}

/* What the title names between quotes; empty if it names nothing. */
static struct string named(struct string title)
{
	size_t start = 0, end = title.length;
	while (start < end && title.bytes[start] != '"')
		start++;
	while (end > start && title.bytes[end - 1] != '"')
		end--;
	return end > start + 1 ? string_slice(title, start + 1, end - 1) : STRING("");
}

static size_t occurrences(struct string text, struct string part)
{
	size_t count = 0;
	for (size_t i = 0; i + part.length <= text.length; i++)
		count += string_equal(string_slice(text, i, i + part.length), part);
	return count;
}

/* Entries of a name whose values are of a kind. */
static size_t entries_of_kind(struct node node, struct string name, enum node_kind kind)
{
	size_t count = 0;
	for (uint32_t i = 0; i < node_count(node); i++) {
		if (node_kind(node) == NODE_SEQUENCE) {
			count += entries_of_kind(node_item(node, i), name, kind);
			continue;
		}
		struct node_entry entry = node_entry(node, i);
		count += string_equal(node_text(entry.key), name) && node_kind(entry.value) == kind;
		count += entries_of_kind(entry.value, name, kind);
	}
	return count;
}

static bool writes(const struct action *action, struct string name)
{
	for (size_t i = 0; i < action->edit_count; i++)
		if (fixture_contains(action->edits[i].text, name))
			return true;
	return false;
}

/* What is added or put in the place of something stands there, what is removed is gone, and what is
 * written otherwise has the other form. */
static bool keeps_promise(
	const struct fixture *fixture, const struct action *action, const struct syntax_tree *after)
{
	static const char *const writing[] = {
		"Add \"", "Add the ", "Create the ", "Extract ", "Replace with ", "Use the "};
	struct string title = action->title, name = named(title);
	struct string text = syntax_tree_text(
		after, (struct range){0, syntax_tree_length(after)}, fixture->arena);
	if (action->command != ACTION_EDITS || name.length == 0 ||
		string_starts_with(title, "Create the file "))
		return true;
	for (size_t i = 0; i < sizeof(writing) / sizeof(*writing); i++)
		if (string_starts_with(title, writing[i]))
			return writes(action, name);
	if (string_starts_with(
		    title, "Inline ")) /* the name may be a word of what stands there instead */
		name = arena_format(fixture->arena, "_expression: %.*s", STRING_ARGUMENTS(name));
	if (string_starts_with(title, "Remove \"") || string_starts_with(title, "Inline "))
		return occurrences(text, name) < occurrences(fixture->text, name);
	if (string_starts_with(title, "Write ")) {
		enum node_kind kind =
			string_ends_with(title, " as a list") ? NODE_SEQUENCE : NODE_MAPPING;
		return entries_of_kind(syntax_tree_root(after), name, kind) >
		       entries_of_kind(syntax_tree_root(fixture->tree), name, kind);
	}
	return true;
}

static void check_action(struct fixture *fixture, uint32_t line, const struct action *action,
	struct ide_diagnostics before)
{
	if (action->file.length > 0)
		return; /* it is not there before the editor has made it */
	for (size_t i = 1; i < action->edit_count; i++) {
		if (action->edits[i].range.start < action->edits[i - 1].range.end) {
			fixture_fail(fixture, line, "edits of \"%.*s\" overlap",
				STRING_ARGUMENTS(action->title));
			return;
		}
	}
	struct string text =
		fixture_apply(fixture->arena, fixture->text, action->edits, action->edit_count);
	struct syntax_tree *tree = syntax_tree_create(text);
	struct analysis_request request = {
		.tree = tree, .path = fixture->path, .files = &fixture_files};
	struct analysis *analysis = analysis_create(&request);
	struct ide_diagnostics after = collect(fixture, analysis);
	if (!keeps_promise(fixture, action, tree))
		fixture_fail(fixture, line, "\"%.*s\" leaves:\n%.*s",
			STRING_ARGUMENTS(action->title), STRING_ARGUMENTS(text));
	if (action->diagnostic &&
		alike(after, action->diagnostic) >= alike(before, action->diagnostic)) {
		fixture_fail(fixture, line, "\"%.*s\" does not remove its diagnostic:\n%.*s",
			STRING_ARGUMENTS(action->title), STRING_ARGUMENTS(text));
	}
	for (size_t i = 0; i < after.count; i++) {
		if ((action->diagnostic || keeps_presence(action)) &&
			is_fault(action, &after.items[i], fixture->analysis) &&
			alike(after, &after.items[i]) > alike(before, &after.items[i])) {
			fixture_fail(fixture, line, "\"%.*s\" adds the error \"%.*s\":\n%.*s",
				STRING_ARGUMENTS(action->title),
				STRING_ARGUMENTS(after.items[i].message), STRING_ARGUMENTS(text));
		}
	}
	if (keeps_presence(action) && resolvable(fixture->analysis) &&
		!string_equal(census(fixture->analysis, fixture->arena),
			census(analysis, fixture->arena))) {
		fixture_fail(fixture, line, "\"%.*s\" changes what is present:\n%.*s",
			STRING_ARGUMENTS(action->title), STRING_ARGUMENTS(text));
	}
	analysis_release(analysis);
	syntax_tree_release(tree);
}

static const struct action *offered(struct fixture *fixture, struct ide_diagnostics diagnostics,
	const struct space_report *report, struct range range, size_t *count)
{
	struct actions_request request = {
		.tree = fixture->tree,
		.analysis = fixture->analysis,
		.space = report ? space_report_space(report) : NULL,
		.diagnostics = diagnostics,
		.range = range,
		.files = &fixture_files,
		.path = fixture->path,
		.kinds = ~(
			action_kind_bit(ACTION_FIX_ALL) | action_kind_bit(ACTION_ORGANIZE_IMPORTS)),
	};
	return actions_list(&request, fixture->arena, count);
}

static const struct action *find(const struct action *actions, size_t count, struct string title)
{
	for (size_t i = 0; i < count; i++)
		if (string_equal(actions[i].title, title))
			return &actions[i];
	return NULL;
}

/* A selection reaches from the cursor to the next one, if the words say so. */
static struct range selection(
	struct fixture *fixture, const struct fixture_expectation *expectation)
{
	uint32_t cursor = fixture->cursors[expectation->cursor];
	bool is_selection = string_starts_with(expectation->words, "from ");
	uint32_t start = is_selection ? fixture->cursors[expectation->cursor - 1] : cursor;
	return (struct range){start, cursor};
}

static void check_expectation(struct fixture *fixture, struct fixture_expectation expected)
{
	const struct fixture_expectation *expectation = &expected;
	struct space_report *report = fixture_setting(fixture, "assignments").length > 0
					      ? space_report_create(fixture->analysis, NULL, NULL)
					      : NULL;
	struct ide_diagnostics before = diagnostics_collect_all(fixture->analysis, NULL,
		report ? space_report_diagnostics(report) : NULL, false,
		fixture_setting(fixture, "active"), fixture->arena);
	size_t count = 0;
	const struct action *actions =
		offered(fixture, before, report, selection(fixture, expectation), &count);
	space_report_release(report);
	if (string_starts_with(expected.words, "from "))
		expected.words = string_slice(expected.words, 5, expected.words.length);
	if (string_is(expectation->words, "none")) {
		if (find(actions, count, expectation->text))
			fixture_fail(fixture, expectation->line, "it is offered");
		return;
	}
	const struct action *action = find(actions, count, expectation->words);
	if (!action) {
		fixture_fail(fixture, expectation->line, "it is not offered, but these are:");
		for (size_t i = 0; i < count; i++) {
			fixture_fail(fixture, expectation->line, "\t%.*s",
				STRING_ARGUMENTS(actions[i].title));
		}
		return;
	}
	struct string text =
		fixture_apply(fixture->arena, fixture->text, action->edits, action->edit_count);
	if (action->file.length > 0)
		text = arena_format(fixture->arena, "%.*s:\n%.*s", STRING_ARGUMENTS(action->file),
			STRING_ARGUMENTS(action->text));
	if (!fixture_contains(text, unescape(expectation->text, fixture->arena))) {
		fixture_fail(
			fixture, expectation->line, "the result is:\n%.*s", STRING_ARGUMENTS(text));
	}
}

enum {
	STRIDE = 11
};

/* What tells actions apart: a quick fix is another one at another place, whatever its name. */
static struct string name_of(struct fixture *fixture, const struct action *action)
{
	unsigned place =
		action->diagnostic && action->edit_count > 0 ? action->edits[0].range.start : 0;
	return arena_format(fixture->arena, "\n%u %.*s\n", place, STRING_ARGUMENTS(action->title));
}

static void check_at(struct fixture *fixture, uint32_t offset, struct ide_diagnostics before,
	struct string *seen)
{
	size_t count = 0;
	const struct action *actions =
		offered(fixture, before, NULL, (struct range){offset, offset}, &count);
	for (size_t i = 0; i < count; i++) {
		struct string name = name_of(fixture, &actions[i]);
		if (!fixture_contains(*seen, name)) {
			*seen = arena_format(fixture->arena, "%.*s%.*s", STRING_ARGUMENTS(*seen),
				STRING_ARGUMENTS(name));
			check_action(fixture, fixture_line(fixture, offset), &actions[i], before);
		}
	}
}

/* Every action that is offered for a diagnostic, or anywhere in the text, once. */
static void check_all(struct fixture *fixture)
{
	struct ide_diagnostics before = collect(fixture, fixture->analysis);
	struct string seen = STRING("\n");
	for (size_t i = 0; i < before.count; i++)
		check_at(fixture, before.items[i].range.start, before, &seen);
	for (uint32_t offset = 0; offset <= fixture->text.length; offset += STRIDE)
		check_at(fixture, offset, before, &seen);
}

void check_actions(struct fixture *fixture)
{
	for (size_t i = 0; i < fixture->expectation_count; i++)
		if (string_is(fixture->expectations[i].feature, "codeaction"))
			check_expectation(fixture, fixture->expectations[i]);
	check_all(fixture);
}
