/* textDocument/selectionRange, textDocument/linkedEditingRange */
#include "analyzer/ide/names/anchors.h"
#include "analyzer/ide/names/rename.h"
#include "analyzer/ide/views/selection.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"
#include "lsp/wire/convert.h"

/* ---- textDocument/selectionRange ---- */

/* The ranges around one place, each a child of the next larger one. */
static struct json_object *nested(struct feature *feature, uint32_t offset)
{
	size_t count;
	const struct range *ranges =
		selection_ranges(feature->document.tree, offset, feature->arena, &count);
	struct json_object *inner = NULL, *outer = NULL;

	for (size_t i = count; i > 0; i--) {
		inner = new_object();
		put(inner, "range", feature_convert(feature, ranges[i - 1]));
		if (outer)
			put(inner, "parent", outer);
		outer = inner;
	}
	if (inner)
		return inner;
	inner = new_object();
	put(inner, "range", feature_convert(feature, (struct range){offset, offset}));
	return inner;
}

struct json_object *handle_selection(struct feature *feature)
{
	struct json_object *positions = member_array(feature->params, "positions");
	struct json_object *result;

	if (!positions)
		return feature_fail(feature, ERROR_INVALID_PARAMS, "The params name no positions");
	result = new_array();
	for (size_t i = 0; i < json_object_array_length(positions); i++) {
		uint32_t offset;

		if (!convert_to_offset(feature->document.tree,
			    json_object_array_get_idx(positions, i), feature->client.encoding,
			    &offset)) {
			json_object_put(result);
			return feature_fail(feature, ERROR_INVALID_PARAMS,
				"The position is not in the document");
		}
		push(result, nested(feature, offset));
	}
	return result;
}

/* ---- textDocument/linkedEditingRange ---- */

/* An anchor and its aliases: nothing but their equality connects them, so whoever edits one
 * means them all. */
static bool add_anchors(struct feature *feature, uint32_t offset, struct json_object *ranges)
{
	size_t count;
	const struct anchor_place *places =
		anchors_at(feature->document.tree, offset, feature->arena, &count);

	for (size_t i = 0; i < count; i++)
		push(ranges, feature_convert(feature, places[i].range));
	return count > 1;
}

/* Where the name is declared, and all that mean it, if they stand in this file and are written
 * alike: whoever edits a use may mean another name. */
static bool are_linked(const struct feature *feature, const struct place_of_name *places,
	size_t count, uint32_t offset)
{
	struct string name = {"", 0};
	bool at_declaration = false, alike = count > 1;

	for (size_t i = 0; i < count && alike; i++) {
		struct range range = places[i].range;
		struct string text = syntax_tree_text(places[i].tree, range, feature->arena);

		at_declaration =
			at_declaration ||
			(places[i].is_declaration && range.start <= offset && offset <= range.end);
		alike = string_equal(places[i].path, feature->document.path) &&
			(i == 0 || string_equal(text, name));
		name = text;
	}
	return alike && at_declaration;
}

static bool add_names(struct feature *feature, uint32_t offset, struct json_object *ranges)
{
	struct feature_files *files = feature_files_create(feature);
	struct known_files all = feature_files_all(files);
	const struct known_file *file = feature_files_document(files);
	struct rename_subject subject = rename_prepare(file, offset, feature->arena);
	const struct place_of_name *places = NULL;
	bool linked;
	size_t count = 0;

	if (subject.name.length > 0 && subject.error.length == 0)
		places = navigation_references(file, &all, offset, feature->arena, &count);
	linked = are_linked(feature, places, count, offset);
	for (size_t i = 0; linked && i < count; i++)
		push(ranges, feature_convert(feature, places[i].range));
	feature_files_destroy(files);
	return linked;
}

struct json_object *handle_linked_editing(struct feature *feature)
{
	struct json_object *result, *ranges;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	ranges = new_array();
	if (!add_anchors(feature, offset, ranges) && !add_names(feature, offset, ranges)) {
		json_object_put(ranges);
		return NULL;
	}
	result = new_object();
	put(result, "ranges", ranges);
	put(result, "wordPattern", new_text("[0-9A-Za-z_.-]+"));
	return result;
}
