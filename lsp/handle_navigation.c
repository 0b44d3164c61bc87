/* textDocument/definition, declaration, references, documentHighlight */
#include "analyzer/ide/navigation.h"

#include "lsp/feature.h"
#include "lsp/method.h"

static struct json_object *location(const struct feature *feature, struct range range)
{
	struct json_object *json = json_object_new_object();

	put(json, "uri", new_string(feature->document.uri));
	put(json, "range", feature_convert(feature, range));
	return json;
}

static struct json_object *link(
	const struct feature *feature, struct range origin, const struct place_of_name *place)
{
	struct json_object *json = json_object_new_object();

	put(json, "originSelectionRange", feature_convert(feature, origin));
	put(json, "targetUri", new_string(feature->document.uri));
	put(json, "targetRange", feature_convert(feature, place->whole));
	put(json, "targetSelectionRange", feature_convert(feature, place->range));
	return json;
}

struct json_object *handle_definition(struct feature *feature)
{
	const struct syntax_tree *tree = feature->document.tree;
	const struct place_of_name *places;
	struct json_object *result;
	struct range origin;
	uint32_t offset;
	size_t count;

	if (!feature_offset(feature, &offset))
		return NULL;
	places = navigation_definitions(tree, offset, feature->arena, &count);
	if (count == 0)
		return NULL;
	origin = navigation_origin(tree, offset, feature->arena);
	result = json_object_new_array();
	for (size_t i = 0; i < count; i++)
		push(result, feature->client.definition_links ? link(feature, origin, &places[i])
							      : location(feature, places[i].range));
	return result;
}

struct json_object *handle_references(struct feature *feature)
{
	bool declarations =
		member_is_true(member(feature->params, "context"), "includeDeclaration");
	const struct place_of_name *places;
	struct json_object *result;
	uint32_t offset;
	size_t count;

	if (!feature_offset(feature, &offset))
		return NULL;
	places = navigation_references(feature->document.tree, offset, feature->arena, &count);
	result = json_object_new_array();
	for (size_t i = 0; i < count; i++)
		if (declarations || !places[i].is_declaration)
			push(result, location(feature, places[i].range));
	return result;
}

struct json_object *handle_highlight(struct feature *feature)
{
	enum {
		READ = 2,
		WRITE = 3
	};
	const struct place_of_name *places;
	struct json_object *result;
	uint32_t offset;
	size_t count;

	if (!feature_offset(feature, &offset))
		return NULL;
	places = navigation_references(feature->document.tree, offset, feature->arena, &count);
	result = json_object_new_array();
	for (size_t i = 0; i < count; i++) {
		struct json_object *json = json_object_new_object();

		put(json, "range", feature_convert(feature, places[i].range));
		put(json, "kind", new_integer(places[i].is_declaration ? WRITE : READ));
		push(result, json);
	}
	return result;
}
