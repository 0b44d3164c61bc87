#include "analyzer/variability/space/space_review.h"

#include "analyzer/language/variability/operators.h"
#include "analyzer/variability/resolution/resolution.h"
#include "analyzer/variability/space/space_parts.h"
#include "analyzer/variability/space/space_truth.h"
#include "solver/evaluation.h"

#include <string.h>

/* ---- equal presets ---- */

/* Of variants in which the same is present. */
static bool have_equal_values(const struct analysis *analysis, size_t a, size_t b)
{
	struct elements properties = analysis_elements_of_kind(analysis, ELEMENT_PROPERTY);
	const struct resolution of_a = {analysis, a, NULL, NULL}, of_b = {analysis, b, NULL, NULL};

	for (uint32_t i = 0; i < properties.count; i++) {
		const struct value *x = analysis_property_value(analysis, a, properties.items[i]);
		const struct value *y = analysis_property_value(analysis, b, properties.items[i]);

		if ((!x != !y || (x && !value_equal(*x, *y))) &&
			(resolution_is_seen(&of_a, properties.items[i]) ||
				resolution_is_seen(&of_b, properties.items[i])))
			return false;
	}
	return true;
}

/* Sets of variants, as bits, each of more than one. */
struct variant_sets {
	uint64_t items[EVALUATION_ASSIGNMENTS];
	size_t count;
};

static bool is_several(uint64_t set)
{
	return (set & (set - 1)) != 0;
}

/* Takes those in which something holds apart from the others. */
static void split(struct variant_sets *sets, uint64_t holding)
{
	size_t count = sets->count;

	for (size_t i = count; i-- > 0;) {
		uint64_t in = sets->items[i] & holding, out = sets->items[i] & ~holding;

		if (in == 0 || out == 0)
			continue;
		sets->items[i] = is_several(in) ? in : out;
		if (is_several(in) && is_several(out))
			sets->items[sets->count++] = out;
		else if (!is_several(in) && !is_several(out))
			sets->items[i] = sets->items[--sets->count];
	}
}

static bool is_resolved_preset(const struct analysis *analysis, size_t variant)
{
	const struct variant *of = analysis_variant(analysis, variant);

	return of->origin == VARIANT_PRESET && of->error.length == 0;
}

/* Presets under which the same elements are present. */
static struct variant_sets alike_presets(const struct analysis *analysis)
{
	struct elements all = analysis_elements(analysis);
	struct variant_sets sets = {.count = 1};

	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		if (is_resolved_preset(analysis, i))
			sets.items[0] |= UINT64_C(1) << i;
	if (!is_several(sets.items[0]))
		sets.count = 0;
	for (uint32_t i = 0; i < all.count && sets.count > 0; i++) {
		struct presence_of_variants are =
			analysis_presence_of_variants(analysis, all.items[i]);

		split(&sets, are.error);
		split(&sets, are.depends & ~are.error);
		split(&sets, are.present & ~are.depends & ~are.error);
	}
	return sets;
}

const struct equal_variants *space_equal_presets(
	const struct analysis *analysis, struct arena *arena, size_t *count)
{
	size_t variants = analysis_variant_count(analysis);
	struct equal_variants *found = arena_allocate(arena, variants + 1, sizeof(*found));
	struct variant_sets sets = alike_presets(analysis);

	*count = 0;
	for (size_t i = 0; i < variants; i++) {
		size_t *items = arena_allocate(arena, variants, sizeof(*items)), same = 0, k = 0;

		while (k < sets.count && !(sets.items[k] >> i & 1))
			k++;
		for (size_t other = i; k < sets.count && other < variants; other++)
			if (sets.items[k] >> other & 1 && have_equal_values(analysis, i, other)) {
				sets.items[k] &= ~(UINT64_C(1) << other);
				items[same++] = other;
			}
		if (same > 1)
			found[(*count)++] = (struct equal_variants){items, same};
	}
	return found;
}

/* ---- what nobody reads ---- */

struct reading {
	struct arena *arena;
	struct node expressions;
	struct name_table read; /* names of expressions */
	struct node *waiting;   /* of those, what is still to be read: chains of them are long */
	size_t waiting_count, waiting_capacity;
};

static void read_expression(struct reading *reading, struct node name)
{
	struct node_entry entry = node_find(reading->expressions, node_text(name));

	if (node_is_absent(entry.key) || name_table_find(&reading->read, node_text(name)))
		return;
	name_table_add(&reading->read, reading->arena, node_text(name), reading);
	reading->waiting = arena_reserve(reading->arena, reading->waiting, reading->waiting_count,
		&reading->waiting_capacity, sizeof(*reading->waiting));
	reading->waiting[reading->waiting_count++] = entry.value;
}

static void read_node(struct reading *reading, struct node node)
{
	uint32_t count = node_is_collection(node) ? node_count(node) : 0;

	for (uint32_t i = 0; node_kind(node) == NODE_SEQUENCE && i < count; i++)
		read_node(reading, node_item(node, i));
	for (uint32_t i = 0; node_kind(node) == NODE_MAPPING && i < count; i++) {
		struct node_entry entry = node_entry(node, i);
		enum operator_id op = operator_called(node_text(entry.key), true);

		if (node_equal_place(entry.value, reading->expressions))
			continue;
		if ((op == OPERATOR_LOGIC_EXPRESSION || op == OPERATOR_VALUE_EXPRESSION) &&
			node_kind(entry.value) == NODE_SCALAR)
			read_expression(reading, entry.value);
		else
			read_node(reading, entry.value);
	}
}

