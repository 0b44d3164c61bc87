/* `# golden: FEATURE` compares a printout of the whole answer with the file beside:
 * symbols, tokens, folding, links, inlay, lens, formatted. `# signature: a: [<b>, c]` marks the
 * active operand, `nothing` says there is none. `# selection: a | b | c` are the selections
 * from the inside out as far as they are on one line. */
#include "analyzer/ide/edits/formatting.h"
#include "analyzer/ide/hover/signature.h"
#include "analyzer/ide/names/links.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/ide/views/folding.h"
#include "analyzer/ide/views/inlay.h"
#include "analyzer/ide/views/lens.h"
#include "analyzer/ide/views/selection.h"
#include "analyzer/ide/views/symbols.h"
#include "analyzer/ide/views/tokens.h"
#include "tests/unit/ide/fixture.h"

#include <string.h>

static struct string part(const struct fixture *fixture, struct range range)
{
	return string_slice(fixture->text, range.start, range.end);
}

static void print_symbols(struct fixture *fixture, struct markdown *text)
{
	static const char *const kinds[] = {"section", "node", "relation", "property", "attribute",
		"capability", "requirement", "interface", "operation", "artifact", "group",
		"policy", "input", "output", "type", "variability input", "expression", "preset",
		"function", "other"};
	size_t count = 0;
	const struct symbol *symbols = symbols_list(fixture->tree, fixture->arena, &count);
	for (size_t i = 0; i < count; i++) {
		for (int32_t j = symbols[i].parent; j >= 0; j = symbols[j].parent)
			markdown_add(text, "  ");
		markdown_add(text, "%.*s (%s)%s%.*s\n", STRING_ARGUMENTS(symbols[i].name),
			kinds[symbols[i].kind], symbols[i].detail.length > 0 ? " " : "",
			STRING_ARGUMENTS(symbols[i].detail));
	}
}

static void print_tokens(struct fixture *fixture, struct markdown *text)
{
	size_t count = 0;
	struct range all = {0, (uint32_t)fixture->text.length};
	const struct token *tokens = tokens_list(fixture->tree, all, fixture->arena, &count);
	for (size_t i = 0; i < count; i++) {
		markdown_add(text, "%u: %s `%.*s`%s%s\n",
			fixture_line(fixture, tokens[i].range.start),
			token_type_name(tokens[i].type),
			STRING_ARGUMENTS(part(fixture, tokens[i].range)),
			tokens[i].modifiers & TOKEN_DECLARATION ? " declaration" : "",
			tokens[i].modifiers & TOKEN_DEPRECATED ? " deprecated" : "");
	}
}

static void print_folding(struct fixture *fixture, struct markdown *text)
{
	static const char *const kinds[] = {"block", "comment", "imports", "region"};
	size_t count = 0;
	const struct fold *folds = folding_ranges(fixture->tree, fixture->arena, &count);
	for (size_t i = 0; i < count; i++) {
		markdown_add(text, "%u-%u %s\n", folds[i].first_line + 1, folds[i].last_line + 1,
			kinds[folds[i].kind]);
	}
}

static void print_links(struct fixture *fixture, struct markdown *text)
{
	size_t count = 0;
	const struct link *links = links_list(fixture->tree, fixture->arena, &count);
	for (size_t i = 0; i < count; i++) {
		markdown_add(text, "%u: %s%s %.*s\n", fixture_line(fixture, links[i].range.start),
			links[i].title, links[i].may_be_no_file ? "?" : "",
			STRING_ARGUMENTS(links[i].target));
	}
}

static void print_inlay(struct fixture *fixture, struct markdown *text)
{
	size_t count = 0;
	struct range all = {0, (uint32_t)fixture->text.length};
	const struct inlay *hints =
		inlay_hints(fixture->analysis, NULL, all, false, fixture->arena, &count);
	for (size_t i = 0; i < count; i++) {
		markdown_add(text, "%u: %.*s\n", fixture_line(fixture, hints[i].offset),
			STRING_ARGUMENTS(hints[i].label));
	}
}

