/* vtosca/variants, vtosca/presence, vtosca/graph, vtosca/explain: what editors show of variants
 * beyond the protocol. README.md documents them. */
#include "analyzer/ide/completion/element_text.h"
#include "analyzer/ide/views/graph_text.h"
#include "analyzer/variability/analysis/analysis.h"
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
	}
	return "defaults";
}

static struct json_object *active_json(const struct feature *feature)
{
	struct string active = feature_active_variant(feature);

	return active.length > 0 ? new_string(active) : NULL;
}

/* ---- vtosca/variants ---- */

static struct json_object *variant_json(const struct feature *feature, size_t number)
{
	const struct analysis *analysis = feature->document.analysis;
	const struct variant *variant = analysis_variant(analysis, number);
	struct elements elements = analysis_elements(analysis);
	struct json_object *json = json_object_new_object();
	int64_t counts[PRESENCE_ERROR + 1] = {0};
	struct range range;

	for (uint32_t i = 0; i < elements.count; i++)
		counts[analysis_presence(analysis, number, elements.items[i])]++;
	put(json, "name", new_string(variant->name));
	put(json, "origin", new_text(origin_name(variant->origin)));
	if (variant->error.length > 0)
		put(json, "error", new_string(variant->error));
	put(json, "present", new_integer(counts[PRESENCE_PRESENT]));
	put(json, "absent", new_integer(counts[PRESENCE_ABSENT]));
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

struct json_object *handle_variants(struct feature *feature)
{
	size_t count =
		has_topology(feature) ? analysis_variant_count(feature->document.analysis) : 0;
	struct json_object *result = json_object_new_object();
	struct json_object *variants = json_object_new_array();

	for (size_t i = 0; i < count; i++)
		push(variants, variant_json(feature, i));
	put(result, "variants", variants);
	put(result, "active", active_json(feature));
	return result;
}

/* ---- vtosca/presence ---- */

static struct json_object *presence_json(
	const struct feature *feature, const struct element *element)
{
	const struct analysis *analysis = feature->document.analysis;
	struct json_object *json = json_object_new_object();

	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		struct string name = analysis_variant(analysis, i)->name;

		json_object_object_add(json, arena_copy(feature->arena, name).bytes,
			new_text(presence_name(analysis_presence(analysis, i, element))));
	}
	return json;
}

static struct json_object *variant_states(const struct analysis *analysis)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		const struct variant *variant = analysis_variant(analysis, i);
		struct json_object *json = json_object_new_object();
		bool failed = variant->error.length > 0;

		put(json, "name", new_string(variant->name));
		put(json, "status", new_text(failed ? "error" : "resolved"));
		if (failed)
			put(json, "error", new_string(variant->error));
		push(list, json);
	}
	return list;
}

/* Which elements a client wants to see. */
struct presence_filter {
	enum {
		FILTER_NONE,
		FILTER_DIFFERING, /* not the same under all variants */
		FILTER_PRESENCE,  /* of this presence under the variant */
	} kind;
	enum presence presence;
	size_t variant;
};

/* False if there is no such filter or variant. */
static bool filter_param(struct feature *feature, struct presence_filter *filter)
{
	struct string name;

	*filter = (struct presence_filter){0};
	if (!variant_param(feature, "variant", &filter->variant))
		return false;
	if (!member_string(feature->params, "filter", &name))
		return true;
	if (string_is(name, "differing")) {
		filter->kind = FILTER_DIFFERING;
		return true;
	}
	filter->kind = FILTER_PRESENCE;
	for (int presence = PRESENCE_ABSENT; presence <= PRESENCE_ERROR; presence++) {
		filter->presence = (enum presence)presence;
		if (string_is(name, presence_name(filter->presence)))
			return true;
	}
	feature_fail(feature, ERROR_INVALID_PARAMS, "There is no filter \"%.*s\"",
		STRING_ARGUMENTS(name));
	return false;
}

