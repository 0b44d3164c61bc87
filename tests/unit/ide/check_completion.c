/* `# completion: a, b` — these are offered, among others. `exactly`: these and no others.
 * `excludes`: none of these. `first`: they come first, in this order. `nothing` (with an
 * empty text): nothing is offered. `text a: …` is what accepting `a` inserts, with `\n` for
 * a new line; `plain text a: …` the same for an editor without snippets. `adds a: …` is what
 * it writes elsewhere. The same is offered where lines end as on Windows, and before the first
 * analysis has ended. */
#include "analyzer/ide/completion/completion.h"
#include "tests/unit/ide/fixture.h"

#include <string.h>

static const struct completion_item *find(const struct completion *completion, struct string label)
{
	for (size_t i = 0; i < completion->count; i++)
		if (string_equal(completion->items[i].label, label))
			return &completion->items[i];
	return NULL;
}

static struct string print_labels(const struct completion *completion, struct arena *arena)
{
	size_t length = 0;
	for (size_t i = 0; i < completion->count; i++)
		length += completion->items[i].label.length + 2;
	char *text = arena_allocate(arena, length + 1, 1);
	length = 0;
	for (size_t i = 0; i < completion->count; i++) {
		if (i > 0) {
			memcpy(text + length, ", ", 2);
			length += 2;
		}
		struct string label = completion->items[i].label;
		memcpy(text + length, label.bytes, label.length);
		length += label.length;
	}
	return (struct string){text, length};
}

static struct string escape(struct string text, struct arena *arena)
{
	char *result = arena_allocate(arena, 2 * text.length + 1, 1);
	size_t length = 0;
	for (size_t i = 0; i < text.length; i++) {
		if (text.bytes[i] == '\n') {
			result[length++] = '\\';
			result[length++] = 'n';
		} else {
			result[length++] = text.bytes[i];
		}
	}
	return (struct string){result, length};
}

static void check_text(struct fixture *fixture, const struct fixture_expectation *expectation,
	const struct completion *completion, struct string label)
{
	const struct completion_item *item = find(completion, label);
	if (!item) {
		fixture_fail(fixture, expectation->line, "\"%.*s\" is not offered, but: %.*s",
			STRING_ARGUMENTS(label),
			STRING_ARGUMENTS(print_labels(completion, fixture->arena)));
		return;
	}
	struct string text = escape(item->text, fixture->arena);
	if (!string_equal(text, expectation->text)) {
		fixture_fail(fixture, expectation->line, "accepting \"%.*s\" inserts \"%.*s\"",
			STRING_ARGUMENTS(label), STRING_ARGUMENTS(text));
	}
}

/* What must hold for every answer. */
static void check_items(
	struct fixture *fixture, uint32_t offset, const struct completion *completion)
{
	uint32_t line = fixture_line(fixture, offset);
	for (size_t i = 0; i < completion->count; i++) {
		const struct completion_item *item = &completion->items[i];
		if (item->label.length == 0 || item->text.length == 0)
			fixture_fail(fixture, line, "item %zu has no label or text", i);
		if (item->replace.start > offset || item->replace.end < offset ||
			fixture_line(fixture, item->replace.start) != line ||
			fixture_line(fixture, item->replace.end) != line) {
			fixture_fail(fixture, line, "\"%.*s\" replaces more than the line",
				STRING_ARGUMENTS(item->label));
		}
		for (size_t j = 0; j < i; j++) {
			if (string_equal(item->label, completion->items[j].label) &&
				item->kind == completion->items[j].kind) {
				fixture_fail(fixture, line, "\"%.*s\" is offered twice",
					STRING_ARGUMENTS(item->label));
			}
		}
	}
}

/* What else accepting the item writes, elsewhere. */
static void check_addition(struct fixture *fixture, const struct fixture_expectation *expectation,
	const struct completion *completion, struct string label)
{
	const struct completion_item *item = find(completion, label);
	struct string text = STRING("");
	if (item && item->additional_count > 0)
		text = escape(item->additional[0].text, fixture->arena);
	while (string_ends_with(text, " "))
		text.length--; /* as at the end of the mark */
	if (!string_equal(text, expectation->text)) {
		fixture_fail(fixture, expectation->line, "accepting \"%.*s\" adds \"%.*s\"",
			STRING_ARGUMENTS(label), STRING_ARGUMENTS(text));
	}
}

