/* textDocument/hover */
#include "analyzer/ide/hover/hover.h"
#include "analyzer/ide/names/beside.h"
#include "analyzer/variability/analysis/analysis.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/feature_files.h"

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

/* An expected result imports its types from where its template is. */
static struct hover hover_in_tosca(struct feature *feature, uint32_t offset)
{
	struct feature_files *files = feature_files_create(feature);
	const struct known_file *template = feature_files_result_of(files);
	const struct analysis *analysis = feature->document.analysis;
	struct hover hover = template ? hover_in_result(feature->document.tree, analysis,
						template->types, offset, feature->arena)
				      : hover_with_space(feature->document.tree, analysis,
						feature->document.space, offset, feature->arena);

	feature_files_destroy(files);
	return hover;
}

struct json_object *hover_contents(struct feature *feature, uint32_t offset, struct range *range)
{
	struct hover hover = grammar_is_tosca(feature->document.tree)
				     ? hover_in_tosca(feature, offset)
				     : hover_in_file_beside(feature, offset);

	*range = hover.range;
	return hover.markdown.length > 0
		       ? feature_markup(feature, hover.markdown, feature->client.hover_markdown)
		       : NULL;
}

struct json_object *handle_hover(struct feature *feature)
{
	struct json_object *result, *contents;
	struct range range;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	contents = hover_contents(feature, offset, &range);
	if (!contents)
		return NULL;
	result = new_object();
	put(result, "contents", contents);
	put(result, "range", feature_convert(feature, range));
	return result;
}
