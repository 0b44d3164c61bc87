/* textDocument/rename, textDocument/prepareRename */
#include "analyzer/ide/rename.h"

#include "lsp/feature.h"
#include "lsp/method.h"

struct json_object *handle_prepare_rename(struct feature *feature)
{
	struct range range;
	uint32_t offset;

	if (!feature_offset(feature, &offset) ||
		!rename_prepare(feature->document.tree, offset, &range, feature->arena))
		return NULL;
	return feature_convert(feature, range);
}

struct json_object *handle_rename(struct feature *feature)
{
	struct rename rename;
	struct string name;
	uint32_t offset;

	if (!feature_offset(feature, &offset))
		return NULL;
	if (!member_string(feature->params, "newName", &name))
		return feature_fail(feature, ERROR_INVALID_PARAMS, "The params have no new name");
	rename = rename_edits(feature->document.tree, offset, name, feature->arena);
	if (rename.error.length > 0)
		return feature_fail(
			feature, ERROR_REQUEST_FAILED, "%.*s", STRING_ARGUMENTS(rename.error));
	return rename.count > 0 ? feature_workspace_edit(feature, rename.edits, rename.count)
				: NULL;
}
