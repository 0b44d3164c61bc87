/* vtosca/variants: the variants of a template, and the inputs that they assign. */
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/expressions/value_expression.h"
#include "analyzer/variability/presence/service_template.h"
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/variant_json.h"

static const char *origin_name(enum variant_origin origin)
{
	switch (origin) {
	case VARIANT_DEFAULTS:
		return "defaults";
	case VARIANT_PRESET:
		return "preset";
	case VARIANT_TEST:
		return "test";
	case VARIANT_SETTINGS:
		return "settings";
	case VARIANT_TRIED:
		return "tried";
	}
	return "defaults";
}

static struct node variability_of(const struct feature *feature)
{
	struct node root = syntax_tree_root(feature->document.tree);

	return node_get(service_template_topology(root).value, "variability");
}

static struct json_object *value_to_json(const struct feature *feature, struct value value)
{
	return new_raw(value_json(feature->arena, value));
}

/* What a scalar says is put into `json`, if there is one. */
static void put_text(struct json_object *json, const char *name, struct node scalar)
{
	if (node_kind(scalar) == NODE_SCALAR)
		put(json, name, new_string(node_text(scalar)));
}

/* What the variability inputs are under a variant, as far as they have values. */
static struct json_object *assignment_json(const struct feature *feature, size_t number)
{
	struct node inputs = node_get(variability_of(feature), "inputs");
	struct value_context *context =
		analysis_value_context(feature->document.analysis, number, feature->arena);
	struct json_object *json = new_object();

	for (uint32_t i = 0; i < node_count(inputs); i++) {
		struct string name = node_text(node_entry(inputs, i).key);
		struct value_result result = value_of_input(context, name);

		if (result.outcome == VALUE_KNOWN && result.value.kind != VALUE_NONE)
			json_object_object_add(json, arena_copy(feature->arena, name).bytes,
				value_to_json(feature, result.value));
	}
	return json;
}

/* How many elements each variant has, and has not. */
struct presence_counts {
	int64_t present[ANALYSIS_MAXIMUM_VARIANTS], absent[ANALYSIS_MAXIMUM_VARIANTS];
};

static void count_presence(const struct feature *feature, struct presence_counts *counts)
{
	const struct analysis *analysis = feature->document.analysis;
	struct elements elements = analysis_elements(analysis);
	size_t count = analysis_variant_count(analysis);

	*counts = (struct presence_counts){0};
	for (uint32_t i = 0; i < elements.count; i++) {
		struct presence_of_variants are;
		uint64_t absent;

		if (!variant_lists_element(feature, elements.items[i]))
			continue;
		are = analysis_presence_of_variants(analysis, elements.items[i]);
		absent = ~(are.present | are.depends | are.error);
		for (size_t variant = 0; variant < count; variant++) {
			counts->present[variant] += are.present >> variant & 1;
			counts->absent[variant] += absent >> variant & 1;
		}
	}
}

static struct json_object *variant_json(
	const struct feature *feature, size_t number, const struct presence_counts *counts)
{
	const struct analysis *analysis = feature->document.analysis;
	const struct variant *variant = analysis_variant(analysis, number);
	struct json_object *json = new_object();
	struct range range;

	put(json, "name", new_string(variant->name));
	put(json, "origin", new_text(origin_name(variant->origin)));
	if (variant->origin == VARIANT_PRESET) {
		struct node preset =
			node_find(node_get(variability_of(feature), "presets"), variant->name)
				.value;

		put_text(json, "label", node_get(preset, "name"));
		put_text(json, "description", node_get(preset, "description"));
	}
	put(json, "inputs", assignment_json(feature, number));
	if (variant->error.length > 0)
		put(json, "error", new_string(variant_error_text(variant, feature->arena)));
	put(json, "present", new_integer(counts->present[number]));
	put(json, "absent", new_integer(counts->absent[number]));
	if (variant_node_place(feature, variant->place, &range))
		put(json, "range", feature_convert(feature, range));
	return json;
}

/* A file of types is of no variant. */
static bool has_topology(const struct feature *feature)
{
	struct node root = syntax_tree_root(feature->document.tree);

	return !node_is_absent(service_template_topology(root).key);
}

/* A bound that a constraint or validation clause states, under any of two names. */
static void put_bound(const struct feature *feature, struct json_object *json, const char *name,
	struct node clause, const char *key)
{
	struct node bound = node_get(clause, key);

	if (node_kind(bound) == NODE_SCALAR && !member(json, name))
		put(json, name, value_to_json(feature, value_from_node(feature->arena, bound)));
}

/* What the constraints of an input say about the values it can have. */
static void put_constraints(
	const struct feature *feature, struct json_object *json, struct node constraints)
{
	for (uint32_t i = 0; i < node_count(constraints); i++) {
		struct node clause = node_item(constraints, i);
		struct node values = node_get(clause, "valid_values");
		struct node range = node_get(clause, "in_range");

		if (node_kind(values) == NODE_SEQUENCE && !member(json, "values"))
			put(json, "values",
				value_to_json(feature, value_from_node(feature->arena, values)));
		put_bound(feature, json, "minimum", clause, "greater_or_equal");
		put_bound(feature, json, "maximum", clause, "less_or_equal");
		if (node_kind(range) == NODE_SEQUENCE && node_count(range) == 2 &&
			!member(json, "minimum") && !member(json, "maximum")) {
			struct value bounds = value_from_node(feature->arena, range);

			if (bounds.list->items[0].kind == VALUE_NUMBER)
				put(json, "minimum", value_to_json(feature, bounds.list->items[0]));
			if (bounds.list->items[1].kind == VALUE_NUMBER)
				put(json, "maximum", value_to_json(feature, bounds.list->items[1]));
		}
	}
}

static struct json_object *inputs_json(const struct feature *feature)
{
	struct node inputs = node_get(variability_of(feature), "inputs");
	struct json_object *list = new_array();

	for (uint32_t i = 0; i < node_count(inputs); i++) {
		struct node_entry entry = node_entry(inputs, i);
		struct json_object *json = new_object();
		struct node type = node_get(entry.value, "type");

		put(json, "name", new_string(node_text(entry.key)));
		put(json, "type",
			node_kind(type) == NODE_SCALAR ? new_string(node_text(type))
						       : new_text("string"));
		put_text(json, "description", node_get(entry.value, "description"));
		put_constraints(feature, json, node_get(entry.value, "constraints"));
		put(json, "range", feature_convert(feature, node_range(entry.key)));
		push(list, json);
	}
	return list;
}

struct json_object *handle_variants(struct feature *feature)
{
	const struct analysis *analysis = feature_show(feature);
	size_t count = has_topology(feature) ? analysis_variant_count(analysis) : 0;
	struct json_object *result = new_object();
	struct json_object *variants = new_array();
	struct presence_counts counts;

	count_presence(feature, &counts);
	for (size_t i = 0; i < count; i++)
		push(variants, variant_json(feature, i, &counts));
	put(result, "variants", variants);
	put(result, "active", variant_active_json(feature));
	put(result, "inputs", inputs_json(feature));
	return result;
}
