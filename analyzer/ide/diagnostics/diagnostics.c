#include "analyzer/ide/diagnostics/diagnostics.h"

#include "analyzer/ide/diagnostics/broken_text.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/diagnostics/consequences.h"
#include "analyzer/ide/diagnostics/count_facts.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/hover/variant_multiplicity.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/template/expression_types.h"
#include "analyzer/text/string_search.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_findings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The list being gathered, and which sections are broken YAML. */
struct collector {
	struct arena *arena;
	const struct analysis *analysis;
	const struct syntax_tree *tree;
	struct ide_diagnostic *items;
	size_t count, capacity;
	struct yaml_errors errors;
	struct broken_text broken;
	struct consequences *consequences;
};

static struct ide_diagnostic *add(struct collector *collector, struct range range,
	enum diagnostic_code code, struct string message)
{
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	struct ide_diagnostic *item = &collector->items[collector->count++];
	const struct diagnostic_code_row *row = diagnostic_code_row(code);
	*item = (struct ide_diagnostic){
		.range = range,
		.severity = (enum ide_severity)(row->severity + 1),
		.code = string_from(row->name),
		.message = message,
	};
	return item;
}

static void add_syntax_error(struct collector *collector, const struct syntax_error *error)
{
	struct ide_diagnostic *item =
		add(collector, error->range, yaml_error_code(error), error->message);
	if (error->related.end == error->related.start)
		return;
	struct ide_related *related = arena_allocate(collector->arena, 1, sizeof(*related));
	related->range = error->related;
	related->message = STRING("the first one");
	item->related = related;
	item->related_count = 1;
}

static void add_syntax_errors(struct collector *collector, struct diagnostics_limit *limit)
{
	struct diagnostics_choice choice = {.limit = limit};
	collector->errors = yaml_errors_of(collector->tree, collector->arena);
	collector->broken = broken_text_find(&collector->errors, collector->arena);
	collector->consequences = consequences_of(&collector->errors, collector->arena);
	const struct yaml_errors *errors = &collector->errors;
	for (size_t i = 0; i < errors->count; i++)
		diagnostics_choice_count(&choice, yaml_error_code(&errors->items[i]),
			yaml_error_location(errors, i).node.section);
	for (size_t i = 0; i < errors->count; i++) {
		enum diagnostic_code code = yaml_error_code(&errors->items[i]);
		if (!errors->repeated[i] &&
			diagnostics_choice_takes(&choice, code, diagnostic_code_row(code)->severity,
				yaml_error_location(errors, i)))
			add_syntax_error(collector, &errors->items[i]);
	}
}

static void add_related(struct collector *collector, struct ide_diagnostic *item,
	const struct diagnostic *diagnostic)
{
	struct ide_related *related =
		arena_allocate(collector->arena, diagnostic->related_count + 1, sizeof(*related));
	if (diagnostic->origin.file.length > 0) {
		item->is_elsewhere = true;
		related[item->related_count++] = (struct ide_related){
			.file = arena_copy(collector->arena, diagnostic->origin.file),
			.range = diagnostic->origin.part,
			.message = STRING("the mistake is in this file"),
		};
	}
	for (size_t i = 0; i < diagnostic->related_count; i++) {
		const struct related_location *from = &diagnostic->related[i];
		struct ide_related *to = &related[item->related_count++];
		to->message = arena_copy(collector->arena, from->message);
		to->file = arena_copy(collector->arena, from->location.file);
		if (to->file.length == 0)
			to->range = location_range(&from->location, collector->tree);
		else if (from->location.kind == LOCATION_FILE)
			to->range = from->location.part;
	}
	item->related = related;
}

