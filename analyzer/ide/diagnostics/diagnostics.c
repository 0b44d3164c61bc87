#include "analyzer/ide/diagnostics/diagnostics.h"

#include "analyzer/ide/diagnostics/broken_text.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/diagnostics/consequences.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/hover/variant_multiplicity.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/model/grammar/grammar.h"
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
	const struct syntax_error *errors;
	size_t error_count;
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

static enum diagnostic_code syntax_code(enum syntax_error_kind kind)
{
	switch (kind) {
	case SYNTAX_ERROR_YAML:
		return DIAGNOSTIC_CODE_YAML_SYNTAX;
	case SYNTAX_ERROR_DUPLICATE_KEY:
		return DIAGNOSTIC_CODE_DUPLICATE_KEY;
	case SYNTAX_ERROR_UNKNOWN_ALIAS:
		return DIAGNOSTIC_CODE_UNKNOWN_ALIAS;
	case SYNTAX_ERROR_CYCLIC_ALIAS:
		return DIAGNOSTIC_CODE_CYCLIC_ALIAS;
	case SYNTAX_ERROR_ALIAS_BOMB:
		return DIAGNOSTIC_CODE_ALIAS_BOMB;
	case SYNTAX_ERROR_MERGE_KEY:
		return DIAGNOSTIC_CODE_BAD_MERGE_KEY;
	case SYNTAX_ERROR_ENCODING:
		return DIAGNOSTIC_CODE_BAD_ENCODING;
	case SYNTAX_ERROR_SEVERAL_DOCUMENTS:
		return DIAGNOSTIC_CODE_SEVERAL_DOCUMENTS;
	}
	return DIAGNOSTIC_CODE_YAML_SYNTAX;
}

static struct location location_of_error(const struct collector *collector, size_t number)
{
	struct range range = collector->errors[number].range;
	uint32_t section = syntax_tree_section_at(collector->tree, range.start);
	uint32_t start = syntax_tree_section_range(collector->tree, section).start;
	return (struct location){LOCATION_SECTION, {section, 0},
		{range.start - start, range.end - start}, STRING("")};
}

static void add_syntax_error(struct collector *collector, const struct syntax_error *error)
{
	struct ide_diagnostic *item =
		add(collector, error->range, syntax_code(error->kind), error->message);
	if (error->related.end == error->related.start)
		return;
	struct ide_related *related = arena_allocate(collector->arena, 1, sizeof(*related));
	related->range = error->related;
	related->message = STRING("the first one");
	item->related = related;
	item->related_count = 1;
}

/* Where a dash is missing, all keys of an item stand twice: the first of them is told. */
static bool repeats_entries(const struct collector *collector, size_t number)
{
	enum {
		MOST_LINES = 6 /* of a value between two keys */
	};
	if (number == 0 || collector->errors[number].kind != SYNTAX_ERROR_DUPLICATE_KEY ||
		collector->errors[number - 1].kind != SYNTAX_ERROR_DUPLICATE_KEY)
		return false;
	const struct syntax_error *above = &collector->errors[number - 1];
	const struct syntax_error *error = &collector->errors[number];
	struct position before =
		syntax_tree_position(collector->tree, above->range.start, POSITION_UTF8);
	struct position here =
		syntax_tree_position(collector->tree, error->range.start, POSITION_UTF8);
	return here.line <= before.line + MOST_LINES && here.line > before.line &&
	       here.character == before.character && above->related.start < error->related.start;
}

/* Where a key is indented too little, so are all that stand beside it, and what they hold stands
 * twice. */
static bool repeats_indentation(const struct collector *collector, size_t number)
{
	enum {
		MOST_LINES = 6
	};
	const struct syntax_error *error = &collector->errors[number];
	struct string message = STRING("indented less than the entries it follows");
	struct position here =
		syntax_tree_position(collector->tree, error->range.start, POSITION_UTF8);
	bool is_told_of = string_equal(error->message, message);
	for (size_t i = number; i > 0; i--) {
		const struct syntax_error *above = &collector->errors[i - 1];
		struct position before =
			syntax_tree_position(collector->tree, above->range.start, POSITION_UTF8);
		if (!is_told_of && before.line + MOST_LINES < here.line)
			return false;
		if (string_equal(above->message, message) &&
			(is_told_of ? before.character == here.character
				    : error->kind == SYNTAX_ERROR_DUPLICATE_KEY &&
						before.line < here.line))
			return true;
	}
	return false;
}

