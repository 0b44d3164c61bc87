/* Completion offers only what may stand there: whatever item is accepted, anywhere in any fixture,
 * the check finds no error at its place that was not there before.
 *
 * The places are random: where something is written already, in its stead or in front of it; and on
 * a line of its own below another one. A failure prints the seed that repeats it. */
#include "analyzer/ide/completion/completion.h"
#include "analyzer/ide/cursor/cursor.h"
#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "tests/unit/ide/accept.h"
#include "tests/unit/unit_test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place_text {
	struct string text;
	uint32_t cursor;
};

struct guard {
	struct fixture *fixture;
	struct random *random;
	struct arena *arena; /* of one place */
	uint64_t seed;       /* of this place */
	size_t accepted;
};

static struct ide_diagnostics diagnose(const struct guard *guard, struct string text)
{
	struct syntax_tree *tree = syntax_tree_create(text);
	struct analysis_request request = {
		.tree = tree, .path = guard->fixture->path, .files = &fixture_files};
	struct analysis *analysis = analysis_create(&request);
	struct ide_diagnostics found =
		diagnostics_collect(analysis, STRING(""), guard->fixture->arena);
	analysis_release(analysis);
	syntax_tree_release(tree);
	return found;
}

static bool is_known(struct ide_diagnostics before, const struct ide_diagnostic *wanted)
{
	for (size_t i = 0; i < before.count; i++) {
		if (string_equal(before.items[i].code, wanted->code) &&
			string_equal(before.items[i].message, wanted->message))
			return true;
	}
	return false;
}

static uint32_t line_start(struct string text, uint32_t offset)
{
	while (offset > 0 && text.bytes[offset - 1] != '\n')
		offset--;
	return offset;
}

static uint32_t line_end(struct string text, uint32_t offset)
{
	while (offset < text.length && text.bytes[offset] != '\n')
		offset++;
	return offset;
}

static struct string lines_around(struct string text, struct range range)
{
	uint32_t start = line_start(text, range.start);
	start = line_start(text, start > 0 ? start - 1 : 0);
	start = line_start(text, start > 0 ? start - 1 : 0);
	return string_slice(text, start, line_end(text, range.end));
}

/* What else belongs there is still to be written; and what is present, or what a value comes to,
 * the whole template decides. */
static bool is_told_of_item(const struct ide_diagnostic *found)
{
	enum diagnostic_code code;
	assert_true(diagnostic_code_find(found->code, &code));
	switch (code) {
	case DIAGNOSTIC_CODE_MISSING_DEFINITIONS_VERSION:
	case DIAGNOSTIC_CODE_MISSING_KEYNAME:
	case DIAGNOSTIC_CODE_MISSING_PROPERTY:
	case DIAGNOSTIC_CODE_UNUSED_RELATIONSHIP:
	case DIAGNOSTIC_CODE_COULD_NOT_SOLVE:
	case DIAGNOSTIC_CODE_AMBIGUOUS_RESULT:
		return false;
	case DIAGNOSTIC_CODE_WRONG_CONTEXT:
		return !string_starts_with(found->message, "Here the path ends");
	case DIAGNOSTIC_CODE_WRONG_OPERAND: /* of a list or a map, the path goes on to an entry */
		return !string_ends_with(found->message, "of type \"map\"") &&
		       !string_ends_with(found->message, "of type \"list\"");
	default:
		return found->severity == IDE_ERROR &&
		       (code < DIAGNOSTIC_CODE_ABSENT_ELEMENT ||
			       code > DIAGNOSTIC_CODE_UNPRODUCED_OUTPUT);
	}
}

/* An error about a value that the test has invented is its own. */
static bool is_invented(const struct acceptance *done, struct range range)
{
	for (size_t i = 0; i < done->invented_count; i++)
		if (range.start <= done->invented[i] && done->invented[i] <= range.end)
			return true;
	return false;
}

static void check_accepted(struct guard *guard, struct place_text place,
	const struct completion_item *item, struct ide_diagnostics before)
{
	struct acceptance done =
		accept_item(place.text, guard->fixture->path, item, guard->random, guard->arena);
	struct ide_diagnostics after = diagnose(guard, done.text);
	if (string_is(item->detail, "does not fit the requirement"))
		return; /* as it says */
	guard->accepted++;
	for (size_t i = 0; i < after.count; i++) {
		const struct ide_diagnostic *error = &after.items[i];
		bool is_here = error->range.start <= done.inserted.end &&
			       error->range.start >= done.inserted.start;
		bool is_folder = string_ends_with(done.labels, "/"); /* it only leads on */
		bool is_of_value =
			fixture_contains(done.labels, STRING("$value")); /* of any type */
		if (is_told_of_item(error) && !is_folder && !is_of_value && is_here &&
			!is_known(before, error) && !is_invented(&done, error->range)) {
			fixture_fail(guard->fixture, 0,
				"VTOSCA_SEED=%" PRIu64 ": accepting \"%.*s\": %.*s [%.*s]\n%.*s",
				guard->seed, STRING_ARGUMENTS(done.labels),
				STRING_ARGUMENTS(error->message), STRING_ARGUMENTS(error->code),
				STRING_ARGUMENTS(lines_around(done.text, done.inserted)));
		}
	}
}

