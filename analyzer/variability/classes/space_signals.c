#include "analyzer/variability/classes/space_signals.h"

#include "analyzer/variability/inputs/variability_inputs.h"
#include "base/memory.h"

struct making {
	struct space_signals *signals;
	struct space_inputs *inputs;
	struct arena *arena;
	const struct analysis *const *analyses;
	const atomic_bool *cancelled;
	struct value *values;                   /* of each input, at the moment */
	struct value_definitions **definitions; /* of each analysis */
	struct value_context *context;          /* all inputs have their first class */
	struct name_table errors;               /* texts → space_outcome */
	space_outcome last_error;
	size_t left; /* entries that tables may still have */
};

enum {
	MOST_ENTRIES = 1 << 22 /* of all tables: about as many microseconds */
};

/* ---- which there are ---- */

static struct space_signal *add_signal(
	struct making *making, enum space_signal_kind kind, size_t analysis, uint32_t number)
{
	struct space_signals *signals = making->signals;
	struct space_signal *signal;

	signals->items = arena_reserve(making->arena, signals->items, signals->count,
		&signals->capacity, sizeof(*signals->items));
	signal = &signals->items[signals->count++];
	*signal = (struct space_signal){
		.kind = kind, .analysis = (uint32_t)analysis, .number = number, .is_certain = true};
	return signal;
}

static unsigned looks_of(const struct space_inputs *inputs, const struct space_signal *signal)
{
	const struct space_looks *looks = &inputs->looks[signal->analysis];

	return signal->kind == SIGNAL_ATOM ? looks->atoms[signal->number]
					   : looks->properties[signal->number];
}

/* Signals are compared class by class: inputs that nothing demands make no difference. */
static void set_inputs(struct making *making, struct space_signal *signal, struct value expression)
{
	struct variability_input_names names = {0};

	value_collect_inputs(making->context, expression, &names);
	signal->inputs = arena_allocate(making->arena, names.count + 1, sizeof(uint32_t));
	signal->table_size = 1;
	signal->is_certain = !space_expression_is_volatile(expression);
	for (size_t i = 0; i < names.count; i++) {
		struct space_input *input = name_table_find(&making->inputs->names, names.names[i]);

		if (!input)
			continue;
		signal->inputs[signal->input_count++] = (uint32_t)(input - making->inputs->items);
		signal->is_certain &= !(looks_of(making->inputs, signal) & ~input->looks);
	}
}

static void set_size(const struct making *making, struct space_signal *signal)
{
	signal->table_size = 1;
	for (uint32_t i = 0; i < signal->input_count && signal->table_size; i++) {
		signal->table_size *= making->inputs->items[signal->inputs[i]].class_count;
		if (signal->table_size > SPACE_LIMIT || signal->table_size > making->left)
			signal->table_size = 0;
	}
}

static struct value_context *context_of(
	const struct making *making, size_t analysis, struct value inputs, struct arena *arena)
{
	struct variability_assignment *assignment = variability_assignment_create(arena);

	variability_assignment_add(assignment, inputs);
	return value_context_create_for(arena, making->definitions[analysis], assignment);
}

/* The inputs that a signal demands, with their values at the moment. */
static struct value inputs_of(
	const struct making *making, const struct space_signal *signal, struct arena *arena)
{
	struct value_entry *entries =
		arena_allocate(arena, signal->input_count + 1, sizeof(*entries));

	for (uint32_t i = 0; i < signal->input_count; i++)
		entries[i] = (struct value_entry){making->inputs->items[signal->inputs[i]].name,
			making->values[signal->inputs[i]]};
	return value_from_map(arena, entries, signal->input_count);
}

static const struct service_template *template_of(const struct making *making, size_t analysis)
{
	return making->analyses[analysis]->findings->service_template;
}

static struct value expression_of(
	const struct making *making, const struct space_signal *signal, struct arena *arena)
{
	const struct service_template *of = template_of(making, signal->analysis);

	if (signal->kind == SIGNAL_ATOM)
		return of->formula->atoms[signal->number].value;
	return value_from_node(arena, of->graph.all.items[signal->number]->property.expression);
}

/* What is written twice comes to the same. */
static void add_property(struct making *making, size_t analysis, const struct element *property,
	struct known_atoms *met)
{
	struct node expression = property->property.expression;
	uint32_t known = known_atoms_find_value(met, expression);
	struct space_signal *signal =
		add_signal(making, SIGNAL_PROPERTY, analysis, property->position);

	if (known == ATOM_NONE) {
		set_inputs(making, signal, value_from_node(making->arena, expression));
		known_atoms_add(met, making->arena,
			(struct atom){.kind = ATOM_VALUE,
				.expression = expression,
				.order = (uint32_t)(making->signals->count - 1)});
	} else {
		uint32_t first = known_atoms_at(met, known)->order;
		const struct space_signal *same = &making->signals->items[first];

		signal->inputs = same->inputs;
		signal->input_count = same->input_count;
		signal->is_certain = same->is_certain;
		signal->same = first;
		signal->is_same = true;
	}
}

