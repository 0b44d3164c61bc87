#include "analyzer/variability/classes/space_input.h"

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/variability/classes/space_collecting.h"
#include "analyzer/variability/classes/space_values.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/values/value_reader.h"

#include <math.h>
#include <string.h>

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
		values_add(finding, value_from_node(finding->arena, operand));
	}
	if (!string_is(op, "valid_values") || node_kind(operand) != NODE_SEQUENCE)
		return;
	finding->input->is_listed = true;
	for (uint32_t i = 0; i < node_count(operand); i++)
		values_add(finding, value_from_node(finding->arena, node_item(operand, i)));
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
			values_add_length(finding, value.number < 60 ? floor(value.number) : 60);
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

/* Those of presets that are no variants here, since others were asked for: what a class is called
 * does not depend on that. */
static void add_preset_values(struct finding_values *finding)
{
	const struct findings *findings = finding->analysis->findings;
	struct node presets = node_get(findings->service_template->graph.variability, "presets");
	uint32_t count = node_kind(presets) == NODE_MAPPING ? node_count(presets) : 0;

	if (count < findings->variants.count)
		return;
	for (uint32_t i = 0; i < count && i < ANALYSIS_MAXIMUM_VARIANTS; i++) {
		struct node inputs = node_get(node_entry(presets, i).value, "inputs");
		struct node value = node_find(inputs, finding->input->name).value;

		if (node_kind(value) == NODE_SCALAR)
			values_add(finding, value_from_node(finding->arena, value));
	}
}

static void add_variant_values(struct finding_values *finding)
{
	const struct variants *variants = &finding->analysis->findings->variants;

	for (size_t i = 0; i < variants->count; i++) {
		struct value_result result =
			value_of_input(variants->items[i].context, finding->input->name);

		if (result.outcome == VALUE_KNOWN)
			values_add(finding, result.value);
	}
	add_preset_values(finding);
}

/* Of a version, one that is written as a number is a number. */
static unsigned kinds_of(enum primitive_type type)
{
	switch (type) {
	case PRIMITIVE_INTEGER:
	case PRIMITIVE_FLOAT:
		return KIND_NUMBER;
	case PRIMITIVE_STRING:
	case PRIMITIVE_SCALAR_UNIT_SIZE:
	case PRIMITIVE_SCALAR_UNIT_TIME:
	case PRIMITIVE_SCALAR_UNIT_FREQUENCY:
	case PRIMITIVE_SCALAR_UNIT_BITRATE:
		return KIND_STRING;
	case PRIMITIVE_BOOLEAN:
		return KIND_BOOLEAN;
	case PRIMITIVE_LIST:
	case PRIMITIVE_MAP:
		return KIND_OTHER;
	default:
		return KIND_ANY;
	}
}