static bool filter_passes(const struct analysis *analysis, const struct presence_filter *filter,
	const struct element *element)
{
	switch (filter->kind) {
	case FILTER_NONE:
		return true;
	case FILTER_PRESENCE:
		return analysis_presence(analysis, filter->variant, element) == filter->presence;
	case FILTER_DIFFERING:
		for (size_t i = 1; i < analysis_variant_count(analysis); i++)
			if (analysis_presence(analysis, i, element) !=
				analysis_presence(analysis, 0, element))
				return true;
		return false;
	}
	return false;
}

/* By canonical position: what passes, and what holds it. */
static const bool *filter_shown(const struct feature *feature, const struct presence_filter *filter)
{
	const struct analysis *analysis = feature->document.analysis;
	struct elements elements = analysis_elements(analysis);
	bool *shown = arena_allocate(feature->arena, elements.count + 1, sizeof(*shown));

	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];

		if (!filter_passes(analysis, filter, element))
			continue;
		for (; element && !shown[element->position]; element = element->container)
			shown[element->position] = true;
	}
	return shown;
}

struct json_object *handle_presence(struct feature *feature)
{
	const struct analysis *analysis = feature->document.analysis;
	struct elements elements = analysis_elements(analysis);
	struct json_object *result, *list;
	struct presence_filter filter;
	const bool *shown;

	if (!filter_param(feature, &filter))
		return NULL;
	shown = filter_shown(feature, &filter);
	result = json_object_new_object();
	list = json_object_new_array();
	for (uint32_t i = 0; i < elements.count; i++) {
		struct json_object *json;

		if (!shown[elements.items[i]->position])
			continue;
		json = variant_element_json(feature, elements.items[i]);

		put(json, "presence", presence_json(feature, elements.items[i]));
		put(json, "summary",
			new_string(element_summary(analysis, elements.items[i], feature->arena)));
		push(list, json);
	}
	put(result, "version", new_integer(feature->document.version));
	put(result, "active", active_json(feature));
	put(result, "variants", variant_states(analysis));
	put(result, "elements", list);
	return result;
}

/* ---- vtosca/graph ---- */

static struct json_object *graph_item(
	const struct feature *feature, const struct element *element, size_t variant)
{
	enum presence presence = analysis_presence(feature->document.analysis, variant, element);
	struct json_object *json = json_object_new_object();

	put(json, "id", new_string(element_id(element, feature->arena)));
	put(json, "name", new_string(element->name));
	put(json, "presence", new_text(presence_name(presence)));
	put(json, "range", variant_element_range(feature, element));
	return json;
}

/* Of the types that a node has to choose from, the one it has; the first, if it has none. */
static struct string type_under(
	const struct analysis *analysis, const struct element *node, size_t variant)
{
	for (uint32_t i = 0; i < node->types.count; i++)
		if (analysis_presence(analysis, variant, node->types.items[i]) == PRESENCE_PRESENT)
			return node->types.items[i]->name;
	return node->types.items[0]->name;
}

static struct json_object *graph_nodes(const struct feature *feature, size_t variant)
{
	struct elements nodes = analysis_elements_of_kind(feature->document.analysis, ELEMENT_NODE);
	struct json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < nodes.count; i++) {
		const struct element *node = nodes.items[i];
		struct json_object *json = graph_item(feature, node, variant);

		if (node->types.count > 0)
			put(json, "type",
				new_string(type_under(feature->document.analysis, node, variant)));
		push(list, json);
	}
	return list;
}

static struct json_object *graph_edges(const struct feature *feature, size_t variant)
{
	struct elements relations =
		analysis_elements_of_kind(feature->document.analysis, ELEMENT_RELATION);
	struct json_object *list = json_object_new_array();

	for (uint32_t i = 0; i < relations.count; i++) {
		const struct element *relation = relations.items[i];
		const struct element *source = element_source(relation);
		struct json_object *json;

		if (!source || !relation->relation.target)
			continue;
		json = graph_item(feature, relation, variant);
		put(json, "source", new_string(element_id(source, feature->arena)));
		put(json, "target",
			new_string(element_id(relation->relation.target, feature->arena)));
		put(json, "hosting", new_boolean(relation->relation.is_hosting));
		push(list, json);
	}
	return list;
}