static void read_file(struct reading *reading, struct node root)
{
	read_node(reading, root);
	while (reading->waiting_count > 0)
		read_node(reading, reading->waiting[--reading->waiting_count]);
}

static void mark_named(const struct space *space, struct string name, bool *used)
{
	const struct space_input *input = name_table_find(&space->inputs.names, name);

	if (input)
		used[input - space->inputs.items] = true;
}

static void mark_names(const struct space *space, struct node names, bool *used)
{
	uint32_t count = node_kind(names) == NODE_SEQUENCE ? node_count(names) : 0;

	for (uint32_t i = 0; i < count; i++)
		mark_named(space, node_text(node_item(names, i)), used);
	if (node_kind(names) == NODE_SCALAR)
		mark_named(space, node_text(names), used);
}

/* Constraints between inputs, and defaults that are computed. */
static void mark_declaration(const struct space *space, struct value_context *context,
	const struct space_input *input, bool *used, struct arena *arena)
{
	static const char *const keynames[] = {
		"mandatory", "optional", "choices", "alternatives", "requires", "excludes"};
	struct variability_input_names names = {0};

	for (size_t i = 0; i < sizeof(keynames) / sizeof(keynames[0]); i++) {
		struct node related = node_get(input->definition, keynames[i]);

		if (node_is_null(related))
			continue;
		mark_named(space, input->name, used);
		mark_names(space, related, used);
	}
	value_collect_inputs(context,
		value_from_node(arena, node_get(input->definition, "default_expression")), &names);
	value_collect_inputs(
		context, value_from_node(arena, node_get(input->definition, "default")), &names);
	for (size_t i = 0; i < names.count; i++)
		mark_named(space, names.names[i], used);
}

const struct unused_declaration *space_unused(
	const struct space *space, struct arena *arena, size_t *count)
{
	const struct service_template *of = space->analysis->findings->service_template;
	struct node expressions = node_get(of->graph.variability, "expressions");
	uint32_t expression_count =
		node_kind(expressions) == NODE_MAPPING ? node_count(expressions) : 0;
	struct unused_declaration *unused =
		arena_allocate(arena, space->inputs.count + expression_count + 1, sizeof(*unused));
	bool *used = arena_allocate(arena, space->inputs.count + 1, sizeof(*used));
	struct value_context *context = value_context_create(arena, of->graph.variability, NULL);
	struct reading reading = {.arena = arena, .expressions = expressions};

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];

		for (uint32_t k = 0; signal->kind != SIGNAL_HOLDS && k < signal->input_count; k++)
			used[signal->inputs[k]] = true;
	}
	for (size_t i = 0; i < space->inputs.count; i++)
		mark_declaration(space, context, &space->inputs.items[i], used, arena);
	read_file(&reading, of->graph.root);
	for (const struct side_file *file = of->files.first; file; file = file->next)
		if (file->tree)
			read_file(&reading, syntax_tree_root(file->tree));
	*count = 0;
	for (size_t i = 0; i < space->inputs.count; i++)
		if (!used[i])
			unused[(*count)++] = (struct unused_declaration){
				true, space->inputs.items[i].name, space->inputs.items[i].key};
	for (uint32_t i = 0; i < expression_count; i++) {
		struct node key = node_entry(expressions, i).key;

		if (!name_table_find(&reading.read, node_text(key)))
			unused[(*count)++] =
				(struct unused_declaration){false, node_text(key), key};
	}
	return unused;
}

/* ---- what has a name ---- */

static const struct space_observation *observation_of(
	const struct space *space, struct node expression)
{
	for (size_t i = 0; space->truth && i < space->truth->count; i++) {
		const struct space_observation *item = &space->truth->items[i];

		if (item->element &&
			node_equal_place(
				analysis_node(space->analysis, item->expression), expression))
			return item;
	}
	return NULL;
}

struct string space_name_of(const struct space *space, struct node expression)
{
	const struct space_observation *asked = observation_of(space, expression);

	if (!asked || asked->part == SPACE_NO_PART || space->parts[asked->part].combinations == 0)
		return STRING("");
	for (size_t i = 0; i < space->truth->count; i++) {
		const struct space_observation *item = &space->truth->items[i];

		if (item->name.length > 0 && item->formula != asked->formula &&
			item->part == asked->part && item->is_certain && !item->has_presence &&
			space_columns_agree(
				&space->parts[item->part], item->holds, asked->holds, 0))
			return item->name;
	}
	return STRING("");
}

bool space_is_pruned(const struct space *space, struct node expression)
{
	const struct space_observation *asked = observation_of(space, expression);

	return asked && asked->parent == TRUTH_NO_PARENT &&
	       conditions_of(
		       &space->analysis->findings->service_template->conditions, asked->element)
			       ->tokens != 0;
}
