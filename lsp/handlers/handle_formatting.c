/* textDocument/formatting, textDocument/rangeFormatting */
#include "analyzer/ide/edits/formatting.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"

static struct json_object *format(struct feature *feature, struct range range)
{
	const struct syntax_tree *tree = feature->document.tree;
	struct json_object *options = member(feature->params, "options");
	struct json_object *result = new_array();
	int64_t unit = 0;
	size_t count;

	if (!member_integer(options, "tabSize", &unit) || unit < 1 || unit > 16)
		unit = 2;

	const struct text_edit *edits =
		formatting_edits(tree, range, (uint32_t)unit, feature->arena, &count);

	for (size_t i = 0; i < count; i++)
		push(result, feature_convert_edit(feature, &edits[i]));
	return result;
}

struct json_object *handle_formatting(struct feature *feature)
{
	return format(feature, (struct range){0, syntax_tree_length(feature->document.tree)});
}

struct json_object *handle_range_formatting(struct feature *feature)
{
	struct range range;

	return feature_range(feature, &range) ? format(feature, range) : NULL;
}