/* The format that the params ask for, the number of the NULL behind them all if they ask for none.
 * False if there is no such format. */
static bool graph_format_param(struct feature *feature, size_t *format)
{
	struct string name = STRING("");
	bool is_asked = member_string(feature->params, "format", &name);

	for (*format = 0; graph_formats[*format]; ++*format)
		if (is_asked && string_is(name, graph_formats[*format]))
			return true;
	if (is_asked)
		feature_fail(feature, ERROR_INVALID_PARAMS, "There is no format \"%.*s\"",
			STRING_ARGUMENTS(name));
	return !is_asked;
}

struct json_object *handle_graph(struct feature *feature)
{
	struct json_object *result;
	size_t variant, format;

	if (!variant_param(feature, "variant", &variant) || !graph_format_param(feature, &format))
		return NULL;
	result = json_object_new_object();
	put(result, "nodes", graph_nodes(feature, variant));
	put(result, "edges", graph_edges(feature, variant));
	if (graph_formats[format]) {
		struct graph_variants only = {variant, 1};

		put(result, "text",
			new_string(graph_text(feature->document.analysis, only,
				(enum graph_format)format, feature->arena)));
	}
	return result;
}

/* ---- vtosca/explain ---- */

static struct json_object *step_json(
	const struct feature *feature, const struct explanation_step *step)
{
	struct json_object *json = json_object_new_object();
	struct range range = {0, 0};

	put(json, "depth", new_integer(step->depth));
	put(json, "text", new_string(step->text));
	if (!variant_node_place(feature, step->place, &range) && step->element)
		range = analysis_element_range(feature->document.analysis, step->element);
	if (range.end > range.start) {
		struct json_object *location = json_object_new_object();

		put(location, "uri", new_string(feature->document.uri));
		put(location, "range", feature_convert(feature, range));
		put(json, "location", location);
	}
	return json;
}

static struct json_object *explanation_json(
	const struct feature *feature, const struct element *element, size_t variant)
{
	const struct analysis *analysis = feature->document.analysis;
	struct json_object *json = json_object_new_object();
	struct json_object *list = json_object_new_array();
	size_t count;
	const struct explanation_step *steps =
		analysis_explain(analysis, variant, element, feature->arena, &count);

	for (size_t i = 0; i < count; i++)
		push(list, step_json(feature, &steps[i]));
	put(json, "name", new_string(analysis_variant(analysis, variant)->name));
	put(json, "presence",
		new_text(presence_name(analysis_presence(analysis, variant, element))));
	put(json, "steps", list);
	return json;
}

/* In front of a line's first word, the word is meant. */
static uint32_t behind_indentation(const struct feature *feature, uint32_t offset)
{
	const struct syntax_tree *tree = feature->document.tree;
	struct position position = syntax_tree_position(tree, offset, feature->client.encoding);
	struct range line = syntax_tree_line(tree, position.line);
	struct string text = syntax_tree_text(tree, line, feature->arena);
	uint32_t blanks = 0;

	while (blanks < text.length && (text.bytes[blanks] == ' ' || text.bytes[blanks] == '-'))
		blanks++;
	return offset < line.start + blanks ? line.start + blanks : offset;
}

struct json_object *handle_explain(struct feature *feature)
{
	const struct analysis *analysis = feature->document.analysis;
	size_t active = analysis_active_variant(analysis);
	const struct element *element;
	struct json_object *result, *variants;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	offset = behind_indentation(feature, offset);
	element =
		analysis_element_at(analysis, syntax_tree_node_at(feature->document.tree, offset));
	if (!element)
		return NULL;
	variants = json_object_new_array();
	if (active < analysis_variant_count(analysis))
		push(variants, explanation_json(feature, element, active));
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		if (i != active)
			push(variants, explanation_json(feature, element, i));
	result = json_object_new_object();
	put(result, "element", new_string(element_id(element, feature->arena)));
	put(result, "display", new_string(element_title(element, feature->arena)));
	put(result, "variants", variants);
	return result;
}