static void add_syntax_errors(struct collector *collector, struct diagnostics_limit *limit)
{
	struct diagnostics_choice choice = {.limit = limit};
	collector->errors =
		syntax_tree_errors(collector->tree, collector->arena, &collector->error_count);
	collector->broken = broken_text_find(
		collector->tree, collector->errors, collector->error_count, collector->arena);
	for (size_t i = 0; i < collector->error_count; i++)
		diagnostics_choice_count(&choice, syntax_code(collector->errors[i].kind),
			location_of_error(collector, i).node.section);
	for (size_t i = 0; i < collector->error_count; i++) {
		enum diagnostic_code code = syntax_code(collector->errors[i].kind);
		if (repeats_entries(collector, i) || repeats_indentation(collector, i))
			continue;
		if (diagnostics_choice_takes(&choice, code, diagnostic_code_row(code)->severity,
			    location_of_error(collector, i)))
			add_syntax_error(collector, &collector->errors[i]);
	}
}

/* The first mistake at `offset` or behind it. */
static size_t errors_before(const struct collector *collector, uint32_t offset)
{
	size_t low = 0, high = collector->error_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (collector->errors[middle].range.start < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether the place is the second of two equal keys. */
static bool is_duplicate_key(const struct collector *collector, struct range range)
{
	size_t i = errors_before(collector, range.start);
	for (; i < collector->error_count && collector->errors[i].range.start == range.start; i++)
		if (collector->errors[i].kind == SYNTAX_ERROR_DUPLICATE_KEY &&
			collector->errors[i].range.end == range.end)
			return true;
	return false;
}

/* Codes about the result of resolving: what is present, and whether that is well-formed. */
static bool is_about_result(enum diagnostic_code code)
{
	return (code >= DIAGNOSTIC_CODE_ABSENT_SOURCE &&
		       code <= DIAGNOSTIC_CODE_UNPRODUCED_OUTPUT) ||
	       code == DIAGNOSTIC_CODE_COULD_NOT_SOLVE || code == DIAGNOSTIC_CODE_AMBIGUOUS_RESULT;
}

/* And what comes out for some inputs or all. */
static bool is_about_inputs(enum diagnostic_code code)
{
	return code >= DIAGNOSTIC_CODE_NEVER_PRESENT && code <= DIAGNOSTIC_CODE_EQUAL_PRESETS;
}

static bool is_about_variants(enum diagnostic_code code)
{
	return is_about_inputs(code) || code == DIAGNOSTIC_CODE_NO_TECHNOLOGY ||
	       code == DIAGNOSTIC_CODE_NO_MATCHING_RULE || code == DIAGNOSTIC_CODE_SEVERAL_TYPES ||
	       code == DIAGNOSTIC_CODE_SEVERAL_PRESENT_TYPES;
}

/* Mistakes that keep a condition from being understood. */
static bool breaks_conditions(enum diagnostic_code code)
{
	switch (code) {
	case DIAGNOSTIC_CODE_UNKNOWN_OPERATOR:
	case DIAGNOSTIC_CODE_OPERATOR_NOT_ALLOWED:
	case DIAGNOSTIC_CODE_WRONG_ARITY:
	case DIAGNOSTIC_CODE_WRONG_OPERAND:
		return true;
	default:
		return code >= DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT &&
		       code <= DIAGNOSTIC_CODE_UNKNOWN_RELATIONSHIP;
	}
}

/* Whether a variant cannot be resolved just for what the diagnostic says. */
static bool stops_resolving(const struct collector *collector, const struct diagnostic *diagnostic)
{
	for (size_t i = 0; i < analysis_variant_count(collector->analysis); i++) {
		struct string error = analysis_variant(collector->analysis, i)->error;
		struct string told = diagnostic->message;
		if ((diagnostic->variants >> i & 1) != 0 && error.length > 0 &&
			error.length <= told.length &&
			string_equal(string_slice(told, 0, error.length), error))
			return true;
	}
	return false;
}

/* An element that is none says nothing of itself, wherever that would be said. */
static struct range range_with_key(
	const struct collector *collector, const struct diagnostic *diagnostic)
{
	struct range range = location_range(&diagnostic->location, collector->tree);
	if (diagnostic->location.kind != LOCATION_NODE || diagnostic->location.file.length)
		return range;
	struct node place = syntax_tree_node(collector->tree, diagnostic->location.node);
	struct node key = node_key(place);
	if (!node_is_absent(key))
		range.start = node_range(key).start;
	return range;
}

/* What the analysis says about something that YAML or the grammar objects to already, and what
 * follows from conditions that could not be understood. */
static bool is_consequence(const struct collector *collector, const struct diagnostics *causes,
	const struct diagnostic *diagnostic)
{
	if (consequences_follow(collector->consequences, diagnostic))
		return true;
	struct range range = location_range(&diagnostic->location, collector->tree);
	bool about_result =
		is_about_result(diagnostic->code) && !stops_resolving(collector, diagnostic);
	for (size_t i = 0; i < causes->count; i++) {
		const struct diagnostic *cause = &causes->items[i];
		if (cause->severity != DIAGNOSTIC_ERROR)
			continue;
		if ((about_result || is_about_inputs(diagnostic->code)) &&
			breaks_conditions(cause->code))
			return true;
		struct range there = location_range(&cause->location, collector->tree);
		if (cause->code == DIAGNOSTIC_CODE_WRONG_SHAPE)
			there = range_with_key(collector, cause);
		if (there.start < range.end && range.start < there.end)
			return true;
	}
	return is_duplicate_key(collector, range);
}

/* Misread keynames are told whatever is broken below them. */
static bool is_about_keyname(enum diagnostic_code code)
{
	return code == DIAGNOSTIC_CODE_UNKNOWN_KEYNAME ||
	       code == DIAGNOSTIC_CODE_MISPLACED_KEYNAME ||
	       code == DIAGNOSTIC_CODE_KEYNAME_OF_OTHER_VERSION ||
	       code == DIAGNOSTIC_CODE_MISSING_DEFINITIONS_VERSION ||
	       code == DIAGNOSTIC_CODE_UNKNOWN_DEFINITIONS_VERSION;
}

/* Nobody knows what language it is. */
static bool has_broken_version(const struct collector *collector)
{
	struct node root = syntax_tree_root(collector->tree);
	struct node key = node_find(root, STRING("tosca_definitions_version")).key;
	if (!node_is_absent(key))
		return broken_text_has(&collector->broken, node_range(key).start);
	return broken_text_mentions(&collector->broken, STRING("\"tosca_definitions_version\""));
}

/* Of two values of a key, one is lost. */
static bool has_duplicate_key(const struct collector *collector, struct range range)
{
	size_t i = errors_before(collector, range.start);
	for (; i < collector->error_count && collector->errors[i].range.start < range.end; i++)
		if (collector->errors[i].kind == SYNTAX_ERROR_DUPLICATE_KEY)
			return true;
	return false;
}

/* Whether what is no YAML, or a key given twice, stands between the keyname and the next one. */
static bool has_broken_imports(const struct collector *collector)
{
	struct node root = syntax_tree_root(collector->tree);
	uint32_t count = node_kind(root) == NODE_MAPPING ? node_count(root) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(root, i).key;
		struct range range = {node_range(key).start, syntax_tree_length(collector->tree)};
		if (i + 1 < count)
			range.end = node_range(node_entry(root, i + 1).key).start;
		if (string_is(node_text(key), "imports"))
			return broken_text_overlaps(&collector->broken, range) ||
			       has_duplicate_key(collector, range);
	}
	return false;
}

/* A type that cannot be read, though its name is a key of the text. */
static bool is_declared_somewhere(
	const struct collector *collector, const struct diagnostic *diagnostic)
{
	if (diagnostic->code != DIAGNOSTIC_CODE_UNKNOWN_TYPE ||
		diagnostic->location.kind != LOCATION_NODE)
		return false;
	struct node name = syntax_tree_node(collector->tree, diagnostic->location.node);
	struct range all = {0, syntax_tree_length(collector->tree)};
	return string_contains(syntax_tree_text(collector->tree, all, collector->arena),
		arena_format(collector->arena, " %.*s:", STRING_ARGUMENTS(node_text(name))));
}

/* Where an entry or item ends, with what could not be read of it: where the next one begins, or the
 * next of what is around. */
static uint32_t end_of(const struct collector *collector, struct node node)
{
	for (; !node_is_absent(node); node = node_parent(node)) {
		struct node around = node_parent(node);
		uint32_t start = node_range(node).start;
		uint32_t low = 0, high = node_count(around);
		bool is_mapping = node_kind(around) == NODE_MAPPING;
		while (low < high) {
			uint32_t middle = low + (high - low) / 2;
			struct node begin = is_mapping ? node_entry(around, middle).key
						       : node_item(around, middle);
			if (node_range(begin).start > start)
				high = middle;
			else
				low = middle + 1;
		}
		if (low < node_count(around))
			return node_range(
				is_mapping ? node_entry(around, low).key : node_item(around, low))
				.start;
	}
	return syntax_tree_length(collector->tree);
}

/* Of what a broken text holds, nothing is known: what is said of an element that it is a part of,
 * and of names that stand in it, may be otherwise once it is mended. */
static bool follows_from_broken_text(
	const struct collector *collector, const struct diagnostic *diagnostic)
{
	struct range range = location_range(&diagnostic->location, collector->tree);
	if (collector->broken.count == 0)
		return false;
	if (broken_text_has(&collector->broken, range.start))
		return true;
	if (has_broken_version(collector) || is_about_result(diagnostic->code) ||
		is_about_variants(diagnostic->code) || is_declared_somewhere(collector, diagnostic))
		return true;
	if (is_about_keyname(diagnostic->code))
		return false;
	if (diagnostic->location.kind == LOCATION_NODE) {
		struct node place = syntax_tree_node(collector->tree, diagnostic->location.node);
		struct node_entry entry = node_find(node_parent(place), node_text(place));
		bool is_key = node_equal_place(entry.key, place);
		if (is_key || node_kind(place) != NODE_SCALAR)
			range.end = end_of(collector, place);
	}
	return broken_text_overlaps(&collector->broken, range) ||
	       broken_text_mentions(&collector->broken, diagnostic->message);
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

/* `causes` were added before; NULL for themselves. */
static void add_found(struct collector *collector, const struct diagnostic *diagnostics,
	size_t count, const struct diagnostics *causes)
{
	for (size_t i = 0; i < count; i++) {
		const struct diagnostic *diagnostic = &diagnostics[i];
		const struct location *location = &diagnostic->location;
		if (location->file.length > 0 || follows_from_broken_text(collector, diagnostic) ||
			(causes && is_consequence(collector, causes, diagnostic)))
			continue;
		struct ide_diagnostic *item =
			add(collector, location_range(location, collector->tree), diagnostic->code,
				arena_copy(collector->arena, diagnostic->message));
		item->severity = (enum ide_severity)(diagnostic->severity + 1);
		item->unnecessary = (diagnostic->tags & DIAGNOSTIC_UNNECESSARY) != 0;
		item->deprecated = (diagnostic->tags & DIAGNOSTIC_DEPRECATED) != 0;
		item->replacement = arena_copy(collector->arena, diagnostic->replacement);
		add_related(collector, item, diagnostic);
		add_variants(collector, item, diagnostic->variants);
	}
}

static void add_some(struct collector *collector, struct diagnostics_limit *limit,
	const struct diagnostic *diagnostics, size_t count, const struct diagnostics *causes)
{
	struct diagnostics some = diagnostics_in(collector->arena);
	diagnostics_append_some(&some, limit, diagnostics, count);
	add_found(collector, some.items, some.count, causes);
}

/* Most templates have everything once, and pay nothing here. */
static void add_multiplicity(struct collector *collector, const struct document_facts *facts,
	struct diagnostics_limit *limit, const struct diagnostics *causes)
{
	if (!document_facts_count_anything(facts))
		return;
	const struct variant_multiplicity *multiplicity =
		variant_multiplicity_create(collector->analysis, collector->arena);
	struct diagnostics diagnostics = diagnostics_in(collector->arena);
	if (multiplicity)
		variant_multiplicity_diagnostics(multiplicity, &diagnostics);
	add_some(collector, limit, diagnostics.items, diagnostics.count, causes);
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

/* In steps: a key nearby changes nothing. */
static struct window window_of(const struct diagnostics_request *request)
{
	struct window window = {0, request->absent ? absent_elements_count(request->absent) : 0};
	size_t most = request->most_absent;
	if (most == 0 || window.count <= most)
		return window;
	size_t step = most / 4 + 1;
	size_t before = absent_elements_before(request->absent, request->focus);
	size_t last = window.count - most;
	window.first = before > most / 2 ? (before - most / 2) / step * step : 0;
	window.first = window.first < last ? window.first : last;
	window.count = most;
	return window;
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

static void sort(struct collector *collector)
{
	if (collector->count > 0)
		qsort(collector->items, collector->count, sizeof(*collector->items), compare);
}

static void add_space(struct collector *collector, const struct diagnostics_request *request,
	struct diagnostics_limit *limit, const struct diagnostics *causes)
{
	struct diagnostics found = diagnostics_in(collector->arena);

	if (request->of_space)
		diagnostics_append(&found, request->of_space);
	if (request->with_untested)
		space_findings_untested(request->analysis, &found);
	add_some(collector, limit, found.items, found.count, causes);
}

/* Technology rules, type-specific conditions, variability tests: they are no templates, and what
 * the tables say of them is all there is to check without one. */
static struct ide_diagnostics diagnostics_of_file_beside(struct collector *collector)
{
	struct diagnostics found = diagnostics_in(collector->arena);
	grammar_check(collector->tree, &found);
	collector->consequences = consequences_of(collector->tree, &found, collector->arena);
	consequences_drop(collector->consequences, &found);
	add_found(collector, found.items, found.count, NULL);
	sort(collector);
	return (struct ide_diagnostics){collector->items, collector->count};
}

static struct ide_diagnostics diagnostics_of_foreign_file(struct collector *collector)
{
	struct diagnostics found = diagnostics_in(collector->arena);
	grammar_check_outline(collector->tree, &found);
	add_found(collector, found.items, found.count, NULL);
	return (struct ide_diagnostics){collector->items, collector->count};
}

/* What is not known since an import leads nowhere is counted there. */
static void tell_import(struct collector *collector)
{
	struct string told = consequences_of_import(collector->consequences);
	for (size_t i = 0; told.length && i < collector->count; i++) {
		struct ide_diagnostic *item = &collector->items[i];
		if (!string_is(item->code, "missing-file"))
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
		.focus = syntax_tree_section_at(collector.tree, request->focus)};
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
	collector.consequences = consequences_of(collector.tree, &found, arena);
	consequences_note(collector.consequences, diagnostics, count);
	if (has_broken_imports(&collector))
		consequences_of_broken_imports(collector.consequences);
	consequences_drop(collector.consequences, &found);
	add_found(&collector, found.items, found.count, NULL);
	add_some(&collector, limit, diagnostics, count, &found);
	tell_import(&collector);
	add_multiplicity(&collector, request->facts, limit, &found);
	add_space(&collector, request, limit, &found);
	add_left_out(&collector, &limits);
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
	return diagnostics_collect_all(analysis, NULL, false, active_variant, arena);
}

struct ide_diagnostics diagnostics_collect_all(const struct analysis *analysis,
	const struct diagnostics *of_space, bool with_untested, struct string active_variant,
	struct arena *arena)
{
	struct document_facts *facts = document_facts_create(analysis_tree(analysis), NULL);
	struct diagnostics_request request = {.analysis = analysis,
		.facts = facts,
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
	document_facts_destroy(facts);
	return diagnostics;
}

struct ide_diagnostics diagnostics_of_test_file(
	const struct syntax_tree *tree, struct ide_diagnostics expectations, struct arena *arena)
{
	struct collector collector = {.arena = arena, .tree = tree};
	add_syntax_errors(&collector, NULL);
	if (grammar_file_kind(tree) == GRAMMAR_FILE_TEST)
		diagnostics_of_file_beside(&collector);
	for (size_t i = 0; i < expectations.count; i++) {
		collector.items = arena_reserve(arena, collector.items, collector.count,
			&collector.capacity, sizeof(*collector.items));
		collector.items[collector.count++] = expectations.items[i];
	}
	sort(&collector);
	return (struct ide_diagnostics){collector.items, collector.count};
}

struct ide_diagnostics diagnostics_of_meta_file(
	const struct syntax_tree *tree, const struct diagnostics *found, struct arena *arena)
{
	struct collector collector = {.arena = arena, .tree = tree};
	for (size_t i = 0; i < found->count; i++) {
		const struct diagnostic *diagnostic = &found->items[i];
		add(&collector, location_range(&diagnostic->location, tree), diagnostic->code,
			diagnostic->message)
			->severity = (enum ide_severity)(diagnostic->severity + 1);
	}
	sort(&collector);
	return (struct ide_diagnostics){collector.items, collector.count};
}
