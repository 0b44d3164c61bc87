/* vtosca/presence, vtosca/absent, vtosca/graph, vtosca/explain: what editors show of presence
 * beyond the protocol. own_requests.def documents them. */
#include "analyzer/ide/completion/element_text.h"
#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/views/graph_text.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_text.h"
#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/variant_json.h"
#include "lsp/wire/convert.h"
#include "lsp/wire/json_text.h"

/* ---- vtosca/presence ---- */

static void write_presence(
	const struct feature *feature, const struct element *element, struct json_text *text)
{
	const struct analysis *analysis = feature->document.analysis;

	json_text_add(text, STRING(",\"presence\":{"));
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		if (i > 0)
			json_text_add(text, STRING(","));
		json_text_add_string(text, analysis_variant(analysis, i)->name);
		json_text_add(text, STRING(":"));
		json_text_add_string(
			text, string_from(presence_name(analysis_presence(analysis, i, element))));
	}
	json_text_add(text, STRING("}"));
}

static struct json_object *variant_states(const struct analysis *analysis, struct arena *arena)
{
	struct json_object *list = new_array();

	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		const struct variant *variant = analysis_variant(analysis, i);
		struct json_object *json = new_object();
		bool failed = variant->error.length > 0;

		put(json, "name", new_string(variant->name));
		put(json, "status", new_text(failed ? "error" : "resolved"));
		if (failed)
			put(json, "error", new_string(variant_error_text(variant, arena)));
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

/* What people look for first comes first. */
static const enum element_kind kind_order[] = {ELEMENT_NODE, ELEMENT_RELATION, ELEMENT_PROPERTY,
	ELEMENT_ARTIFACT, ELEMENT_TECHNOLOGY, ELEMENT_GROUP, ELEMENT_POLICY, ELEMENT_INPUT,
	ELEMENT_OUTPUT, ELEMENT_IMPORT, ELEMENT_TYPE};

/* Which part of the table a client wants. */
struct presence_request {
	struct presence_filter filter;
	bool has_container;
	const struct element *container; /* NULL: what is held by none */
	struct json_object *kinds;       /* NULL: all */
	bool is_flat;                    /* without what holds something that is asked for */
	struct string search;            /* in a name, of any case; empty: any */
	int64_t offset;
	int64_t limit;
	bool has_place;
	uint32_t place;
};

/* False if there is no such element. */
static bool container_param(struct feature *feature, struct presence_request *request)
{
	struct string id;

	request->has_container = member_string(feature->params, "container", &id);
	if (!request->has_container || id.length == 0)
		return true;
	request->container = analysis_find_element(feature->document.analysis, id);
	if (!request->container)
		feature_fail(feature, ERROR_INVALID_PARAMS, "There is no element \"%.*s\"",
			STRING_ARGUMENTS(id));
	return request->container != NULL;
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

static bool request_params(struct feature *feature, struct presence_request *request)
{
	*request = (struct presence_request){.limit = INT64_MAX};
	member_string(feature->params, "search", &request->search);
	member_integer(feature->params, "offset", &request->offset);
	member_integer(feature->params, "limit", &request->limit);
	request->kinds = member_array(feature->params, "kinds");
	request->is_flat = member_is_true(feature->params, "flat");
	request->has_place = convert_to_offset(feature->document.tree,
		member(feature->params, "at"), feature->client.encoding, &request->place);
	if (request->has_place)
		request->place = behind_indentation(feature, request->place);
	return filter_param(feature, &request->filter) && container_param(feature, request);
}

static bool contains_word(struct string text, struct string word)
{
	for (size_t i = 0; i + word.length <= text.length; i++) {
		size_t same = 0;

		while (same < word.length &&
			string_lower(text.bytes[i + same]) == string_lower(word.bytes[same]))
			same++;
		if (same == word.length)
			return true;
	}
	return false;
}

static bool request_asks_for(const struct feature *feature, const struct presence_request *request,
	const struct element *element)
{
	if (request->search.length > 0 &&
		!contains_word(element_title(element, feature->arena), request->search) &&
		!contains_word(element_caption(feature->document.analysis, element, feature->arena),
			request->search))
		return false;
	return filter_passes(feature->document.analysis, &request->filter, element);
}

/* By position: what is asked for, and of a whole table what holds it. */
static const bool *request_shown(
	const struct feature *feature, const struct presence_request *request)
{
	const struct analysis *analysis = feature->document.analysis;
	struct elements elements = analysis_elements(analysis);
	bool *shown = arena_allocate(
		feature->arena, (size_t)analysis_places(analysis).count + 1, sizeof(*shown));
	bool with_containers = request->search.length == 0 && !request->is_flat;

	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];

		if (!variant_lists_element(feature, element) ||
			!request_asks_for(feature, request, element))
			continue;
		shown[element->position] = true;
		element = element->container;
		for (; with_containers && element && !shown[element->position];
			element = element->container)
			shown[element->position] = true;
	}
	if (request->has_container)
		for (uint32_t i = 0; i < elements.count; i++)
			if (elements.items[i]->container != request->container)
				shown[elements.items[i]->position] = false;
	return shown;
}

