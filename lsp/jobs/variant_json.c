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

static struct position position_of(const struct feature *feature, uint32_t offset)
{
	return syntax_tree_position(feature->document.tree, offset, feature->client.encoding);
}

void variant_write_element(
	const struct feature *feature, const struct element *element, struct json_text *text)
{
	const struct analysis *analysis = feature->document.analysis;
	struct range range = analysis_element_range(analysis, element);

	json_text_add(text, STRING("{\"id\":"));
	json_text_add_string(text, element_id(element, feature->arena));
	json_text_add(text, STRING(",\"name\":"));
	json_text_add_string(text, element_caption(analysis, element, feature->arena));
	json_text_add(text, STRING(",\"display\":"));
	json_text_add_string(text, element_title(element, feature->arena));
	json_text_add(text, STRING(",\"kind\":"));
	json_text_add_string(text, string_from(element_kind_name(element->kind)));
	if (element->container) {
		json_text_add(text, STRING(",\"container\":"));
		json_text_add_string(text, element_id(element->container, feature->arena));
	}
	json_text_add(text, STRING(",\"range\":"));
	json_text_add_range(
		text, position_of(feature, range.start), position_of(feature, range.end));
}