/* Names the variants the diagnostic holds for, unless it holds for all of them. */
static void add_variants(struct collector *collector, struct ide_diagnostic *item, uint64_t set)
{
	if (!collector->analysis || set == DIAGNOSTIC_EVERY_VARIANT)
		return;
	size_t count = analysis_variant_count(collector->analysis);
	uint64_t all = count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
	if ((set & all) == all)
		return;
	struct string *names = arena_allocate(collector->arena, count + 1, sizeof(*names));
	struct markdown message = markdown_in(collector->arena);
	markdown_add_string(&message, item->message);
	for (size_t i = 0; i < count; i++) {
		if ((set >> i & 1) == 0)
			continue;
		struct string name = analysis_variant(collector->analysis, i)->name;
		names[item->variant_count] = arena_copy(collector->arena, name);
		markdown_add(&message, "%s%.*s", item->variant_count == 0 ? " [" : ", ",
			STRING_ARGUMENTS(name));
		item->variant_count++;
	}
	if (item->variant_count > 0)
		markdown_add(&message, "]");
	item->variants = names;
	item->message = markdown_text(&message);
}

/* Whether it is about what can be read in this file. */
static bool is_about_text(const struct collector *collector, const struct diagnostic *diagnostic)
{
	return diagnostic->location.file.length == 0 &&
	       !broken_text_decides(&collector->broken, diagnostic, collector->arena);
}

static void add_diagnostic(struct collector *collector, const struct diagnostic *diagnostic)
{
	struct range range = location_range(&diagnostic->location, collector->tree);
	struct ide_diagnostic *item = add(collector, range, diagnostic->code,
		arena_copy(collector->arena, diagnostic->message));
	item->severity = (enum ide_severity)(diagnostic->severity + 1);
	item->unnecessary = (diagnostic->tags & DIAGNOSTIC_UNNECESSARY) != 0;
	item->deprecated = (diagnostic->tags & DIAGNOSTIC_DEPRECATED) != 0;
	item->replacement = arena_copy(collector->arena, diagnostic->replacement);
	add_related(collector, item, diagnostic);
	add_variants(collector, item, diagnostic->variants);
}

static void add_found(struct collector *collector, const struct diagnostics *found)
{
	for (size_t i = 0; i < found->count; i++)
		if (is_about_text(collector, &found->items[i]))
			add_diagnostic(collector, &found->items[i]);
}

/* What says more than the checks, unless it follows from what they say. */
static void add_some(struct collector *collector, struct diagnostics_limit *limit,
	const struct diagnostic *diagnostics, size_t count)
{
	struct diagnostics some = diagnostics_in(collector->arena);
	diagnostics_append_some(&some, limit, diagnostics, count);
	for (size_t i = 0; i < some.count; i++)
		if (is_about_text(collector, &some.items[i]) &&
			!consequences_follow(
				collector->consequences, collector->analysis, &some.items[i]))
			add_diagnostic(collector, &some.items[i]);
}

/* Most templates have everything once, and pay nothing here. */
static void add_multiplicity(struct collector *collector, const struct document_facts *facts,
	struct diagnostics_limit *limit)
{
	if (!document_facts_count_anything(facts))
		return;
	if (document_facts_counts(facts)) {
		const struct diagnostics *known =
			count_facts_diagnostics(document_facts_counts(facts));
		add_some(collector, limit, known->items, known->count);
		return;
	}
	const struct variant_multiplicity *multiplicity =
		variant_multiplicity_create(collector->analysis, collector->arena);
	struct diagnostics diagnostics = diagnostics_in(collector->arena);
	if (multiplicity)
		variant_multiplicity_diagnostics(multiplicity, &diagnostics);
	add_some(collector, limit, diagnostics.items, diagnostics.count);
}

static int compare(const void *left, const void *right)
{
	const struct ide_diagnostic *a = left;
	const struct ide_diagnostic *b = right;
	if (a->range.start != b->range.start)
		return a->range.start < b->range.start ? -1 : 1;
	if (a->severity != b->severity)
		return a->severity < b->severity ? -1 : 1;
	return string_compare(a->message, b->message);
}

/* Which of the absent elements are told: all, or a window around the focus. */
struct window {
	size_t first, count;
};

static struct window window_of(const struct diagnostics_request *request)
{
	size_t most = request->most_absent;
	struct window window = {0, request->absent ? absent_elements_count(request->absent) : 0};
	if (most == 0 || window.count <= most)
		return window;
	size_t last = window.count - most;
	window.first = request->first_absent < last ? request->first_absent : last;
	window.count = most;
	return window;
}