/* By canonical position: how many an element holds that pass the filter, or hold some. */
static const uint32_t *count_children(
	const struct feature *feature, const struct presence_request *request)
{
	const struct analysis *analysis = feature->document.analysis;
	struct elements elements = analysis_elements(analysis);
	uint32_t *counts = arena_allocate(
		feature->arena, (size_t)analysis_places(analysis).count + 1, sizeof(*counts));

	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];

		if (!variant_lists_element(feature, element) ||
			!filter_passes(analysis, &request->filter, element))
			continue;
		for (const struct element *c = element->container; c; c = c->container)
			counts[c->position]++;
	}
	return counts;
}

/* Under all inputs, where that is known. */
static void write_when(
	const struct feature *feature, const struct element *element, struct json_text *text)
{
	const struct space *space = feature->document.space;
	struct string condition = space_condition(space, element);
	enum space_when when = space_presence(space, element, feature->arena).when;

	json_text_add(text, STRING(",\"when\":"));
	json_text_add_string(text, string_from(space_when_name(when)));
	if (condition.length > 0) {
		json_text_add(text, STRING(",\"condition\":"));
		json_text_add_string(text, condition);
	}
}

static void write_item(const struct feature *feature, const struct element *element,
	uint32_t children, struct json_text *text)
{
	json_text_add(text, text->length > 0 ? STRING(",") : STRING("["));
	variant_write_element(feature, element, text);
	write_presence(feature, element, text);
	json_text_add(text, STRING(",\"summary\":"));
	json_text_add_string(
		text, element_summary(feature->document.analysis, element, feature->arena));
	json_text_add(text, STRING(",\"children\":"));
	json_text_add_number(text, children);
	if (feature->document.space)
		write_when(feature, element, text);
	json_text_add(text, STRING("}"));
}

/* The innermost of the listed elements that holds the place, by its number among them. */
struct innermost {
	int64_t number; /* -1: none */
	uint32_t length;
};

static void look_at(struct innermost *innermost, const struct feature *feature,
	const struct presence_request *request, const struct element *element, int64_t number)
{
	struct range range = analysis_element_range(feature->document.analysis, element);
	uint32_t length = range.end - range.start;

	if (range.start <= request->place && request->place <= range.end &&
		(innermost->number < 0 || length < innermost->length))
		*innermost = (struct innermost){number, length};
}

static struct json_object *kind_count(enum element_kind kind, int64_t count)
{
	struct json_object *json = new_object();

	put(json, "kind", new_text(element_kind_name(kind)));
	put(json, "count", new_integer(count));
	return json;
}

struct json_object *handle_presence(struct feature *feature)
{
	const struct analysis *analysis = feature_show(feature);
	struct presence_request request;
	struct innermost innermost = {.number = -1};
	int64_t number = 0;

	if (!request_params(feature, &request))
		return NULL;
	const bool *shown = request_shown(feature, &request);
	const uint32_t *children = count_children(feature, &request);
	struct json_object *result = new_object();
	struct json_object *kinds = new_array();
	struct json_text list = {0};
	for (size_t k = 0; k < sizeof(kind_order) / sizeof(*kind_order); k++) {
		struct elements elements = analysis_elements_of_kind(analysis, kind_order[k]);
		int64_t first = number;

		if (request.kinds && !array_has(request.kinds, element_kind_name(kind_order[k])))
			continue;
		for (uint32_t i = 0; i < elements.count; i++) {
			const struct element *element = elements.items[i];

			if (!shown[element->position])
				continue;
			if (request.has_place)
				look_at(&innermost, feature, &request, element, number);
			if (number >= request.offset && number - request.offset < request.limit)
				write_item(feature, element, children[element->position], &list);
			number++;
		}
		if (number > first)
			push(kinds, kind_count(kind_order[k], number - first));
	}
	put(result, "version", new_integer(feature->document.version));
	put(result, "active", variant_active_json(feature));
	put(result, "variants", variant_states(analysis, feature->arena));
	json_text_add(&list, list.length > 0 ? STRING("]") : STRING("[]"));
	put(result, "elements", json_text_value(&list));
	put(result, "kinds", kinds);
	if (innermost.number >= 0)
		put(result, "position", new_integer(innermost.number));
	return result;
}

/* ---- vtosca/absent ---- */

/* What a client has already is not sent again. */
static void put_ranges(
	const struct feature *feature, struct json_text *ranges, struct json_object *result)
{
	uint64_t hash = string_hash((struct string){ranges->bytes, ranges->length});
	struct string id = arena_format(feature->arena, "%016llx", (unsigned long long)hash);
	struct string previous;

	put(result, "resultId", new_string(id));
	if (member_string(feature->params, "previousResultId", &previous) &&
		string_equal(previous, id))
		json_text_release(ranges);
	else
		put(result, "ranges", json_text_value(ranges));
}

