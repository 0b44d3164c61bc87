/* textDocument/prepareTypeHierarchy, typeHierarchy/supertypes, typeHierarchy/subtypes
 *
 * An item remembers the document that it was asked for, since types of the language are in none,
 * and the type by its kind, its file and its name. */
#include "analyzer/ide/names/type_hierarchy.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"
#include "lsp/wire/convert.h"
#include "lsp/wire/symbol_kind.h"

static struct json_object *data_json(const struct feature *feature, const struct type *type)
{
	struct json_object *json = new_object();

	put(json, "uri", new_string(feature->document.uri));
	put(json, "kind", new_integer(type->kind));
	put(json, "path", new_string(type_path(type)));
	put(json, "name", new_string(type->name));
	return json;
}

static struct json_object *item_json(const struct feature *feature, const struct type *type)
{
	struct place_of_name place = place_of_type(type);
	enum position_encoding encoding = feature->client.encoding;
	struct json_object *json = new_object();

	put(json, "name", new_string(type->name));
	put(json, "kind", new_integer(symbol_protocol_kind(SYMBOL_TYPE)));
	put(json, "detail", new_text(type_kind_row(type->kind)->title));
	put(json, "uri", new_string(feature_files_uri_of(feature, &place)));
	put(json, "range", convert_range(place.tree, place.whole, encoding));
	put(json, "selectionRange", convert_range(place.tree, place.range, encoding));
	put(json, "data", data_json(feature, type));
	return json;
}

static struct json_object *items_json(const struct feature *feature, struct found_types types)
{
	struct json_object *result = new_array();

	for (size_t i = 0; i < types.count; i++)
		push(result, item_json(feature, types.items[i]));
	return result;
}

struct json_object *handle_prepare_type_hierarchy(struct feature *feature)
{
	struct json_object *result = NULL;
	struct feature_files *files;
	struct found_types types;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	files = feature_files_create(feature);
	types = type_hierarchy_at(feature_files_document(files), offset, feature->arena);
	if (types.count > 0)
		result = items_json(feature, types);
	feature_files_destroy(files);
	return result;
}

/* The type of the item in the params; NULL if it is none, or gone. */
static const struct type *item_type(const struct feature *feature, struct feature_files *files)
{
	struct json_object *data = member_path(feature->params, "item.data");
	struct known_files all = feature_files_all(files);
	struct string path, name;
	int64_t kind;

	if (!member_integer(data, "kind", &kind) || kind < 0 || kind >= TYPE_KIND_TOTAL ||
		!member_string(data, "path", &path) || !member_string(data, "name", &name))
		return NULL;
	return type_hierarchy_find(
		feature_files_document(files), &all, (enum type_kind)kind, path, name);
}

struct json_object *handle_supertypes(struct feature *feature)
{
	struct feature_files *files = feature_files_create(feature);
	const struct type *type = item_type(feature, files);
	struct found_types types = {0};
	struct json_object *result = NULL;

	if (type) {
		types.items = &type->parent;
		types.count = type->parent ? 1 : 0;
		result = items_json(feature, types);
	}
	feature_files_destroy(files);
	return result;
}

struct json_object *handle_subtypes(struct feature *feature)
{
	struct feature_files *files = feature_files_create(feature);
	const struct type *type = item_type(feature, files);
	struct known_files all = feature_files_all(files);
	struct json_object *result = NULL;

	if (type)
		result = items_json(feature, type_hierarchy_subtypes(feature_files_document(files),
						     &all, type, feature->arena));
	feature_files_destroy(files);
	return result;
}