static void add_expressions(struct making *making, size_t analysis)
{
	const struct service_template *of = template_of(making, analysis);
	struct elements properties = of->graph.kinds[ELEMENT_PROPERTY];
	struct known_atoms met = {0}; /* their `order` is the signal of the expression */

	making->definitions[analysis] =
		value_definitions_create(making->arena, of->graph.variability);
	making->context = context_of(making, analysis,
		space_inputs_map(making->inputs, making->values, making->arena), making->arena);
	for (size_t i = 0; i < of->formula->atom_count; i++)
		if (of->formula->atoms[i].kind == ATOM_VALUE)
			set_inputs(making, add_signal(making, SIGNAL_ATOM, analysis, (uint32_t)i),
				of->formula->atoms[i].value);
	for (uint32_t i = 0; i < properties.count; i++)
		if (!node_is_absent(properties.items[i]->property.expression))
			add_property(making, analysis, properties.items[i], &met);
	known_atoms_finish(&met);
}

static void add_constrained(struct making *making, size_t analysis)
{
	struct node declared = node_get(template_of(making, analysis)->graph.variability, "inputs");

	for (uint32_t i = 0; i < making->inputs->count; i++) {
		struct space_signal *signal;

		if (!variability_inputs_are_related(declared))
			return;
		signal = add_signal(making, SIGNAL_HOLDS, analysis, i);
		signal->inputs = arena_allocate(making->arena, 1, sizeof(uint32_t));
		signal->inputs[0] = i;
		signal->input_count = 1;
		signal->is_certain = making->inputs->items[i].is_complete;
	}
}

/* ---- what they come to ---- */

/* Each text is an outcome of its own; of too many, nothing is certain. */
static space_outcome outcome_of_error(
	struct making *making, struct space_signal *signal, struct string error)
{
	space_outcome *known = name_table_find(&making->errors, error);

	if (known)
		return *known;
	if (making->last_error == OUTCOME_LAST) {
		signal->is_certain = false;
		return OUTCOME_LAST;
	}
	known = arena_allocate(making->arena, 1, sizeof(*known));
	*known = making->last_error++;
	name_table_add(&making->errors, making->arena, arena_copy(making->arena, error), known);
	return *known;
}

static space_outcome outcome_of(struct making *making, struct space_signal *signal,
	struct value expression, struct arena *arena)
{
	struct value_context *context;
	struct value_result result;

	if (signal->kind == SIGNAL_HOLDS)
		return variability_input_holds(making->values[signal->number]) ? OUTCOME_TRUE
									       : OUTCOME_FALSE;
	context = context_of(making, signal->analysis, inputs_of(making, signal, arena), arena);
	result = signal->kind == SIGNAL_ATOM ? value_evaluate_condition(context, expression)
					     : value_evaluate(context, expression);
	if (result.outcome != VALUE_KNOWN)
		return outcome_of_error(making, signal, result.error);
	if (signal->kind == SIGNAL_PROPERTY)
		return result.value.kind == VALUE_NONE ? OUTCOME_NONE : OUTCOME_TRUE;
	return result.value.boolean ? OUTCOME_TRUE : OUTCOME_FALSE;
}

static bool next(const struct making *making, const struct space_signal *signal, uint32_t *digits)
{
	for (uint32_t i = 0; i < signal->input_count; i++) {
		const struct space_input *input = &making->inputs->items[signal->inputs[i]];

		digits[i] = (digits[i] + 1) % input->class_count;
		making->values[signal->inputs[i]] = input->classes[digits[i]];
		if (digits[i] > 0)
			return true;
	}
	return false;
}

static void fill_table(struct making *making, struct space_signal *signal)
{
	uint32_t *digits = memory_allocate(signal->input_count + 1, sizeof(*digits));
	struct arena *of_signal = arena_create();
	struct value expression = {0};
	size_t index = 0;

	if (signal->kind != SIGNAL_HOLDS)
		expression = expression_of(making, signal, of_signal);

	set_size(making, signal);
	making->left -= signal->table_size;
	if (signal->table_size > 0)
		signal->table =
			arena_allocate(making->arena, signal->table_size, sizeof(*signal->table));
	for (uint32_t i = 0; i < signal->input_count; i++)
		making->values[signal->inputs[i]] =
			making->inputs->items[signal->inputs[i]].classes[0];
	while (signal->table_size > 0) {
		struct arena *scratch = arena_create();

		signal->table[index++] = outcome_of(making, signal, expression, scratch);
		arena_destroy(scratch);
		if (!next(making, signal, digits))
			break;
	}
	arena_destroy(of_signal);
	memory_release(digits);
}

/* ---- classes that nothing tells apart ---- */

/* Do two classes of the input with this place among those of the signal come to the same? */
static bool is_same(const struct making *making, const struct space_signal *signal, uint32_t place,
	uint32_t a, uint32_t b)
{
	size_t below = 1, class_count = making->inputs->items[signal->inputs[place]].class_count;

	if (signal->table_size == 0)
		return false;
	for (uint32_t i = 0; i < place; i++)
		below *= making->inputs->items[signal->inputs[i]].class_count;
	for (size_t high = 0; high < signal->table_size; high += below * class_count)
		if (memcmp(&signal->table[high + a * below], &signal->table[high + b * below],
			    below * sizeof(*signal->table)) != 0)
			return false;
	return true;
}

