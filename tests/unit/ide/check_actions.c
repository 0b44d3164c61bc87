/* `# codeaction title: text` — at the cursor an action with this title is offered, and after it
 * the document contains the text (`\n` is a new line). `# codeaction none title` — it is not.
 * Every quick fix that is offered must remove its diagnostic and add no error. */
#include "analyzer/ide/actions.h"
#include "tests/unit/ide/fixture.h"

#include <string.h>

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

static size_t errors(struct ide_diagnostics diagnostics)
{
	size_t count = 0;
	for (size_t i = 0; i < diagnostics.count; i++) {
		count += diagnostics.items[i].severity == IDE_ERROR;
	}
	return count;
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

static void check_fix(struct fixture *fixture, uint32_t line, const struct action *action,
	struct ide_diagnostics before)
{
	struct string text =
		fixture_apply(fixture->arena, fixture->text, action->edits, action->edit_count);
	struct syntax_tree *tree = syntax_tree_create(text);
	struct analysis_request request = {.tree = tree, .path = fixture->path};
	struct analysis *analysis = analysis_create(&request);
	struct ide_diagnostics after = collect(fixture, analysis);
	if (action->diagnostic != NULL &&
		alike(after, action->diagnostic) >= alike(before, action->diagnostic)) {
		fixture_fail(fixture, line, "\"%.*s\" does not remove its diagnostic:\n%.*s",
			STRING_ARGUMENTS(action->title), STRING_ARGUMENTS(text));
	}
	if (errors(after) > errors(before)) {
		fixture_fail(fixture, line, "\"%.*s\" adds errors:\n%.*s",
			STRING_ARGUMENTS(action->title), STRING_ARGUMENTS(text));
	}
	analysis_release(analysis);
	syntax_tree_release(tree);
}

static const struct action *find(const struct action *actions, size_t count, struct string title)
{
	for (size_t i = 0; i < count; i++) {
		if (string_equal(actions[i].title, title)) {
			return &actions[i];
		}
	}
	return NULL;
}

static void check_expectation(
	struct fixture *fixture, const struct fixture_expectation *expectation)
{
	uint32_t cursor = fixture->cursors[expectation->cursor];
	struct ide_diagnostics before = collect(fixture, fixture->analysis);
	size_t count = 0;
	const struct action *actions = actions_list(
		fixture->tree, before, (struct range){cursor, cursor}, fixture->arena, &count);
	for (size_t i = 0; i < count; i++) {
		check_fix(fixture, expectation->line, &actions[i], before);
	}
	if (string_is(expectation->words, "none")) {
		if (find(actions, count, expectation->text) != NULL) {
			fixture_fail(fixture, expectation->line, "it is offered");
		}
		return;
	}
	const struct action *action = find(actions, count, expectation->words);
	if (action == NULL) {
		fixture_fail(fixture, expectation->line, "it is not offered, but these are:");
		for (size_t i = 0; i < count; i++) {
			fixture_fail(fixture, expectation->line, "\t%.*s",
				STRING_ARGUMENTS(actions[i].title));
		}
		return;
	}
	struct string text =
		fixture_apply(fixture->arena, fixture->text, action->edits, action->edit_count);
	if (!fixture_contains(text, unescape(expectation->text, fixture->arena))) {
		fixture_fail(
			fixture, expectation->line, "the result is:\n%.*s", STRING_ARGUMENTS(text));
	}
}

void check_actions(struct fixture *fixture)
{
	for (size_t i = 0; i < fixture->expectation_count; i++) {
		if (string_is(fixture->expectations[i].feature, "codeaction")) {
			check_expectation(fixture, &fixture->expectations[i]);
		}
	}
}