size_t diagnostics_first_absent(
	const struct absent_elements *absent, size_t most, uint32_t focus, size_t before)
{
	size_t count = absent ? absent_elements_count(absent) : 0, margin = most / 8;
	if (count <= most)
		return 0;
	size_t last = count - most, place = absent_elements_before(absent, focus);
	if (before <= last && (before == 0 || place >= before + margin) &&
		(before == last || place + margin <= before + most))
		return before;
	size_t first = place > most / 2 ? place - most / 2 : 0;
	return first < last ? first : last;
}

static struct ide_diagnostic hint_of(const struct absent_elements *absent, size_t position)
{
	return (struct ide_diagnostic){
		.range = absent_elements_range(absent, position),
		.severity = IDE_HINT,
		.code = string_from(diagnostic_code_row(DIAGNOSTIC_CODE_ABSENT_ELEMENT)->name),
		.message = absent_elements_message(absent, position),
		.unnecessary = true,
	};
}

/* Both are in the order of the text. */
static struct ide_diagnostics merge(
	const struct collector *collector, const struct diagnostics_request *request)
{
	struct window window = window_of(request);
	struct ide_diagnostic *items = arena_allocate(
		collector->arena, collector->count + window.count + 1, sizeof(*items));
	size_t count = 0, found = 0;
	for (size_t i = 0; i < window.count; i++) {
		struct ide_diagnostic hint = hint_of(request->absent, window.first + i);
		while (found < collector->count && compare(&collector->items[found], &hint) < 0)
			items[count++] = collector->items[found++];
		items[count++] = hint;
	}
	while (found < collector->count)
		items[count++] = collector->items[found++];
	return (struct ide_diagnostics){items, count};
}

/* "15,900" */
static struct string grouped(uint32_t number, struct arena *arena)
{
	return number < 1000
		       ? arena_format(arena, "%u", number)
		       : arena_format(arena, "%.*s,%03u",
				 STRING_ARGUMENTS(grouped(number / 1000, arena)), number % 1000);
}

static bool is_told(const struct collector *collector, enum diagnostic_code code)
{
	struct string name = string_from(diagnostic_code_row(code)->name);
	for (size_t i = 0; i < collector->count; i++)
		if (string_equal(collector->items[i].code, name))
			return true;
	return false;
}

/* A line for all that is left out of a code; none if what was not left out goes without saying. */
static void add_left_out(struct collector *collector, const struct diagnostics_limit *limit)
{
	for (size_t i = 0; i < DIAGNOSTIC_CODE_COUNT; i++) {
		const struct left_out *left_out = &limit->left_out[i];
		if (left_out->count == 0 || !is_told(collector, (enum diagnostic_code)i))
			continue;
		struct string count = grouped(left_out->count, collector->arena);
		struct ide_diagnostic *item =
			add(collector, location_range(&left_out->location, collector->tree),
				(enum diagnostic_code)i,
				arena_format(collector->arena, "and %.*s more of this kind",
					STRING_ARGUMENTS(count)));
		item->severity = (enum ide_severity)(left_out->severity + 1);
	}
}

static bool says_the_same(const struct ide_diagnostic *a, const struct ide_diagnostic *b)
{
	return a->range.start == b->range.start && a->range.end == b->range.end &&
	       string_equal(a->code, b->code) && string_equal(a->message, b->message);
}

/* In the order of the text. What is found again through an alias is told once. */
static void sort(struct collector *collector)
{
	if (collector->count == 0)
		return;
	qsort(collector->items, collector->count, sizeof(*collector->items), compare);
	size_t kept = 1;
	for (size_t i = 1; i < collector->count; i++)
		if (!says_the_same(&collector->items[kept - 1], &collector->items[i]))
			collector->items[kept++] = collector->items[i];
	collector->count = kept;
}

static void add_space(struct collector *collector, const struct diagnostics_request *request,
	struct diagnostics_limit *limit)
{
	struct diagnostics found = diagnostics_in(collector->arena);

	if (request->of_space)
		diagnostics_append(&found, request->of_space);
	if (request->with_untested)
		space_findings_untested(request->analysis, &found);
	add_some(collector, limit, found.items, found.count);
}

