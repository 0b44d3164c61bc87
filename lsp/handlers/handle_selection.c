/* textDocument/selectionRange */
#include "analyzer/ide/views/selection.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/wire/convert.h"

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
