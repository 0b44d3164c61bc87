/* textDocument/foldingRange */
#include "analyzer/ide/views/folding.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"

/* NULL for what is of no kind that editors treat in a way of its own. */
static const char *kind_name(enum fold_kind kind)
{
	switch (kind) {
	case FOLD_BLOCK:
		return NULL;
	case FOLD_COMMENT:
		return "comment";
	case FOLD_IMPORTS:
		return "imports";
	case FOLD_REGION:
		return "region";
	}
	return NULL;
}

struct json_object *handle_folding(struct feature *feature)
{
	size_t count;
	const struct fold *folds = folding_ranges(feature->document.tree, feature->arena, &count);
	struct json_object *result = new_array();

	for (size_t i = 0; i < count; i++) {
		struct json_object *json = new_object();

		put(json, "startLine", new_integer(folds[i].first_line));
		put(json, "endLine", new_integer(folds[i].last_line));
		if (kind_name(folds[i].kind))
			put(json, "kind", new_text(kind_name(folds[i].kind)));
		push(result, json);
	}
	return result;
}