/* NULL if values have none. */
static const char *shortest_unit(enum primitive_type type)
{
	switch (type) {
	case PRIMITIVE_SCALAR_UNIT_SIZE:
		return "B";
	case PRIMITIVE_SCALAR_UNIT_TIME:
		return "s";
	case PRIMITIVE_SCALAR_UNIT_FREQUENCY:
		return "Hz";
	case PRIMITIVE_SCALAR_UNIT_BITRATE:
		return "bps";
	default:
		return NULL;
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
	/* Where nothing tells, it may be anything that something compares it with. */
	input->is_anything = comparison.primitive == PRIMITIVE_BOOLEAN && node_is_null(type) &&
			     known.kind == VALUE_NONE;
	input->is_text |= input->is_anything;
	input->unit = shortest_unit(comparison.primitive);
	input->kinds = input->is_anything ? (unsigned)KIND_ANY : kinds_of(comparison.primitive);
	if (comparison.primitive != PRIMITIVE_BOOLEAN || input->is_anything)
		return;
	input->is_listed = true;
	finding->count = 0;
	values_add(finding, value_from_boolean(false));
	values_add(finding, value_from_boolean(true));
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
	struct string *items;
	struct syntax_tree *tree;
	size_t kept = 0;

	if (!finding->checker->types)
		return;
	items = arena_allocate(finding->arena, finding->count + 1, sizeof(*items));
	for (size_t i = 0; i < finding->count; i++)
		items[i] = arena_join(finding->arena, STRING("- "), "",
			value_json(finding->arena, finding->candidates[i]));
	tree = syntax_tree_create(arena_join_list(finding->arena, items, finding->count, "\n"));
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

/* Lists and maps are equal to themselves only: none is that of an expression. */
static struct value representative(struct arena *arena, struct value value)
{
	return value.kind == VALUE_LIST || value.kind == VALUE_MAP ? value_detach(arena, value)
								   : value;
}

/* What its default looks like may be what its constraints exclude: then they are no numbers. */
static bool are_texts_after_all(struct finding_values *finding)
{
	struct space_input *input = finding->input;
	size_t numbers = 0;

	while (numbers < finding->count && finding->candidates[numbers].kind == VALUE_NUMBER)
		numbers++;
	if (!input->is_number || numbers == finding->count)
		return false;
	input->is_number = input->is_whole = false;
	input->is_text = true;
	return true;
}

static void settle(struct finding_values *finding)
{
	struct space_input *input = finding->input;

	if (finding->count == 0) {
		values_add(finding, declared_default(finding));
		add_variant_values(finding);
		values_add(finding, value_from_string(STRING("other")));
		finding->count = 1;
	}
	are_texts_after_all(finding);
	input->classes = arena_allocate(finding->arena, finding->count, sizeof(struct value));
	input->values = arena_allocate(finding->arena, finding->count, sizeof(*input->values));
	for (size_t i = 0; i < finding->count; i++) {
		input->classes[i] = representative(finding->arena, finding->candidates[i]);
		input->values[i] = (struct space_value){input->classes[i], (uint32_t)i,
			values_are_named(finding->points, finding->candidates[i])};
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
		values_add_number(finding, number);
	finding->input->is_complete = finding->input->has_all = true;
}

/* Booleans and inputs with listed values, and few whole numbers; the others get the default for
 * now. */
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
		if (input->is_whole)
			list_range(finding);
	}
	if (input->is_listed)
		input->looks = LOOK_ALL;
	if (input->is_listed || input->has_all) {
		keep_allowed(finding);
		settle(finding);
	}
}

/* The empty list, and one that nobody names. */
static void add_lists(struct finding_values *finding)
{
	const struct value items[] = {value_from_string(STRING("other")), value_from_number(4711),
		value_from_boolean(true)};

	values_add(finding, value_from_list(finding->arena, NULL, 0));
	for (size_t i = 0; i < sizeof(items) / sizeof(items[0]); i++) {
		struct value *item = arena_allocate(finding->arena, 1, sizeof(*item));

		*item = items[i];
		values_add(finding, value_from_list(finding->arena, item, 1));
	}
}

static void narrow_length(struct finding_values *finding, struct string op, struct node operand)
{
	struct value value = value_from_node(finding->arena, operand);

	if (value.kind == VALUE_NUMBER && (string_is(op, "length") || string_is(op, "max_length")))
		finding->high = fmin(finding->high, value.number);
	if (value.kind == VALUE_NUMBER && (string_is(op, "length") || string_is(op, "min_length")))
		finding->low = fmax(finding->low, value.number);
}

static void find_lengths(struct finding_values *finding)
{
	/* A number needs a digit. */
	finding->low = finding->input->unit ? (double)strlen(finding->input->unit) + 1 : 0;
	finding->high = INFINITY;
	visit_clauses(finding, finding->input->definition, narrow_length);
}

static void add_named_values(struct finding_values *finding)
{
	for (size_t i = 0; i < finding->points->count; i++)
		values_add(finding, finding->points->values[i]);
}

static void finish(struct finding_values *finding)
{
	struct space_input *input = finding->input;

	input->has_all = false;
	values_add(finding, declared_default(finding));
	for (int truth = 0; truth < 2 && input->is_anything; truth++)
		values_add(finding, value_from_boolean(truth));
	visit_clauses(finding, input->definition, add_bounds);
	for (size_t i = 0; input->is_number && i < finding->points->bound_count; i++)
		values_add_number(finding, input->is_whole ? ceil(finding->points->bounds[i])
							   : finding->points->bounds[i]);
	if (input->is_text) {
		find_lengths(finding);
		add_named_values(finding);
	}
	add_variant_values(finding);
	if (input->is_number)
		values_add_numbers(finding);
	if (input->is_whole && (input->needs_all || !input->is_complete))
		list_range(finding);
	if (input->is_text) {
		values_add_texts(finding);
		values_add_ranges(finding);
	}
	if (!input->is_number && !input->is_text) {
		add_lists(finding);
		values_add(finding, value_from_map(finding->arena, NULL, 0));
	}
	keep_allowed(finding);
	if (are_texts_after_all(finding)) {
		find_lengths(finding);
		add_named_values(finding);
		values_add_texts(finding);
		values_add_ranges(finding);
		keep_allowed(finding);
	}
	if (input->is_text && input->kinds == KIND_STRING && finding->high < 1)
		input->has_all = true;
	input->is_compared = finding->points->is_grouped;
	input->looks = input->has_all ? (unsigned)LOOK_ALL : values_looks(finding);
	input->is_complete = !(values_looked_at(finding) & ~input->looks);
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

/* What the declaration of an input sets matters to those that are compared with it. */
static void add_bounds_of_grouped(
	struct space_inputs *inputs, struct space_points *points, struct arena *arena)
{
	for (size_t i = 0; i < inputs->count; i++) {
		struct finding_values finding = {
			.arena = arena, .input = &inputs->items[i], .points = &points[i]};

		if (points[i].is_grouped)
			visit_clauses(&finding, inputs->items[i].definition, add_bounds);
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
		.items = arena_allocate(arena, capacity + 1, sizeof(struct space_input)),
		.looks = arena_allocate(arena, analysis_count + 1, sizeof(struct space_looks))};
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
		for (size_t i = 0; round == 0 && i < inputs->count; i++)
			points[i].group = (uint32_t)i;
		for (size_t i = 0; round == 0 && i < analysis_count; i++)
			space_points_collect(
				inputs, points, defaults, analyses[i], arena, &inputs->looks[i]);
		if (round == 0) {
			add_bounds_of_related(inputs, points, arena);
			add_bounds_of_grouped(inputs, points, arena);
			space_points_share(points, inputs->count, arena);
		}
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
		input->looks = LOOK_ALL;
		input->classes = arena_allocate(arena, 1, sizeof(*input->classes));
		input->classes[0] = value_detach(arena, *value);
		input->class_count = 1;
		input->values = arena_allocate(arena, 1, sizeof(*input->values));
		input->values[0] = (struct space_value){.value = input->classes[0]};
		input->value_count = 1;
	}
}

/* ---- variants ---- */

static uint32_t class_of(const struct space_input *input, struct value value)
{
	for (size_t i = 0; i < input->value_count; i++)
		if (value_equal(input->values[i].value, value))
			return input->values[i].class;
	return UINT32_MAX;
}

bool space_inputs_of_variant(const struct space_inputs *inputs, const struct findings *findings,
	size_t variant, uint32_t *classes)
{
	bool is_known = true;

	for (size_t i = 0; i < inputs->count; i++) {
		const struct space_input *input = &inputs->items[i];
		struct value_result result =
			value_of_input(findings->variants.items[variant].context, input->name);

		classes[i] =
			result.outcome == VALUE_KNOWN ? class_of(input, result.value) : UINT32_MAX;
		is_known &= classes[i] != UINT32_MAX;
	}
	return is_known;
}
