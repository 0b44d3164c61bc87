/* textDocument/hover */
#include "analyzer/ide/hover/hover.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"

struct json_object *handle_hover(struct feature *feature)
{
	struct json_object *result;
	struct hover hover;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	hover = hover_at(
		feature->document.tree, feature->document.analysis, offset, feature->arena);
	if (hover.markdown.length == 0)
		return NULL;
	result = new_object();
	put(result, "contents",
		feature_markup(feature, hover.markdown, feature->client.hover_markdown));
	put(result, "range", feature_convert(feature, hover.range));
	return result;
}
