#include "analyzer/variability/space/space_input.h"

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/values/constraint_check.h"
#include "analyzer/variability/expressions/value_operators.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/space/space_points.h"
#include "analyzer/variability/values/value_reader.h"

#include <math.h>
#include <stdlib.h>

/* The search for the values of one input. */
struct finding_values {
	struct arena *arena;
	const struct analysis *analysis; /* of the declaration */
	struct value_checker *checker;
	struct space_input *input;
	struct space_points *points;
	struct value *candidates;
	size_t count;
	size_t capacity;
	double low, high; /* of numbers */
};

enum {
	MOST_LISTED = 128 /* whole numbers, one by one */
};

bool space_expression_is_volatile(struct value expression)
{
	bool is_volatile = false;

	for (size_t i = 0; expression.kind == VALUE_LIST && i < expression.list->count; i++)
		is_volatile |= space_expression_is_volatile(expression.list->items[i]);
	for (size_t i = 0; expression.kind == VALUE_MAP && i < expression.map->count; i++)
		is_volatile |= string_is(expression.map->entries[i].key, "weekday") ||
			       space_expression_is_volatile(expression.map->entries[i].value);
	return is_volatile;
}

static void add_candidate(struct finding_values *finding, struct value value)
{
	if (value.kind == VALUE_NONE)
		return;
	for (size_t i = 0; i < finding->count; i++)
		if (value_equal(finding->candidates[i], value))
			return;
	finding->candidates = arena_reserve(finding->arena, finding->candidates, finding->count,
		&finding->capacity, sizeof(*finding->candidates));
	finding->candidates[finding->count++] = value;
}

static void add_text(struct finding_values *finding, struct string text)
{
	add_candidate(finding, value_from_string(text));
}

static bool is_named(const struct space_points *points, struct value value)
{
	for (size_t i = 0; i < points->count; i++)
		if (value_equal(points->values[i], value))
			return true;
	for (size_t i = 0; i < points->bound_count && value.kind == VALUE_NUMBER; i++)
		if (points->bounds[i] == value.number)
			return true;
	return false;
}

/* A text of this length that nothing names. */
static void add_length(struct finding_values *finding, double length)
{
	static const char letters[] = "xyzuvw";
	char text[64];

	if (length >= sizeof(text))
		finding->input->is_complete = false;
	for (const char *letter = letters; *letter && length >= 0 && length < sizeof(text);
		letter++) {
		struct value value;

		memset(text, *letter, (size_t)length);
		value = value_from_string(
			arena_copy(finding->arena, (struct string){text, (size_t)length}));
		add_candidate(finding, value);
		if (length < 1 || !is_named(finding->points, value))
			return;
	}
}

/* ---- what is declared ---- */

typedef void visit_clause(struct finding_values *finding, struct string op, struct node operand);

/* The clauses of `constraints`, and those of `validation`, whose first operand is the value. */
static void visit_clauses(
	struct finding_values *finding, struct node definition, visit_clause *visit)
{
	struct node constraints = node_get(definition, "constraints");
	struct node validation = node_get(definition, "validation");
	bool is_list = node_kind(constraints) == NODE_SEQUENCE;
	uint32_t count = is_list ? node_count(constraints) : !node_is_null(constraints);

	for (uint32_t i = 0; i < count; i++) {
		struct constraint_clause clause =
			constraint_clause_of(is_list ? node_item(constraints, i) : constraints);

		visit(finding, clause.op, clause.operand);
	}
	for (uint32_t i = 0; node_kind(validation) == NODE_MAPPING && i < node_count(validation);
		i++) {
		struct node_entry entry = node_entry(validation, i);
		struct string op = node_text(entry.key);

		if (string_starts_with(op, "$"))
			op = string_slice(op, 1, op.length);
		if (node_kind(entry.value) == NODE_SEQUENCE && node_count(entry.value) == 2)
			visit(finding, op, node_item(entry.value, 1));
	}
}

static void add_listed(struct finding_values *finding, struct string op, struct node operand)
{
	if (string_is(op, "equal")) {
		finding->input->is_listed = true;
		add_candidate(finding, value_from_node(finding->arena, operand));
	}
	if (!string_is(op, "valid_values") || node_kind(operand) != NODE_SEQUENCE)
		return;
	finding->input->is_listed = true;
	for (uint32_t i = 0; i < node_count(operand); i++)
		add_candidate(finding, value_from_node(finding->arena, node_item(operand, i)));
}

