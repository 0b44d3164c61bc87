/* Rules of the specifications, each with a template that breaks it and one that nearly does.
 *
 * A file in `tests/rules` is a stream of YAML documents, see the README there. Every template is
 * what was given last, followed by the document itself; all other lines are left empty, so that
 * the lines of the template are those of the file. */
#include "tests/unit/ide/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum purpose {
	GIVEN,
	RULE,
	BREAKS,
	NEARLY
};

static const char *const heads[] = {"# given", "# rule ", "# breaks", "# nearly"};

struct document {
	size_t start, end;
	uint32_t line; /* the first one, from 1 */
	enum purpose purpose;
	size_t given; /* number of the document that this one continues; its own if there is none */
};

struct rules {
	struct arena *arena;
	const char *path;
	struct string text;
	struct document *documents;
	size_t count;
};

/* A rule: the document that names it, and those behind it up to the next. */
struct rule {
	const struct rules *rules;
	size_t first, end;
};

static struct string line_at(struct string text, size_t start)
{
	const char *newline = memchr(text.bytes + start, '\n', text.length - start);
	return string_slice(text, start, newline ? (size_t)(newline - text.bytes) : text.length);
}

/* The first document is given, whatever it begins with. */
static bool read_purpose(struct document *document, struct string first_line, bool is_first)
{
	document->purpose = GIVEN;
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		if (string_starts_with(first_line, heads[i])) {
			document->purpose = (enum purpose)i;
			return true;
		}
	}
	return is_first;
}

static bool read_documents(struct rules *rules)
{
	size_t capacity = 0;
	struct document next = {.line = 1};
	uint32_t line = 1;
	bool readable = true;
	for (size_t start = 0; start <= rules->text.length; line++) {
		bool is_end = start == rules->text.length;
		struct string text = is_end ? STRING("---") : line_at(rules->text, start);
		if (string_is(text, "---")) {
			next.end = start;
			if (!read_purpose(
				    &next, line_at(rules->text, next.start), rules->count == 0)) {
				fprintf(stderr, "%s:%u: neither rule nor template of one\n",
					rules->path, next.line);
				readable = false;
			}
			next.given = next.purpose == GIVEN ? rules->count : next.given;
			rules->documents = arena_reserve(rules->arena, rules->documents,
				rules->count, &capacity, sizeof(*rules->documents));
			rules->documents[rules->count++] = next;
			next.start = start + text.length + 1;
			next.line = line + 1;
		}
		start += is_end ? 1 : text.length + 1;
	}
	return readable;
}

/* The lines of the document and of what it continues; all others are empty. */
static struct string template_of(const struct rules *rules, const struct document *document)
{
	const struct document *given = &rules->documents[document->given];
	char *bytes = arena_allocate(rules->arena, rules->text.length + 1, 1);
	size_t length = 0;
	for (size_t i = 0; i < document->end; i++) {
		bool belongs = (i >= given->start && i < given->end) || i >= document->start;
		if (belongs || rules->text.bytes[i] == '\n')
			bytes[length++] = rules->text.bytes[i];
	}
	return (struct string){bytes, length};
}

static size_t count_problems(const struct fixture *fixture)
{
	size_t count = 0;
	for (size_t i = 0; i < fixture->mark_count; i++) {
		count += string_starts_with(fixture->marks[i].text, "error ") ||
			 string_starts_with(fixture->marks[i].text, "warning ");
	}
	return count;
}

static unsigned check_template(const struct rules *rules, const struct document *document)
{
	struct fixture *fixture = fixture_open_text(rules->path, template_of(rules, document));
	fixture->complete = true;
	check_diagnostics(fixture);
	bool breaks = count_problems(fixture) > 0;
	if (breaks != (document->purpose != NEARLY)) {
		fixture_fail(fixture, document->line,
			breaks ? "what nearly breaks a rule has no error and no warning"
			       : "what breaks a rule has an error or a warning");
	}
	check_list_form(fixture);
	unsigned failures = fixture->failures;
	fixture_close(fixture);
	return failures;
}