/* Technology rules, type-specific conditions, variability tests: they are no templates, and what
 * the tables say of them, and of operands, is all there is to check without one. */
static struct ide_diagnostics diagnostics_of_file_beside(struct collector *collector)
{
	struct diagnostics found = diagnostics_in(collector->arena);
	grammar_check(collector->tree, &found);
	expression_types_check(collector->tree, UINT32_MAX, &found, NULL);
	consequences_drop(collector->consequences, &found);
	add_found(collector, &found);
	sort(collector);
	return (struct ide_diagnostics){collector->items, collector->count};
}

static struct ide_diagnostics diagnostics_of_foreign_file(struct collector *collector)
{
	struct diagnostics found = diagnostics_in(collector->arena);
	grammar_check_outline(collector->tree, &found);
	add_found(collector, &found);
	return (struct ide_diagnostics){collector->items, collector->count};
}

/* What is not known since an import leads nowhere is counted there. */
static void tell_import(struct collector *collector)
{
	struct string told = consequences_of_import(collector->consequences);
	for (size_t i = 0; told.length && i < collector->count; i++) {
		struct ide_diagnostic *item = &collector->items[i];
		if (!string_is(item->code, "missing-file") &&
			!string_is(item->code, "broken-import"))
			continue;
		item->message = arena_format(collector->arena, "%.*s%.*s",
			STRING_ARGUMENTS(item->message), STRING_ARGUMENTS(told));
		return;
	}
}

struct ide_diagnostics diagnostics_of(
	const struct diagnostics_request *request, struct arena *arena)
{
	const struct analysis *analysis = request->analysis;
	assert(document_facts_tree(request->facts) == analysis_tree(analysis));
	enum grammar_file kind = grammar_file_kind(analysis_tree(analysis));
	bool is_beside = kind != GRAMMAR_FILE_TOSCA && kind != GRAMMAR_FILE_OTHER;
	if (request->only_tosca && !document_facts_is_tosca(request->facts) && !is_beside)
		return (struct ide_diagnostics){0};
	struct collector collector = {
		.arena = arena,
		.analysis = analysis,
		.tree = analysis_tree(analysis),
	};
	struct diagnostics_limit limits = {.most = request->most_of_a_code,
		.focus = syntax_tree_section_at(collector.tree, request->focus),
		.same = {0, UINT32_MAX}};
	struct diagnostics_limit *limit = request->most_of_a_code > 0 ? &limits : NULL;
	if (grammar_is_foreign(collector.tree))
		return diagnostics_of_foreign_file(&collector);
	add_syntax_errors(&collector, limit);
	if (is_beside)
		return diagnostics_of_file_beside(&collector);
	struct diagnostics found = diagnostics_in(arena);
	const struct type_facts *types = analysis_type_facts(analysis);
	document_facts_diagnostics(request->facts, type_facts_types(types), limit, &found);
	type_facts_diagnostics(types, limit, &found);
	size_t count = 0;
	const struct diagnostic *diagnostics = analysis_diagnostics(analysis, &count);
	consequences_note(collector.consequences, diagnostics, count);
	if (broken_text_has_imports(&collector.broken, &collector.errors))
		consequences_of_broken_imports(collector.consequences);
	consequences_drop(collector.consequences, &found);
	add_found(&collector, &found);
	add_some(&collector, limit, diagnostics, count);
	tell_import(&collector);
	add_multiplicity(&collector, request->facts, limit);
	add_space(&collector, request, limit);
	add_left_out(&collector, &limits);
	if (request->same)
		*request->same = limits.same;
	sort(&collector);
	return merge(&collector, request);
}

/* Messages of absent elements outlive the list of them. */
static void copy_messages(struct ide_diagnostics diagnostics, struct arena *arena)
{
	struct ide_diagnostic *items = (struct ide_diagnostic *)diagnostics.items;
	for (size_t i = 0; i < diagnostics.count; i++)
		items[i].message = arena_copy(arena, items[i].message);
}

struct ide_diagnostics diagnostics_collect(
	const struct analysis *analysis, struct string active_variant, struct arena *arena)
{
	return diagnostics_collect_all(analysis, NULL, NULL, false, active_variant, arena);
}

