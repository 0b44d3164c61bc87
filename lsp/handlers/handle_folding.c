/* textDocument/foldingRange */
#include "analyzer/ide/views/folding.h"

#include "lsp/handlers/handlers.h"
#include "lsp/jobs/feature.h"
#include "lsp/wire/json_text.h"

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
	struct json_text text = {0};

	json_text_add(&text, STRING("["));
	for (size_t i = 0; i < count; i++) {
		const char *kind = kind_name(folds[i].kind);

		json_text_add(
			&text, i > 0 ? STRING(",{\"startLine\":") : STRING("{\"startLine\":"));
		json_text_add_number(&text, folds[i].first_line);
		json_text_add(&text, STRING(",\"endLine\":"));
		json_text_add_number(&text, folds[i].last_line);
		if (kind) {
			json_text_add(&text, STRING(",\"kind\":"));
			json_text_add_string(&text, string_from(kind));
		}
		json_text_add(&text, STRING("}"));
	}
	json_text_add(&text, STRING("]"));
	return json_text_value(&text);
}
