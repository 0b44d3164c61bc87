#include "lsp/jobs/variant_json.h"

#include "analyzer/ide/completion/element_text.h"

bool variant_find(const struct analysis *analysis, struct string name, size_t *variant)
{
	for (*variant = 0; *variant < analysis_variant_count(analysis); ++*variant)
		if (string_equal(analysis_variant(analysis, *variant)->name, name))
			return true;
	return false;
}

bool variant_param(struct feature *feature, const char *name, size_t *variant)
{
	const struct analysis *analysis = feature->document.analysis;
	struct string value;

	*variant = analysis_active_variant(analysis);
	if (!member_string(feature->params, name, &value) || variant_find(analysis, value, variant))
		return true;
	feature_fail(feature, ERROR_INVALID_PARAMS, "There is no variant \"%.*s\"",
		STRING_ARGUMENTS(value));
	return false;
}

bool variant_node_place(const struct feature *feature, struct node node, struct range *range)
{
	node = analysis_node(feature->document.analysis, node);
	if (node_is_absent(node))
		return false;
	*range = node_range(node);
	return true;
}

struct json_object *variant_active_json(const struct feature *feature)
{
	struct string active = feature_active_variant(feature);

	return active.length > 0 ? new_string(active) : NULL;
}

bool variant_lists_element(const struct feature *feature, const struct element *element)
{
	struct range range;

	if (element->is_synthetic)
		return false;
	range = analysis_element_range(feature->document.analysis, element);
	return range.end > range.start;
}

struct json_object *variant_element_range(
	const struct feature *feature, const struct element *element)
{
	return feature_convert(
		feature, analysis_element_range(feature->document.analysis, element));
}

struct json_object *variant_element_json(
	const struct feature *feature, const struct element *element)
{
	struct json_object *json = new_object();

	put(json, "id", new_string(element_id(element, feature->arena)));
	put(json, "name",
		new_string(element_caption(feature->document.analysis, element, feature->arena)));
	put(json, "display", new_string(element_title(element, feature->arena)));
	put(json, "kind", new_text(element_kind_name(element->kind)));
	if (element->container)
		put(json, "container", new_string(element_id(element->container, feature->arena)));
	put(json, "range", variant_element_range(feature, element));
	return json;
}