/* The text with lines that end as on Windows, below a line of characters of several bytes. */
static struct string on_windows(struct fixture *fixture, uint32_t *offset)
{
	struct string above = STRING("# Größe, 漢字, 🙂\r\n");
	char *text = arena_allocate(fixture->arena, above.length + 2 * fixture->text.length + 1, 1);
	size_t length = above.length;
	memcpy(text, above.bytes, above.length);
	uint32_t place = *offset;
	for (size_t i = 0; i <= fixture->text.length; i++) {
		if (i == place)
			*offset = (uint32_t)length;
		if (i < fixture->text.length && fixture->text.bytes[i] == '\n')
			text[length++] = '\r';
		if (i < fixture->text.length)
			text[length++] = fixture->text.bytes[i];
	}
	return (struct string){text, length};
}

/* How lines end, and what stands above, changes nothing. */
static void check_on_windows(struct fixture *fixture, uint32_t line, uint32_t offset,
	const struct completion_settings *settings, struct string labels)
{
	struct string text = on_windows(fixture, &offset);
	struct syntax_tree *tree = syntax_tree_create(text);
	struct completion completion =
		completion_at(tree, fixture->analysis, offset, settings, fixture->arena);
	struct string found = print_labels(&completion, fixture->arena);
	if (!string_equal(found, labels)) {
		fixture_fail(fixture, line, "with other line ends are offered: %.*s",
			STRING_ARGUMENTS(found));
	}
	syntax_tree_release(tree);
}

/* Nor does it matter whether the file has been analysed yet. */
static void check_early(struct fixture *fixture, uint32_t line, uint32_t offset,
	const struct completion_settings *settings, struct string labels)
{
	struct completion completion =
		completion_at(fixture->tree, NULL, offset, settings, fixture->arena);
	struct string found = print_labels(&completion, fixture->arena);
	if (!string_equal(found, labels)) {
		fixture_fail(fixture, line, "before the first analysis are offered: %.*s",
			STRING_ARGUMENTS(found));
	}
}

static void check_expectation(
	struct fixture *fixture, const struct fixture_expectation *expectation)
{
	struct string words = expectation->words;
	bool plain = string_starts_with(words, "plain ");
	struct completion_settings settings = {
		.snippets = !plain,
		.files = &fixture_files,
		.path = fixture->path,
	};
	uint32_t offset = fixture->cursors[expectation->cursor];
	struct completion completion =
		completion_at(fixture->tree, fixture->analysis, offset, &settings, fixture->arena);
	check_items(fixture, offset, &completion);
	if (plain)
		words = string_slice(words, 6, words.length);
	if (string_starts_with(words, "text ")) {
		check_text(fixture, expectation, &completion, string_slice(words, 5, words.length));
		return;
	}
	if (string_starts_with(words, "adds ")) {
		check_addition(
			fixture, expectation, &completion, string_slice(words, 5, words.length));
		return;
	}
	struct string labels = print_labels(&completion, fixture->arena);
	check_on_windows(fixture, expectation->line, offset, &settings, labels);
	check_early(fixture, expectation->line, offset, &settings, labels);
	struct string list = expectation->text;
	struct string word;
	size_t position = 0;
	bool right = true;
	while (fixture_next_word(&list, &word)) {
		if (string_is(words, "excludes")) {
			right = right && !find(&completion, word);
		} else if (string_is(words, "first")) {
			right = right && position < completion.count &&
				string_equal(completion.items[position].label, word);
		} else if (!find(&completion, word)) {
			right = false;
			fixture_fail(fixture, expectation->line, "\"%.*s\" is missing",
				STRING_ARGUMENTS(word));
		}
		position++;
	}
	if (string_is(words, "exactly") || string_is(words, "nothing"))
		right = right && position == completion.count;
	if (!right) {
		fixture_fail(
			fixture, expectation->line, "offered are: %.*s", STRING_ARGUMENTS(labels));
	}
}

void check_completion(struct fixture *fixture)
{
	for (size_t i = 0; i < fixture->expectation_count; i++)
		if (string_is(fixture->expectations[i].feature, "completion"))
			check_expectation(fixture, &fixture->expectations[i]);
}
