/* textDocument/formatting, textDocument/rangeFormatting, textDocument/onTypeFormatting */
#include "analyzer/ide/edits/formatting.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"

static uint32_t unit_of(const struct feature *feature)
{
	struct json_object *options = member(feature->params, "options");
	int64_t unit = 0;

	if (!member_integer(options, "tabSize", &unit) || unit < 1 || unit > 16)
		unit = 2;
	return (uint32_t)unit;
}

static struct json_object *format(struct feature *feature, struct range range)
{
	const struct syntax_tree *tree = feature->document.tree;
	uint32_t unit = unit_of(feature);
	struct string refusal;
	size_t count;

	const struct text_edit *edits =
		formatting_edits(tree, range, unit, feature->arena, &count, &refusal);

	if (refusal.length > 0)
		return feature_fail(feature, ERROR_REQUEST_FAILED, "Cannot format: %.*s",
			STRING_ARGUMENTS(refusal));

	return feature_convert_edits(feature, edits, count);
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

struct json_object *handle_on_type_formatting(struct feature *feature)
{
	struct text_edit edit;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	return feature_convert_edits(feature, &edit,
		formatting_of_dash(
			feature->document.tree, offset, unit_of(feature), &edit, feature->arena));
}