static void print_lens(struct fixture *fixture, struct markdown *text)
{
	size_t count = 0;
	struct lens_request request = {.analysis = fixture->analysis,
		.active_variant = fixture_setting(fixture, "active")};
	const struct lens *lenses = lens_list(&request, fixture->arena, &count);
	for (size_t i = 0; i < count; i++) {
		markdown_add(text, "%u: `%.*s` %.*s\n",
			fixture_line(fixture, lenses[i].range.start),
			STRING_ARGUMENTS(part(fixture, lenses[i].range)),
			STRING_ARGUMENTS(lenses[i].title));
	}
}

static void print_formatted(struct fixture *fixture, struct markdown *text)
{
	size_t count = 0, again = 0;
	struct range all = {0, (uint32_t)fixture->text.length};
	struct string refusal;
	const struct text_edit *edits =
		formatting_edits(fixture->tree, all, 2, fixture->arena, &count, &refusal);
	struct string formatted = fixture_apply(fixture->arena, fixture->text, edits, count);
	markdown_add_string(text, formatted);
	struct syntax_tree *tree = syntax_tree_create(formatted);
	all.end = (uint32_t)formatted.length;
	formatting_edits(tree, all, 2, fixture->arena, &again, &refusal);
	if (again > 0)
		fixture_fail(fixture, 1, "formatting twice is not formatting once");
	syntax_tree_release(tree);
}

static void check_golden(struct fixture *fixture, const struct fixture_expectation *expectation)
{
	static const struct {
		const char *name;
		void (*print)(struct fixture *fixture, struct markdown *text);
	} views[] = {
		{"folding", print_folding},
		{"formatted", print_formatted},
		{"inlay", print_inlay},
		{"lens", print_lens},
		{"links", print_links},
		{"symbols", print_symbols},
		{"tokens", print_tokens},
	};
	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++) {
		if (string_is(expectation->text, views[i].name)) {
			struct markdown text = markdown_in(fixture->arena);
			views[i].print(fixture, &text);
			fixture_compare_golden(fixture, views[i].name, markdown_text(&text));
		}
	}
}

static void check_signature(struct fixture *fixture, const struct fixture_expectation *expectation)
{
	struct signature signature = signature_at(fixture->tree, fixture->analysis,
		fixture->cursors[expectation->cursor], fixture->arena);
	struct markdown text = markdown_in(fixture->arena);
	if (signature.label.length > 0) {
		struct range active = signature.operands[signature.active];
		markdown_add(&text, "%.*s<%.*s>%.*s",
			STRING_ARGUMENTS(string_slice(signature.label, 0, active.start)),
			STRING_ARGUMENTS(string_slice(signature.label, active.start, active.end)),
			STRING_ARGUMENTS(
				string_slice(signature.label, active.end, signature.label.length)));
	}
	if (!string_equal(markdown_text(&text), expectation->text)) {
		fixture_fail(fixture, expectation->line, "the signature is: %.*s",
			STRING_ARGUMENTS(markdown_text(&text)));
	}
}

static void check_selection(struct fixture *fixture, const struct fixture_expectation *expectation)
{
	size_t count = 0;
	const struct range *ranges = selection_ranges(
		fixture->tree, fixture->cursors[expectation->cursor], fixture->arena, &count);
	struct markdown text = markdown_in(fixture->arena);
	for (size_t i = 0; i < count; i++) {
		struct string selected = part(fixture, ranges[i]);
		bool several = selected.length > 0 &&
			       memchr(selected.bytes, '\n', selected.length) != NULL;
		if (selected.length > 0 && !several) {
			markdown_add(&text, "%s%.*s", text.length > 0 ? " | " : "",
				STRING_ARGUMENTS(selected));
		}
		if (i > 0 && (ranges[i].start > ranges[i - 1].start ||
				     ranges[i].end < ranges[i - 1].end))
			fixture_fail(fixture, expectation->line, "selections are not nested");
	}
	if (!string_equal(markdown_text(&text), expectation->text)) {
		fixture_fail(fixture, expectation->line, "the selections are: %.*s",
			STRING_ARGUMENTS(markdown_text(&text)));
	}
}

void check_views(struct fixture *fixture)
{
	for (size_t i = 0; i < fixture->expectation_count; i++) {
		const struct fixture_expectation *expectation = &fixture->expectations[i];
		if (string_is(expectation->feature, "golden"))
			check_golden(fixture, expectation);
		else if (string_is(expectation->feature, "signature"))
			check_signature(fixture, expectation);
		else if (string_is(expectation->feature, "selection"))
			check_selection(fixture, expectation);
	}
}
