/* textDocument/hover */
#include "analyzer/ide/hover/hover.h"
#include "analyzer/ide/names/beside.h"
#include "analyzer/variability/analysis/analysis.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"

/* Presence in the template that the document stands beside is found out for this answer. */
static struct hover hover_in_file_beside(const struct feature *feature, uint32_t offset)
{
	struct beside beside = beside_of(
		feature->document.tree, feature->document.path, feature->files, feature->arena);
	struct syntax_tree *tree =
		beside.template.length > 0 ? files_read(feature->files, beside.template) : NULL;
	struct analysis_request request = {.tree = tree,
		.path = beside.template,
		.files = feature->files,
		.settings = &feature->settings->analysis,
		.cancelled = feature->cancelled};
	struct analysis *analysis = tree ? analysis_create(&request) : NULL;
	struct hover hover =
		hover_beside(feature->document.tree, beside.kind, analysis, offset, feature->arena);

	analysis_release(analysis);
	syntax_tree_release(tree);
	return hover;
}

struct json_object *handle_hover(struct feature *feature)
{
	struct json_object *result;
	struct hover hover;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	hover = grammar_is_tosca(feature->document.tree)
			? hover_with_space(feature->document.tree, feature->document.analysis,
				  feature->document.space, offset, feature->arena)
			: hover_in_file_beside(feature, offset);
	if (hover.markdown.length == 0)
		return NULL;
	result = new_object();
	put(result, "contents",
		feature_markup(feature, hover.markdown, feature->client.hover_markdown));
	put(result, "range", feature_convert(feature, hover.range));
	return result;
}