struct ide_diagnostics diagnostics_collect_all(const struct analysis *analysis,
	const struct document_facts *facts, const struct diagnostics *of_space, bool with_untested,
	struct string active_variant, struct arena *arena)
{
	bool is_known = facts && document_facts_tree(facts) == analysis_tree(analysis);
	struct document_facts *own =
		is_known ? NULL : document_facts_create(analysis_tree(analysis), NULL);
	struct diagnostics_request request = {.analysis = analysis,
		.facts = is_known ? facts : own,
		.of_space = of_space,
		.with_untested = with_untested};
	struct absent_elements *absent = NULL;
	for (size_t i = 0; i < analysis_variant_count(analysis) && !absent; i++)
		if (string_equal(analysis_variant(analysis, i)->name, active_variant))
			absent = absent_elements_create(analysis, i, NULL);
	request.absent = absent;
	struct ide_diagnostics diagnostics = diagnostics_of(&request, arena);
	copy_messages(diagnostics, arena);
	absent_elements_destroy(absent);
	document_facts_release(own);
	return diagnostics;
}

static bool has_error(const struct collector *collector)
{
	for (size_t i = 0; i < collector->count; i++)
		if (collector->items[i].severity == IDE_ERROR)
			return true;
	return false;
}

static bool is_failure(const struct ide_diagnostic *diagnostic)
{
	return string_is(
		diagnostic->code, diagnostic_code_row(DIAGNOSTIC_CODE_FAILED_EXPECTATION)->name);
}

struct ide_diagnostics diagnostics_of_test_file(
	const struct syntax_tree *tree, struct ide_diagnostics expectations, struct arena *arena)
{
	struct collector collector = {.arena = arena, .tree = tree};
	add_syntax_errors(&collector, NULL);
	if (grammar_file_kind(tree) == GRAMMAR_FILE_TEST)
		diagnostics_of_file_beside(&collector);
	/* What a file that is not read as it is meant expects is no expectation. */
	bool is_read_as_meant = !has_error(&collector);
	for (size_t i = 0; i < expectations.count; i++)
		is_read_as_meant &= is_failure(&expectations.items[i]) ||
				    expectations.items[i].severity != IDE_ERROR;
	for (size_t i = 0; i < expectations.count; i++) {
		if (!is_read_as_meant && is_failure(&expectations.items[i]))
			continue;
		collector.items = arena_reserve(arena, collector.items, collector.count,
			&collector.capacity, sizeof(*collector.items));
		collector.items[collector.count++] = expectations.items[i];
	}
	sort(&collector);
	return (struct ide_diagnostics){collector.items, collector.count};
}

static void add_alone(struct collector *collector, const struct diagnostics *found)
{
	for (size_t i = 0; i < found->count; i++) {
		const struct diagnostic *diagnostic = &found->items[i];
		struct ide_diagnostic *item =
			add(collector, location_range(&diagnostic->location, collector->tree),
				diagnostic->code, diagnostic->message);
		item->severity = (enum ide_severity)(diagnostic->severity + 1);
		item->replacement = diagnostic->replacement;
	}
}

struct ide_diagnostics diagnostics_with(struct ide_diagnostics diagnostics,
	const struct syntax_tree *tree, const struct diagnostics *found, struct arena *arena)
{
	struct collector collector = {.arena = arena, .tree = tree};
	if (found->count == 0)
		return diagnostics;
	add_alone(&collector, found);
	for (size_t i = 0; i < diagnostics.count; i++) {
		collector.items = arena_reserve(arena, collector.items, collector.count,
			&collector.capacity, sizeof(*collector.items));
		collector.items[collector.count++] = diagnostics.items[i];
	}
	sort(&collector);
	return (struct ide_diagnostics){collector.items, collector.count};
}

struct ide_diagnostics diagnostics_of_meta_file(
	const struct syntax_tree *tree, const struct diagnostics *found, struct arena *arena)
{
	struct collector collector = {.arena = arena, .tree = tree};
	add_alone(&collector, found);
	sort(&collector);
	return (struct ide_diagnostics){collector.items, collector.count};
}