static void add_bounds(struct finding_values *finding, struct string op, struct node operand)
{
	bool is_list = node_kind(operand) == NODE_SEQUENCE;
	uint32_t count = is_list ? node_count(operand) : 1;
	bool is_length = string_is(op, "length") || string_ends_with(op, "_length");

	for (uint32_t i = 0; i < count; i++) {
		struct value value =
			value_from_node(finding->arena, is_list ? node_item(operand, i) : operand);

		if (value.kind == VALUE_NUMBER && is_length)
			add_length(finding, value.number < 60 ? floor(value.number) : 60);
		else if (value.kind == VALUE_NUMBER)
			space_points_add_bound(finding->points, finding->arena, value.number);
		else if (value.kind == VALUE_STRING && !string_is(op, "pattern") &&
			 !constraint_is_unbounded(is_list ? node_item(operand, i) : operand))
			space_points_add(finding->points, finding->arena, value);
	}
}

/* The default, or else the first value that a preset gives. */
static struct value declared_default(const struct finding_values *finding)
{
	return value_from_node(finding->arena, node_get(finding->input->definition, "default"));
}

static void add_variant_values(struct finding_values *finding)
{
	const struct variants *variants = &finding->analysis->findings->variants;

	for (size_t i = 0; i < variants->count; i++) {
		struct value_result result =
			value_of_input(variants->items[i].context, finding->input->name);

		if (result.outcome == VALUE_KNOWN)
			add_candidate(finding, result.value);
	}
}

static void set_kind(struct finding_values *finding)
{
	struct space_input *input = finding->input;
	struct comparison comparison = {.primitive = PRIMITIVE_NONE};
	struct value known = declared_default(finding);
	struct node type = node_get(input->definition, "type");

	if (!node_is_null(type) && finding->checker->types)
		constraint_comparison(finding->checker,
			value_schema_of_definition(input->definition), &comparison);
	if (comparison.primitive == PRIMITIVE_NONE && !node_is_null(type))
		comparison.primitive =
			primitive_type_find(finding->checker->version, node_text(type));
	if (known.kind == VALUE_NONE && finding->count > 0)
		known = finding->candidates[0];
	/* Without a type, or with one that nobody knows, it is what it is given. */
	if (comparison.primitive == PRIMITIVE_NONE &&
		(node_is_null(type) || known.kind != VALUE_NONE)) {
		comparison.primitive = known.kind == VALUE_NUMBER   ? PRIMITIVE_FLOAT
				       : known.kind == VALUE_STRING ? PRIMITIVE_STRING
				       : known.kind == VALUE_LIST   ? PRIMITIVE_LIST
				       : known.kind == VALUE_MAP    ? PRIMITIVE_MAP
								    : PRIMITIVE_BOOLEAN;
	}
	input->is_whole = comparison.primitive == PRIMITIVE_INTEGER;
	input->is_number = input->is_whole || comparison.primitive == PRIMITIVE_FLOAT;
	input->is_text = !input->is_number && comparison.primitive != PRIMITIVE_BOOLEAN &&
			 comparison.primitive != PRIMITIVE_LIST &&
			 comparison.primitive != PRIMITIVE_MAP;
	if (comparison.primitive != PRIMITIVE_BOOLEAN)
		return;
	input->is_listed = true;
	finding->count = 0;
	add_candidate(finding, value_from_boolean(false));
	add_candidate(finding, value_from_boolean(true));
}

/* ---- values beside those that are named ---- */

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void add_number(struct finding_values *finding, double number)
{
	add_candidate(finding, value_from_number(number + 0.0));
}

/* Between each two bounds, beside and outside of them. */
static void add_numbers(struct finding_values *finding)
{
	const struct space_points *points = finding->points;
	double *bounds = points->bounds;
	size_t count = points->bound_count;

	if (count > 0)
		qsort(bounds, count, sizeof(*bounds), compare_numbers);
	for (size_t i = 0; i < count; i++) {
		double next = i + 1 < count ? bounds[i + 1] : bounds[i] + 2;
		double middle = (bounds[i] + next) / 2;

		if (finding->input->is_whole) {
			add_number(finding, floor(bounds[i]) + 1);
			add_number(finding, floor(bounds[i]));
			add_number(finding, ceil(bounds[i]) - 1);
		} else {
			add_number(finding, middle);
		}
	}
	add_number(finding, count > 0 ? floor(bounds[0]) - 1 : 0);
	add_number(finding, count > 0 ? ceil(bounds[count - 1]) + 1 : 1);
	add_number(finding, 0);
	add_number(finding, 1);
}