/* Where there is no table, no classes are the same. */
static void hash_column(const struct making *making, const struct space_signal *signal,
	uint32_t place, uint64_t *hashes)
{
	size_t below = 1, class_count = making->inputs->items[signal->inputs[place]].class_count;

	for (uint32_t i = 0; i < place; i++)
		below *= making->inputs->items[signal->inputs[i]].class_count;
	for (size_t i = 0; signal->table_size == 0 && i < class_count; i++)
		hashes[i] = hashes[i] * 31 + i;
	for (size_t at = 0; at < signal->table_size; at += below) {
		struct string column = {
			(const char *)&signal->table[at], below * sizeof(*signal->table)};

		hashes[at / below % class_count] =
			hashes[at / below % class_count] * 31 + string_hash(column);
	}
}

/* What all signals come to with each class, as a number: classes with different ones are not the
 * same. */
static uint64_t *hash_classes(const struct making *making, uint32_t input)
{
	uint64_t *hashes =
		memory_allocate(making->inputs->items[input].class_count + 1, sizeof(*hashes));

	for (size_t i = 0; i < making->signals->count; i++) {
		const struct space_signal *signal = &making->signals->items[i];

		for (uint32_t place = 0; place < signal->input_count; place++)
			if (signal->inputs[place] == input)
				hash_column(making, signal, place, hashes);
	}
	return hashes;
}

static bool are_same(const struct making *making, uint32_t input, uint32_t a, uint32_t b)
{
	for (size_t i = 0; i < making->signals->count; i++) {
		const struct space_signal *signal = &making->signals->items[i];

		for (uint32_t place = 0; place < signal->input_count; place++)
			if (signal->inputs[place] == input && !is_same(making, signal, place, a, b))
				return false;
	}
	return true;
}

/* The first of several stays. */
static void merge_classes(const struct making *making, uint32_t number, uint32_t *merged)
{
	const struct space_input *input = &making->inputs->items[number];
	uint64_t *hashes = input->is_listed ? NULL : hash_classes(making, number);

	for (uint32_t i = 0; i < input->class_count; i++) {
		merged[i] = i;
		for (uint32_t other = 0; other < i && hashes && merged[i] == i; other++)
			if (merged[other] == other && hashes[other] == hashes[i] &&
				are_same(making, number, other, i))
				merged[i] = other;
	}
	memory_release(hashes);
}

static void take_merged(struct space_input *input, const uint32_t *merged)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < input->class_count; i++) {
		if (merged[i] == i) {
			input->classes[kept] = input->classes[i];
			input->values[i].class = kept++;
		} else {
			input->values[i].class = input->values[merged[i]].class;
		}
	}
	input->class_count = kept;
}

static bool is_cancelled(const struct making *making)
{
	return making->cancelled && atomic_load(making->cancelled);
}

static bool fill_tables(struct making *making)
{
	making->left = MOST_ENTRIES;
	for (size_t i = 0; i < making->signals->count && !is_cancelled(making); i++) {
		struct space_signal *signal = &making->signals->items[i];

		if (!signal->is_same) {
			fill_table(making, signal);
			continue;
		}
		signal->table = making->signals->items[signal->same].table;
		signal->table_size = making->signals->items[signal->same].table_size;
	}
	return !is_cancelled(making);
}

static bool merge(struct making *making)
{
	size_t count = making->inputs->count;
	uint32_t **merged = memory_allocate(count + 1, sizeof(*merged));
	bool is_any = false;

	for (uint32_t i = 0; i < count; i++) {
		merged[i] =
			memory_allocate(making->inputs->items[i].class_count + 1, sizeof(**merged));
		merge_classes(making, i, merged[i]);
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t before = making->inputs->items[i].class_count;

		take_merged(&making->inputs->items[i], merged[i]);
		is_any |= making->inputs->items[i].class_count < before;
		memory_release(merged[i]);
	}
	memory_release(merged);
	return is_any;
}

bool space_signals_find(struct space_signals *signals, struct space_inputs *inputs,
	struct arena *arena, const struct analysis *const *analyses, size_t analysis_count,
	const atomic_bool *cancelled)
{
	struct making making = {.signals = signals,
		.inputs = inputs,
		.arena = arena,
		.analyses = analyses,
		.cancelled = cancelled,
		.values = arena_allocate(arena, inputs->count + 1, sizeof(struct value)),
		.definitions = arena_allocate(
			arena, analysis_count + 1, sizeof(struct value_definitions *)),
		.last_error = OUTCOME_ERROR};

	*signals = (struct space_signals){0};
	for (size_t i = 0; i < inputs->count; i++)
		making.values[i] = inputs->items[i].classes[0];
	for (size_t i = 0; i < analysis_count; i++) {
		add_expressions(&making, i);
		add_constrained(&making, i);
	}
	return fill_tables(&making) && (!merge(&making) || fill_tables(&making));
}
