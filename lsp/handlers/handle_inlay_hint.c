/* textDocument/inlayHint */
#include "analyzer/ide/views/inlay.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/wire/convert.h"

struct json_object *handle_inlay_hint(struct feature *feature)
{
	const struct syntax_tree *tree = feature->document.tree;
	struct json_object *result;
	const struct inlay *hints;
	struct range range;
	size_t count = 0;

	if (!feature_range(feature, &range))
		return NULL;
	result = new_array();
	if (!feature->settings->inlay_hints)
		return result;
	hints = inlay_hints(feature->document.analysis, range, feature->arena, &count);
	for (size_t i = 0; i < count; i++) {
		struct json_object *json = new_object();

		put(json, "position",
			convert_position(syntax_tree_position(
				tree, hints[i].offset, feature->client.encoding)));
		put(json, "label", new_string(hints[i].label));
		put(json, "paddingLeft", new_boolean(true));
		push(result, json);
	}
	return result;
}