/* The number at `start` made another one: 10 GB, 20 GB. */
static void add_neighbours_at(
	struct finding_values *finding, struct string text, size_t start, size_t end)
{
	static const double factors[] = {0, 0.5, 2, 10};
	char digits[32];
	double number;

	if (end - start >= sizeof(digits) - 1)
		return;
	memcpy(digits, text.bytes + start, end - start);
	digits[end - start] = '\0';
	number = strtod(digits, NULL);
	for (size_t i = 0; i < 3 + sizeof(factors) / sizeof(factors[0]); i++) {
		double other = i == 0   ? number + 1
			       : i == 1 ? number - 1
			       : i == 2 ? 99999
					: floor(number * factors[i - 3]);

		if (other >= 0)
			add_text(finding,
				arena_format(finding->arena, "%.*s%.0f%.*s", (int)start, text.bytes,
					other, (int)(text.length - end), text.bytes + end));
	}
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Texts before and behind it. */
static void add_neighbours(struct finding_values *finding, struct string text)
{
	add_text(finding, arena_format(finding->arena, "%.*s0", STRING_ARGUMENTS(text)));
	add_text(finding, arena_format(finding->arena, "%.*s.0", STRING_ARGUMENTS(text)));
	if (text.length > 0)
		add_text(finding, string_slice(text, 0, text.length - 1));
	for (size_t start = 0, end; start < text.length; start = end) {
		for (end = start; end < text.length && is_digit(text.bytes[end]); end++)
			;
		if (end > start)
			add_neighbours_at(finding, text, start, end);
		else
			end++;
	}
}

/* The number as a text, as far as it goes also as one of a version. */
static void add_number_text(struct finding_values *finding, double number)
{
	struct string text = value_number_text(finding->arena, number + 0.0);

	add_text(finding, text);
	if (number == floor(number))
		add_text(finding, arena_format(finding->arena, "%.*s.0", STRING_ARGUMENTS(text)));
}

/* Texts that are numbers, on both sides of each bound. */
static void add_number_texts(struct finding_values *finding)
{
	struct space_points *points = finding->points;

	if (points->bound_count > 0)
		qsort(points->bounds, points->bound_count, sizeof(*points->bounds),
			compare_numbers);
	for (size_t i = 0; i < points->bound_count; i++) {
		double bound = points->bounds[i];
		double next = i + 1 < points->bound_count ? points->bounds[i + 1] : bound + 2;

		add_number_text(finding, bound);
		add_number_text(finding, floor(bound) + 1);
		add_number_text(finding, ceil(bound) - 1);
		add_number_text(finding, (bound + next) / 2);
	}
}

static void add_texts(struct finding_values *finding)
{
	static const char *const others[] = {"other", "another", "0", "1", "0.0", "1.0", "1.0.0",
		"1 B", "1 s", "1 Hz", "1 bps", "2000-01-01", "", "x"};
	const struct space_points *points = finding->points;

	for (size_t i = 0; i < points->length_count; i++)
		for (int more = -1; more <= 1; more++)
			add_length(finding, floor(points->lengths[i]) + more);
	for (size_t i = 0; points->is_ordered_text && i < points->count; i++)
		add_neighbours(finding, points->values[i].kind == VALUE_STRING
						? points->values[i].string
						: STRING(""));
	if (points->is_ordered_number)
		add_number_texts(finding);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		add_text(finding, string_from(others[i]));
}

/* ---- which of them the declaration allows ---- */

static bool is_allowed(struct finding_values *finding, struct node node)
{
	struct diagnostics found = diagnostics_in(finding->arena);

	finding->checker->diagnostics = &found;
	value_check(finding->checker, value_schema_of_definition(finding->input->definition),
		(struct node){0}, node, finding->input->name);
	return found.count == 0;
}

/* Values that were computed are written into a text of their own, since the rules for values are
 * about what is written. */
static void keep_allowed(struct finding_values *finding)
{
	struct string text = STRING("");
	struct syntax_tree *tree;
	size_t kept = 0;

	if (!finding->checker->types)
		return;
	for (size_t i = 0; i < finding->count; i++) {
		struct string json = value_json(finding->arena, finding->candidates[i]);

		text = arena_format(finding->arena, "%.*s- %.*s\n", STRING_ARGUMENTS(text),
			STRING_ARGUMENTS(json));
	}
	tree = syntax_tree_create(text);
	for (size_t i = 0; i < finding->count; i++) {
		struct value candidate = finding->candidates[i];
		bool is_written = !node_is_absent(candidate.node);

		if (is_allowed(finding, is_written
						? candidate.node
						: node_item(syntax_tree_root(tree), (uint32_t)i)))
			finding->candidates[kept++] = candidate;
	}
	finding->count = kept;
	syntax_tree_release(tree);
}

/* A text that equals nothing that is named stands for all others; without one, they are unknown. */
static bool has_other_text(const struct finding_values *finding)
{
	for (size_t i = 0; i < finding->count; i++)
		if (!is_named(finding->points, finding->candidates[i]))
			return true;
	return false;
}

/* Is there a text between these two, either of which may be NULL? */
static bool has_text_between(
	const struct finding_values *finding, const struct value *low, const struct value *high)
{
	for (size_t i = 0; i < finding->count; i++) {
		struct value value = finding->candidates[i];

		if (value.kind == VALUE_STRING &&
			(!low || value_compare(finding->arena, *low, value) == VALUE_LESS) &&
			(!high || value_compare(finding->arena, value, *high) == VALUE_LESS))
			return true;
	}
	return false;
}

/* … before, between and behind all that texts are compared with? */
static bool has_texts_of_all_ranges(const struct finding_values *finding)
{
	const struct space_points *points = finding->points;
	bool has_all = has_text_between(finding, NULL, NULL);

	for (size_t i = 0; i < points->count; i++) {
		const struct value *low = &points->values[i], *next = NULL;
		bool is_first = true;

		if (low->kind != VALUE_STRING)
			continue;
		for (size_t j = 0; j < points->count; j++) {
			const struct value *other = &points->values[j];
			enum value_order order = value_compare(finding->arena, *low, *other);

			is_first &= order != VALUE_GREATER;
			if (order == VALUE_LESS && (!next || value_compare(finding->arena, *other,
								     *next) == VALUE_LESS))
				next = other;
		}
		has_all &= has_text_between(finding, low, next);
		if (is_first && low->string.length > 0)
			has_all &= has_text_between(finding, NULL, low);
	}
	return has_all;
}

static bool has_number_between(const struct finding_values *finding, double low, double high)
{
	for (size_t i = 0; i < finding->count; i++) {
		struct value value = finding->candidates[i];
		double number =
			value.kind == VALUE_STRING ? value_number_of_string(value.string) : NAN;

		if (low < number && number < high)
			return true;
	}
	return false;
}

/* … that is none? */
static bool has_no_number(const struct finding_values *finding)
{
	for (size_t i = 0; i < finding->count; i++)
		if (finding->candidates[i].kind == VALUE_STRING &&
			isnan(value_number_of_string(finding->candidates[i].string)))
			return true;
	return false;
}

static bool has_numbers_of_all_ranges(const struct finding_values *finding)
{
	const struct space_points *points = finding->points;
	bool has_all = has_no_number(finding);

	for (size_t i = 0; i <= points->bound_count; i++)
		has_all &= has_number_between(finding, i > 0 ? points->bounds[i - 1] : -INFINITY,
			i < points->bound_count ? points->bounds[i] : INFINITY);
	return has_all;
}

/* Does a text stand for each way in which texts are compared? */
static bool has_all_texts(const struct finding_values *finding)
{
	const struct space_points *points = finding->points;

	return (!points->is_ordered_text || has_texts_of_all_ranges(finding)) &&
	       (!points->is_ordered_number || has_numbers_of_all_ranges(finding)) &&
	       points->is_ordered_text + points->is_ordered_number + (points->length_count > 0) <=
		       1 &&
	       has_other_text(finding);
}

/* Lists and maps are equal to themselves only: none is that of an expression. */
static struct value representative(struct arena *arena, struct value value)
{
	return value.kind == VALUE_LIST || value.kind == VALUE_MAP ? value_detach(arena, value)
								   : value;
}

static void settle(struct finding_values *finding)
{
	struct space_input *input = finding->input;

	if (finding->count == 0) {
		add_candidate(finding, declared_default(finding));
		add_variant_values(finding);
		add_text(finding, STRING("other"));
		finding->count = 1;
	}
	input->classes = arena_allocate(finding->arena, finding->count, sizeof(struct value));
	input->values = arena_allocate(finding->arena, finding->count, sizeof(*input->values));
	for (size_t i = 0; i < finding->count; i++) {
		input->classes[i] = representative(finding->arena, finding->candidates[i]);
		input->values[i] = (struct space_value){input->classes[i], (uint32_t)i,
			is_named(finding->points, finding->candidates[i])};
	}
	input->class_count = (uint32_t)finding->count;
	input->value_count = finding->count;
}

/* ---- all of them ---- */

static struct finding_values finding_of(struct space_input *input, struct space_points *points,
	const struct analysis *analysis, struct value_checker *checker, struct arena *arena)
{
	return (struct finding_values){.arena = arena,
		.analysis = analysis,
		.checker = checker,
		.input = input,
		.points = points};
}

/* Booleans and inputs with listed values; the others get the default for now. */
static void begin(struct finding_values *finding)
{
	struct space_input *input = finding->input;

	input->is_complete = true;
	visit_clauses(finding, input->definition, add_listed);
	if (!input->is_listed) {
		add_variant_values(finding);
		set_kind(finding);
		if (!input->is_listed)
			finding->count = 0;
	}
	if (input->is_listed) {
		keep_allowed(finding);
		settle(finding);
	}
}

/* The range that the declaration sets; infinite if it does not. */
static void narrow(struct finding_values *finding, struct string op, struct node operand)
{
	bool is_range = string_is(op, "in_range");
	struct value value = value_from_node(finding->arena, operand);
	struct value low = is_range && value.kind == VALUE_LIST && value.list->count == 2
				   ? value.list->items[0]
				   : value;
	struct value high = is_range && value.kind == VALUE_LIST && value.list->count == 2
				    ? value.list->items[1]
				    : value;

	if (low.kind == VALUE_NUMBER && (is_range || string_starts_with(op, "greater_")))
		finding->low = fmax(finding->low, ceil(low.number));
	if (high.kind == VALUE_NUMBER && (is_range || string_starts_with(op, "less_")))
		finding->high = fmin(finding->high, floor(high.number));
}

/* Few whole numbers may be listed, where intervals do not tell what becomes of them. */
static void list_range(struct finding_values *finding)
{
	finding->low = -INFINITY;
	finding->high = INFINITY;
	visit_clauses(finding, finding->input->definition, narrow);
	if (finding->high - finding->low >= MOST_LISTED)
		return;
	for (double number = finding->low; number <= finding->high; number++)
		add_number(finding, number);
	finding->input->is_complete = true;
}

static void finish(struct finding_values *finding)
{
	struct space_input *input = finding->input;

	add_candidate(finding, declared_default(finding));
	visit_clauses(finding, input->definition, add_bounds);
	for (size_t i = 0; input->is_number && i < finding->points->bound_count; i++)
		add_number(finding, input->is_whole ? ceil(finding->points->bounds[i])
						    : finding->points->bounds[i]);
	if (input->is_text)
		for (size_t i = 0; i < finding->points->count; i++)
			add_candidate(finding, finding->points->values[i]);
	add_variant_values(finding);
	if (input->is_number)
		add_numbers(finding);
	if (input->is_whole && !input->is_complete)
		list_range(finding);
	if (input->is_text)
		add_texts(finding);
	if (!input->is_number && !input->is_text) {
		add_candidate(finding, value_from_list(finding->arena, NULL, 0));
		add_candidate(finding, value_from_map(finding->arena, NULL, 0));
	}
	keep_allowed(finding);
	if (input->is_text ? !has_all_texts(finding)
			   : !input->is_number && !has_other_text(finding))
		input->is_complete = false;
	settle(finding);
}

static void declare(struct space_inputs *inputs, struct arena *arena,
	const struct analysis *analysis, const struct analysis **declared_by)
{
	struct node declared =
		node_get(analysis->findings->service_template->graph.variability, "inputs");
	uint32_t count = node_kind(declared) == NODE_MAPPING ? node_count(declared) : 0;

	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(declared, i);
		struct space_input *input = &inputs->items[inputs->count];

		if (node_is_null(entry.value) || node_is_collection(entry.key) ||
			name_table_find(&inputs->names, node_text(entry.key)))
			continue;
		*input = (struct space_input){
			.name = node_text(entry.key), .key = entry.key, .definition = entry.value};
		name_table_add(&inputs->names, arena, input->name, input);
		declared_by[inputs->count++] = analysis;
	}
}