struct json_object *handle_absent(struct feature *feature)
{
	const struct analysis *analysis = feature_show(feature);
	const struct syntax_tree *tree = feature->document.tree;
	enum position_encoding encoding = feature->client.encoding;
	struct json_object *result = new_object();
	struct json_text ranges = {0};
	size_t active = analysis_active_variant(analysis);

	if (feature->document.fades && active < analysis_variant_count(analysis)) {
		struct absent_elements *absent = absent_elements_create(analysis, active, NULL);

		for (size_t i = 0; i < absent_elements_count(absent); i++) {
			struct range range = absent_elements_range(absent, i);

			json_text_add(&ranges, i > 0 ? STRING(",") : STRING("["));
			json_text_add_range(&ranges,
				syntax_tree_position(tree, range.start, encoding),
				syntax_tree_position(tree, range.end, encoding));
		}
		absent_elements_destroy(absent);
	}
	json_text_add(&ranges, ranges.length > 0 ? STRING("]") : STRING("[]"));
	put(result, "version", new_integer(feature->document.version));
	put(result, "active", variant_active_json(feature));
	put_ranges(feature, &ranges, result);
	return result;
}

/* ---- vtosca/graph ---- */

static struct json_object *graph_item(
	const struct feature *feature, const struct element *element, size_t variant)
{
	enum presence presence = analysis_presence(feature->document.analysis, variant, element);
	struct json_object *json = new_object();

	put(json, "id", new_string(element_id(element, feature->arena)));
	put(json, "name", new_string(element->name));
	put(json, "presence", new_text(presence_name(presence)));
	put(json, "summary",
		new_string(element_summary(feature->document.analysis, element, feature->arena)));
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
	struct json_object *list = new_array();

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
	struct json_object *list = new_array();

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
	const struct analysis *analysis = feature_show(feature);
	struct json_object *result;
	size_t variant, format;

	if (!variant_param(feature, "variant", &variant) || !graph_format_param(feature, &format))
		return NULL;
	result = new_object();
	put(result, "nodes", graph_nodes(feature, variant));
	put(result, "edges", graph_edges(feature, variant));
	if (graph_formats[format]) {
		struct graph_variants only = {variant, 1};

		put(result, "text",
			new_string(graph_text(
				analysis, only, (enum graph_format)format, feature->arena)));
	}
	return result;
}

/* ---- vtosca/explain ---- */

static struct json_object *step_json(
	const struct feature *feature, const struct explanation_step *step)
{
	struct json_object *json = new_object();
	struct range range = {0, 0};

	put(json, "depth", new_integer(step->depth));
	put(json, "text", new_string(step->text));
	if (!variant_node_place(feature, step->place, &range) && step->element)
		range = analysis_element_range(feature->document.analysis, step->element);
	if (range.end > range.start) {
		struct json_object *location = new_object();

		put(location, "uri", new_string(feature->document.uri));
		put(location, "range", feature_convert(feature, range));
		put(json, "location", location);
	}
	return json;
}

/* The explanations of all variants, each of which several variants may share. */
struct explanations {
	const struct explanation *items;
	size_t count;
};

static const struct explanation *explanation_of(struct explanations explanations, size_t variant)
{
	for (size_t i = 0; i < explanations.count; i++)
		for (size_t k = 0; k < explanations.items[i].variant_count; k++)
			if (explanations.items[i].variants[k] == variant)
				return &explanations.items[i];
	return NULL;
}

static struct json_object *explanation_json(
	const struct feature *feature, struct explanations explanations, size_t variant)
{
	const struct explanation *explanation = explanation_of(explanations, variant);
	struct json_object *json = new_object();
	struct json_object *list = new_array();

	for (size_t i = 0; i < explanation->count; i++)
		push(list, step_json(feature, &explanation->steps[i]));
	put(json, "name", new_string(analysis_variant(feature->document.analysis, variant)->name));
	put(json, "presence", new_text(presence_name(explanation->presence)));
	put(json, "steps", list);
	return json;
}

struct json_object *handle_explain(struct feature *feature)
{
	const struct analysis *analysis = feature->document.analysis;
	size_t active = analysis_active_variant(analysis);
	const struct element *element;
	struct json_object *result, *variants;
	struct explanations explanations;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	offset = behind_indentation(feature, offset);
	element =
		analysis_element_at(analysis, syntax_tree_node_at(feature->document.tree, offset));
	if (!element)
		return NULL;
	explanations.items = analysis_explain_variants(analysis, element,
		member_is_true(feature->params, "all") ? EXPLANATION_ALL : EXPLANATION_SHORTEST,
		feature->arena, &explanations.count);
	variants = new_array();
	if (active < analysis_variant_count(analysis))
		push(variants, explanation_json(feature, explanations, active));
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		if (i != active)
			push(variants, explanation_json(feature, explanations, i));
	result = new_object();
	put(result, "element", new_string(element_id(element, feature->arena)));
	put(result, "display", new_string(element_title(element, feature->arena)));
	put(result, "variants", variants);
	return result;
}