static struct place_text splice(
	struct guard *guard, struct range range, struct string text, uint32_t cursor)
{
	struct text_edit edit = {range, text};
	return (struct place_text){
		fixture_apply(guard->arena, guard->fixture->text, &edit, 1), cursor};
}

/* The column of the first line behind `offset` that is neither empty nor a comment. */
static uint32_t next_column(struct string text, uint32_t offset)
{
	for (uint32_t start = offset + 1; start < text.length; start = line_end(text, start) + 1) {
		uint32_t column = 0;
		while (start + column < text.length && text.bytes[start + column] == ' ')
			column++;
		if (start + column < text.length && text.bytes[start + column] != '\n' &&
			text.bytes[start + column] != '#')
			return column;
	}
	return 0;
}

/* A line of its own below the one that holds `offset`, as far to the right as it or one step more
 * or less, but not in front of what is further to the right. */
static struct place_text new_line(struct guard *guard, uint32_t offset)
{
	struct string text = guard->fixture->text;
	uint32_t start = line_start(text, offset);
	uint32_t end = line_end(text, offset);
	uint32_t column = 0;
	while (start + column < end &&
		(text.bytes[start + column] == ' ' || text.bytes[start + column] == '-'))
		column++;
	uint32_t step = random_below(guard->random, 3);
	column = step == 0 ? column : step == 1 ? column + 2 : column >= 2 ? column - 2 : 0;
	uint32_t least = next_column(text, end);
	column = column < least ? least : column;
	struct string line = arena_format(guard->arena, "\n%*s", (int)column, "");
	return splice(guard, (struct range){end, end}, line, end + 1 + column);
}

/* In the place of a scalar, or in front of it. */
static struct place_text at_scalar(struct guard *guard, struct node scalar)
{
	struct range range = node_range(scalar);
	bool is_kept = random_below(guard->random, 2) == 0;
	return splice(guard, is_kept ? (struct range){range.start, range.start} : range, STRING(""),
		range.start);
}

/* With another key, the value behind it may be wrong. */
static bool is_key(const struct fixture *fixture, struct node scalar)
{
	uint32_t end = node_range(scalar).end;
	return end < fixture->text.length && fixture->text.bytes[end] == ':';
}

static void check_place(struct guard *guard)
{
	struct fixture *fixture = guard->fixture;
	uint32_t offset = random_below(guard->random, (uint32_t)fixture->text.length + 1);
	struct node node = syntax_tree_node_at(fixture->tree, offset);
	bool is_value = node_kind(node) == NODE_SCALAR && !is_key(fixture, node);
	bool at_node = is_value && random_below(guard->random, 3) > 0;
	struct place_text place = at_node ? at_scalar(guard, node) : new_line(guard, offset);
	struct completion_settings settings = {
		.snippets = true, .files = &fixture_files, .path = fixture->path};
	struct syntax_tree *tree = syntax_tree_create(place.text);
	struct completion found = completion_at(tree, NULL, place.cursor, &settings, guard->arena);
	struct cursor cursor = cursor_at(tree, place.cursor, guard->arena);
	if (!at_node && cursor.in_flow)
		found.count = 0; /* a comma is missing behind it */
	struct ide_diagnostics before = diagnose(guard, fixture->text);
	for (size_t i = 0; i < found.count; i++)
		check_accepted(guard, place, &found.items[i], before);
	syntax_tree_release(tree);
}

static bool is_fit(const struct fixture *fixture)
{
	struct ide_diagnostics found =
		diagnostics_collect(fixture->analysis, STRING(""), fixture->arena);
	for (size_t i = 0; i < found.count; i++)
		if (found.items[i].severity == IDE_ERROR)
			return false;
	return true;
}

/* Every place has a seed of its own, so that a failure can be repeated by itself. */
static size_t check_file(const char *path, long places, uint64_t seed, unsigned *failures)
{
	size_t accepted = 0;
	struct fixture *fixture = fixture_open(path);
	for (uint64_t i = 0; is_fit(fixture) && i < (uint64_t)places; i++) {
		struct random random = {(seed + i) * 2654435761u + 88172645463325252u};
		struct guard guard = {.fixture = fixture,
			.random = &random,
			.arena = arena_create(),
			.seed = seed + i};
		check_place(&guard);
		accepted += guard.accepted;
		arena_destroy(guard.arena);
	}
	*failures += fixture->failures;
	fixture_close(fixture);
	return accepted;
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: [VTOSCA_SEED=NUMBER] %s PLACES FILE…\n", argv[0]);
		return 2;
	}
	const char *given = getenv("VTOSCA_SEED");
	uint64_t seed = given ? strtoull(given, NULL, 10) : 1; /* as on every machine */
	unsigned failures = 0;
	size_t accepted = 0;
	printf("VTOSCA_SEED=%" PRIu64 "\n", seed);
	for (int i = 2; i < argc; i++)
		accepted += check_file(argv[i], strtol(argv[1], NULL, 10), seed, &failures);
	printf("%zu accepted, %u errors\n", accepted, failures);
	return failures > 0 || accepted == 0;
}