static size_t count_declared(const struct analysis *const *analyses, size_t analysis_count)
{
	size_t count = 0;

	for (size_t i = 0; i < analysis_count; i++) {
		struct node declared = node_get(
			analyses[i]->findings->service_template->graph.variability, "inputs");

		count += node_kind(declared) == NODE_MAPPING ? node_count(declared) : 0;
	}
	return count;
}

/* Something of the right kind, to evaluate expressions with. */
static struct value any_value(const struct finding_values *finding)
{
	struct value value = declared_default(finding);

	if (finding->input->is_listed)
		return finding->input->classes[0];
	if (value.kind != VALUE_NONE)
		return value;
	return finding->input->is_number ? value_from_number(0)
					 : value_from_string(STRING("other"));
}

/* An input that others rest on counts by whether it is 0. */
static void add_bounds_of_related(
	struct space_inputs *inputs, struct space_points *points, struct arena *arena)
{
	struct node looked_at = {0};
	bool are_related = false;

	for (size_t i = 0; i < inputs->count; i++) {
		struct node declared = node_parent(inputs->items[i].key);

		if (i == 0 || !node_equal_place(declared, looked_at))
			are_related = variability_inputs_are_related(declared);
		looked_at = declared;
		inputs->are_related |= are_related;
		if (are_related)
			space_points_add_bound(&points[i], arena, 0);
	}
}

