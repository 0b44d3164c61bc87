/* textDocument/foldingRange */
#include "analyzer/ide/folding.h"

#include "lsp/feature.h"
#include "lsp/method.h"

static const char *kind_name(enum fold_kind kind)
{
	switch (kind) {
	case FOLD_REGION:
		return "region";
	case FOLD_COMMENT:
		return "comment";
	case FOLD_IMPORTS:
		return "imports";
	}
	return "region";
}

struct json_object *handle_folding(struct feature *feature)
{
	size_t count;
	const struct fold *folds = folding_ranges(feature->document.tree, feature->arena, &count);
	struct json_object *result = json_object_new_array();

	for (size_t i = 0; i < count; i++) {
		struct json_object *json = json_object_new_object();

		put(json, "startLine", new_integer(folds[i].first_line));
		put(json, "endLine", new_integer(folds[i].last_line));
		if (folds[i].kind != FOLD_REGION)
			put(json, "kind", new_text(kind_name(folds[i].kind)));
		push(result, json);
	}
	return result;
}
