/* textDocument/definition, declaration, typeDefinition, references, documentHighlight */
#include "analyzer/ide/names/navigation.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"
#include "lsp/wire/convert.h"

static struct json_object *range_json(
	const struct feature *feature, const struct place_of_name *place, struct range range)
{
	return convert_range(place->tree, range, feature->client.encoding);
}

static struct json_object *link(
	const struct feature *feature, struct range origin, const struct place_of_name *place)
{
	struct json_object *json = new_object();

	put(json, "originSelectionRange", feature_convert(feature, origin));
	put(json, "targetUri", new_string(feature_files_uri_of(feature, place)));
	put(json, "targetRange", range_json(feature, place, place->whole));
	put(json, "targetSelectionRange", range_json(feature, place, place->range));
	return json;
}

typedef const struct place_of_name *navigation(
	const struct known_file *file, uint32_t offset, struct arena *arena, size_t *count);

/* Where `navigate` leads from the position of the params. */
static struct json_object *targets(struct feature *feature, navigation *navigate, bool links)
{
	struct json_object *result = NULL;
	struct feature_files *files;
	const struct known_file *file;
	const struct place_of_name *places;
	struct range origin;
	uint32_t offset;
	size_t count;

	if (!feature_offset(feature, &offset))
		return NULL;
	files = feature_files_create(feature);
	origin = navigation_origin(feature_files_document(files), offset, feature->arena);
	file = feature_files_subject(files, &offset, &origin);
	places = navigate(file, offset, feature->arena, &count);
	for (size_t i = 0; i < count; i++) {
		if (!feature_files_can_show(feature, &places[i]))
			continue;
		if (!result)
			result = new_array();
		push(result, links ? link(feature, origin, &places[i])
				   : feature_files_location(feature, &places[i]));
	}
	feature_files_destroy(files);
	return result;
}

static struct json_object *beginning(void)
{
	static const char *const ends[] = {"start", "end"};
	struct json_object *range = new_object();

	for (size_t i = 0; i < 2; i++) {
		struct json_object *position = new_object();

		put(position, "line", new_integer(0));
		put(position, "character", new_integer(0));
		put(range, ends[i], position);
	}
	return range;
}

/* The beginning of the file whose name is there. */
static struct json_object *named_file(struct feature *feature)
{
	struct json_object *result = NULL, *json;
	struct range origin;
	struct string uri;
	uint32_t offset;
	bool links = feature->client.definition_links;

	if (!feature_offset(feature, &offset))
		return NULL;
	uri = linked_file(feature, offset, &origin);
	if (uri.length == 0)
		return NULL;
	json = new_object();
	put(json, links ? "targetUri" : "uri", new_string(uri));
	put(json, links ? "targetRange" : "range", beginning());
	if (links) {
		put(json, "originSelectionRange", feature_convert(feature, origin));
		put(json, "targetSelectionRange", beginning());
	}
	result = new_array();
	push(result, json);
	return result;
}

struct json_object *handle_definition(struct feature *feature)
{
	struct json_object *result =
		targets(feature, navigation_definitions, feature->client.definition_links);

	return result ? result : named_file(feature);
}

struct json_object *handle_declaration(struct feature *feature)
{
	return targets(feature, navigation_declarations, feature->client.declaration_links);
}

struct json_object *handle_type_definition(struct feature *feature)
{
	return targets(feature, navigation_type_definitions, feature->client.type_definition_links);
}

struct references {
	const struct feature *feature;
	bool declarations;
	struct json_object *result;
};

static void add_references(void *context, const struct place_of_name *places, size_t count)
{
	struct references *references = context;

	for (size_t i = 0; i < count; i++)
		if (references->declarations || !places[i].is_declaration)
			push(references->result,
				feature_files_location(references->feature, &places[i]));
	feature_pass_on(references->feature, references->result);
}

struct json_object *handle_references(struct feature *feature)
{
	struct references references = {.feature = feature};
	struct place_listener listener = {&references, add_references};
	const struct known_file *file;
	struct feature_files *files;
	struct known_files all;
	struct range origin;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	files = feature_files_create(feature);
	all = feature_files_all(files);
	file = feature_files_subject(files, &offset, &origin);
	references.declarations =
		member_is_true(member(feature->params, "context"), "includeDeclaration");
	references.result = new_array();
	navigation_search(file, &all, offset, feature->arena, listener);
	feature_files_destroy(files);
	return references.result;
}

struct json_object *handle_highlight(struct feature *feature)
{
	enum {
		READ = 2,
		WRITE = 3
	};
	const struct place_of_name *places;
	struct feature_files *files;
	struct json_object *result;
	uint32_t offset;
	size_t count;

	if (!feature_offset(feature, &offset))
		return NULL;
	files = feature_files_create(feature);
	places = navigation_highlights(
		feature_files_document(files), offset, feature->arena, &count);
	result = new_array();
	for (size_t i = 0; i < count; i++) {
		struct json_object *json = new_object();

		put(json, "range", feature_convert(feature, places[i].range));
		put(json, "kind", new_integer(places[i].is_declaration ? WRITE : READ));
		push(result, json);
	}
	feature_files_destroy(files);
	return result;
}