void space_inputs_find(struct space_inputs *inputs, struct arena *arena,
	const struct analysis *const *analyses, size_t analysis_count)
{
	size_t capacity = count_declared(analyses, analysis_count);
	const struct analysis **declared_by =
		arena_allocate(arena, capacity + 1, sizeof(struct analysis *));
	struct space_points *points = arena_allocate(arena, capacity + 1, sizeof(*points));
	struct value *defaults = arena_allocate(arena, capacity + 1, sizeof(*defaults));

	*inputs = (struct space_inputs){
		.items = arena_allocate(arena, capacity + 1, sizeof(struct space_input))};
	for (size_t i = 0; i < analysis_count; i++)
		declare(inputs, arena, analyses[i], declared_by);
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < inputs->count; i++) {
			struct value_checker checker = {.types = analysis_types(declared_by[i]),
				.version = grammar_version(analysis_tree(declared_by[i])),
				.members = member_cache_create(arena)};
			struct finding_values finding = finding_of(
				&inputs->items[i], &points[i], declared_by[i], &checker, arena);

			if (round == 0)
				begin(&finding);
			else if (!inputs->items[i].is_listed)
				finish(&finding);
			defaults[i] = any_value(&finding);
			pattern_cache_destroy(checker.patterns);
		}
		for (size_t i = 0; round == 0 && i < analysis_count; i++)
			space_points_collect(inputs, points, defaults, analyses[i], arena);
		if (round == 0)
			add_bounds_of_related(inputs, points, arena);
	}
}

void space_inputs_fix(struct space_inputs *inputs, struct arena *arena, struct value fixed)
{
	for (size_t i = 0; fixed.kind == VALUE_MAP && i < inputs->count; i++) {
		struct space_input *input = &inputs->items[i];
		const struct value *value = value_get(fixed, input->name);

		if (!value || value->kind == VALUE_NONE)
			continue;
		input->is_listed = input->is_complete = true;
		input->classes = arena_allocate(arena, 1, sizeof(*input->classes));
		input->classes[0] = value_detach(arena, *value);
		input->class_count = 1;
		input->values = arena_allocate(arena, 1, sizeof(*input->values));
		input->values[0] = (struct space_value){.value = input->classes[0]};
		input->value_count = 1;
	}
}