/* What is given and the document, without the empty lines. */
static struct string joined(const struct rules *rules, const struct document *document)
{
	const struct document *given = &rules->documents[document->given];
	struct string head = string_slice(rules->text, given->start, given->end);
	struct string tail = string_slice(rules->text, document->start, document->end);
	return arena_format(
		rules->arena, "%.*s%.*s", STRING_ARGUMENTS(head), STRING_ARGUMENTS(tail));
}

static void check_without_line(struct fixture *fixture, size_t start)
{
	size_t end = start + line_at(fixture->text, start).length + 1;
	struct string rest = end < fixture->text.length
				     ? string_slice(fixture->text, end, fixture->text.length)
				     : STRING("");
	check_edit(fixture, arena_format(fixture->arena, "%.*s%.*s", (int)start,
				    fixture->text.bytes, STRING_ARGUMENTS(rest)));
}

/* From one template to the other; and without a line here and there, others for each document. */
static unsigned check_edits(
	const struct rules *rules, const struct document *before, const struct document *after)
{
	struct fixture *fixture = fixture_open_text(rules->path, joined(rules, before));
	const struct document *given = &rules->documents[before->given];
	size_t given_length = given->end - given->start;
	size_t number = (size_t)(before - rules->documents);
	check_edit(fixture, joined(rules, after));
	for (size_t start = 0, line = 0; start < fixture->text.length; line++) {
		size_t stride = start < given_length ? 24 : 4;
		if (line % stride == number % stride)
			check_without_line(fixture, start);
		start += line_at(fixture->text, start).length + 1;
	}
	unsigned failures = fixture->failures;
	fixture_close(fixture);
	return failures;
}

static void run_rule(void **state)
{
	const struct rule *rule = *state;
	const struct document *documents = rule->rules->documents;
	unsigned failures = 0;
	bool has_nearly = false;
	for (size_t i = rule->first; i < rule->end; i++) {
		if (documents[i].purpose != GIVEN) {
			has_nearly = has_nearly || documents[i].purpose == NEARLY;
			size_t other = i > rule->first ? i - 1 : i;
			failures += check_template(rule->rules, &documents[i]);
			failures += check_edits(rule->rules, &documents[i], &documents[other]);
		}
	}
	if (!has_nearly) {
		fprintf(stderr, "%s:%u: no template nearly breaks this rule\n", rule->rules->path,
			documents[rule->first].line);
		failures++;
	}
	assert_int_equal(failures, 0);
}

static const char *name_of(const struct rules *rules, const struct document *document)
{
	struct string line = line_at(rules->text, document->start);
	return arena_copy(rules->arena, string_slice(line, strlen(heads[RULE]), line.length)).bytes;
}

/* `only`, when it is not NULL, is a part of the names of those to run. */
static int run_rules(const struct rules *rules, const char *only)
{
	struct CMUnitTest *tests = arena_allocate(rules->arena, rules->count + 1, sizeof(*tests));
	struct rule *items = arena_allocate(rules->arena, rules->count + 1, sizeof(*items));
	size_t count = 0;
	struct rule *open = NULL;
	for (size_t i = 0; i < rules->count; i++) {
		if (rules->documents[i].purpose == RULE) {
			const char *name = name_of(rules, &rules->documents[i]);
			if (only && !strstr(name, only)) {
				open = NULL;
				continue;
			}
			open = &items[count];
			*open = (struct rule){.rules = rules, .first = i};
			tests[count++] = (struct CMUnitTest){
				.name = name, .test_func = run_rule, .initial_state = open};
		}
		if (open)
			open->end = i + 1;
	}
	return _cmocka_run_group_tests("rules", tests, count, NULL, NULL);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: %s FILE [PART OF A RULE]\n", argv[0]);
		return 2;
	}
	struct rules rules = {.arena = arena_create(), .path = argv[1]};
	int status = 2;
	if (!fixture_read(rules.arena, rules.path, &rules.text))
		perror(rules.path);
	else if (read_documents(&rules))
		status = run_rules(&rules, argc > 2 ? argv[2] : NULL) != 0;
	arena_destroy(rules.arena);
	return status;
}
