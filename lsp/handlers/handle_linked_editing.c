/* textDocument/linkedEditingRange */
#include "analyzer/ide/names/anchors.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"

/* An anchor and its aliases: nothing but their equality connects them, so whoever edits one
 * means them all. What has a meaning beyond that is renamed. */
struct json_object *handle_linked_editing(struct feature *feature)
{
	const struct anchor_place *places;
	struct json_object *result, *ranges;
	uint32_t offset;
	size_t count;

	if (!feature_offset(feature, &offset))
		return NULL;
	places = anchors_at(feature->document.tree, offset, feature->arena, &count);
	if (count < 2)
		return NULL;
	result = new_object();
	ranges = new_array();
	for (size_t i = 0; i < count; i++)
		push(ranges, feature_convert(feature, places[i].range));
	put(result, "ranges", ranges);
	put(result, "wordPattern", new_text("[0-9A-Za-z_-]+"));
	return result;
}
